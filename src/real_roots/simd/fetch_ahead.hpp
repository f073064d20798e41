#pragma once

#include "real_roots/block.hpp"

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

}  // namespace
}  // namespace vieta::VIETA_ISA
