// Every language that glslang knows, at many degrees; WGSL is compiled where it is run (run_test.cpp).
#include <gtest/gtest.h>

#include "shaders/scratch_folder.hpp"
#include "shaders/shader_programs.hpp"

namespace vieta::test {
namespace {

class ShaderCompile : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!is_installed("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  }
};

TEST_P(ShaderCompile, GlslForVulkan) {
  std::vector<std::uint32_t> spirv;
  EXPECT_EQ(compile_compute(shader_language::glsl, GetParam(), &spirv), "");
  EXPECT_FALSE(spirv.empty());
}

TEST_P(ShaderCompile, GlslForWebGl2) { EXPECT_EQ(compile(fragment_program(GetParam()), "frag", ""), ""); }

TEST_P(ShaderCompile, Hlsl) {
  std::vector<std::uint32_t> spirv;
  EXPECT_EQ(compile_compute(shader_language::hlsl, GetParam(), &spirv), "");
  EXPECT_FALSE(spirv.empty());
}

TEST_P(ShaderCompile, PlainGlslForWebGl2) { EXPECT_EQ(compile(fragment_program(GetParam(), true), "frag", ""), ""); }

// A #define before the text overrules its degree, from 3 on and where the text is not for one degree alone.
TEST_P(ShaderCompile, DegreeByDefine) {
  if (GetParam() < 3) GTEST_SKIP() << "a text for degrees from 5 on is for 3 to 32";
  std::string text = fragment_program(10);
  text.insert(text.find('\n') + 1, "#define REAL_ROOTS_DEGREE " + std::to_string(GetParam()) + "\n");
  text += "void uses(float a[" + std::to_string(GetParam() + 1) + "]) { real_roots(a, -1.0, 1.0, 0.0, 0.0); }\n";
  EXPECT_EQ(compile(text, "frag", ""), "");
}

TEST(ShaderCompileOnce, SeveralDegreesInOneShader) {
  if (!is_installed("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  const std::string quartic = real_roots_shader(shader_language::glsl, 4, {"quartic", false}),
                    tenth = real_roots_shader(shader_language::glsl, 10, {"tenth", true});
  EXPECT_EQ(compile("#version 330\n" + quartic + quartic + tenth +
                        "void main() {\n  float a[5], b[11];\n"
                        "  for (int k = 0; k < 5; k++) a[k] = float(k) - 1.0;\n"
                        "  for (int k = 0; k < 11; k++) b[k] = float(k) - 3.0;\n"
                        "  gl_FragDepth = quartic(a, 0.0, 1.0, 0.0, 0.0).roots[0] + "
                        "tenth_first(b, 0.0, 1.0, 0.0, 0.0).roots[0];\n}\n",
                    "frag", ""),
            "");
}

// One header for C, C++ and CUDA.
class HeaderCompile : public testing::TestWithParam<int> {
 protected:
  void passes(const std::string& compiler, const std::string& options, const std::string& extension) const {
    if (!is_installed(compiler)) GTEST_SKIP() << "no " << compiler;
    const std::string calls =
        "\nint use(const float* a) { return real_roots(a, -1, 1, 0, 0).count + "
        "real_roots_first(a, -1, 1, 0, 0).count; }\n";
    for (const bool plain : {false, true})
      EXPECT_EQ(compile_by(compiler + options,
                           real_roots_shader(shader_language::c, GetParam(), {"real_roots", plain}) +
                               (extension == "cu" ? "__global__ " : "") + calls_for(extension, calls),
                           extension),
                "");
  }

 private:
  static std::string calls_for(const std::string& extension, const std::string& calls) {
    return extension == "cu" ? "void use(const float* a, int* n) { *n = real_roots(a, -1, 1, 0, 0).count; }\n" : calls;
  }
};

// Beside the macros of <windows.h> that are words, too.
const char* const warnings =
    " -pedantic -Wall -Wextra -Wshadow -Wconversion -Werror -Dnear= -Dfar= -Dsmall=char -Dinterface=struct";
TEST_P(HeaderCompile, C99) { passes("gcc", std::string(" -std=c99") + warnings, "c"); }
TEST_P(HeaderCompile, Cpp) { passes("g++", std::string(" -std=c++11") + warnings, "cpp"); }
TEST_P(HeaderCompile, Cuda) { passes("nvcc", " -arch=compute_75", "cu"); }

// Metal is C++ with address spaces and a library of its own: what it has of them here.
TEST_P(HeaderCompile, MetalAsCpp) {
  if (!is_installed("clang++")) GTEST_SKIP() << "no clang++";
  const std::string metal = R"(
typedef unsigned uint;
struct float2 {
  float x, y;
  float2(float u, float v) : x(u), y(v) {}
};
template <class T, class F> T as_type(F from) { T to; __builtin_memcpy(&to, &from, sizeof to); return to; }
float abs(float), sqrt(float), floor(float), exp2(float), log2(float), min(float, float), max(float, float);
#define thread
)";
  for (const bool plain : {false, true})
    EXPECT_EQ(compile_by("clang++ -std=c++14 -fno-builtin -Wall -Wno-unknown-pragmas -Wno-unused-function",
                         metal + real_roots_shader(shader_language::metal, GetParam(), {"real_roots", plain}), "cpp"),
              "");
}

INSTANTIATE_TEST_SUITE_P(Degree, HeaderCompile, testing::Values(1, 2, 3, 6, 7, 10, 32),
                         testing::PrintToStringParamName());

// The example in docs/reference/shaders.md, in what Shadertoy puts around it.
TEST(ShaderExample, Shadertoy) {
  if (!is_installed("glslangValidator")) GTEST_SKIP() << "no glslangValidator (Debian: glslang-tools)";
  const std::string page = read_bytes(VIETA_SOURCE_DIR "/docs/reference/shaders.md"),
                    place = "// shaders/real_roots.glsl\n";
  const std::size_t from = page.find("```glsl\n") + 8;
  std::string text = page.substr(from, page.find("```", from) - from);
  ASSERT_NE(text.find(place), std::string::npos);
  text.replace(text.find(place), place.size(), real_roots_shader(shader_language::glsl, 10));
  EXPECT_EQ(compile("#version 300 es\nprecision highp float;\nuniform vec3 iResolution;\nout vec4 shadertoy_color;\n" +
                        text + "void main() { mainImage(shadertoy_color, gl_FragCoord.xy); }\n",
                    "frag", ""),
            "");
}

INSTANTIATE_TEST_SUITE_P(Degree, ShaderCompile, testing::Values(1, 2, 3, 4, 5, 8, 10, 12, 16, 18, 24, 26, 31, 32),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace vieta::test
