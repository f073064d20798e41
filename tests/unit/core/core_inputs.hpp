#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "vieta/core/qd.hpp"

// Reproducible numbers that arithmetic finds hard.
namespace vieta::test {

class numbers {
 public:
  explicit numbers(std::uint64_t seed) : bits_(seed) {}

  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(bits_); }
  bool coin() { return integer(0, 1) == 1; }

  /// A double of either sign with 2^low <= |x| < 2^(high + 1): random digits, or few digits, or all ones.
  double real(int low, int high) {
    double digits = 1 + std::ldexp(static_cast<double>(bits_() >> 12), -52);
    switch (integer(0, 7)) {
      case 0:
        digits = 1;
        break;
      case 1:
        digits = 2 - 0x1p-52;
        break;
      case 2:
        digits = 1 + std::ldexp(integer(0, 3), -integer(2, 52));
        break;
      default:
        break;
    }
    return std::ldexp(coin() ? digits : -digits, integer(low, high));
  }

  dd double_double(int low, int high) {
    const double hi = real(low, high);
    return exact_sum(hi, below(hi));
  }

  qd quad_double(int low, int high) {
    double x[4] = {real(low, high)};
    for (int i = 1; i < 4; ++i) x[i] = below(x[i - 1] != 0 ? x[i - 1] : std::ldexp(x[0], -54 * i));
    return qd::renormalised(x[0], x[1], x[2], x[3]);
  }

  /// A partner that cancels with x: all of its parts from `kept` on differ.
  dd cancelling(const dd& x) {
    return coin() ? exact_sum(-x.hi, nudged(-x.lo)) : exact_sum(nudged(-x.hi), below(x.hi));
  }
  qd cancelling(const qd& x) {
    double y[4] = {-x.x0, -x.x1, -x.x2, -x.x3};
    for (int i = integer(0, 3); i < 4; ++i) y[i] = i == 0 || coin() ? nudged(y[i]) : below(y[i - 1]);
    return qd::renormalised(y[0], y[1], y[2], y[3]);
  }

 private:
  // At most half a unit in the last place of x: often just that, sometimes far less, sometimes zero.
  double below(double x) {
    if (x == 0 || integer(0, 9) == 0) return 0;
    const int top = std::ilogb(x) - 54;
    return real(top - (coin() ? 0 : integer(0, 60)), top);
  }
  double nudged(double x) {
    for (int steps = integer(0, 3); steps > 0; --steps) x = std::nextafter(x, coin() ? 1.0 : -1.0);
    return x;
  }

  std::mt19937_64 bits_;
};

/// Zero, the subnormal border, and the overflow border, with both signs.
inline std::vector<double> extremes() {
  using limits = std::numeric_limits<double>;
  std::vector<double> r;
  for (double x : {0.0, limits::denorm_min(), 0x1p-1073, 0x1.23456789abcdp-1030, 0x1.fffffffffffffp-1023, limits::min(),
                   0x1.0000000000001p-1022, 0x1p-1000, 0x1p-538, 0x1p-537, 0x1p-511, 1.0, 0x1.fffffffffffffp511,
                   0x1p512, 0x1.fffffffffffffp1000, 0x1p1023, limits::max()}) {
    r.push_back(x);
    r.push_back(-x);
  }
  return r;
}

}  // namespace vieta::test
