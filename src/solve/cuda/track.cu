// Paths on a CUDA device: a team of threads follows one path after another.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <thread>
#include <type_traits>
#include <vector>

#include "cuda/device.hpp"
#include "solve/cuda/packed_jobs.hpp"
#include "solve/cuda/path_worker.hpp"
#include "solve/track/device_tracker.hpp"

namespace vieta::tracking {
namespace VIETA_TRACKS_ON {
namespace {

using vieta::cuda::check;
using vieta::cuda::pool_memory;

constexpr unsigned warp = 32, smallest_team = 4, most_teams = warp / smallest_team;
constexpr std::size_t most_at_once = std::size_t{1} << 18, most_bytes = std::size_t{1} << 28;
/// Warps that a processor should hold at least: enough to hide most of the memory's latency.
constexpr std::size_t wanted_warps = 4;
/// A path with more than this takes the device's memory instead of the processor's own.
constexpr std::size_t most_shared = std::size_t{96} << 10, most_slab_bytes = std::size_t{4} << 30, most_in_slabs = 32;

using worker = path_worker<warp_team>;
constexpr std::size_t worker_doubles = (sizeof(worker) + 15) / 16 * 2;

struct launch_plan {
  std::uint32_t team = warp;     ///< threads for one path
  std::size_t path_doubles = 0;  ///< of a path's arrays
  double* slabs = nullptr;       ///< where they lie, or null: in shared memory, after the workers
};

__global__ void __launch_bounds__(warp)
    track(const __grid_constant__ tape_view tape, const __grid_constant__ tracking_settings settings,
          const __grid_constant__ device_jobs jobs, const __grid_constant__ launch_plan plan, const int* stop,
          unsigned long long* next) {
  extern __shared__ __align__(16) double shared[];
  __shared__ unsigned long long taken[most_teams];
  const std::uint32_t place = threadIdx.x / plan.team, teams = warp / plan.team;
  warp_team team;
  team.count = plan.team;
  team.mask = plan.team == warp ? ~0U : ((1U << plan.team) - 1) << (place * plan.team);
  for (team.columns = 1; team.columns * team.columns < plan.team;) team.columns *= 2;
  double* const memory = plan.slabs != nullptr
                             ? plan.slabs + (blockIdx.x * std::size_t{teams} + place) * plan.path_doubles
                             : shared + teams * worker_doubles + place * plan.path_doubles;
  auto* const own = reinterpret_cast<worker*>(shared + place * worker_doubles);
  if (team.first()) new (own) worker(tape, settings, jobs, team, memory);
  team.barrier();
  const volatile int* const must_stop = stop;
  own->follow(
      [&] {
        if (team.first()) taken[place] = *must_stop != 0 ? jobs.count : atomicAdd(next, 1ULL);
        team.barrier();
        const unsigned long long k = taken[place];
        team.barrier();
        return static_cast<std::size_t>(k);
      },
      must_stop);
}

/// Calls put(array, count) for each array of a homotopy.
template <class Put>
void for_arrays(tape_view& h, const Put& put) {
  const std::size_t all = h.products + h.derivatives, n = h.variables, entries = h.entry_begin[n * n];
  const std::size_t parts = h.parameters > 0 ? h.part_begin[h.terms] : 0, of_parts = h.parameters > 0 ? h.terms + 1 : 0;
  put(h.left, all), put(h.right, all), put(h.run_begin, h.product_runs + h.derivative_runs + 1);
  put(h.term_begin, h.equations + 1), put(h.term_node, h.terms);
  put(h.target, 2 * h.terms), put(h.change, 2 * h.terms);
  put(h.entry_begin, n * n + 1), put(h.entry_term, entries), put(h.entry_node, entries), put(h.entry_factor, entries);
  put(h.parameter_left, h.parameter_products), put(h.parameter_right, h.parameter_products);
  put(h.parameter_run_begin, h.parameters > 0 ? h.parameter_runs + 1 : 0);
  put(h.part_begin, of_parts), put(h.part_node, parts), put(h.part_factor, 2 * parts);
}
template <class T>
std::size_t bytes_of(const T* /*array*/, std::size_t count) {
  return (count * sizeof(T) + 255) / 256 * 256;
}

/// The homotopy on the device.
class device_tape {
 public:
  device_tape(int device, const leading_constants& constants) : view(constants.view) {
    std::size_t total = 0;
    for_arrays(view, [&](const auto*& array, std::size_t count) { total += bytes_of(array, count); });
    memory_ = std::make_unique<pool_memory>(device, total);
    char* next = static_cast<char*>(memory_->get());
    for_arrays(view, [&](const auto*& array, std::size_t count) {
      using T = std::remove_cvref_t<decltype(*array)>;
      if (count > 0)
        check(cudaMemcpyAsync(next, array, count * sizeof(T), cudaMemcpyHostToDevice, nullptr), "homotopy");
      const std::size_t bytes = bytes_of(array, count);
      array = reinterpret_cast<const T*>(next);
      next += bytes;
    });
    check(cudaStreamSynchronize(nullptr), "homotopy");
  }
  tape_view view;

