#include "roots/series/chebyshev_source.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "roots/series/kernels.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta::own_basis {
namespace {

// The sum of the semiaxes of the ellipse with foci -1 and 1 through z, rounded up: |T_k(z)| <= rho^k,
// |U_k(z)| <= (k + 1) rho^k. It is 1 on [-1, 1].
double ellipse(double x, double y) {
  if (y == 0 && std::fabs(x) <= 1) return 1;
  const double semiaxis = (std::hypot(x - 1, y) + std::hypot(x + 1, y)) / 2 * (1 + 0x1p-49);
  if (!(semiaxis > 1)) return 1 + 0x1p-24;
  return (semiaxis + std::sqrt((semiaxis - 1) * (semiaxis + 1))) * (1 + 0x1p-49);
}

// How far p may be off at z, for the least of its steps: as the kernel has it, but in double and with what is likely.
struct rough_sums {
  std::complex<double> p, slope;
  double noise = 0;
  std::int64_t exponent = 0;
};

template <class Coefficient>
rough_sums clenshaw(std::complex<double> z, double rho, std::size_t n, const Coefficient& coefficient,
                    const double* error) {
  constexpr double large = 0x1p400, small = 0x1p-400, unit = 0x1p-52;
  using number = std::complex<double>;
  number b1 = 0, b2 = 0, d1 = 0, d2 = 0;
  const number twice = 2.0 * z;
  double factor = 1, noise = 0;
  rough_sums out;
  for (std::size_t k = n; k > 0; --k) {
    const number c = coefficient(k) * factor;
    const number b0 = (c - b2) + product(twice, b1), d0 = (c * static_cast<double>(k) - d2) + product(twice, d1);
    noise = error[k] * factor + unit * (std::fabs(b0.real()) + std::fabs(b0.imag())) + rho * noise;
    b2 = b1;
    b1 = b0;
    d2 = d1;
    d1 = d0;
    if (std::fabs(b1.real()) + std::fabs(b1.imag()) + std::fabs(d1.real()) + std::fabs(d1.imag()) > large) {
      for (number* x : {&b1, &b2, &d1, &d2}) *x *= small;
      factor *= small;
      noise *= small;
      out.exponent += 400;
    }
  }
  out.p = (coefficient(0) * factor - b2) + product(z, b1);
  out.slope = d1;
  out.noise = noise;
  return out;
}

values::proven_step step_of(const chebyshev_sums& s) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double slope = std::hypot(s.slope.re.hi, s.slope.im.hi) * (1 - 0x1p-48);
  const double smallest = slope - s.slope_error;
  values::proven_step out{{dd(0.0), dd(0.0)}, infinity};
  if (!(smallest > 0) || !(slope < infinity)) return out;
  out.step = s.p / s.slope;
  const double size = std::hypot(out.step.re.hi, out.step.im.hi) * (1 + 0x1p-48);
  const double error = ((s.p_error + size * s.slope_error) / smallest + 0x1p-90 * size) * (1 + 0x1p-40);
  if (error < infinity && size < infinity) out.error = error;
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
  const auto real_ones = [&](std::size_t k) { return re_[k]; };
  const auto complex_ones = [&](std::size_t k) { return std::complex<double>(re_[k], im_[k]); };
  const rough_sums s = is_real ? clenshaw(z, rho, n, real_ones, rough_error_.data())
                               : clenshaw(z, rho, n, complex_ones, rough_error_.data());
  return {s.p, s.exponent, s.p / s.slope, s.noise / std::abs(s.slope)};
}

values::proven_step chebyshev_source::prove(const complex<dd>& z, double wanted) const {
  values::proven_step out;
  prove(&z, &wanted, 1, &out);
  return out;
}

void chebyshev_source::prove(const complex<dd>* z, const double*, std::size_t count, values::proven_step* out) const {
  constexpr std::size_t most_lanes = 16;
  const chebyshev_kernel& kernel = chebyshev_kernels(detect_isa());
  const chebyshev_view view{static_cast<std::size_t>(degree), form_.re.data(), is_real ? nullptr : form_.im.data(),
                            form_.error.data()};
  for (std::size_t first = 0; first < count; first += kernel.lanes) {
    complex<dd> points[most_lanes];
    double rho[most_lanes];
    chebyshev_sums sums[most_lanes];
    for (std::size_t i = 0; i < kernel.lanes; ++i) {
      points[i] = z[std::min(first + i, count - 1)];
      // Of the point that hi stands for; lo moves it by 2^-53 of itself at most.
      const double x = points[i].re.hi, y = points[i].im.hi;
      rho[i] = y == 0 && std::fabs(x) < 1 ? 1 : ellipse(x, y) * (1 + 0x1p-24);
    }
    kernel.clenshaw(view, points, rho, sums);
    for (std::size_t i = 0; i < kernel.lanes && first + i < count; ++i) out[first + i] = step_of(sums[i]);
  }
}

}  // namespace vieta::own_basis
