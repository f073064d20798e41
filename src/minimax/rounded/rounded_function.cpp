#include "minimax/rounded/rounded_function.hpp"

#include "vieta/error.hpp"

namespace vieta::approximation {

namespace {

struct family {
  const char* name;
  operation kind;
  rounded_symmetry symmetry;
  void (*describe)(rounded_function&);
};
constexpr family families[] = {
    {"exp", operation::exp, rounded_symmetry::none, describe_exponential},
    {"exp2", operation::exp2, rounded_symmetry::none, describe_exponential},
    {"expm1", operation::expm1, rounded_symmetry::none, describe_exponential},
    {"log", operation::log, rounded_symmetry::none, describe_logarithm},
    {"log2", operation::log2, rounded_symmetry::none, describe_logarithm},
    {"log10", operation::log10, rounded_symmetry::none, describe_logarithm},
    {"log1p", operation::log1p, rounded_symmetry::none, describe_logarithm},
    {"cbrt", operation::cbrt, rounded_symmetry::odd, describe_cube_root},
    {"sin", operation::sin, rounded_symmetry::odd, describe_circular},
    {"cos", operation::cos, rounded_symmetry::even, describe_circular},
    {"tan", operation::tan, rounded_symmetry::odd, describe_circular},
    {"asin", operation::asin, rounded_symmetry::odd, describe_inverse_circular},
    {"acos", operation::acos, rounded_symmetry::none, describe_inverse_circular},
    {"atan", operation::atan, rounded_symmetry::odd, describe_inverse_circular},
    {"sinh", operation::sinh, rounded_symmetry::odd, describe_hyperbolic},
    {"cosh", operation::cosh, rounded_symmetry::even, describe_hyperbolic},
    {"tanh", operation::tanh, rounded_symmetry::odd, describe_hyperbolic},
    {"erf", operation::erf, rounded_symmetry::odd, describe_error_function},
};

}  // namespace

std::size_t rounded_function::table_bytes() const {
  std::size_t all = 0;
  for (const lane_table& t : tables) all += t.entries.size() * sizeof(t.entries[0]);
  return all;
}

std::vector<std::string> rounded_functions() {
  std::vector<std::string> names;
  for (const family& f : families) names.emplace_back(f.name);
  return names;
}

rounded_function describe_rounded(const std::string& name) {
  for (const family& f : families) {
    if (name != f.name) continue;
    rounded_function described;
    described.name = name, described.kind = f.kind, described.symmetry = f.symmetry;
    f.describe(described);
    return described;
  }
  std::string list;
  for (const family& f : families) list += (list.empty() ? "" : ", ") + std::string(f.name);
  throw error("correctly rounded: found '" + name + "', expected one of " + list);
}

}  // namespace vieta::approximation
