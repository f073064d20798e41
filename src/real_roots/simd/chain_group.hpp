#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/near_quotient.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/pack.hpp"
#include "vieta/core/quadratic.hpp"
#include "vieta/core/real_roots.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// How much finer than what was asked for the roots of derivatives are: two roots may stand as close as a coarse
/// tolerance, and the value between them must be known.
template <class T>
constexpr T finer = T(0.0625);

/// Up to this degree extrema are known as accurately as rounding allows, by formulas.
template <int N>
inline constexpr bool decides_touches = N <= 3;

/// One pack of polynomials on its way down the chain.
template <class P, int N>
struct chain_group {
  P c[N + 1];
  P sum;               // of |c[k]|
  P d[N + 1];          // the derivative of this level, over a factorial
  P curvature;         // a bound of its second derivative
  P point[N + 2];      // break points, ascending; where a root is missing the one before is repeated
  P value[N + 1];      // of d there
  P root[N + 1];       // roots of d between them; NaN: none
  mask_t<P> bad;       // needs more care
  mask_t<P> touch[N];  // at break point i: a touch, in the place of root i - 1

  VT_HD void take_derivative(int degree, const scalar_t<P>* weights, const P& hi) {
    curvature = P(scalar_t<P>(0));
    VT_UNROLL
    for (int j = 0; j <= degree; ++j) {
      d[j] = c[N - degree + j] * P(weights[j]);
      if (j > 1) curvature = multiply_add(abs(d[j]), P(static_cast<scalar_t<P>>(j * (j - 1))), curvature);
    }
    point[degree] = hi;
    VT_UNROLL
    for (int i = 0; i <= degree; ++i) value[i] = core::horner(d, degree, point[i]);
  }

  /// Roots become break points.
  VT_HD void advance(int degree) {
    P before = point[0];
    VT_UNROLL
    for (int i = 0; i < degree; ++i) {
      const P here = select(root[i] == root[i], root[i], before);
      before = point[i + 1];
      point[i + 1] = here;
    }
  }

  /// Where bracket i of this level may have its root. A monotonic polynomial between two of its extrema is nearly a
  /// cubic with vanishing slope at both ends, and beside one of them a parabola.
  VT_HD P first_guess(int degree, int i) const {
    using number = scalar_t<P>;
    const P half(number(0.5));
    if (degree == 1) return -d[0] / d[1];
    if constexpr (N >= 2) {
      if (degree == 2) {
        const P x = quadratic_root(false), y = quadratic_root(true);
        return i == 0 ? min(x, y) : max(x, y);
      }
    }
    const P a = point[i], b = point[i + 1];
    const mask_t<P> flat_a = mask_t<P>(i > 0) & (a > point[0]);
    const mask_t<P> flat_b = mask_t<P>(i + 1 < degree) & (b > point[0]);
    const P chord = near_quotient(value[i], value[i] - value[i + 1]);
    const mask_t<P> nearer_a = flat_a & ((chord < half) | !flat_b);
    const P part = select(nearer_a, chord, P(number(1)) - chord), square_root = sqrt(part);
    // Two flat ends: 3 t^2 - 2 t^3 = part, to a hundredth.
    const P along =
        select(flat_a & flat_b, square_root * multiply_add(part, P(number(0.26)), P(number(0.577))), square_root);
    const P t = select(flat_a | flat_b, select(nearer_a, along, P(number(1)) - along), chord);
    return multiply_add(t, b - a, a);
  }

  /// A cubic with values of different sign at both of its extrema: its three roots, to a ten-thousandth of their
  /// distances from the extrema. With the extrema at -1 and 1 it is s^3 - 3 s + 2 t = 0, whose roots beyond them are
  /// -f(sqrt((1 + t) / 2)) and f(sqrt((1 - t) / 2)), f(q) = 2 cos(2/3 acos q) (Viete); the sum of all is zero.
  VT_HD mask_t<P> guess_three_roots(P (&x)[3]) const {
    using number = scalar_t<P>;
    const P half(number(0.5)), zero(number(0));
    // The best relative approximation of (f(q) - 1) / q on [0, 1].
    const auto f = [](const P& q) {
      const P a[] = {P(number(1)), P(number(1.15460654)), P(number(-0.21885669)), P(number(0.0871469)),
                     P(number(-0.02297814))};
      return core::horner(a, 4, q);
    };
    const P difference = value[1] - value[2];
    const P left = f(sqrt(max(near_quotient(value[1], difference), zero)));
    const P right = f(sqrt(max(near_quotient(-value[2], difference), zero)));
    const P middle = half * (point[1] + point[2]), radius = half * (point[2] - point[1]);
    x[0] = middle - radius * left;
    x[1] = multiply_add(radius, left - right, middle);
    x[2] = multiply_add(radius, right, middle);
    return (point[1] > point[0]) & (point[2] > point[1]) & ((value[1] < zero) ^ (value[2] < zero));
  }

  /// The linear level, by division.
  VT_HD void solve_linear() {
    const P x = near_quotient(-d[0], d[1]);
    root[0] = select((x > point[0]) & (x < point[1]), x, P(nothing<scalar_t<P>>()));
  }