 private:
  std::unique_ptr<pool_memory> memory_;
};

/// Numbers of the paths on the device.
template <class T>
class path_array {
 public:
  path_array(int device, const std::vector<T>& host) : memory_(device, host.size() * sizeof(T)) {
    if (!host.empty())
      check(cudaMemcpyAsync(get(), host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice, nullptr), "paths");
  }
  [[nodiscard]] T* get() const { return static_cast<T*>(memory_.get()); }
  void fetch(std::vector<T>& host) const {
    if (!host.empty()) check(cudaMemcpy(host.data(), get(), host.size() * sizeof(T), cudaMemcpyDeviceToHost), "paths");
  }

 private:
  pool_memory memory_;
};

/// A number that host and device both see.
class shared_flag {
 public:
  shared_flag() { check(cudaHostAlloc(&p_, sizeof(int), cudaHostAllocMapped), "flag"), *p_ = 0; }
  shared_flag(const shared_flag&) = delete;
  shared_flag& operator=(const shared_flag&) = delete;
  ~shared_flag() { cudaFreeHost(p_); }
  void set() const { *static_cast<volatile int*>(p_) = 1; }
  [[nodiscard]] const int* on_device() const {
    void* d = nullptr;
    check(cudaHostGetDevicePointer(&d, p_, 0), "flag");
    return static_cast<const int*>(d);
  }

 private:
  int* p_ = nullptr;
};

struct processors {
  std::size_t count = 0, shared = 0, shared_of_block = 0;
  explicit processors(int device) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device), "device");
    count = static_cast<std::size_t>(value);
    check(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device), "device");
    shared = static_cast<std::size_t>(value);
    check(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "device");
    shared_of_block = static_cast<std::size_t>(value);
  }
};

/// Waits for the device, and tells it when to stop.
void wait_for(const shared_flag& stop, const std::function<bool()>& must_stop) {
  for (unsigned round = 0; cudaStreamQuery(nullptr) == cudaErrorNotReady; ++round) {
    if (round > 200) std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (must_stop()) stop.set();
  }
  check(cudaDeviceSynchronize(), "paths");
}

