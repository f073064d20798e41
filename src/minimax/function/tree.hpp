#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace vieta::approximation {

/// What stands at a node of an expression. `polynomial` is the p(...) of a form, its argument is `a`.
enum class operation : std::uint8_t {
  constant,
  pi,
  variable,
  polynomial,
  denominator,
  add,
  subtract,
  multiply,
  divide,
  power,
  negate,
  sqrt,
  cbrt,
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  erf,
  erfc,
  gamma,
  lgamma,
  j0,
  j1,
  abs,
};

struct node;
/// An expression in one variable. Nodes never change, so they are shared.
using tree = std::shared_ptr<const node>;

struct node {
  operation kind = operation::constant;
  tree a, b;
  std::string decimal;    ///< of a constant, as it was written: 0.1 is one tenth
  long double value = 0;  ///< the number next to it, since texts are read slowly
};

tree make(operation kind, tree a = nullptr, tree b = nullptr);
tree constant(std::string decimal);
bool is_constant(const tree& t, std::string_view decimal);  ///< written exactly so
/// Neither the variable nor p occurs.
bool is_fixed(const tree& t);
bool contains(const tree& t, operation kind);
/// `t` with `with` in the place of the variable.
tree substitute(const tree& t, const tree& with);

/// Reads "sqrt(1-x)*p(x)": + - * / ^ (or **), products without a sign (2x), parentheses, typographic signs, decimals,
/// pi, e, the variable x, the functions that `function_list` names, and, where `polynomial_allowed`, p(...) and q(...).
/// Throws vieta::error "WHAT: found 'foo' at character 5, expected ...".
tree parse(std::string_view text, const std::string& what, bool polynomial_allowed = false);
std::string function_list();
/// The function of this name ("acos", "arccos").
std::optional<operation> function_called(std::string_view word);
/// The name of a function's node ("acos"), or an empty view.
std::string_view function_name(operation kind);

/// As text that `parse` reads, with the variable called `variable`.
std::string to_text(const tree& t);

/// In the C library's long double: about 64 bits, no proof.
long double evaluate(const tree& t, long double x);

}  // namespace vieta::approximation
