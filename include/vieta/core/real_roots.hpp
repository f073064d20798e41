#pragma once

#include <cstdint>
#include <type_traits>

#include "vieta/core/ascending.hpp"
#include "vieta/core/binomial.hpp"
#include "vieta/core/bracket.hpp"
#include "vieta/core/certain_roots.hpp"
#include "vieta/core/cluster.hpp"
#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/low_degree.hpp"
#include "vieta/core/near_zero.hpp"
#include "vieta/core/real_roots_status.hpp"
#include "vieta/core/root_bound.hpp"
#include "vieta/core/strided.hpp"

// All real roots of one polynomial in an interval, by the derivative chain: the roots of p' separate those of p, the
// roots of p'' those of p', and so on down to a linear polynomial (Collins and Loos 1976; Yuksel 2022, with Newton's
// iteration). Call it from your own CUDA kernel or CPU loop; the library's schedules use it for what their fast paths
// leave over.

namespace vieta::core {

namespace detail {

template <int First, int End, class F>
VT_HD void static_for(F&& f) {
  if constexpr (First < End) {
    f(std::integral_constant<int, First>{});
    static_for<First + 1, End>(f);
  }
}

/// c = p^(N-D) / (N-D)!, a polynomial of degree D. Exact binomials: factors multiplied up from level to level lose
/// roots.
template <int N, int D, class T>
VT_HD void derivative(const T (&p)[N + 1], T (&c)[D + 1]) {
  static_for<0, D + 1>([&](auto index) {
    constexpr int j = decltype(index)::value;
    constexpr T weight = binomial_as<T>(N - D + j, j);
    c[j] = weight * p[N - D + j];
  });
}

/// Coefficients below 2^headroom never overflow in the values of p, its derivatives (times binomials) and what is made
/// of them here.
template <class T>
VT_HD constexpr int headroom(int degree) {
  int bits = 8;
  for (double most = binomial(degree, degree / 2) * (degree + 1) * (degree + 1); most > 1; most /= 2) ++bits;
  return float_format<T>::largest - bits;
}

/// Roots with a change of sign of c in (lo, hi), separated by the m break points; they take the break points' places. A
/// break point where c vanishes stays one.
template <class T>
VT_HD int crossings(const T* c, int degree, strided<T> points, int m, T lo, T hi, tolerance<T> wanted) {
  int found = 0;
  T left = lo, at_left = horner(c, degree, lo);
  VT_UNROLL_NOT
  for (int i = 0; i <= m; ++i) {
    const T right = i < m ? points[i] : hi, at_right = horner(c, degree, right);
    if (at_right == 0) {
      if (i < m) points[found++] = right;
    } else if (at_left != 0 && (at_left < 0) != (at_right < 0)) {
      points[found++] = find_crossing(c, degree, left, right, at_left < 0, wanted);
    }
    left = right;
    at_left = at_right;
  }
  return found;
}

/// The last level: crossings of p itself, and touches.
template <class T>
VT_HD int crossings_and_touches(const T* c, int degree, strided<T> points, int m, T lo, T hi, tolerance<T> wanted,
                                std::uint64_t& touching, bool& decided) {
  int found = 0;
  T sum = 0;
  VT_UNROLL
  for (int k = 0; k <= degree; ++k) sum += abs(c[k]);
  const T noise_anywhere = noise_factor<T>(degree) * sum;
  auto near_zero = [&](T x, T value) {
    return !(abs(value) > noise_factor<T>(degree) * horner_magnitude(c, degree, x));
  };
  auto opposite = [](T p, T q) { return p != 0 && q != 0 && (p < 0) != (q < 0); };
  // Between neighbouring points lies one root at most. Where values vanish by underflow there may seem to be more.
  auto list = [&](int i, T x, bool touches) {
    if (found > i) {
      decided = false;
      return;
    }
    if (touches) touching |= std::uint64_t{1} << found;
    points[found++] = x;
  };
  // Three neighbouring points a < b < x and the values there: what b is shows when x is known, and only then (a, b) is
  // searched.
  T a = lo, b = lo, at_a = 0, at_b = 0;
  bool crossed = false;  // between b and x
  VT_UNROLL_NOT
  for (int i = -1; i <= m; ++i) {
    const bool done = crossed;  // left of b: the sign at a is not p's
    crossed = false;
    const T x = i < 0 ? lo : i < m ? points[i] : hi;  // before a root takes its place
    const T at_x = value_with_sign(c, degree, x, noise_anywhere);
    const bool left = opposite(at_a, at_b), right = opposite(at_b, at_x);
    if (i < 0) {
      // There is a value at lo now. It is found here, not ahead of the loop, for the sake of registers.
    } else if (i == 0) {
      if (at_b == 0)
        list(i, lo, is_flat(c, degree, lo));
      else if (!right && abs(at_b) <= abs(at_x) && near_zero(lo, at_b))
        list(i, lo, true);
    } else if (at_b == 0) {  // exactly at an interior extremum or inflection
      list(i, b, (at_a < 0) == (at_x < 0));
    } else {
      const bool dips = left && right && abs(at_b) <= noise_anywhere;
      const bool bends = !left && !right && abs(at_b) <= abs(at_a) && abs(at_b) <= abs(at_x);
      if (dips || bends) {
        const extremum<T> e = find_extremum(c, degree, a, b, x, at_x < 0);
        if (e.sign_known && (e.value < 0) != (at_x < 0)) {
          if (!done || e.x > b) {
            list(i, find_crossing(c, degree, done ? b : a, e.x, at_x < 0, wanted), false);
            list(i, find_crossing(c, degree, e.x, x, at_x >= 0, wanted), false);
          }
        } else if (e.touches) {
          list(i, e.x, true);
        }
        if (dips) at_b = -at_b;  // both sides of b are done with
        crossed = dips;
      } else if (left) {
        list(i, find_crossing(c, degree, a, b, at_a < 0, wanted), false);
      }
    }
    a = b;
    at_a = at_b;
    b = x;
    at_b = at_x;
  }
  if (opposite(at_a, at_b)) {
    list(m, find_crossing(c, degree, a, hi, at_a < 0, wanted), false);
  } else if (hi > lo && !crossed) {
    if (at_b == 0)
      list(m, hi, is_flat(c, degree, hi));
    else if (at_a != 0 && abs(at_b) < abs(at_a) && near_zero(hi, at_b))
      list(m, hi, true);
  }
  return settle_ends(c, degree, points, found, lo, hi, touching);
}

/// e with all roots of p below 2^e in modulus; n: actual degree.
template <int N, class T>
VT_HD int root_bound_exponent(const T (&p)[N + 1], int n) {
  T leading = 0;
  VT_UNROLL
  for (int k = 0; k <= N; ++k)
    if (k == n) leading = p[k];
  root_bound<T> bound(n, leading);
  VT_UNROLL
  for (int k = 0; k < N; ++k)
    if (k < n) bound.add(k, p[k]);
  return bound.exponent();
}

/// Whether p may have a root below 2^exponent in modulus, zero excepted: Fujiwara's bound for x^n p(1/x), in powers of
/// two.
template <int N, class T>
VT_HD bool may_have_root_below(const T (&p)[N + 1], int exponent) {
  bool may = false;
  int least = 0, e_least = 0;  // of the first coefficient that is not zero
  bool found = false;
  VT_UNROLL
  for (int k = 0; k <= N; ++k) {
    if (p[k] == 0) continue;
    const int e = exponent_of(p[k]);
    if (!found) least = k, e_least = e;
    found = true;
    may = may || (k > least && e_least - e <= (k - least) * (exponent + 1));
  }
  return may;
}

template <int N, int D, class T>
VT_HD void chain(const T (&p)[N + 1], T lo, T hi, tolerance<T> wanted, strided<T> points, int& count,
                 std::uint64_t& touching, bool& decided) {
  T c[D + 1];
  derivative<N, D>(p, c);
  if constexpr (D == N) {
    count = crossings_and_touches(c, D, points, count, lo, hi, wanted, touching, decided);
  } else {
    if constexpr (D == 1) {
      const T x = -c[0] / c[1];
      if (x > lo && x < hi) points[count++] = x;  // not for NaN and infinity: c[1] may be zero
    } else {
      // Two roots of p may stand as close as a coarse tolerance: what separates them is found more accurately.
      constexpr T finer = T(0.0625);
      count = crossings(c, D, points, count, lo, hi, tolerance<T>{finer * wanted.absolute, finer * wanted.relative});
    }
    chain<N, D + 1>(p, lo, hi, wanted, points, count, touching, decided);
  }
}

/// Whether one of the roots that are no touches is three or more as far as rounding tells. Never on a device, where it
/// would cost registers.
template <class T>
VT_HD bool has_cluster(const T* c, int degree, strided<T> roots, int count, std::uint64_t touching) {
  bool found = false;
#if !defined(__CUDA_ARCH__)
  const int asked = degree > 2 ? count : 0;
  VT_UNROLL_NOT
  for (int k = 0; k < asked; ++k)
    if ((touching >> k & 1) == 0 && is_in_cluster(c, degree, roots[k], noise_factor<T>(degree))) found = true;
#endif
  return found;
}

/// core::real_roots, where noise, or a coarse tolerance, may have moved roots past each other.
template <int N, class T>
VT_HD real_roots_answer find_real_roots(const T (&a)[N + 1], T lo, T hi, T absolute, T relative, strided<T> roots) {
  static_assert(N >= 1 && N <= 64);
  real_roots_answer answer;
  // One infinity or NaN among the coefficients makes a_k - a_k a NaN, and the sum.
  T nothing = 0;
  int n = -1;  // the actual degree
  VT_UNROLL
  for (int k = 0; k <= N; ++k) {
    nothing += a[k] - a[k];
    if (a[k] != 0) n = k;
  }
  if (!(nothing == 0) || !(lo <= hi)) {
    answer.status = real_roots_status::bad_input;
    return answer;
  }
  if (n < 0) {
    answer.status = real_roots_status::zero_polynomial;
    return answer;
  }

  // p(x) = x^zeros q(x): zero roots leave exactly.
  T p[N + 1];
  VT_UNROLL
  for (int k = 0; k <= N; ++k) p[k] = a[k];
  int zeros = 0;
  bool more = p[0] == 0;  // in a variable for GCC, to which a comparison of dd is no plain condition
  VT_UNROLL_NOT
  while (more) {
    VT_UNROLL
    for (int k = 0; k < N; ++k) p[k] = p[k + 1];
    p[N] = 0;
    ++zeros;
    --n;
    more = p[0] == 0;
  }
  const bool zero_is_inside = zeros > 0 && lo <= 0 && hi >= 0;

  int count = 0;
  bool solved = false, clustered = zero_is_inside && zeros > 1 && zeros % 2 == 1;
  if constexpr (solved_by_itself<N, 2, T>)
    solved = n == 2 && solve_quadratic_in(p, lo, hi, roots, count, answer.touching);
  if constexpr (solved_by_itself<N, 3, T>)
    solved = solved || (n == 3 && solve_cubic_in(p, lo, hi, roots, count, answer.touching));
  if (solved) clustered = clustered || has_cluster(p, n, roots, count, answer.touching);
  if (!solved) {
    // x = 2^e t with |t| <= 1, and coefficients as large as overflow allows, which keeps small ones away from
    // underflow. Beyond the root bound nothing is to be found.
    T t_lo = lo, t_hi = hi;
    int e = 0;
    if (n > 0 && !(abs(lo) <= 1 && abs(hi) <= 1)) {
      const int bound = root_bound_exponent<N>(p, n);
      if (bound < float_format<T>::largest) {
        // Roots below all numbers but 0 lie beside 0: an interval [0, 0] would lose them.
        const int reach = bound > float_format<T>::smallest ? bound : float_format<T>::smallest;
        const T r = scale_by_power_of_two(T(1), reach);
        if (t_lo < -r) t_lo = -r;
        if (t_hi > r) t_hi = r;
        if (t_lo > t_hi) return answer;
      }
      const T largest = power_of_two<T>(float_format<T>::largest);
      if (t_lo < -largest) t_lo = -largest, answer.status = real_roots_status::unresolved;
      if (t_hi > largest) t_hi = largest, answer.status = real_roots_status::unresolved;
      const T widest = abs(t_lo) > abs(t_hi) ? abs(t_lo) : abs(t_hi);
      if (widest > 1) e = exponent_of(widest) + 1;
      if (e > float_format<T>::largest) e = float_format<T>::largest;
      t_lo = scale_by_power_of_two(t_lo, -e);
      t_hi = scale_by_power_of_two(t_hi, -e);
    }
    constexpr int smallest = float_format<T>::smallest;
    // Among subnormal numbers t has fewer digits than x.
    if (e > 0 && may_have_root_below<N>(p, e + smallest)) answer.status = real_roots_status::unresolved;
    int top = -(1 << 20);
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      if (p[k] == 0) continue;
      const int size = exponent_of(p[k]) + e * k;
      if (size > top) top = size;
    }
    VT_UNROLL
    for (int k = 0; k <= N; ++k) {
      constexpr int target = headroom<T>(N);
      p[k] = scale_by_power_of_two(p[k], e * k - top + target);
    }
    // What underflow takes away is at most half the spacing of subnormal numbers for each coefficient and operation, in
    // all less than the rounding errors that p(0) is granted (noise_factor) where it is a normal number, and than those
    // of the next term wherever x is one; or else it may be too much.
    if (abs(p[0]) < power_of_two<T>(smallest + 1) && abs(p[1]) < T(128)) answer.status = real_roots_status::unresolved;

    const tolerance<T> wanted{scale_by_power_of_two(absolute, -e), relative};
    bool decided = true;
    bool certain = false;
#if !defined(__CUDA_ARCH__)  // where a warp may go both ways, and both take registers
    if constexpr (N > 4 && lane_count<T> == 1 && sizeof(T) <= sizeof(double))
      certain = n > 4 && t_lo < t_hi && keeps_powers<N>(p[0], t_hi - t_lo, headroom<T>(N)) &&
                find_certain_roots<N>(p, t_lo, t_hi, wanted, roots, count);
#endif
    if (n > 0 && !certain) chain<N, 1>(p, t_lo, t_hi, wanted, roots, count, answer.touching, decided);
    if (!decided) answer.status = real_roots_status::unresolved;
    if constexpr (solved_by_itself<N, 3, T>) {
      // Coefficients far apart: roots far apart, and in the range of T one step is enough.
      const int all = n == 3 ? count : 0;
      VT_UNROLL_NOT
      for (int k = 0; k < all; ++k) {
        const improved_root<T> better = improve_cubic_root(p, roots[k]);
        if (better.sure && better.x >= t_lo && better.x <= t_hi) roots[k] = better.x;
      }
    }
    clustered = clustered || has_cluster(p, n, roots, count, answer.touching);
    VT_UNROLL_NOT
    for (int k = 0; k < count; ++k) roots[k] = scale_by_power_of_two(roots[k], e);
  }

