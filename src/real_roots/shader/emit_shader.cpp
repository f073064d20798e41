#include "real_roots/shader/emit_shader.hpp"

#include <regex>

#include "real_roots/shader/shader_languages.hpp"
#include "real_roots/shader/shader_source.hpp"
#include "vieta/error.hpp"

namespace vieta {
namespace {

// The names of the text in three spellings: real_roots, RealRoots, REAL_ROOTS.
std::string renamed(std::string text, const std::string& prefix) {
  if (prefix == "real_roots") return text;
  std::string camel, upper;
  bool starts = true;
  for (const char c : prefix) {
    const char capital = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (c != '_') camel += starts ? capital : c;
    upper += capital;
    starts = c == '_';
  }
  text = std::regex_replace(text, std::regex("real_roots"), prefix);
  text = std::regex_replace(text, std::regex("RealRoots"), camel);
  return std::regex_replace(text, std::regex("REAL_ROOTS"), upper);
}

}  // namespace

std::string emit_real_roots(shader_language language, int degree, const shader_options& options) {
  const std::string text = shader_preamble(language, degree, options.plain) +
                           translated_shader(language, shader_source(degree, options.plain)) + shader_ending(language);
  return renamed(text, options.prefix);
}

std::string real_roots_shader(shader_language language, int degree, const shader_options& options) {
  if (degree < 1 || degree > 32) {
    throw error("degree: found " + std::to_string(degree) + ", expected 1 to 32");
  }
  // Two underscores are for compilers alone.
  if (!std::regex_match(options.prefix, std::regex("[a-z][a-z0-9]*(_[a-z0-9]+)*"))) {
    throw error("name: found '" + options.prefix +
                "', expected small letters, digits and single underscores, such as quartic");
  }
  return emit_real_roots(language, degree, options);
}

}  // namespace vieta
