#include <algorithm>
#include <atomic>
#include <cmath>
#include <future>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "base/threads/refused.hpp"
#include "base/words.hpp"
#include "newton/iteration.hpp"
#include "solve/accounting.hpp"
#include "solve/effort.hpp"
#include "solve/end_points.hpp"
#include "solve/family/embedded.hpp"
#include "solve/family/family_start.hpp"
#include "solve/family/generic_values.hpp"
#include "solve/parameter_family.hpp"
#include "solve/share/share.hpp"
#include "solve/track/track_all.hpp"
#include "solve/tubes/tube_tracker.hpp"
#include "solve/validate.hpp"
#include "solve/witness.hpp"
#include "vieta/error.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta {

namespace {

using namespace tracking;
using scalar = std::complex<double>;

/// Paths in work at a time, of each thread or of a device.
constexpr std::size_t paths_at_a_time_of_thread = 2'000, paths_at_a_time_on_device = 100'000;

/// How long ends that are there are judged after the work was asked to stop: what is known is worth as much, and
/// whoever asked waits.
constexpr double seconds_of_last_judgements = 0.3;

/// Operations of the exact count of one instance: a millisecond or two.
constexpr double operations_of_instance = 2e5;

/// The work of one call.
class instance_solver {
 public:
  instance_solver(const polynomial_system& system, const parameter_family& family, const parameter_values& values,
                  const team_share& rows, const solve_options& options, const start_manner& manner,
                  const sweep_turn& turn, parameters_report& report)
      : system_(system),
        family_(family),
        values_(values),
        rows_(rows),
        options_(options),
        manner_(manner),
        turn_(turn),
        report_(report),
        generic_(generic_values(values, options.seed)),
        tape_(family.tape()) {
    newton_.prove = options.prove;
    const auto [parts, digits] = precision_of(options);
    report_.precision = parts_ = parts, report_.digits = digits_ = digits;
    threads_ = thread_count(options.on.threads);
    report_.target = target_name(threads_);
  }

  void run(const std::function<bool(solved_instance&&)>& done) {
    if (turn_.generic != nullptr)
      take_generic(*turn_.generic);
    else
      solve_generic();
    if (must_stop()) return stopped();
    if (turn_.solved) turn_.solved({generic_, starts_, starts_missing_, report_.generic});
    const std::size_t rows = rows_.end, count = std::max<std::size_t>(starts_.size(), 1);
    total_ = (rows - rows_.begin) * starts_.size();
    by_ = choose_workers(options_, static_cast<double>(total_), tape_.view());
    report_.target = target_name(by_);
    const std::size_t chunk = std::max<std::size_t>(
        (by_.device ? paths_at_a_time_on_device : paths_at_a_time_of_thread * static_cast<std::size_t>(threads_)) /
            count,
        1);
    const auto track = [&](std::size_t row) { return track_rows(row, std::min(chunk, rows - row)); };
    // A device follows the next paths while the processor proves ends.
    std::future<tracked_rows> ahead;
    for (std::size_t row = rows_.begin; row < rows; row += chunk) {
      tracked_rows now = ahead.valid() ? ahead.get() : track(row);
      if (by_.device && row + chunk < rows) ahead = std::async(std::launch::async, track, row + chunk);
      for (solved_instance& s : solve_rows(now)) {
        add_up(s);
        if (!done(std::move(s))) {
          report_.stopped_by = "cancelled";
          enough_ = true;
          return;
        }
      }
      if (must_stop()) return stopped();
      if (turn_.whole) turn_.whole(report_);
      if (turn_.seconds > 0 && seconds() > turn_.seconds) return;
    }
  }

  [[nodiscard]] double seconds() const { return limits_.seconds(); }

 private:
  [[nodiscard]] bool must_stop() const { return enough_ || limits_.must_stop(); }
  void stopped() { report_.stopped_by = limits_.stopped_by(); }
  /// From any thread.
  [[nodiscard]] bool is_time_to_judge() const {
    if (!must_stop()) return true;
    const double now = seconds();
    double asked = 0;
    return asked_to_stop_.compare_exchange_strong(asked, now) || now - asked < seconds_of_last_judgements;
  }

