#pragma once

#include <cuda_runtime_api.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/float_environment.hpp"
#include "cuda/check.hpp"
#include "cuda/staging.cuh"
#include "cuda/transfer.hpp"

// Parts of a batch in host memory that travel to the device, are worked on there, and travel back: while one is worked
// on, the next one is on its way there and the one before on its way back. A link carries both directions at once.

namespace vieta::cuda {

/// Memory of the host that the device reaches by itself.
inline bool is_locked(const void* host) {
  cudaPointerAttributes about{};
  if (cudaPointerGetAttributes(&about, host) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return about.type == cudaMemoryTypeHost || about.type == cudaMemoryTypeManaged;
}

class round_trips {
 public:
  static constexpr std::size_t under_way = 3;  ///< parts at a time, each in memory of its own on the device

  /// One part. Transfers are between its memory and the host's.
  struct trip {
    std::vector<transfer> sent, fetched;
    std::function<void(cudaStream_t)> work;
  };

  round_trips() {
    check(cudaGetDevice(&device_), "device");
    for (lane& own : lanes_) {
      check(cudaStreamCreateWithFlags(&own.stream, cudaStreamNonBlocking), "stream");
      check(cudaEventCreateWithFlags(&own.back, cudaEventDisableTiming), "event");
    }
  }
  round_trips(const round_trips&) = delete;
  round_trips& operator=(const round_trips&) = delete;
  ~round_trips() {
    for (lane& own : lanes_) {
      if (own.stream != nullptr) cudaStreamDestroy(own.stream);
      if (own.back != nullptr) cudaEventDestroy(own.back);
    }
  }

  /// `trip_of(part, lane)`: a part's trip, in the memory of one of `under_way` lanes. Memory that the usual stream was
  /// asked for must be there.
  void run(std::size_t parts, const std::function<trip(std::size_t part, std::size_t lane)>& trip_of) {
    std::jthread back([this] { bring_back(); });
    try {
      for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t lane = part % under_way;
        wait_for(lane);
        trip next = trip_of(part, lane);
        travel(next.sent, true, lanes_[lane].stream);
        next.work(lanes_[lane].stream);
        hand_over(lane, std::move(next.fetched));
      }
    } catch (...) {
      fail(std::current_exception());
    }
    hand_over(no_lane, {});
    back.join();
    // What a failure left under way is over before memory goes.
    for (const lane& own : lanes_) cudaStreamSynchronize(own.stream);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  static constexpr std::size_t no_lane = ~std::size_t{0};
  struct lane {
    cudaStream_t stream = nullptr;
    cudaEvent_t back = nullptr;
    bool is_taken = false;
  };
  struct return_trip {
    std::size_t lane = no_lane;
    std::vector<transfer> fetched;
  };

  /// What is locked travels by itself, the rest through buffers that are.
  static void travel(const std::vector<transfer>& asked, bool to_device, cudaStream_t stream) {
    std::vector<transfer> ordinary;
    for (const transfer& t : asked) {
      if (t.bytes == 0) continue;
      if (!is_locked(t.host)) {
        ordinary.push_back(t);
        continue;
      }
      check(to_device ? cudaMemcpyAsync(t.device, t.host, t.bytes, cudaMemcpyHostToDevice, stream)
                      : cudaMemcpyAsync(t.host, t.device, t.bytes, cudaMemcpyDeviceToHost, stream),
            "copy");
    }
    if (ordinary.empty()) return;
    if (to_device)
      staging::shared(direction::to_device).send(ordinary, stream);
    else
      staging::shared(direction::to_host).fetch(ordinary, stream);
  }

  void wait_for(std::size_t lane) {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return failure_ || !lanes_[lane].is_taken; });
    if (failure_) std::rethrow_exception(failure_);
    lanes_[lane].is_taken = true;
  }
  void hand_over(std::size_t lane, std::vector<transfer> fetched) {
    const std::scoped_lock guard(lock_);
    returning_.push_back({lane, std::move(fetched)});
    changed_.notify_all();
  }
  void fail(std::exception_ptr failure) {
    const std::scoped_lock guard(lock_);
    if (!failure_) failure_ = failure;
    changed_.notify_all();
  }

  void bring_back() {
    const float_environment floats;
    try {
      check(cudaSetDevice(device_), "device");
      while (true) {
        return_trip next;
        {
          std::unique_lock guard(lock_);
          changed_.wait(guard, [&] { return !returning_.empty(); });
          next = std::move(returning_.front());
          returning_.pop_front();
          if (next.lane == no_lane || failure_) return;
        }
        lane& own = lanes_[next.lane];
        travel(next.fetched, false, own.stream);
        check(cudaEventRecord(own.back, own.stream), "event");
        check(cudaEventSynchronize(own.back), "copy from the device");
        const std::scoped_lock guard(lock_);
        own.is_taken = false;
        changed_.notify_all();
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  int device_ = 0;
  lane lanes_[under_way];
  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<return_trip> returning_;
  std::exception_ptr failure_;
};

}  // namespace vieta::cuda
