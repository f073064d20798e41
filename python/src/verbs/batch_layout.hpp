#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

namespace vieta::python {

/// How the polynomials of an array lie in memory.
struct batch_layout {
  std::size_t count = 0;
  int degree = 0;
  coefficient_order order = coefficient_order::rows;
  std::size_t stride = 0;
};

/// Coefficients lie along the last axis, polynomials along the others. `strides` counts numbers. Throws vieta::error
/// for arrays that are neither rows nor columns without gaps between their numbers; `argument` is their name there.
inline batch_layout layout_of(const std::string& argument, std::span<const std::int64_t> shape,
                              std::span<const std::int64_t> strides) {
  batch_layout layout;
  const std::int64_t size = shape.back(), step = strides.back();
  if (size < 1 || size > 65)
    throw error(
        argument + ": found " + std::to_string(size) +
        " coefficients in the last axis, expected 1 to 65: those of one polynomial, x^0 first (vieta.roots takes "
        "one polynomial of any degree, with real_only=True its real roots)");
  layout.degree = static_cast<int>(size) - 1;
  // The axes before the last one as a single axis, where that is possible.
  std::int64_t count = 1, next = 0;
  bool even = true;
  for (std::size_t k = shape.size() - 1; k-- > 0;) {
    if (shape[k] != 1 && count != 1) even = even && strides[k] == next * count;
    if (shape[k] != 1 && count == 1) next = strides[k];
    count *= shape[k];
  }
  layout.count = static_cast<std::size_t>(count);
  layout.stride = static_cast<std::size_t>(size);
  if (count == 0) return layout;
  if (even && (step == 1 || size == 1) && (count == 1 || next >= size)) {
    if (count > 1) layout.stride = static_cast<std::size_t>(next);
    return layout;
  }
  if (even && (next == 1 || count == 1) && (size == 1 || step >= count)) {
    layout.order = coefficient_order::columns;
    layout.stride = static_cast<std::size_t>(step);
    return layout;
  }
  throw error(argument + ": found an array that is not contiguous (strides of " +
              std::to_string(count > 1 ? next : size) + " and " + std::to_string(step) +
              " numbers), expected rows or columns without gaps between their numbers: numpy.ascontiguousarray(" +
              argument + "), or its like in another framework, makes a copy that is");
}

}  // namespace vieta::python
