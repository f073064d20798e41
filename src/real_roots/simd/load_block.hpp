#pragma once

#include "real_roots/block.hpp"
#include "real_roots/simd/transpose.hpp"

namespace vieta::VIETA_ISA {
namespace {

/// Asks for the lines of memory that hold some rows, to be read or written later. It takes their addresses only: there
/// need not be any rows, hence numbers and no pointers.
template <int ToWrite, class T>
VT_HD void fetch_rows(const T* rows, std::size_t between, int first, int count) {
  const std::size_t row = between * sizeof(T);
  const std::uintptr_t from = reinterpret_cast<std::uintptr_t>(rows) + static_cast<std::size_t>(first) * row;
  for (std::size_t offset = 0; offset < static_cast<std::size_t>(count) * row; offset += 64)
    __builtin_prefetch(reinterpret_cast<const void*>(from + offset), ToWrite);  // NOLINT(performance-no-int-to-ptr)
}

/// Coefficients of the next block, which follows this one, while there is something to compute: waiting for them was a
/// quarter of the time for cubics, a tenth for random polynomials.
template <class T>
VT_HD void fetch_coefficients(const block_input<T>& in, int first, int count) {
  if (in.between_coefficients == 1) fetch_rows<0>(in.coefficients, in.between_polynomials, in.count + first, count);
}

/// The places of this block's answers, which are written when all are there: waiting for those was 3 to 10 % of the
/// time where the last cache is slow.
template <class T>
VT_HD void fetch_answers(const block_output<T>& out, int first, int count) {
  if (out.between_places == 1) fetch_rows<1>(out.roots, out.between_polynomials, first, count);
}

/// Coefficients of a block as columns, scaled; zeros above the degree, and some polynomial in the lanes behind the
/// last.
template <class P, int N>
struct block_loader {  // N = 0: known at run time only
  using number = scalar_t<P>;
  static constexpr int lanes = P::size;
  const block_plan<number>& plan;
  const block_input<number>& in;
  number* columns;
  int any_degree = 0;
  VT_HD int degree() const { return N == 0 ? any_degree : N; }

  VT_HD number* column(int k) const { return columns + k * plan.block_size; }

  VT_HD void load() const {
    const int in_registers = in.between_coefficients == 1 ? rows_with_room() / lanes * lanes : 0;
    for (int first = 0; first < in_registers; first += lanes) load_rows(first);
    for (int k = 0; k <= degree(); ++k) {
      number* const to = column(k);
      if (k > plan.degree) {
        for (int i = 0; i < plan.block_size; ++i) to[i] = 0;
        continue;
      }
      const number* from = in.coefficients + static_cast<std::size_t>(k) * in.between_coefficients;
      if (in.between_polynomials == 1) {
        for (int i = in_registers; i < in.count; ++i) to[i] = from[i];
      } else {
        for (int i = in_registers; i < in.count; ++i)
          to[i] = from[static_cast<std::size_t>(i) * in.between_polynomials];
      }
      if (plan.scale) {
        for (int i = in_registers; i < in.count; ++i) to[i] *= plan.scale[k];
      }
      for (int i = in.count; i % lanes != 0; ++i) to[i] = 1;
    }
  }

  static constexpr int width = N == 0 ? lanes : block_width<P>(N + 1);  // columns that are read at once

  // Rows are read in blocks of that width: this many of them without reading behind the last polynomial.
  VT_HD int rows_with_room() const {
    const std::size_t read = static_cast<std::size_t>((degree() + width) / width * width);  // N + 1, rounded up
    const std::size_t row = static_cast<std::size_t>(plan.degree) + 1;
    if (read <= row) return in.count;
    const std::size_t beyond = (read - row + in.between_polynomials - 1) / in.between_polynomials;
    return beyond < static_cast<std::size_t>(in.count) ? in.count - static_cast<int>(beyond) : 0;
  }

  VT_HD void load_rows(int first) const {
    const int last = degree();
    VT_UNROLL
    for (int k = 0; k <= last; k += width) {
      P row[width];
      VT_UNROLL
      for (int i = 0; i < width; ++i)
        row[i] =
            load_blocks<width, P>(in.coefficients + static_cast<std::size_t>(first + i) * in.between_polynomials + k,
                                  static_cast<std::size_t>(width) * in.between_polynomials);
      transpose(row);
      VT_UNROLL
      for (int j = 0; j < width; ++j) {
        if (k + j > degree()) continue;
        (plan.scale ? row[j] * P(plan.scale[k + j]) : row[j]).store(column(k + j) + first);
      }
    }
  }
};

template <class P>
[[gnu::noinline]] void load_block_of_any(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                                         const block_memory<scalar_t<P>>& memory, int degree) {
  block_loader<P, 0>{plan, in, memory.coefficients, degree}.load();
}

template <class P, int N>
VT_HD void load_block(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                      const block_memory<scalar_t<P>>& memory) {
  if constexpr (N >= first_shared_degree && block_width<P>(N + 1) == P::size)
    load_block_of_any<P>(plan, in, memory, N);
  else
    block_loader<P, N>{plan, in, memory.coefficients}.load();
}

/// And the rest as a chain needs it: N places for roots, nothing to be said about any polynomial yet.
template <class P, int N>
VT_HD void load_for_chain(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                          const block_memory<scalar_t<P>>& memory) {
  load_block<P, N>(plan, in, memory);
  const int size = plan.block_size;
  auto* const slots = memory.slots;  // by themselves: what is written there might else be `size` or `slots`
  for (int i = 0; i < size; ++i) slots[i] = N;
  __builtin_memset(memory.attention, block_attention::none, static_cast<std::size_t>(size));
  __builtin_memset(memory.touching, 0, static_cast<std::size_t>(size) * sizeof *memory.touching);
}

}  // namespace
}  // namespace vieta::VIETA_ISA
