#include "minimax/code/printed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "minimax/code/fixed_value.hpp"
#include "minimax/code/program.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/fit/sampling.hpp"
#include "minimax/narrow/formats.hpp"
#include "minimax/proof/prove.hpp"

namespace vieta::approximation {
namespace {

tree number(const number_format& format, double value) {
  const tree size = constant(format.exact_text(std::fabs(value)));
  return std::signbit(value) ? make(operation::negate, size) : size;
}

/// "0.500" and "0.5" are one number; "-0" and "0" too.
std::string shortened(std::string decimal) {
  if (decimal.find('.') != std::string::npos) {
    while (decimal.back() == '0') decimal.pop_back();
    if (decimal.back() == '.') decimal.pop_back();
  }
  return decimal == "-0" ? "0" : decimal;
}

/// An expression with its constants as `program_builder::form` writes them.
/// `finite`: false where one of them has no literal, as it is beyond `most`.
tree with_literals(const tree& t, const number_format& format, double most, bool& finite) {
  if (!t) return t;
  if (is_fixed(t)) {
    const double written = format.as_double(format.nearest(static_cast<double>(fixed_value(t))));
    finite = finite && std::fabs(written) <= most;
    return !std::isfinite(written) || is_exactly(t, written) ? t : number(format, written);
  }
  if (t->kind == operation::power && is_fixed(t->b) && is_written_out(evaluate(t->b, 0)))
    return make(t->kind, with_literals(t->a, format, most, finite), t->b);
  return make(t->kind, with_literals(t->a, format, most, finite), with_literals(t->b, format, most, finite));
}

}  // namespace

printed_error error_as_printed(const minimax_result& result, bool half, const std::function<bool()>& must_stop) {
  const number_format format(half ? coefficient_format::float16 : coefficient_format::float32, 0);
  const double most = half ? 65504 : static_cast<double>(std::numeric_limits<float>::max());
  const problem given = read(result.problem);
  minimax_problem printed = result.problem;
  bool finite = true;
  printed.form = to_text(with_literals(given.form, format, most, finite));
  bool same = printed.form == to_text(given.form);
  const auto written = [&](double value, const std::string& exact) {
    const double literal = format.as_double(format.nearest(value));
    same = same && shortened(format.exact_text(literal)) == shortened(exact);
    finite = finite && std::fabs(literal) <= most;
    return literal;
  };
  std::vector<long double> coefficients;
  std::vector<std::string> texts;
  const number_format full(coefficient_format::float64, 0);
  const std::vector<std::string> exact = exact_coefficients(result);
  const bool is_pair = numbers_of(result, {}).pair;
  const std::vector<double> literals = written_coefficients(result.coefficients, half);
  for (std::size_t k = 0; k < literals.size(); ++k) {
    const double c = result.coefficients[k];
    if (k == 0 && is_pair) {
      const literal_pair last = as_pair(c, half);
      coefficients.push_back(last.high + last.low);
      same = same && shortened(full.exact_text(last.high + last.low)) == shortened(exact[0]);
      texts.push_back(full.exact_text(last.high + last.low));
      continue;
    }
    coefficients.push_back(written(literals[k], exact[k]));
    texts.push_back(format.exact_text(static_cast<double>(coefficients.back())));
  }
  printed.denominator.clear();
  const std::vector<double> of_q = written_coefficients(given.denominator, half);
  for (std::size_t k = 0; k < given.denominator.size(); ++k)
    printed.denominator.push_back(format.exact_text(written(of_q[k], result.problem.denominator[k])));
  if (same && finite) return {result.max_error, result.proven_bound};

  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (!finite) return {infinite, infinite};
  printed.constraints.clear();  // they have done their work
  const problem p = read(printed);
  const exchange_problem<long double> sampled = sampled_in_long_double(p);
  exchange<long double> points(sampled);
  auto largest = static_cast<double>(points.measure(coefficients).largest);
#ifdef VIETA_HAVE_ARB
  // Below the rounding errors of long double it would be one of these, and no proof would come down to it.
  long double size = 0;
  for (const sample<long double>& at : points.samples()) size = std::max(size, std::fabs(at.target));
  if (!p.callable && p.samples.empty() && largest < 1e-12L * size) {
    constexpr slong bits = 512;
    const working_bits scope(bits);
    const exchange_problem<big> close = sampled_in_big(p);
    std::vector<big> same_coefficients;
    for (const long double c : coefficients) same_coefficients.emplace_back(c);
    largest = static_cast<double>(static_cast<long double>(exchange<big>(close).measure(same_coefficients).largest));
  }
#endif
  if (!std::isfinite(result.proven_bound) || !std::isfinite(largest)) return {largest, infinite};
  // Beside a pole of the literals' q there is no bound, and boxes towards it would be cut for a minute.
  constexpr long double useless = 1e4;
  long double scale = 0;
  for (const sample<long double>& at : points.samples()) scale = std::max(scale, std::fabs(at.target));
  if (largest > useless * scale && largest > useless * result.max_error) return {largest, infinite};
  return {largest, prove(p, texts, largest, 1e-6, 0, must_stop).bound};
}

}  // namespace vieta::approximation