  /// A root of the quadratic level without cancellation (Higham 2002, section 1.8); NaN if it is not real.
  VT_HD P quadratic_root(bool nearer_zero) const {
    using number = scalar_t<P>;
    const P half_b = d[1] * P(number(0.5));
    const P discriminant = multiply_add(half_b, half_b, -(d[2] * d[0]));
    const P s = sqrt(discriminant);
    const P q = -(half_b + select(half_b < P(number(0)), -s, s));
    return nearer_zero ? near_quotient(d[0], q) : near_quotient(q, d[2]);
  }

  /// The quadratic level; the break points are not needed.
  VT_HD void solve_quadratic() {
    using number = scalar_t<P>;
    const P nowhere(nothing<number>()), x = quadratic_root(false), y = quadratic_root(true);
    const P lo = point[0], hi = point[2];
    const P first = select((x > lo) & (x < hi), x, nowhere), second = select((y > lo) & (y < hi), y, nowhere);
    root[0] = select(second < first, second, first);
    root[1] = select(second < first, first, second);
    const mask_t<P> alone = root[1] != root[1];  // then it stands behind the gap: break points must ascend
    root[1] = select(alone, root[0], root[1]);
    root[0] = select(alone, nowhere, root[0]);
  }

  /// All of a polynomial of degree 2; what is near an end of the interval is for the careful path.
  VT_HD void solve_as_quadratic(const block_plan<scalar_t<P>>& plan) {
    using number = scalar_t<P>;
    const P nowhere(nothing<number>()), lo(plan.lo), hi(plan.hi);
    curvature = P(number(0));  // for Newton's iteration, which there is none of
    point[0] = lo;
    point[N] = hi;
    const core::quadratic_roots<P> r = core::solve_quadratic(c);
    const auto inside = [&](const P& x) { return (x > lo) & (x < hi); };
    touch[1] = r.touches & inside(r.vertex);
    root[0] = select(touch[1], r.vertex, select(r.real & inside(r.low), r.low, nowhere));
    root[1] = select(r.real & inside(r.high), r.high, nowhere);
    bad |= !(abs(c[0] * c[2]) > P(core::least_product<number>));
  }

  /// Whether the value at extremum i may as well be zero. Extrema are known to within the tolerance, so values there
  /// are off by as much as the square of it allows.
  VT_HD mask_t<P> is_near_zero(int i, const block_plan<scalar_t<P>>& plan) const {
    using number = scalar_t<P>;
    const P enough = max(P(plan.absolute), P(plan.relative)) * P(finer<number>);
    const P noise = core::horner_magnitude(c, N, point[i]) * P(core::detail::noise_factor<number>(N));
    return (abs(value[i]) <= multiply_add(curvature * enough, enough, noise)) & (point[i] > point[0]);
  }

  /// A zero, or nearly one, at an end of the interval or at an extremum needs more care.
  VT_HD mask_t<P> is_doubtful(const block_plan<scalar_t<P>>& plan) const {
    using number = scalar_t<P>;
    mask_t<P> result(false);
    if constexpr (!decides_touches<N>) {
      VT_UNROLL
      for (int i = 1; i < N; ++i) result |= is_near_zero(i, plan);
    }
    for (const int end : {0, N}) {
      const auto at = core::horner_with_slope(c, N, point[end]);
      result |= abs(at.value) <= abs(at.slope) * P(64 * float_format<number>::unit_roundoff);
      result |= abs(at.value) <= core::horner_magnitude(c, N, point[end]) * P(core::detail::noise_factor<number>(N));
    }
    return result;
  }

  VT_HD mask_t<P> touches(int i) const { return i > 0 && i < N ? touch[i] : mask_t<P>(false); }

  /// What is at extrema where p may as well be zero, as core::detail::crossings_and_touches sees it: two crossings, for
  /// which the brackets beside it stand already, a touch or nothing.
  VT_HD void decide_touches(const block_plan<scalar_t<P>>& plan) {
    using number = scalar_t<P>;
    constexpr number u = float_format<number>::unit_roundoff;
    const P zero(number(0));
    mask_t<P> before(false);
    VT_UNROLL
    for (int i = 1; i < N; ++i) {
      touch[i] = mask_t<P>(false);
      const mask_t<P> near = is_near_zero(i, plan);
      if (none(near)) continue;
      bad |= near & (before | (value[i] == zero) | (value[i - 1] == zero) | (value[i + 1] == zero));
      before = near;
      const P x = point[i], r = abs(x);
      P at = c[N], magnitude = abs(at), partial = zero;
      VT_UNROLL
      for (int k = N - 1; k >= 0; --k) {
        at = multiply_add(at, x, c[k]);
        magnitude = multiply_add(magnitude, r, abs(c[k]));
        partial = multiply_add(partial, r, abs(at));
      }
      const mask_t<P> within = abs(at) <= magnitude * P(core::detail::noise_factor<number>(N));
      const mask_t<P> known = abs(at) > partial * P(2 * u);
      const mask_t<P> left = (value[i - 1] < zero) ^ (value[i] < zero),
                      right = (value[i] < zero) ^ (value[i + 1] < zero);
      const mask_t<P> bends =
          (!(left | right)) & (abs(value[i]) <= abs(value[i - 1])) & (abs(value[i]) <= abs(value[i + 1]));
      bad |= near & within & !known;  // twice the precision says what it is
      touch[i] = near & within & known & bends;
    }
  }
};

}  // namespace
}  // namespace vieta::VIETA_ISA
