#include "real_roots/shader/shader_languages.hpp"

#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace vieta {
namespace {

// A language is a list of replacements, applied to each line in this order.
using rules = std::vector<std::pair<std::regex, std::string>>;

const rules& glsl_rules() {
  static const rules glsl = {{std::regex(R"(@unroll )"), "REAL_ROOTS_UNROLL "},
                             {std::regex(R"(@loop )"), "REAL_ROOTS_LOOP "}};
  return glsl;
}

const rules& hlsl_rules() {
  static const rules hlsl = {
      {std::regex(R"(@(unroll|loop) )"), "[$1] "},
      {std::regex(R"(^const )"), "static const "},
      {std::regex(R"(\bfloatBitsToUint\b)"), "asuint"},
      {std::regex(R"(\buintBitsToFloat\b)"), "asfloat"},
      {std::regex(R"(\bvec2\b)"), "float2"},
  };
  return hlsl;
}

// The types' own names come last, so that a rule may look for them.
const rules& wgsl_rules() {
  static const rules wgsl = {
      {std::regex(R"(@(unroll|loop) )"), ""},
      {std::regex(R"(^const (\w+) (\w+))"), "const $2: $1"},
      {std::regex(R"(\(int (\w+) = )"), "(var $1: int = "},
      {std::regex(R"(^(\w+) (\w+)(\(.*\)) \{)"), "fn $2$3 -> $1 {"},
      {std::regex(R"(([(,] ?)(\w+) (\w+)\[([^\]]*)\](?=[,)]))"), "$1$3: array<$2, $4>"},
      {std::regex(R"(([(,] ?)(bool|int|uint|float|vec2|RealRoots\w*) (\w+)(?=[,)]))"), "$1$3: $2"},
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
  return wgsl;
}

// What C, C++, CUDA, HIP and Metal have in common: arrays come as pointers, constants must not need memory.
rules like_c() {
  return {
      {std::regex(R"(@unroll )"), "REAL_ROOTS_UNROLL "},
      {std::regex(R"(@loop )"), ""},
      {std::regex(R"((\d+\.\d+(e-?\d+)?))"), "$1f"},
      {std::regex(R"(\b(float|int|uint)\()"), "($1)("},
      {std::regex(R"(^const int (\w+) = (.*);)"), "enum { $1 = $2 };"},
      {std::regex(R"(^const (?:float|uint) (\w+) = (.*);)"), "#define $1 ($2)"},
      {std::regex(R"(^(bool|int|uint|float|vec2|RealRoots\w*) (\w+)\()"), "REAL_ROOTS_FUNCTION $1 $2("},
  };
}

const rules& c_rules() {
  static const rules c = [] {
    rules all = like_c();
    const rules more = {
        {std::regex(R"(([(,] ?)float (\w+)\[([^\]]*)\](?=[,)]))"), "$1const float* $2"},
        {std::regex(R"(\bfloatBitsToUint\b)"), "real_roots_bits_of"},
        {std::regex(R"(\buintBitsToFloat\b)"), "real_roots_of_bits"},
        {std::regex(R"(\b(min|max)\()"), "real_roots_$1("},
        {std::regex(R"(\babs\()"), "fabsf("},
        {std::regex(R"(\b(sqrt|floor|exp2|log2)\()"), "$1f("},
        {std::regex(R"(\buint\b)"), "uint32_t"},
        {std::regex(R"(\bvec2\()"), "real_roots_pair("},
        {std::regex(R"(\bvec2\b)"), "RealRootsPair"},
        {std::regex(R"(^struct (\w+) \{)"), "typedef struct $1 {"},
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return c;
}

const rules& metal_rules() {
  static const rules metal = [] {
    rules all = like_c();
    const rules more = {
        {std::regex(R"(([(,] ?)float (\w+)\[([^\]]*)\](?=[,)]))"), "$1thread const float* $2"},
        {std::regex(R"(\bfloatBitsToUint\b)"), "as_type<uint>"},
        {std::regex(R"(\buintBitsToFloat\b)"), "as_type<float>"},
        {std::regex(R"(\bvec2\b)"), "float2"},
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return metal;
}

// Arrays lie in memory, one number for each lane; counters of loops that all lanes go through alike are uniform, which
// makes their places in arrays so.
const rules& ispc_rules() {
  static const rules ispc = [] {
    rules all = {{std::regex(R"(^( +)(@unroll )?for \(int\b)"), "$1$2for (uniform int"}};
    const rules alike = like_c();
    all.insert(all.end(), alike.begin(), alike.end());
    const rules more = {
        {std::regex(R"(([(,] ?)float (\w+)\[([^\]]*)\](?=[,)]))"), "$1float $2[]"},
        {std::regex(R"(\bfloatBitsToUint\b)"), "real_roots_bits_of"},
        {std::regex(R"(\buintBitsToFloat\b)"), "real_roots_of_bits"},
        {std::regex(R"(\b(exp2|log2)\()"), "real_roots_$1("},
        {std::regex(R"(\buint\b)"), "unsigned int"},
        {std::regex(R"(\bvec2\()"), "real_roots_pair("},
        {std::regex(R"(\bvec2\b)"), "RealRootsPair"},
    };
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }();
  return ispc;
}

const rules& rules_for(shader_language language) {
  switch (language) {
    case shader_language::glsl:
      return glsl_rules();
    case shader_language::hlsl:
      return hlsl_rules();
    case shader_language::wgsl:
      return wgsl_rules();
    case shader_language::metal:
      return metal_rules();
    case shader_language::ispc:
      return ispc_rules();
    case shader_language::c:
      break;
  }
  return c_rules();
}

// Comments stay as they are.
std::string apply(const rules& all, const std::string& line) {
  std::string code = line.substr(0, line.find("//"));
  const std::string comment = line.substr(code.size());
  for (const auto& [pattern, replacement] : all) code = std::regex_replace(code, pattern, replacement);
  return code + comment;
}

// A head longer than a line, in two.
std::string folded(std::string head) {
  const std::size_t column = head.rfind(", ", 119);
  if (head.size() > 120 && column != std::string::npos) head.replace(column, 2, ",\n    ");
  return head;
}

// What WGSL wants besides: members of a struct end in commas, and arrays among the arguments, being values, are copied
// into variables, since compilers have been slow to index values by variables.
std::string in_wgsl(const std::string& translated) {
  static const std::regex array(R"((\w+)(: array<[^>]*>))");
  if (!translated.starts_with("fn ")) return translated;
  std::string copies;
  for (std::sregex_iterator it(translated.begin(), translated.end(), array), end; it != end; ++it) {
    copies += "\n  var " + (*it)[1].str() + " = " + (*it)[1].str() + "_given;";
  }
  return folded(std::regex_replace(translated, array, "$1_given$2")) + copies;
}

class writer {
 public:
  explicit writer(shader_language language) : language_(language) {}

  std::string line(const std::string& text) {
    if (text.starts_with("struct ")) struct_ = text.substr(7, text.size() - 9);
    const bool inside = !struct_.empty();
    if (text == "};") {
      const std::string name = std::exchange(struct_, "");
      return language_ == shader_language::wgsl ? "}" : language_ == shader_language::c ? "} " + name + ";" : text;
    }
    const std::string translated = apply(rules_for(language_), text);
    if (language_ == shader_language::wgsl) {
      static const std::regex member(R"(^  var (.*); *(//.*)$)");
      return inside ? std::regex_replace(translated, member, "  $1,  $2") : in_wgsl(translated);
    }
    return translated.ends_with(") {") && !translated.starts_with(" ") ? folded(translated) : translated;
  }

 private:
  shader_language language_;
  std::string struct_;  ///< inside of which we are
};

}  // namespace

std::string translated_shader(shader_language language, const std::string& text) {
  std::istringstream source(text);
  std::string result, line;
  writer in_language(language);
  while (std::getline(source, line)) result += in_language.line(line) + "\n";
  return result;
}

}  // namespace vieta
