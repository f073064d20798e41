#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/devices.hpp"
#include "vieta/target.hpp"

namespace vieta::cuda {

/// Compute capability that the kernels are compiled for.
inline constexpr int least_major = 8;

/// Makes the device of a call the current one; gives the caller's back at the end. Throws vieta::error if there is none
/// such, or it is too old.
class device_scope {
 public:
  explicit device_scope(const target& on)
      : number_(on.place == where::cuda ? on.device : 0), name_(name_of(number_)), current_(number_) {}

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  struct description {
    std::string name;
    int major = 0;
  };
  static std::string name_of(int device) {
    expect_cuda_device(device);
    const std::string number = "cuda:" + std::to_string(device);
    const description found = describe(device);
    if (found.major < least_major)
      throw error("target " + number + ": " + found.name + " has compute capability " + std::to_string(found.major) +
                  ", expected " + std::to_string(least_major) + " or more");
    return number + ' ' + found.name;
  }
  // The question takes a millisecond, so it is asked once.
  static description describe(int device) {
    static std::mutex lock;
    static std::map<int, description> known;
    const std::scoped_lock guard(lock);
    const auto place = known.find(device);
    if (place != known.end()) return place->second;
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "device");
    return known[device] = {properties.name, properties.major};
  }

  int number_;
  std::string name_;
  current_cuda_device current_;
};

/// How much of a pool stays with the process when nothing is in use.
inline constexpr unsigned long long kept_of_pool = 1ull << 30;

/// The pool of a device whose memory all other devices can reach, so that copies between them go by their own links.
/// Made once for each device. It is not the usual pool, as all memory of such a pool is mapped on all devices.
inline cudaMemPool_t shared_pool(int device) {
  static std::mutex lock;
  static std::map<int, cudaMemPool_t> pools;
  const std::scoped_lock guard(lock);
  const auto place = pools.find(device);
  if (place != pools.end()) return place->second;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.location.id = device;
  cudaMemPool_t pool = nullptr;
  check(cudaMemPoolCreate(&pool, &properties), "memory pool");
  int devices = 0;
  check(cudaGetDeviceCount(&devices), "device");
  std::vector<cudaMemAccessDesc> readers;
  for (int other = 0; other < devices; ++other) {
    int reaches = 0;
    if (other != device) check(cudaDeviceCanAccessPeer(&reaches, other, device), "device");
    if (reaches == 0) continue;  // the driver copies by the host then
    cudaMemAccessDesc reader{};
    reader.location.type = cudaMemLocationTypeDevice;
    reader.location.id = other;
    reader.flags = cudaMemAccessFlagsProtReadWrite;
    readers.push_back(reader);
  }
  if (!readers.empty()) check(cudaMemPoolSetAccess(pool, readers.data(), readers.size()), "memory pool");
  unsigned long long kept = kept_of_pool;
  check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "memory pool");
  return pools[device] = pool;
}

/// Memory that comes from a device's pool and goes back there: after the first time that takes microseconds. Up to 1
/// GiB stays with the process.
class pool_memory {
 public:
  pool_memory(int device, std::size_t bytes, bool is_shared = false) {
    if (bytes == 0) return;
    if (is_shared) {
      check(cudaMallocFromPoolAsync(&p_, bytes, shared_pool(device), nullptr), "device memory");
      return;
    }
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, device), "memory pool");
    unsigned long long kept = 0;
    check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "memory pool");
    if (kept < kept_of_pool) {
      kept = kept_of_pool;
      check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "memory pool");
    }
    check(cudaMallocAsync(&p_, bytes, nullptr), "device memory");
  }
  pool_memory(const pool_memory&) = delete;
  pool_memory& operator=(const pool_memory&) = delete;
  ~pool_memory() {
    if (p_ != nullptr) cudaFreeAsync(p_, nullptr);
  }
  [[nodiscard]] void* get() const { return p_; }

 private:
  void* p_ = nullptr;
};

/// An array in such memory.
template <class T>
class pool_array {
 public:
  pool_array(int device, std::size_t size) : memory_(std::make_unique<pool_memory>(device, size * sizeof(T))) {}
  [[nodiscard]] T* get() const { return static_cast<T*>(memory_->get()); }

 private:
  std::unique_ptr<pool_memory> memory_;
};

/// While it lives, a device's pools keep what is given back, so that the stages of a call need not ask the driver for
/// it again; afterwards they let go of it at the next synchronisation. Knows the most memory that was in use at a time.
class pool_use {
 public:
  explicit pool_use(int device, bool with_shared = false) {
    pools_.resize(1);
    check(cudaDeviceGetDefaultMemPool(&pools_[0], device), "memory pool");
    if (with_shared) pools_.push_back(shared_pool(device));
    for (cudaMemPool_t pool : pools_) {
      unsigned long long none = 0;  // that is: begin anew
      check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &none), "memory pool");
      unsigned long long kept = 0, all = ~0ull;
      check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "memory pool");
      kept_.push_back(kept);
      check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "memory pool");
    }
  }
  pool_use(const pool_use&) = delete;
  pool_use& operator=(const pool_use&) = delete;
  ~pool_use() {
    for (std::size_t i = 0; i < pools_.size(); ++i) {
      unsigned long long kept = std::max(kept_[i], kept_of_pool);
      if (kept == ~0ull) kept = kept_of_pool;  // another call was at work when this one began
      cudaMemPoolSetAttribute(pools_[i], cudaMemPoolAttrReleaseThreshold, &kept);
    }
  }
  [[nodiscard]] std::int64_t most() const {
    std::int64_t all = 0;
    for (cudaMemPool_t pool : pools_) {
      unsigned long long bytes = 0;
      check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &bytes), "memory pool");
      all += static_cast<std::int64_t>(bytes);
    }
    return all;
  }

 private:
  std::vector<cudaMemPool_t> pools_;
  std::vector<unsigned long long> kept_;
};

}  // namespace vieta::cuda
