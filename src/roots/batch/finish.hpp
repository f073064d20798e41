#pragma once

#include "roots/batch/proof.hpp"

// Real roots, conjugates and order of the discs of one polynomial, in every lane of T.

namespace vieta::root_batches {

struct disc_arrays {
  point_arrays centre;
  double* radius;
};

/// Whether the root of a real polynomial in a disc is real: it is no further from its conjugate, which is a root too,
/// than roots are from each other. Then the centre may lie on the real axis.
template <class T>
VT_HD mask_t<T> is_on_real_axis(const complex<T>& centre, const T& radius, const T& gap) {
  return T(2 * up) * (abs(centre.im) + radius) < gap;
}

template <class T>
struct disc {
  complex<T> centre;
  T radius;
};

/// A disc in the lower half plane becomes the mirror image of the one above that holds the conjugate of its root: the
/// nearest one, if it is so near that no other root could be meant. Only lanes in `where` change.
template <class T>
VT_HD disc<T> mirrored(const disc_arrays& discs, int degree, int i, const T& gap, const mask_t<T>& where) {
  const disc<T> own = {load<T>(discs.centre, i), load<T>(discs.radius, i)};
  const mask_t<T> below = both(where, own.centre.im < T(0.0));
  if (!any(below)) return own;
  disc<T> best = own;
  T least(0x1p900);
  VT_UNROLL_NOT
  for (int j = 0; j < degree; ++j) {
    const complex<T> c = load<T>(discs.centre, j);
    const T dx = c.re - own.centre.re, dy = c.im + own.centre.im;
    const T squared = dx * dx + dy * dy;
    const mask_t<T> better = both(T(0.0) < c.im, squared < least);
    least = select(better, squared, least);
    best.centre = select(better, c, best.centre);
    best.radius = select(better, load<T>(discs.radius, j), best.radius);
  }
  const mask_t<T> meant = both(below, (sqrt(least) + own.radius + best.radius) * T(up) < gap);
  return {select(meant, conj(best.centre), own.centre), select(meant, best.radius, own.radius)};
}

/// How many centres come before number i: by modulus, then |argument|, the upper one of two conjugates first.
template <class T>
VT_HD T rank(const point_arrays& centres, int degree, int i) {
  const complex<T> own = load<T>(centres, i);
  const T own_norm = norm(own);
  T before(0.0);
  VT_UNROLL_NOT
  for (int j = 0; j < degree; ++j) {
    if (j == i) continue;
    const complex<T> c = load<T>(centres, j);
    const T size = norm(c);
    // Of equals the one with the lower number comes first.
    const mask_t<T> lower = j < i ? own.im <= c.im : own.im < c.im;
    const mask_t<T> same_side = either(own.re < c.re, both(own.re == c.re, lower));
    const mask_t<T> first = either(size < own_norm, both(size == own_norm, same_side));
    before = before + select(first, T(1.0), T(0.0));
  }
  return before;
}

}  // namespace vieta::root_batches
