#pragma once

#include <cstdint>
#include <type_traits>

#include "vieta/core/ascending.hpp"
#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/cubic.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/quadratic.hpp"
#include "vieta/core/strided.hpp"

// Real roots of quadratics and cubics in an interval, by formulas, whatever the sizes of their coefficients. For
// core/real_roots.hpp.

namespace vieta::core::detail {

/// Whether polynomials of degree at most N that happen to be of degree `low` are solved by themselves, degree 2 by a
/// formula and degree 3 by core/cubic.hpp. In a kernel of a GPU that would cost registers of all the others.
template <int N, int low, class T>
inline constexpr bool solved_by_itself = std::is_floating_point_v<T>&&
#if defined(__CUDA_ARCH__)
                                             N == low;
#else
                                             N >= low;
#endif

/// Both roots of a quadratic, p[0] and p[2] other than zero, by a formula: right to a unit in the last place, and told
/// apart wherever they are different numbers. Where there are none, the vertex may touch. False, and nothing done,
/// where a root is beyond the range of normal numbers.
template <class T>
VT_HD bool solve_quadratic_in(const T* p, T lo, T hi, strided<T> roots, int& count, std::uint64_t& touching) {
  // x = 2^e t with |c_0| and |c_2| alike.
  const int above = exponent_of(p[0]) - exponent_of(p[2]), e = (above - (above < 0 ? 1 : 0)) / 2;
  int top = -(1 << 20);
  VT_UNROLL
  for (int k = 0; k <= 2; ++k) {
    if (p[k] == 0) continue;
    const int size = exponent_of(p[k]) + e * k;
    if (size > top) top = size;
  }
  T c[3];
  VT_UNROLL
  for (int k = 0; k <= 2; ++k) c[k] = scale_by_power_of_two(p[k], e * k - top);
  const auto to_x = [&](T t) { return scale_by_power_of_two(t, e); };
  T low, high, vertex = 0;
  bool real = true, touches = false;
  if (abs(c[0] * c[2]) > least_product<T>) {
    const quadratic_roots<T> r = solve_quadratic(c);
    low = to_x(r.low), high = to_x(r.high), vertex = to_x(r.vertex);
    real = r.real, touches = r.touches;
  } else {  // so far apart that each of them is a quotient
    const T outer = -p[1] / p[2], inner = -p[0] / p[1];
    low = outer < inner ? outer : inner, high = outer < inner ? inner : outer;
  }
  const auto is_normal = [](T x) { return abs(x) >= power_of_two<T>(float_format<T>::smallest) && x - x == 0; };
  if (real ? !is_normal(low) || !is_normal(high) : touches && !is_normal(vertex)) return false;
  const auto to_t = [&](T x) { return scale_by_power_of_two(x, -e); };
  // A root that rounds to an end of the interval and lies beyond it is marked.
  const auto is_beyond = [&](T end) {
    const value_and_doubt<T> value = compensated_horner(c, 2, to_t(end));
    if (!(abs(value.value) > value.doubt)) return false;
    const bool rises = c[1] + 2 * c[2] * to_t(end) > 0, negative = value.value < 0;
    return lo == hi || (end == lo ? rises != negative : rises == negative);
  };
  if (real) {
    VT_UNROLL_NOT
    for (int k = 0; k < 2; ++k) {
      const T x = k == 0 ? low : high;
      if (!(x >= lo && x <= hi)) continue;
      append_root(roots, count, touching, x, (x == lo || x == hi) && is_beyond(x));
    }
  } else if (touches) {
    const T nearest = vertex < lo ? lo : vertex > hi ? hi : vertex, t = to_t(nearest);
    const bool inside = nearest == vertex;
    if (inside || abs(horner(c, 2, t)) <= noise_factor<T>(2) * horner_magnitude(c, 2, t))
      append_root(roots, count, touching, nearest, true);
  }
  return true;
}

/// All roots of a cubic, p[0] and p[3] other than zero, right to two ulps. False, and nothing done, where the
/// coefficients are so far apart that products of theirs may leave the range, and where a root is no normal number.
template <class T>
VT_HD bool solve_cubic_in(const T* p, T lo, T hi, strided<T> roots, int& count, std::uint64_t& touching) {
  // x = 2^e t with |c_0| and |c_3| alike.
  const int above = exponent_of(p[0]) - exponent_of(p[3]), e = (above - (above < 0 ? 2 : 0)) / 3;
  int top = -(1 << 20);
  VT_UNROLL_NOT
  for (int k = 0; k <= 3; ++k) {
    if (p[k] == 0) continue;
    const int size = exponent_of(p[k]) + e * k;
    if (size > top) top = size;
  }
  double c[4];
  VT_UNROLL_NOT
  for (int k = 0; k <= 3; ++k)
    c[k] = scale_by_power_of_two(p[3] < 0 ? -static_cast<double>(p[k]) : static_cast<double>(p[k]), e * k - top);
  if (!(abs(c[0]) > 0x1p-200 && c[3] > 0x1p-200)) return false;
  const cubic_roots found = solve_cubic(c, noise_factor<T>(3));
  T x[3];
  bool normal = true;
  VT_UNROLL_NOT
  for (int k = 0; k < found.count; ++k) {
    x[k] = static_cast<T>(scale_by_power_of_two(found.x[k], e));
    normal = normal && abs(x[k]) >= power_of_two<T>(float_format<T>::smallest) && x[k] - x[k] == 0;
  }
  if (!normal) return false;
  VT_UNROLL_NOT
  for (int k = 0; k < found.count; ++k) {
    if (!(x[k] >= lo && x[k] <= hi)) continue;
    bool touches = found.touches[k];
    if (!touches && (x[k] == lo || x[k] == hi)) {
      // A root that rounds to an end of the interval and lies beyond it is marked.
      const shifted_cubic here = shift_cubic(c, scale_by_power_of_two(static_cast<double>(x[k]), -e));
      const bool is_left = here.value != 0 && (here.value < 0) != (here.slope > 0);
      const bool is_right = here.value != 0 && !is_left;
      touches = (x[k] == lo && is_left) || (x[k] == hi && is_right);
    }
    append_root(roots, count, touching, x[k], touches);
  }
  return true;
}

}  // namespace vieta::core::detail
