#include "minimax/function/called_functions.hpp"

#include <array>
#include <vector>

namespace vieta::approximation {
namespace {

constexpr int languages = 10;

// Names by language, "-" for none. Sources: GLSL 4.60, 8.1 to 8.3; Microsoft's reference of HLSL; WGSL 17.5; Metal
// Shading Language 3.2, 6.5; CUDA's math API, single precision; C17 7.12 (where gamma is the logarithm's, and j0 is
// none of its own) and C++20 [c.math]; ISPC's standard library; Rust's f32; NumPy's mathematical functions.
struct names {
  operation function;
  std::array<std::string_view, languages> in;  // in the order of code_language
};
constexpr names table[] = {
    // glsl     hlsl     wgsl     metal    cuda       c         cpp            ispc    rust      python
    {operation::abs, {"abs", "abs", "abs", "abs", "fabsf", "fabsf", "std::abs", "abs", "abs", "np.abs"}},
    {operation::sqrt, {"sqrt", "sqrt", "sqrt", "sqrt", "sqrtf", "sqrtf", "std::sqrt", "sqrt", "sqrt", "np.sqrt"}},
    {operation::cbrt, {"-", "-", "-", "-", "cbrtf", "cbrtf", "std::cbrt", "-", "cbrt", "np.cbrt"}},
    {operation::exp, {"exp", "exp", "exp", "exp", "expf", "expf", "std::exp", "exp", "exp", "np.exp"}},
    {operation::exp2, {"exp2", "exp2", "exp2", "exp2", "exp2f", "exp2f", "std::exp2", "-", "exp2", "np.exp2"}},
    {operation::expm1, {"-", "-", "-", "-", "expm1f", "expm1f", "std::expm1", "-", "exp_m1", "np.expm1"}},
    {operation::log, {"log", "log", "log", "log", "logf", "logf", "std::log", "log", "ln", "np.log"}},
    {operation::log2, {"log2", "log2", "log2", "log2", "log2f", "log2f", "std::log2", "-", "log2", "np.log2"}},
    {operation::log10, {"-", "log10", "-", "log10", "log10f", "log10f", "std::log10", "-", "log10", "np.log10"}},
    {operation::log1p, {"-", "-", "-", "-", "log1pf", "log1pf", "std::log1p", "-", "ln_1p", "np.log1p"}},
    {operation::sin, {"sin", "sin", "sin", "sin", "sinf", "sinf", "std::sin", "sin", "sin", "np.sin"}},
    {operation::cos, {"cos", "cos", "cos", "cos", "cosf", "cosf", "std::cos", "cos", "cos", "np.cos"}},
    {operation::tan, {"tan", "tan", "tan", "tan", "tanf", "tanf", "std::tan", "tan", "tan", "np.tan"}},
    {operation::asin, {"asin", "asin", "asin", "asin", "asinf", "asinf", "std::asin", "asin", "asin", "np.arcsin"}},
    {operation::acos, {"acos", "acos", "acos", "acos", "acosf", "acosf", "std::acos", "acos", "acos", "np.arccos"}},
    {operation::atan, {"atan", "atan", "atan", "atan", "atanf", "atanf", "std::atan", "atan", "atan", "np.arctan"}},
    {operation::sinh, {"sinh", "sinh", "sinh", "sinh", "sinhf", "sinhf", "std::sinh", "-", "sinh", "np.sinh"}},
    {operation::cosh, {"cosh", "cosh", "cosh", "cosh", "coshf", "coshf", "std::cosh", "-", "cosh", "np.cosh"}},
    {operation::tanh, {"tanh", "tanh", "tanh", "tanh", "tanhf", "tanhf", "std::tanh", "-", "tanh", "np.tanh"}},
    {operation::asinh, {"asinh", "-", "asinh", "asinh", "asinhf", "asinhf", "std::asinh", "-", "asinh", "np.arcsinh"}},
    {operation::acosh, {"acosh", "-", "acosh", "acosh", "acoshf", "acoshf", "std::acosh", "-", "acosh", "np.arccosh"}},
    {operation::atanh, {"atanh", "-", "atanh", "atanh", "atanhf", "atanhf", "std::atanh", "-", "atanh", "np.arctanh"}},
    {operation::erf, {"-", "-", "-", "-", "erff", "erff", "std::erf", "-", "-", "-"}},
    {operation::erfc, {"-", "-", "-", "-", "erfcf", "erfcf", "std::erfc", "-", "-", "-"}},
    {operation::gamma, {"-", "-", "-", "-", "tgammaf", "tgammaf", "std::tgamma", "-", "-", "-"}},
    {operation::lgamma, {"-", "-", "-", "-", "lgammaf", "lgammaf", "std::lgamma", "-", "-", "-"}},
    {operation::j0, {"-", "-", "-", "-", "j0f", "-", "-", "-", "-", "-"}},
    {operation::j1, {"-", "-", "-", "-", "j1f", "-", "-", "-", "-", "-"}},
};

}  // namespace

std::string_view called(code_language language, operation function) {
  for (const names& of : table)
    if (of.function == function && of.in[static_cast<std::size_t>(language)] != "-")
      return of.in[static_cast<std::size_t>(language)];
  return {};
}

std::string lacking(code_language language, const program& p) {
  std::string list;
  for (const step& s : p.steps)
    if (s.kind == step_kind::call && called(language, s.function).empty()) {
      const std::string name(function_name(s.function));
      if ((", " + list + ",").find(", " + name + ",") == std::string::npos) list += (list.empty() ? "" : ", ") + name;
    }
  return list;
}

std::string languages_for(const program& p) {
  std::vector<std::string> have;
  for (int k = 0; k < languages; ++k)
    if (lacking(static_cast<code_language>(k), p).empty()) have.emplace_back(name(static_cast<code_language>(k)));
  std::string list;
  for (std::size_t k = 0; k < have.size(); ++k) list += (k == 0 ? "" : k + 1 == have.size() ? " or " : ", ") + have[k];
  return list;
}

}  // namespace vieta::approximation
