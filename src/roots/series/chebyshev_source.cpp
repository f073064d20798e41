#include "roots/series/chebyshev_source.hpp"

#include <cmath>
#include <complex>
#include <limits>

namespace vieta::own_basis {
namespace {

// A bound of |z| that costs no root; at most sqrt(2) too much.
template <class T>
double size_of(const complex<T>& z) {
  if constexpr (std::is_same_v<T, dd>)
    return std::fabs(z.re.hi) + std::fabs(z.im.hi);
  else
    return std::fabs(z.re) + std::fabs(z.im);
}

// p and p', times 2^-exponent, and what they are off at most.
template <class T>
struct sums {
  complex<T> p, slope;
  double p_error = 0, slope_error = 0;
  std::int64_t exponent = 0;
};

// The sum of the semiaxes of the ellipse with foci -1 and 1 through z, rounded up: |T_k(z)| <= rho^k,
// |U_k(z)| <= (k + 1) rho^k. It is 1 on [-1, 1].
double ellipse(double x, double y) {
  if (y == 0 && std::fabs(x) <= 1) return 1;
  const double semiaxis = (std::hypot(x - 1, y) + std::hypot(x + 1, y)) / 2 * (1 + 0x1p-49);
  if (!(semiaxis > 1)) return 1 + 0x1p-24;
  return (semiaxis + std::sqrt((semiaxis - 1) * (semiaxis + 1))) * (1 + 0x1p-49);
}

// b_k = c_k + 2 z b_(k+1) - b_(k+2) for p, and with k c_k and U_(k-1) for p'. What a step loses, at most `unit` times
// the moduli in it, is as good as a change of c_k by as much: the bound is a sum of |T_k| or |U_k|, docs/method/series.md.
template <class T, class Coefficient>
sums<T> clenshaw(const complex<T>& z, double rho, std::size_t n, double unit, const Coefficient& coefficient,
                 const double* error) {
  constexpr double large = 0x1p400, small = 0x1p-400, tiny = 0x1p-900;
  complex<T> b1{T(0.0), T(0.0)}, b2 = b1, d1 = b1, d2 = b1;
  const complex<T> twice{z.re + z.re, z.im + z.im};
  const double size = size_of(twice);
  double p_error = 0, slope_error = 0, factor = 1;
  double b1_size = 0, b2_size = 0, d1_size = 0, d2_size = 0;
  std::int64_t exponent = 0;
  for (std::size_t k = n; k > 0; --k) {
    const auto order = static_cast<double>(k);
    const auto c = coefficient(k, factor);
    const double c_size = size_of(c), lost = error[k] * factor + tiny;
    const complex<T> b0 = (c - b2) + twice * b1;
    p_error = unit * (c_size + size * b1_size + b2_size) + lost + rho * p_error;
    const complex<T> d0 = (c * order - d2) + twice * d1;
    // The index of U is one less.
    slope_error = order * (unit * (2 * order * c_size + size * d1_size + d2_size) + order * lost) + rho * slope_error;
    b2 = b1;
    b1 = b0;
    d2 = d1;
    d1 = d0;
    b2_size = b1_size;
    d2_size = d1_size;
    b1_size = size_of(b0);
    d1_size = size_of(d0);
    if (b1_size + d1_size + p_error + slope_error > large) {
      const T down(small);
      b1 = b1 * down;
      b2 = b2 * down;
      d1 = d1 * down;
      d2 = d2 * down;
      p_error = p_error * small + tiny;
      slope_error = slope_error * small + tiny;
      b1_size *= small;
      b2_size *= small;
      d1_size *= small;
      d2_size *= small;
      factor = factor < small ? 0 : factor * small;
      exponent += 400;
    }
  }
  const auto c = coefficient(0, factor);
  sums<T> out;
  out.p = (c - b2) + z * b1;
  out.slope = d1;
  out.p_error = unit * (size_of(c) + size * b1_size + b2_size) + error[0] * factor + tiny + rho * p_error;
  out.slope_error = slope_error;
  out.exponent = exponent;
  constexpr double up = 1 + 0x1p-20;  // n roundings of sums of nonnegative numbers, rho^n among them
  out.p_error *= up;
  out.slope_error *= up;
  return out;
}

}  // namespace

chebyshev_source::chebyshev_source(chebyshev_form form) : form_(std::move(form)) {
  degree = form_.degree;
  is_real = form_.is_real();
  for (const dd& c : form_.re) re_.push_back(c.hi);
  for (const dd& c : form_.im) im_.push_back(c.hi);
  for (std::size_t k = 0; k < form_.error.size(); ++k)
    rough_error_.push_back(form_.error[k] + 0x1p-53 * (std::fabs(re_[k]) + (is_real ? 0 : std::fabs(im_[k]))));
}

// With z = (w + 1/w)/2 the series is a sum of powers of w, as many below 0 as above: of the two roots w of each root z
// that outside of the unit circle, with moduli from the upper convex hull of (k, log |c_k|) (Bini 1996). Those that the
// hull has on the circle are put on both sides of [-1, 1], since real ones of real series would stay on the axis.
std::vector<std::complex<double>> chebyshev_source::starts() const {
  std::vector<std::pair<double, double>> hull;
  const auto n = static_cast<std::size_t>(degree);
  for (std::size_t k = 0; k <= n; ++k) {
    const double size = std::hypot(re_[k], is_real ? 0 : im_[k]);
    if (size == 0) continue;
    const std::pair<double, double> point(static_cast<double>(k), std::log(size));
    while (hull.size() >= 2) {
      const auto &a = hull[hull.size() - 2], &b = hull.back();
      if ((b.second - a.second) * (point.first - a.first) > (point.second - a.second) * (b.first - a.first)) break;
      hull.pop_back();
    }
    while (hull.size() == 1 && hull.back().second <= point.second) hull.pop_back();  // the circle has all up to here
    hull.push_back(point);
  }
  std::vector<std::complex<double>> places;
  const auto put = [&](double count, double rho, double turn) {
    for (double j = 0; j < count; ++j) {
      const std::complex<double> w = std::polar(rho, (6.283185307179586 * j + turn) / count);
      places.push_back((w + 1.0 / w) / 2.0);
    }
  };
  put(hull.front().first, 1 + 1 / static_cast<double>(n), 0.7);
  for (std::size_t k = 1; k < hull.size(); ++k) {
    const double count = hull[k].first - hull[k - 1].first;
    put(count, std::exp((hull[k - 1].second - hull[k].second) / count) + 1 / static_cast<double>(n),
        0.7 + 1.1 * static_cast<double>(k));
  }
  return places;
}

values::rough_value chebyshev_source::at(std::complex<double> z) const {
  const double rho = ellipse(z.real(), z.imag());
  const auto n = static_cast<std::size_t>(degree);
  const complex<double> point{z.real(), z.imag()};
  constexpr double unit = 0x1p-52;  // what is likely, not what is possible
  const auto real_ones = [&](std::size_t k, double factor) { return complex<double>{re_[k] * factor, 0.0}; };
  const auto complex_ones = [&](std::size_t k, double factor) {
    return complex<double>{re_[k] * factor, im_[k] * factor};
  };
  const sums<double> s = is_real ? clenshaw(point, rho, n, unit, real_ones, rough_error_.data())
                                 : clenshaw(point, rho, n, unit, complex_ones, rough_error_.data());
  values::rough_value out;
  out.mantissa = {s.p.re, s.p.im};
  out.exponent = s.exponent;
  const std::complex<double> slope(s.slope.re, s.slope.im);
  out.step = out.mantissa / slope;
  out.noise = s.p_error / std::abs(slope);
  return out;
}

values::proven_step chebyshev_source::prove(const complex<dd>& z, double) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double x = z.re.hi, y = z.im.hi;
  // Of the point that hi stands for; lo moves it by 2^-53 of itself at most.
  const bool is_inside = y == 0 && std::fabs(x) < 1;
  const double rho = is_inside ? 1 : ellipse(x, y) * (1 + 0x1p-24);
  const auto n = static_cast<std::size_t>(degree);
  constexpr double unit = 0x1p-102;  // 16 u^2
  const auto real_ones = [&](std::size_t k, double factor) { return complex<dd>{form_.re[k] * factor, dd(0.0)}; };
  const auto complex_ones = [&](std::size_t k, double factor) {
    return complex<dd>{form_.re[k] * factor, form_.im[k] * factor};
  };
  const sums<dd> s = is_real ? clenshaw(z, rho, n, unit, real_ones, form_.error.data())
                             : clenshaw(z, rho, n, unit, complex_ones, form_.error.data());
  const double slope = std::hypot(s.slope.re.hi, s.slope.im.hi) * (1 - 0x1p-48);
  const double least = slope - s.slope_error;
  values::proven_step out{{dd(0.0), dd(0.0)}, infinity};
  if (!(least > 0) || !(slope < infinity)) return out;
  out.step = s.p / s.slope;
  const double size = std::hypot(out.step.re.hi, out.step.im.hi) * (1 + 0x1p-48);
  const double error = ((s.p_error + size * s.slope_error) / least + 0x1p-90 * size) * (1 + 0x1p-40);
  if (error < infinity && size < infinity) out.error = error;
  return out;
}

}  // namespace vieta::own_basis
