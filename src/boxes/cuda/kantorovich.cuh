#pragma once

#include "boxes/cuda/search.cuh"
#include "boxes/kantorovich.hpp"

// Algorithms 4 and 5 of Wei, Feng and Lin (2011), with a Lipschitz constant that is one: a block of threads for each
// box that waits, a piece of it for each thread in turn; sign test, Kantorovich's theorem with the second derivatives
// of the whole box (which were bounded a level before) and, where that fails, with those of the piece. A piece in which
// no solution can be but one that a neighbour has found is dropped; pieces without a decision wait for the next level.
// Solutions are refined as those of the other search, a thread for each. docs/method/boxes.md, "Other methods".

namespace vieta::boxes::cuda {

/// Pieces of a box at most: 16 x 16, or 4^4.
inline constexpr int most_pieces = 256;

enum class outcome : unsigned char {
  nothing,  ///< no solution but those that others report
  beside,   ///< one in a ball about the middle, which may reach into neighbours
  within,   ///< one in the piece
  open,     ///< to be divided
};

/// What the threads of a block tell each other.
template <int N>
struct block_notes {
  outcome found[most_pieces];
  signed char sign[most_pieces];
  double exists[most_pieces], unique[most_pieces], second[most_pieces][N];
  double parent_second[N];
  bool wanted;
};

template <int N>
struct ends_of {
  double lower[N], upper[N];
};

template <int N>
__device__ ends_of<N> piece_of(const double (&box)[2 * N], int pieces, int number) {
  ends_of<N> e;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    const int at = number % pieces;
    number /= pieces;
    const double edge = box[N + k] - box[k];
    e.lower[k] = at > 0 ? box[k] + edge * at / pieces : box[k];
    e.upper[k] = at + 1 < pieces ? box[k] + edge * (at + 1) / pieces : box[N + k];
  }
  return e;
}

/// Where rounding may put an end that was computed from these.
__device__ inline double slack_of(double lower, double upper, double reach) {
  return 0x1p-50 * (max(abs(lower), abs(upper)) + reach * (upper - lower));
}

/// The ball about the middle in which the solution is the only one, within `box`; rounded inwards.
template <int N>
__device__ ends_of<N> region_of(const double (&box)[2 * N], const ends_of<N>& piece, double unique) {
  ends_of<N> e;
  const double reach = min(unique, 64.0);
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    const double edge = piece.upper[k] - piece.lower[k], slack = slack_of(piece.lower[k], piece.upper[k], reach);
    e.lower[k] = max(piece.lower[k] + (0.5 - reach) * edge + slack, box[k]);
    e.upper[k] = min(piece.lower[k] + (0.5 + reach) * edge - slack, box[N + k]);
  }
  return e;
}

template <int N>
__device__ bool holds(const ends_of<N>& outer, const ends_of<N>& inner) {
  bool all = true;
  VT_UNROLL
  for (int k = 0; k < N; ++k) all = all && outer.lower[k] <= inner.lower[k] && inner.upper[k] <= outer.upper[k];
  return all;
}

