#include "shaders/clear_misses.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "vieta/core/real_roots.hpp"

namespace vieta::test {
namespace {

// How far rounding to float may move a simple root: the error of evaluation and of the coefficients' last bits, over
// the slope. The same as in real_roots_judge.hpp.
double radius_at(const std::vector<float>& a, double x) {
  double magnitude = 0, slope = 0;
  for (std::size_t k = a.size(); k-- > 0;) {
    const double c = static_cast<double>(a[k]);
    magnitude = magnitude * std::abs(x) + std::abs(c);
    if (k > 0) slope = slope * x + static_cast<double>(k) * c;
  }
  return 4.0 * static_cast<double>(a.size()) * 0x1p-24 * magnitude / (std::abs(slope) + 1e-300);
}

template <int N>
bool misses(const std::vector<float>& a, const std::vector<float>& listed, double tolerance) {
  double c[N + 1], exact[N], radius[N];
  std::copy_n(a.begin(), N + 1, c);
  const int count = core::real_roots<N>(c, -1.0, 1.0, 0.0, 0.0, core::strided<double>{exact, 1}).count;
  for (int k = 0; k < count; ++k) radius[k] = radius_at(a, exact[k]);
  for (int k = 0; k < count; ++k) {
    double gap = 2;
    if (k > 0) gap = std::min(gap, exact[k] - exact[k - 1] - 3 * radius[k - 1]);
    if (k + 1 < count) gap = std::min(gap, exact[k + 1] - exact[k] - 3 * radius[k + 1]);
    const bool alone = gap > 6 * radius[k] && gap > 2 * tolerance;
    const double allowed = 3 * radius[k] + 1.05 * tolerance;
    if (alone && std::none_of(listed.begin(), listed.end(),
                              [&](float x) { return std::abs(static_cast<double>(x) - exact[k]) <= allowed; }))
      return true;
  }
  return false;
}

}  // namespace

bool misses_clearly(const std::vector<float>& a, const std::vector<float>& listed, double tolerance) {
  switch (a.size() - 1) {
    case 3:
      return misses<3>(a, listed, tolerance);
    case 4:
      return misses<4>(a, listed, tolerance);
    case 5:
      return misses<5>(a, listed, tolerance);
    case 6:
      return misses<6>(a, listed, tolerance);
    case 8:
      return misses<8>(a, listed, tolerance);
    case 10:
      return misses<10>(a, listed, tolerance);
    case 18:
      return misses<18>(a, listed, tolerance);
    case 26:
      return misses<26>(a, listed, tolerance);
    default:
      throw std::logic_error("misses_clearly: a degree that is not compiled");
  }
}

}  // namespace vieta::test
