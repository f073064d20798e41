#include "newton/certificate_arb.hpp"

#include <algorithm>
#include <cmath>

#include "newton/arb_evaluator.hpp"
#include "newton/certificate.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::systems {

namespace {

using exact::big_float;
using exact::real_ball;

/// An upper bound of |z| as a double; infinite when it is none.
double upper(const acb_t z) {
  mag_t size;
  mag_init(size);
  acb_get_mag(size, z);
  const double bound = mag_get_d(size);
  mag_clear(size);
  return bound;
}

/// The ball arithmetic of one solution: polishes the midpoint, then tests a box about it.
class prover {
 public:
  prover(const polynomial_system::representation& system, slong precision)
      : n_(system.variables.size()),
        precision_(precision),
        f_(system),
        x_(n_, 1),
        value_(n_, 1),
        jacobian_(n_, n_),
        inverse_(n_, n_),
        step_(n_, 1) {}

  void set(const system_point& x) {
    for (std::size_t v = 0; v < n_; ++v) set_acb(x_.at(v, 0), x[v]);
  }
  void make_real() {
    for (std::size_t v = 0; v < n_; ++v) arb_zero(acb_imagref(x_.at(v, 0)));
  }
  [[nodiscard]] double size() const {
    double most = smallest_scale;
    for (std::size_t v = 0; v < n_; ++v) most = std::max(most, upper(x_.at(v, 0)));
    return most;
  }

  /// Newton's method about midpoints until steps are below `goal` relatively. False when it leads away or nowhere.
  bool polish(double goal) {
    double moved = 0;
    for (int k = 0; k < 12; ++k) {
      f_.set_point(x_.m, precision_);
      f_.equations(value_.m);
      f_.jacobian(jacobian_.m);
      acb_mat_get_mid(jacobian_.m, jacobian_.m);
      if (acb_mat_approx_inv(inverse_.m, jacobian_.m, precision_) == 0) return false;
      acb_mat_approx_mul(step_.m, inverse_.m, value_.m, precision_);
      double largest = 0;
      for (std::size_t v = 0; v < n_; ++v) {
        acb_get_mid(step_.at(v, 0), step_.at(v, 0));
        if (!acb_is_finite(step_.at(v, 0))) return false;
        largest = std::max(largest, upper(step_.at(v, 0)));
        acb_sub(x_.at(v, 0), x_.at(v, 0), step_.at(v, 0), precision_);
        acb_get_mid(x_.at(v, 0), x_.at(v, 0));
      }
      const double relative = largest / size();
      moved += relative;
      if (!(moved < 1e-3)) return false;
      if (relative < goal) return true;
    }
    return false;
  }

  /// Krawczyk's test of the box x +- radius: K(X) = x - Y f(x) + (I - Y J(X)) (X - x) inside X proves that exactly one
  /// zero of f lies in X, and that it lies in K(X). Tries larger boxes when a small one fails.
  bool prove(double least_radius) {
    f_.set_point(x_.m, precision_);
    f_.equations(value_.m);
    ball_matrix correction(n_, 1), box(n_, 1), spread(n_, 1), image(n_, 1), product(n_, n_), one(n_, n_);
    acb_mat_one(one.m);
    acb_mat_mul(correction.m, inverse_.m, value_.m, precision_);
    double radius = least_radius;
    for (std::size_t v = 0; v < n_; ++v) radius = std::max(radius, 8 * upper(correction.at(v, 0)));
    for (int attempt = 0; attempt < 5 && std::isfinite(radius); ++attempt, radius *= 256) {
      mag_t size;
      mag_init(size);
      mag_set_d(size, radius);
      for (std::size_t v = 0; v < n_; ++v) {
        acb_zero(spread.at(v, 0));
        acb_add_error_mag(spread.at(v, 0), size);
        acb_set(box.at(v, 0), x_.at(v, 0));
        acb_add_error_mag(box.at(v, 0), size);
      }
      mag_clear(size);
      f_.set_point(box.m, precision_);
      f_.jacobian(jacobian_.m);
      acb_mat_mul(product.m, inverse_.m, jacobian_.m, precision_);
      acb_mat_sub(product.m, one.m, product.m, precision_);
      acb_mat_mul(image.m, product.m, spread.m, precision_);
      acb_mat_sub(image.m, image.m, correction.m, precision_);
      bool inside = true;
      for (std::size_t v = 0; v < n_; ++v)
        inside = inside && acb_contains_interior(spread.at(v, 0), image.at(v, 0)) != 0;
      if (!inside) continue;
      // The zero lies in x + image; about `at` its distance is bounded by what is there.
      for (std::size_t v = 0; v < n_; ++v) acb_add(box.at(v, 0), x_.at(v, 0), image.at(v, 0), precision_);
      acb_mat_set(step_.m, box.m);
      return true;
    }
    return false;
  }

