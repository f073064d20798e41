#pragma once

#include <cstddef>
#include <span>

#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/core/td.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// c = a b, where a has m rows of k numbers, b has k rows of n, c has m rows of n, row after row.
///
/// X is dd, td, qd or complex of these. Sums are lazy in chunks (core/accumulator.hpp): 10.7, 51 or 122 instructions
/// for a real multiply-add, and each entry errs by about k unit_roundoff sum |a_ik| |b_kj| at most. m n k multiply-adds
/// in SIMD on `threads` threads (0: all); results do not depend on their number. Throws vieta::error when a span has
/// another size.
template <class X>
VIETA_API void matrix_product(std::size_t m, std::size_t n, std::size_t k, std::span<const X> a, std::span<const X> b,
                              std::span<X> c, int threads = 0);

extern template VIETA_API void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const dd>,
                                              std::span<const dd>, std::span<dd>, int);
extern template VIETA_API void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const td>,
                                              std::span<const td>, std::span<td>, int);
extern template VIETA_API void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const qd>,
                                              std::span<const qd>, std::span<qd>, int);
extern template VIETA_API void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const complex<dd>>,
                                              std::span<const complex<dd>>, std::span<complex<dd>>, int);
extern template VIETA_API void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const complex<td>>,
                                              std::span<const complex<td>>, std::span<complex<td>>, int);
extern template VIETA_API void matrix_product(std::size_t, std::size_t, std::size_t, std::span<const complex<qd>>,
                                              std::span<const complex<qd>>, std::span<complex<qd>>, int);

}  // namespace vieta
