#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::checking {

/// What the roundings of a sum of positive doubles may lose, at most 2^18 terms and some.
inline constexpr double up = 1 + 1e-9;

/// A polynomial in powers of the distances from a point, coefficient by coefficient in ball arithmetic: the first
/// variable is the slowest index. None of the solver's arithmetic has a part in it; what is shared is the reading of
/// the input, which ends in Bernstein coefficients.
class expansion {
 public:
  /// About the lower corner of the box. The error of the Bernstein coefficients is left aside.
  expansion(const bernstein_polynomial& p, const std::vector<std::array<double, 2>>& box);

  [[nodiscard]] std::size_t variables() const { return degrees_.size(); }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] const std::vector<int>& degrees() const { return degrees_; }
  /// The exponents of a term.
  [[nodiscard]] const std::vector<int>& powers(std::size_t term) const { return (*powers_)[term]; }
  [[nodiscard]] const exact::real_ball& term(std::size_t k) const { return terms_[k]; }
  /// The index of x_v alone, or size() where it does not occur.
  [[nodiscard]] std::size_t linear(std::size_t v) const;

  /// With terms of higher degrees, which are 0.
  [[nodiscard]] expansion padded(const std::vector<int>& degrees) const;
  /// About another point, whose distances from this one are given.
  [[nodiscard]] expansion about(const std::vector<exact::real_ball>& distance) const;
  /// Its constant term about that point.
  [[nodiscard]] exact::real_ball value_at(const std::vector<exact::real_ball>& distance) const;
  /// to += factor times the terms, where both have the same shape.
  void add_multiple_of(const expansion& other, double factor);
  /// All terms 0.
  [[nodiscard]] expansion zero() const;

 private:
  using exponents = std::vector<std::vector<int>>;
  expansion() = default;
  void count_powers();

  std::vector<int> degrees_;
  std::shared_ptr<const exponents> powers_;  ///< shared by expansions of one shape: there are many, about many points
  std::vector<exact::real_ball> terms_;
  long precision_ = 128;
};

/// An upper bound of |x|, which is infinite where that is not finite; and a lower one.
double above(const exact::real_ball& x);
double below(const exact::real_ball& x);
/// The middle of a ball, to an ulp.
double middle(const exact::real_ball& x);

}  // namespace vieta::checking

#endif
