#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "roots/fixed_point/kernels.hpp"
#include "roots/session.hpp"

namespace vieta {

/// A polynomial in fixed point as seen from the circle of radius rho = 2^exponent: b_k = a_k rho^k as sums of
/// digit 2^(50 (floor + j)). Powers of two cost no product, and that rho may be up to twice as large as a node costs no
/// digits: see short_points::slope.
struct fixed_chart {
  std::int64_t floor = 0;  ///< place of digit 0: each part of each b_k is within `rounding` 2^(50 floor)
  double rounding = 0;
  std::vector<double> re, im;
  std::vector<std::size_t> start;
  std::vector<std::int32_t> height;
  std::int32_t highest_digit = 0;  ///< the largest height

  [[nodiscard]] digit_rows rows() const {
    return {re.data(), im.empty() ? nullptr : im.data(), start.data(), height.data()};
  }
};

/// Makes charts on demand and keeps them.
class fixed_atlas {
 public:
  explicit fixed_atlas(const polynomial& p);

  [[nodiscard]] std::int64_t degree() const { return degree_; }
  [[nodiscard]] bool is_real() const { return is_real_; }
  /// Each |w|, from 1/2 to 1 + 2^-40, becomes log2 of sum |a_k| 2^(k exponent) |w|^k, or half a bit more at most. As a
  /// function of log2 |w| that is convex with slopes from 0 to the degree: it is calculated on a grid, where it is
  /// asked for, and linear between. Where the run is stopped, NaN.
  void log2_sums(std::int64_t exponent, std::vector<double>& moduli, const session& context);

  /// With digits down to `floor` at least. Thread safe; a chart lives as long as somebody holds it.
  std::shared_ptr<const fixed_chart> at(std::int64_t exponent, std::int64_t floor, int threads);

 private:
  /// |a_k| 2^(k exponent), where blocks of `block` rows have a power of two each.
  struct sum_rows {
    static constexpr std::int64_t block = 64;
    std::vector<double> row;
    std::vector<std::int64_t> scale;  ///< log2, for each block
  };
  [[nodiscard]] std::shared_ptr<const sum_rows> rows_of_sums(std::int64_t exponent) const;
  static constexpr std::size_t sums_at_once = 8;
  void log2_sums_of(const sum_rows& rows, const double* w, double* log2_sum) const;
  [[nodiscard]] std::shared_ptr<const fixed_chart> build(std::int64_t exponent, std::int64_t floor, int threads) const;
  [[nodiscard]] fixed_chart build_rows(std::int64_t exponent, std::int64_t floor, std::size_t first,
                                       std::size_t last) const;

  const polynomial& p_;
  std::int64_t degree_;
  bool is_real_;
  std::vector<double> modulus_;  ///< |a_k| = modulus 2^modulus_exponent, both 0 for a_k = 0
  std::vector<std::int64_t> modulus_exponent_;
  std::vector<std::int64_t> term_of_;  ///< which term of p has this power; -1: none
  mutable std::mutex lock_;
  mutable std::map<std::int64_t, std::shared_ptr<const sum_rows>> sums_;
  std::map<std::int64_t, std::shared_ptr<const fixed_chart>> charts_;
  std::mutex grid_lock_;
  std::map<std::int64_t, std::vector<double>> grid_of_sums_;  ///< by exponent; NaN: not known yet
};

}  // namespace vieta

#endif
