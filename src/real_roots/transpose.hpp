#pragma once

#include <utility>

#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

// Lanes whose index has the bit D change places: those of a with the ones D below in b.
template <int D, class P, int... Lanes>
VT_HD void exchange_lanes(P& a, P& b, std::integer_sequence<int, Lanes...>) {
  const P low(__builtin_shufflevector(a.v, b.v, (Lanes & D ? P::size + Lanes - D : Lanes)...));
  const P high(__builtin_shufflevector(a.v, b.v, (Lanes & D ? P::size + Lanes : Lanes + D)...));
  a = low;
  b = high;
}

/// Lane j of row[i] and lane i of row[j] change places, in log2(lanes) rounds (the recursive transposition by blocks).
template <int D = 1, class P>
VT_HD void transpose(P (&row)[P::size]) {
  if constexpr (D < P::size) {
    VT_UNROLL
    for (int i = 0; i < P::size; ++i) {
      if ((i & D) == 0) exchange_lanes<D>(row[i], row[i + D], std::make_integer_sequence<int, P::size>{});
    }
    transpose<2 * D>(row);
  }
}

}  // namespace
}  // namespace vieta::VIETA_ISA
