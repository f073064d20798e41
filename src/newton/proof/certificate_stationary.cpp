#include "newton/proof/certificate_stationary.hpp"

#include <algorithm>
#include <cmath>

#include "newton/proof/arb_evaluator.hpp"
#include "newton/proof/inverse_bound.hpp"
#include "newton/proof/krawczyk_arb.hpp"
#include "systems/largest.hpp"
#include "systems/precision.hpp"
#include "vieta/core/ball.hpp"
#include "vieta/core/exponent.hpp"

#ifdef VIETA_HAVE_ARB

// The theorem is that of certificate_double.cpp, for the map G of stationary_map.hpp: J^T f at a real point of a real
// system, else the pair (J^H f, its conjugate) in x and y = conj(x). With |I - Y G'| <= rho < 1 on |. - x0| <= R and
// |Y G(x)| <= delta, exactly one zero of G lies in that box, and within r = delta / (1 - rho) of x, if
// |x - x0| + r <= R: y -> y - Y G(y) maps the ball of radius r about x into itself.

namespace vieta::systems {

namespace {

using scalar = std::complex<double>;

/// R relative to the size of x: far more than what Gauss-Newton in double leaves.
constexpr double stationary_box = 0x1p-40;
constexpr slong bits_in_box = 64, bits_at_point = 320;

ball in_double(const acb_t z) {
  exact::complex_ball rest;
  const complex<double> centre{arf_get_d(arb_midref(acb_realref(z)), ARF_RND_NEAR),
                               arf_get_d(arb_midref(acb_imagref(z)), ARF_RND_NEAR)};
  acb_set_d_d(rest.z, centre.re, centre.im);
  acb_sub(rest.z, z, rest.z, bits_in_box);
  return {centre, upper(rest.z)};
}

class stationary_contraction {
 public:
  stationary_contraction(const session& with, const system_point& x, bool with_conjugate)
      : with_(with),
        x0_(x),
        m_(with.system.equations()),
        n_(x.size()),
        size_(with_conjugate ? 2 * n_ : n_),
        f_(with.system),
        point_(n_, 1),
        value_(m_, 1),
        jacobian_(m_, n_) {
    radius_ = mul_down(stationary_box, power_of_two<double>(exponent_of(std::max(modulus(x), smallest_scale))));
  }

  [[nodiscard]] double radius() const { return radius_; }

  /// rho; keeps Y.
  double contract() {
    evaluate(x0_, radius_, bits_in_box);
    matrix_box derivative{std::vector<scalar>(size_ * size_), std::vector<double>(size_), std::vector<double>(size_)};
    add_gram(derivative);
    add_curvature(derivative);
    for (std::size_t e = n_; e < size_; ++e) {  // the second half: the conjugate of the first, its blocks exchanged
      for (std::size_t v = 0; v < size_; ++v)
        derivative.middle[e * size_ + v] = std::conj(derivative.middle[(e - n_) * size_ + (v + n_) % size_]);
      derivative.size[e] = derivative.size[e - n_], derivative.spread[e] = derivative.spread[e - n_];
    }
    for (std::size_t e = 0; e < size_; ++e)
      if (!std::isfinite(derivative.size[e]) || !std::isfinite(derivative.spread[e])) return HUGE_VAL;
    return bound_by_inverse(derivative, with_.threads, y_);
  }

  /// Y G(x). In exact arithmetic the second half would be the conjugate of the first.
  std::vector<ball> correction(const system_point& x) {
    evaluate(x, 0, bits_at_point);
    std::vector<ball> g(size_);
    exact::complex_ball sum, entry;
    for (std::size_t v = 0; v < n_; ++v) {
      acb_zero(sum.z);
      for (std::size_t e = 0; e < m_; ++e) {
        adjoint(entry.z, e, v);
        acb_addmul(sum.z, entry.z, value_.at(e, 0), bits_at_point);
      }
      g[v] = in_double(sum.z);
      if (size_ > n_) g[n_ + v] = {conj(g[v].centre), g[v].radius};
    }
    std::vector<ball> step(size_);
    for (std::size_t v = 0; v < size_; ++v) {
      step[v] = {{0, 0}, 0};
      for (std::size_t e = 0; e < size_; ++e) step[v] = step[v] + ball{as_complex(y_[v * size_ + e]), 0} * g[e];
    }
    return step;
  }

