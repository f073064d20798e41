#include "solve/start/binomial.hpp"

#include <cmath>
#include <utility>

namespace vieta::tracking {

namespace {

/// Angles matter modulo 1. The product of a large integer and an angle keeps its digits in long double.
double turned(double angle, std::int64_t times, double by) {
  const long double x =
      static_cast<long double>(angle) - static_cast<long double>(times) * static_cast<long double>(by);
  return static_cast<double>(x - std::floor(x));
}

/// Rounds to the nearest, so that remainders are small.
std::int64_t nearest_quotient(std::int64_t a, std::int64_t b) {
  const std::int64_t q = a / b, r = a - q * b;
  if (2 * std::abs(r) <= std::abs(b)) return q;
  return (r > 0) == (b > 0) ? q + 1 : q - 1;
}

}  // namespace

binomial_system::binomial_system(std::vector<std::int64_t> rows, std::vector<double> angles)
    : n_(angles.size()), rows_(std::move(rows)), angles_(std::move(angles)) {
  if (!reduce()) return;
  count_ = 1;
  for (std::size_t k = 0; k < n_; ++k) count_ *= static_cast<std::size_t>(rows_[k * n_ + k]);
}

/// Euclid's algorithm in each column.
bool binomial_system::reduce() {
  for (std::size_t k = 0; k < n_; ++k) {
    while (true) {
      std::size_t best = n_, others = 0;
      for (std::size_t i = k; i < n_; ++i) {
        const std::int64_t x = rows_[i * n_ + k];
        if (x == 0) continue;
        ++others;
        if (best == n_ || std::abs(x) < std::abs(rows_[best * n_ + k])) best = i;
      }
      if (best == n_) return false;
      for (std::size_t j = 0; j < n_; ++j) std::swap(rows_[k * n_ + j], rows_[best * n_ + j]);
      std::swap(angles_[k], angles_[best]);
      if (others == 1) break;
      for (std::size_t i = k + 1; i < n_; ++i) {
        const std::int64_t q = nearest_quotient(rows_[i * n_ + k], rows_[k * n_ + k]);
        if (q == 0) continue;
        for (std::size_t j = k; j < n_; ++j) {
          std::int64_t product = 0;
          if (__builtin_mul_overflow(q, rows_[k * n_ + j], &product) ||
              __builtin_sub_overflow(rows_[i * n_ + j], product, &rows_[i * n_ + j]))
            return false;
        }
        angles_[i] = turned(angles_[i], q, angles_[k]);
      }
    }
    if (rows_[k * n_ + k] < 0) {
      for (std::size_t j = k; j < n_; ++j) rows_[k * n_ + j] = -rows_[k * n_ + j];
      angles_[k] = turned(0, 1, angles_[k]);
    }
  }
  return true;
}

std::vector<std::complex<double>> binomial_system::solution(std::size_t which) const {
  std::vector<double> turn(n_);
  std::vector<std::complex<double>> x(n_);
  for (std::size_t i = n_; i-- > 0;) {
    const std::int64_t d = rows_[i * n_ + i];
    double angle = angles_[i];
    for (std::size_t j = i + 1; j < n_; ++j) angle = turned(angle, rows_[i * n_ + j], turn[j]);
    const auto root = static_cast<std::int64_t>(which % static_cast<std::size_t>(d));
    which /= static_cast<std::size_t>(d);
    turn[i] = (angle + static_cast<double>(root)) / static_cast<double>(d);
    x[i] = std::polar(1.0, 6.283185307179586 * turn[i]);
  }
  return x;
}

}  // namespace vieta::tracking