  void begin_at_points() {
    start_work work{system_, values_.names,      family_,        tape_,      options_,
                    {},      manner_.one_family, manner_.direct, {threads_}, [&] { return must_stop(); }};
    work.generic = [&](std::uint64_t number, double wider) {
      // Loops have to go round branch points, wherever these are: each is a little wider than those before.
      const double spread = number == 0 ? 0 : 2 + 0.125 * static_cast<double>(number % 64) + wider;
      if (!manner_.direct) return generic_values(values_, options_.seed + 0x1000003 * number, spread);
      std::vector<scalar> at(2);  // of the start system alone, times a number of no special position
      at[1] = generic_values(values_, options_.seed)[1];
      return at;
    };
    family_start start = starts_of(work);
    generic_ = std::move(start.at), starts_ = std::move(start.points), starts_missing_ = start.missing;
    report_.generic = std::move(start.report);
    report_.seconds_generic = seconds();
  }

  void take_generic(const generic_instance& known) {
    generic_ = known.at, starts_ = known.starts, starts_missing_ = known.starts_missing;
    report_.generic = known.report;
  }

  void solve_generic() {
    if (begins_at_points(options_)) return begin_at_points();
    family_member member(family_);
    member.set(generic_.data());
    starts_missing_ = !member.provable();
    if (!member.representable()) return;
    const polynomial_system system(std::make_shared<polynomial_system::representation>(member.system()));
    solve_options options = options_;
    options.precision = 0, options.digits = 30;
    solve_result r = solve(system, options);
    for (const solve_solution& s : r.solutions) {
      if (!s.regular) continue;
      projective_point z{{qd(1.0), qd(0.0)}};
      z.insert(z.end(), s.point.x.begin(), s.point.x.end());
      starts_.push_back(std::move(z));
    }
    report_.generic = std::move(r.report);
    // Singular solutions on sets of positive dimension lead to no isolated one; multiple ones would.
    starts_missing_ = starts_missing_ || report_.generic.singular > report_.generic.on_a_set ||
                      report_.generic.status == solve_status::incomplete;
    report_.seconds_generic = seconds();
  }

  /// Rows [first, first + instances.size()) with the ends of the paths `which` (by instance, then start).
  struct tracked_rows {
    std::size_t first = 0;
    std::vector<solved_instance> instances;  ///< with their status only
    std::vector<std::uint8_t> followed;      ///< by instance, whether there are paths to it
    std::vector<std::size_t> which;
    std::vector<path_end> tracked;
    std::vector<end_box> boxes;  ///< of those that were followed with proofs
    double seconds = 0;
  };
  tracked_rows track_rows(std::size_t first, std::size_t count) {
    tracked_rows rows{first, std::vector<solved_instance>(count), std::vector<std::uint8_t>(count), {}, {}, {}, 0};
    parallel_for(count, 64, threads_, [&](std::size_t begin, std::size_t end) {
      family_member member(family_);
      for (std::size_t k = begin; k < end; ++k) {
        member.set(row(first + k));
        solved_instance& s = rows.instances[k];
        s.row = first + k;
        if (!member.provable()) s.status = solve_status::incomplete;
        if (member.not_isolated()) s.status = solve_status::not_isolated;
        if (member.inconsistent()) s.status = solve_status::inconsistent;
        rows.followed[k] = is_regular(s) && member.representable();
      }
    });
    for (std::size_t k = 0; k < count; ++k)
      for (std::size_t p = 0; p < starts_.size() && rows.followed[k] != 0; ++p)
        rows.which.push_back(k * starts_.size() + p);
    follow(rows, settings_of_attempt[0]);
    return rows;
  }
  static bool is_regular(const solved_instance& s) {
    return s.status != solve_status::inconsistent && s.status != solve_status::not_isolated;
  }