  if (zero_is_inside) {
    int place = count;
    VT_UNROLL_NOT
    for (; place > 0; --place) {
      if (!(roots[place - 1] > 0)) break;
      roots[place] = roots[place - 1];
    }
    roots[place] = 0;
    ++count;
    const std::uint64_t below = (std::uint64_t{1} << place) - 1;
    answer.touching =
        (answer.touching & below) | (answer.touching & ~below) << 1 | (zeros % 2 == 0 ? std::uint64_t{1} << place : 0);
  }
  answer.count = count;
  if (answer.status == real_roots_status::ok)
    answer.status = clustered         ? real_roots_status::clustered
                    : answer.touching ? real_roots_status::touching
                                      : real_roots_status::ok;
  return answer;
}

}  // namespace detail

/// All real roots in [lo, hi] of p(x) = a[0] + a[1] x + ... + a[N] x^N, ascending, each number once, for T = float,
/// double, or dd (include core/dd.hpp; on the CPU, for references).
///
/// `roots` has N places. Ends may be infinite, leading coefficients zero. Each root that is not marked as a touch has a
/// change of sign of the computed p within max(absolute, relative |x|), or within four units in the last place if that
/// is more (dd: 2^-101 |x|, and 2^-1072). Status `unresolved`: the coefficients scaled to the interval do not fit the
/// range of T, or there may be roots too small for it (wide intervals only, or a[0] smaller than the others by nearly
/// all of the range). No branch depends on more than the polynomial; no memory besides `roots` and registers up to N =
/// 32 or so.
template <int N, class T>
VT_HD real_roots_answer real_roots(const T (&a)[N + 1], T lo, T hi, T absolute, T relative, strided<T> roots) {
  real_roots_answer answer = detail::find_real_roots<N, T>(a, lo, hi, absolute, relative, roots);
  make_ascending(roots, answer);
  return answer;
}

}  // namespace vieta::core
