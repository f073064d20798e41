#pragma once

#include <algorithm>
#include <cmath>

#include "newton/iteration.hpp"
#include "newton/proof/arb_evaluator.hpp"
#include "systems/precision.hpp"

#ifdef VIETA_HAVE_ARB

// Krawczyk's test in ball arithmetic, for any map that is given by its values and derivatives.

namespace vieta::systems {

/// An upper bound of |z| as a double; infinite when it is none.
inline double upper(const acb_t z) {
  mag_t size;
  mag_init(size);
  acb_get_mag(size, z);
  const double bound = mag_get_d(size);
  mag_clear(size);
  return bound;
}

/// f itself, as prove_zero wants it.
struct square_map : arb_evaluator {
  explicit square_map(const polynomial_system::representation& system)
      : arb_evaluator(system), unknowns(system.variables.size()) {}
  std::size_t unknowns;
  [[nodiscard]] std::size_t size() const { return unknowns; }
};

/// The ball arithmetic of one zero of a map F from C^size to itself: polishes the midpoint, then tests a box about it.
/// A map has `size()`, `set_point`, `equations` and `jacobian` as arb_evaluator has them. Its point is that of the
/// system in `variables` unknowns or, where it is twice as long, that and its conjugate.
template <class Map>
class prover {
 public:
  prover(Map& map, std::size_t variables, slong precision, double least_size = smallest_scale)
      : least_size_(least_size),
        variables_(variables),
        n_(map.size()),
        side_(n_, 1.0),
        precision_(precision),
        f_(map),
        x_(n_, 1),
        value_(n_, 1),
        jacobian_(n_, n_),
        inverse_(n_, n_),
        step_(n_, 1) {}

  void set(const system_point& x) {
    for (std::size_t v = 0; v < variables_; ++v) set_acb(x_.at(v, 0), x[v]);
    mirror();
  }
  void set(const ball_matrix& x) {
    for (std::size_t v = 0; v < variables_; ++v) acb_get_mid(x_.at(v, 0), x.at(v, 0));
    mirror();
  }
  void make_real() {
    for (std::size_t v = 0; v < n_; ++v) arb_zero(acb_imagref(x_.at(v, 0)));
  }
  [[nodiscard]] double size() const {
    double most = least_size_;
    for (std::size_t v = 0; v < variables_; ++v) most = std::max(most, upper(x_.at(v, 0)));
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
      mirror();
      const double relative = largest / size();
      moved += relative;
      if (!(moved < 1e-3)) return false;
      if (relative < goal) return true;
    }
    return false;
  }

  /// Sides of the boxes that `prove` tries: equal ones, or in proportion to the moduli of the coordinates. No cube
  /// about (1e-20, 1e20) shows that x^2 = 1e-40, x y = 1 has a zero there: x may not move by as much as y has to. False
  /// where sides in proportion are as good as equal, or too different to be of use.
  bool use_sides(bool in_proportion) {
    side_.assign(n_, 1.0);
    if (!in_proportion) return true;
    const double most = size();
    double least = 1;
    for (std::size_t v = 0; v < n_; ++v) {
      const double share = upper(x_.at(v, 0)) / most;
      if (share >= least_share) side_[v] = share, least = std::min(least, share);  // others are 0 up to rounding
    }
    return least < 0.01;
  }

  static constexpr int most_tighter = 3;

