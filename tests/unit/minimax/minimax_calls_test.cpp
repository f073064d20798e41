#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "unit/base/run_text.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_code.hpp"

// Forms that call functions: each language by its own name for them, or not at all. Found by review: gammaf is the
// logarithm of gamma in C, GLSL has no erf, NumPy no gamma, and Rust's log1p is ln_1p.

namespace vieta::test {
namespace {

struct function {
  const char *name, *argument;
  double (*value)(double);
};
const function functions[] = {
    {"cbrt", "x", std::cbrt}, {"exp", "x", std::exp},      {"exp2", "x", std::exp2},     {"expm1", "x", std::expm1},
    {"log", "x", std::log},   {"log2", "x", std::log2},    {"log10", "x", std::log10},   {"log1p", "x", std::log1p},
    {"sin", "x", std::sin},   {"cos", "x", std::cos},      {"tan", "x", std::tan},       {"asin", "x", std::asin},
    {"acos", "x", std::acos}, {"atan", "x", std::atan},    {"sinh", "x", std::sinh},     {"cosh", "x", std::cosh},
    {"tanh", "x", std::tanh}, {"asinh", "x", std::asinh},  {"atanh", "x", std::atanh},   {"erf", "x", std::erf},
    {"erfc", "x", std::erfc}, {"gamma", "x", std::tgamma}, {"lgamma", "x", std::lgamma}, {"acosh", "x+1", std::acosh},
    {"j0", "x", ::j0},        {"j1", "x", ::j1},           {"sqrt", "x", std::sqrt},     {"abs", "x", std::fabs}};

/// The function itself: its best multiple of itself is 1.
minimax_result itself(const function& f) {
  minimax_problem p;
  p.function = std::string(f.name) + "(" + f.argument + ")";
  p.form = "p(x)*" + p.function;
  p.intervals = {{"1/4", "3/4"}};
  p.degree = 0;
  minimax_options options;
  options.format = coefficient_format::float32;
  options.prove = false;
  return minimax(p, options);
}

/// Empty where the language has no such function.
std::string text(const minimax_result& r, code_language language, const std::string& name) {
  code_options options;
  options.language = language;
  options.name = "fast_" + name;
  options.most_floats = 256;
  try {
    return emit_code(r, options).text;
  } catch (const error& refused) {
    EXPECT_NE(std::string(refused.what()).find("which has no " + name + ", expected "), std::string::npos)
        << refused.what();
    return "";
  }
}

/// The texts of all functions that a language has, and for each a line in which @ is its name.
struct sources {
  std::string texts, lines;
  int count = 0;
};
sources all_of(code_language language, const std::string& line) {
  sources all;
  for (const function& f : functions) {
    const std::string one = text(itself(f), language, f.name);
    if (one.empty()) continue;
    ++all.count;
    all.texts += one;
    for (const char c : line) all.lines += c == '@' ? std::string(f.name) : std::string(1, c);
  }
  return all;
}

/// Lines "name value", of the functions at 1/3.
void expect_values(const std::string& lines, int count) {
  for (std::size_t begin = 0; begin < lines.size(); --count) {
    const std::size_t end = lines.find('\n', begin), gap = lines.find(' ', begin);
    ASSERT_LT(gap, end) << lines;
    const std::string name = lines.substr(begin, gap - begin);
    const double value = std::stod(lines.substr(gap + 1, end - gap - 1));
    for (const function& f : functions) {
      if (f.name != name) continue;
      const double exact = f.value(std::string(f.argument) == "x" ? 1.0 / 3 : 1 + 1.0 / 3);
      EXPECT_NEAR(value, exact, 2e-6 * std::fabs(exact) + 1e-7) << name;
    }
    begin = end + 1;
  }
  EXPECT_EQ(count, 0);
}

TEST(MinimaxCalls, C) {
  if (!have("cc")) GTEST_SKIP() << "no cc";
  const sources c = all_of(code_language::c, "  printf(\"@ %.9g\\n\", fast_@(1 / 3.f));\n");
  EXPECT_EQ(c.count, 26);  // no Bessel functions in ISO C
  expect_values(output_of("#include <stdio.h>\n" + c.texts + "int main(void) {\n" + c.lines + "  return 0;\n}\n", ".c",
                          "cc -std=c11 -Wall -Wextra -Werror -o f", "./f"),
                c.count);
}

TEST(MinimaxCalls, Cpp) {
  if (!have("c++")) GTEST_SKIP() << "no c++";
  const sources cpp = all_of(code_language::cpp, "  std::printf(\"@ %.9g\\n\", fast_@(1 / 3.f));\n");
  EXPECT_EQ(cpp.count, 26);
  expect_values(output_of("#include <cstdio>\n" + cpp.texts + "int main() {\n" + cpp.lines + "}\n", ".cpp",
                          "c++ -std=c++20 -Wall -Wextra -Werror -o f", "./f"),
                cpp.count);
}

TEST(MinimaxCalls, Python) {
  if (std::system("python3 -c 'import numpy' >/dev/null 2>&1") != 0) GTEST_SKIP() << "no python3 with numpy";
  const sources python = all_of(code_language::python, "print('@ %.9g' % fast_@(np.float32(1 / 3)))\n");
  EXPECT_EQ(python.count, 22);
  expect_values(output_of(python.texts + python.lines, ".py", "python3", ""), python.count);
}

TEST(MinimaxCalls, Rust) {
  if (!have("rustc")) GTEST_SKIP() << "no rustc";
  const sources rust = all_of(code_language::rust, "  println!(\"@ {}\", fast_@(1_f32 / 3.0));\n");
  EXPECT_EQ(rust.count, 22);
  expect_values(output_of(rust.texts + "fn main() {\n" + rust.lines + "}\n", ".rs", "rustc -O -A warnings -o f", "./f"),
                rust.count);
}

TEST(MinimaxCalls, CudaCompiles) {
  if (!have("nvcc")) GTEST_SKIP() << "no nvcc";
  const sources cuda = all_of(code_language::cuda, "  *x += fast_@(*x);\n");
  EXPECT_EQ(cuda.count, 28);  // all
  EXPECT_EQ(output_of(cuda.texts + "__global__ void k(float* x) {\n" + cuda.lines + "}\n", ".cu",
                      "nvcc -std=c++20 -arch=sm_80 -ptx -o f.ptx", ""),
            "");
}

TEST(MinimaxCalls, ShadersCompile) {
  if (!have("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  const sources glsl = all_of(code_language::glsl, "  found += fast_@(given);\n");
  EXPECT_EQ(glsl.count, 18);
  EXPECT_EQ(output_of("#version 450\nlayout(location = 0) in float given;\nlayout(location = 0) out float found;\n" +
                          glsl.texts + "void main() {\n  found = 0.0;\n" + glsl.lines + "}\n",
                      ".frag", "glslangValidator -V --quiet", ""),
            "");
  const sources hlsl = all_of(code_language::hlsl, "  found += fast_@(given);\n");
  EXPECT_EQ(hlsl.count, 16);
  EXPECT_EQ(output_of(hlsl.texts + "float main(float given : TEXCOORD0) : SV_Target {\n  float found = 0;\n" +
                          hlsl.lines + "  return found;\n}\n",
                      ".frag", "glslangValidator -D -V -e main --quiet", ""),
            "");
}

TEST(MinimaxCalls, TheUsualLanguageHasThemAll) {
  for (const function& f : functions) {
    const minimax_result r = itself(f);
    code_options options;
    options.language = usual_language(r);
    options.most_floats = 16;
    EXPECT_FALSE(emit_code(r, options).text.empty()) << f.name;
  }
}

// exp(100 log(x)) would not know negative x.
TEST(MinimaxCalls, HighPowersAreProducts) {
  minimax_problem p;
  p.function = "x^101";
  p.form = "p(x)*x^101";
  p.degree = 0;
  minimax_options options;
  options.format = coefficient_format::float32;
  const minimax_code code = emit_code(minimax(p, options), {});
  EXPECT_EQ(code.text.find("exp"), std::string::npos) << code.text;
  EXPECT_LT(code.error.separate, 1e-5);
}

// 1e20 + 1 - 1e20 is 1, and 0 in long double.
TEST(MinimaxCalls, ConstantsThatCancelKeepTheirValue) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "built without Arb";
#endif
  minimax_problem p;
  p.function = "exp(x)";
  p.form = "p(x)+(1e20+1-1e20)";
  p.degree = 1;
  minimax_options options;
  options.format = coefficient_format::float32;
  const minimax_code code = emit_code(minimax(p, options), {});
  EXPECT_NE(code.text.find("+ 1.0;"), std::string::npos) << code.text;
}

}  // namespace
}  // namespace vieta::test
