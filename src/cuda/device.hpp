#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

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

/// Memory that comes from the device's pool and goes back there: after the first time that takes microseconds. Up to 1
/// GiB stays with the process.
class pool_memory {
 public:
  pool_memory(int device, std::size_t bytes) {
    if (bytes == 0) return;
    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, device), "memory pool");
    unsigned long long kept = 0;
    check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), "memory pool");
    constexpr unsigned long long wanted = 1ull << 30;
    if (kept < wanted) {
      kept = wanted;
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

/// The most memory of a device's pool that was in use at a time, from its construction on.
class pool_use {
 public:
  explicit pool_use(int device) {
    check(cudaDeviceGetDefaultMemPool(&pool_, device), "memory pool");
    unsigned long long none = 0;  // that is: begin anew
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrUsedMemHigh, &none), "memory pool");
  }
  [[nodiscard]] std::int64_t most() const {
    unsigned long long bytes = 0;
    check(cudaMemPoolGetAttribute(pool_, cudaMemPoolAttrUsedMemHigh, &bytes), "memory pool");
    return static_cast<std::int64_t>(bytes);
  }

 private:
  cudaMemPool_t pool_ = nullptr;
};

}  // namespace vieta::cuda