/// One piece by itself; `work` as for examine_box.
template <int N, class S>
__device__ void look_at_piece(const search_memory& m, const S& s, unsigned system, const double (&box)[2 * N],
                              int number, double* work, block_notes<N>& notes) {
  const ends_of<N> piece = piece_of<N>(box, static_cast<int>(m.pieces), number);
  double lower[core::most_box_variables] = {}, upper[core::most_box_variables] = {}, error[N];
  VT_UNROLL
  for (int k = 0; k < N; ++k) lower[k] = piece.lower[k], upper[k] = piece.upper[k];
  double *const c = work, *const beside = work + N * s.size, *const scratch = beside + N * s.size;
  const double growth = core::restrict_box<N>(s, N, coefficients_of(m, system, N * s.size), lower, upper, c, scratch);
  bool empty = false;
  for (int q = 0; q < N; ++q) {
    error[q] = growth * m.error[std::size_t{system} * N + q] * (1 + 0x1p-40);
    double least = c[q * s.size], most = least;
    for (int j = 1; j < s.size; ++j) {
      least = min(c[q * s.size + j], least);
      most = max(c[q * s.size + j], most);
    }
    empty = empty || least > error[q] || most < -error[q];
  }
  notes.found[number] = outcome::nothing;
  if (empty) return;
  const kantorovich::middle<N> middle = kantorovich::middle_of<N>(s, c, error, beside);
  notes.sign[number] = determinant_sign(N, middle.inverse);
  // Algorithm 5: the bounds of the whole box, in coordinates of the piece.
  double ratio = 0, room = 1e300, second[N];
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    const double edge = upper[k] - lower[k], slack = slack_of(lower[k], upper[k], 1) / edge;
    ratio = max(edge / (box[N + k] - box[k]), ratio);
    room = min(min((lower[k] - box[k]) / edge, (box[N + k] - upper[k]) / edge) + 0.5 - slack, room);
  }
  VT_UNROLL
  for (int q = 0; q < N; ++q) second[q] = notes.parent_second[q] * ratio * ratio * (1 + 0x1p-40);
  kantorovich::radii r = kantorovich::radii_of<N>(middle, second);
  if (r.good && r.exists <= room && holds<N>(region_of<N>(box, piece, r.unique), piece)) {
    notes.found[number] = outcome::beside;
  } else {
    kantorovich::second_derivatives<N>(s, c, error, second);
    VT_UNROLL
    for (int q = 0; q < N; ++q) notes.second[number][q] = second[q];
    r = kantorovich::radii_of<N>(middle, second);
    notes.found[number] = r.good && r.exists <= 0.5 && r.unique >= 0.5 ? outcome::within : outcome::open;
  }
  notes.exists[number] = r.exists;
  notes.unique[number] = r.unique;
}

/// Appends what one thread brings. `second` travels beside a box to divide.
template <int N>
__device__ void append_one(const search_memory& m, const queue& next, unsigned* waiting, const waiting_box<N>& w,
                           const double* second) {
  const unsigned at = atomicAdd(waiting, 1u);
  if (at >= m.capacity) {
    m.standings[w.system] = standing::left_over;
    return;
  }
  put<N>(w, next, m.capacity, at);
  if (second == nullptr) return;
  VT_UNROLL
  for (int q = 0; q < N; ++q) next.ends[std::size_t{m.capacity} * (2 * N + q) + at] = second[q];
}

/// What becomes of a piece.
template <int N>
__device__ void settle_piece(const search_memory& m, unsigned system, unsigned level, const double (&box)[2 * N],
                             int number, const block_notes<N>& notes, const queue& next, unsigned* waiting) {
  const ends_of<N> piece = piece_of<N>(box, static_cast<int>(m.pieces), number);
  waiting_box<N> w{};
  w.system = system;
  if (notes.found[number] == outcome::open) {
    double widest = 0;
    VT_UNROLL
    for (int k = 0; k < N; ++k) {
      widest = max(piece.upper[k] - piece.lower[k], widest);
      w.box[k] = piece.lower[k], w.box[N + k] = piece.upper[k];
    }
    if (widest <= m.tolerance) {
      m.standings[system] = standing::left_over;
      return;
    }
    w.what = purpose::explore;
    return append_one<N>(m, next, waiting, w, notes.second[number]);
  }
  const unsigned s = atomicAdd(m.found + system, 1u);
  if (s >= most_found) {
    m.standings[system] = standing::left_over;
    return;
  }
  const std::size_t slot = std::size_t{system} * most_found + s;
  const ends_of<N> region =
      notes.found[number] == outcome::beside ? region_of<N>(box, piece, notes.unique[number]) : piece;
  VT_UNROLL
  for (int k = 0; k < N; ++k) {
    m.uniqueness[slot * 2 * N + k] = region.lower[k];
    m.uniqueness[slot * 2 * N + N + k] = region.upper[k];
    const double edge = piece.upper[k] - piece.lower[k], reach = notes.exists[number],
                 slack = slack_of(piece.lower[k], piece.upper[k], reach);
    w.box[k] = max(piece.lower[k] + (0.5 - reach) * edge - slack, box[k]);
    w.box[N + k] = min(piece.lower[k] + (0.5 + reach) * edge + slack, box[N + k]);
  }
  m.when[slot] = 4 * level + static_cast<unsigned>(1 + notes.sign[number]);
  w.what = purpose::refine;
  w.slot = s;
  append_one<N>(m, next, waiting, w, nullptr);
}

