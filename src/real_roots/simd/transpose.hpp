#pragma once

#include <cstddef>
#include <utility>

#include "vieta/core/pack.hpp"

namespace vieta::VIETA_ISA {
namespace {

// Lanes whose index has the bit D change places: those of a with the ones D below in b.
template <int D, class P, int... Lanes>
VT_HD void exchange_lanes(P& a, P& b, std::integer_sequence<int, Lanes...>) {
  const P low(VT_LANES(a.v, b.v, (Lanes & D ? P::size + Lanes - D : Lanes)...));
  const P high(VT_LANES(a.v, b.v, (Lanes & D ? P::size + Lanes : Lanes + D)...));
  a = low;
  b = high;
}

/// In every block of W lanes: lane j of row[i] and lane i of row[j] change places, in log2(W) rounds (the recursive
/// transposition by blocks).
template <int D = 1, class P, int W>
VT_HD void transpose(P (&row)[W]) {
  if constexpr (D < W) {
    VT_UNROLL
    for (int i = 0; i < W; ++i) {
      if ((i & D) == 0) exchange_lanes<D>(row[i], row[i + D], std::make_integer_sequence<int, P::size>{});
    }
    transpose<2 * D>(row);
  }
}

/// The width of such blocks for n columns: a power of two, at least a register of 16 bytes and at most all lanes.
template <class P>
constexpr int block_width(int n) {
  int width = 16 / static_cast<int>(sizeof(scalar_t<P>));
  while (width < n && width < P::size) width *= 2;
  return width;
}

/// Block q of W lanes is what stands at `from` + q `between`.
template <int W, class P>
VT_HD P load_blocks(const scalar_t<P>* from, std::size_t between) {
  if constexpr (W == P::size) {
    return P::load(from);
  } else {
    using half = pack<scalar_t<P>, P::size / 2>;
    const half low = load_blocks<W, half>(from, between),
               high = load_blocks<W, half>(from + static_cast<std::size_t>(half::size / W) * between, between);
    return P(detail::concatenated(low.v, high.v, std::make_integer_sequence<int, P::size>{}));
  }
}

template <int First, class P, int... Lanes>
VT_HD auto lanes_from(const P& x, std::integer_sequence<int, Lanes...>) {
  return pack<scalar_t<P>, sizeof...(Lanes)>(VT_LANES(x.v, x.v, (First + Lanes)...));
}
/// Block q of row[j] goes to `to` + (q W + j) `between`, in ascending order: what reaches beyond is written over by the
/// next one.
template <int Block = 0, class P, int W>
VT_HD void store_blocks(const P (&row)[W], scalar_t<P>* to, std::size_t between) {
  if constexpr (Block * W < P::size) {
    VT_UNROLL
    for (int j = 0; j < W; ++j)
      lanes_from<Block * W>(row[j], std::make_integer_sequence<int, W>{})
          .store(to + static_cast<std::size_t>(Block * W + j) * between);
    store_blocks<Block + 1>(row, to, between);
  }
}

}  // namespace
}  // namespace vieta::VIETA_ISA
