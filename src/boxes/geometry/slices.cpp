#include "boxes/geometry/slices.hpp"

#include <algorithm>
#include <cmath>

#include "base/float_environment.hpp"
#include "boxes/leftovers/neighbours.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace boxes {

namespace {

/// The polynomial at a place along one axis, which goes away.
bernstein_polynomial contracted(const bernstein_polynomial& f, std::size_t axis, const double_double<double>& place) {
  const double t = place.hi;
  const std::size_t side = static_cast<std::size_t>(f.degrees[axis]) + 1;
  std::vector<double> basis = {1};
  for (std::size_t m = 1; m < side; ++m) {
    basis.push_back(0);
    for (std::size_t j = m + 1; j-- > 0;) basis[j] = (1 - t) * basis[j] + (j > 0 ? t * basis[j - 1] : 0);
  }
  std::size_t stride = 1;
  for (std::size_t k = axis + 1; k < f.degrees.size(); ++k) stride *= static_cast<std::size_t>(f.degrees[k]) + 1;
  bernstein_polynomial g;
  g.degrees = f.degrees;
  g.degrees.erase(g.degrees.begin() + static_cast<std::ptrdiff_t>(axis));
  double largest = 0;
  for (std::size_t j = 0; j < f.coefficients.size(); ++j) {
    largest = std::max(largest, std::fabs(f.coefficients[j]));
    if (j / stride % side != 0) continue;
    double sum = 0;
    for (std::size_t k = 0; k < side; ++k) sum += basis[k] * f.coefficients[j + k * stride];
    g.coefficients.push_back(sum);
  }
  // Weights to 3 d u and their sum of d + 1 terms, relative to a mean of the coefficients.
  g.error = f.error * (1 + 0x1p-40) + (5 * static_cast<double>(side) + 3) * 0x1p-53 * largest;
  // What is left of the place, where slopes are below 2 d times the largest coefficient; products below 2^-1022.
  g.error += 2.01 * static_cast<double>(side - 1) * (std::fabs(place.lo) + 0x1p-96 * std::fabs(t)) * largest;
  if (largest > 0) g.error += static_cast<double>(side) * 0x1p-1073;
  return g;
}

}  // namespace

void append_slices(const box_system& system, const std::vector<std::size_t>& samples, std::size_t most,
                   const std::string& where, std::vector<box_system>& out) {
  const std::size_t n = samples.size();
  std::size_t total = 1;
  for (const std::size_t s : samples) {
    if (s == 0) continue;
    if (s > most / total)
      throw error(where + "sample: found more than " + std::to_string(most) + " slices, expected fewer");
    total *= s;
  }
  if (out.size() + total > most)
    throw error(where + "sample: found more than " + std::to_string(most) + " slices, expected fewer");
  // One variable after the other, the first one first: each value's slice is made once.
  std::vector<box_system> level = {system};
  if (level[0].box.empty()) level[0].box.assign(n, {0, 1});
  std::size_t removed = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (samples[k] == 0) continue;
    const std::size_t axis = k - removed++;
    std::vector<box_system> next;
    for (const box_system& s : level)
      for (std::size_t i = 0; i < samples[k]; ++i) {
        // The double that is printed is the one that is meant.
        const auto [from, to] = s.box[axis];
        const double at =
            neighbours(from, to, samples[k] == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(samples[k] - 1))
                .nearest;
        const double_double<double> t = local_coordinate(from, to, at);
        box_system slice;
        slice.piece_of = s.piece_of;
        slice.has_functions = s.has_functions;
        slice.is_rewritten = s.is_rewritten;
        slice.roots = s.roots;
        slice.fixed = s.fixed;
        slice.variables = s.variables;
        slice.box = s.box;
        const std::string name = s.variables.empty() ? "x" + std::to_string(k + 1) : s.variables[axis];
        slice.fixed.emplace_back(name, at);
        if (!slice.variables.empty())
          slice.variables.erase(slice.variables.begin() + static_cast<std::ptrdiff_t>(axis));
        slice.box.erase(slice.box.begin() + static_cast<std::ptrdiff_t>(axis));
        for (const bernstein_polynomial& f : s.equations) slice.equations.push_back(contracted(f, axis, t));
        for (const bernstein_polynomial& f : s.positive) slice.positive.push_back(contracted(f, axis, t));
        next.push_back(std::move(slice));
      }
    level = std::move(next);
  }
  std::move(level.begin(), level.end(), std::back_inserter(out));
}

}  // namespace boxes

std::vector<box_system> slices(const box_system& system, const std::vector<std::size_t>& samples) {
  const float_environment floats;
  const std::size_t n = samples.size(),
                    sampled = n - static_cast<std::size_t>(std::count(samples.begin(), samples.end(), std::size_t{0}));
  if (n < 1 || n > 6 || system.equations.size() + sampled != n)
    throw error("slices: found " + std::to_string(system.equations.size()) + " equations and " +
                std::to_string(sampled) + " sampled variables of " + std::to_string(n) +
                ", expected as many as variables, at most 6");
  if ((!system.variables.empty() && system.variables.size() != n) || (!system.box.empty() && system.box.size() != n))
    throw error("slices: found " + std::to_string(system.variables.size()) + " names and " +
                std::to_string(system.box.size()) + " intervals, expected " + std::to_string(n));
  for (const std::vector<bernstein_polynomial>* list : {&system.equations, &system.positive})
    for (std::size_t q = 0; q < list->size(); ++q) {
      const bernstein_polynomial& f = (*list)[q];
      std::size_t size = 1;
      for (const int d : f.degrees) size = d < 0 || d > 64 ? 0 : size * (static_cast<std::size_t>(d) + 1);
      if (f.degrees.size() != n || size == 0 || size != f.coefficients.size())
        throw error("slices: equation " + std::to_string(q + 1) + ": found " + std::to_string(f.degrees.size()) +
                    " degrees and " + std::to_string(f.coefficients.size()) + " coefficients, expected " +
                    std::to_string(n) + " degrees and the coefficients that they need");
    }
  std::vector<box_system> out;
  boxes::append_slices(system, samples, 4'000'000, "", out);
  return out;
}

}  // namespace vieta
