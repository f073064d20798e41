// Functions that `minimax` writes, run as shaders: by Vulkan's driver (GLSL, HLSL), and by Python's wgpu (WGSL). The
// reference is the library's own run of the same operations.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <random>

#include "minimax/check/run_program.hpp"
#include "minimax/full_range.hpp"
#include "shaders/shader_programs.hpp"
#include "shaders/wgpu_runner.hpp"
#include "vieta/minimax_code.hpp"
#ifdef VIETA_HAVE_VULKAN
#include "shaders/vulkan_runner.hpp"
#endif

namespace vieta::test {
namespace {

const std::vector<std::string> functions = {"acos", "asin", "atan", "atan2", "cbrt",  "cos", "exp",
                                            "exp2", "gelu", "log",  "log2",  "rsqrt", "sin", "tanh"};
constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

const minimax_result& best(const std::string& function) {
  static std::map<std::string, minimax_result> known;
  const std::string& of = approximation::find_full_range(function).form_of;
  if (!known.contains(of)) {
    minimax_options options;
    options.format = coefficient_format::float32;
    options.prove = false;
    known[of] = minimax(minimax_short_form(of, 4), options);
  }
  return known[of];
}

std::string text_of(const std::string& function, code_language language) {
  code_options options;
  options.language = language;
  options.full_range = function;
  options.most_floats = 1;
  return emit_code(best(function), options).text;
}

/// Pairs of arguments: special values, then random ones.
std::vector<std::pair<float, float>> arguments(const std::string& function) {
  std::vector<float> special = {-1.0F, -0.7F, -0.0F, 0.0F, 1e-20F, 0.3F, 0.5F, 1.0F, 3.0F, 80.0F};
  if (function != "sin" && function != "cos") special.insert(special.end(), {inf, nan, 1e30F});
  std::vector<std::pair<float, float>> all;
  for (const float x : special)
    for (const float y : special) all.emplace_back(x, y);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> unit(-1, 1);
  const float size = function == "acos" || function == "asin" ? 1 : function.starts_with("exp") ? 80 : 1000;
  for (int i = 0; i < 2000; ++i) all.emplace_back(size * unit(random), size * unit(random));
  return all;
}

std::vector<float> numbers(const std::vector<std::pair<float, float>>& pairs) {
  std::vector<float> flat;
  for (const auto& [x, y] : pairs) flat.insert(flat.end(), {x, y});
  return flat;
}

std::string call(const std::string& function, const std::string& x, const std::string& y) {
  return "fast_" + function + "(" + x + (function == "atan2" ? ", " + y : "") + ")";
}

/// Answers are within what fused products and inexact divisions may cost, absolute where the function is: lavapipe may
/// contract products, and its sin and exp are not asked.
void compare(const std::string& function, const std::vector<std::pair<float, float>>& given,
             const std::vector<std::uint32_t>& found) {
  const minimax_result& r = best(function);
  const approximation::program p =
      approximation::full_range_program(approximation::read(r.problem), function, {r.exponents, r.coefficients, {}},
                                        approximation::polynomial_order::horner, false, false, "f");
  int wrong = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    float expected = 0;
    const float got = std::bit_cast<float>(found[i]);
    approximation::run(p, approximation::find_machine("ieee"), &given[i].first, &given[i].second, &expected, 1);
    const bool absolute = function == "sin" || function == "cos" || function == "gelu";
    const float size = absolute ? std::fmax(1.0F, std::fabs(expected)) : std::fabs(expected);
    const bool same = std::isnan(expected)   ? std::isnan(got)
                      : std::isinf(expected) ? got == expected
                                             : std::fabs(got - expected) <= 2e-6F * size;
    const bool sign =
        std::isnan(expected) || absolute || function.starts_with("log") || std::signbit(got) == std::signbit(expected);
    if ((!same || !sign) && ++wrong <= 3)
      ADD_FAILURE() << function << " of " << given[i].first << ", " << given[i].second << ": found " << got
                    << ", expected " << expected;
  }
  EXPECT_EQ(wrong, 0) << function;
}

void run_by_vulkan(code_language language) {
#ifdef VIETA_HAVE_VULKAN
  if (!is_installed("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  std::string why_not;
  const auto device = vulkan_runner::open(why_not);
  if (!device) GTEST_SKIP() << why_not;
  std::cout << "  on " << device->device() << '\n';
  for (const std::string& f : functions) {
    const bool glsl = language == code_language::glsl;
    const std::string text =
        glsl ? "#version 450\nlayout(local_size_x = 64) in;\n"
               "layout(std430, binding = 0) readonly buffer Given { float given[]; };\n"
               "layout(std430, binding = 1) writeonly buffer Found { uint found[]; };\n" +
                   text_of(f, language) +
                   "void main() {\n  uint i = gl_GlobalInvocationID.x;\n  if (i >= found.length()) return;\n"
                   "  found[i] = floatBitsToUint(" +
                   call(f, "given[2u * i]", "given[2u * i + 1u]") + ");\n}\n"
             : "StructuredBuffer<float> given : register(t0);\nRWStructuredBuffer<uint> found : register(u1);\n" +
                   text_of(f, language) +
                   "[numthreads(64, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID) {\n  uint count, stride;\n"
                   "  found.GetDimensions(count, stride);\n  if (id.x >= count) return;\n  found[id.x] = asuint(" +
                   call(f, "given[2 * id.x]", "given[2 * id.x + 1]") + ");\n}\n";
    std::vector<std::uint32_t> spirv;
    ASSERT_EQ(compile(text, "comp", glsl ? "-V" : "-D -V -e main --auto-map-bindings", &spirv), "") << text;
    const auto given = arguments(f);
    const auto groups = static_cast<std::uint32_t>((given.size() + 63) / 64);
    compare(f, given, device->run(spirv, numbers(given), given.size(), groups));
  }
#else
  static_cast<void>(language);
  GTEST_SKIP() << "built without Vulkan (Debian: libvulkan-dev)";
#endif
}
TEST(FastFunctions, Glsl) { run_by_vulkan(code_language::glsl); }
TEST(FastFunctions, Hlsl) { run_by_vulkan(code_language::hlsl); }

TEST(FastFunctions, Wgsl) {
  std::string why_not;
  const std::string device = find_wgpu(why_not);
  if (device.empty()) GTEST_SKIP() << why_not;
  std::cout << "  on " << device << '\n';
  for (const std::string& f : functions) {
    const std::string text =
        "@group(0) @binding(0) var<storage, read> given: array<f32>;\n"
        "@group(0) @binding(1) var<storage, read_write> found: array<u32>;\n" +
        text_of(f, code_language::wgsl) +
        "@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {\n"
        "  if (id.x >= arrayLength(&found)) { return; }\n  found[id.x] = bitcast<u32>(" +
        call(f, "given[2u * id.x]", "given[2u * id.x + 1u]") + ");\n}\n";
    auto given = arguments(f);
    // WGSL leaves open what NaN and infinity do.
    std::erase_if(given, [](const auto& pair) { return !std::isfinite(pair.first) || !std::isfinite(pair.second); });
    const auto groups = static_cast<std::uint32_t>((given.size() + 63) / 64);
    compare(f, given, run_by_wgpu(text, numbers(given), given.size(), groups));
  }
}

}  // namespace
}  // namespace vieta::test