  /// Krawczyk's test of the box x +- radius (times the side of each coordinate): K(X) = x - Y f(x) + (I - Y J(X)) (X -
  /// x) inside X proves that exactly one zero of F lies in X, and that it lies in K(X). Tries larger boxes when a small
  /// one fails, or does not hold the cube of all within `isolation` times the zero's distance of `about`. Without
  /// `about` the zero's enclosure is mapped `tighter` times again.
  bool prove(double least_radius, const system_point* about = nullptr, int tighter = most_tighter) {
    f_.set_point(x_.m, precision_);
    f_.equations(value_.m);
    ball_matrix correction(n_, 1), box(n_, 1), spread(n_, 1), image(n_, 1), product(n_, n_), one(n_, n_);
    acb_mat_one(one.m);
    acb_mat_mul(correction.m, inverse_.m, value_.m, precision_);
    double radius = least_radius / *std::min_element(side_.begin(), side_.end());
    for (std::size_t v = 0; v < n_; ++v) radius = std::max(radius, 8 * upper(correction.at(v, 0)) / side_[v]);
    // x + image holds the zero if x + spread does.
    const auto map_spread = [&] {
      for (std::size_t v = 0; v < n_; ++v) acb_add(box.at(v, 0), x_.at(v, 0), spread.at(v, 0), precision_);
      f_.set_point(box.m, precision_);
      f_.jacobian(jacobian_.m);
      acb_mat_mul(product.m, inverse_.m, jacobian_.m, precision_);
      acb_mat_sub(product.m, one.m, product.m, precision_);
      acb_mat_mul(image.m, product.m, spread.m, precision_);
      acb_mat_sub(image.m, image.m, correction.m, precision_);
    };
    for (int attempt = 0; attempt < 5 && std::isfinite(radius); ++attempt, radius *= 256) {
      mag_t width;
      mag_init(width);
      for (std::size_t v = 0; v < n_; ++v) {
        mag_set_d(width, radius * side_[v]);
        acb_zero(spread.at(v, 0));
        acb_add_error_mag(spread.at(v, 0), width);
      }
      mag_clear(width);
      map_spread();
      bool inside = true;
      for (std::size_t v = 0; v < n_; ++v)
        inside = inside && acb_contains_interior(spread.at(v, 0), image.at(v, 0)) != 0;
      // What holds the zero is mapped again: the distance from `about`, or the enclosure, gets smaller.
      const int most = about == nullptr ? tighter : most_tighter;
      for (int again = 0; inside && again <= most; ++again) {
        for (std::size_t v = 0; v < n_; ++v) acb_add(step_.at(v, 0), x_.at(v, 0), image.at(v, 0), precision_);
        radius_ = radius;
        if (about == nullptr ? again == most : holds_all_about(*about)) return true;
        // The Jacobian is wanted on the whole way from x to the zero.
        exact::complex_ball none;
        for (std::size_t v = 0; v < n_; ++v) acb_union(spread.at(v, 0), image.at(v, 0), none.z, precision_);
        map_spread();
      }
    }
    return false;
  }

  /// After a proof: the distance of the zero from a point, in the largest coordinate, rounded up.
  [[nodiscard]] double distance(const system_point& at) const {
    ball_matrix point(variables_, 1);
    for (std::size_t v = 0; v < variables_; ++v) set_acb(point.at(v, 0), at[v]);
    return distance(point);
  }
  [[nodiscard]] double distance(const ball_matrix& at) const {
    exact::complex_ball difference;
    double most = 0;
    for (std::size_t v = 0; v < variables_; ++v) {
      acb_sub(difference.z, at.at(v, 0), step_.at(v, 0), precision_);
      most = std::max(most, upper(difference.z));
    }
    return most;
  }
  /// After a proof: some coordinate of the zero has an imaginary part that is not 0.
  [[nodiscard]] bool is_not_real() const {
    for (std::size_t v = 0; v < variables_; ++v)
      if (!arb_contains_zero(acb_imagref(step_.at(v, 0)))) return true;
    return false;
  }
  /// Whether each coordinate is that of the other point, up to half of its size, or to what is noise there.
  [[nodiscard]] bool is_near(const prover& other, double noise) const {
    exact::complex_ball difference;
    for (std::size_t v = 0; v < variables_; ++v) {
      acb_sub(difference.z, x_.at(v, 0), other.x_.at(v, 0), precision_);
      if (!(upper(difference.z) <= std::max(noise, 0.5 * upper(other.x_.at(v, 0))))) return false;
    }
    return true;
  }
  [[nodiscard]] system_point point() const {
    system_point x;
    for (std::size_t v = 0; v < variables_; ++v) x.push_back(midpoint(x_.at(v, 0)));
    return x;
  }

  /// After a proof of a map with F(conj z) = conj F(z): the mirror image of what holds the zero lies in the box that
  /// holds one zero only. So the zero is its own mirror image: real.
  [[nodiscard]] bool is_its_own_mirror_image() const {
    exact::complex_ball difference;
    for (std::size_t v = 0; v < n_; ++v) {
      acb_conj(difference.z, step_.at(v, 0));
      acb_sub(difference.z, difference.z, x_.at(v, 0), precision_);
      if (!(upper(difference.z) <= radius_ * side_[v])) return false;
    }
    return true;
  }
  /// After a proof: whether the box x +- radius (times each side) holds the cube about a point of `isolation` times the
  /// zero's distance from it. The radius times a side is rounded once, here and where the box was made: the same
  /// product.
  [[nodiscard]] bool holds_all_about(const system_point& at) const {
    const double far = isolation * distance(at);
    exact::complex_ball difference;
    for (std::size_t v = 0; v < variables_; ++v) {
      set_acb(difference.z, at[v]);
      acb_sub(difference.z, difference.z, x_.at(v, 0), precision_);
      if (!((upper(difference.z) + far) * (1 + 0x1p-50) <= radius_ * side_[v])) return false;
    }
    return true;
  }

