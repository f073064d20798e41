#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::test {

/// The solutions of a system in its box, by the slow and obvious way: halving along every axis, de Casteljau, the sign
/// test, and Krawczyk's operator in the mean value form (Moore 1977) on boxes of twice the size, all in long double.
/// Nothing is shared with the library. It sees solutions up to 1e-11 outside of the box.
struct reference_answer {
  std::vector<std::array<double, 4>> roots;
  bool hard = false;  ///< it came to boxes of 2^-20, or to very many: the roots may be too few
};
reference_answer reference_roots(const box_system& system);

/// Random systems on the unit cube, the same for the same seed everywhere.
class system_source {
 public:
  explicit system_source(std::uint64_t seed) : random_(seed) {}

  /// Degrees 1 .. most_degree along each axis, integer coefficients.
  box_system random(int n, int most_degree);
  /// Products of linear forms, mixed by a regular matrix: all solutions are known beforehand.
  box_system planes(int n, int most_degree, std::vector<std::array<double, 4>>& roots, bool& clear);

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint64_t>(count)); }
  double uniform() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  std::mt19937_64 random_;
};

}  // namespace vieta::test
