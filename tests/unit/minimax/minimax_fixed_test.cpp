#include "vieta/minimax_fixed.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "vieta/error.hpp"

namespace vieta {
namespace {

minimax_result best(const std::string& function, const std::string& form, const char* lo, const char* hi, int degree) {
  minimax_problem p;
  p.function = function, p.form = form, p.degree = degree;
  p.intervals = {{lo, hi}};
  return minimax(p);
}

TEST(MinimaxFixed, NamesOfFormats) {
  for (const char* text : {"q7", "q15", "q31", "q3.12", "q1.14", "q15.16", "q31.0"})
    EXPECT_EQ(name(parse_fixed_format(text)), text);
  EXPECT_EQ(parse_fixed_format("q0.15"), parse_fixed_format("Q15"));
  EXPECT_EQ(parse_fixed_format("q3.12").storage(), 16);
  EXPECT_EQ(parse_fixed_format("q3.4").storage(), 8);
  EXPECT_EQ(parse_fixed_format("q4.12").storage(), 32);
  for (const char* text : {"", "q", "15", "q32", "q16.16", "q3.", "q.5", "q-1.5", "q3.12x", "q0", "q99999999999"})
    EXPECT_THROW(parse_fixed_format(text), error) << text;
}

/// No input of the domain is farther from the function than `bound` says: with the text's own operations in `run`.
TEST(MinimaxFixed, BoundsHoldForAllInputs) {
  const minimax_result sine = best("sin(pi*x)", "x*p(x^2)", "-0.5", "0.5", 3);
  fixed_options options;
  options.input = options.output = parse_fixed_format("q15");
  const fixed_code code = emit_fixed(sine, options);
  EXPECT_TRUE(code.exhaustive);
  EXPECT_EQ(code.inputs, 32769U);
  EXPECT_EQ(code.first, -16384);
  EXPECT_EQ(code.multiplications, 5);
  EXPECT_TRUE(code.saturates) << "sin(pi/2) is 1, beyond the largest number of q15";
  EXPECT_LT(code.error, 1.4);
#ifdef VIETA_HAVE_ARB
  EXPECT_GE(code.bound, code.error);
  EXPECT_LT(code.bound, code.error + 1e-6);
#endif
  EXPECT_GE(code.error, 1);
  options.wide = true;
  EXPECT_EQ(emit_fixed(sine, options).error, 1) << "that of sin(pi/2)";
  EXPECT_LT(emit_fixed(best("sin(pi*x)", "x*p(x^2)", "-0.49", "0.49", 3), options).error, 0.6);
}

TEST(MinimaxFixed, EndsWhenTimeIsUp) {
  fixed_options options;
  options.input = options.output = parse_fixed_format("q31");
  options.most_inputs = 0;  // four thousand million
  options.max_seconds = 0.2;
  const fixed_code code = emit_fixed(best("sin(x)", "x*p(x^2)", "-1", "1", 5), options);
  EXPECT_EQ(code.stopped_by, "time");
  EXPECT_FALSE(code.exhaustive);
}

TEST(MinimaxFixed, RefusesWhatIntegersCannotFollow) {
  fixed_options options;
  const auto complaint = [&](const minimax_result& result) -> std::string {
    try {
      emit_fixed(result, options);
    } catch (const error& refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_NE(complaint(best("acos(x)", "sqrt(1-x)*p(x)", "0", "1", 3)).find("expected p(x), x*p(x)"), std::string::npos);
  EXPECT_NE(complaint(best("sin(x)", "p(x)", "2", "3", 3)).find("no number of the format q15"), std::string::npos);
  EXPECT_NE(complaint(best("exp(x)", "p(x)", "0", "1", 3)).find("such as q2.13"), std::string::npos);
  options.language = code_language::glsl;
  EXPECT_NE(complaint(best("sin(x)", "p(x)", "0", "1", 3)).find("expected c, cpp, rust or cuda"), std::string::npos);
}

}  // namespace
}  // namespace vieta
