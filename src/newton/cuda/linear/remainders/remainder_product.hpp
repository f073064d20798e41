#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "newton/cuda/linear/remainders/reconstruction.hpp"

// Products of matrices of two to four doubles by remainders. Before this file comes what launches, and `int8_product`:
// remainders/int8_by_cublas.cuh on a device, remainders/int8_on_host.hpp.

namespace vieta::systems {
inline namespace VIETA_RUNS_ON {

/// C = A^H B and C -= A B. The left factor is taken first and serves any number of right ones, a part of their columns
/// at a time.
///
/// Each factor is rounded to integers first, with an error of at most N 2^(e + 1 - B) for an entry of a vector (a
/// column, or a row of A in A B) whose parts are all below 2^e; B is 106, 160, 212 for N = 2, 3, 4. For N > 2 the
/// product of the lower halves of these integers, at most 2^(4 - B) of that of the vectors' 2^e for each entry, is left
/// out. The rest is exact, but for the last rounding to N doubles. Vectors that are not finite give NaN.
template <int N, bool Complex>
class remainder_product {
 public:
  using view = matrix_view<N, Complex>;
  using format = integer_format<N>;

  /// Whether a sum of so many products is determined by its remainders.
  static bool fits(std::size_t inner) { return length_of(inner) <= format::most_inner; }

  /// Of A^H, whose rows are the `count` columns of `a`, or of A, which has `count` rows.
  void take_left(const view& a, std::size_t count, std::size_t inner, bool conjugated) {
    rows_ = count, inner_ = inner;
    left_places_ = (Complex ? 2 : 1) * filled(count, 32);
    const std::size_t bytes = planes * left_places_ * length_of(inner);
    if (left_.size() < bytes) left_.resize(bytes);
    if (left_exponents_.size() < count) left_exponents_.resize(count);
    take(a, count, !conjugated, conjugated ? operand_side::left_conjugated : operand_side::left, left_places_,
         left_exponents_.get(), left_.get());
  }

  /// With the first `columns` columns of `b`; C becomes the product, or loses it.
  void multiply(int8_product& product, const view& b, std::size_t columns, const view& c, bool subtracts) {
    const std::size_t length = length_of(inner_);
    const std::size_t of_a_column =
        planes * length + format::slices * format::moduli * left_places_ * sizeof(std::int32_t);
    const std::size_t part = std::clamp<std::size_t>(most_bytes / of_a_column / 32 * 32, 32, filled(columns, 32));
    if (right_.size() < planes * length * part) right_.resize(planes * length * part);
    const std::size_t sums = format::slices * format::moduli * left_places_ * part;
    if (sums_.size() < sums) sums_.resize(sums);
    if (right_exponents_.size() < part) right_exponents_.resize(part);
    for (std::size_t first = 0; first < columns; first += part) {
      const std::size_t now = std::min(part, columns - first), places = filled(now, 32);
      take(b.from(0, first), now, false, operand_side::right, places, right_exponents_.get(), right_.get());
      multiply_slices(product, places);
      const reconstruct<N, Complex> sum{tables(), sums_.get(),           left_places_,           places,
                                        rows_,    left_exponents_.get(), right_exponents_.get(), c.from(0, first),
                                        subtracts};
      near_linear::launch(sum, static_cast<int>(sum.blocks()), static_cast<int>(now), sum.threads, 0);
    }
  }

 private:
  static constexpr std::size_t planes = static_cast<std::size_t>(format::slices) * format::moduli;
  /// Of sums and the right factor at a time: much more than what goes to and from a device's memory in a launch's time.
  static constexpr std::size_t most_bytes = std::size_t{1} << 30;

  static std::size_t filled(std::size_t count, std::size_t unit) { return (count + unit - 1) / unit * unit; }
  static std::size_t length_of(std::size_t inner) { return (Complex ? 2 : 1) * filled(inner, 32); }
  static const remainder_tables<N>& tables() {
    static const remainder_tables<N> made = remainder_tables<N>::make();
    return made;
  }

  void take(const view& a, std::size_t count, bool by_rows, operand_side side, std::size_t places, int* exponents,
            std::int8_t* to) {
    if (by_rows) {
      using kernel = row_exponents<N, Complex>;
      near_linear::launch(kernel{a, count, inner_, exponents},
                          static_cast<int>((count + kernel::height - 1) / kernel::height), 1, kernel::threads,
                          kernel::shared());
    } else {
      using kernel = column_exponents<N, Complex>;
      near_linear::launch(kernel{a, inner_, exponents}, static_cast<int>(count), 1, kernel::threads, kernel::shared());
    }
    const make_remainders<N, Complex> make{tables(), a,       inner_, filled(inner_, 32), places,
                                           count,    by_rows, side,   exponents,          to};
    near_linear::launch(make, static_cast<int>(make.blocks()), 1, make.threads, 0);
  }

  void multiply_slices(int8_product& product, std::size_t places) {
    const std::size_t length = length_of(inner_), left = format::moduli * left_places_ * length,
                      right = format::moduli * places * length;
    const auto run = [&](int of_left, int of_right, int sum, bool adds) {
      product.multiply({left_places_, places, length, format::moduli}, left_.get() + of_left * left,
                       right_.get() + of_right * right,
                       sums_.get() + static_cast<std::size_t>(sum) * format::moduli * left_places_ * places, adds);
    };
    run(0, 0, 0, false);
    if constexpr (format::slices > 1) run(0, 1, 1, false), run(1, 0, 1, true);
  }

  std::size_t rows_ = 0, inner_ = 0, left_places_ = 0;
  near_linear::memory<std::int8_t> left_, right_;
  near_linear::memory<std::int32_t> sums_;
  near_linear::memory<int> left_exponents_, right_exponents_;
};

}  // namespace VIETA_RUNS_ON
}  // namespace vieta::systems