/// One box that waits, by all threads of a block.
template <int N, class S>
__device__ void look_at_pieces(const search_memory& m, const S& shape, const waiting_box<N>& given, unsigned level,
                               const double* second, double* work, block_notes<N>& notes, const queue& next,
                               unsigned* waiting) {
  const unsigned system = given.system;
  int all = 1;
  for (int k = 0; k < N; ++k) all *= static_cast<int>(m.pieces);
  __syncthreads();  // the notes of the last box have been read
  if (threadIdx.x == 0) {
    notes.wanted = is_wanted<N>(m, given, level);
    if (notes.wanted && atomicAdd(m.looks + system, static_cast<unsigned>(all)) >= m.most_looks) {
      m.standings[system] = standing::left_over;
      notes.wanted = false;
    }
    if (level > 0) {
      VT_UNROLL
      for (int q = 0; q < N; ++q) notes.parent_second[q] = second[q];
    } else if (notes.wanted) {
      double error[N];
      for (int q = 0; q < N; ++q) error[q] = m.error[std::size_t{system} * N + q];
      kantorovich::second_derivatives<N>(shape, coefficients_of(m, system, N * shape.size), error, notes.parent_second);
    }
  }
  __syncthreads();
  if (!notes.wanted) return;
  const int mine = static_cast<int>(threadIdx.x), step = static_cast<int>(blockDim.x);
  for (int number = mine; number < all; number += step)
    look_at_piece<N>(m, shape, system, given.box, number, work, notes);
  __syncthreads();
  // Of neighbours that have found the same solution the first one keeps it, in the order of their numbers.
  if (threadIdx.x == 0) {
    for (int a = 0; a < all; ++a) {
      if (notes.found[a] != outcome::beside) continue;
      const ends_of<N> region =
          region_of<N>(given.box, piece_of<N>(given.box, static_cast<int>(m.pieces), a), notes.unique[a]);
      for (int b = 0; b < all; ++b) {
        if (b == a || notes.found[b] == outcome::nothing || (b < a && notes.found[b] == outcome::beside)) continue;
        if (holds<N>(region, piece_of<N>(given.box, static_cast<int>(m.pieces), b))) notes.found[b] = outcome::nothing;
      }
    }
  }
  __syncthreads();
  for (int number = mine; number < all; number += step)
    if (notes.found[number] != outcome::nothing)
      settle_piece<N>(m, system, level, given.box, number, notes, next, waiting);
}

template <int N, int Work, class S>
__global__ void __launch_bounds__(most_pieces)
    kantorovich_search(const __grid_constant__ search_memory m, const __grid_constant__ S shape) {
  __shared__ block_notes<N> notes;
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  double work[Work];
  for_each_level(m, [&](unsigned level, unsigned waiting, const queue& now, const queue& next) {
    unsigned* const behind = m.waiting + (level + 1) % 3;
    for (unsigned at = blockIdx.x; at < waiting; at += gridDim.x) {
      const waiting_box<N> given = take<N>(now, m.capacity, at);
      if (given.what != purpose::explore) continue;
      double second[N];
      VT_UNROLL
      for (int q = 0; q < N; ++q) second[q] = level > 0 ? now.ends[std::size_t{m.capacity} * (2 * N + q) + at] : 0;
      look_at_pieces<N>(m, shape, given, level, second, work, notes, next, behind);
    }
    for (unsigned at = rank; at < waiting; at += step) {
      const waiting_box<N> given = take<N>(now, m.capacity, at);
      if (given.what != purpose::refine || !is_wanted<N>(m, given, level)) continue;
      sight seen;
      show<N>(m, given, seen);
      core::examine_box<N>(shape, coefficients_of(m, given.system, N * shape.size), seen, N > 2, work);
      offspring<N> born;
      answer<N>(m, given, seen, level, born);
      if (born.count > 0) append_one<N>(m, next, behind, born.first, nullptr);
    }
  });
}

}  // namespace vieta::boxes::cuda
