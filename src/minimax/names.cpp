#include <algorithm>
#include <array>
#include <cctype>

#include "minimax/function/tree.hpp"
#include "minimax/narrow/formats.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta {

void set_format(minimax_options& options, const std::string& text, const std::string& what) {
  const auto refuse = [&](const std::string& expected) {
    throw error(what + ": found '" + text + "', expected " + expected);
  };
  options.formats.clear();
  if (text.starts_with("decimals:") && text.size() > 9 && text.size() < 12 &&
      std::all_of(text.begin() + 9, text.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) {
    options.format = coefficient_format::decimals;
    options.decimals = std::stoi(text.substr(9));
    if (options.decimals > 17) refuse("decimals:N with N from 0 to 17");
    return;
  }
  // From the finest to the coarsest.
  static constexpr std::array order = {coefficient_format::double_double, coefficient_format::float64,
                                       coefficient_format::float32, coefficient_format::float16,
                                       coefficient_format::bfloat16};
  std::size_t coarsest = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, comma - begin);
    const auto known = std::find_if(order.begin(), order.end(), [&](coefficient_format f) { return word == name(f); });
    if (known == order.end())
      refuse("f64, f32, f16, bf16, dd, decimals:N, or one for each coefficient (but decimals) such as dd,f32");
    options.formats.push_back(*known);
    coarsest = std::max(coarsest, static_cast<std::size_t>(known - order.begin()));
    begin = comma + 1;
  }
  options.format = order[coarsest];
  if (options.formats.size() == 1) options.formats.clear();
}

std::string format_text(const minimax_result& result) {
  return result.formats.empty() ? name(result.format) : approximation::formats_text(result.formats);
}

std::string minimax_functions() { return approximation::function_list(); }

std::string approximation::short_forms() {
  return "acos, asin, atan, sin, cos, tan, tanh, sinh, erf, exp, exp2, sqrt, rsqrt, cbrt, log, log2, gelu, softplus, "
         "srgb_to_linear or linear_to_srgb";
}

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
  throw error("function: found '" + function + "', which has no short form, expected an expression in x, or " +
              approximation::short_forms());
}

}  // namespace vieta
