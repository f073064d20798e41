#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "newton/evaluator.hpp"
#include "real_roots/cuda/check.hpp"

namespace vieta::systems {

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
    if (size > 0) cuda::check(cudaMalloc(&p_, size * sizeof(T)), "memory for a system");
    size_ = size;
  }
  void assign(const T* host, std::size_t size) {
    resize(size);
    if (size > 0) cuda::check(cudaMemcpy(p_, host, size * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
  }
  void copy_to(T* host, std::size_t count) const {
    if (count > 0) cuda::check(cudaMemcpy(host, p_, count * sizeof(T), cudaMemcpyDeviceToHost), "copy from the device");
  }
  [[nodiscard]] T* get() const { return p_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  T* p_ = nullptr;
};

/// A multi_array on the device.
class device_planes {
 public:
  void resize(std::size_t size, int parts, bool complex) {
    for (int k = 0; k < 4; ++k) {
      re_[static_cast<std::size_t>(k)].resize(k < parts ? size : 0);
      im_[static_cast<std::size_t>(k)].resize(k < parts && complex ? size : 0);
    }
  }
  [[nodiscard]] planes view() const {
    planes p;
    for (std::size_t k = 0; k < 4; ++k) p.re[k] = re_[k].get(), p.im[k] = im_[k].get();
    return p;
  }
  [[nodiscard]] const_planes read() const {
    const_planes p;
    for (std::size_t k = 0; k < 4; ++k) p.re[k] = re_[k].get(), p.im[k] = im_[k].get();
    return p;
  }
  /// Numbers from the host into the places from `at` on.
  void put(const multi_array& from, std::size_t at) const {
    const const_planes f = from.view();
    for (std::size_t k = 0; k < 4; ++k) {
      copy_in(re_[k], f.re[k], at, from.size());
      copy_in(im_[k], f.im[k], at, from.size());
    }
  }
  void get(multi_array& to) const {
    const planes t = to.view();
    for (std::size_t k = 0; k < 4; ++k) {
      if (t.re[k] != nullptr && re_[k].get() != nullptr) re_[k].copy_to(t.re[k], to.size());
      if (t.im[k] != nullptr && im_[k].get() != nullptr) im_[k].copy_to(t.im[k], to.size());
    }
  }

 private:
  static void copy_in(const device_array<double>& to, const double* from, std::size_t at, std::size_t count) {
    if (to.get() == nullptr) return;
    if (from == nullptr)
      cuda::check(cudaMemset(to.get() + at, 0, count * sizeof(double)), "clearing");
    else
      cuda::check(cudaMemcpy(to.get() + at, from, count * sizeof(double), cudaMemcpyHostToDevice),
                  "copy to the device");
  }
  std::array<device_array<double>, 4> re_, im_;
};

}  // namespace vieta::systems
