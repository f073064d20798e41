#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/target.hpp"

namespace vieta::near_linear {

/// Taylor coefficients per cell, in batches of eight: SIMD lanes of the transforms are neighbouring coefficients.
inline constexpr int batch_terms = 8;
inline constexpr int batches = 5;
inline constexpr int taylor_terms = batches * batch_terms;
/// One cell's share of a batch in a table: eight real parts, eight imaginary parts.
inline constexpr std::size_t cell_stride = 2UL * batch_terms;
/// Cells that one look of `search` takes together.
inline constexpr int search_lanes = 16;

/// A discrete Fourier transform of length rows * columns, both powers of two, as one of columns and one of rows.
struct fourier_view {
  std::size_t rows = 1, columns = 1;                        ///< rows == columns or rows == 2 columns
  const double *coarse_re = nullptr, *coarse_im = nullptr;  ///< e^(2 pi i t / rows), t < rows
  const double *fine_re = nullptr, *fine_im = nullptr;      ///< e^(2 pi i t / (rows columns)), t < columns
};

/// The weighted coefficients b_k of a ring by slot, (k - centre) modulo the number of cells; folds of `cells` numbers.
struct slot_view {
  std::size_t cells = 0;
  int folds = 0;
  const double *re = nullptr, *im = nullptr;
  std::int64_t first = 0;   ///< least k - centre
  double inverse_unit = 1;  ///< a power of two
};

/// Where the cells of a ring are sampled: points (x, y) = ((i + 1/2) step, (j + 1/2) step), -half_x <= i < half_x.
struct sample_view {
  int half_x = 0, half_y = 0;
  const float *re = nullptr, *im = nullptr;            ///< powers (u / scale)^m of the points with x, y > 0: [i][j][m]
  const float *tilt_re = nullptr, *tilt_im = nullptr;  ///< factor of the values by point, or null
  double step = 0;
  const double* term_scale = nullptr;  ///< scale^m
};

/// A place where a root is likely: u = x + i y in the coordinate of its cell.
struct candidate {
  std::uint32_t cell = 0;  ///< place in the table
  float x = 0, y = 0;
};

/// What Newton's iteration came to: the last point, value and derivative there.
struct newton_point {
  double x = 0, y = 0, value_re = 0, value_im = 0, derivative_re = 0, derivative_im = 0;
};

/// The inner loops, compiled once for each instruction set. `table` holds batches * cells * cell_stride doubles.
struct kernel_table {
  isa level;

  /// Columns [first, last) of one batch: coefficients b_k ((k - centre) / unit)^m / m!, their transform along the
  /// column, twiddle factors. `work`: 2 rows cell_stride doubles.
  void (*transform_columns)(const slot_view&, const fourier_view&, int batch, std::size_t first, std::size_t last,
                            double* table, double* work);
  /// Rows [first, last) of one batch, after all columns. Cell j1 + rows j2 comes to lie at j1 columns + j2.
  /// `work`: columns cell_stride doubles.
  void (*transform_rows)(const fourier_view&, int batch, std::size_t first, std::size_t last, double* table,
                         double* work);

  /// Appends likely roots in the cells at places [first, first + 16) of the table and returns how many there are, of
  /// which at most `capacity` are written. `work`: floats, as many as search_work says.
  std::size_t (*search)(const double* table, std::size_t cells, std::size_t first, const sample_view&, float* work,
                        candidate* out, std::size_t capacity);

  /// Newton's iteration from each candidate on its cell's polynomial times e^(tilt u), in double.
  void (*newton)(const double* table, std::size_t cells, const candidate* from, std::size_t count, double tilt,
                 newton_point* out);
};

constexpr std::size_t search_work(int half_x, int half_y) {
  const std::size_t points = 4 * static_cast<std::size_t>(half_x) * static_cast<std::size_t>(half_y);
  return 2UL * search_lanes * (points + taylor_terms);
}

const kernel_table& cell_kernels(isa level);

}  // namespace vieta::near_linear
