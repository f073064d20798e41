#include "vieta/minimax_code.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "minimax/check/run_program.hpp"
#include "minimax/full_range.hpp"
#include "minimax/proof/smooth_values.hpp"
#include "unit/base/run_text.hpp"
#include "vieta/error.hpp"

namespace vieta::test {
namespace {

minimax_result float_result(const std::string& function, int degree) {
  minimax_options options;
  options.format = coefficient_format::float32;
  return minimax(minimax_short_form(function, degree), options);
}

std::string text(const minimax_result& r, code_language language, const std::string& full_range = "") {
  code_options options;
  options.language = language;
  options.full_range = full_range;
  options.most_floats = 1000;
  return emit_code(r, options).text;
}

approximation::program full_program(const minimax_result& r, const std::string& function) {
  return approximation::full_range_program(approximation::read(r.problem), function, {r.exponents, r.coefficients, {}},
                                           approximation::polynomial_order::horner, false, false, "f");
}

constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

float run_one(const approximation::program& p, float x, float y = 0) {
  float out = 0;
  approximation::run(p, {}, &x, &y, &out, 1);
  return out;
}

/// Equal as C's annex F has it: zeros with their signs, NaN for NaN.
void expect_same(float got, double expected, double relative, const std::string& what) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(got)) << what;
    return;
  }
  EXPECT_EQ(std::signbit(got), std::signbit(expected)) << what << " " << got << " " << expected;
  if (std::isinf(expected))
    EXPECT_EQ(got, expected) << what;
  else
    EXPECT_NEAR(got, expected, relative * std::fabs(expected)) << what;
}

TEST(MinimaxCode, FullRangeFunctionsAtSpecialValues) {
  const auto acos = full_program(float_result("acos", 3), "acos"), asin = full_program(float_result("asin", 3), "asin"),
             atan = full_program(float_result("atan", 5), "atan"),
             atan2 = full_program(float_result("atan", 5), "atan2");
  for (const float x : {-1.0F, -0.5F, -1e-30F, -0.0F, 0.0F, 1e-40F, 0.5F, 0.7F, 1.0F, 2.0F, -1.5F, inf, -inf, nan}) {
    const std::string at = " at " + std::to_string(x);
    expect_same(run_one(acos, x), std::acos(static_cast<double>(x)), 1e-3, "acos" + at);
    expect_same(run_one(asin, x), std::asin(static_cast<double>(x)), 1e-4, "asin" + at);
    expect_same(run_one(atan, x), std::atan(static_cast<double>(x)), 1e-4, "atan" + at);
    for (const float y : {-inf, -3.0F, -1.0F, -1e-40F, -0.0F, 0.0F, 1e-30F, 1.0F, 3e38F, inf, nan}) {
      if (x != 0 && std::fabs(y / x) < 1e-38F && y != 0) continue;  // the quotient is no longer a normal float
      expect_same(run_one(atan2, y, x), std::atan2(static_cast<double>(y), static_cast<double>(x)), 1e-4,
                  "atan2 " + std::to_string(y) + at);
    }
  }
}

