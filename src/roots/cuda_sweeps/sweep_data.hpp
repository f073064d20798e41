#pragma once

#include <cstdint>

#include "roots/cuda_sweeps/scaled_number.hpp"

namespace vieta::sweeps {

inline constexpr int tile_terms = 32;  // of Horner's rule between two looks at exponents
inline constexpr int chunk_tiles = 4;  // loaded together
inline constexpr int chunk = tile_terms * chunk_tiles;
inline constexpr int frame_bits = 4;        // nodes of a frame have moduli within a factor of 2^4 when it is made
inline constexpr double frame_slack = 3.3;  // log2 of |w| at most: |w|^31 stays below 2^103 in float
inline constexpr int nothing = -(1 << 30);  // exponent of a tile without terms
inline constexpr int farthest = 70;         // octaves: nodes farther away in modulus are as good as infinite or zero

/// p with x = 2^frame w: dense, in tiles of 32 powers; the terms of tile t are mantissa 2^(exponent + k frame).
struct polynomial_view {
  std::int64_t degree = 0, terms = 0;
  int tiles = 0;
  const double *re = nullptr, *im = nullptr;  ///< mantissas: of all powers, or of the terms where `power` is there
  const int* exponent = nullptr;
  const std::int64_t* power = nullptr;  ///< sparse: ascending
  const int* tile_exponent = nullptr;   ///< [frame][tile]: the largest of a tile
  scaled_number leading;
};

/// All nodes, sorted by frame: z = 2^exponent w.
struct node_view {
  std::int64_t count = 0;
  int frames = 0;
  const int* frame_exponent = nullptr;             ///< [frame]
  const std::int64_t* frame_begin = nullptr;       ///< [frame], and the end
  const std::int64_t* product_exponent = nullptr;  ///< [frame]: of a product of differences, for what is clamped
  const std::uint16_t* frame = nullptr;            ///< [node]
  double *re = nullptr, *im = nullptr;             ///< w
};

/// The nodes that a sweep moves, by frame: those of frame f lie from frame_begin[f] on.
struct active_view {
  std::uint32_t* node = nullptr;
  unsigned* count = nullptr;  ///< [frame]
  int per_block = 256;        ///< nodes that a block works on
};

/// What the slices of a sweep found out about a node, [slice][block][place in the block].
struct partial_view {
  std::int64_t stride = 0;
  int slices = 1;
  scaled_number *value = nullptr, *slope = nullptr;  ///< p and w p'
  double* modulus = nullptr;                         ///< sum of moduli, times 2^exponent of `value`
  scaled_number* others = nullptr;                   ///< sum of 1 / (w - w_j), or the product of w - w_j
};

/// Which nodes a block works on: up to `per_block` of a frame.
struct block_place {
  int frame = -1;
  std::int64_t first = 0, last = 0;  ///< in the list of active nodes

  VT_HD block_place(const node_view& nodes, const active_view& active, int number) {
    std::int64_t left = number;
    for (int f = 0; f < nodes.frames; ++f) {
      const std::int64_t count = active.count[f], blocks = (count + active.per_block - 1) / active.per_block;
      if (left < blocks) {
        frame = f;
        first = nodes.frame_begin[f] + left * active.per_block;
        const std::int64_t end = nodes.frame_begin[f] + count;
        last = first + active.per_block < end ? first + active.per_block : end;
        return;
      }
      left -= blocks;
    }
  }
};

}  // namespace vieta::sweeps
