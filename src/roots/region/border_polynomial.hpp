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
  bool is_root = false;                      ///< the radius is the square root of what `radius` says
  int turn_re = 1, turn_im = 0;              ///< of such a circle: see border_polynomial
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
  /// The mirror image in the line through the centre of a circle in the direction of `turn`, where it is turned.
  void mirror_in_line(acb_t image, const acb_t x, slong bits) const;
  [[nodiscard]] std::complex<double> mirror_in_line(std::complex<double> x) const;
  [[nodiscard]] bool is_turned() const { return turn_im != 0; }

 private:
  void set_centre(acb_t out, slong bits) const;
  void set_radius(arb_t out, slong bits) const;
};

/// f seen from a curve: f(x(w)) = F(w) with x(real axis) = the curve. F = common times rest, where `common` is the
/// greatest common divisor of F and its conjugate: all roots of f on the curve are roots of it, and its other roots
/// come in pairs of mirror images. Where the radius is a square root, x(w) = (w + u) / v has the circle about 0, and
/// f and u are real: then F shares them with w^n F(r^2 / w). Where they are not, x(w) = (t w + u) / v with a Gaussian
/// integer t, `turn`, and the product of F and its conjugate takes the place of F: its roots are those of f and their
/// mirror images in a line, which should be no other root next to the circle.
class border_polynomial {
 public:
  border_polynomial(const gaussian_polynomial& f, const border_curve& curve);
  /// False where that would take too long: then nothing is known.
  [[nodiscard]] bool is_known() const { return is_known_; }
  /// As a polynomial in w.
  [[nodiscard]] const integer_polynomial& common() const { return common_; }
  /// Whether the point of a circle that goes to infinity is a root of f.
  [[nodiscard]] bool has_pole() const { return pole_is_root_; }

  enum class side { common, rest, unclear };
  /// Which of both has the only root of a square-free f in the ball x.
  [[nodiscard]] side of_root_in(const acb_t x, slong bits) const;

 private:
  void see_from_centre(const gaussian_polynomial& f);

  border_curve curve_;
  exact::integer centre_, centre_im_, unit_;  ///< u and v
  integer_polynomial common_;
  gaussian_polynomial rest_;
  bool is_known_ = false;
  bool pole_is_root_ = false;  ///< the point of a circle that goes to infinity: c - r
};

/// f(x + re + i im)
gaussian_polynomial shifted(const gaussian_polynomial& f, const exact::integer& re, const exact::integer& im);

/// Whether x^2 - r, or x^2 + r, divides f: whether the roots of r, or i times these, are roots of f.
bool is_divisible(const fmpz_poly_t f, const exact::real& r, bool is_minus);

}  // namespace vieta

#endif
