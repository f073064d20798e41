#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/checkpoint/checkpoint_file.hpp"
#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "solve/share/share.hpp"
#include "systems/system_message.hpp"
#include "vieta/error.hpp"
#include "vieta/target.hpp"

namespace vieta::tracking {
namespace {

enum class kind : std::uint32_t { generic, rows };

checkpoints::identity identity_of(const polynomial_system& system, const parameter_values& values,
                                  const solve_options& options) {
  checkpoints::digest input, start;
  input.add_all(systems::packed_system(system));
  input.add_all(shared::packed(values.names, values.values));
  start.add_all(shared::packed(options.from.points, options.from.names, options.from.values));
  const char* const places[] = {"auto", "cpu", "cuda"};
  const auto place = options.on.place == where::cpu ? 1 : options.on.place == where::cuda ? 2 : 0;
  return {"solve with parameters",
          "system or of other values",
          {{"digits", std::to_string(options.digits)},
           {"precision", std::to_string(options.precision)},
           {"prove", options.prove ? "true" : "false"},
           {"seed", std::to_string(options.seed)},
           {"start", name(options.start)},
           {"the points of start",
            std::to_string(options.from.points.size()) + " (" + std::to_string(start.get()[0] % 1'000'000) + ")"},
           {"track", name(options.track)},
           {"max_paths", report::shortest(options.max_paths)},
           {"on", std::string(places[place]) + ' ' + name(detect_isa())}},
          input.get()};
}

/// All rows of one call: those that were kept, and those that are solved now.
class kept_sweep {
 public:
  kept_sweep(const polynomial_system& system, const parameter_values& values, const solve_options& options,
             const std::function<bool(solved_instance&&)>& done)
      : system_(system),
        values_(values),
        options_(options),
        done_(done),
        limits_(options),
        file_(options.checkpoint, identity_of(system, values, options),
              [this](const shared::bytes& block) { read(block); }) {}

  parameters_report run() {
    // Without rows: what is the same for all of them.
    report_ = parameters_of_rows(system_, values_, own_options(), {}, [](solved_instance&&) { return true; }, {},
                                 {0,
                                  generic_ ? &*generic_ : nullptr,
                                  [this](const generic_instance& solved) {
                                    generic_ = solved;
                                    file_.add(shared::packed(kind::generic, solved));
                                  },
                                  {}});
    tell();
    while (wanted_ && generic_ && !limits_.must_stop()) {
      const std::vector<team_share> left = rows_left();
      if (left.empty()) break;
      for (sweep_part& part :
           solve_in_turn(system_, values_, own_options(), left, *generic_, std::max(file_.seconds_between(), 1e-3)))
        take(std::move(part));
      tell();
    }
    if (limits_.must_stop() || !wanted_) file_.save();
    report_.stopped_by = !wanted_ ? "cancelled" : told_ < values_.rows() ? limits_.stopped_by() : "";
    report_.seconds = limits_.seconds();
    return std::move(report_);
  }

 private:
  [[nodiscard]] solve_options own_options() {
    solve_options own = options_;
    own.checkpoint = {};
    own.max_seconds = limits_.seconds_left();
    if (options_.progress)
      own.progress = [this](const solve_progress& now) {
        const std::size_t paths = generic_ ? generic_->starts.size() : 0;
        const std::size_t before = solved_ * paths, all = std::max(values_.rows() * paths, now.total);
        options_.progress({std::min(before + now.done, all), all, now.proving, limits_.seconds()});
      };
    return own;
  }
  void read(const shared::bytes& block) {
    shared::reader in(block);
    if (in.get<kind>() == kind::generic)
      generic_ = in.get<generic_instance>();
    else
      put_kept(in.get<sweep_part>());
  }
  void put_kept(sweep_part part) {
    const auto [begin, end] = part.rows;
    if (begin > end || end > values_.rows() || end - begin != part.instances.size() || begin == end)
      throw error("checkpoint: found rows that are none, expected some");
    for (std::size_t k = 0; k < part.instances.size(); ++k)
      if (part.instances[k].row != begin + k) throw error("checkpoint: found another row, expected those in order");
    put(std::move(part));
  }
  void put(sweep_part part) {
    solved_ += part.instances.size();
    const std::size_t begin = part.rows.begin;
    parts_.emplace(begin, std::move(part));
  }
  /// What was cut short is told, where it comes next, and not kept.
  void take(sweep_part part) {
    if (part.whole > 0) {
      sweep_part whole;
      whole.rows = {part.rows.begin, part.rows.begin + part.whole};
      whole.whole = part.whole;
      whole.of_whole = part.of_whole;
      whole.instances.assign(part.instances.begin(), part.instances.begin() + static_cast<std::ptrdiff_t>(part.whole));
      file_.add(shared::packed(kind::rows, whole));
    }
    if (part.whole < part.instances.size()) part.of_whole = part.of_all;
    if (!part.instances.empty()) put(std::move(part));
  }
  [[nodiscard]] std::vector<team_share> rows_left() const {
    std::vector<team_share> left;
    std::size_t at = told_;
    for (const auto& [begin, part] : parts_) {
      if (begin > at) left.push_back({at, begin});
      at = part.rows.end;
    }
    if (at < values_.rows()) left.push_back({at, values_.rows()});
    return left;
  }
  /// Rows that come next, in their order.
  void tell() {
    for (auto part = parts_.find(told_); part != parts_.end() && wanted_; part = parts_.find(told_)) {
      add_up(report_, part->second.of_whole);
      told_ = part->second.rows.end;
      for (solved_instance& instance : part->second.instances)
        if (wanted_ = done_(std::move(instance)); !wanted_) break;
      parts_.erase(part);
    }
  }

  const polynomial_system& system_;
  const parameter_values& values_;
  const solve_options& options_;
  const std::function<bool(solved_instance&&)>& done_;
  run_limits limits_;
  std::optional<generic_instance> generic_;
  std::map<std::size_t, sweep_part> parts_;  ///< that were not told yet, by their first row
  std::size_t told_ = 0, solved_ = 0;
  bool wanted_ = true;
  parameters_report report_;
  checkpoints::checkpoint_file file_;
};

}  // namespace

parameters_report parameters_kept(const polynomial_system& system, const parameter_values& values,
                                  const solve_options& options, const std::function<bool(solved_instance&&)>& done) {
  const float_environment floats;
  return kept_sweep(system, values, options, done).run();
}

}  // namespace vieta::tracking
