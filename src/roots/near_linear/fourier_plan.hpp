#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "roots/near_linear/kernels.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"

namespace vieta::near_linear {

/// Roots of unity for transforms of one length, and the directions of as many cells.
class fourier_plan {
 public:
  explicit fourier_plan(int log2_length);

  [[nodiscard]] std::size_t length() const { return rows_ * columns_; }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] fourier_view view() const;
  /// The cell whose transform lies at this place of a table after both passes.
  [[nodiscard]] std::size_t cell_at(std::size_t place) const { return place / columns_ + rows_ * (place % columns_); }
  /// e^(2 pi i cell / length), relative error below 2^-95.
  [[nodiscard]] complex<dd> direction(std::size_t cell) const;
  /// The two factors of a direction: e^(2 pi i t / rows), t < rows, and e^(2 pi i t / length), t < columns.
  [[nodiscard]] const std::vector<complex<dd>>& coarse() const { return coarse_; }
  [[nodiscard]] const std::vector<complex<dd>>& fine() const { return fine_; }
  /// The same by one product of doubles, relative error below 4 * 2^-53.
  [[nodiscard]] std::complex<double> rounded_direction(std::size_t cell) const {
    const std::size_t a = cell / columns_, b = cell % columns_;
    return {coarse_re_[a] * fine_re_[b] - coarse_im_[a] * fine_im_[b],
            coarse_re_[a] * fine_im_[b] + coarse_im_[a] * fine_re_[b]};
  }

 private:
  std::size_t rows_ = 1, columns_ = 1;
  std::vector<complex<dd>> coarse_, fine_;
  std::vector<double> coarse_re_, coarse_im_, fine_re_, fine_im_;
};

}  // namespace vieta::near_linear
