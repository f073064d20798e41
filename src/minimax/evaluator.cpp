#include "minimax/evaluator.hpp"

namespace vieta {
namespace approximation {

evaluator::evaluator(const minimax_result& result)
    : problem_(read(result.problem)), coefficients_(result.coefficients.begin(), result.coefficients.end()) {}

long double evaluator::exact(double x) const {
  return problem_.callable ? problem_.callable(x) : evaluate(problem_.f, x);
}

long double evaluator::form(double x) const {
  const long double u = evaluate(problem_.argument, x);
  const long double without = problem_.without_p ? evaluate(problem_.without_p, x) : 0;
  return without + evaluate(problem_.factor, x) * evaluate_sparse(problem_.exponents, coefficients_, u);
}

double evaluator::function(double x) const { return static_cast<double>(exact(x)); }
double evaluator::stand_in(double x) const { return static_cast<double>(form(x)); }

double evaluator::error(double x) const {
  const long double f = exact(x);
  const long double weight = problem_.relative ? 1 / f : problem_.weight ? evaluate(problem_.weight, x) : 1;
  return static_cast<double>((f - form(x)) * weight);
}

}  // namespace approximation

std::vector<minimax_sample> evaluate(const minimax_result& result, std::span<const double> x) {
  const approximation::evaluator at(result);
  std::vector<minimax_sample> samples;
  samples.reserve(x.size());
  for (const double place : x) samples.push_back({place, at.function(place), at.stand_in(place), at.error(place)});
  return samples;
}

}  // namespace vieta
