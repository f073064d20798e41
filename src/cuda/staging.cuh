#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <vector>

#include "base/parallel_for.hpp"
#include "cuda/check.hpp"
#include "cuda/transfer.hpp"

// Copies between the device and ordinary memory of the host. The driver's own way through its buffers is several times
// slower than buffers that stay locked in memory, two for each of a few threads: one travels while the other is copied.

namespace vieta::cuda {

enum class direction : unsigned char { to_device, to_host };

class staging {
 public:
  static constexpr std::size_t piece = 1UL << 20, worth_while = 1UL << 20;
  /// Of the current device: calls for different devices do not wait for each other, nor do those for different
  /// directions.
  static staging& shared(direction way) {
    static staging of_devices[64][2];
    int device = 0;
    check(cudaGetDevice(&device), "device");
    return of_devices[device % 64][static_cast<int>(way)];
  }

  /// All that is asked for, in one go of the threads. What is sent has left the host's memory then, and is on its way
  /// on the stream; what is fetched has come.
  void send(const std::vector<transfer>& asked, cudaStream_t stream = nullptr) { run(asked, true, stream); }
  void fetch(const std::vector<transfer>& asked, cudaStream_t stream = nullptr) { run(asked, false, stream); }

 private:
  static constexpr std::size_t most_threads = 8;
  struct buffer {
    unsigned char* memory = nullptr;
    cudaEvent_t free = nullptr;  ///< what was asked for last has travelled
  };

  void run(const std::vector<transfer>& asked, bool to_device, cudaStream_t stream) {
    const std::scoped_lock guard(lock_);
    // Enough pieces for all threads where there is little.
    constexpr std::size_t least_piece = 1UL << 16;
    std::size_t all = 0;
    for (const transfer& t : asked) all += t.bytes;
    const std::size_t size = std::clamp(all / (2 * most_threads), least_piece, piece);
    std::vector<transfer> pieces;
    for (const transfer& t : asked) {
      for (std::size_t at = 0; at < t.bytes; at += size)
        pieces.push_back({t.device + at, t.host + at, std::min(size, t.bytes - at)});
    }
    const std::size_t threads =
        std::min({most_threads, static_cast<std::size_t>(thread_count(0)), (pieces.size() + 1) / 2});
    int device = 0;
    check(cudaGetDevice(&device), "device");
    prepare(device, threads);
    parallel_for(threads, 1, static_cast<int>(threads), [&](std::size_t first, std::size_t last) {
      check(cudaSetDevice(device), "device");
      for (std::size_t t = first; t < last; ++t) {
        if (to_device)
          send_every(pieces, t, threads, stream);
        else
          fetch_every(pieces, t, threads, stream);
      }
    });
  }
  // Pieces first, first + step, ... by the two buffers of one thread.
  void send_every(const std::vector<transfer>& pieces, std::size_t first, std::size_t step, cudaStream_t stream) {
    for (std::size_t i = first, k = 0; i < pieces.size(); i += step, k ^= 1) {
      const buffer& own = buffers_[2 * first + k];
      const transfer& t = pieces[i];
      check(cudaEventSynchronize(own.free), "copy to the device");
      std::memcpy(own.memory, t.host, t.bytes);
      check(cudaMemcpyAsync(t.device, own.memory, t.bytes, cudaMemcpyHostToDevice, stream), "copy");
      check(cudaEventRecord(own.free, stream), "copy to the device");
    }
  }
  void fetch_every(const std::vector<transfer>& pieces, std::size_t first, std::size_t step, cudaStream_t stream) {
    const auto start = [&](std::size_t i, std::size_t k) {
      if (i >= pieces.size()) return;
      const buffer& own = buffers_[2 * first + k];
      const transfer& t = pieces[i];
      check(cudaMemcpyAsync(own.memory, t.device, t.bytes, cudaMemcpyDeviceToHost, stream), "copy");
      check(cudaEventRecord(own.free, stream), "copy from the device");
    };
    start(first, 0);
    start(first + step, 1);
    for (std::size_t i = first, k = 0; i < pieces.size(); i += step, k ^= 1) {
      const buffer& own = buffers_[2 * first + k];
      check(cudaEventSynchronize(own.free), "copy from the device");
      std::memcpy(pieces[i].host, own.memory, pieces[i].bytes);
      start(i + 2 * step, k);
    }
  }
  // Buffers belong to the process; events to the device that was current when they were made.
  void prepare(int device, std::size_t threads) {
    for (std::size_t k = 0; k < 2 * threads; ++k) {
      buffer& own = buffers_[k];
      if (own.memory == nullptr)
        check(cudaHostAlloc(reinterpret_cast<void**>(&own.memory), piece, cudaHostAllocPortable), "host memory");
    }
    for (buffer& own : buffers_) {
      if (own.free != nullptr && device != device_) {
        cudaEventDestroy(own.free);
        own.free = nullptr;
      }
      if (own.free == nullptr) check(cudaEventCreateWithFlags(&own.free, cudaEventDisableTiming), "event");
    }
    device_ = device;
  }

  std::mutex lock_;
  buffer buffers_[2 * most_threads];
  int device_ = 0;
};

/// What is small goes by itself.
inline void send_together(const std::vector<transfer>& asked) {
  std::vector<transfer> large;
  for (const transfer& t : asked) {
    if (t.bytes >= staging::worth_while)
      large.push_back(t);
    else if (t.bytes > 0)
      check(cudaMemcpyAsync(t.device, t.host, t.bytes, cudaMemcpyHostToDevice, nullptr), "copy");
  }
  if (!large.empty()) staging::shared(direction::to_device).send(large);
}
inline void fetch_together(const std::vector<transfer>& asked) {
  std::vector<transfer> large;
  for (const transfer& t : asked) {
    if (t.bytes >= staging::worth_while)
      large.push_back(t);
    else if (t.bytes > 0)
      check(cudaMemcpy(t.host, t.device, t.bytes, cudaMemcpyDeviceToHost), "copy from the device");
  }
  if (!large.empty()) staging::shared(direction::to_host).fetch(large);
}

}  // namespace vieta::cuda
