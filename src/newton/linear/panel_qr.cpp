#include "newton/linear/panel_qr.hpp"

namespace vieta::systems {

namespace {

/// Columns of a product that a thread takes at a time; rows of one.
constexpr std::size_t column_grain = 64, row_grain = 48;
/// Side of a tile of the back substitution.
constexpr std::size_t tile = 64;

std::size_t rounded_up(std::size_t n) { return (n + 7) / 8 * 8; }

}  // namespace

panel_qr::panel_qr(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                   std::size_t panel, int threads)
    : rows_(rows),
      columns_(columns),
      panel_(panel),
      // An odd number of lines of the cache from one row to the next: rows fall into all of its sets.
      stride_((rounded_up(columns + 1) / 8 | 1) * 8),
      threads_(threads),
      a_(rows * stride_, matrix.parts(), matrix.is_complex()),
      w_(panel * stride_, matrix.parts(), matrix.is_complex()) {
  const auto put = [&](const const_planes& from, std::size_t width, std::size_t at) {
    for_planes(a_.parts(), a_.is_complex(), from, a_.view(), [&](const double* f, double* t) {
      if (f == nullptr) return;
      for (std::size_t i = 0; i < rows; ++i) std::copy(f + i * width, f + (i + 1) * width, t + i * stride_ + at);
    });
  };
  put(matrix.view(), columns, 0), put(b.view(), 1, columns);
  product_ = kernels().matrix_product[matrix.parts() - 1][matrix.is_complex() ? 1 : 0];
}

bool panel_qr::factor(const stop_question& stop) {
  diagonal_.clear();
  for (std::size_t first = 0; first < columns_; first += panel_)
    if ((stop && stop()) || !factor_panel(first, std::min(panel_, columns_ - first))) return false;
  return true;
}

bool panel_qr::factor_panel(std::size_t first, std::size_t width) {
  const int parts = a_.parts();
  const bool complex = a_.is_complex();
  const std::size_t rows = rows_ - first;
  column_array v(rows, width, parts, complex, threads_);
  const planes here = offset(a_.view(), first * stride_ + first);
  for_planes(parts, complex, constant(here), v.view(), [&](const double* from, double* to) {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < width; ++j) to[j * rows + i] = from[i * stride_ + j];
  });
  std::vector<qd> betas;
  if (!v.reflect(width, diagonal_, betas)) return false;
  // R stays in its place; above its heads V has zeros.
  for_planes(parts, complex, constant(v.view()), here, [&](const double* from, double* to) {
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t j = i + 1; j < width; ++j) to[i * stride_ + j] = from[j * rows + i];
  });
  for_planes(parts, complex, {}, v.view(), [&](const double*, double* to) {
    for (std::size_t j = 0; j < width; ++j) std::fill(to + j * rows, to + j * rows + j, 0.0);
  });
  down_.resize(rows * width, parts, complex);
  for_planes(parts, complex, constant(v.view()), down_.view(), [&](const double* from, double* to) {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < width; ++j) to[i * width + j] = -from[j * rows + i];
  });
  left_ = multi_array(rows * width, parts, complex);
  const auto subtract = kernels().subtract_multiple[parts - 1][complex ? 1 : 0];
  for (std::size_t j = 0; j < width; ++j) {
    single_number beta(parts, complex);
    beta.set({-betas[j], qd(0.0)});
    subtract(rows, constant(beta.view()), offset(constant(v.view()), j * rows), offset(left_.view(), j * rows));
  }
  const planes left = left_.view();
  for (int p = 0; p < parts && complex; ++p)
    for (std::size_t k = 0; k < rows * width; ++k) left.im[p][k] = -left.im[p][k];
  reflect_rest(first, width);
  return true;
}

void panel_qr::reflect_rest(std::size_t first, std::size_t width) {
  const std::size_t rows = rows_ - first, after = first + width;
  // Zeros behind b's column make whole vectors; the last panel of all may be narrow, and b be all that is left.
  const std::size_t count = after % 8 == 0 ? stride_ - after : columns_ + 1 - after;
  gram_.resize(width * width, a_.parts(), a_.is_complex());
  const const_planes left = constant(left_.view()), down = constant(down_.view()), gram = constant(gram_.view());
  parallel_for(width, 8, threads_, [&](std::size_t begin, std::size_t end) {
    product_(width, width, rows, begin, end, false, left, down, gram_.view());
  });
  const planes a = a_.view(), w = w_.view();
  parallel_for((count + 7) / 8, column_grain / 8, threads_, [&](std::size_t begin, std::size_t end) {
    const std::size_t from = 8 * begin, n = std::min(8 * end, count) - from;
    const planes part = offset(w, from);
    product_(n, stride_, rows, 0, width, false, left, offset(constant(a), first * stride_ + after + from), part);
    for (std::size_t i = 1; i < width; ++i)
      product_(n, stride_, i, 0, 1, true, offset(gram, i * width), constant(part), offset(part, i * stride_));
  });
  parallel_for(rows, row_grain, threads_, [&](std::size_t begin, std::size_t end) {
    product_(count, stride_, width, begin, end, true, down, constant(w), offset(a, first * stride_ + after));
  });
}

void panel_qr::substitute_back(multi_array& x) {
  const int parts = a_.parts();
  const bool complex = a_.is_complex();
  const auto dot = kernels().conjugated_dot[parts - 1][complex ? 1 : 0];
  const const_planes a = constant(a_.view());
  x.resize(columns_, parts, complex);
  multi_array conjugate(columns_, parts, complex);
  // c_i -= sum of r_ij x_j for first <= j < end; c is b's column.
  const auto subtract = [&](std::size_t i, std::size_t first, std::size_t end) {
    const single_number sum(parts, complex);
    dot(end - first, offset(constant(conjugate.view()), first), offset(a, i * stride_ + first), sum.view());
    a_.set(i * stride_ + columns_, a_.get(i * stride_ + columns_) - sum.get());
  };
  for (std::size_t end = columns_; end > 0;) {
    const std::size_t first = (end - 1) / tile * tile;
    for (std::size_t i = end; i-- > first;) {
      subtract(i, i + 1, end);
      const auto value = a_.get(i * stride_ + columns_) / diagonal_[i];
      x.set(i, value), conjugate.set(i, {value.re, -value.im});
    }
    parallel_for(first, 256, threads_, [&](std::size_t begin, std::size_t stop) {
      for (std::size_t i = begin; i < stop; ++i) subtract(i, first, end);
    });
    end = first;
  }
}

}  // namespace vieta::systems