void follow(const device_tape& tape, const tracking_settings& settings, int device, packed_jobs& jobs,
            const std::function<bool()>& must_stop) {
  const std::size_t count = jobs.ends.size();
  const path_array<double> points(device, jobs.points), t(device, jobs.t), targets(device, jobs.targets),
      generic(device, jobs.generic), rates(device, jobs.rates), last_t(device, jobs.last_t),
      accuracy(device, jobs.accuracy);
  const path_array<std::uint32_t> set_of(device, jobs.set_of);
  const path_array<std::int32_t> steps(device, jobs.steps), rejected(device, jobs.rejected);
  const path_array<device_end> ends(device, jobs.ends);
  const path_array<unsigned long long> next(device, {0});
  device_jobs there;
  there.count = count;
  there.points = points.get(), there.t = t.get(), there.targets = targets.get(), there.generic = generic.get();
  there.rates = rates.get(), there.set_of = set_of.get();
  there.without_circles = jobs.without_circles, there.newton_first = jobs.newton_first;
  there.ends = ends.get(), there.last_t = last_t.get(), there.accuracy = accuracy.get();
  there.steps = steps.get(), there.rejected = rejected.get();

  const processors chip(device);
  launch_plan plan;
  plan.path_doubles = path_memory(tape.view);
  const std::size_t arrays = plan.path_doubles * sizeof(double), own = worker_doubles * sizeof(double);
  const bool in_shared = arrays <= most_shared;
  const std::size_t each = own + (in_shared ? arrays : 0), of_block = 2048;  // what CUDA takes, and `taken`
  // Paths that a processor has at a time, and threads for each so that it is busy.
  std::size_t resident = in_shared ? chip.shared / (each + of_block) : most_in_slabs;
  resident = std::clamp<std::size_t>((count - 1) / chip.count + 1, 1, std::max<std::size_t>(resident, 1));
  for (plan.team = smallest_team; warp > plan.team && plan.team * resident < wanted_warps * warp;) plan.team *= 2;
  while (warp > plan.team && warp / plan.team * each > chip.shared_of_block - of_block) plan.team *= 2;
  const std::size_t teams = warp / plan.team, room = teams * each;
  check(cudaFuncSetAttribute(track, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(room)), "memory");
  check(cudaFuncSetAttribute(track, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared),
        "memory");
  int blocks_each = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, track, warp, room), "occupancy");
  std::size_t blocks =
      std::min(static_cast<std::size_t>(std::max(blocks_each, 1)) * chip.count, (count - 1) / teams + 1);
  if (!in_shared) blocks = std::clamp<std::size_t>(most_slab_bytes / (teams * arrays), 1, blocks);
  const pool_memory slabs(device, in_shared ? 0 : blocks * teams * arrays);
  plan.slabs = static_cast<double*>(slabs.get());
  const shared_flag stop;
  track<<<static_cast<unsigned>(blocks), warp, room>>>(tape.view, settings, there, plan, stop.on_device(), next.get());
  check(cudaGetLastError(), "start of paths");
  wait_for(stop, must_stop);
  points.fetch(jobs.points), ends.fetch(jobs.ends), last_t.fetch(jobs.last_t), accuracy.fetch(jobs.accuracy);
  steps.fetch(jobs.steps), rejected.fetch(jobs.rejected);
}

}  // namespace
}  // namespace VIETA_TRACKS_ON

void follow_on_cuda(const homotopy_tape& tape, const tracking_settings& settings, const target& on, std::size_t count,
                    int threads, const std::function<path_job(std::size_t)>& job,
                    const std::function<void(std::size_t, path_end&&)>& done, const std::function<bool()>& must_stop) {
  using namespace VIETA_TRACKS_ON;
  const vieta::cuda::device_scope scope(on);
  const device_tape there(scope.number(), leading_constants(tape.view()));
  const std::size_t each = 16 * (there.view.variables + std::size_t{there.view.parameters}) + 64;
  const std::size_t part = std::clamp<std::size_t>(most_bytes / each, 1, most_at_once);
  for (std::size_t first = 0; first < count && !must_stop(); first += part) {
    packed_jobs jobs(tape.view(), first, std::min(part, count - first), threads, job);
    follow(there, settings, scope.number(), jobs, must_stop);
    jobs.report(done);
  }
}

std::string device_name(const target& on) { return vieta::cuda::device_scope(on).name(); }

}  // namespace vieta::tracking
