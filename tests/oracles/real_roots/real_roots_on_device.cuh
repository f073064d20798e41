#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "oracles/device_array.cuh"
#include "oracles/real_roots/real_roots_case.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/real_roots_cuda.hpp"

// real_roots on a CUDA device, from rows on the host and back.
namespace vieta::test {

inline bool there_is_a_device() {
  int n = 0;
  return cudaGetDeviceCount(&n) == cudaSuccess && n > 0;
}

template <class T>
struct answers {
  std::size_t degree;
  std::vector<T> roots;  // rows
  std::vector<std::uint8_t> counts;
  std::vector<real_roots_status> statuses;
  std::vector<std::uint64_t> touching;

  listed_roots listed(std::size_t i) const {
    listed_roots l;
    for (std::size_t k = 0; k < degree; ++k) l.roots.push_back(roots[i * degree + k]);
    l.count = counts[i];
    l.status = statuses[i];
    l.touching = touching[i];
    return l;
  }
};

/// `rows` of degree + 1 coefficients, solved on the device, in the order that is asked for; everything in between has
/// strides larger than need be, and places that must stay as they are.
template <class T>
answers<T> solve(const std::vector<T>& rows, std::size_t degree, real_interval<T> interval,
                 const real_roots_options<T>& options, coefficient_order order, cudaStream_t stream = nullptr) {
  const std::size_t width = degree + 1, count = rows.size() / width, margin = 3;
  const bool columns = order == coefficient_order::columns;
  const std::size_t in_step = (columns ? count : width) + margin, out_step = (columns ? count : degree) + margin;
  std::vector<T> a(in_step * (columns ? width : count), T(99)), r(out_step * (columns ? degree : count) + 1, T(77));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < width; ++k) a[columns ? k * in_step + i : i * in_step + k] = rows[i * width + k];
  }
  device_array<T> coefficients(a), roots(r);
  device_array<std::uint8_t> counts(std::vector<std::uint8_t>(count, 111));
  device_array<real_roots_status> statuses(std::vector<real_roots_status>(count, static_cast<real_roots_status>(99)));
  device_array<std::uint64_t> touching(std::vector<std::uint64_t>(count, 5));
  device_array<char> scratch(real_roots_cuda_scratch(count));
  real_roots_cuda(polynomial_batch<T>{coefficients.get(), count, static_cast<int>(degree), order, in_step}, interval,
                  real_roots_output<T>{roots.get(), counts.get(), statuses.get(), touching.get(), out_step}, options,
                  stream, stream ? scratch.get() : nullptr);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  answers<T> out{degree, std::vector<T>(count * degree), counts.copy(), statuses.copy(), touching.copy()};
  r = roots.copy();
  std::size_t untouched = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < degree; ++k) {
      out.roots[i * degree + k] = r[columns ? k * out_step + i : i * out_step + k];
      const bool nothing = std::isnan(out.roots[i * degree + k]);
      EXPECT_EQ(nothing, k >= out.counts[i]) << "polynomial " << i << ", place " << k;
    }
  }
  for (const T x : r) untouched += x == T(77);
  EXPECT_EQ(untouched, r.size() - count * degree) << "places behind the rows or columns";
  return out;
}

constexpr coefficient_order both_orders[] = {coefficient_order::columns, coefficient_order::rows};
constexpr real_roots_method all_methods[] = {real_roots_method::automatic, real_roots_method::derivatives,
                                             real_roots_method::bernstein};

template <class T>
std::vector<T> random_rows(std::size_t degree, std::size_t count, bool dense, real_interval<T> interval,
                           unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<T> rows;
  const double lo = std::isfinite(interval.lo) ? interval.lo : -1, hi = std::isfinite(interval.hi) ? interval.hi : 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> c(degree + 1, 0.0);
    if (dense) {
      c[0] = 1;
      for (std::size_t n = 0; n < degree; ++n) {
        const double x = lo + (hi - lo) * (uniform(random) + 1) / 2;
        for (std::size_t k = n + 1; k > 0; --k) c[k] = c[k - 1] - x * c[k];
        c[0] *= -x;
      }
    } else {
      for (double& x : c) x = uniform(random);
    }
    for (const double x : c) rows.push_back(static_cast<T>(x));
  }
  return rows;
}

/// `count` polynomials: the few ones, again and again.
template <class T>
std::vector<T> repeated(const std::vector<T>& few, std::size_t degree, std::size_t count) {
  std::vector<T> rows(count * (degree + 1));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = few[i % few.size()];
  return rows;
}

/// Each copy has the bits of its original.
template <class T>
void expect_copies(const answers<T>& found, const answers<T>& few) {
  const std::size_t degree = few.degree;
  for (std::size_t i = 0; i < found.counts.size(); ++i) {
    const std::size_t first = i % few.counts.size();
    ASSERT_EQ(found.statuses[i], few.statuses[first]) << "degree " << degree << ", polynomial " << i;
    ASSERT_EQ(found.counts[i], few.counts[first]) << "degree " << degree << ", polynomial " << i;
    for (std::size_t k = 0; k < found.counts[i]; ++k)
      ASSERT_EQ(found.roots[i * degree + k], few.roots[first * degree + k]) << "degree " << degree;
  }
}

}  // namespace vieta::test
