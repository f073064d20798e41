#include "real_roots/shader/emit_shader.hpp"

#include <regex>
#include <sstream>
#include <utility>
#include <vector>

#include "real_roots/shader/shader_text.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

// A language is a list of replacements, applied to each line in this order.
using rules = std::vector<std::pair<std::regex, std::string>>;

const rules& rules_for(shader_language language) {
  static const rules glsl = {{std::regex(R"(@(unroll|loop) )"), ""}};
  static const rules hlsl = {
      {std::regex(R"(@(unroll|loop) )"), "[$1] "},
      {std::regex(R"(^const )"), "static const "},
      {std::regex(R"(\bfloatBitsToUint\b)"), "asuint"},
      {std::regex(R"(\buintBitsToFloat\b)"), "asfloat"},
      {std::regex(R"(\bvec2\b)"), "float2"},
  };
  // The types' own names come last, so that a rule may look for them.
  static const rules wgsl = {
      {std::regex(R"(@(unroll|loop) )"), ""},
      {std::regex(R"(^const (\w+) (\w+))"), "const $2: $1"},
      {std::regex(R"(\(int (\w+) = )"), "(var $1: int = "},
      {std::regex(R"(^(\w+) (\w+)(\(.*\)) \{)"), "fn $2$3 -> $1 {"},
      {std::regex(R"(([(,] ?)(\w+) (\w+)\[([^\]]*)\](?=[,)]))"), "$1$3: array<$2, $4>"},
      {std::regex(R"(([(,] ?)(bool|int|uint|float|vec2|RealRoots) (\w+)(?=[,)]))"), "$1$3: $2"},
      {std::regex(R"(^(  +)(\w+) (\w+)\[(.*)\];)"), "$1var $3: array<$2, $4>;"},
      {std::regex(R"(^(  +)(bool|int|uint|float|vec2|RealRoots\w*) (\w+)( =|;))"), "$1var $3: $2$4"},
      {std::regex(R"( = (.*) \? (.*) : (.*);)"), " = select($3, $2, $1);"},
      {std::regex(R"(\bfloatBitsToUint\b)"), "bitcast<uint>"},
      {std::regex(R"(\buintBitsToFloat\b)"), "bitcast<float>"},
      {std::regex(R"(\bfloat\b)"), "f32"},
      {std::regex(R"(\bint\b)"), "i32"},
      {std::regex(R"(\buint\b)"), "u32"},
      {std::regex(R"(\bvec2\b)"), "vec2<f32>"},
  };
  return language == shader_language::glsl ? glsl : language == shader_language::hlsl ? hlsl : wgsl;
}

std::string apply(const rules& all, std::string line) {
  for (const auto& [pattern, replacement] : all) line = std::regex_replace(line, pattern, replacement);
  return line;
}

// What WGSL wants besides: members of a struct end in commas, and arrays among the arguments, being values, are copied
// into variables, since compilers have been slow to index values by variables.
class wgsl_writer {
 public:
  std::string line(const std::string& text) {
    if (text.starts_with("struct ")) in_struct_ = true;
    if (text == "};") {
      in_struct_ = false;
      return "}";
    }
    std::string translated = apply(rules_for(shader_language::wgsl), text);
    static const std::regex member(R"(^  var (.*); *(//.*)$)"), array(R"((\w+)(: array<[^>]*>))");
    if (in_struct_) return std::regex_replace(translated, member, "  $1,  $2");
    if (!translated.starts_with("fn ")) return translated;
    std::string head = std::regex_replace(translated, array, "$1_given$2"), copies;
    for (std::sregex_iterator it(translated.begin(), translated.end(), array), end; it != end; ++it) {
      copies += "\n  var " + (*it)[1].str() + " = " + (*it)[1].str() + "_given;";
    }
    const std::size_t column = head.rfind(", ", 120);
    if (head.size() > 120 && column != std::string::npos) head.replace(column, 2, ",\n    ");
    return head + copies;
  }

 private:
  bool in_struct_ = false;
};

std::string preamble(shader_language language, int degree) {
  const std::string number = std::to_string(degree);
  std::string text =
      "// SPDX-License-Identifier: 0BSD\n"
      "// All real roots of a polynomial in a closed interval, by the derivative chain. Written by `vieta real-roots "
      "--emit " +
      std::string(name(language)) + "`.\n//\n";
  if (language == shader_language::wgsl) {
    text += "//   var a: array<f32, " + std::to_string(degree + 1) + ">;  // a[0] + a[1] x + ... + a[" + number +
            "] x^" + number +
            "\n"
            "//   let r = real_roots(a, -1.0, 1.0, 0.0, 0.0);\n"
            "//   for (var k = 0; k < r.count; k++) { ... r.roots[k] ... }\n\n"
            "// The degree, 1 to 32; leading coefficients may be zero.\n"
            "const REAL_ROOTS_DEGREE: i32 = " +
            number + ";\n";
    return text;
  }
  text +=
      "//   float a[REAL_ROOTS_DEGREE + 1];  // a[0] + a[1] x + a[2] x^2 + ...\n"
      "//   RealRoots r = real_roots(a, -1.0, 1.0, 0.0, 0.0);\n"
      "//   for (int k = 0; k < r.count; k++) { ... r.roots[k] ... }\n\n"
      "// The degree, 1 to 32; leading coefficients may be zero.\n"
      "#ifndef REAL_ROOTS_DEGREE\n"
      "#define REAL_ROOTS_DEGREE " +
      number +
      "\n"
      "#endif\n";
  if (language == shader_language::glsl)
    text += "\n#ifdef GL_ES\nprecision highp float;\nprecision highp int;\n#endif\n";
  return text;
}

}  // namespace

std::string emit_real_roots(shader_language language, int degree) {
  std::istringstream source(real_roots_shader_text());
  std::string text = preamble(language, degree), line, next;
  wgsl_writer wgsl;
  while (std::getline(source, line)) {
    if (language != shader_language::wgsl) {
      text += apply(rules_for(language), line) + "\n";
      continue;
    }
    // A function's head may have two lines.
    while (line.ends_with(",") && !line.starts_with("//") && std::getline(source, next)) {
      line += next.substr(next.find_first_not_of(' ') - 1);
    }
    text += wgsl.line(line) + "\n";
  }
  return text;
}

std::string real_roots_shader(shader_language language, int degree) {
  if (degree < 1 || degree > 32) {
    throw error("degree: found " + std::to_string(degree) + ", expected 1 to 32");
  }
  return emit_real_roots(language, degree);
}

}  // namespace vieta
