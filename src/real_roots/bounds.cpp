#include "real_roots/bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "base/parallel_for.hpp"
#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/horner.hpp"

// A radius around each root of a batch, proven for the coefficients as they are. Values are those of a compensated
// Horner scheme with its error bound; nothing of how the roots were found is used.

namespace vieta {
namespace {

constexpr double half_ulp = float_format<double>::unit_roundoff, infinite = std::numeric_limits<double>::infinity();

/// One polynomial in the frame of one root: x = 2^e t with 1/2 <= |t| < 1, the largest |c_k| between 1 and 2.
struct framed {
  std::array<double, 65> c, rest;  ///< rest: what doubles do not hold of them
  bool has_rest;
  int degree, e;
  double t;
};

template <class T>
framed in_frame(const T* a, const double* rest, std::size_t step, int degree, double x) {
  framed p{{}, {}, rest != nullptr, degree, exponent_of(x) + 1, 0};
  p.t = scale_by_power_of_two(x, -p.e);
  int top = -(1 << 20);
  for (int k = 0; k <= degree; ++k) {
    const T a_k = a[static_cast<std::size_t>(k) * step];
    if (a_k != 0) top = std::max(top, exponent_of(static_cast<double>(a_k)) + p.e * k);
  }
  for (int k = 0; k <= degree; ++k)
    p.c[static_cast<std::size_t>(k)] =
        scale_by_power_of_two(static_cast<double>(a[static_cast<std::size_t>(k) * step]), p.e * k - top);
  for (int k = 0; p.has_rest && k <= degree; ++k)
    p.rest[static_cast<std::size_t>(k)] =
        scale_by_power_of_two(rest[static_cast<std::size_t>(k) * step], p.e * k - top);
  return p;
}

/// What scaling and products may lose to underflow, beside coefficients of about 1 where |t| is 2 at most: some 2^-1074
/// for each of at most 500 operations, times 2^64.
constexpr double least_doubt = 0x1p-1000;

core::value_and_doubt<double> value_at(const framed& p, double t) {
  const auto v = core::compensated_horner(p.c.data(), p.degree, t);
  if (!p.has_rest) return {v.value, v.doubt * (1 + 0x1p-20) + least_doubt};
  // Evaluating the rests errs by 2 N half_ulp of their sum, they themselves by 2 half_ulp of it, and the sum of both by
  // half_ulp of it.
  const double rest = core::horner(p.rest.data(), p.degree, t), value = v.value + rest;
  const double of_rest = core::horner_magnitude(p.rest.data(), p.degree, t) * (2.0 * p.degree + 4) * half_ulp;
  return {value, (v.doubt + of_rest + 2 * half_ulp * std::abs(value)) * (1 + 0x1p-20) + least_doubt};
}
int sign_at(const framed& p, double t) {
  const auto v = value_at(p, t);
  return v.value > v.doubt ? 1 : v.value < -v.doubt ? -1 : 0;
}

/// An interval around t at whose ends p has different signs: its larger half, or infinity.
double by_signs(const framed& p) {
  const auto v = value_at(p, p.t);
  const double slope = std::abs(core::horner_with_slope(p.c.data(), p.degree, p.t).slope);
  const double ulp = std::nextafter(std::abs(p.t), 2.0) - std::abs(p.t);
  double radius = std::max(ulp, 1.5 * (std::abs(v.value) + 2 * v.doubt) / slope);
  for (; radius < 1; radius *= 2) {
    const double left = p.t - radius, right = p.t + radius;
    if (sign_at(p, left) * sign_at(p, right) < 0) return std::max(p.t - left, right - p.t) * (1 + 2 * half_ulp);
  }
  return infinite;
}

/// The radius of a disc around t that holds m roots, for some m (Pellet 1881): where |d_m| r^m is more than the sum of
/// the other |d_k| r^k, p(t + s) = sum d_k s^k. Infinite where there is none below 1. `odd`: of odd m alone; an odd
/// number of roots around a real number has a real one among them.
double by_pellet(const framed& p, bool odd) {
  const auto size = static_cast<std::size_t>(p.degree) + 1;
  std::array<double, 65> d{}, sum{};  // sum: of the absolute values of what is added up for d
  for (std::size_t k = 0; k < size; ++k) d[k] = p.c[k], sum[k] = std::abs(p.c[k]);
  for (std::size_t k = 0; k + 1 < size; ++k) {
    for (std::size_t j = size - 1; j-- > k;) {
      d[j] = std::fma(d[j + 1], p.t, d[j]);
      sum[j] = std::fma(sum[j + 1], std::abs(p.t), sum[j]);
    }
  }
  // The rests are 2 u of their coefficients at most. Each of the sums passes at most 2 N roundings (Higham 2002,
  // section 5.1).
  const double share = (2.0 * p.degree + 6) * half_ulp * (1 + 0x1p-20);
  std::array<double, 65> low{}, high{};
  for (std::size_t k = 0; k < size; ++k) {
    const double doubt = share * sum[k] + least_doubt;
    low[k] = std::max(0.0, std::abs(d[k]) - doubt), high[k] = std::abs(d[k]) + doubt;
  }
  const auto value = value_at(p, p.t);
  high[0] = std::abs(value.value) + value.doubt;
  double best = infinite;
  for (std::size_t m = 1; m < size; m += odd ? 2 : 1) {
    if (low[m] == 0) continue;
    double radius = half_ulp;
    for (std::size_t k = 0; k < m; ++k)
      radius = std::max(radius, std::pow(high[k] / low[m], 1.0 / static_cast<double>(m - k)));
    for (int step = 0; step < 8 && radius < std::min(best, 1.0); ++step, radius *= 1.25) {
      double others = 0, power = 1, own = 0;
      for (std::size_t k = 0; k < size; ++k, power *= radius)
        (k == m ? own : others) += (k == m ? low : high)[k] * power;
      if (own * (1 - 300 * half_ulp) > others * (1 + 300 * half_ulp)) best = radius;
    }
  }
  return best;
}

template <class T>
T rounded_up(double x) {
  const T nearest = static_cast<T>(x);
  return static_cast<double>(nearest) < x ? std::nextafter(nearest, std::numeric_limits<T>::infinity()) : nearest;
}

/// Of root x of the polynomial whose coefficients are a[0], a[step], ...
template <class T>
T bound_root(const T* a, const double* rest, std::size_t step, int degree, T x, bool touches) {
  if (!std::isfinite(x)) return std::numeric_limits<T>::infinity();
  if (x == 0) return a[0] == 0 ? T(0) : std::numeric_limits<T>::infinity();
  const framed p = in_frame(a, rest, step, degree, static_cast<double>(x));
  double radius = touches ? infinite : by_signs(p);
  if (!(radius < infinite)) radius = by_pellet(p, !touches);
  if (!(radius < infinite)) return std::numeric_limits<T>::infinity();
  // Subnormal numbers are rounded up.
  const double in_x = scale_by_power_of_two(radius, p.e);
  return rounded_up<T>(in_x < 0x1p-1021 ? in_x + 0x1p-1074 : in_x);
}

}  // namespace

namespace {

/// Where the coefficients and roots of a batch are.
template <class T>
struct places {
  const polynomial_batch<T>& in;
  std::size_t out_stride;
  bool rows = in.order == coefficient_order::rows;
  std::size_t degree = static_cast<std::size_t>(in.degree);

