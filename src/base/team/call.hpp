#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/team/archive.hpp"
#include "base/team/one_process.hpp"
#include "vieta/target.hpp"

namespace vieta::shared {

/// What rank 0 can have done by the others.
enum class work : std::uint32_t {
  dismissed,
  real_rows,
  root_rows,
  boxes,
  newton,
  parameters,
  paths,
  rings,
  floats,
  ranges,
};

/// One member's part of a call: `common` is the same for all ranks. `cancel` may be null.
struct share {
  const bytes& common;
  const bytes& part;
  int rank = 0;
  const std::atomic<bool>* cancel = nullptr;
  team* ranks = nullptr;  ///< for what members tell one another within a call
};
/// Who does one kind of work.
using share_function = bytes (*)(const share&);

/// Whether the work of a call is shared at all.
[[nodiscard]] inline bool is_shared(const target& on) {
  return !is_one_process && on.ranks != nullptr && on.ranks->size() > 1;
}

/// Where members work, as a message: all where rank 0 was asked to, with a device of the list for each.
struct member_target {
  where place = where::automatic;
  int device = 0, threads = 0;
  std::vector<int> devices;

  member_target() = default;
  explicit member_target(const target& on)
      : place(on.place), device(on.device), threads(on.threads), devices(on.devices) {}
  [[nodiscard]] auto fields() { return std::tie(place, device, threads, devices); }
  [[nodiscard]] auto fields() const { return std::tie(place, device, threads, devices); }
  [[nodiscard]] target of(int rank) const {
    target on{.place = place, .device = device, .threads = threads};
    if (!devices.empty()) on.device = devices[static_cast<std::size_t>(rank) % devices.size()];
    return on;
  }
};

/// Where one member works alone: the first device of several.
[[nodiscard]] inline target alone(target on) {
  on.ranks = nullptr;
  on.devices.clear();
  return on;
}

/// Several devices without ranks: runs `call` with one thread for each of them as ranks, all of which see `cancel` (it
/// may be null). Else just runs it.
void with_devices(const target& on, const std::atomic<bool>* cancel, const std::function<void(const target&)>& call);

/// For rank 0: has `parts` (one for each rank, that of rank 0 empty) done by the others while it does `own`, and
/// returns what came of them. Errors travel as data: all ranks come to the end of the call, then the error of the
/// lowest rank is thrown.
std::vector<bytes> deal(team& ranks, work kind, const bytes& common, std::vector<bytes> parts,
                        const std::function<bytes()>& own);

/// Whether devices of one process are to share the work, and no ranks do.
[[nodiscard]] inline bool has_devices(const target& on) { return on.devices.size() > 1 && on.ranks == nullptr; }
/// What `call` makes of the options of a verb, with the devices' threads as ranks.
template <class Options, class Call>
auto over_devices(const Options& options, const Call& call) {
  decltype(call(options)) result;
  with_devices(options.on, options.cancel, [&](const target& on) {
    Options all = options;
    all.on = on;
    result = call(all);
  });
  return result;
}

struct service {
  work kind;
  share_function share;
};
/// For the others: one call of rank 0. False when they are dismissed.
bool serve(team& ranks, const std::vector<service>& services, const std::atomic<bool>* cancel);

/// A fault for tests: where VIETA_TEST_FAULT of the environment names this stage and rank
/// ("share:1:throw,share:0:sleep"), it throws, ends the process, or sleeps. HACKING.md lists them.
void maybe_fail(const char* stage, int rank);

}  // namespace vieta::shared
