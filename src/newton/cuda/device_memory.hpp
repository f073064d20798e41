#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "cuda/device_array.hpp"
#include "newton/evaluator.hpp"

namespace vieta::systems {

using vieta::cuda::device_array;

/// A multi_array on the device.
class device_planes {
 public:
  /// Planes grow and never shrink: precision goes up and down from step to step, and memory takes long to get.
  void resize(std::size_t size, int parts, bool complex) {
    for (int k = 0; k < parts; ++k) {
      grow(re_[static_cast<std::size_t>(k)], size);
      if (complex) grow(im_[static_cast<std::size_t>(k)], size);
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
  static void grow(device_array<double>& plane, std::size_t size) {
    if (plane.size() < size) plane.resize(size);
  }
  static void copy_in(const device_array<double>& to, const double* from, std::size_t at, std::size_t count) {
    if (to.get() == nullptr) return;
    if (from == nullptr)
      vieta::cuda::check(cudaMemset(to.get() + at, 0, count * sizeof(double)), "clearing");
    else
      vieta::cuda::check(cudaMemcpy(to.get() + at, from, count * sizeof(double), cudaMemcpyHostToDevice),
                         "copy to the device");
  }
  std::array<device_array<double>, 4> re_, im_;
};

}  // namespace vieta::systems
