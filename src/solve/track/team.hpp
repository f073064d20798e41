#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/core/complex.hpp"
#include "vieta/core/config.hpp"
#include "vieta/core/scalar.hpp"

// Who works on a batch of paths: one thread with a path in each SIMD lane, or on a device some threads of a warp on one
// path. The kernels are loops whose passes a team shares, with a barrier after each.

namespace vieta::tracking {

/// One thread.
struct alone {
  template <class Body>
  VT_HD void for_each(std::size_t count, const Body& body) const {
    for (std::size_t k = 0; k < count; ++k) body(k);
  }
  /// The same for the pairs of [begin, end) twice.
  template <class Body>
  VT_HD void for_square(std::size_t begin, std::size_t end, const Body& body) const {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = begin; j < end; ++j) body(i, j);
  }
  [[nodiscard]] VT_HD bool first() const { return true; }
  VT_HD void barrier() const {}
  /// This thread's first item and the distance to its next.
  [[nodiscard]] VT_HD std::size_t thread() const { return 0; }
  [[nodiscard]] VT_HD std::size_t threads() const { return 1; }
  /// Over what the threads bring.
  template <class P>
  VT_HD P sum(const P& x) const {
    return x;
  }
  template <class P>
  VT_HD P largest(const P& x) const {
    return x;
  }
  /// Where the largest value is.
  template <class P>
  VT_HD std::uint32_t place_of_largest(const P& /*value*/, std::uint32_t place) const {
    return place;
  }
  /// The value that a thread brings.
  template <class C>
  VT_HD C from(const C& x, std::uint32_t /*thread*/) const {
    return x;
  }
};

/// Threads of a warp, in a row; their number is a power of two. On the host the only thread of its team. The same for
/// all of them, so that it can lie in memory that they share.
struct warp_team {
  std::uint32_t count = 1;    ///< threads
  std::uint32_t mask = 1;     ///< the team's bits in its warp
  std::uint32_t columns = 1;  ///< of a grid of threads for matrices

  [[nodiscard]] VT_HD std::uint32_t number() const {
#if defined(__CUDA_ARCH__)
    return threadIdx.x & (count - 1);
#else
    return 0;
#endif
  }

  template <class Body>
  VT_HD void for_each(std::size_t items, const Body& body) const {
    const auto end = static_cast<std::uint32_t>(items);
    for (std::uint32_t k = number(); k < end; k += count) body(static_cast<std::size_t>(k));
    barrier();
  }
  template <class Body>
  VT_HD void for_square(std::size_t begin, std::size_t end, const Body& body) const {
    const std::uint32_t column = number() & (columns - 1), row = number() / columns, rows = count / columns;
    const auto first = static_cast<std::uint32_t>(begin), last = static_cast<std::uint32_t>(end);
    for (std::uint32_t i = first + row; i < last; i += rows)
      for (std::uint32_t j = first + column; j < last; j += columns)
        body(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    barrier();
  }
  [[nodiscard]] VT_HD bool first() const { return number() == 0; }
  VT_HD void barrier() const {
#if defined(__CUDA_ARCH__)
    __syncwarp(mask);
#endif
  }
  [[nodiscard]] VT_HD std::size_t thread() const { return number(); }
  [[nodiscard]] VT_HD std::size_t threads() const { return count; }
  VT_HD double sum(double x) const {
#if defined(__CUDA_ARCH__)
    for (std::uint32_t other = count / 2; other > 0; other /= 2) x += __shfl_xor_sync(mask, x, static_cast<int>(other));
#endif
    return x;
  }
  VT_HD double largest(double x) const {
#if defined(__CUDA_ARCH__)
    for (std::uint32_t other = count / 2; other > 0; other /= 2)
      x = max(__shfl_xor_sync(mask, x, static_cast<int>(other)), x);
#endif
    return x;
  }
  /// Values of one size, to a part in 10^7, may take each other's place.
  VT_HD std::uint32_t place_of_largest([[maybe_unused]] double value, std::uint32_t place) const {
#if defined(__CUDA_ARCH__)
    const std::uint32_t mine = __float_as_uint(static_cast<float>(value) + 0.0F) & 0x7fffffffU;
    const std::uint32_t size = value >= 0 ? mine + 1 : 0;  // 0: brings none
#if __CUDA_ARCH__ >= 800
    const std::uint32_t most = __reduce_max_sync(mask, size);
#else
    std::uint32_t most = size;
    for (std::uint32_t other = count / 2; other > 0; other /= 2)
      most = max(most, __shfl_xor_sync(mask, most, static_cast<int>(other)));
#endif
    const std::uint32_t winners = __ballot_sync(mask, size == most) & mask;
    return __shfl_sync(mask, place, __ffs(static_cast<int>(winners)) - 1);
#else
    return place;
#endif
  }
  VT_HD complex<double> from(const complex<double>& x, [[maybe_unused]] std::uint32_t thread) const {
#if defined(__CUDA_ARCH__)
    const int lane = static_cast<int>(thread), width = static_cast<int>(count);
    return {__shfl_sync(mask, x.re, lane, width), __shfl_sync(mask, x.im, lane, width)};
#else
    return x;
#endif
  }
};

}  // namespace vieta::tracking
