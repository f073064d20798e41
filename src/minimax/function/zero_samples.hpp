#pragma once

#include <utility>
#include <vector>

#include "minimax/big.hpp"
#include "minimax/fit/parts.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// An end in the current big::precision: a zero that long double knows to its last bit by secants from there, as long
/// as they come closer.
big end_in_big(const part_end& end);

/// Values at those ends of parts that are zeros of an expression. |x - 0.785|^0.1 is 0 at 0.785, and 0.01 at the long
/// double next to it, 0.0003 at the nearest number of 116 bits: the value is taken from |x|^0.1 at 0 where the zero is
/// that of x - c, and else from a number that is known with many more bits.
class zero_samples {
 public:
  /// `p` and `whole` with the current big::precision.
  zero_samples(const problem& p, const parts& whole);

  /// At one of these ends as `end_in_big` has it, or as the nearest long double; nothing elsewhere.
  [[nodiscard]] const sample<big>* find(const big& x) const;
  [[nodiscard]] const sample<big>* find(long double x) const;

 private:
  struct known {
    big x;
    long double near = 0;
    sample<big> there;
  };
  std::vector<known> all_;
};

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
