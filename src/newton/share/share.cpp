#include "newton/share/share.hpp"

#include <algorithm>
#include <iterator>

#include "systems/system_message.hpp"

namespace vieta::systems {
namespace {

struct newton_call {
  shared::member_target on;
  int precision = 0, digits = 0, max_iterations = 60;
  bool damping = false, prove = true;
  newton_solver solver{};
  double max_seconds = 0;
  std::optional<homotopy_options> path;
  shared::bytes system;
};

void append(newton_result& all, newton_result&& part) {
  newton_report &to = all.report, &from = part.report;
  to.real_arithmetic = to.real_arithmetic && from.real_arithmetic;
  to.converged += from.converged, to.certified += from.certified, to.singular += from.singular;
  if (to.stopped_by.empty()) to.stopped_by = from.stopped_by;
  to.seconds = std::max(to.seconds, from.seconds);
  std::move(part.solutions.begin(), part.solutions.end(), std::back_inserter(all.solutions));
}

}  // namespace

newton_result newton_shared(const polynomial_system& system, std::span<const system_point> starts,
                            const newton_options& options, const homotopy_options* path,
                            const std::function<newton_result(std::span<const system_point>)>& alone) {
  newton_result all;
  shared::with_devices(options.on, options.cancel, [&](const target& on) {
    const int size = on.ranks->size();
    const auto part_of = [&](int rank) {
      const team_share s = share_of(starts.size(), rank, size);
      return starts.subspan(s.begin, s.end - s.begin);
    };
    std::vector<shared::bytes> parts(1);
    for (int rank = 1; rank < size; ++rank) {
      const auto part = part_of(rank);
      parts.push_back(shared::packed(std::vector<system_point>(part.begin(), part.end())));
    }
    newton_call call{shared::member_target(on),
                     options.precision,
                     options.digits,
                     options.max_iterations,
                     options.damping,
                     options.prove,
                     options.solver,
                     options.max_seconds,
                     std::nullopt,
                     packed_system(system)};
    if (path != nullptr) call.path = *path;
    const std::vector<shared::bytes> arrived =
        shared::deal(*on.ranks, shared::work::newton, shared::packed(call), std::move(parts), [&] {
          all = alone(part_of(0));
          return shared::bytes();
        });
    for (int rank = 1; rank < size; ++rank)
      if (const team_share s = share_of(starts.size(), rank, size); s.end > s.begin)
        append(all, shared::unpacked<newton_result>(arrived[static_cast<std::size_t>(rank)]));
  });
  return all;
}

shared::bytes newton_share(const shared::share& mine) {
  const auto call = shared::unpacked<newton_call>(mine.common);
  const auto starts = shared::unpacked<std::vector<system_point>>(mine.part);
  if (starts.empty()) return {};
  newton_options options;
  options.on = call.on.of(mine.rank);
  options.precision = call.precision, options.digits = call.digits, options.max_iterations = call.max_iterations;
  options.damping = call.damping, options.prove = call.prove, options.solver = call.solver;
  options.max_seconds = call.max_seconds, options.cancel = mine.cancel;
  const polynomial_system system = unpacked_system(call.system);
  return shared::packed(call.path ? newton_homotopies(system, starts, options, *call.path)
                                  : newton(system, starts, options));
}

}  // namespace vieta::systems
