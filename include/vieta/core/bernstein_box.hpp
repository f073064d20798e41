#pragma once

#include "vieta/core/bernstein_shape.hpp"
#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

// A system of N polynomials in N variables in tensor-product Bernstein form, looked at on one box: its coefficients
// there, the sign test, and the hull of the Krawczyk map x - R F(x), where R is about the inverse of the Jacobian in
// the middle of the box. Each lane of T is a box of its own, perhaps of a system of its own.
//
// Every bound takes the rounding in; docs/method/boxes.md derives them. u = 2^-53 below.
//
// S is the type of the shape.

namespace vieta::core {

/// One box in each lane. Local coordinates run from 0 to 1 along each edge.
template <class T>
struct box_lanes {
  T lower[most_box_variables], upper[most_box_variables];  ///< in: within the unit cube, or a little outside of it
  T error[most_box_variables];  ///< in: for each equation, of all coefficients on the unit cube and of restriction
  mask_t<T> empty;              ///< out: no solution in the box. Nothing else is set when all lanes are empty
  mask_t<T> one_sign;           ///< out: an equation has one sign on the whole box, which is why it is empty
  mask_t<T> small_image;        ///< out: the image is shorter than half of the box along every edge
  mask_t<T> proven;             ///< out: the map takes the box into its inside and contracts: exactly one solution
  mask_t<T> settled;            ///< out: the image is as small as rounding permits
  T from[most_box_variables], to[most_box_variables];  ///< out: encloses the image of the box, in local coordinates
  T cut_lower[most_box_variables], cut_upper[most_box_variables];  ///< out: what is left of the box
  T volume;                                                        ///< out: of that, as a part of the box
  T inverse[most_box_variables * most_box_variables];              ///< out: R, in local coordinates
};

/// How many numbers of type T `examine_box` needs as scratch memory.
constexpr int box_workspace(int variables, int size, int largest_degree) {
  const int side = largest_degree + 1;
  return 2 * variables * size + side * side + side * (side + 1) + 2 * side;
}

namespace detail {

/// The Bernstein polynomials of degrees 0 .. d at t: degree m begins at m (m + 1) / 2. Each is a sum of products, good
/// to 3 m u of the sum of their moduli: a level brings 1 - t, a product and a sum. D is d if that is known, or 0.
template <int D, class T>
VT_HD void bernstein_triangle(int degree, const T& t, T* b) {
  const int d = D > 0 ? D : degree;
  const T s = 1.0 - t;
  b[0] = 1.0;
  VT_UNROLL_ON_DEVICE(D > 0 ? 16 : 1)
  for (int m = 1; m <= d; ++m) {
    const T* const above = b + m * (m - 1) / 2;
    T* const row = b + m * (m + 1) / 2;
    row[0] = s * above[0];
    VT_UNROLL_ON_DEVICE(D > 0 ? 16 : 1)
    for (int j = 1; j < m; ++j) row[j] = multiply_add(s, above[j], t * above[j - 1]);
    row[m] = t * above[m - 1];
  }
}

/// The matrix that takes Bernstein coefficients on [0, 1] to those on [a, b]: coefficient i is the polar form with i
/// arguments b and d - i arguments a (Ramshaw 1989), so row i is the product of the Bernstein polynomials of degree i
/// at b and of degree d - i at a. Entries are good to (4 d + 2) u of the sum of the moduli of their terms.
template <int D, class T>
VT_HD void restriction_matrix(int degree, const T& a, const T& b, T* matrix, T* at_a, T* at_b) {
  const int d = D > 0 ? D : degree;
  bernstein_triangle<D>(d, a, at_a);
  bernstein_triangle<D>(d, b, at_b);
  VT_UNROLL_ON_DEVICE(D > 0 ? 16 : 1)
  for (int i = 0; i <= d; ++i) {
    const T* const p = at_b + i * (i + 1) / 2;
    const T* const q = at_a + (d - i) * (d - i + 1) / 2;
    T* const row = matrix + i * (d + 1);
    VT_UNROLL_ON_DEVICE(D > 0 ? 16 : 1)
    for (int j = 0; j <= d; ++j) {
      const int first = j > d - i ? j - (d - i) : 0, last = j < i ? j : i;
      T sum = p[first] * q[j - first];
      VT_UNROLL_ON_DEVICE(D > 0 ? 16 : 1)
      for (int k = first + 1; k <= last; ++k) sum = multiply_add(p[k], q[j - k], sum);
      row[j] = sum;
    }
  }
}

/// One axis of one polynomial: out = matrix in, along all lines of the axis. `in` may be `out`.
template <class S, int D, class T>
VT_HD void restrict_lines(int size, int stride, const T* matrix, const T* in, T* out) {
  VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
  for (int block = 0; block < size; block += stride * (D + 1)) {
    VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
    for (int line = block; line < block + stride; ++line) {
      T p[D + 1];
      VT_UNROLL
      for (int j = 0; j <= D; ++j) p[j] = in[line + j * stride];
      VT_UNROLL
      for (int i = 0; i <= D; ++i) {
        T sum = matrix[i * (D + 1)] * p[0];
        VT_UNROLL
        for (int j = 1; j <= D; ++j) sum = multiply_add(matrix[i * (D + 1) + j], p[j], sum);
        out[line + i * stride] = sum;
      }
    }
  }
}

template <class T>
VT_HD void restrict_lines(int d, int size, int stride, const T* matrix, const T* in, T* out, T* line_memory) {
  VT_UNROLL_NOT
  for (int block = 0; block < size; block += stride * (d + 1)) {
    VT_UNROLL_NOT
    for (int line = block; line < block + stride; ++line) {
      VT_UNROLL_NOT
      for (int j = 0; j <= d; ++j) line_memory[j] = in[line + j * stride];
      VT_UNROLL_NOT
      for (int i = 0; i <= d; ++i) {
        const T* const row = matrix + i * (d + 1);
        T sum = row[0] * line_memory[0];
        VT_UNROLL_NOT
        for (int j = 1; j <= d; ++j) sum = multiply_add(row[j], line_memory[j], sum);
        out[line + i * stride] = sum;
      }
    }
  }
}

/// One axis of all equations, to [a, b]; D is the degree along it if that is known, or 0.
template <class S, int D, class T>
VT_HD void restrict_axis(int degree, int equations, int size, int stride, const T& a, const T& b, const T* in, T* out,
                         T* work) {
  const int d = D > 0 ? D : degree, side = d + 1, triangle = side * (side + 1) / 2;
  T *const matrix = work, *const at_a = matrix + side * side, *const at_b = at_a + triangle,
           *const line_memory = at_b + triangle;
  restriction_matrix<D>(d, a, b, matrix, at_a, at_b);
  VT_UNROLL_ON_DEVICE(S::fixed ? 4 : 1)
  for (int q = 0; q < equations; ++q) {
    if constexpr (D > 0)
      restrict_lines<S, D>(size, stride, matrix, in + q * size, out + q * size);
    else
      restrict_lines(d, size, stride, matrix, in + q * size, out + q * size, line_memory);
  }
}

/// The inverse of a small matrix by its adjugate. How good it is matters for speed only: see examine_box.
template <int N, class T>
VT_HD void invert(const T (&a)[N * N], T (&inverse)[N * N]) {
  T determinant;
  if constexpr (N == 1) {
    determinant = a[0];
    inverse[0] = 1.0;
  } else if constexpr (N == 2) {
    determinant = a[0] * a[3] - a[1] * a[2];
    inverse[0] = a[3], inverse[1] = -a[1], inverse[2] = -a[2], inverse[3] = a[0];
  } else if constexpr (N == 3) {
    VT_UNROLL
    for (int i = 0; i < 3; ++i) {
      VT_UNROLL
      for (int j = 0; j < 3; ++j) {
        const int r = (j + 1) % 3, s = (j + 2) % 3, p = (i + 1) % 3, q = (i + 2) % 3;
        inverse[i * 3 + j] = a[r * 3 + p] * a[s * 3 + q] - a[r * 3 + q] * a[s * 3 + p];
      }
    }
    determinant = a[0] * inverse[0] + a[1] * inverse[3] + a[2] * inverse[6];
  } else {
    // Minors of the upper and of the lower two rows (Laplace's expansion).
    const auto minor = [&a](int r, int p, int q) { return a[r + p] * a[r + 4 + q] - a[r + q] * a[r + 4 + p]; };
    const T s0 = minor(0, 0, 1), s1 = minor(0, 0, 2), s2 = minor(0, 0, 3), s3 = minor(0, 1, 2), s4 = minor(0, 1, 3),
            s5 = minor(0, 2, 3);
    const T c0 = minor(8, 0, 1), c1 = minor(8, 0, 2), c2 = minor(8, 0, 3), c3 = minor(8, 1, 2), c4 = minor(8, 1, 3),
            c5 = minor(8, 2, 3);
    determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0;
    inverse[0] = a[5] * c5 - a[6] * c4 + a[7] * c3;
    inverse[1] = a[2] * c4 - a[1] * c5 - a[3] * c3;
    inverse[2] = a[13] * s5 - a[14] * s4 + a[15] * s3;
    inverse[3] = a[10] * s4 - a[9] * s5 - a[11] * s3;
    inverse[4] = a[6] * c2 - a[4] * c5 - a[7] * c1;
    inverse[5] = a[0] * c5 - a[2] * c2 + a[3] * c1;
    inverse[6] = a[14] * s2 - a[12] * s5 - a[15] * s1;
    inverse[7] = a[8] * s5 - a[10] * s2 + a[11] * s1;
    inverse[8] = a[4] * c4 - a[5] * c2 + a[7] * c0;
    inverse[9] = a[1] * c2 - a[0] * c4 - a[3] * c0;
    inverse[10] = a[12] * s4 - a[13] * s2 + a[15] * s0;
    inverse[11] = a[9] * s2 - a[8] * s4 - a[11] * s0;
    inverse[12] = a[5] * c1 - a[4] * c3 - a[6] * c0;
    inverse[13] = a[0] * c3 - a[1] * c1 + a[2] * c0;
    inverse[14] = a[13] * s1 - a[12] * s3 - a[14] * s0;
    inverse[15] = a[8] * s3 - a[9] * s1 + a[10] * s0;
  }
  T scale = 1.0;
  VT_UNROLL
  for (int i = 0; i < N; ++i) {
    T row = 0.0;
    VT_UNROLL
    for (int j = 0; j < N; ++j) row = row + abs(a[i * N + j]);
    scale = scale * row;
  }
  // The adjugate of a singular matrix finds combinations of equations without slope: divided by a small number they
  // show at once that two nearly parallel surfaces are apart.
  const T least = 1e-13 * scale + 1e-290;
  const T divisor = select(abs(determinant) > least, determinant, least);
  const T reciprocal = 1.0 / divisor;
  VT_UNROLL
  for (int k = 0; k < N * N; ++k) inverse[k] = inverse[k] * reciprocal;
}

/// The part [x0, x1] of an axis where the convex hull of the points (k / d, low[k]) and (k / d, high[k]) meets zero,
/// for hulls that do; else x0 > x1 (projected polyhedra: Sherbrooke, Patrikalakis 1993). The left end is where the
/// lower or the upper hull comes to zero, seen from a first column that lies on one side of zero.
template <class T>
VT_HD void clip_by_hull(int d, const T* low, const T* high, T& x0, T& x1) {
  VT_UNROLL_NOT
  for (int end = 0; end < 2; ++end) {
    const int first = end == 0 ? 0 : d, step = end == 0 ? 1 : -1;
    const mask_t<T> above = low[first] > T(0.0), below = high[first] < T(0.0);
    if (none(either(above, below))) continue;
    // Distances of the near hull from zero, positive where the column is clear of zero on the side of the first one.
    T nearest = 2.0;
    VT_UNROLL_NOT
    for (int l = 1; l <= d; ++l) {
      const int at = first + step * l;
      const T there = select(above, low[at], -high[at]);
      const mask_t<T> crossed = there <= T(0.0);
      if (none(crossed)) continue;
      T steepest = 2.0;
      VT_UNROLL_NOT
      for (int k = 0; k < l; ++k) {
        const int from = first + step * k;
        const T here = select(above, low[from], -high[from]);
        const T t = here / (here - there);
        const T x = (T(static_cast<double>(k)) + t * static_cast<double>(l - k)) / static_cast<double>(d);
        steepest = select(here > T(0.0), min(x, steepest), steepest);
      }
      nearest = select(crossed, min(steepest, nearest), nearest);
    }
    // Rounding of t and x: below 5 u.
    nearest = nearest - 0x1p-50;
    const mask_t<T> away = either(above, below);
    if (end == 0)
      x0 = select(away, max(x0, nearest), x0);
    else
      x1 = select(away, min(x1, 1.0 - nearest), x1);
  }
}

}  // namespace detail

/// Restricts `equations` polynomials, whose coefficients on the unit cube follow each other in `in`, to the box.
/// The error of each coefficient grows to at most growth * (error + (sum over the axes of 5 d + 3) u m), where m bounds
/// the moduli of `in`, and growth is what this returns: 1 for boxes inside of the unit cube.
template <int N, class S, class T>
VT_HD T restrict_box(const S& s, int equations, const T* in, const T (&lower)[most_box_variables],
                     const T (&upper)[most_box_variables], T* out, T* work) {
  T growth = 1.0;
  for_each_axis<N, S>([&](auto k) VT_INLINE_LAMBDA {
    const int d = s.degree_of(k), stride = s.stride_of(k);
    const T* const from = k == 0 ? in : out;
    const auto restrict_known = [&](auto known) VT_INLINE_LAMBDA {
      detail::restrict_axis<S, known>(d, equations, s.size, stride, lower[k], upper[k], from, out, work);
    };
    if constexpr (S::fixed) {
      restrict_known(axis_number<S::degree_of(k)>{});
    } else {
      switch (d) {  // loops of known length
        case 1:
          restrict_known(axis_number<1>{});
          break;
        case 2:
          restrict_known(axis_number<2>{});
          break;
        case 3:
          restrict_known(axis_number<3>{});
          break;
        default:
          restrict_known(axis_number<0>{});
      }
    }
    const T most = max(abs(1.0 - lower[k]) + abs(lower[k]), abs(1.0 - upper[k]) + abs(upper[k]));
    VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
    for (int j = 0; j < d; ++j) growth = growth * most;
  });
  return growth;
}

/// Looks at one box in each lane. `roots` are the coefficients of all equations on the unit cube, moduli at most 1;
/// `work` has room for box_workspace(...) numbers. With `clip` the equations' hulls cut the box as well. Takes
/// O(N size (sum of the degrees)) operations.
template <int N, class S, class T>
VT_HD void examine_box(const S& s, const T* roots, box_lanes<T>& box, bool clip, T* work) {
  constexpr double u = 0x1p-53;
  T *const c = work, *const image = c + N * s.size, *const scratch = image + N * s.size;
  const T growth = restrict_box<N>(s, N, roots, box.lower, box.upper, c, scratch);

  // All equations at once: sums and minima of one alone would wait for each other.
  T least[N], most[N], jacobian[N * N];
  VT_UNROLL
  for (int q = 0; q < N; ++q) {
    least[q] = c[q * s.size];
    most[q] = least[q];
    VT_UNROLL
    for (int k = 0; k < N; ++k) jacobian[q * N + k] = 0.0;
  }
  VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
  for (int j = 0; j < s.size; ++j) {
    VT_UNROLL
    for (int q = 0; q < N; ++q) {
      const T f = c[q * s.size + j];
      least[q] = min(least[q], f);
      most[q] = max(most[q], f);
      VT_UNROLL
      for (int k = 0; k < N; ++k) jacobian[q * N + k] = multiply_add(T(s.slope_of(k, j)), f, jacobian[q * N + k]);
    }
  }
  T error[N], largest[N];
  mask_t<T> empty = false;
  VT_UNROLL
  for (int q = 0; q < N; ++q) {
    error[q] = growth * box.error[q] * (1 + 0x1p-40);
    empty = either(empty, either(least[q] > error[q], most[q] < -error[q]));
    largest[q] = max(most[q], -least[q]);
  }
  box.one_sign = box.empty = empty;
  if (all(empty)) return;

  T clip_from[N], clip_to[N];
  for (int k = 0; k < N; ++k) {
    clip_from[k] = 0.0;
    clip_to[k] = 1.0;
  }
  if (clip) {
    for_each_axis<N, S>([&](auto k) VT_INLINE_LAMBDA {
      const int d = s.degree_of(k), stride = s.stride_of(k);
      T *const low = scratch, *const high = scratch + d + 1;
      for (int q = 0; q < N; ++q) {
        const T* const f = c + q * s.size;
        VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
        for (int i = 0; i <= d; ++i) {
          low[i] = f[i * stride];
          high[i] = f[i * stride];
        }
        VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
        for (int block = 0; block < s.size; block += stride * (d + 1)) {
          VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
          for (int i = 0; i <= d; ++i) {
            T smallest = low[i], greatest = high[i];
            VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
            for (int j = block + i * stride; j < block + (i + 1) * stride; ++j) {
              smallest = min(smallest, f[j]);
              greatest = max(greatest, f[j]);
            }
            low[i] = smallest;
            high[i] = greatest;
          }
        }
        VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
        for (int i = 0; i <= d; ++i) {
          // A sum rounds off u of its size at most, and that is below u.
          low[i] = low[i] - (error[q] + u * largest[q]);
          high[i] = high[i] + (error[q] + u * largest[q]);
        }
        detail::clip_by_hull(d, low, high, clip_from[k], clip_to[k]);
      }
    });
  }

  T inverse[N * N];
  detail::invert<N>(jacobian, inverse);

  VT_UNROLL
  for (int i = 0; i < N; ++i) {
    least[i] = 1e300;
    most[i] = -1e300;
  }
  VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
  for (int j = 0; j < s.size; ++j) {
    VT_UNROLL
    for (int i = 0; i < N; ++i) {
      T g = inverse[i * N] * c[j];
      VT_UNROLL
      for (int q = 1; q < N; ++q) g = multiply_add(inverse[i * N + q], c[q * s.size + j], g);
      const T x = s.fraction_of(i, j) - g;
      image[i * s.size + j] = x;
      least[i] = min(least[i], x);
      most[i] = max(most[i], x);
    }
  }
  mask_t<T> contracts = true, inside = true, shrinks = true, settled = true;
  T volume = 1.0;
  for_each_axis<N, S>([&](auto i) VT_INLINE_LAMBDA {
    T bound = 4 * u;
    VT_UNROLL
    for (int q = 0; q < N; ++q)
      bound = multiply_add(abs(inverse[i * N + q]), error[q] + (N + 4) * u * largest[q], bound);
    bound = bound * (1 + 0x1p-40);
    const T image_from = least[i] - bound, image_to = most[i] + bound, length = image_to - image_from;
    box.from[i] = image_from;
    box.to[i] = image_to;
    shrinks = both(shrinks, length < T(0.5));
    settled = both(settled, length < 4.0 * bound);
    inside = both(inside, both(image_from > T(0.0), image_to < T(1.0)));
    const T from = max(image_from, clip_from[i]), to = min(image_to, clip_to[i]);
    empty = either(empty, either(from > T(1.0), either(to<T(0.0), from> to)));
    // Three roundings of numbers below 2 max |end|.
    const T lower = box.lower[i], upper = box.upper[i], edge = upper - lower;
    const T slack = 0x1p-50 * max(abs(lower), abs(upper));
    box.cut_lower[i] = select(from > T(0.0), max(lower, (lower + from * edge) - slack), lower);
    box.cut_upper[i] = select(to < T(1.0), min(upper, (lower + to * edge) + slack), upper);
    volume = volume * (min(to, T(1.0)) - max(from, T(0.0)));
    // A difference of two coefficients errs by at most two bounds and a rounding, which `bound` has room for.
    T row = 0.0;
    for_each_axis<N, S>([&](auto k) VT_INLINE_LAMBDA {
      const int d = s.degree_of(k), stride = s.stride_of(k);
      T rise = 0.0, fall = 0.0;
      VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
      for (int block = i * s.size; block < (i + 1) * s.size; block += stride * (d + 1)) {
        VT_UNROLL_ON_DEVICE(S::fixed ? 64 : 1)
        for (int j = block; j < block + stride * d; ++j) {
          const T step = image[j + stride] - image[j];
          rise = max(rise, step);
          fall = min(fall, step);
        }
      }
      row = row + (max(rise, -fall) + 2.0 * bound) * static_cast<double>(d);
    });
    contracts = both(contracts, row * (1 + 0x1p-40) < T(1.0));
  });
  box.empty = empty;
  box.small_image = shrinks;
  box.proven = both(inside, contracts);
  box.settled = settled;
  box.volume = volume;
  VT_UNROLL
  for (int k = 0; k < N * N; ++k) box.inverse[k] = inverse[k];
}

}  // namespace vieta::core