  /// After a proof: the box that holds the zero.
  [[nodiscard]] const ball_matrix& enclosure() const { return step_; }

 private:
  /// The second half becomes the conjugate of the first.
  void mirror() {
    for (std::size_t v = variables_; v < n_; ++v) acb_conj(x_.at(v, 0), x_.at(v - variables_, 0));
  }

  /// Coordinates below this, relative to the largest one, have no digits that could tell their size.
  static constexpr double least_share = 1e-60;

  double least_size_;
  std::size_t variables_, n_;
  std::vector<double> side_;
  double radius_ = 0;  ///< of the box that was proven last
  slong precision_;
  Map& f_;
  ball_matrix x_, value_, jacobian_, inverse_, step_;
};

inline complex<qd> cut(const complex<qd>& z, int parts) {
  const auto part = [parts](const qd& x) {
    return qd(x.x0, parts > 1 ? x.x1 : 0, parts > 2 ? x.x2 : 0, parts > 3 ? x.x3 : 0);
  };
  return {part(z.re), part(z.im)};
}

inline double modulus(const system_point& x) {
  double most = 0;
  for (const complex<qd>& z : x) most = std::max(most, std::hypot(z.re.x0, z.im.x0));
  return most;
}

/// Which points `prove_zero` may end at.
enum class points { all, real };

/// Proves that exactly one zero of a map lies near solution.x, and moves x there: sets x, radius, real and digits. True
/// where there is a proof; then `look(box, precision)` has seen the box of the zero. `real_map`: F(conj z) = conj F(z).
template <class Map, class Look>
bool prove_zero(const session& with, newton_solution& solution, Map& map, bool real_map, points wanted,
                const Look& look) {
  const double goal = std::pow(10.0, -with.digits);
  const std::size_t n = with.system.variables.size();
  bool proven = false;
  for (const slong precision : {320, 640}) {
    prover p(map, n, precision, with.least_size);
    p.set(solution.x);
    if (!p.polish(goal * 0x1p-20)) continue;
    const double least = goal * 0x1p-10 * p.size();
    // About a point of as many doubles as asked for; of all four where another zero is too near for that.
    system_point x;
    const auto prove_about = [&](prover<Map>& proof) {
      for (const int parts : {with.parts, 4}) {
        x = proof.point();
        for (complex<qd>& z : x) z = cut(z, parts);
        for (const bool in_proportion : {false, true})
          if (proof.use_sides(in_proportion) &&
              proof.prove(std::max(least, std::ldexp(proof.size(), 4 - 53 * parts)), &x))
            return true;
        if (with.parts == 4) break;
      }
      return false;
    };
    const auto finish = [&](const prover<Map>& proof, realness real) {
      solution.radius = proof.distance(x);
      solution.x = std::move(x);
      solution.real = real;
      solution.digits = decimal_digits(solution.radius / std::max(modulus(solution.x), with.least_size));
      look(proof.enclosure(), precision);
      return true;
    };
    // A real system's solution whose imaginary parts may be noise: if the box about the real point holds one zero, so
    // does its mirror image, which is the same box. Hence the zero is its own conjugate.
    double imaginary = 0;
    for (const complex<qd>& z : p.point()) imaginary = std::max(imaginary, std::fabs(z.im.x0));
    if (real_map && imaginary <= least * 256) {
      prover q(map, n, precision, with.least_size);
      q.set(p.point());
      q.make_real();
      // What is noise beside the largest coordinate may be all of a small one: then this is another zero.
      const double noise = least * 0x1p-8;
      if (q.polish(goal * 0x1p-20) && q.is_near(p, noise) && prove_about(q)) return finish(q, realness::real);
    }
    if (wanted == points::all && prove_about(p)) {
      if (p.is_not_real()) return finish(p, realness::not_real);
      system_point on_axis = x;
      for (complex<qd>& z : on_axis) z.im = qd(0.0);
      const bool is_real = real_map && p.is_its_own_mirror_image() && p.holds_all_about(on_axis);
      if (is_real) x = std::move(on_axis);
      proven = finish(p, is_real ? realness::real : realness::undecided);
      // What is undecided may be clear with more bits.
      if (is_real || !real_map) return true;
    }
  }
  return proven;
}

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
