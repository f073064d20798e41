#include "minimax/function/evaluator.hpp"

#include <algorithm>
#include <cmath>

#include "base/float_environment.hpp"

namespace vieta {
namespace approximation {

evaluator::evaluator(const minimax_result& result)
    : problem_(read(result.problem)), coefficients_(result.coefficients.begin(), result.coefficients.end()) {}

double evaluator::known_place(double x) const {
  const auto& samples = problem_.samples;
  if (samples.empty()) return x;
  const auto above = std::lower_bound(samples.begin(), samples.end(), std::pair(x, -HUGE_VAL));
  if (above == samples.begin()) return above->first;
  const auto below = std::prev(above);
  return above == samples.end() || x - below->first < above->first - x ? below->first : above->first;
}

long double evaluator::exact(double x) const {
  return problem_.callable ? problem_.callable(x) : evaluate(problem_.f, x);
}

long double evaluator::form(double x) const {
  const long double u = evaluate(problem_.argument, x);
  const long double without = problem_.without_p ? evaluate(problem_.without_p, x) : 0;
  return without + evaluate(problem_.factor, x) * evaluate_sparse(problem_.exponents, coefficients_, u);
}

double evaluator::function(double x) const { return static_cast<double>(exact(known_place(x))); }
double evaluator::stand_in(double x) const { return static_cast<double>(form(x)); }

double evaluator::error(double at) const {
  const double x = known_place(at);
  return weighted(x, form(x));
}

double evaluator::error_of(const tree& other, double at) const {
  const double x = known_place(at);
  return weighted(x, approximation::evaluate(other, x));
}

double evaluator::weighted(double x, long double value) const {
  const long double f = exact(x);
  const long double weight = problem_.relative ? 1 / f : problem_.weight ? evaluate(problem_.weight, x) : 1;
  return static_cast<double>((f - value) * weight);
}

}  // namespace approximation

std::vector<minimax_sample> evaluate(const minimax_result& result, std::span<const double> x) {
  const float_environment floats;
  const approximation::evaluator at(result);
  std::vector<minimax_sample> samples;
  samples.reserve(x.size());
  for (const double place : x) samples.push_back({place, at.function(place), at.stand_in(place), at.error(place)});
  return samples;
}

}  // namespace vieta
