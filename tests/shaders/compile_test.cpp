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

// A #define before the text overrules its degree.
TEST_P(ShaderCompile, DegreeByDefine) {
  std::string text = fragment_program(3);
  text.insert(text.find('\n') + 1, "#define REAL_ROOTS_DEGREE " + std::to_string(GetParam()) + "\n");
  text += "void uses(float a[" + std::to_string(GetParam() + 1) + "]) { real_roots(a, -1.0, 1.0, 0.0, 0.0); }\n";
  EXPECT_EQ(compile(text, "frag", ""), "");
}

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
