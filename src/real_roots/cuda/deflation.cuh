#pragma once

#include "real_roots/cuda/numeric.cuh"
#include "vieta/core/real_roots.hpp"

// All roots of a polynomial that may be real-rooted, one after the other from the upper end of an interval: Laguerre's
// iteration, which goes down to the nearest root and not beyond it while all are real, then a division. Where complex
// roots show, it goes on from the lower end upwards. One pair is then what the divisions leave. Where there are more,
// Halley's iteration finds the next one, and the division is by its quadratic factor: a polynomial of low degree by
// now. One thread, in double precision, so that what dividing adds to the errors does not matter; the coefficients stay
// in registers. Nothing of this is proof: whole_kernel.cuh has that.

namespace vieta::cuda {

/// 1/x to nearly all bits.
__device__ __forceinline__ double near_reciprocal(double x) {
  const double r = rough_reciprocal(x);
  return fma(r, fma(-x, r, 1.0), r);
}
/// The square root of a positive number to nearly all bits.
__device__ __forceinline__ double near_root(double x) {
  const double inverse = rough_inverse_root(x), rough = x * inverse;
  return fma(0.5 * inverse, fma(-rough, rough, x), rough);
}

struct complex_number {
  double real, imaginary;
};
__device__ __forceinline__ complex_number operator*(complex_number a, complex_number b) {
  return {fma(a.real, b.real, -a.imaginary * b.imaginary), fma(a.real, b.imaginary, a.imaginary * b.real)};
}
__device__ __forceinline__ complex_number operator-(complex_number a, complex_number b) {
  return {a.real - b.real, a.imaginary - b.imaginary};
}
__device__ __forceinline__ double square(complex_number a) { return fma(a.real, a.real, a.imaginary * a.imaginary); }

/// p(z), p'(z) and p''(z)/2 by division by the quadratic with the roots z and its conjugate, three times: real numbers
/// serve (Knuth, The Art of Computer Programming 2, section 4.6.4).
struct complex_values {
  complex_number value, slope, half_second;
};
template <int M, int Size>
__device__ __forceinline__ complex_values evaluate(const double (&d)[Size], complex_number z) {
  const double x = z.real, y = z.imaginary, r = 2 * x, s = -square(z);
  double b = fma(r, d[M], d[M - 1]), b_above = d[M];
  double e = fma(r, d[M], b), e_above = d[M];
  double f = M > 4 ? fma(r, d[M], e) : M == 4 ? d[M] : 0, f_above = M > 4 ? d[M] : 0;
  VT_UNROLL
  for (int k = M - 2; k >= 1; --k) {
    const double b_next = fma(r, b, fma(s, b_above, d[k]));
    b_above = b, b = b_next;
    if (k >= 2) {
      const double e_next = fma(r, e, fma(s, e_above, b));
      e_above = e, e = e_next;
    }
    if (k >= 4) {
      const double f_next = fma(r, f, fma(s, f_above, e));
      f_above = f, f = f_next;
    }
  }
  const double last = fma(r, b, fma(s, b_above, d[0]));
  const complex_number q{fma(-x, e_above, e), y * e_above};  // the quotient, and that of the quotient, at z
  const complex_number g{fma(-x, f_above, f), y * f_above};
  const complex_number q_slope{fma(-2 * y, g.imaginary, e_above), 2 * y * g.real};
  return {{fma(-x, b, last), y * b},
          {fma(-2 * y, q.imaginary, b), 2 * y * q.real},
          {fma(-2 * y, q_slope.imaginary, q.real), fma(2 * y, q_slope.real, q.imaginary)}};
}

enum class met { root, pair, nothing };

/// From x to a root of d[0] + ... + d[M] x^M, of the degree given; or z is a guess of the complex root nearby.
template <int M, int Size>
__device__ __forceinline__ met laguerre(const double (&d)[Size], double degree, double enough, double& x,
                                        complex_number& z) {
  constexpr int most_steps = 12;
  VT_UNROLL_NOT
  for (int step = 0; step < most_steps; ++step) {
    double value = fma(d[M], x, d[M - 1]), slope = d[M], half_second = d[M];
    VT_UNROLL
    for (int k = M - 2; k >= 0; --k) {
      slope = fma(slope, x, value);
      value = fma(value, x, d[k]);
      if (k > 0) half_second = fma(half_second, x, slope);
    }
    const double scaled = (degree - 1) * slope, far = degree * value;
    const double squared = fma(scaled, scaled, (2 - 2 * degree) * far * half_second);
    if (!(squared >= 0)) {
      const double over = far * rough_reciprocal(fma(slope, slope, -squared));
      z = {fma(-over, slope, x), abs(over) * -squared * rough_inverse_root(-squared)};
      return met::pair;
    }
    const double root = squared > 0 ? near_root(squared) : 0;
    const double by = far * near_reciprocal(slope + (slope < 0 ? -root : root));
    x -= by;
    if (abs(by) < enough) return met::root;
  }
  return met::nothing;
}

/// From z to a complex root.
template <int M, int Size>
__device__ __forceinline__ bool halley(const double (&d)[Size], double enough, complex_number& z) {
  constexpr int most_steps = 7;
  VT_UNROLL_NOT
  for (int step = 0; step < most_steps; ++step) {
    const complex_values at = evaluate<M>(d, z);
    const complex_number under = at.slope * at.slope - at.value * at.half_second;
    const complex_number over = at.value * at.slope * complex_number{under.real, -under.imaginary};
    const double scale = near_reciprocal(square(under));
    const complex_number by{over.real * scale, over.imaginary * scale};
    z = z - by;
    if (abs(by.real) + abs(by.imaginary) < enough) return true;
  }
  return false;
}

template <int M, int Size>
__device__ __forceinline__ void divide(double (&d)[Size], double x) {
  double above = d[M];
  VT_UNROLL
  for (int k = M - 1; k >= 0; --k) {
    const double here = d[k];
    d[k] = above;
    above = fma(above, x, here);
  }
  d[M] = 0;
}
template <int M, int Size>
__device__ __forceinline__ void divide(double (&d)[Size], complex_number z) {
  const double r = 2 * z.real, s = -square(z);
  double above = d[M], b = fma(r, above, d[M - 1]);
  VT_UNROLL
  for (int k = M - 2; k >= 0; --k) {
    const double next = fma(r, b, fma(s, above, d[k]));
    d[k] = above;
    above = b;
    b = next;
  }
  d[M] = d[M - 1] = 0;
}

/// Roots in the order in which they were found. A pair takes two places, for its real and its imaginary part.
struct root_list {
  unsigned pairs;  ///< bit k: places k and k + 1 hold a pair
  int places;      ///< less than the degree: it did not work
};

/// `roots` has N places; d is used up. `enough` is a step that is not worth another one. The whole warp calls this.
template <int N, bool WithPairs, class T>
__device__ __forceinline__ root_list find_from_ends(double (&d)[N + 1], int degree, bool there, double lo, double hi,
                                                    double enough, core::strided<T> roots) {
  double x = hi;
  int left = there ? degree : 0;  // places filled: degree - left
  unsigned pairs = 0;
  constexpr unsigned turned = 1u << 31;  // kept with the pairs: registers are dear
  const auto put_pair = [&](double real, double imaginary) {
    pairs |= 1u << (degree - left);
    roots[degree - left] = static_cast<T>(real);
    roots[degree - left + 1] = static_cast<T>(abs(imaginary));
    left -= 2;
  };
  // Code for every degree would not fit the instruction cache at high degrees: there, some have leading zeros.
  constexpr int step_in_float = N <= 12 ? 1 : 4, step = sizeof(T) == 4 ? step_in_float : 4;
  core::detail::static_for<0, (N - 3) / step + 1>([&](auto level) {
    constexpr int m = N - step * decltype(level)::value, last = m - step > 2 ? m - step : 2;
    // Lanes that are ahead of others do not wait for them: to them, too, the leading coefficients are zero.
    VT_UNROLL_NOT
    while (__any_sync(whole_warp, left > last)) {
      if (left > 2) {
        complex_number z{};
        met what = laguerre<m>(d, left, enough, x, z);
        const bool turns = WithPairs && what == met::pair && !(pairs & turned);
        if (what == met::pair) {
          what = met::nothing;
          if (WithPairs && (pairs & turned) && halley<m>(d, enough, z)) {
            what = abs(z.imaginary) < enough ? met::root : met::pair;  // real ones may be too near for Laguerre
            if (what == met::root) x = z.real;
          }
        }
        if (turns) {
          pairs |= turned;
          x = lo;
        } else if (what == met::root) {
          divide<m>(d, x);
          roots[degree - left] = static_cast<T>(x);
          left -= 1;
        } else if (WithPairs && what == met::pair) {
          divide<m>(d, z);
          put_pair(z.real, z.imaginary);
        } else {
          left = -1;
        }
      }
      // Or else the compiler makes lanes that gave up jump to the end, and nests all levels.
      hide(left);
    }
  });
  if (left == 2) {
    const double discriminant = fma(d[1], d[1], -4 * d[0] * d[2]);
    if (discriminant > 0) {
      const double root = near_root(discriminant), q = -0.5 * (d[1] + (d[1] < 0 ? -root : root));
      roots[degree - 2] = static_cast<T>(q * near_reciprocal(d[2]));
      roots[degree - 1] = static_cast<T>(d[0] * near_reciprocal(q));
      left = 0;
    } else if (WithPairs && discriminant < 0) {
      const double half = 0.5 * near_reciprocal(d[2]);
      put_pair(-d[1] * half, near_root(-discriminant) * half);
    }
  } else if (left == 1) {
    roots[degree - 1] = static_cast<T>(-d[0] * near_reciprocal(d[1]));
    left = 0;
  }
  return {pairs & ~turned, there && left == 0 ? degree : 0};
}

}  // namespace vieta::cuda
