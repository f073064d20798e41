#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::tracking {

/// a + b i, exactly.
struct gaussian {
  exact::real re, im;
  [[nodiscard]] bool is_zero() const { return re.is_zero() && im.is_zero(); }
};

/// A number of Q(i, sqrt(r_0), sqrt(r_1), ...): the sum over all sets S of radicands of part[S] times the square roots
/// of those in S, where bit k of S stands for r_k. Parts that are not there are 0.
using radical_number = std::vector<gaussian>;

/// Exact arithmetic with square roots of a few rational numbers. No product of different radicands is a square, so that
/// a number is 0 where all its parts are, and the field has the degree 2^radicands over Q(i).
class radical_field {
 public:
  /// The square root of r > 0; nothing where that would take more than `most_radicands` of them, or too many digits.
  std::optional<radical_number> square_root(const exact::real& r);
  static constexpr std::size_t most_radicands = 3;

  [[nodiscard]] bool is_rational() const { return radicands_.empty(); }

  [[nodiscard]] radical_number multiply(const radical_number& a, const radical_number& b) const;
  /// a is not 0.
  [[nodiscard]] radical_number inverse(const radical_number& a) const;
  /// To some sixty digits; nothing beyond the range of doubles.
  [[nodiscard]] std::optional<complex<qd>> value(const radical_number& a) const;

 private:
  [[nodiscard]] exact::real product_of(std::size_t set) const;

  std::vector<exact::real> radicands_;
};

radical_number radical_of(std::int64_t whole);
radical_number radical_of(const gaussian& a);
radical_number add(const radical_number& a, const radical_number& b);
radical_number negate(radical_number a);
bool is_zero(const radical_number& a);
/// i times the number.
radical_number turned(radical_number a);

/// The nearest numbers of four doubles; nothing beyond their range.
std::optional<qd> rounded(const exact::real& x);

}  // namespace vieta::tracking
