#pragma once

#include "vieta/core/shader/separate.hpp"

// The same without scaling and without a look at the input (`--plain`).

namespace vieta::core::shader {

template <int N>
VT_STATIC roots_found<N, float> some_plain_roots(const float (&a)[N + 1], float lo, float hi, float absolute_tolerance,
                                                 float relative_tolerance, int wanted) {
  vec2<float> tolerance = vec2(absolute_tolerance, max(relative_tolerance, 8.0f * unit_roundoff<float>));
  roots_found<N, float> r = separate<N>(a, lo, hi, tolerance, wanted);
  if (r.status == status_ok && r.touching != 0u) {
    r.status = status_touching;
  }
  return r;
}

}  // namespace vieta::core::shader
