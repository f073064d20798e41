#include "solve/family/generic_values.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;

/// The median of a parameter's moduli where it is not 0: one instance that is much larger is no guide for the others.
double usual_size(const parameter_values& values, std::size_t parameter) {
  std::vector<double> sizes;
  for (std::size_t i = parameter; i < values.values.size(); i += values.names.size())
    if (values.values[i] != 0.0) sizes.push_back(std::abs(values.values[i]));
  if (sizes.empty()) return 1;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

}  // namespace

solve_options in_order_of(const parameter_values& values, solve_options options) {
  start_solutions& from = options.from;
  if (from.points.empty()) return options;
  std::vector<scalar> sorted;
  for (const std::string& name : values.names) {
    const auto at = std::find(from.names.begin(), from.names.end(), name);
    if (at == from.names.end())
      throw error("start: found no value of the parameter '" + name + "', expected those that the points belong to");
    sorted.push_back(from.values[static_cast<std::size_t>(at - from.names.begin())]);
  }
  from.names = values.names, from.values = std::move(sorted);
  return options;
}

std::vector<scalar> generic_values(const parameter_values& values, std::uint64_t seed, double spread) {
  const std::size_t q = values.names.size();
  std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15);
  const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  std::vector<scalar> generic;
  for (std::size_t k = 0; k < q; ++k) {
    double modulus = usual_size(values, k) * (0.5 + 0.5 * uniform());
    if (spread > 0) modulus *= std::exp2(spread * (2 * uniform() - 1));
    generic.push_back(std::polar(modulus, 6.283185307179586 * uniform()));
  }
  return generic;
}

}  // namespace vieta::tracking
