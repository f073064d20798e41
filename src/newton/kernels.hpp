#pragma once

#include <cstddef>
#include <cstdint>

#include "base/simd/isa.hpp"

namespace vieta::systems {

/// Arrays of numbers of up to four parts, one array for each part of the real and the imaginary part. Null where there
/// is none; a kernel for N parts uses the first N.
struct const_planes {
  const double* re[4] = {};
  const double* im[4] = {};
};
struct planes {
  double* re[4] = {};
  double* im[4] = {};
};

/// A system as kernels see it: the arrays of polynomial_system::representation.
struct system_view {
  std::uint32_t variables = 0;
  const std::uint32_t *left = nullptr, *right = nullptr;
  const std::size_t *group_begin = nullptr, *term_begin = nullptr;
  const std::uint32_t *outer = nullptr, *inner = nullptr;
  const_planes coefficients;
  const std::uint32_t *length = nullptr, *exponent = nullptr, *base = nullptr, *lower = nullptr;
  const std::size_t *prefixes = nullptr, *suffixes = nullptr;
  const std::uint32_t *prefix_path = nullptr, *suffix_path = nullptr, *path_atom = nullptr;
};

/// The inner loops, compiled once for each instruction set. The first index is the number of parts less one, the second
/// one 1 for complex numbers.
struct kernel_table {
  isa level;

  /// Products number begin .. end - 1 of the graph; their factors are there already.
  void (*products[4][2])(const system_view&, std::size_t begin, std::size_t end, const planes& values);

  /// Values of the equations begin .. end - 1, from those of all nodes.
  void (*equations[4][2])(const system_view&, std::size_t begin, std::size_t end, const const_planes& values,
                          const planes& out);

  /// The same in quad-double, by products and sums whose bounds are proven, not by lazy sums:
  /// `evaluator::equations_proven` states the bound of the whole.
  void (*equations_proven[2])(const system_view&, std::size_t begin, std::size_t end, const const_planes& values,
                              const planes& out);

  /// Rows begin .. end - 1 of the Jacobian; row r begins at out + r * variables.
  void (*jacobian[4][2])(const system_view&, std::size_t begin, std::size_t end, const const_planes& values,
                         const planes& out);

  /// y = A x for rows begin .. end - 1 of a matrix in double, row r at A + r * columns; real and complex.
  void (*multiply[2])(const const_planes& matrix, std::size_t columns, std::size_t begin, std::size_t end,
                      const const_planes& x, const planes& y);

  /// sum conj(a_k) b_k for k = 0 .. n-1 into out[0].re, out[0].im; columns of a matrix of N parts.
  void (*conjugated_dot[4][2])(std::size_t n, const const_planes& a, const const_planes& b, const planes& out);
  /// a_k -= factor b_k; `factor` is one number.
  void (*subtract_multiple[4][2])(std::size_t n, const const_planes& factor, const const_planes& b, const planes& a);

  /// Rows begin .. end - 1 of c = a b, or of c += a b where `add` says so. Rows of a have k numbers, rows of b and c
  /// have n, `stride` from one row to the next.
  void (*matrix_product[4][2])(std::size_t n, std::size_t stride, std::size_t k, std::size_t begin, std::size_t end,
                               bool add, const const_planes& a, const const_planes& b, const planes& c);
};

/// The table of the widest instruction set that this processor has (and VIETA_ISA permits).
const kernel_table& kernels();

VIETA_AT_EACH_LEVEL(extern const kernel_table table)

}  // namespace vieta::systems
