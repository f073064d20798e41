#include "boxes/complaint.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"

namespace vieta::boxes {

namespace {

/// A coefficient that is not finite, by its index along each axis; empty when all are.
std::string not_finite(const polynomial_view& f, int variables) {
  const auto bad =
      std::find_if_not(f.coefficients.begin(), f.coefficients.end(), [](double c) { return std::isfinite(c); });
  if (bad == f.coefficients.end()) return "";
  auto at = static_cast<std::size_t>(bad - f.coefficients.begin());
  std::string index;
  for (int k = variables; k-- > 0;) {
    const std::size_t side = static_cast<std::size_t>(f.degrees[k]) + 1;
    index.insert(0, (k > 0 ? ", " : "") + std::to_string(at % side));
    at /= side;
  }
  return "found " + report::shortest(*bad) + " as Bernstein coefficient [" + index + "], expected finite numbers";
}

std::string of_equation(const polynomial_view& f, int variables) {
  std::string text = not_finite(f, variables);
  if (!text.empty()) return text;
  double largest = 0;
  for (const double c : f.coefficients) largest = std::max(largest, std::fabs(c));
  if (!(largest > 0)) return "found zero for all coefficients, expected an equation that not every point fulfils";
  if (!std::isfinite(f.error))
    return "found " + report::shortest(f.error) + " as error of its coefficients, expected a finite bound";
  // In prepare_polynomial the bound overflows only where it is very much larger than the coefficients.
  if (f.error > 0x1p1020 * largest)
    return "found " + report::shortest(f.error) + " as error of coefficients below " + report::shortest(largest) +
           ", expected less";
  return "";
}

}  // namespace

std::string complaint(const system_view& system) {
  for (int q = 0; q < system.count; ++q) {
    const std::string text = of_equation(system.equations[q], system.variables);
    if (!text.empty()) return "equation " + std::to_string(q + 1) + ": " + text;
  }
  for (std::size_t q = 0; q < system.positive.size(); ++q) {
    const bernstein_polynomial& f = system.positive[q];
    std::string text = not_finite({f.degrees.data(), f.coefficients, f.error}, system.variables);
    if (text.empty() && std::isnan(f.error)) text = "found nan as error of its coefficients, expected a bound";
    if (!text.empty()) return "condition " + std::to_string(q + 1) + ": " + text;
  }
  return "";
}

}  // namespace vieta::boxes