  std::vector<solved_instance> solve_rows(tracked_rows& rows) {
    const std::size_t paths = starts_.size(), count = rows.instances.size();
    std::vector<std::vector<judged_end>> ends(count);
    for (std::size_t k = 0; k < count; ++k) ends[k].resize(rows.followed[k] != 0 ? paths : 0);
    for (const tracking_settings& settings : settings_of_attempt) {
      if (&settings != &settings_of_attempt[0]) follow(rows, settings);
      judge_all(rows, ends);
      if (must_stop() || &settings == &settings_of_attempt[2]) break;
      std::vector<std::vector<std::size_t>> again(count);
      for_instances(count, [&](std::size_t k) {
        again[k] = suspicious(ends[k]);
        std::erase_if(again[k], [&](std::size_t p) { return ends[k][p].path_proven; });
      });
      rows.which.clear();
      for (std::size_t k = 0; k < count; ++k)
        for (const std::size_t p : again[k]) rows.which.push_back(k * paths + p);
      if (rows.which.empty()) break;
      report_.tracked_again += rows.which.size();
    }
    for_instances(count, [&](std::size_t k) { finish(ends[k], rows.instances[k]); });
    return std::move(rows.instances);
  }
  template <class Body>
  void for_instances(std::size_t count, const Body& body) const {
    parallel_for(count, 64, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) body(k);
    });
  }

  void follow(tracked_rows& rows, const tracking_settings& settings) {
    const std::size_t paths = starts_.size();
    const parameter_paths lines{[&](std::size_t path) { return row(rows.first + path / paths); }, generic_.data()};
    const double before = seconds();
    const bool first = &settings == &settings_of_attempt[0];
    const auto start = [&](std::size_t path) { return starts_[path % paths]; };
    const auto stop = [&] { return must_stop(); };
    const auto advanced = [&](std::size_t k) { advance(k); };
    rows.boxes.clear();
    rows.tracked =
        first && options_.track == track_kind::certified
            ? track_with_proofs(tape_, rows.which, start, settings, by_, stop, advanced, &lines, rows.boxes)
            : track_all(tape_, rows.which, start, settings, first ? by_ : workers{threads_}, stop, advanced, &lines);
    rows.seconds = seconds() - before;
  }

  void judge_all(tracked_rows& rows, std::vector<std::vector<judged_end>>& ends) {
    const std::size_t paths = starts_.size();
    const std::vector<std::size_t>& which = rows.which;
    for (const path_end& e : rows.tracked) {
      report_.steps += static_cast<std::size_t>(e.steps), report_.rejected += static_cast<std::size_t>(e.rejected);
      report_.higher_precision += e.parts > 1;
    }
    const double before = seconds();
    // Paths of one instance lie together.
    std::vector<std::size_t> begin;
    for (std::size_t k = 0; k < which.size(); ++k)
      if (k == 0 || which[k] / paths != which[k - 1] / paths) begin.push_back(k);
    begin.push_back(which.size());
    parallel_for(begin.size() - 1, 16, threads_, [&](std::size_t from, std::size_t to) {
      family_member member(family_);
      for (std::size_t g = from; g < to; ++g) {
        const std::size_t k = which[begin[g]] / paths;
        member.set(row(rows.first + k));
        const std::size_t from_path = begin[g], to_path = begin[g + 1];
        if (!is_time_to_judge()) {
          for (std::size_t path = from_path; path < to_path; ++path)
            if (judged_end& end = ends[k][which[path] % paths]; end.kind == end_kind::failed)
              end.kind = end_kind::stopped;
          continue;
        }
        std::vector<end_box> boxes;
        if (!rows.boxes.empty())
          boxes.assign(rows.boxes.begin() + static_cast<std::ptrdiff_t>(from_path),
                       rows.boxes.begin() + static_cast<std::ptrdiff_t>(to_path));
        judge_instance(member, {which.data() + from_path, to_path - from_path},
                       {rows.tracked.data() + from_path, to_path - from_path}, boxes, ends[k]);
      }
    });
    report_.seconds_tracking += rows.seconds, report_.seconds_proving += seconds() - before;
  }

  void judge_instance(const family_member& member, std::span<const std::size_t> which, std::span<path_end> tracked,
                      const std::vector<end_box>& boxes, std::vector<judged_end>& ends) const {
    newton_options newton = newton_;
    newton.prove = newton.prove && member.provable();
    const systems::session with{.system = member.system(), .options = newton, .parts = parts_, .digits = digits_};
    const std::vector<path_end> own(std::make_move_iterator(tracked.begin()), std::make_move_iterator(tracked.end()));
    std::vector<judged_end> judged = judge(with, own, {std::vector<int>(family_.unknowns().size(), 0), {}}, 1, {});
    mark_proven(boxes, {}, judged);
    for (std::size_t i = 0; i < judged.size(); ++i) {
      judged_end& old = ends[which[i] % starts_.size()];
      const bool better = judged[i].kind != end_kind::failed && judged[i].kind != end_kind::stopped;
      judged[i].point.steps = {};
      if (better || old.kind == end_kind::failed) old = std::move(judged[i]);
    }
  }

  void finish(std::vector<judged_end>& ends, solved_instance& s) const {
    // Still in one solution: all but one of these paths went astray.
    for (const std::vector<std::size_t>& group : equal_ends(ends))
      for (std::size_t k = 1; k < group.size(); ++k) ends[group[k]].kind = end_kind::failed;
    s.paths.total = ends.size();
    for (const judged_end& e : ends)
      ++count_of(e.kind, s.paths), proven_paths_ += e.kind == end_kind::regular && e.path_proven;
    if (is_regular(s) && ends.empty()) s.paths.total = s.paths.failed = starts_.size();
    const bool all_there = look_closer(ends, s);
    if (!s.solved_afresh) {
      judge_completeness(ends, all_there, s);
      s.solutions = solutions_of(ends);
      if (!all_there) find_sets_of(s);
      for (solve_solution& at : s.solutions)
        if (all_there) at.on_a_set = membership::isolated;
    }
    for (solve_solution& solution : s.solutions) {
      ++(solution.regular ? s.regular : s.singular);
      s.certified += solution.point.certified;
      s.real += solution.regular && solution.point.real == realness::real;
      s.on_a_set += solution.on_a_set == membership::on_a_set;
    }
    // Loops that may not join all there are.
    const solve_report& g = report_.generic;
    if (s.status == solve_status::solved && s.complete == completeness::traced && !g.from.one_family)
      s.status = solve_status::unproven;
    const bool incomplete = (s.paths.failed + s.paths.stopped > 0 || starts_missing_) && !all_there;
    const bool too_near = options_.prove && !std::isnan(s.infinite_beyond) && s.infinite_beyond < 1e300 &&
                          s.infinite_beyond < size_to_follow_to(s.row);
    if (s.status == solve_status::solved && (incomplete || too_near)) s.status = solve_status::incomplete;
    if (s.status == solve_status::incomplete) s.complete = completeness::no;
    if (s.status == solve_status::solved && options_.prove && has_unknown_ends(s)) s.status = solve_status::unproven;
    if (!is_regular(s)) s.complete = completeness::proven;
  }

  /// What is known of solutions that are not there. No instance has more isolated ones, with their multiplicities, than
  /// the generic one.
  void judge_completeness(const std::vector<judged_end>& ends, bool all_there, solved_instance& s) const {
    if (all_there)
      s.complete = completeness::counted;
    else if (!ends.empty() && !starts_missing_ && certified_solutions(ends) == ends.size())
      s.complete = report_.generic.complete;
    else if (report_.generic.complete == completeness::as_start)
      s.complete = completeness::as_start, s.infinite_beyond = size_beyond(ends);
    else
      s.complete = completeness::paths, s.infinite_beyond = size_beyond(ends);
  }

  /// Of an instance.
  [[nodiscard]] double size_to_follow_to(std::size_t at) const {
    family_member member(family_);
    member.set(row(at));
    return tracking::size_to_follow_to(terms_of(member.system()));
  }

  static bool has_unknown_ends(const solved_instance& s) {
    return std::any_of(s.solutions.begin(), s.solutions.end(),
                       [](const solve_solution& at) { return !at.regular && at.on_a_set == membership::unknown; });
  }

  /// The instance as a system: exactly, or with coefficients known as well as those that were given; none where they
  /// are beyond the range of doubles.
  [[nodiscard]] std::optional<polynomial_system> by_itself(std::size_t at) const {
    try {
      if (std::optional<polynomial_system> system = exact_member(family_, row(at))) return system;
    } catch (const error&) {
      return std::nullopt;
    }
    family_member member(family_);
    member.set(row(at));
    if (!member.provable() || !member.representable()) return std::nullopt;
    return polynomial_system(std::make_shared<polynomial_system::representation>(member.system()));
  }

  /// Whether all solutions of the instance are known to be there. Where not every path leads to a regular solution,
  /// they are counted; if some are missing the instance is solved by itself.
  bool look_closer(const std::vector<judged_end>& ends, solved_instance& s) const {
    const completeness known = report_.generic.complete;
    const bool is_special = s.paths.regular < s.paths.total || starts_missing_ || known == completeness::paths;
    if (!is_special || !is_regular(s) || s.paths.stopped > 0 || !options_.prove || must_stop()) return false;
    const std::optional<polynomial_system> system = by_itself(s.row);
    if (!system) return false;
    const solution_count count =
        count_exactly(system->data(), options_.seed, operations_of_instance, [&] { return must_stop(); });
    const accounting account = compare(count, ends, is_rounded(system->data()));
    if (account == accounting::all) return true;
    // What no count tells of: solutions that no start leads to, ends at infinity that were not followed far, and
    // singular ones beside which no other solutions are, of a family that has none. Or the count tells of others.
    const bool is_open =
        account == accounting::all_simple
            ? starts_missing_ || count.finite
            : account == accounting::unknown && (starts_missing_ || size_beyond(ends) < size_to_follow_to(s.row) ||
                                                 (report_.generic.singular == 0 && s.paths.singular > 0));
    const bool is_missing = account == accounting::missing || s.paths.failed > 0 || is_open;
    if (!is_missing) return false;
    if (report_.generic.start == start_kind::given && known != completeness::proven && known != completeness::counted) {
      // Of the solutions that were given some have none here, and there are more than were found: are they theirs?
      if (account == accounting::missing) s.status = solve_status::incomplete;
      return false;
    }
    solve_options own = options_;
    own.on = {}, own.on.threads = 1, own.on.place = where::cpu, own.progress = {};
    own.start = start_kind::automatic, own.from = {};
    own.max_seconds = limits_.seconds_left();
    try {
      solve_result r = solve(*system, own);
      if (r.report.status == solve_status::incomplete && r.report.certified <= certified_solutions(ends)) {
        s.status = solve_status::incomplete;
        return false;
      }
      s.solved_afresh = true;
      s.status = r.report.status, s.paths = r.report.paths;
      s.complete = r.report.complete, s.infinite_beyond = r.report.infinite_beyond;
      s.solutions = std::move(r.solutions);
      return r.report.complete == completeness::proven || r.report.complete == completeness::counted ||
             r.report.status == solve_status::solved;
    } catch (const error&) {  // more paths than permitted
      s.status = solve_status::incomplete;
      return false;
    }
  }

  void find_sets_of(solved_instance& s) const {
    const auto is_singular = [](const solve_solution& at) { return !at.regular; };
    if (std::none_of(s.solutions.begin(), s.solutions.end(), is_singular)) return;
    family_member member(family_);
    member.set(row(s.row));
    find_sets(terms_of(member.system()), family_.unknowns(), s.solutions, false, false, [&] { return must_stop(); });
  }

  void add_up(const solved_instance& s) {
    parameters_report& r = report_;
    ++r.instances;
    r.solved_afresh += s.solved_afresh;
    r.solved += s.status != solve_status::incomplete;
    r.inconsistent += s.status == solve_status::inconsistent, r.not_isolated += s.status == solve_status::not_isolated;
    r.paths.total += s.paths.total, r.paths.regular += s.paths.regular, r.paths.singular += s.paths.singular;
    r.paths.infinite += s.paths.infinite, r.paths.failed += s.paths.failed, r.paths.stopped += s.paths.stopped;
    r.regular += s.regular, r.certified += s.certified, r.singular += s.singular;
    r.on_a_set += s.on_a_set, r.real += s.real;
    r.proven_paths = proven_paths_;
  }

  [[nodiscard]] const scalar* row(std::size_t k) const { return values_.values.data() + k * values_.names.size(); }

  void advance(std::size_t count) {  // from any thread
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    followed_ = std::min(followed_ + count, total_);
    options_.progress({followed_, total_, false, seconds()});
  }

  const polynomial_system& system_;
  const parameter_family& family_;
  const parameter_values& values_;
  team_share rows_;
  const solve_options& options_;
  start_manner manner_;
  const sweep_turn& turn_;
  parameters_report& report_;
  newton_options newton_;
  run_limits limits_ = run_limits(options_);
  std::vector<scalar> generic_;
  homotopy_tape tape_;
  int parts_ = 1, digits_ = 15, threads_ = 1;
  workers by_;
  std::vector<projective_point> starts_;
  bool starts_missing_ = false;
  std::atomic<bool> enough_ = false;
  mutable std::atomic<std::size_t> proven_paths_ = 0;
  mutable std::atomic<double> asked_to_stop_ = 0;  ///< in seconds of the work; 0 before
  std::mutex mutex_;
  std::size_t followed_ = 0, total_ = 0;
};

}  // namespace

parameters_report tracking::parameters_of_rows(const polynomial_system& system, const parameter_values& values,
                                               const solve_options& options, const team_share& rows,
                                               const std::function<bool(solved_instance&&)>& done, start_manner manner,
                                               const sweep_turn& turn) {
  const float_environment floats;
  check_options(options);
  if (options.only.any()) throw error("only: found conditions, expected none with parameters");
  check_values(values);
  const parameter_family family(system, values.names);
  check_unknowns(system, family);
  check_track(options, family.unknowns().size());
  const refused_threads refused;
  parameters_report report;
  report.equations = system.equations(), report.variables = family.unknowns().size();
  report.parameters = values.names.size(), report.terms = family.terms(), report.seed = options.seed;
  const solve_options own = manner.direct ? options : in_order_of(values, options);
  instance_solver work(system, family, values, rows, own, manner, turn, report);
  work.run(done);
  report.seconds = work.seconds();
  refused.tell(report.target);
  return report;
}

}  // namespace vieta