TEST(MinimaxCode, RangeReductionOfExpLogSinCosTanhAtSpecialValues) {
  const minimax_result sine = float_result("sin", 4);
  const auto exp = full_program(float_result("exp", 5), "exp"), log = full_program(float_result("log", 7), "log"),
             sin = full_program(sine, "sin"), cos = full_program(sine, "cos"),
             tanh = full_program(float_result("tanh", 5), "tanh");
  for (const float x : {-inf, -104.5F, -87.0F, -1.0F, -0.3F, -1e-30F, -0.0F, 0.0F, 1e-40F, 0.34657F, 1.0F, 10.5F, 88.7F,
                        89.5F, 1e30F, inf, nan}) {
    const std::string at = " at " + std::to_string(x);
    const auto exact = static_cast<double>(x);
    const auto rounded = [](double v) { return static_cast<double>(static_cast<float>(v)); };
    expect_same(run_one(exp, x), rounded(std::exp(exact)), 1e-6, "exp" + at);
    expect_same(run_one(tanh, x), std::tanh(exact), 1e-5, "tanh" + at);
    const double logarithm = std::log(exact);
    if (std::isnan(logarithm))
      EXPECT_TRUE(std::isnan(run_one(log, x))) << "log" + at;
    else if (x == 0 || x == inf)
      EXPECT_EQ(run_one(log, x), logarithm) << "log" + at;
    else
      EXPECT_NEAR(run_one(log, x), logarithm, 1e-6 * std::fabs(logarithm)) << "log" + at;
    if (!std::isfinite(x)) {
      EXPECT_TRUE(std::isnan(run_one(sin, x)) && std::isnan(run_one(cos, x))) << at;
      continue;
    }
    if (std::fabs(x) > 1e4F) continue;  // beyond what is promised
    EXPECT_NEAR(run_one(sin, x), std::sin(exact), 1e-6) << "sin" + at;
    EXPECT_NEAR(run_one(cos, x), std::cos(exact), 1e-6) << "cos" + at;
  }
  EXPECT_TRUE(std::signbit(run_one(sin, -0.0F)));
  EXPECT_FALSE(std::signbit(run_one(sin, 0.0F)));
  EXPECT_EQ(run_one(log, 1.0F), 0.0F);
}

TEST(MinimaxCode, RangeReductionOfRootsAndActivationsAtSpecialValues) {
  const auto of = [](const char* name, int degree) { return full_program(float_result(name, degree), name); };
  const auto exp2 = of("exp2", 5), log2 = of("log2", 7), cbrt = of("cbrt", 6), rsqrt = of("rsqrt", 6),
             sinh = of("sinh", 4), gelu = of("gelu", 8), softplus = of("softplus", 7);
  for (const float x : {-inf,   -152.5F, -149.0F, -126.5F, -30.0F, -1.5F, -0.3F,  -1e-30F, -0.0F, 0.0F, 1e-40F,
                        0.125F, 0.7F,    1.0F,    8.0F,    27.5F,  90.0F, 127.5F, 128.0F,  1e30F, inf,  nan}) {
    const std::string at = " at " + std::to_string(x);
    const auto exact = static_cast<double>(x);
    const auto rounded = [](double v) { return static_cast<double>(static_cast<float>(v)); };
    expect_same(run_one(exp2, x), rounded(std::exp2(exact)), 1e-6, "exp2" + at);
    expect_same(run_one(cbrt, x), std::cbrt(exact), 1e-3, "cbrt" + at);
    expect_same(run_one(sinh, x), rounded(std::sinh(exact)), 1e-6, "sinh" + at);
    expect_same(run_one(log2, x), x < 0 ? static_cast<double>(nan) : std::log2(exact), 1e-6, "log2" + at);
    expect_same(run_one(rsqrt, x), x == 0 ? static_cast<double>(1 / x) : 1 / std::sqrt(exact), 1e-3, "rsqrt" + at);
    if (std::isnan(x)) {
      EXPECT_TRUE(std::isnan(run_one(gelu, x)) && std::isnan(run_one(softplus, x)));
      continue;
    }
    const float finite = std::clamp(x, -80.0F, 80.0F);
    const auto size = static_cast<double>(finite);
    EXPECT_NEAR(run_one(gelu, finite), size * std::erfc(-size / std::sqrt(2)) / 2, 2e-4) << at;
    const double soft = std::log1p(std::exp(size));
    EXPECT_NEAR(run_one(softplus, finite), soft, 1e-6 * soft) << at;
    EXPECT_TRUE(std::isfinite(x) || run_one(gelu, x) == std::max(x, 0.0F)) << at;
  }
}