  /// After a proof: the distance of the zero from a point, in the largest coordinate, rounded up.
  [[nodiscard]] double distance(const system_point& at) const {
    exact::complex_ball point;
    double most = 0;
    for (std::size_t v = 0; v < n_; ++v) {
      set_acb(point.z, at[v]);
      acb_sub(point.z, step_.at(v, 0), point.z, precision_);
      most = std::max(most, upper(point.z));
    }
    return most;
  }
  /// After a proof: some coordinate of the zero has an imaginary part that is not 0.
  [[nodiscard]] bool is_not_real() const {
    for (std::size_t v = 0; v < n_; ++v)
      if (!arb_contains_zero(acb_imagref(step_.at(v, 0)))) return true;
    return false;
  }
  [[nodiscard]] system_point point() const {
    system_point x;
    for (std::size_t v = 0; v < n_; ++v) x.push_back(midpoint(x_.at(v, 0)));
    return x;
  }

 private:
  std::size_t n_;
  slong precision_;
  arb_evaluator f_;
  ball_matrix x_, value_, jacobian_, inverse_, step_;
};

complex<qd> cut(const complex<qd>& z, int parts) {
  const auto part = [parts](const qd& x) {
    return qd(x.x0, parts > 1 ? x.x1 : 0, parts > 2 ? x.x2 : 0, parts > 3 ? x.x3 : 0);
  };
  return {part(z.re), part(z.im)};
}

double modulus(const system_point& x) {
  double most = 0;
  for (const complex<qd>& z : x) most = std::max(most, std::hypot(z.re.x0, z.im.x0));
  return most;
}

}  // namespace

double residual_by_arb(const polynomial_system::representation& system, const system_point& x) {
  constexpr slong precision = 512;
  arb_evaluator f(system);
  ball_matrix point(x.size(), 1), value(system.equations(), 1);
  for (std::size_t v = 0; v < x.size(); ++v) set_acb(point.at(v, 0), x[v]);
  f.set_point(point.m, precision);
  f.equations(value.m);
  double most = 0;
  for (std::size_t e = 0; e < system.equations(); ++e) most = std::max(most, upper(value.at(e, 0)));
  return most;
}

bool certify_by_arb(const session& with, newton_solution& solution) {
  const double goal = std::pow(10.0, -with.digits);
  for (const slong precision : {320, 640}) {
    prover p(with.system, precision);
    p.set(solution.x);
    if (!p.polish(goal * 0x1p-20)) continue;
    // A real system's solution whose imaginary parts may be noise: if the box about the real point holds one zero, so
    // does its mirror image, which is the same box. Hence the zero is its own conjugate.
    const double least = goal * 0x1p-10 * p.size();
    system_point x = p.point();
    double imaginary = 0;
    for (const complex<qd>& z : x) imaginary = std::max(imaginary, std::fabs(z.im.x0));
    bool real = false, proven = false;
    if (with.system.is_real() && imaginary <= least * 256) {
      prover q(with.system, precision);
      q.set(x);
      q.make_real();
      if (q.polish(goal * 0x1p-20) && (real = q.prove(least))) {
        proven = true;
        x = q.point();
        for (complex<qd>& z : x) z = cut(z, with.parts);
        solution.radius = q.distance(x);
      }
    }
    if (!proven) {
      if (!p.prove(least)) continue;
      for (complex<qd>& z : x) z = cut(z, with.parts);
      solution.radius = p.distance(x);
    }
    solution.x = std::move(x);
    solution.certified = true;
    solution.real = real ? realness::real : p.is_not_real() && !proven ? realness::not_real : realness::undecided;
    const double relative = solution.radius / std::max(modulus(solution.x), smallest_scale);
    solution.digits = std::clamp(static_cast<int>(std::floor(-std::log10(std::max(relative, 1e-99)))), 0, 99);
    return true;
  }
  return false;
}

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