  /// An upper bound of |x - x0|.
  [[nodiscard]] double moved(const system_point& x) const {
    double most = 0;
    for (std::size_t v = 0; v < n_; ++v) {
      const complex<qd> d = x[v] - x0_[v];
      keep_largest(most, mul_up(2.0, abs_up(complex<double>{d.re.x0, d.im.x0})));
    }
    return most;
  }

  /// Whether some f_i has no zero, real or complex, within `distance` of x.
  bool excludes_zero(const system_point& x, double distance) {
    evaluate(x, distance, bits_at_point, true);
    for (std::size_t e = 0; e < m_; ++e)
      if (acb_contains_zero(value_.at(e, 0)) == 0) return true;
    return false;
  }

 private:
  void evaluate(const system_point& x, double spread, slong bits, bool with_complex = false) {
    exact::complex_ball disc;
    mag_t size;
    mag_init(size);
    mag_set_d(size, spread);
    for (std::size_t v = 0; v < n_; ++v) {
      set_acb(point_.at(v, 0), x[v]);
      if (spread > 0 && (with_complex || size_ > n_))
        acb_add_error_mag(point_.at(v, 0), size);
      else if (spread > 0)
        arb_add_error_mag(acb_realref(point_.at(v, 0)), size);
    }
    mag_clear(size);
    f_.set_point(point_.m, bits);
    f_.equations(value_.m);
    f_.jacobian(jacobian_.m);
  }

  void adjoint(acb_t out, std::size_t e, std::size_t v) const {
    if (size_ > n_)
      acb_conj(out, jacobian_.at(e, v));
    else
      acb_set(out, jacobian_.at(e, v));
  }

  /// J^H J (J^T J for real points) into rows and columns below n, by products of n rows at a time.
  void add_gram(matrix_box& to) const {
    const std::size_t pieces = (m_ + n_ - 1) / n_;
    std::vector<double> sums(m_), radii(m_);  // of the rows of |J|, and of the radii
    std::vector<double> error(n_);            // sum over i of |J_ie| (gamma sums_i + radii_i) + radius_ie (...)
    // Sums of m products and `pieces` further additions, as `multiply` bounds them, twice over.
    const double gamma = 1.5 * 2 * static_cast<double>(m_ + pieces + 2) * 0x1p-53;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      const std::size_t first = piece * n_, count = std::min(n_, m_ - first);
      std::vector<scalar> rows(n_ * n_), columns(n_ * n_);
      std::vector<double> radius(n_ * n_), weight(n_ * n_);
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t v = 0; v < n_; ++v) {
          const ball entry = in_double(jacobian_.at(first + i, v));
          const scalar centre(entry.centre.re, entry.centre.im);
          rows[i * n_ + v] = centre, columns[v * n_ + i] = std::conj(centre);
          radius[i * n_ + v] = entry.radius, weight[i * n_ + v] = abs_up(entry.centre);
          sums[first + i] = add_up(sums[first + i], weight[i * n_ + v]);
          radii[first + i] = add_up(radii[first + i], entry.radius);
        }
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t v = 0; v < n_; ++v) {
          const double a = sums[first + i], d = radii[first + i];
          const double through =
              add_up(mul_up(weight[i * n_ + v], add_up(mul_up(gamma, a), d)), mul_up(radius[i * n_ + v], add_up(a, d)));
          error[v] = add_up(error[v], through);
        }
      const std::vector<scalar> product = multiply(columns, rows, n_, with_.threads);
      for (std::size_t e = 0; e < n_; ++e)
        for (std::size_t v = 0; v < n_; ++v) to.middle[e * size_ + v] += product[e * n_ + v];
    }
    const double tiny = 1e-290 * static_cast<double>(m_);  // underflow
    for (std::size_t e = 0; e < n_; ++e) {
      to.spread[e] = add_up(error[e], tiny);
      for (std::size_t v = 0; v < n_; ++v)
        to.size[e] = add_up(to.size[e], abs_up(as_complex(to.middle[e * size_ + v])));
    }
  }

  /// sum f_i H_i beside it, or into it; for points that are not real the conjugate of sum conj(f_i) H_i.
  void add_curvature(matrix_box& to) {
    ball_matrix weight(m_, 1), curvature(n_, n_);
    for (std::size_t e = 0; e < m_; ++e) {
      if (size_ > n_)
        acb_conj(weight.at(e, 0), value_.at(e, 0));
      else
        acb_set(weight.at(e, 0), value_.at(e, 0));
    }
    f_.second_derivatives(curvature.m, weight.m);
    for (std::size_t e = 0; e < n_; ++e)
      for (std::size_t v = 0; v < n_; ++v) {
        const ball c = in_double(curvature.at(e, v));
        scalar& place = to.middle[e * size_ + (size_ - n_) + v];
        const ball sum = ball{as_complex(place), 0} + ball{size_ > n_ ? conj(c.centre) : c.centre, c.radius};
        place = {sum.centre.re, sum.centre.im};
        to.size[e] = add_up(to.size[e], abs_up(c.centre));
        to.spread[e] = add_up(to.spread[e], sum.radius);
      }
  }

  const session& with_;
  system_point x0_;
  std::size_t m_, n_, size_;
  double radius_ = 0;
  arb_evaluator f_;
  ball_matrix point_, value_, jacobian_;
  std::vector<scalar> y_;
};

