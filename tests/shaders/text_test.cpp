// The text itself, without a compiler.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "vieta/error.hpp"
#include "vieta/shaders.hpp"

namespace vieta::test {
namespace {

constexpr shader_language languages[] = {shader_language::glsl,  shader_language::hlsl, shader_language::wgsl,
                                         shader_language::metal, shader_language::c,    shader_language::ispc};

// Without comments.
std::vector<std::string> code_lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    line = line.substr(0, line.find("//"));
    if (line.find_first_not_of(' ') != std::string::npos) lines.push_back(line);
  }
  return lines;
}

// shaders/real_roots.* are what `vieta real-roots --emit LANGUAGE --degree 10` writes.
TEST(ShaderText, CommittedFilesAreWhatIsEmitted) {
  for (const shader_language language : languages) {
    const std::string path =
        std::string(VIETA_SOURCE_DIR "/shaders/real_roots.") + (language == shader_language::c ? "h" : name(language));
    std::ostringstream committed;
    committed << std::ifstream(path).rdbuf();
    EXPECT_EQ(committed.str(), real_roots_shader(language, 10)) << path;
  }
}

TEST(ShaderText, DegreesOutsideAreRefused) {
  EXPECT_THROW(real_roots_shader(shader_language::glsl, 0), error);
  EXPECT_THROW(real_roots_shader(shader_language::wgsl, 33), error);
  EXPECT_THROW(real_roots_shader(shader_language::hlsl, -1), error);
}

TEST(ShaderText, CarriesItsLicenceAndDegree) {
  for (const shader_language language : languages) {
    const std::string text = real_roots_shader(language, 7);
    EXPECT_TRUE(text.starts_with("// SPDX-License-Identifier: 0BSD\n"));
    EXPECT_TRUE(std::regex_search(text, std::regex("REAL_ROOTS_DEGREE(: i32 =)? 7"))) << text.substr(0, 800);
  }
}

TEST(ShaderText, LinesFitAndBracesMatch) {
  for (const shader_language language : languages) {
    for (const int degree : {6, 32}) {
      int depth = 0;
      for (const std::string& line : code_lines(real_roots_shader(language, degree))) {
        EXPECT_LE(line.size(), 120u) << line;
        for (const char c : line) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        EXPECT_GE(depth, 0) << line;
      }
      EXPECT_EQ(depth, 0) << name(language);
    }
  }
}

TEST(ShaderText, NamesHaveTheWantedPrefix) {
  const std::string text = real_roots_shader(shader_language::glsl, 4, {"ray_quartic", false});
  for (const std::string name :
       {"RayQuartic ray_quartic(", "ray_quartic_first(", "RAY_QUARTIC_DEGREE 4", "RAY_QUARTIC_TEXT"})
    EXPECT_NE(text.find(name), std::string::npos) << name;
  EXPECT_FALSE(std::regex_search(text, std::regex("real_roots|RealRoots|REAL_ROOTS")));
  for (const std::string bad : {"", "Quartic", "4th", "a__b", "a_", "_a", "a b", "a-b"})
    EXPECT_THROW(real_roots_shader(shader_language::glsl, 4, {bad, false}), error) << bad;
}

TEST(ShaderText, PlainIsShorterAndLooksAtNoBits) {
  for (const int degree : {1, 4, 10}) {
    const std::string whole = real_roots_shader(shader_language::wgsl, degree),
                      plain = real_roots_shader(shader_language::wgsl, degree, {"real_roots", true});
    EXPECT_LT(plain.size(), whole.size());
    EXPECT_EQ(plain.find("real_roots_bound_exponent"), std::string::npos);
    EXPECT_NE(plain.find("without scaling"), std::string::npos);
  }
}

// Debian has no WGSL compiler (run_test.cpp uses Python's wgpu, which ./dev installs). Without it at least every line
// has one of the forms that the text needs, and nothing of GLSL is left over.
TEST(ShaderText, WgslHasOnlyFormsOfWgsl) {
  const std::string type =
      R"((bool|i32|u32|f32|vec2<f32>|RealRoots(Extremum|SignsSeen|SeparatingPoints|CentredForm|BernsteinForm|TurningPoint)?|)"
      R"(array<(f32|u32), (REAL_ROOTS_(DEGREE|FEW_CHANGES|SLOTS|KNOWN_STARTS)|[3-5])( \+ 1)?>))";
  const std::string parameter = R"(\w+: )" + type;
  const std::string parameters = parameter + "(, " + parameter + ")*";
  const std::regex forms(
      "const [A-Z_]+: (i32|u32|f32) = [^;?]+; *"
      "|struct [A-Za-z]+ \\{"
      "|  \\w+: " +
      type +
      ", *"
      "|fn real_roots\\w*\\(" +
      parameters + "\\) -> " + type +
      " \\{"
      "|fn real_roots\\w*\\(" +
      parameters +
      ","  // the head of a function in two lines
      "|    " +
      parameters + "\\) -> " + type +
      " \\{"
      "| +var \\w+(: " +
      type +
      ")?( = [^;?]+)?; *"
      "| +[\\w.\\[\\] +-]+ = [^;?]+;"
      "| +\\w+\\+\\+;"
      "| +return [^;?]+;"
      "| +for \\(var \\w+: i32 = [^;?]+; [^;?]+; \\w+(\\+\\+|--| \\+= 2)\\) \\{"
      "| +if \\([^;?]+\\) \\{"
      "| +\\} else \\{| +\\} else if \\([^;?]+\\) \\{"
      "| +(break|continue);"
      "| *\\}");
  const std::regex foreign("\\b(int|uint|float|vec2\\(|floatBits\\w+|uintBits\\w+)\\b|@");
  for (const int degree : {1, 2, 3, 6, 12}) {
    for (const std::string& line : code_lines(real_roots_shader(shader_language::wgsl, degree))) {
      EXPECT_TRUE(std::regex_match(line, forms)) << line;
      EXPECT_FALSE(std::regex_search(line, foreign)) << line;
    }
  }
}

// Names that some language keeps for itself: WGSL's reserved words (its section 16.2) and HLSL's, as far as a text
// could want them, and macros of <windows.h>.
TEST(ShaderText, NoNameIsReserved) {
  const std::regex reserved(
      "\\b(?:float|f32|int|i32|uint|u32|bool|vec2|float2|var) "
      "(active|alias|as|auto|become|common|enum|external|far|filter|final|finally|from|get|goto|handle|hyper|impl|"
      "inline|input|instance|interface|is|line|lineadj|match|mod|module|move|near|new|nil|of|output|packed|"
      "partition|pass|point|precise|private|protected|public|ref|regardless|require|resource|sample|sampler|self|set|"
      "shared|sizeof|small|static|super|target|template|this|trait|triangle|try|type|typedef|union|unless|use|using|"
      "varying|vector|where|with|yield)\\b");
  for (const shader_language language : languages)
    for (const int degree : {1, 2, 3, 4, 5, 12})
      for (const std::string& line : code_lines(real_roots_shader(language, degree)))
        EXPECT_FALSE(std::regex_search(line, reserved)) << name(language) << ": " << line;
}

}  // namespace
}  // namespace vieta::test
