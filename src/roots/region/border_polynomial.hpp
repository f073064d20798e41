#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <complex>
#include <cstdint>

#include "roots/factors/integer_polynomial.hpp"

namespace vieta {

/// A line or circle of the plane, exactly.
struct border_curve {
  enum class kind { vertical, horizontal, circle };
  kind is = kind::vertical;
  exact::real position;                      ///< Re or Im of a line
  exact::real centre_re, centre_im, radius;  ///< of a circle; the radius is above 0
  double near_position = 0;                  ///< the nearest doubles
  std::complex<double> near_centre;
  double near_radius = 0;
  std::uint8_t meaning = 0;  ///< of the enum `border`

  /// w = what maps the curve to the real axis; not finite about the one point of a circle that goes to infinity.
  void to_axis(acb_t w, const acb_t x, slong bits) const;
  /// The mirror image in the curve.
  void mirror(acb_t image, const acb_t x, slong bits) const;
  /// The same in doubles, about.
  [[nodiscard]] std::complex<double> mirror(std::complex<double> x) const;

 private:
  void set_centre(acb_t out, slong bits) const;
};

/// f seen from a curve: f(x(w)) = F(w) with x(real axis) = the curve. F = common times rest, where `common` is the
/// greatest common divisor of F and its conjugate: all roots of f on the curve are roots of it, and its other roots
/// come in pairs of mirror images.
class border_polynomial {
 public:
  border_polynomial(const gaussian_polynomial& f, const border_curve& curve);
  /// False where that would take too long: then nothing is known.
  [[nodiscard]] bool is_known() const { return is_known_; }

  enum class side { common, rest, unclear };
  /// Which of both has the only root of a square-free f in the ball x.
  [[nodiscard]] side of_root_in(const acb_t x, slong bits) const;

 private:
  border_curve curve_;
  integer_polynomial common_;
  gaussian_polynomial rest_;
  bool is_known_ = false;
  bool pole_is_root_ = false;  ///< the point of a circle that goes to infinity: c - r
};

}  // namespace vieta

#endif
