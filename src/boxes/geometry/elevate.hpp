#pragma once

#include <cstddef>

namespace vieta::boxes {

/// Degree along one axis up by one: an exact identity, in which each new coefficient is a mean of two old ones. `size`
/// numbers become more, where they are: from the last one down, so that none is overwritten before it is read.
template <class T>
void elevate(T* c, std::size_t& size, int degree, std::size_t stride) {
  const std::size_t side = static_cast<std::size_t>(degree) + 1, blocks = size / (side * stride);
  const T step = T(1.0) / T(static_cast<double>(side));
  for (std::size_t block = blocks; block-- > 0;) {
    const T* const from = c + block * side * stride;
    T* const to = c + block * (side + 1) * stride;
    for (std::size_t line = 0; line < stride; ++line) {  // lines never share a place
      T right = from[(side - 1) * stride + line], t = static_cast<double>(side - 1), s = 1.0;
      to[side * stride + line] = right;
      for (std::size_t k = side - 1; k > 0; --k) {
        const T left = from[(k - 1) * stride + line];
        to[k * stride + line] = (t * left + s * right) * step;
        right = left, t = t - 1.0, s = s + 1.0;
      }
      to[line] = right;
    }
  }
  size = blocks * (side + 1) * stride;
}

}  // namespace vieta::boxes
