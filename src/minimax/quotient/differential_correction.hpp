#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

/// p and q by their coefficients over Chebyshev's polynomials of the argument brought to [-1, 1].
struct corrected_quotient {
  std::vector<long double> p, q;
  long double largest = 0;  ///< error at the samples
};

/// sum c_k T_k(v) (Clenshaw 1955).
template <class R>
R chebyshev_sum(const std::vector<long double>& c, const R& v) {
  R one = 0, two = 0;
  for (std::size_t k = c.size(); k-- > 1;) {
    const R next = R(c[k]) + R(2) * v * one - two;
    two = one;
    one = next;
  }
  return R(c[0]) + v * one - two;
}

/// The best p/q at samples by differential correction (Cheney and Loeb 1961; its convergence from any start: Barrodale,
/// Powell and Roberts, SIAM J. Numer. Anal. 9, 1972): each step is a linear program, whose q is positive at all
/// samples. So it needs no start, and finds quotients with zeros of q next to the interval, which no way of points
/// leads to. Its arithmetic is long double: errors far below the function's size are out of its reach. Arguments of
/// `at` are in
/// [-1, 1]; a sample whose factor is 0 or whose target is not finite does not count.
class differential_correction {
 public:
  differential_correction(std::size_t degree_of_p, std::size_t degree_of_q, std::function<bool()> must_stop);

  /// `side`: the sign that q has there.
  /// False: this one does not count.
  bool add(const sample<long double>& at, int side = 1);

  /// From the quotient found before, if there is one; nothing when stopped, or after too many operations. With an error
  /// to beat it may begin with no quotient at all, and ends where none has a smaller one: `none_is_below`.
  std::optional<corrected_quotient> run(long double to_beat = std::numeric_limits<long double>::infinity());
  /// p = 0 and q with these zeros, and another sign where that serves at the samples.
  void begin_with_zeros(const std::vector<long double>& zeros);
  [[nodiscard]] bool none_is_below() const { return none_is_below_; }
  /// The samples that the last linear program's answer rests on, and the signs of the errors that count there.
  [[nodiscard]] const std::vector<std::pair<std::size_t, int>>& support() const { return support_; }

 private:
  using row = std::vector<long double>;
  struct place {
    row p, q;  ///< Chebyshev's polynomials, times the factor for p
    long double target = 0, before = 1;
  };
  /// row x <= right.
  struct inequality {
    row left;
    long double right = 0;
    std::size_t place = SIZE_MAX;  ///< its number; a bound has none
    int sign = 0;
  };

  [[nodiscard]] inequality at_place(std::size_t i, int sign, long double error) const;
  bool correct(long double error);
  [[nodiscard]] long double largest_error() const;

  std::size_t of_p_, of_q_;  // numbers of coefficients
  std::function<bool()> must_stop_;
  std::vector<place> places_;
  double operations_ = 0;
  bool none_is_below_ = false;
  std::vector<std::pair<std::size_t, int>> support_;
  row c_;  // of p, of q, and the step of a linear program
};

}  // namespace vieta::approximation
