#pragma once

#include <cstddef>
#include <cstdint>

#include "exact/exact_real.hpp"

namespace vieta::exact {

/// Exact arithmetic that ends: every operation is paid for before it is done, in products of two words (some two
/// nanoseconds each), and the first that cannot be paid is refused by a vieta::error. One object reads one text, so
/// that a short hostile one such as ((x+1)^99999)^99999 or 1/3+1e999999+1/7+... is refused within seconds.
class limited_arithmetic {
 public:
  /// `text_size` is the length of the whole text: a longer one may take longer.
  explicit limited_arithmetic(std::size_t text_size);

  real add(const real& a, const real& b);
  real multiply(const real& a, const real& b);
  real divide(const real& a, const real& b);  ///< b is not zero

  /// For work with what these numbers stand beside.
  void charge(std::int64_t cost);

 private:
  std::int64_t left_;
};

}  // namespace vieta::exact
