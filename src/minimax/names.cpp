#include "minimax/function/tree.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta {

std::string minimax_functions() { return approximation::function_list(); }

minimax_problem minimax_short_form(const std::string& function, int degree) {
  minimax_problem p;
  p.function = function + "(x)";
  p.degree = degree;
  p.error = minimax_error::relative;
  const auto set = [&](const char* form, const char* lo, const char* hi) {
    p.form = form;
    p.intervals = {{lo, hi}};
    return p;
  };
  if (function == "acos") return set("sqrt(1-x)*p(x)", "0", "1");
  if (function == "asin") return set("x*p(x^2)", "0", "1/2");
  if (function == "atan") return set("x*p(x^2)", "0", "1");
  if (function == "sin") return set("x*p(x^2)", "0", "pi/2");
  if (function == "tan") return set("x*p(x^2)", "0", "pi/4");
  if (function == "tanh") return set("x*p(x^2)", "0", "1");
  if (function == "erf") return set("x*p(x^2)", "0", "1");
  if (function == "exp") return set("p(x)", "-log(2)/2", "log(2)/2");
  if (function == "exp2") return set("p(x)", "-1/2", "1/2");
  if (function == "sqrt") return set("p(x)", "1", "4");
  if (function == "log") {
    p.function = "log1p(x)";
    return set("x*p(x)", "sqrt(1/2)-1", "sqrt(2)-1");
  }
  if (function == "log2") {
    p.function = "log1p(x)/log(2)";
    return set("x*p(x)", "sqrt(1/2)-1", "sqrt(2)-1");
  }
  if (function == "cbrt") return set("p(x-1.5)", "sqrt(1/2)/2", "2*sqrt(2)");
  if (function == "sinh") return set("x*p(x^2)", "0", "1");
  if (function == "rsqrt") {
    p.function = "1/sqrt(x)";
    return set("p(x-1.5)", "sqrt(1/2)", "2*sqrt(2)");  // in x itself large coefficients cancel
  }
  if (function == "softplus") {
    p.function = "log1p(x)";
    return set("x*p(x)", "0", "1");
  }
  if (function == "gelu") {
    p.function = "x*(1+erf(x/sqrt(2)))/2";
    p.error = minimax_error::absolute;
    return set("0.5*x+x^2*p(0.0625*x^2)", "0", "4");
  }
  if (function == "srgb_to_linear") {
    p.function = "((x+0.055)/1.055)^2.4";
    return set("p(x)", "0.04045", "1");
  }
  if (function == "linear_to_srgb") {
    p.function = "1.055*x^(1/2.4)-0.055";
    return set("p(sqrt(x))", "0.0031308", "1");
  }
  if (function == "cos") {
    p.error = minimax_error::absolute;
    return set("p(x^2)", "0", "pi/4");
  }
  throw error("function: found '" + function +
              "', which has no short form, expected an expression in x, or acos, asin, atan, sin, cos, "
              "tan, tanh, sinh, erf, exp, exp2, sqrt, rsqrt, cbrt, log, log2, gelu, softplus, srgb_to_linear or "
              "linear_to_srgb");
}

}  // namespace vieta
