#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <memory>

#include "roots/region/border_number.hpp"
#include "roots/region/border_polynomial.hpp"

namespace vieta {

/// A line at t, or a circle of radius t about a fraction, where t = offset +- radicand^(1/index) is no fraction. With
/// t_1 .. t_k the conjugates of t, G(y) = prod f(t_i + y), or prod f(c + t_i y), has rational coefficients, and a root
/// z of f is on the border if and only if y = z - t is imaginary (z - i t real), or (z - c) / t on the unit circle:
/// that is asked of the square-free part of G, as of all polynomials. What G has in common with its mirror image has
/// simple roots; one nearer to the axis than half of what these are apart, at least (Mahler 1964), is its own mirror
/// image.
class algebraic_border {
 public:
  /// curve: which line, or the circle's centre.
  algebraic_border(const gaussian_polynomial& f, const border_curve& curve, const radical& t);
  /// False where that would take too long: then nothing is known.
  [[nodiscard]] bool is_known() const { return norm_ && norm_->is_known(); }

  enum class side { on, off, unclear };
  /// Of a root of f in the ball.
  [[nodiscard]] side of_root_in(const acb_t x, slong bits) const;

 private:
  [[nodiscard]] bool is_below(const acb_t z) const;

  border_curve curve_, seen_;  ///< as given, and where it is seen from t
  radical t_;
  exact::integer unit_;
  std::unique_ptr<border_polynomial> norm_;
  slong separation_ = 0;  ///< roots of G are more than 2^-separation apart
};

/// t to so many bits.
void set_radical(arb_t out, const radical& t, slong bits);

/// Whether f(t^stride) = 0, exactly. False where that would take too long.
bool vanishes_at(const fmpz_poly_t f, const radical& t, std::int64_t stride);

}  // namespace vieta

#endif
