#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_vec.h>

#include <utility>

namespace vieta::real_line {

/// FLINT's integers in a row, with a C++ lifetime.
class integer_row {
 public:
  integer_row() = default;
  explicit integer_row(slong size) : data_(_fmpz_vec_init(size)), size_(size), held_(size) {}
  integer_row(integer_row&& other) noexcept { swap(other); }
  integer_row& operator=(integer_row&& other) noexcept {
    swap(other);
    return *this;
  }
  integer_row(const integer_row&) = delete;
  integer_row& operator=(const integer_row&) = delete;
  ~integer_row() {
    if (data_ != nullptr) _fmpz_vec_clear(data_, held_);
  }
  [[nodiscard]] slong size() const { return size_; }
  [[nodiscard]] fmpz* begin() { return data_; }
  [[nodiscard]] const fmpz* begin() const { return data_; }
  fmpz* operator[](slong k) { return data_ + k; }
  const fmpz* operator[](slong k) const { return data_ + k; }
  /// The numbers beyond are kept, unseen.
  void shorten(slong size) { size_ = size; }

 private:
  void swap(integer_row& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(held_, other.held_);
  }
  fmpz* data_ = nullptr;
  slong size_ = 0, held_ = 0;
};

/// The coefficients of c((t + 1) / 2), or of c((t - 1) / 2), rounded to integers. What is added to `error` bounds the
/// sum of the moduli of all errors of them. What the errors of c do to the result is not more than what they do to c:
/// |t + 1| <= 2 in the unit disc.
integer_row half_shift(const integer_row& c, bool to_the_right, double& error);

}  // namespace vieta::real_line

#endif
