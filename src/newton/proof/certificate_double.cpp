#include "newton/proof/certificate_double.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel_for.hpp"
#include "newton/proof/ball_evaluator.hpp"
#include "newton/proof/inverse_bound.hpp"
#include "systems/largest.hpp"
#include "systems/precision.hpp"
#include "vieta/core/exponent.hpp"

// The theorem (Banach; docs/method/newton.md), in the norm |y| = max |y_v|. On X = {|y - x| <= R}, let
// |I - Y J(y)| <= rho < 1 for every y in X, and |Y f(x)| <= delta <= (1 - rho) R. Then y -> y - Y f(y) maps X into
// itself and contracts; Y has an inverse; so f has exactly one zero in X, and it lies within delta / (1 - rho) of x.
// For Y we try the inverse of the diagonal, which costs O(n^2), then an inverse in double.

namespace vieta::systems {

namespace {

using scalar = std::complex<double>;

/// R relative to the size of x: far more than the rounding of x to double, far less than distances of zeros.
constexpr double box = 0x1p-36;
/// rho, from which on Y is not taken.
constexpr double contracts_below = 0.9;

/// Balls that hold f_e(x).
std::vector<ball> values_at(evaluator& f, const system_point& x) {
  bool is_complex = !f.system().is_real();
  for (const complex<qd>& z : x) is_complex = is_complex || z.im.x0 != 0;
  multi_array point(x.size(), 4, is_complex), value;
  for (std::size_t v = 0; v < x.size(); ++v) point.set(v, x[v]);
  f.set_point(point, 4, is_complex);
  std::vector<double> error;
  f.equations_proven(value, error);
  std::vector<ball> balls;
  for (std::size_t e = 0; e < value.size(); ++e) {
    const complex<qd> z = value.get(e);
    const double cut = mul_up(2.0, add_up(std::fabs(z.re.x1), std::fabs(z.im.x1)));
    balls.push_back({{z.re.x0, z.im.x0}, add_up(cut, error[e])});
  }
  return balls;
}

class contraction {
 public:
  contraction(const session& with, const system_point& x) : with_(with), n_(x.size()), f_(with.system) {
    double largest = smallest_scale;
    for (const complex<qd>& z : x) largest = std::max(largest, std::hypot(z.re.x0, z.im.x0));
    scale_ = power_of_two<double>(exponent_of(largest));
    std::vector<ball> point;
    for (const complex<qd>& z : x) {
      const double cut = mul_up(2.0, add_up(std::fabs(z.re.x1), std::fabs(z.im.x1)));
      point.push_back({{z.re.x0, z.im.x0}, add_up(mul_up(box, scale_), cut)});
    }
    f_.set_point(point);
  }

  /// Y = 1 / diagonal. An upper bound of rho, or a number that is too large; the rows of Y in `inverse_diagonal`.
  double by_diagonal(std::vector<complex<double>>& inverse_diagonal) {
    inverse_diagonal.assign(n_, {0, 0});
    const auto row_of_rho = [&](std::size_t e, const std::vector<ball>& row) {
      const complex<double> d = row[e].centre;
      if (!(norm(d) > 1e-200) || !(norm(d) < 1e200)) return HUGE_VAL;
      inverse_diagonal[e] = inverse(d);
      const ball y{inverse_diagonal[e], 0};
      double sum = 0;
      for (std::size_t v = 0; v < n_; ++v) {
        const ball entry = v == e ? ball{{1, 0}, 0} - y * row[v] : y * row[v];
        sum = add_up(sum, abs_up(entry));
      }
      return sum;
    };
    return largest_over_rows(row_of_rho, contracts_below);
  }

  /// Y an inverse in double. rho, and Y row after row; infinity when there is none.
  double by_inverse(std::vector<scalar>& y) {
    matrix_box jacobian{std::vector<scalar>(n_ * n_), std::vector<double>(n_), std::vector<double>(n_)};
    const double ok = largest_over_rows([&](std::size_t e, const std::vector<ball>& row) {
      double a = 0, b = 0;
      for (std::size_t v = 0; v < n_; ++v) {
        jacobian.middle[e * n_ + v] = {row[v].centre.re, row[v].centre.im};
        a = add_up(a, abs_up(row[v].centre));
        b = add_up(b, row[v].radius);
      }
      jacobian.size[e] = a, jacobian.spread[e] = b;
      return add_up(a, b);
    });
    return std::isfinite(ok) ? bound_by_inverse(jacobian, with_.threads, y) : HUGE_VAL;
  }

  [[nodiscard]] double scale() const { return scale_; }

 private:
  /// Rows after one of this size, or more, are left out: they change nothing.
  template <class Row>
  double largest_over_rows(const Row& work, double enough = HUGE_VAL) {
    std::vector<double> bounds(n_);
    parallel_for(n_, 4, with_.threads, [&](std::size_t begin, std::size_t end) {
      std::vector<ball> row;
      for (std::size_t e = begin; e < end; ++e) {
        f_.jacobian_row(e, row);
        bounds[e] = work(e, row);
        if (bounds[e] >= enough) break;
      }
    });
    double most = 0;
    for (const double b : bounds) keep_largest(most, b);
    return most;
  }

  const session& with_;
  std::size_t n_;
  ball_evaluator f_;
  double scale_ = 1;
};

}  // namespace

bool certify_in_double(const session& with, evaluator& evaluate, newton_solution& solution) {
  const std::size_t n = solution.x.size();
  // Imaginary parts that are noise: the real point has a box that is its own mirror image.
  system_point x = solution.x;
  double imaginary = 0, largest = smallest_scale;
  for (const complex<qd>& z : x) {
    imaginary = std::max(imaginary, std::fabs(z.im.x0));
    largest = std::max(largest, std::hypot(z.re.x0, z.im.x0));
  }
  const bool on_axis = with.system.is_real() && imaginary <= std::pow(10.0, -with.digits) * largest;
  if (on_axis)
    for (complex<qd>& z : x) z.im = qd(0.0);
  const std::vector<ball> f = values_at(evaluate, x);
  contraction c(with, x);
  double delta = 0;  // |Y f(x)|
  std::vector<complex<double>> diagonal;
  double rho = c.by_diagonal(diagonal);
  if (rho < contracts_below) {
    for (std::size_t v = 0; v < n; ++v) keep_largest(delta, abs_up(ball{diagonal[v], 0} * f[v]));
  } else {
    std::vector<scalar> y;
    rho = c.by_inverse(y);
    if (!(rho < contracts_below)) return false;
    for (std::size_t v = 0; v < n; ++v) {
      ball sum{{0, 0}, 0};
      for (std::size_t e = 0; e < n; ++e) sum = sum + ball{as_complex(y[v * n + e]), 0} * f[e];
      keep_largest(delta, abs_up(sum));
    }
  }
  const double radius = div_up(delta, sub_down(1.0, rho));
  if (!(mul_up(isolation, radius) <= mul_down(box, c.scale()))) return false;
  solution.x = std::move(x);
  solution.radius = radius;
  solution.certified = true;
  solution.real = on_axis ? realness::real : realness::undecided;
  if (!on_axis)
    for (std::size_t v = 0; v < n; ++v)
      if (std::fabs(solution.x[v].im.x0) > 2 * radius) solution.real = realness::not_real;
  solution.digits = decimal_digits(solution.radius / largest);
  return true;
}

}  // namespace vieta::systems
