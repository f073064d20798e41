#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

// What both verbs that take many small polynomials ask of their array.

namespace vieta {

/// Throws vieta::error that names what cannot be read.
template <class T>
void check_shape(const polynomial_batch<T>& in) {
  if (in.degree < 0 || in.degree > 64)
    throw error("degree: found " + std::to_string(in.degree) +
                ", expected 0 to 64; roots() takes one polynomial of any degree, with region.real_only its real roots");
  if (in.order > coefficient_order::columns)
    throw error("order: found number " + std::to_string(static_cast<int>(in.order)) +
                ", expected a value of coefficient_order");
  const std::size_t least = in.order == coefficient_order::rows ? static_cast<std::size_t>(in.degree) + 1 : in.count;
  if (in.stride != 0 && in.stride < least)
    throw error("input stride: found " + std::to_string(in.stride) + ", expected 0 or at least " +
                std::to_string(least));
  if (in.count != 0 && in.coefficients == nullptr)
    throw error("coefficients: found null, expected " + std::to_string(in.count) + " polynomials");
}

/// The same polynomials in rows: where they are, if they are that already. For answers that come in rows, as input and
/// output share their order.
template <class T>
polynomial_batch<T> as_rows(const polynomial_batch<T>& in, std::vector<T>& transposed) {
  if (in.order == coefficient_order::rows) return in;
  const std::size_t size = static_cast<std::size_t>(in.degree) + 1, step = in.stride != 0 ? in.stride : in.count;
  transposed.resize(in.count * size);
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t i = 0; i < in.count; ++i) transposed[i * size + k] = in.coefficients[k * step + i];
  return {transposed.data(), in.count, in.degree};
}

}  // namespace vieta
