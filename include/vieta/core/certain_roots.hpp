#pragma once

#include "vieta/core/bracket.hpp"
#include "vieta/core/horner.hpp"
#include "vieta/core/shader/leftmost.hpp"
#include "vieta/core/strided.hpp"

// Roots that rounding leaves no doubt about, without the chain of derivatives: by Descartes' rule of signs for
// Bernstein coefficients (shader/few.hpp, shader/leftmost.hpp), which is several times as fast where few signs change.

namespace vieta::core::detail {

/// Whether the computed p changes its sign within the tolerance of x.
template <int N, class T>
VT_HD bool is_confirmed(const T (&p)[N + 1], T x, T lo, T hi, tolerance<T> wanted) {
  const T off = wanted.at(x), left = x - off, right = x + off;
  const T before = horner(p, N, left < lo ? lo : left), behind = horner(p, N, right > hi ? hi : right);
  return before == 0 || behind == 0 || (before < 0) != (behind < 0);
}

template <class T>
VT_HD shader::vec2<T> for_steps(tolerance<T> wanted) {
  const T least = 8 * shader::unit_roundoff<T>;
  return {wanted.absolute, wanted.relative > least ? wanted.relative : least};
}

/// Whether powers of half the interval are normal numbers, or what they lose is nothing beside the rounding errors of
/// p(0), where the largest coefficient is about 2^largest. Else roots near 0 may be overlooked: -1e-95 + 1e263 x^5.
template <int N, class T>
VT_HD bool keeps_powers(T p_0, T width, int largest) {
  constexpr int smallest = float_format<T>::smallest, bits = 64;
  if (N * (exponent_of(width) - 1) > smallest) return true;
  const int least = largest + smallest + bits;
  return exponent_of(p_0) > least;
}

/// All roots of p in [lo, hi], ascending, for coefficients of moderate size; false if that is not certain.
template <int N, class T>
VT_HD bool find_certain_roots(const T (&p)[N + 1], T lo, T hi, tolerance<T> wanted, strided<T> roots, int& count) {
  const auto found = shader::few_roots<N>(p, lo, hi, for_steps(wanted), N);
  if (found.status != shader::status_ok) return false;
  VT_UNROLL_NOT
  for (int k = 0; k < found.count; ++k)
    if (!is_confirmed<N>(p, found.roots[k], lo, hi, wanted)) return false;
  VT_UNROLL_NOT
  for (int k = 0; k < found.count; ++k) roots[k] = found.roots[k];
  count = found.count;
  return true;
}

enum class first_search : std::uint8_t { none, one, undecided };

/// The least root alone.
template <int N, class T>
VT_HD first_search find_certain_first(const T (&p)[N + 1], T lo, T hi, tolerance<T> wanted, T& root) {
  const auto found = shader::leftmost_root<N>(p, lo, hi, for_steps(wanted));
  if (found.status != shader::status_ok) return first_search::undecided;
  if (found.count == 0) return first_search::none;
  if (!is_confirmed<N>(p, found.roots[0], lo, hi, wanted)) return first_search::undecided;
  root = found.roots[0];
  return first_search::one;
}

}  // namespace vieta::core::detail