TEST(MinimaxCode, ReducedFunctionsAreAsGoodAsTheirForms) {
  for (const auto& [function, form, degree, roundings] : {std::tuple("exp", "exp", 5, 3e-7),
                                                          {"log", "log", 8, 4e-7},
                                                          {"sin", "sin", 4, 3e-7},
                                                          {"cos", "sin", 4, 3e-7},
                                                          {"tanh", "tanh", 6, 4e-7},
                                                          {"exp2", "exp2", 6, 3e-7},
                                                          {"log2", "log2", 8, 4e-7},
                                                          {"cbrt", "cbrt", 5, 1e-6},
                                                          {"rsqrt", "rsqrt", 5, 1e-6},
                                                          {"sinh", "sinh", 4, 4e-7},
                                                          {"gelu", "gelu", 5, 2e-6},
                                                          {"softplus", "softplus", 8, 4e-7},
                                                          {"srgb_to_linear", "srgb_to_linear", 5, 4e-7},
                                                          {"linear_to_srgb", "linear_to_srgb", 5, 4e-7}}) {
    const minimax_result r = float_result(form, degree);
    for (const bool positive : {false, true}) {
      code_options options;
      options.full_range = function;
      options.positive = positive;
      options.most_floats = 200000;
      const minimax_code code = emit_code(r, options);
      EXPECT_LT(code.error.separate, r.max_error + roundings) << function;
      EXPECT_LT(code.error.fused, r.max_error + roundings) << function;
      EXPECT_GT(code.error.inputs, 90000U);
    }
  }
}

// One operation of acos is inexact, the square root: the model's error follows from it.
TEST(MinimaxCode, MachinesWithInexactOperations) {
  const minimax_result r = float_result("acos", 7);
  code_options options;
  options.machines = {"ieee", "ieee-ftz", "gcn", "cuda-fast", "vulkan"};
  const minimax_code code = emit_code(r, options);
  ASSERT_EQ(code.machines.size(), 5U);
  EXPECT_EQ(code.machines[0].machine, "ieee");
  EXPECT_EQ(code.machines[0].error, code.error.separate);
  EXPECT_EQ(code.machines[1].error, code.error.separate);  // no subnormal number is near
  EXPECT_GT(code.machines[2].error, code.error.separate + 0.3 * 0x1p-23);
  EXPECT_LT(code.machines[2].error, code.error.separate + 1.7 * 0x1p-23);
  EXPECT_GT(code.machines[4].error, code.error.separate + 3.5 * 0x1p-23);
  EXPECT_LT(code.machines[4].error, code.error.separate + 5.5 * 0x1p-23);
  options.machines = {"abacus"};
  EXPECT_THROW(emit_code(r, options), error);
}

// The shortcut to true values: as good as asking the C library each time.
TEST(MinimaxCode, NeighbouringTrueValuesByInterpolation) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "no Arb";
#endif
  for (const char* text : {"acos(x)", "exp(x)", "sin(x)", "sqrt(1-x)", "atan(x)/x", "1/(1+25*x^2)"}) {
    const approximation::tree t = approximation::parse(text, "");
    approximation::smooth_values fast(t);
    for (const float start : {1e-30F, 0.001F, 0.1F, 0.499999F, 0.7F, 0.9998F}) {
      const approximation::float_inputs all = approximation::inputs_between(false, static_cast<double>(start), 1, 0);
      std::vector<float> x(std::min<std::uint64_t>(all.count, 4096));
      std::vector<double> wide(x.size()), got(x.size()), expected(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = all[i], wide[i] = static_cast<double>(x[i]);
      fast.prepare(all, 0, x.size());
      for (std::size_t i = 0; i < x.size(); i += 256)
        fast.at(i / 256, &x[i], std::min<std::size_t>(x.size() - i, 256), &got[i]);
      approximation::evaluate(t, wide.data(), expected.data(), x.size());
      for (std::size_t i = 0; i < x.size(); ++i)
        ASSERT_NEAR(got[i], expected[i], 2e-14 * std::fabs(expected[i])) << text << " at " << x[i];
    }
  }
}

