#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "cuda/check.hpp"
#include "newton/cuda/device_memory.hpp"
#include "newton/cuda/linear/gmres.cuh"

namespace vieta::systems::device {

/// GMRES on a device for matrices of one size after another, with its memory.
template <bool C>
class gmres_solver {
 public:
  using scalar = std::complex<double>;

  /// As `gmres` in dense.cpp, with classical Gram-Schmidt done twice: all dots of a step are one launch.
  gmres_outcome solve(const const_planes& a, std::vector<scalar>& x, double tolerance, int max_steps) {
    const std::size_t n = x.size();
    const auto size = [&](int vectors) { return static_cast<std::size_t>(vectors) * n; };
    resize(n, max_steps);
    const unsigned wide = blocks(n, 256);
    inverse_diagonal<C><<<wide, 256>>>(n, a.re[0], a.im[0], d_re_.get(), d_im_.get());
    const auto row = [&](const device_array<double>& v, int k) {
      return v.get() == nullptr ? nullptr : v.get() + size(k);
    };

    double start = 0;
    std::vector<double> re(n), im(C ? n : 0);
    for (std::size_t k = 0; k < n; ++k) {
      start += std::norm(x[k]);
      re[k] = x[k].real();
      if (C) im[k] = x[k].imag();
    }
    start = std::sqrt(start);
    gmres_outcome outcome;
    if (!(start > 0) || !std::isfinite(start)) {
      outcome.converged = start == 0;
      return outcome;
    }
    w_re_.assign(re.data(), n);
    if (C) w_im_.assign(im.data(), n);
    scaled_copy<C><<<wide, 256>>>(n, 1 / start, w_re_.get(), w_im_.get(), v_re_.get(), v_im_.get());

    std::vector<std::vector<scalar>> columns;
    std::vector<scalar> sines, right = {start};
    std::vector<double> cosines, part(static_cast<std::size_t>(max_steps) + 2);
    const auto fetch = [&](std::vector<scalar>& h, int count) {  // h += what the device holds
      h_re_.copy_to(part.data(), static_cast<std::size_t>(count));
      for (int k = 0; k < count; ++k) h[static_cast<std::size_t>(k)] += part[static_cast<std::size_t>(k)];
      if (!C) return;
      h_im_.copy_to(part.data(), static_cast<std::size_t>(count));
      for (int k = 0; k < count; ++k) h[static_cast<std::size_t>(k)] += scalar(0, part[static_cast<std::size_t>(k)]);
    };
    for (int step = 0; step < max_steps; ++step) {
      times_diagonal<C>
          <<<wide, 256>>>(n, row(v_re_, step), row(v_im_, step), d_re_.get(), d_im_.get(), z_re_.get(), z_im_.get());
      matrix_times_vector<C>
          <<<blocks(n * 32, 256), 256>>>(n, a.re[0], a.im[0], z_re_.get(), z_im_.get(), w_re_.get(), w_im_.get());
      std::vector<scalar> h(static_cast<std::size_t>(step) + 2);
      for (int round = 0; round < 2; ++round) {
        dots<C><<<static_cast<unsigned>(step + 1), 256>>>(n, v_re_.get(), v_im_.get(), w_re_.get(), w_im_.get(),
                                                          h_re_.get(), h_im_.get());
        add_combination<C><<<wide, 256>>>(n, step + 1, -1.0, v_re_.get(), v_im_.get(), h_re_.get(), h_im_.get(),
                                          w_re_.get(), w_im_.get());
        fetch(h, step + 1);
      }
      dots<C><<<1, 256>>>(n, w_re_.get(), w_im_.get(), w_re_.get(), w_im_.get(), h_re_.get(), h_im_.get());
      check(cudaGetLastError(), "GMRES");
      h_re_.copy_to(part.data(), 1);
      const double rest = std::sqrt(std::max(0.0, part[0]));
      const auto k = static_cast<std::size_t>(step);
      h[k + 1] = rest;
      for (std::size_t j = 0; j < k; ++j) {
        const scalar upper = cosines[j] * h[j] + sines[j] * h[j + 1];
        h[j + 1] = -std::conj(sines[j]) * h[j] + cosines[j] * h[j + 1];
        h[j] = upper;
      }
      const double length = std::hypot(std::abs(h[k]), rest);
      if (!(length > 0) || !std::isfinite(length)) return outcome;
      const scalar phase = std::abs(h[k]) > 0 ? h[k] / std::abs(h[k]) : scalar(1);
      const scalar s = phase * (rest / length);
      cosines.push_back(std::abs(h[k]) / length), sines.push_back(s);
      h[k] = phase * length;
      h.pop_back();
      columns.push_back(std::move(h));
      right.push_back(-std::conj(s) * right[k]);
      right[k] *= cosines[k];
      outcome.steps = step + 1;
      outcome.residual = std::abs(right.back()) / start;
      outcome.converged = outcome.residual <= tolerance;
      if (outcome.converged || rest == 0) break;
      scaled_copy<C><<<wide, 256>>>(n, 1 / rest, w_re_.get(), w_im_.get(), row(v_re_, step + 1), row(v_im_, step + 1));
    }
    const std::size_t k = columns.size();
    std::vector<scalar> y(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(k));
    for (std::size_t i = k; i-- > 0;) {
      y[i] /= columns[i][i];
      for (std::size_t j = 0; j < i; ++j) y[j] -= columns[i][j] * y[i];
    }
    for (std::size_t i = 0; i < k; ++i) part[i] = y[i].real();
    check(cudaMemcpy(h_re_.get(), part.data(), k * sizeof(double), cudaMemcpyHostToDevice), "copy to the device");
    if (C) {
      for (std::size_t i = 0; i < k; ++i) part[i] = y[i].imag();
      check(cudaMemcpy(h_im_.get(), part.data(), k * sizeof(double), cudaMemcpyHostToDevice), "copy to the device");
    }
    scaled_copy<C><<<wide, 256>>>(n, 0.0, d_re_.get(), d_im_.get(), w_re_.get(), w_im_.get());
    add_combination<C><<<wide, 256>>>(n, static_cast<int>(k), 1.0, v_re_.get(), v_im_.get(), h_re_.get(), h_im_.get(),
                                      w_re_.get(), w_im_.get());
    times_diagonal<C><<<wide, 256>>>(n, w_re_.get(), w_im_.get(), d_re_.get(), d_im_.get(), z_re_.get(), z_im_.get());
    check(cudaGetLastError(), "GMRES");
    z_re_.copy_to(re.data(), n);
    if (C) z_im_.copy_to(im.data(), n);
    for (std::size_t j = 0; j < n; ++j) x[j] = {re[j], C ? im[j] : 0.0};
    return outcome;
  }

 private:
  static unsigned blocks(std::size_t items, unsigned size) { return static_cast<unsigned>((items + size - 1) / size); }
  static void check(cudaError_t code, const char* what) { vieta::cuda::check(code, what); }

  void resize(std::size_t n, int max_steps) {
    const std::size_t vectors = static_cast<std::size_t>(max_steps) + 1;
    const auto both = [](device_array<double>& re, device_array<double>& im, std::size_t size) {
      re.resize(size), im.resize(C ? size : 0);
    };
    both(d_re_, d_im_, n), both(v_re_, v_im_, n * vectors), both(z_re_, z_im_, n), both(w_re_, w_im_, n);
    both(h_re_, h_im_, vectors + 1);
  }

  // 1 / diagonal, basis, two vectors, a column of the Hessenberg matrix
  device_array<double> d_re_, d_im_, v_re_, v_im_, z_re_, z_im_, w_re_, w_im_, h_re_, h_im_;
};

}  // namespace vieta::systems::device
