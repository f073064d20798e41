#include "base/words.hpp"

#include <cmath>

#include "base/number.hpp"

namespace vieta::report {
namespace {

std::string three_digits(double value) {
  // Through 3 significant digits to the shortest text of that number: 0.4, 12.3, 1.2e+03 -> 1230.
  const double unit = value > 0 ? std::pow(10.0, std::floor(std::log10(value)) - 2) : 1;
  const double rounded = std::round(value / unit);
  return shortest(unit < 1 ? rounded / std::round(1 / unit) : rounded * unit);
}

}  // namespace

std::string batch_line(std::size_t polynomials, int degree, std::size_t roots,
                       std::initializer_list<outcome> outcomes) {
  std::string text = counted(polynomials, "polynomial of degree ", "polynomials of degree at most ") +
                     std::to_string(degree) + ", " + counted(roots, "root", "roots");
  const char* before = ": ";
  for (const auto& [count, one, many] : outcomes) {
    if (count == 0) continue;
    text += before + counted(count, one, many);
    before = ", ";
  }
  return text + '\n';
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return three_digits(seconds * 1e6) + " us";
  if (seconds < 1) return three_digits(seconds * 1e3) + " ms";
  return three_digits(seconds) + " s";
}

std::string who_stopped(const std::string& stopped_by) {
  if (stopped_by == "cancelled") return "the user";
  if (stopped_by == "border") return "the border: no precision tells on which side of it a root lies";
  if (stopped_by == "region") return "the region: its roots are not proven to be all here";
  return stopped_by;
}

std::string stopped_line(const std::string& stopped_by) {
  return stopped_by.empty() ? "" : "solved in part: stopped by " + who_stopped(stopped_by) + '\n';
}

}  // namespace vieta::report