  std::size_t coefficient(std::size_t i) const { return i * (rows ? in.stride != 0 ? in.stride : degree + 1 : 1); }
  std::size_t between_coefficients() const { return rows ? 1 : in.stride != 0 ? in.stride : in.count; }
  std::size_t root(std::size_t i, std::size_t k) const {
    return rows ? i * (out_stride != 0 ? out_stride : degree) + k : i + k * (out_stride != 0 ? out_stride : in.count);
  }
};

template <class T>
void bound_all(const places<T>& at, const T* roots, const std::uint8_t* counts, const std::uint64_t* touching,
               T* bounds, int threads) {
  const auto bound_some = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const T* const a = at.in.coefficients + at.coefficient(i);
      for (std::size_t k = 0; k < at.degree; ++k) {
        const std::size_t place = at.root(i, k);
        const bool touches = touching == nullptr ? false : (touching[i] >> k & 1) != 0;
        bounds[place] = k < counts[i]
                            ? bound_root(a, nullptr, at.between_coefficients(), at.in.degree, roots[place], touches)
                            : std::numeric_limits<T>::quiet_NaN();
      }
    }
  };
  parallel_for(at.in.count, 256, thread_count(threads), std::cref(bound_some));
}

}  // namespace

template <class T>
void bound_real_roots(const polynomial_batch<T>& in, const real_roots_output<T>& out, int threads) {
  bound_all(places<T>{in, out.stride}, out.roots, out.counts, out.touching, out.bounds, threads);
}

template <class T>
void bound_real_roots(const polynomial_batch<T>& rows, const T* roots, const std::uint8_t* counts,
                      const std::uint64_t* touching, T* bounds, int threads) {
  bound_all(places<T>{rows, 0}, roots, counts, touching, bounds, threads);
}

void bound_real_roots(const long_coefficients& p, const double* roots, int count, std::uint64_t touching,
                      double* bounds) {
  for (int k = 0; k < count; ++k)
    bounds[k] = bound_root(p.value, p.rest, 1, p.degree, roots[k], (touching >> k & 1) != 0);
}

template void bound_real_roots(const polynomial_batch<float>&, const real_roots_output<float>&, int);
template void bound_real_roots(const polynomial_batch<double>&, const real_roots_output<double>&, int);
template void bound_real_roots(const polynomial_batch<float>&, const float*, const std::uint8_t*, const std::uint64_t*,
                               float*, int);
template void bound_real_roots(const polynomial_batch<double>&, const double*, const std::uint8_t*,
                               const std::uint64_t*, double*, int);

}  // namespace vieta