// The relative error of asin and atan on all of their domain is that of the form, plus roundings: nothing cancels.
TEST(MinimaxCode, RangeReductionDoesNotCancel) {
  for (const char* f : {"asin", "atan"}) {
    const minimax_result r = float_result(f, 4);
    code_options options;
    options.full_range = f;
    options.most_floats = 100000;
    const minimax_code code = emit_code(r, options);
    EXPECT_LT(code.error.separate, r.max_error + 6e-7) << f;
    EXPECT_GT(code.error.inputs, 90000U);
    EXPECT_FALSE(code.error.exhaustive);
  }
}

TEST(MinimaxCode, ExhaustiveHalves) {
  minimax_options options;
  options.format = coefficient_format::float16;
  const minimax_result r = minimax(minimax_short_form("acos", 1), options);
  code_options half;
  half.half = true;
  half.most_floats = 0;
  const minimax_code code = emit_code(r, half);
  EXPECT_TRUE(code.error.exhaustive);
  EXPECT_EQ(code.error.inputs, 15361U);              // 0 to 1
  EXPECT_NEAR(code.error.separate, 4.966e-3, 2e-5);  // measured before, elsewhere: 4.96e-3
}

// Every float of a binade, against the plainest loop.
TEST(MinimaxCode, FloatsAreCountedAndCheckedOneByOne) {
  minimax_options options;
  options.format = coefficient_format::float32;
  minimax_problem p = minimax_short_form("atan", 2);
  p.intervals = {{"1/2", "1/2 + 1/64"}};
  const minimax_result r = minimax(p, options);
  code_options all;
  all.most_floats = 0;
  const minimax_code code = emit_code(r, all);
  double worst = 0;
  std::uint64_t count = 0;
  for (float x = 0.5F; x <= 0.515625F; x = std::nextafter(x, 1.0F), ++count) {
    const float u = x * x;
    float q = static_cast<float>(r.coefficients[2]) * u + static_cast<float>(r.coefficients[1]);
    q = q * u + static_cast<float>(r.coefficients[0]);
    worst = std::max(worst, std::fabs(1 - static_cast<double>(x * q) / std::atan(static_cast<double>(x))));
  }
  EXPECT_EQ(code.error.inputs, count);
  EXPECT_NEAR(code.error.separate, worst, 1e-12);
}

/// Processors differ in the sign of a NaN that an operation makes.
std::string without_nan_sign(std::string bits) {
  for (std::size_t at = bits.find("ffc00000"); at != std::string::npos; at = bits.find("ffc00000", at))
    bits.replace(at, 8, "7fc00000");
  return bits;
}

const char* const inputs =
    "-1.f, -0.75f, -0.5f, -0.f, 0.f, 1e-20f, 0.3f, 0.5f, 0.9f, 1.f, 2.5f, -88.f, 3e38f, "
    "-__builtin_inff(), __builtin_inff(), __builtin_nanf(\"\")";
/// In a program in C: calls `function` for each of them.
std::string main_for(const std::string& function) {
  return "\n#include <stdio.h>\n#include <string.h>\nint main(void) {\n  const float x[] = {" + std::string(inputs) +
         "};\n  for (unsigned i = 0; i < sizeof x / 4; ++i) { float y = " + function +
         "(x[i]); unsigned b; memcpy(&b, &y, 4); printf(\"%08x\\n\", b); }\n  return 0;\n}\n";
}
/// Metal and ISPC have the operations of C++ under names of their own.
const char* const metal_and_ispc_names =
    "#include <bit>\n#include <cmath>\nusing std::abs, std::sqrt, std::copysign, std::rint, std::round, std::ldexp, "
    "std::exp, std::fma;\nusing uint = unsigned;\ntemplate <class T, class U> T as_type(U u) { return "
    "std::bit_cast<T>(u); }\ninline int intbits(float x) { return std::bit_cast<int>(x); }\ninline float "
    "floatbits(unsigned u) { return std::bit_cast<float>(u); }\n";

