#include "solve/share/share.hpp"

#include <algorithm>
#include <optional>

#include "base/float_environment.hpp"
#include "base/run_limits.hpp"
#include "systems/system_message.hpp"

namespace vieta::tracking {
namespace {

struct parameters_call {
  shared::member_target on;
  int precision = 0, digits = 0;
  bool prove = true;
  std::uint64_t seed = 1;
  start_kind start{};
  double max_paths = 0, max_seconds = 0;
  parameter_values values;
  shared::bytes system;
  track_kind track{};
  std::vector<system_point> points;
  parameter_values from;
  double turn_seconds = 0;
  std::optional<generic_instance> generic;  ///< with a checkpoint
};

parameters_call call_of(const polynomial_system& system, const parameter_values& values, const solve_options& options,
                        const target& on) {
  return {shared::member_target(on),
          options.precision,
          options.digits,
          options.prove,
          options.seed,
          options.start,
          options.max_paths,
          options.max_seconds,
          values,
          systems::packed_system(system),
          options.track,
          options.from.points,
          {options.from.names, options.from.values},
          0,
          {}};
}

/// Ranges one after the other, as far as the turn goes.
std::vector<sweep_part> parts_of(const polynomial_system& system, const parameter_values& values,
                                 const solve_options& options, const std::vector<team_share>& ranges,
                                 const generic_instance& generic, double seconds) {
  const run_limits limits(options);
  std::vector<sweep_part> parts;
  for (const team_share& rows : ranges) {
    if (rows.begin == rows.end) continue;
    if (!parts.empty() && (limits.must_stop() || limits.seconds() > seconds)) break;
    sweep_part& part = parts.emplace_back();
    solve_options own = options;
    own.max_seconds = limits.seconds_left();
    sweep_turn turn{std::max(seconds - limits.seconds(), 1e-9), &generic, {}, {}};
    turn.whole = [&](const parameters_report& report) { part.of_whole = report, part.whole = report.instances; };
    part.of_all = parameters_of_rows(
        system, values, own, rows,
        [&](solved_instance&& instance) {
          part.instances.push_back(std::move(instance));
          return true;
        },
        {}, turn);
    part.rows = {rows.begin, rows.begin + part.instances.size()};
  }
  return parts;
}

/// As many rows for each member, from the ranges that are left.
std::vector<std::vector<team_share>> deal_ranges(const std::vector<team_share>& ranges, int size) {
  std::size_t count = 0;
  for (const team_share& rows : ranges) count += rows.end - rows.begin;
  std::vector<std::vector<team_share>> dealt(static_cast<std::size_t>(size));
  std::size_t before = 0;
  for (const team_share& rows : ranges) {
    const std::size_t length = rows.end - rows.begin;
    for (int rank = 0; rank < size; ++rank) {
      const team_share own = share_of(count, rank, size);
      const std::size_t begin = std::max(own.begin, before), end = std::min(own.end, before + length);
      if (begin < end)
        dealt[static_cast<std::size_t>(rank)].push_back({rows.begin + begin - before, rows.begin + end - before});
    }
    before += length;
  }
  return dealt;
}

}  // namespace

void add_up(parameters_report& to, const parameters_report& from) {
  to.instances += from.instances, to.solved += from.solved, to.inconsistent += from.inconsistent;
  to.not_isolated += from.not_isolated, to.solved_afresh += from.solved_afresh;
  to.paths.total += from.paths.total, to.paths.regular += from.paths.regular;
  to.paths.singular += from.paths.singular, to.paths.infinite += from.paths.infinite;
  to.paths.failed += from.paths.failed, to.paths.stopped += from.paths.stopped;
  to.regular += from.regular, to.certified += from.certified, to.singular += from.singular;
  to.on_a_set += from.on_a_set, to.real += from.real;
  to.steps += from.steps, to.rejected += from.rejected;
  to.proven_paths += from.proven_paths;
  to.higher_precision += from.higher_precision, to.tracked_again += from.tracked_again;
  to.seconds_generic = std::max(to.seconds_generic, from.seconds_generic);
  to.seconds_tracking = std::max(to.seconds_tracking, from.seconds_tracking);
  to.seconds_proving = std::max(to.seconds_proving, from.seconds_proving);
  to.seconds = std::max(to.seconds, from.seconds);
  if (to.stopped_by.empty()) to.stopped_by = from.stopped_by;
}

parameters_report parameters_shared(const polynomial_system& system, const parameter_values& values,
                                    const solve_options& options, const std::function<bool(solved_instance&&)>& done) {
  parameters_report report;
  shared::with_devices(options.on, options.cancel, [&](const target& on) {
    const int size = on.ranks->size();
    std::vector<shared::bytes> parts(1);
    for (int rank = 1; rank < size; ++rank) parts.push_back(shared::packed(share_of(values.rows(), rank, size)));
    const parameters_call call = call_of(system, values, options, on);
    solve_options own = options;
    own.on = shared::member_target(on).of(0);
    bool wanted = true;
    const std::vector<shared::bytes> arrived =
        shared::deal(*on.ranks, shared::work::parameters, shared::packed(call), std::move(parts), [&] {
          report = parameters_of_rows(system, values, own, share_of(values.rows(), 0, size),
                                      [&](solved_instance&& instance) { return wanted = done(std::move(instance)); });
          return shared::bytes();
        });
    // Rows are told in their order, up to the first that time did not suffice for.
    std::size_t told = report.instances;
    for (int rank = 1; rank < size && wanted; ++rank) {
      const team_share rows = share_of(values.rows(), rank, size);
      if (rows.begin == rows.end || told < rows.begin) break;
      shared::reader in(arrived[static_cast<std::size_t>(rank)]);
      const auto part = in.get<parameters_report>();
      for (auto& instance : in.get<std::vector<solved_instance>>())
        if (wanted = done(std::move(instance)); !wanted) break;
      told += part.instances;
      add_up(report, part);
    }
    if (!wanted) report.stopped_by = "cancelled";
  });
  return report;
}

std::vector<sweep_part> solve_in_turn(const polynomial_system& system, const parameter_values& values,
                                      const solve_options& options, const std::vector<team_share>& ranges,
                                      const generic_instance& generic, double seconds) {
  if (!shared::is_shared(options.on) && options.on.devices.size() < 2)
    return parts_of(system, values, options, ranges, generic, seconds);
  std::vector<sweep_part> parts;
  shared::with_devices(options.on, options.cancel, [&](const target& on) {
    const auto size = static_cast<std::size_t>(on.ranks->size());
    const std::vector<std::vector<team_share>> dealt = deal_ranges(ranges, on.ranks->size());
    parameters_call call = call_of(system, values, options, on);
    call.turn_seconds = seconds, call.generic = generic;
    std::vector<shared::bytes> messages(1);
    for (std::size_t rank = 1; rank < size; ++rank) messages.push_back(shared::packed(dealt[rank]));
    solve_options own = options;
    own.on = shared::member_target(on).of(0);
    const std::vector<shared::bytes> arrived =
        shared::deal(*on.ranks, shared::work::parameters, shared::packed(call), std::move(messages), [&] {
          parts = parts_of(system, values, own, dealt[0], generic, seconds);
          return shared::bytes();
        });
    for (std::size_t rank = 1; rank < size; ++rank)
      for (auto& part : shared::unpacked<std::vector<sweep_part>>(arrived[rank])) parts.push_back(std::move(part));
  });
  return parts;
}

shared::bytes parameters_share(const shared::share& mine) {
  const auto call = shared::unpacked<parameters_call>(mine.common);
  solve_options options;
  options.on = call.on.of(mine.rank);
  options.precision = call.precision, options.digits = call.digits, options.prove = call.prove;
  options.seed = call.seed, options.start = call.start, options.max_paths = call.max_paths;
  options.track = call.track;
  options.from = {call.points, call.from.names, call.from.values};
  options.max_seconds = call.max_seconds, options.cancel = mine.cancel;
  if (call.generic)
    return shared::packed(parts_of(systems::unpacked_system(call.system), call.values, options,
                                   shared::unpacked<std::vector<team_share>>(mine.part), *call.generic,
                                   call.turn_seconds));
  const auto rows = shared::unpacked<team_share>(mine.part);
  if (rows.begin == rows.end) return {};
  std::vector<solved_instance> instances;
  const parameters_report report = parameters_of_rows(systems::unpacked_system(call.system), call.values, options, rows,
                                                      [&](solved_instance&& instance) {
                                                        instances.push_back(std::move(instance));
                                                        return true;
                                                      });
  return shared::packed(report, instances);
}

}  // namespace vieta::tracking

namespace vieta {

parameters_report solve_parameters(const polynomial_system& system, const parameter_values& values,
                                   const solve_options& options, const std::function<bool(solved_instance&&)>& done) {
  if (!options.checkpoint.file.empty()) return tracking::parameters_kept(system, values, options, done);
  const bool is_dealt = shared::is_shared(options.on) || options.on.devices.size() > 1;
  if (is_dealt && values.rows() > 1 && !options.only.any())
    return tracking::parameters_shared(system, values, options, done);
  return tracking::parameters_of_rows(system, values, options, {0, values.rows()}, done);
}

parameters_result solve_parameters(const polynomial_system& system, const parameter_values& values,
                                   const solve_options& options) {
  const float_environment floats;
  parameters_result result;
  result.report = solve_parameters(system, values, options, [&](solved_instance&& instance) {
    result.instances.push_back(std::move(instance));
    return true;
  });
  return result;
}

}  // namespace vieta