double largest(const std::vector<ball>& step) {
  double most = 0;
  for (const ball& b : step) keep_largest(most, abs_up(b));
  return most;
}

bool prove(const session& with, newton_solution& solution, system_point x, bool with_conjugate) {
  stationary_contraction g(with, x, with_conjugate);
  const double rho = g.contract();
  if (!(rho < 0.9) || with.must_stop()) return false;
  const double goal = std::pow(10.0, -with.digits) * 0x1p-20 * std::max(modulus(x), smallest_scale);
  std::vector<ball> step = g.correction(x);
  for (int k = 0; k < 20 && largest(step) > goal; ++k) {
    system_point next = x;
    for (std::size_t v = 0; v < x.size(); ++v)
      next[v] = cut(next[v] - complex<qd>{qd(step[v].centre.re), qd(step[v].centre.im)}, with.parts);
    std::vector<ball> further = g.correction(next);
    if (!(largest(further) < largest(step))) break;
    x = std::move(next), step = std::move(further);
  }
  const double radius = div_up(largest(step), sub_down(1.0, rho));
  if (!(add_up(g.moved(x), mul_up(isolation, radius)) <= g.radius())) return false;
  solution.proof = g.excludes_zero(x, radius) ? newton_proof::no_solution : newton_proof::stationary_point;
  solution.radius = radius;
  solution.real = with_conjugate ? realness::undecided : realness::real;
  for (const complex<qd>& z : x)
    if (std::fabs(z.im.x0) > 2 * radius) solution.real = realness::not_real;
  solution.digits = decimal_digits(radius / std::max(modulus(x), smallest_scale));
  solution.x = std::move(x);
  return true;
}

}  // namespace

bool stationary_in_double_serves(const polynomial_system::representation& system) {
  constexpr std::size_t most_variables = 1000;
  constexpr std::size_t most_products = 2'000'000;
  constexpr double most_work = 5e7, most_entries = 4e6;
  const std::size_t n = system.variables.size();
  if (n > most_variables || static_cast<double>(n) * static_cast<double>(system.equations()) > most_entries)
    return false;
  if (system.graph.size() + system.terms() > most_products) return false;
  double work = 0;
  for (const node outer : system.outer)
    if (outer != 0) work += static_cast<double>(n) * static_cast<double>(n);
  for (const node m : system.inner) {
    const auto k = static_cast<double>(system.graph.length[m]);
    work += 1 + k * k;
  }
  return work <= most_work;
}

bool certify_stationary_in_double(const session& with, newton_solution& solution) {
  // Imaginary parts that are noise: the real point has a box that is its own mirror image.
  system_point real = solution.x;
  double imaginary = 0;
  for (complex<qd>& z : real) {
    imaginary = std::max(imaginary, std::fabs(z.im.x0));
    z.im = qd(0.0);
  }
  const double noise = std::pow(10.0, -with.digits) * std::max(modulus(solution.x), smallest_scale);
  if (with.system.is_real() && imaginary <= noise && prove(with, solution, std::move(real), false)) return true;
  return prove(with, solution, solution.x, true);
}

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