/// What the library says that the text computes, bit by bit.
std::string expected_bits(const approximation::program& p) {
  std::string bits;
  for (const float x :
       {-1.F, -0.75F, -0.5F, -0.F, 0.F, 1e-20F, 0.3F, 0.5F, 0.9F, 1.F, 2.5F, -88.F, 3e38F, -inf, inf, nan}) {
    char line[20];
    std::snprintf(line, sizeof line, "%08x\n", std::bit_cast<unsigned>(run_one(p, x)));
    bits += line;
  }
  return bits;
}

TEST(MinimaxCode, CAndCppComputeTheVeryBits) {
  for (const char* f : {"acos", "asin", "atan", "exp", "log", "sin", "tanh"}) {
    const minimax_result r = float_result(f, 4);
    const std::string expected = without_nan_sign(expected_bits(full_program(r, f)));
    const std::string main = main_for(std::string("fast_") + f);
    if (have("cc")) {
      EXPECT_EQ(without_nan_sign(output_of(text(r, code_language::c, f) + main, ".c",
                                           "cc -std=c11 -O2 -Wall -Wextra -Werror -ffp-contract=off -o f", "./f")),
                expected)
          << f;
    }
    if (!have("c++")) continue;
    EXPECT_EQ(without_nan_sign(output_of(text(r, code_language::cpp, f) + main, ".cpp",
                                         "c++ -std=c++20 -O2 -Wall -Wextra -Werror -ffp-contract=off -o f", "./f")),
              expected);
    for (const code_language language : {code_language::metal, code_language::ispc}) {
      if (language == code_language::ispc && (f == std::string("exp") || f == std::string("sin"))) continue;
      EXPECT_EQ(without_nan_sign(output_of(metal_and_ispc_names + text(r, language, f) + main, ".cpp",
                                           "c++ -std=c++20 -O1 -w -ffp-contract=off -o f", "./f")),
                expected)
          << f << " " << name(language);
    }
  }
}

TEST(MinimaxCode, QuotientsComputeTheVeryBits) {
  if (!have("cc")) GTEST_SKIP() << "no cc";
  minimax_options options;
  options.format = coefficient_format::float32;
  minimax_problem p = minimax_short_form("atan", 2);
  p.denominator_degree = 2;
  const minimax_result r = minimax(p, options);
  const auto program =
      approximation::form_program(approximation::read(r.problem), {r.exponents, r.coefficients, r.denominator},
                                  approximation::polynomial_order::horner, false, "f");
  const std::string main = main_for("fast_atan");
  EXPECT_EQ(without_nan_sign(output_of(text(r, code_language::c) + main, ".c",
                                       "cc -std=c11 -O2 -Wall -Werror -ffp-contract=off -o f", "./f")),
            without_nan_sign(expected_bits(program)));
  EXPECT_NEAR(run_one(program, 0.5F), std::atan(0.5), 0.5 * r.max_error + 1e-7);
}

TEST(MinimaxCode, PlainPolynomialsAreConstexpr) {
  if (!have("c++")) GTEST_SKIP() << "no c++";
  const std::string source = text(float_result("exp", 4), code_language::cpp) +
                             "\nstatic_assert(fast_exp(0.0f) > 0.999f && fast_exp(0.0f) < 1.001f);\nint main() {}\n";
  EXPECT_EQ(output_of(source, ".cpp", "c++ -std=c++20 -Wall -Werror -o f", ""), "");
}

