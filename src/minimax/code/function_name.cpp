#include "minimax/code/function_name.hpp"

#include <algorithm>

#include "minimax/code/reserved_words.hpp"
#include "minimax/function/builtin_functions.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

namespace {

/// One like it that a function may have.
std::string free_name(code_language language, const std::string& name) {
  const std::string longer = "fast_" + name.substr(std::min(name.find_first_not_of('_'), name.size()));
  const bool serves = !is_reserved(language, longer) && !is_builtin(language, longer) && !longer.ends_with('_');
  return serves ? longer : "fast_function";
}

}  // namespace

void check_function_name(const std::string& name, code_language language) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool ok = !name.empty() && letter(name[0]) &&
                  std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
  if (!ok) throw error("--name: found '" + name + "', expected an identifier such as fast_acos");
  const std::string of = vieta::name(language);
  const std::string why = is_reserved(language, name)         ? "a reserved word of " + of
                          : !is_builtin(language, name)       ? ""
                          : language == code_language::python ? "the code's name for NumPy"
                                                              : "a name that " + of + " has already";
  if (!why.empty())
    throw error("--name: found '" + name + "', " + why + ", expected an identifier such as " +
                free_name(language, name));
}

std::string default_function_name(const problem& p) {
  const std::string_view function = p.callable ? "" : function_name(p.f->kind);
  return "fast_" + (function.empty() ? std::string("function") : std::string(function));
}

}  // namespace vieta::approximation
