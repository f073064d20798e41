#include "roots/near_linear/columns.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <complex>

#include "base/parallel_for.hpp"
#include "base/parallel_sort.hpp"
#include "roots/near_linear/column_rules.hpp"

namespace vieta::near_linear {
namespace {

constexpr std::size_t at_once = 4096;

struct place {
  double log_modulus = 0, argument = 0;
  std::uint32_t root = 0;
};

}  // namespace

std::optional<device_roots> to_columns(const std::vector<located_root>& roots, std::int64_t degree, bool is_real,
                                       int digits, int threads) {
  using namespace column_rules;
  const double tolerance = std::pow(10.0, -digits);
  if (static_cast<std::int64_t>(roots.size()) != degree || roots.empty()) return {};
  std::vector<half> halves(roots.size(), half::upper);
  std::vector<double> largest((roots.size() - 1) / at_once + 1, 0.0), nearest(largest.size(), 1.0);
  std::atomic<bool> is_clear{true};
  parallel_for(roots.size(), at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const located_root& root = roots[i];
      if (is_real) halves[i] = half_of(root);
      const double radius = rounded_radius(root);
      largest[i / at_once] = std::max(largest[i / at_once], radius);
      nearest[i / at_once] = std::min(nearest[i / at_once], root.alone);
      if (std::abs(root.exponent) > most_exponent || !is_small(root, radius, tolerance) || halves[i] == half::unclear ||
          may_be_imaginary(root))
        is_clear = false;
    }
  });
  const double most = *std::max_element(largest.begin(), largest.end());
  if (!are_apart(*std::min_element(nearest.begin(), nearest.end()), most)) return {};
  if (!is_clear) return {};
  std::vector<std::uint32_t> chosen;
  chosen.reserve(is_real ? roots.size() / 2 + 64 : roots.size());
  std::int64_t count = 0;
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    if (halves[i] == half::lower) continue;
    chosen.push_back(i);
    count += is_real && halves[i] == half::upper ? 2 : 1;
  }
  if (count != degree) return {};
  // The order is that of roots/answer/write_roots.cpp: by modulus, then |argument|, the upper one of two conjugates
  // first.
  const auto make = [&](std::size_t k) -> place {
    const located_root& root = roots[chosen[k]];
    const std::complex<double> z = {root.centre.re.hi, halves[chosen[k]] == half::real ? 0.0 : root.centre.im.hi};
    return {std::log(std::abs(z)) + static_cast<double>(root.exponent) * 0.6931471805599453, std::arg(z), chosen[k]};
  };
  const auto before = [&](const place& a, const place& b) {
    if (a.log_modulus != b.log_modulus) return a.log_modulus < b.log_modulus;
    if (std::abs(a.argument) != std::abs(b.argument)) return std::abs(a.argument) < std::abs(b.argument);
    return a.argument != b.argument ? a.argument > b.argument : a.root < b.root;
  };
  const std::vector<place> order = make_sorted<place>(chosen.size(), threads, make, before);
  device_roots result;
  for (plain_array<double>* const column : {&result.re, &result.im, &result.radius}) column->resize(order.size());
  result.exponent.resize(order.size());
  parallel_for(order.size(), at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t i = order[k].root;
      const located_root& root = roots[i];
      result.re.data()[k] = root.centre.re.hi;
      result.im.data()[k] = halves[i] == half::real ? 0.0 : root.centre.im.hi;
      result.radius.data()[k] = rounded_radius(root);
      result.exponent.data()[k] = static_cast<std::int32_t>(root.exponent);
    }
  });
  result.count = degree;
  result.upper_half = is_real;
  return result;
}

}  // namespace vieta::near_linear
