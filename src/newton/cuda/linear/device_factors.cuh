#pragma once

#include <cmath>
#include <complex>
#include <memory>
#include <vector>

#include "newton/cuda/device_memory.hpp"
#include "newton/cuda/linear/gmres.cuh"
#include "newton/cuda/linear/inverse_schedule.hpp"
#ifdef VIETA_HAVE_CUSOLVER
#include "newton/cuda/linear/cusolver_inverse.cuh"
#endif

namespace vieta::systems::device {

/// Factors of a matrix in double on a device, kept as an inverse, which is one product to apply: from some size on by
/// cuSOLVER where that is installed, else by `dense_inverse`.
template <bool C>
class device_factors {
 public:
  /// Whether `factor` can: a panel of the matrix fits into shared memory.
  static bool fits(std::size_t n) { return dense_inverse<C>::fits(n, shared_bytes()); }

  /// False at a pivot that is zero or not finite.
  bool factor(const const_planes& matrix, std::size_t n, std::size_t cusolver_from) {
    by_library_ = false;
#ifdef VIETA_HAVE_CUSOLVER
    if (n >= cusolver_from && !tried_) library_ = cusolver_inverse<C>::make(n);
    tried_ = tried_ || n >= cusolver_from;
    if (library_) {
      const planes a = copy_of(matrix, n);
      const auto outcome = library_->invert(a.re[0], a.im[0]);
      by_library_ = outcome == cusolver_inverse<C>::outcome::done;
      if (outcome != cusolver_inverse<C>::outcome::failed) return by_library_;
      library_.reset();
    }
#else
    (void)cusolver_from;
#endif
    if (!own_) own_ = std::make_unique<dense_inverse<C>>(n, shared_bytes());
    const planes a = copy_of(matrix, n);
    return own_->invert(a.re[0], a.im[0]);
  }

  void solve(std::vector<std::complex<double>>& x) {
    const std::size_t n = x.size();
    if (!by_library_) own_->exchange(x);
    multi_array plain(n, 1, C);
    const planes p = plain.view();
    for (std::size_t k = 0; k < n; ++k) {
      p.re[0][k] = x[k].real();
      if (C) p.im[0][k] = x[k].imag();
    }
    right_.resize(n, 1, C), product_.resize(n, 1, C);
    right_.put(plain, 0);
    const const_planes a = inverse_.read(), b = right_.read();
    const planes y = product_.view();
    matrix_times_vector<C>
        <<<static_cast<unsigned>((n * 32 + 255) / 256), 256>>>(n, a.re[0], a.im[0], b.re[0], b.im[0], y.re[0], y.im[0]);
    vieta::cuda::check(cudaGetLastError(), "a solution by the inverse");
    product_.get(plain);
    for (std::size_t k = 0; k < n; ++k) x[k] = {p.re[0][k], C ? p.im[0][k] : 0.0};
  }

  /// |A| |A^-1| in the maximum norm.
  [[nodiscard]] double condition() const {
#ifdef VIETA_HAVE_CUSOLVER
    if (by_library_) return library_->condition();
#endif
    return own_ ? own_->condition() : HUGE_VAL;
  }

 private:
  static std::size_t shared_bytes() {
    int device = 0, shared = 0;
    vieta::cuda::check(cudaGetDevice(&device), "device");
    vieta::cuda::check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device), "device");
    return static_cast<std::size_t>(shared);
  }
  planes copy_of(const const_planes& matrix, std::size_t n) {
    inverse_.resize(n * n, 1, C);
    const planes to = inverse_.view();
    const auto copy = [&](double* target, const double* source) {
      const auto bytes = n * n * sizeof(double);
      vieta::cuda::check(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, nullptr), "copy");
    };
    copy(to.re[0], matrix.re[0]);
    if (C) copy(to.im[0], matrix.im[0]);
    return to;
  }

  device_planes inverse_, right_, product_;
  std::unique_ptr<dense_inverse<C>> own_;
#ifdef VIETA_HAVE_CUSOLVER
  std::unique_ptr<cusolver_inverse<C>> library_;
  bool tried_ = false;
#endif
  bool by_library_ = false;
};

}  // namespace vieta::systems::device
