#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "minimax/check/run_program.hpp"
#include "minimax/full_range.hpp"
#include "unit/base/run_text.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::test {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
const std::vector<float> halves = {-inf,      -65504.0F, -24.5F, -2.0F, -1.0F,    -0.75F,   -0.5F,
                                   -0x1p-14F, -0x1p-24F, -0.0F,  0.0F,  0x1p-24F, 0x1p-14F, 0.5F,
                                   0.75F,     1.0F,      2.0F,   15.5F, 65504.0F, inf,      nan};

struct function {
  std::string name, form;
  int degree;
  double (*exact)(double, double);
};
const std::vector<function> functions = {
    {"acos", "acos", 3, [](double x, double) { return std::acos(x); }},
    {"asin", "asin", 3, [](double x, double) { return std::asin(x); }},
    {"atan", "atan", 4, [](double x, double) { return std::atan(x); }},
    {"tanh", "tanh", 4, [](double x, double) { return std::tanh(x); }},
    {"atan2", "atan", 4, [](double y, double x) { return std::atan2(y, x); }},
    {"exp2", "exp2", 3, [](double x, double) { return std::exp2(x); }},
};

/// One input, or all pairs.
std::vector<std::pair<float, float>> inputs_of(const function& f) {
  std::vector<std::pair<float, float>> all;
  for (const float x : halves)
    for (const float y : f.name == "atan2" ? halves : std::vector<float>{0}) all.emplace_back(x, y);
  return all;
}

minimax_result half_result(const function& f) {
  minimax_options options;
  options.format = coefficient_format::float16;
  return minimax(minimax_short_form(f.form, f.degree), options);
}

std::string half_text(const function& f, code_language language) {
  code_options options;
  options.language = language;
  options.full_range = f.name;
  options.half = true;
  options.most_floats = 1000;
  return emit_code(half_result(f), options).text;
}

/// What the library says that the half precision text computes.
std::vector<float> computed(const function& f, const minimax_result& r, bool guard_nan) {
  const auto program =
      approximation::full_range_program(approximation::read(r.problem), f.name, {r.exponents, r.coefficients, {}},
                                        approximation::polynomial_order::horner, true, false, "f", guard_nan);
  approximation::machine machine;
  machine.half = true;
  std::vector<float> all;
  for (const auto& [a, b] : inputs_of(f)) {
    all.push_back(0);
    approximation::run(program, machine, &a, &b, &all.back(), 1);
  }
  return all;
}

TEST(MinimaxHalf, FullRangeFunctionsAtSpecialValues) {
  for (const function& f : functions) {
    const std::vector<float> got = computed(f, half_result(f), true);
    const auto inputs = inputs_of(f);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto [a, b] = inputs[i];
      const std::string what = f.name + " of " + std::to_string(a) + ", " + std::to_string(b);
      const double exact = f.exact(static_cast<double>(a), static_cast<double>(b));
      if (std::isnan(exact)) {
        EXPECT_TRUE(std::isnan(got[i])) << what;
        continue;
      }
      EXPECT_EQ(std::signbit(got[i]), std::signbit(exact)) << what;
      if (got[i] == static_cast<float>(exact)) continue;                      // infinite ones, too
      EXPECT_NEAR(got[i], exact, 4e-3 * std::fabs(exact) + 0x1p-23) << what;  // and what is subnormal
    }
  }
}

/// A number that is rounded to 11 bits by each operation; _Float16 itself may be computed with more.
const char* const half_precision = R"(
#include <bit>
#include <cmath>
#include <cstdio>
struct half {
  _Float16 v;
  half() = default;
  half(_Float16 x) : v(x) {}
  explicit half(float x) : v(static_cast<_Float16>(x)) {}
  explicit operator float() const { return static_cast<float>(v); }
  friend half operator+(half a, half b) { return half(float(a) + float(b)); }
  friend half operator-(half a, half b) { return half(float(a) - float(b)); }
  friend half operator*(half a, half b) { return half(float(a) * float(b)); }
  friend half operator/(half a, half b) { return half(float(a) / float(b)); }
  friend half operator-(half a) { return half(-float(a)); }
  friend bool operator<(half a, half b) { return float(a) < float(b); }
  friend bool operator==(half a, half b) { return float(a) == float(b); }
};
using float16_t = half;
using float16 = half;
using f16 = half;
using f32 = float;
using u32 = unsigned;
half operator""h(long double x) { return half(static_cast<float>(x)); }
half operator""hf(long double x) { return half(static_cast<float>(x)); }
half operator""f16(long double x) { return half(static_cast<float>(x)); }
half abs(half x) { return half(std::fabs(float(x))); }
half sqrt(half x) { return half(std::sqrt(float(x))); }
float roundEven(float x) { return std::nearbyint(x); }
float round(float x) { return std::nearbyint(x); }
float rint(float x) { return std::nearbyint(x); }
float ldexp(float x, int k) { return std::ldexp(x, k); }
using i32 = int;
using uint = unsigned;
half exp(half x) { return half(static_cast<float>(std::exp(static_cast<double>(float(x))))); }
half copysign(half x, half sign) { return half(std::copysign(float(x), float(sign))); }
bool isnan(half x) { return std::isnan(float(x)); }
half select(half no, half yes, bool which) { return which ? yes : no; }
template <class T, class U> T bitcast(U x) { return std::bit_cast<T>(x); }
unsigned floatBitsToUint(float x) { return std::bit_cast<unsigned>(x); }
float uintBitsToFloat(unsigned x) { return std::bit_cast<float>(x); }
unsigned asuint(float x) { return std::bit_cast<unsigned>(x); }
float asfloat(unsigned x) { return std::bit_cast<float>(x); }
unsigned intbits(float x) { return std::bit_cast<unsigned>(x); }
float floatbits(unsigned x) { return std::bit_cast<float>(x); }
)";

