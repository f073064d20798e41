// The near-linear method on a CUDA device.
#include <atomic>
#include <future>

#include "cuda/launch.cuh"
// What the schedule is launched with comes first.
#include "roots/near_linear/cuda/schedule.hpp"

namespace vieta::near_linear {
namespace {
std::atomic<bool> awake{false};
}

bool device_is_awake() { return awake; }

struct device_search::state {
  state(const coefficients& a, const target& on, meeting* others, std::size_t member)
      : terms_of(a), where(on), scope(on) {
    use = std::make_unique<cuda::pool_use>(scope.number(), others != nullptr);
    if (others != nullptr) others->of[member].device = scope.number();
    terms = std::async(std::launch::async, [this, others, member] {
      try {
        const cuda::device_scope own(where);
        return std::make_unique<sent_terms>(terms_of, others, member);
      } catch (...) {
        if (others != nullptr) others->leave();
        throw;
      }
    });
  }

  const coefficients& terms_of;
  target where;
  cuda::device_scope scope;
  std::unique_ptr<cuda::pool_use> use;
  std::future<std::unique_ptr<sent_terms>> terms;
  std::unique_ptr<sent_terms> there;
};

device_search::device_search(const coefficients& a, const target& on, meeting* others, std::size_t member)
    : state_(std::make_unique<state>(a, on, others, member)) {}
device_search::~device_search() = default;

int device_search::most_cells_log2() const {
  const cuda::device_scope own(state_->where);
  int bytes = 0;
  cuda::check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, state_->scope.number()),
              "device");
  std::size_t free = 0, total = 0;
  cuda::check(cudaMemGetInfo(&free, &total), "device");
  constexpr int of_block = static_cast<int>((2 * sizeof(wide_complex)) << longest_line_log2);
  constexpr std::size_t of_table = (table_planes * sizeof(wide_complex)) << (2 * longest_line_log2);
  return 2 * (bytes >= of_block && total >= 5 * of_table ? longest_line_log2 : most_rows_log2);
}

device_roots device_search::run(const envelope& hull, const std::vector<ring>& rings, const device_limits& limits) {
  const cuda::device_scope own(state_->where);  // this may be another thread than the one that began
  if (!state_->there) state_->there = state_->terms.get();
  if (limits.done) limits.done("rest of sending");
  if (limits.others != nullptr) limits.others->of[limits.member].device = state_->scope.number();
  device_roots result = device_schedule(state_->terms_of, *state_->there, hull, rings, limits).run();
  awake = true;
  result.device = state_->scope.name();
  result.device_bytes = state_->use->most();
  return result;
}

}  // namespace vieta::near_linear
