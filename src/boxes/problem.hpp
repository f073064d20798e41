#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/core/bernstein_box.hpp"

namespace vieta::boxes {

using degrees = std::array<int, core::most_box_variables>;

/// What is the same for all systems of the same degrees.
struct shape {
  core::bernstein_shape core;
  std::vector<double> slope, fraction;
  double rounding = 0;  ///< bound of the error of restriction, for coefficients of modulus 1 at most

  shape(int variables, const degrees& d);
  shape(const shape&) = delete;
  shape& operator=(const shape&) = delete;
};

/// A polynomial wherever it lies.
struct polynomial_view {
  const int* degrees = nullptr;
  std::span<const double> coefficients;
  double error = 0;
};

/// Asks for memory that will be read soon. What is longer the processor fetches by itself. (Always inline: GCC takes
/// calls of functions that do no more than this away.)
template <class T>
[[gnu::always_inline]] inline void fetch(std::span<const T> data) {
  constexpr std::size_t line = 64 / sizeof(T) > 0 ? 64 / sizeof(T) : 1, most = 512 / sizeof(T);
  for (std::size_t j = 0; j < std::min(data.size(), most); j += line) __builtin_prefetch(data.data() + j);
  if (!data.empty() && data.size() <= most)
    __builtin_prefetch(reinterpret_cast<const char*>(data.data() + data.size()) - 1);
}

/// A system wherever it lies.
struct system_view {
  int variables = 0, count = 0;  ///< of equations; one less than variables where curves are traced
  int roots = 0;                 ///< the last so many variables are roots of the others
  std::array<polynomial_view, core::most_box_variables> equations;
  std::span<const bernstein_polynomial> positive;
  const std::array<double, 2>* box = nullptr;  ///< null: the unit cube
};
void view(const box_system& system, system_view& out);

/// Makes `out` the view of system k. (In place: a view takes more time to copy than to make.)
using view_function = std::function<void(std::size_t k, system_view& out)>;

/// The degrees that all equations are brought to: the largest one along each axis, and at least 1.
degrees common_degrees(std::span<const bernstein_polynomial> equations);

/// All polynomials of a system with the same degrees and coefficients of modulus at most 1, with what that costs.
struct prepared_system {
  std::vector<double> coefficients;  ///< [variables][size]
  std::array<double, 4> error{};     ///< of each coefficient, and of restriction to boxes
  std::array<int, 4> exponent{};     ///< the equation is 2^exponent times what is stored
  int bad_equation = -1;             ///< one (or a condition) with NaN or infinity, or zero everywhere

  void prepare(const shape& shape, const system_view& system);
};

/// Brings one polynomial to the shape's degrees. Returns false when it is zero or not finite. `error` is set, with the
/// rounding of what happens here, for the polynomial as stored.
bool prepare_polynomial(const shape& shape, const polynomial_view& given, double* out, double& error, int& exponent);

}  // namespace vieta::boxes
