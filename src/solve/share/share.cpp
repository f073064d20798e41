#include "solve/share/share.hpp"

#include <algorithm>

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
};

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

}  // namespace

parameters_report parameters_shared(const polynomial_system& system, const parameter_values& values,
                                    const solve_options& options, const std::function<bool(solved_instance&&)>& done) {
  parameters_report report;
  shared::with_devices(options.on, options.cancel, [&](const target& on) {
    const int size = on.ranks->size();
    std::vector<shared::bytes> parts(1);
    for (int rank = 1; rank < size; ++rank) parts.push_back(shared::packed(share_of(values.rows(), rank, size)));
    const parameters_call call{shared::member_target(on),
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
                               {options.from.names, options.from.values}};
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

shared::bytes parameters_share(const shared::share& mine) {
  const auto call = shared::unpacked<parameters_call>(mine.common);
  const auto rows = shared::unpacked<team_share>(mine.part);
  if (rows.begin == rows.end) return {};
  solve_options options;
  options.on = call.on.of(mine.rank);
  options.precision = call.precision, options.digits = call.digits, options.prove = call.prove;
  options.seed = call.seed, options.start = call.start, options.max_paths = call.max_paths;
  options.track = call.track;
  options.from = {call.points, call.from.names, call.from.values};
  options.max_seconds = call.max_seconds, options.cancel = mine.cancel;
  std::vector<solved_instance> instances;
  const parameters_report report = parameters_of_rows(systems::unpacked_system(call.system), call.values, options, rows,
                                                      [&](solved_instance&& instance) {
                                                        instances.push_back(std::move(instance));
                                                        return true;
                                                      });
  return shared::packed(report, instances);
}

}  // namespace vieta::tracking
