#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cuda/block.hpp"
#include "cuda/check.hpp"
#include "cuda/device.hpp"
#include "cuda/staging.cuh"
#include "vieta/error.hpp"

// How the kernels of the near-linear method run on a CUDA device: in one stream, one after the other, but for those
// that are told to go beside each other.

namespace vieta::near_linear {
inline namespace VIETA_RUNS_ON {

using cuda::fetch_together;
using cuda::send_together;
using cuda::transfer;

/// Memory of the current device, from its pool.
template <class T>
class memory {
 public:
  memory() = default;
  explicit memory(std::size_t size) { resize(size); }

  /// What it held is lost. Shared memory is what other devices can reach.
  void resize(std::size_t size, bool is_shared = false) {
    pool_.reset();
    size_ = 0;
    int device = 0;
    cuda::check(cudaGetDevice(&device), "device");
    try {
      pool_ = std::make_unique<cuda::pool_memory>(device, std::max<std::size_t>(size * sizeof(T), 16), is_shared);
    } catch (const error&) {
      std::size_t free = 0, total = 0;
      cudaGetLastError();
      cudaMemGetInfo(&free, &total);
      throw error("device memory: " + gibibytes(free) + " GiB are free, expected " + gibibytes(size * sizeof(T)) +
                  " GiB more");
    }
    size_ = size;
  }
  void send(const std::vector<T>& from) {
    if (size_ != from.size() || !pool_) resize(from.size());
    send_together({with(from.data(), from.size())});
  }
  void fetch(T* to, std::size_t count) const { fetch_together({with(to, count)}); }
  /// For several copies together: the first `count` elements and where they are on the host.
  [[nodiscard]] transfer with(const T* host, std::size_t count) const {
    return {static_cast<unsigned char*>(pool_ ? pool_->get() : nullptr),
            reinterpret_cast<unsigned char*>(const_cast<T*>(host)), count * sizeof(T)};
  }
  void zero(std::size_t count) { cuda::check(cudaMemsetAsync(get(), 0, count * sizeof(T), nullptr), "memory"); }
  void zero() { zero(size_); }
  [[nodiscard]] T* get() const { return pool_ ? static_cast<T*>(pool_->get()) : nullptr; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  static std::string gibibytes(std::size_t bytes) {
    const std::size_t tenths = (bytes * 10 + (std::size_t{1} << 30) - 1) >> 30;
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
  }
  std::size_t size_ = 0;
  std::unique_ptr<cuda::pool_memory> pool_;
};

/// Streams for kernels that need not wait for each other. Each of them waits for what the usual stream was given
/// before, and that one for all of them. `turn_to(0)`: back to the usual one.
class side_streams {
 public:
  static constexpr int most = 8;
  static void turn_to(int stream) {
    thread_local side_streams own;
    current() = stream == 0 ? nullptr : own.stream(stream - 1);
  }
  static cudaStream_t& current() {
    thread_local cudaStream_t stream = nullptr;
    return stream;
  }
  side_streams(const side_streams&) = delete;
  side_streams& operator=(const side_streams&) = delete;
  ~side_streams() { forget(); }

 private:
  side_streams() = default;
  cudaStream_t stream(int at) {
    int device = 0;
    cuda::check(cudaGetDevice(&device), "device");
    if (device != device_) forget();
    device_ = device;
    if (streams_[at] == nullptr) cuda::check(cudaStreamCreate(&streams_[at]), "stream");
    return streams_[at];
  }
  void forget() {
    for (cudaStream_t& stream : streams_) {
      if (stream != nullptr) cudaStreamDestroy(stream);
      stream = nullptr;
    }
  }

  cudaStream_t streams_[most] = {};
  int device_ = -1;
};

template <class Body>
__global__ void __launch_bounds__(Body::threads) run_block(Body body, int first_y) {
  extern __shared__ unsigned char shared[];
  body(block{static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y) + first_y, static_cast<int>(threadIdx.x),
             static_cast<int>(blockDim.x), shared});
}

/// Runs a kernel for every place of a grid.
template <class Body>
void launch(const Body& body, int x, int y, int threads, std::size_t shared) {
  constexpr int most_y = 32768;
  if (x == 0) return;
  if (shared > 48 * 1024) {
    cuda::check(
        cudaFuncSetAttribute(run_block<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
        "shared memory");
  }
  for (int first = 0; first < y; first += most_y) {
    const dim3 grid(static_cast<unsigned>(x), static_cast<unsigned>(std::min(most_y, y - first)));
    run_block<<<grid, static_cast<unsigned>(threads), shared, side_streams::current()>>>(body, first);
    cuda::check(cudaGetLastError(), "launch");
  }
}

/// Sorts pairs by key, keeping the order of equal ones: the result lies in `to_keys`, `to_values`. Returns the bytes
/// that `work` must have if it is null. (sort.cu: the sort of the toolkit takes long to compile.)
std::size_t sort_pairs(void* work, std::size_t bytes, std::size_t count, const std::uint64_t* keys,
                       std::uint64_t* to_keys, const std::uint32_t* values, std::uint32_t* to_values);

inline void sort_by_key(memory<std::uint64_t>& keys, memory<std::uint32_t>& values) {
  memory<std::uint64_t> other_keys(keys.size());
  memory<std::uint32_t> other_values(values.size());
  const auto sort = [&](void* work, std::size_t bytes) {
    return sort_pairs(work, bytes, keys.size(), keys.get(), other_keys.get(), values.get(), other_values.get());
  };
  const memory<unsigned char> work(sort(nullptr, 0));
  sort(work.get(), work.size());
  std::swap(keys, other_keys);
  std::swap(values, other_values);
}

/// From the memory of another device, or of the same one, into that of the current one; `finish` waits for it.
inline void copy_between(void* to, const void* from, int from_device, std::size_t bytes) {
  if (bytes == 0) return;
  int device = 0;
  cuda::check(cudaGetDevice(&device), "device");
  cuda::check(cudaMemcpyPeerAsync(to, device, from, from_device, bytes, nullptr), "copy between devices");
}

inline void finish() { cuda::check(cudaDeviceSynchronize(), "kernel"); }

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::near_linear
