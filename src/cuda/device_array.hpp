#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "cuda/check.hpp"

namespace vieta::cuda {

/// Memory on the device.
template <class T>
class device_array {
 public:
  device_array() = default;
  explicit device_array(std::size_t size) { resize(size); }
  explicit device_array(const std::vector<T>& host) { assign(host.data(), host.size()); }
  device_array(device_array&& other) noexcept : size_(other.size_), p_(other.p_) {
    other.p_ = nullptr, other.size_ = 0;
  }
  device_array& operator=(device_array&& other) noexcept {
    std::swap(p_, other.p_), std::swap(size_, other.size_);
    return *this;
  }
  ~device_array() { cudaFree(p_); }

  void resize(std::size_t size) {
    if (size == size_) return;
    cudaFree(p_);
    p_ = nullptr, size_ = 0;
    if (size > 0) check(cudaMalloc(&p_, size * sizeof(T)), "device memory");
    size_ = size;
  }
  void assign(const T* host, std::size_t size) {
    resize(size);
    if (size > 0) check(cudaMemcpy(p_, host, size * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
  }
  void copy_to(T* host, std::size_t count) const {
    if (count > 0) check(cudaMemcpy(host, p_, count * sizeof(T), cudaMemcpyDeviceToHost), "copy from the device");
  }
  [[nodiscard]] T* get() const { return p_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  T* p_ = nullptr;
};

}  // namespace vieta::cuda
