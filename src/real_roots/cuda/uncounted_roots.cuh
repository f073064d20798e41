#pragma once

#include "real_roots/cuda/pieces.cuh"
#include "real_roots/noise_run.hpp"
#include "vieta/core/real_roots.hpp"

// Two complex roots may be so near to the real line that rounding the coefficients could put them there, and yet no
// sign variation counts them, as they lie near an end of a piece (two-circle theorem of Obreshkoff, as told by
// Eigenwillig 2008). Some Bernstein coefficient is within the noise then: halving would never look there.

namespace vieta::cuda {

/// Where p is flat such a pair may be up to (n+2)/pi times as far from the end as from the line: it lies outside of the
/// lens whose arcs meet the line at the angle pi/(n+2). p is up to 1 + ((n+2)/pi)^2 times as large at the end, then, as
/// at the pair, some more for its other roots.
template <int N, class T>
constexpr T flat_factor = 4 * (1 + T(N + 2) / T(3.14159) * (T(N + 2) / T(3.14159)));

/// Whether there may be such a pair within the noise beside an end with the values b_0, b_1, b_2. Beside a parabola's
/// double root b_1 < 0 <= b_0 would count it unless the pair is much nearer to the end than to the line, and both
/// values are noise. Only where p is flat may they be larger. Where b_0 alone is noise, p crosses zero near the end.
template <int N, class T>
__device__ __forceinline__ bool may_hide_at_end(T b_0, T b_1, T b_2, T noise) {
  const T near = larger(abs(b_0), abs(b_1));
  const bool is_flat = larger(near, abs(b_2)) <= flat_factor<N, T> * noise && smaller(abs(b_1), abs(b_2)) <= 2 * noise;
  return near <= 4 * noise || is_flat;
}

/// Whether that may be so on one piece, of a polynomial a whose Bernstein coefficients b there are exact but for their
/// last bits. Those of its absolute values tell how far rounding can move them.
template <int N, class T>
__device__ __forceinline__ bool has_uncounted_roots(const T (&a)[N + 1], const T (&b)[N + 1], const T* powers,
                                                    T restriction, bool reversed) {
  T c[N + 1], magnitude[N + 1];
  VT_UNROLL
  for (int k = 0; k <= N; ++k) c[k] = abs(a[k] * powers[k]);
  to_bernstein<N>(c, magnitude);
  if (restriction != 0) restrict_to_end<N>(magnitude, restriction);
  if (reversed) reverse<N>(magnitude);
  constexpr T factor = core::detail::noise_factor<T>(N);
  unsigned noise = 0, negative = 0;
  VT_UNROLL
  for (int j = 0; j <= N; ++j) {
    noise |= static_cast<unsigned>(abs(b[j]) <= factor * magnitude[j]) << j;
    negative |= static_cast<unsigned>(b[j] < 0) << j;
  }
  // What vanishes at an end alone has a root near there, in the piece, where it is counted, or beyond.
  if (abs(b[1]) > 4 * factor * magnitude[1]) noise &= ~1u;
  if (abs(b[N - 1]) > 4 * factor * magnitude[N - 1]) noise &= ~(1u << N);
  const auto is_in = [](unsigned set) { return [set](int j) { return (set >> j & 1) != 0; }; };
  return next_noise_run(N, 0, is_in(noise), is_in(negative)).first <= N;
}

}  // namespace vieta::cuda
