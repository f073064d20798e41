#pragma once

#include "exact/arb.hpp"
#include "minimax/proof/ball.hpp"
#ifdef VIETA_HAVE_ARB

#include <memory>
#include <vector>

namespace vieta::approximation {

/// A function of t on a domain around (or beside) 0 as a polynomial of degree `order` whose last coefficient is a ball
/// that takes in all that is left: f(t) in c_0 + c_1 t + ... + c_order t^order for every t of the domain.
///
/// That the remainder is a multiple of t^order makes 0/0 harmless: (t + ...) / (t + ...) is a shift of both. These are
/// the relative Taylor models of Joldes (2011, chapter 2), here with ball coefficients.
class taylor {
 public:
  /// Domain and precision that models share. Two-sided: t in [-radius, radius], else t in [0, radius].
  struct frame {
    exact::real_ball domain, radius;
    bool two_sided = true;
    slong order = 10, precision = 128;
    std::vector<exact::real_ball> powers;  ///< of `domain`; most products need no others
    frame(const arb_t radius, bool two_sided, slong order, slong precision);
    void raise(arb_t out, slong k) const;  ///< `domain` to the power of k, as an enclosure
  };

  explicit taylor(const frame& f) : frame_(&f) {}
  static taylor constant(const frame& f, const arb_t value);
  /// origin + scale t^power
  static taylor variable(const frame& f, const arb_t origin, int scale, int power);

  [[nodiscard]] bool valid() const { return valid_; }
  taylor operator+(const taylor& b) const;
  taylor operator-(const taylor& b) const;
  taylor operator*(const taylor& b) const;
  taylor operator/(const taylor& b) const;
  taylor operator-() const;
  [[nodiscard]] taylor raised(int exponent) const;
  [[nodiscard]] taylor raised(const arb_t exponent) const;
  [[nodiscard]] taylor applied(operation kind) const;
  void constant_term(arb_t out) const { arb_poly_get_coeff_arb(out, p_.p, 0); }
  /// Where balls do not tell whether leading coefficients of the expression, which this is the model of, are 0 and
  /// exact numbers do: the balls take in 0 alone then. `x`: the model of its argument.
  void clear_zeros(const tree& t, const taylor& x);
  /// An enclosure of the values on the domain; the ball of order 1 and 2 is taken at its extrema, not term by term.
  void range(arb_t out) const;
  /// The coefficients of s where t = radius s, each a ball.
  void scaled(arb_poly_t out, slong bits) const;

 private:
  [[nodiscard]] slong zeros() const;  ///< number of leading coefficients that are exactly 0; order + 1 if all are
  [[nodiscard]] taylor shifted_down(slong places) const;
  [[nodiscard]] taylor shifted_up(slong places) const;
  void fold(slong top);  ///< terms above `top` go into its ball
  [[nodiscard]] taylor composed(operation kind, const arb_t exponent) const;
  [[nodiscard]] taylor near_branch(operation kind) const;  ///< asin and acos at -1 and 1
  [[nodiscard]] taylor divided(const taylor& b) const;     ///< b is not 0 at t = 0; invalid where too little is known
  static taylor invalid(const frame& f);

  const frame* frame_;
  real_polynomial p_;
  bool valid_ = true;
  slong top_ = -1;  ///< the order of this model, at most that of the frame (divisions lower it); -1: the frame's
  [[nodiscard]] slong top() const { return top_ < 0 ? frame_->order : top_; }
};

/// A two-sided model on s in [-1, 1], its balls taken together: p(s) and what it is off at most. A half of it is found
/// with much less work than a new model of half the box.
class error_shape {
 public:
  explicit error_shape(const taylor& model);
  /// On the half of smaller (`side` < 0) or larger arguments.
  [[nodiscard]] error_shape half(int side) const;
  void range(arb_t out) const;
  /// Whether it is off by this at most.
  [[nodiscard]] bool is_within(const arf_t size) const;

 private:
  error_shape() = default;
  static constexpr slong bits = 128;  // of errors, which nothing cancels any more
  std::vector<exact::real_ball> c_;
  exact::real_ball off_;  ///< around 0
};

/// The expression as a model of t where x = origin + scale t^power.
taylor model_of(const tree& t, const taylor& x, const taylor::frame& f);

/// The limit of an expression at x, from above (`side` 1) or below (-1): of x/sqrt(x), say. False where no model has
/// it.
bool limit_of_model(arb_t out, const tree& t, const arf_t x, int side, slong bits);

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
