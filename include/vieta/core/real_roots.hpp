#pragma once

#include <cstdint>
#include <type_traits>

#include "vieta/core/ascending.hpp"
#include "vieta/core/binomial.hpp"
#include "vieta/core/bracket.hpp"
#include "vieta/core/cluster.hpp"
#include "vieta/core/compensated_horner.hpp"
#include "vieta/core/cubic.hpp"
#include "vieta/core/exponent.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/quadratic.hpp"
#include "vieta/core/real_roots_status.hpp"
#include "vieta/core/root_bound.hpp"

// All real roots of one polynomial in an interval, by the derivative chain: the roots of p' separate those of p, the
// roots of p'' those of p', and so on down to a linear polynomial (Collins and Loos 1976; Yuksel 2022, with Newton's
// iteration). Call it from your own CUDA kernel or CPU loop; the library's schedules use it for what their fast paths
// leave over.

namespace vieta::core {

/// Numbers `stride` apart. In a CUDA kernel, shared memory with stride blockDim.x keeps them out of local memory.
template <class T>
struct strided {
  T* first;
  int stride;
  VT_HD T& operator[](int i) const { return first[i * stride]; }  // NOLINT(*-widening-of-multiplication-*)
};

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

/// Whether p' cannot be told from zero at x.
template <class T>
VT_HD bool is_flat(const T* c, int degree, T x) {
  const T slope = horner_with_slope(c, degree, x).slope, r = abs(x);
  T magnitude = 0;
  VT_UNROLL
  for (int k = degree; k >= 1; --k) magnitude = multiply_add(magnitude, r, static_cast<T>(k) * abs(c[k]));
  return !(abs(slope) > noise_factor<T>(degree) * magnitude);
}

/// Numbers that compensated_horner can be asked for; those of several parts have digits enough by themselves.
template <class T>
inline constexpr bool can_compensate = std::is_floating_point_v<T> || has_spare_digits<T>;

/// What a local extremum near x is: the polynomial keeps its distance from zero, touches, or crosses twice.
template <class T>
struct extremum {
  T x, value;
  bool touches;     ///< zero within what rounding the coefficients can tell
  bool sign_known;  ///< the sign of the value is not an effect of rounding in its evaluation
  bool stationary;  ///< p' vanishes at x, as far as rounding can tell, or in (lo, hi) near x
};
template <class T>
VT_HD extremum<T> find_extremum(const T* c, int degree, T lo, T x, T hi, bool negative_around, int steps = 6) {
  // Newton's iteration for p' = 0 from a point that is near already; steps outside (lo, hi) end it, and so do steps
  // away from a touch, where the slope is noise as well.
  extremum<T> found{x, 0, false, false, true};
  VT_UNROLL_NOT
  for (int step = 0; step < steps; ++step) {
    T second = 0, slope = 0;
    T value = c[degree];
    T magnitude = abs(value), partial = 0;  // sums of |c_k x^k| and of |x|^k times intermediate values
    VT_UNROLL
    for (int k = degree - 1; k >= 0; --k) {
      second = multiply_add(second, x, slope);
      slope = multiply_add(slope, x, value);
      value = multiply_add(value, x, c[k]);
      magnitude = multiply_add(magnitude, abs(x), abs(c[k]));
      partial = multiply_add(partial, abs(x), abs(value));
    }
    const bool touches = !(abs(value) > noise_factor<T>(degree) * magnitude);
    if (found.touches && !touches && (value < 0) == negative_around) break;
    // Whether the sign means two roots: by a running error bound, for two roundings in each step (Higham 2002, section
    // 5.1).
    constexpr T u = float_format<T>::unit_roundoff;
    found = {x, value, touches, abs(value) > 2 * u * partial, true};
    const T next = x - slope / (2 * second);
    if (next == x) break;
    if (!(next > lo && next < hi)) {
      found.stationary = is_flat(c, degree, x);
      break;
    }
    x = next;
  }
  // Or else by twice the precision: an exact double root shows noise of either sign, for T, in both of its values.
  if constexpr (can_compensate<T>) {
    if (!found.sign_known) {
      const value_and_doubt<T> closer = compensated_horner(c, degree, found.x);
      found.value = closer.value;
      found.sign_known = abs(closer.value) > closer.doubt;
    }
  }
  return found;
}

/// What p is near x, an end of the interval, where it is noise there: in its parabola at x a root may be no root, or
/// two.
template <class T>
struct noise_at_end {
  T noise, width, third;  ///< the width of the parabola below the noise; 0 where no root is doubtful

  /// Whether a root so far from the end is doubtful: where the cubic term is noise still.
  VT_HD bool covers(T distance) const {
    return distance <= 3 * width && distance * distance * distance * third <= noise;
  }
};
template <class T>
VT_HD noise_at_end<T> look_at_end(const T* c, int degree, T x) {
  T third = 0, second = 0, slope = 0;  // derivatives over 6, 2 and 1
  T value = c[degree];
  int n = value == 0 ? 0 : degree;  // the actual degree: leading zeros make no rounding errors
  VT_UNROLL
  for (int k = degree - 1; k >= 0; --k) {
    if (n == 0 && c[k] != 0) n = k;
    third = multiply_add(third, x, second);
    second = multiply_add(second, x, slope);
    slope = multiply_add(slope, x, value);
    value = multiply_add(value, x, c[k]);
  }
  const T noise = noise_factor<T>(n) * horner_magnitude(c, degree, x), bend = abs(second);
  const T width = sqrt(noise) / sqrt(bend);
  // A double root within the noise: p'^2 <= 4 (p''/2) noise.
  const bool doubtful = abs(value) <= noise && abs(slope) <= 2 * width * bend;
  return {noise, doubtful ? width : T(0), abs(third)};
}

/// At ends where p is noise one touch takes the place of the roots found there. Returns how many roots remain.
template <class T>
VT_HD int settle_ends(const T* c, int degree, strided<T> points, int found, T lo, T hi, std::uint64_t& touching) {
  if (found == 0) return 0;
  const noise_at_end<T> at_hi = look_at_end(c, degree, hi);
  if (at_hi.width > 0) {
    if (found > 1 && points[found - 1] == hi && at_hi.covers(hi - points[found - 2])) --found;
    const std::uint64_t last = std::uint64_t{1} << (found - 1);
    touching &= 2 * last - 1;
    if (at_hi.covers(hi - points[found - 1])) touching |= last;
  }
  const noise_at_end<T> at_lo = look_at_end(c, degree, lo);
  if (at_lo.width > 0) {
    if (found > 1 && points[0] == lo && at_lo.covers(points[1] - lo)) {
      --found;
      touching >>= 1;
      VT_UNROLL_NOT
      for (int k = 0; k < found; ++k) points[k] = points[k + 1];
    }
    if (at_lo.covers(points[0] - lo)) touching |= 1;
  }
  return found;
}

/// p(x) where it is larger than noise; else with a sign that is no effect of rounding, or zero if twice the precision
/// does not tell it from zero.
template <class T>
VT_HD T value_with_sign(const T* c, int degree, T x, T noise) {
  const T value = horner(c, degree, x);
  if constexpr (can_compensate<T>) {
    if (!(abs(value) > noise)) {
      const value_and_doubt<T> closer = compensated_horner(c, degree, x);
      return abs(closer.value) > closer.doubt ? closer.value : T(0);
    }
  }
  return value;
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
    const T far = -p[1] / p[2], near = -p[0] / p[1];
    low = far < near ? far : near, high = far < near ? near : far;
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
    if (n > 0) chain<N, 1>(p, t_lo, t_hi, wanted, roots, count, answer.touching, decided);
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
