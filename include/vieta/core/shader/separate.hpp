#pragma once

#include "vieta/core/shader/all.hpp"
#include "vieta/core/shader/chain.hpp"
#include "vieta/core/shader/few.hpp"
#include "vieta/core/shader/leftmost.hpp"
#include "vieta/core/shader/low.hpp"
#include "vieta/core/shader/many.hpp"

// Which way is taken, by degree and by changes of sign.

namespace vieta::core::shader {

// Degrees 5 to 10; the text serves others, too, where the degree is another one.
template <int N>
VT_STATIC roots_found<N, float> separate_some(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                              int wanted) {
  roots_found<N, float> r = no_roots<N, float>(-1);
  if (wanted == 1) {
    r = leftmost_root<N>(p, lo, hi, tolerance);
  }
  if (r.status < 0) {
    r = few_roots<N>(p, lo, hi, tolerance, wanted);
  }
  bool all = r.count >= N && N <= 10;  // changes of sign
  VT_LOOP_ON_DEVICE
  for (int i = 0; i < 2; i++) {
    if (r.status >= 0) {
      break;
    }
    separating_points<N, float> points = no_points<N>(hi);
    if (all) {
      points = between_all<N>(p, lo, hi);
    } else {
      points = chain_of_derivatives<N>(p, lo, hi);
    }
    r = last_level<N>(p, points, lo, hi, tolerance, wanted, all, 1);
    all = false;
  }
  return r;
}

// Degrees 11 to 32.
template <int N>
VT_STATIC roots_found<N, float> separate_many(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                              int wanted) {
  roots_found<N, float> r = no_roots<N, float>(-1);
  if (wanted == 1) {
    r = leftmost_root<N>(p, lo, hi, tolerance);
  }
  if (r.status < 0) {
    r = few_roots<N>(p, lo, hi, tolerance, wanted);
  }
  if (r.status < 0) {
    separating_points<N, float> points = no_points<N>(hi);
    points.known = false;
    int turns = 0;
    // Changes of sign; with more of them the chain is the slower way.
    if (r.count > few_changes<N>) {
      points = between_many<N>(p, lo, hi);
    }
    if (!points.known) {
      points = chain_of_derivatives<N>(p, lo, hi);
      turns = 1;
    }
    r = last_level<N>(p, points, lo, hi, tolerance, wanted, false, turns);
  }
  return r;
}

// The first `wanted` roots in [lo, hi], for finite coefficients of moderate size.
template <int N>
VT_STATIC roots_found<N, float> separate(const float (&p)[N + 1], float lo, float hi, vec2<float> tolerance,
                                         int wanted) {
  if constexpr (N == 1) {
    return separate_one<N>(p, lo, hi, tolerance, wanted);
  } else if constexpr (N == 2) {
    return separate_two<N>(p, lo, hi, tolerance, wanted);
  } else if constexpr (N == 3) {
    return separate_three<N>(p, lo, hi, tolerance, wanted);
  } else if constexpr (N == 4) {
    return separate_four<N>(p, lo, hi, tolerance, wanted);
  } else if constexpr (N <= 10) {
    return separate_some<N>(p, lo, hi, tolerance, wanted);
  } else {
    return separate_many<N>(p, lo, hi, tolerance, wanted);
  }
}

}  // namespace vieta::core::shader