/// WGSL declares in an order of its own; its operations are those of C++.
std::string as_cpp(std::string text, code_language language) {
  if (language != code_language::wgsl) return text;
  text = std::regex_replace(text, std::regex("fn (\\w+)\\("), "f16 $1(");
  text = std::regex_replace(text, std::regex("(\\w+): f16"), "f16 $1");
  text = std::regex_replace(text, std::regex(" -> f16"), "");
  return std::regex_replace(text, std::regex("\n  (let|var) "), "\n  f16 ");
}

std::string bits_of(const std::vector<float>& values) {
  std::string text;
  for (const float v : values) {
    char line[20];
    std::snprintf(line, sizeof line, "%08x\n", std::bit_cast<unsigned>(v));
    text += std::isnan(v) ? "nan\n" : line;
  }
  return text;
}

/// Calls the function for all inputs.
std::string main_for(const function& f) {
  std::string text = "int main() {\n  const unsigned in[][2] = {";
  for (const auto& [a, b] : inputs_of(f))
    text +=
        "{" + std::to_string(std::bit_cast<unsigned>(a)) + "u, " + std::to_string(std::bit_cast<unsigned>(b)) + "u}, ";
  const std::string second = f.name == "atan2" ? ", half(std::bit_cast<float>(i[1]))" : "";
  return text + "};\n  for (const auto& i : in) {\n    const float y(fast_" + f.name +
         "(half(std::bit_cast<float>(i[0]))" + second +
         "));\n    if (std::isnan(y)) std::puts(\"nan\"); else std::printf(\"%08x\\n\", "
         "std::bit_cast<unsigned>(y));\n  }\n}\n";
}

// The sign of a conditional expression without parentheses went to its condition alone, and that of -0 was lost.
TEST(MinimaxHalf, TextsComputeTheVeryBits) {
  const std::string compiler = "g++ -std=c++20 -O1 -w -ffp-contract=off -o f";
  if (!have("g++") || !output_of("_Float16 x;\nint main() {}\n", ".cpp", compiler, "").empty())
    GTEST_SKIP() << "no g++ with _Float16";
  for (const function& f : functions) {
    const minimax_result r = half_result(f);
    for (const code_language language :
         {code_language::glsl, code_language::hlsl, code_language::wgsl, code_language::metal, code_language::ispc}) {
      const std::string text = half_text(f, language);
      EXPECT_EQ(output_of(half_precision + as_cpp(text, language) + main_for(f), ".cpp", compiler, "./f"),
                bits_of(computed(f, r, language != code_language::ispc)))
          << text;
    }
  }
}

/// What the comment says that the text needs, or nothing.
std::string needs_of(const std::string& text) {
  const std::string words = "// Needs: ";
  const std::size_t at = text.find(words), end = text.find('\n', at);
  return at == std::string::npos ? "" : text.substr(at + words.size(), end - at - words.size());
}

TEST(MinimaxHalf, TextsSayWhatTheyNeed) {
  EXPECT_EQ(needs_of(half_text(functions[0], code_language::wgsl)), "enable f16;");
  EXPECT_EQ(needs_of(half_text(functions[0], code_language::hlsl)), "-enable-16bit-types (DXC, shader model 6.2)");
  EXPECT_EQ(needs_of(half_text(functions[0], code_language::metal)), "");
}

TEST(MinimaxHalf, ShadersCompileWithWhatTheyNeed) {
  if (!have("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  for (const function& f : functions) {
    const std::string text = half_text(f, code_language::glsl), second = f.name == "atan2" ? ", v.y" : "";
    const std::string shader = "#version 450\n" + needs_of(text) +
                               "\nlayout(location = 0) in vec2 given;\nlayout(location = 0) out float found;\n" + text +
                               "void main() { const f16vec2 v = f16vec2(given); found = float(fast_" + f.name + "(v.x" +
                               second + ")); }\n";
    EXPECT_EQ(output_of(shader, ".frag", "glslangValidator -V --quiet", ""), "") << shader;
  }
}

}  // namespace
}  // namespace vieta::test
