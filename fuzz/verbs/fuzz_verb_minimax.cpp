#include <array>
#include <string>

#include "structured.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax.hpp"
#include "vieta/minimax_code.hpp"

// Functions, forms, intervals, constraints and formats: bounds that fit together, proven once more; and code.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace vieta;
  static const std::array functions = {"exp(x)",          "sin(x)",    "cos(x)", "sqrt(x)",     "log(x)",
                                       "acos(x)",         "atan(x)",   "1/x",    "x^3 - x + 1", "0",
                                       "tanh(x)*exp(-x)", "sqrt(1-x)", "erf(x)", "abs(x)",      "exp2(x)/(x+2)"};
  static const std::array forms = {"p(x)", "x*p(x^2)", "sqrt(1-x)*p(x)", "pi/2 - sqrt(1-x)*p(x)", "x + x^3*p(x^2)"};
  static const std::array constraints = {"p(0)=1", "c1=0", "p(1)=pi/4", "p'(0)=0", "c0=1/3"};
  fuzz::source in(bytes, size);
  minimax_problem problem;
  const auto one_of = [&](const auto& list) { return std::string(list[in.byte() % list.size()]); };
  problem.function = one_of(functions);
  problem.form = one_of(forms);
  problem.degree = in.between(0, 6);
  if (in.between(0, 3) == 0) problem.denominator_degree = in.between(0, 3);
  if (in.flip()) problem.intervals = {{std::to_string(in.finite()), std::to_string(in.finite())}};
  problem.error = in.flip() ? minimax_error::absolute : minimax_error::relative;
  if (in.between(0, 3) == 0) problem.constraints = {one_of(constraints)};
  if (in.between(0, 7) == 0)
    for (int k = in.between(1, 12); k > 0; --k) problem.samples.emplace_back(in.number(), in.number());
  minimax_options options;
  options.format = static_cast<coefficient_format>(in.between(0, 4));
  options.decimals = in.between(0, 12);
  options.search = in.flip();
  options.max_seconds = 1;
  try {
    const minimax_result result = minimax(problem, options);
    const double slack = 1 + 1e-6;
    fuzz::require(!(result.lower_bound > result.optimum * slack));
    // Rounding shows where the error is none at all.
    if (!problem.samples.empty() || result.max_error > 1e-30)
      fuzz::require(!(result.max_error > result.proven_bound * slack));
    if (std::isfinite(result.proven_bound) && result.report.stopped_by.empty()) fuzz::require(verify(result));
    code_options code;
    code.language = static_cast<code_language>(in.between(0, 9));
    code.estrin = in.flip();
    code.half = in.flip();
    code.most_floats = 256;
    code.threads = 1;
    fuzz::require(!emit_code(result, code).text.empty());
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
