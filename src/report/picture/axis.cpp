#include "report/picture/axis.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace vieta::report {

double nice_step(double span, int most) {
  const double power = std::pow(10.0, std::floor(std::log10(span / most)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (span / (factor * power) <= most) return factor * power;
  return 10 * power;
}

std::string tick_label(double value, double step) {
  if (std::abs(value) < step / 2) return "0";
  const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(std::abs(value) / step) + 1e-9)) + 1, 1, 17);
  char buffer[40];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::general, digits).ptr;
  return {buffer, static_cast<std::size_t>(end - buffer)};
}

}  // namespace vieta::report
