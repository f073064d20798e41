#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "real_roots/cuda/launch.hpp"

// Intervals without an end, or too wide for one power of two: real_roots/to_unit.hpp on a GPU.

namespace vieta::cuda {

/// The unit interval for polynomials of this degree, and the cells of it.
template <class T>
struct unit_cells {
  T lo, hi;
  cells<T> where;
};

/// Puts the kernels for polynomials in the interval `given` on the stream. `copies` has room for
/// copied_bytes<T>(degree) for each of them, where they are copied. `launch` is that of the degree.
template <class T>
void launch_wide(const problem<T>& given, const unit_cells<T>& unit, launcher<T> launch, void* copies, int processors,
                 CUstream_st* stream);

/// Of the copy of one polynomial in the unit interval; low degrees need none.
template <class T>
constexpr std::size_t copied_bytes(int degree) {
  return degree <= largest_low_degree ? 0 : (static_cast<std::size_t>(degree) + 1) * sizeof(T) + sizeof(std::int16_t);
}

/// Room for copies of `count` polynomials, of any degree and type, but not of more than fit 64 MiB at a time.
constexpr std::size_t room_for_copies(std::size_t count) {
  constexpr std::size_t most = std::size_t{1} << 26;
  constexpr std::size_t each = std::max(copied_bytes<float>(largest_bernstein_degree<float>),
                                        copied_bytes<double>(largest_bernstein_degree<double>));
  return count < most / each ? count * each : most;
}

}  // namespace vieta::cuda
