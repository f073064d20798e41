#include "roots/real_line/bernstein_signs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <utility>

namespace vieta::real_line {
namespace {

constexpr double unit_roundoff = std::numeric_limits<double>::epsilon() / 2;
// Added to every error where the largest s_i is about 1: what underflow takes is far below it.
constexpr double least_error = 1e-290;

signs signs_of(const bernstein_doubles& f) {
  int changes = 0;
  for (std::size_t i = 0; i < f.s.size(); ++i) {
    if (!(std::abs(f.s[i]) > f.error[i])) return signs::others;
    if (i > 0 && (f.s[i] > 0) != (f.s[i - 1] > 0)) ++changes;
  }
  return changes == 0 ? signs::all_the_same : changes % 2 == 1 ? signs::odd_changes : signs::others;
}

double times_power_of_two(double x, std::int64_t e) {
  return std::ldexp(x, static_cast<int>(std::clamp<std::int64_t>(e, -4000, 4000)));
}

/// Another slope, so that the first and the last one are of about the same size, and the largest one is about 1.
void level(bernstein_doubles& f) {
  const std::size_t last = f.s.size() - 1;
  if (last == 0 || f.s[0] == 0 || f.s[last] == 0) return;
  const int more = static_cast<int>(std::lround(double(std::ilogb(f.s[last]) - std::ilogb(f.s[0])) / double(last)));
  const auto height = [&](std::size_t i) {
    return std::ilogb(f.s[i]) - std::int64_t{more} * static_cast<std::int64_t>(i);
  };
  std::int64_t top = height(0);
  for (std::size_t i = 1; i <= last; ++i)
    if (f.s[i] != 0) top = std::max(top, height(i));
  for (std::size_t i = 0; i <= last; ++i) {
    const std::int64_t by = -std::int64_t{more} * static_cast<std::int64_t>(i) - top;
    f.s[i] = times_power_of_two(f.s[i], by);
    f.error[i] = times_power_of_two(f.error[i], by) + least_error;
  }
  f.slope += more;
}

/// `f` becomes its right half, the left one is returned.
bernstein_doubles divide(bernstein_doubles& f) {
  const std::size_t size = f.s.size();
  bernstein_doubles left;
  left.s.resize(size);
  left.error.resize(size);
  left.s[0] = f.s[0], left.error[0] = f.error[0];
  double *const s = f.s.data(), *const error = f.error.data();
  const double next = std::ldexp(0.5, f.slope);
  for (std::size_t level = 1; level < size; ++level) {
    for (std::size_t i = 0; i + level < size; ++i) {
      s[i] = 0.5 * s[i] + next * s[i + 1];
      // Products with powers of two are exact; sums of errors are rounded as well.
      error[i] = (1 + 4 * unit_roundoff) * (0.5 * error[i] + next * error[i + 1]) +
                 (2 * unit_roundoff * std::abs(s[i]) + least_error);
    }
    left.s[level] = s[0], left.error[level] = error[0];
  }
  level(left);
  level(f);
  return left;
}

}  // namespace

bernstein_doubles make_bernstein_doubles(const std::vector<double>& mantissas,
                                         const std::vector<std::int64_t>& exponents,
                                         const std::vector<double>& errors) {
  bernstein_doubles f;
  const std::size_t last = mantissas.size() - 1;
  if (last > 0 && mantissas[0] != 0 && mantissas[last] != 0)
    f.slope = static_cast<int>(std::lround(double(exponents[last] - exponents[0]) / double(last)));
  f.slope = std::clamp(f.slope, -900, 900);
  const auto height = [&](std::size_t i) {
    return exponents[i] - std::int64_t{f.slope} * static_cast<std::int64_t>(i);
  };
  std::int64_t top = std::numeric_limits<std::int64_t>::min();
  for (std::size_t i = 0; i <= last; ++i)
    if (mantissas[i] != 0) top = std::max(top, height(i));
  for (std::size_t i = 0; i <= last; ++i) {
    f.s.push_back(mantissas[i] == 0 ? 0 : times_power_of_two(mantissas[i], height(i) - top));
    f.error.push_back(times_power_of_two(errors[i], -std::int64_t{f.slope} * static_cast<std::int64_t>(i) - top) *
                          1.0001 +
                      4 * unit_roundoff * std::abs(f.s[i]) + least_error);
  }
  return f;
}

namespace {

signs look_at(const bernstein_doubles& f, int halvings, int& divisions) {
  const signs here = signs_of(f);
  if (here != signs::others || halvings == 0 || divisions == 0) return here;
  --divisions;
  bernstein_doubles right = f;
  const bernstein_doubles left = divide(right);
  const signs there = look_at(left, halvings - 1, divisions);
  if (there != signs::all_the_same) return there;
  return look_at(right, halvings - 1, divisions);
}

}  // namespace

signs signs_of_parts(const bernstein_doubles& f, int halvings) {
  // Where the interval is far wider than the roots are large, the halves that matter have no bits left.
  constexpr int steepest = 3;
  int divisions = std::abs(f.slope) > steepest ? 0 : halvings;
  return look_at(f, halvings, divisions);
}

}  // namespace vieta::real_line