TEST(MinimaxCode, ShadersCompile) {
  if (!have("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  for (const char* f : {"acos", "asin", "atan", "atan2", "exp", "log", "sin", "tanh"}) {
    const std::string of = std::string(f) == "atan2" ? "atan" : f, arguments = of == f ? "given.x" : "given.x, given.y";
    const minimax_result r = float_result(of, 3);
    const std::string glsl =
        "#version 450\nlayout(location = 0) in vec2 given;\nlayout(location = 0) out float found;\n" +
        text(r, code_language::glsl, f) + "void main() { found = fast_" + f + "(" + arguments + "); }\n";
    EXPECT_EQ(output_of(glsl, ".frag", "glslangValidator -V --quiet", ""), "") << glsl;
    const std::string hlsl = text(r, code_language::hlsl, f) +
                             "float main(float2 given : TEXCOORD0) : SV_Target { return fast_" + f + "(" + arguments +
                             "); }\n";
    EXPECT_EQ(output_of(hlsl, ".frag", "glslangValidator -D -V -e main --quiet", ""), "") << hlsl;
  }
}

TEST(MinimaxCode, Python) {
  if (std::system("python3 -c 'import numpy' >/dev/null 2>&1") != 0) GTEST_SKIP() << "no python3 with numpy";
  for (const char* f : {"acos", "atan", "exp", "log", "sin"}) {
    const minimax_result r = float_result(f, 4);
    const std::string source =
        text(r, code_language::python, f) +
        "\nnp.seterr(all='ignore')\n"
        "x = np.array([-1, -0.75, -0.5, -0.0, 0, 1e-20, 0.3, 0.5, 0.9, 1, 2.5, -88, 3e38, -np.inf, "
        "np.inf, np.nan], dtype=np.float32)\n"
        "for b in fast_" +
        f + "(x).astype(np.float32).view(np.uint32):\n    print('%08x' % b)\n";
    EXPECT_EQ(without_nan_sign(output_of(source, ".py", "python3", "")),
              without_nan_sign(expected_bits(full_program(r, f))))
        << source;
  }
}

TEST(MinimaxCode, Rust) {
  if (!have("rustc")) GTEST_SKIP() << "no rustc";
  std::string source, expected;
  std::string main =
      "\nfn main() {\n  let x = [-1_f32, -0.75, -0.5, -0.0, 0.0, 1e-20, 0.3, 0.5, 0.9, 1.0, 2.5, -88.0, 3e38, "
      "f32::NEG_INFINITY, f32::INFINITY, f32::NAN];\n";
  for (const char* f : {"acos", "asin", "atan", "exp", "log", "sin", "tanh"}) {
    const minimax_result r = float_result(f, 4);
    source += text(r, code_language::rust, f);
    expected += expected_bits(full_program(r, f));
    main += std::string("  for &v in &x { println!(\"{:08x}\", fast_") + f + "(v).to_bits()); }\n";
  }
  EXPECT_EQ(without_nan_sign(output_of(source + main + "}\n", ".rs", "rustc -O -A warnings -o f", "./f")),
            without_nan_sign(expected));
}

TEST(MinimaxCode, CudaCompiles) {
  if (!have("nvcc")) GTEST_SKIP() << "no nvcc";
  std::string source;
  for (const char* f : {"acos", "asin", "atan", "atan2", "exp", "log", "sin", "tanh"})
    source += text(float_result(std::string(f) == "atan2" ? "atan" : f, 4), code_language::cuda, f);
  EXPECT_EQ(
      output_of(source + "\n__global__ void k(float* x) { *x = fast_log(fast_exp(*x)) + fast_atan2(*x, 1.0f); }\n",
                ".cu", "nvcc -std=c++20 -arch=sm_80 -ptx -o f.ptx", ""),
      "");
}

TEST(MinimaxCode, EveryLanguageHasALicenceAndTheBounds) {
  const minimax_result r = float_result("acos", 3);
  for (const code_language l :
       {code_language::glsl, code_language::hlsl, code_language::wgsl, code_language::metal, code_language::cuda,
        code_language::c, code_language::cpp, code_language::ispc, code_language::rust, code_language::python}) {
    const std::string t = text(r, l, "acos");
    EXPECT_NE(t.find("SPDX-License-Identifier: 0BSD"), std::string::npos);
    EXPECT_NE(t.find("fast_acos"), std::string::npos);
    EXPECT_NE(t.find("Cost: "), std::string::npos);
    EXPECT_EQ(parse_code_language(name(l)), l);
  }
}

// A product next to a plus or a minus would be the compiler's choice.
TEST(MinimaxCode, ExplicitFmaLeavesNoChoice) {
  minimax_problem p;
  p.function = "exp(x)";
  p.intervals = {{"0.1", "1"}};
  p.degree = 2;
  for (const char* form : {"x*p(x)-1", "x*p(x)-x", "x*p(x)+1", "1-x*p(x)", "x^2+p(x)", "p(x)-x^3", "x^4-p(x)",
                           "-(x*p(x))+1", "-x*p(x)-sqrt(x)", "x*p(x)-x*sqrt(x)", "p(x)*x-(-x)"}) {
    p.form = form;
    const minimax_result r = minimax(p, {});
    code_options options;
    options.language = code_language::c;
    options.most_floats = 1000;
    const std::string plain = emit_code(r, options).text;
    options.explicit_fma = true;
    const minimax_code code = emit_code(r, options);
    const std::string body = code.text.substr(code.text.find("{\n"));
    EXPECT_EQ(body.find(" + "), std::string::npos) << form << "\n" << body;
    EXPECT_EQ(body.find(" - "), std::string::npos) << form << "\n" << body;
    // And the text without it says the same, without needless signs.
    EXPECT_EQ(plain.find("+ (-"), std::string::npos) << form << "\n" << plain;
    EXPECT_EQ(plain.find("fmaf"), std::string::npos) << form << "\n" << plain;
    EXPECT_LT(code.error.separate, r.max_error + 2e-6) << form;
    EXPECT_LT(code.error.fused, r.max_error + 2e-6) << form;
  }
}

// Double's 1 - cos(x) made an error of 1/2 of it.
TEST(MinimaxCode, FloatsAgainstFunctionsThatCancel) {
  minimax_problem p;
  p.function = "(1-cos(x))/x^2";
  p.intervals = {{"0", "1"}};
  p.degree = 3;
  minimax_options options;
  options.format = coefficient_format::float32;
  const minimax_result r = minimax(p, options);
  if (!std::isfinite(r.proven_bound)) GTEST_SKIP() << "no Arb";
  const minimax_code code = emit_code(r, {});
  EXPECT_LT(code.error.separate, r.max_error + 1e-7);
  EXPECT_GT(code.error.separate, r.max_error - 1e-7);
  EXPECT_GT(code.error.inputs, 262000U);
}

// sin(x)/x is NaN at 0 in double, and a text that is NaN there passed.
TEST(MinimaxCode, NaNAtARemovableZeroOverZeroIsAnError) {
  minimax_problem p;
  p.function = "sin(x)/x";
  p.form = "x*p(x^2)/x";
  p.intervals = {{"0", "1"}};
  p.degree = 2;
  const minimax_result r = minimax(p, {});
  if (!std::isfinite(r.proven_bound)) GTEST_SKIP() << "no Arb";
  const minimax_code bad = emit_code(r, {});
  EXPECT_TRUE(std::isinf(bad.error.separate));
  EXPECT_EQ(bad.error.worst_at, 0);
  EXPECT_NE(bad.text.find(" floats: inf;"), std::string::npos) << bad.text;
  p.form = "p(x^2)";
  EXPECT_LT(emit_code(minimax(p, {}), {}).error.separate, 1e-5);
}

TEST(MinimaxCode, Misuse) {
  const minimax_result r = float_result("acos", 3);
  code_options options;
  options.name = "1st";
  EXPECT_THROW(emit_code(r, options), error);
  options.name = "";
  options.full_range = "atan";
  EXPECT_THROW(emit_code(r, options), error);
  EXPECT_THROW(parse_code_language("cobol"), error);
  options.full_range = "";
  options.half = true;
  options.language = code_language::rust;
  EXPECT_THROW(emit_code(r, options), error);
  options.language = code_language::c;
  options.explicit_fma = true;
  EXPECT_THROW(emit_code(r, options), error);
}

}  // namespace
}  // namespace vieta::test
