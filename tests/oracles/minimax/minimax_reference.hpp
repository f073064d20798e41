#pragma once

#include <algorithm>
#include <cmath>

#include "minimax/function/tree.hpp"
#include "vieta/minimax.hpp"

namespace vieta::test {

/// The largest error of a result over evenly spread points and ones that crowd at the ends, the obvious way: the form
/// with p written out, in long double. It shares the expressions with the library, and nothing else.
inline double largest_error_by_sampling(const minimax_result& r, int points) {
  namespace ap = approximation;
  const ap::tree f = ap::parse(r.problem.function, "function");
  std::string p;
  for (std::size_t k = 0; k < r.coefficients.size(); ++k) {
    char text[80];
    std::snprintf(text, sizeof text, "%s(%.17g)*(@)^%d", k > 0 ? " + " : "", r.coefficients[k], r.exponents[k]);
    p += text;
  }
  // p(ARGUMENT) -> (c0*(ARGUMENT)^0 + ...)
  std::string form = r.problem.form;
  std::size_t at = form.find("p(");
  while (at != std::string::npos && at > 0 && std::isalnum(static_cast<unsigned char>(form[at - 1])) != 0)
    at = form.find("p(", at + 1);
  std::size_t end = at + 1;
  for (int depth = 0; end < form.size(); ++end) {
    depth += form[end] == '(' ? 1 : form[end] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  const std::string argument = form.substr(at + 2, end - at - 2);
  std::string written;
  for (const char c : p) written += c == '@' ? argument : std::string(1, c);
  form = form.substr(0, at) + "(" + written + ")" + form.substr(end + 1);
  const ap::tree g = ap::parse(form, "form");

  double largest = 0;
  for (const auto& [from, to] : r.problem.intervals) {
    const long double lo = ap::evaluate(ap::parse(from, ""), 0), hi = ap::evaluate(ap::parse(to, ""), 0);
    for (int k = 1; k < points; ++k)
      for (const long double t :
           {static_cast<long double>(k) / points, (1 - std::cos(3.14159265358979L * k / points)) / 2}) {
        const long double x = lo + (hi - lo) * t, exact = ap::evaluate(f, x);
        long double error = std::fabs(exact - ap::evaluate(g, x));
        if (r.problem.error == minimax_error::relative) error /= std::fabs(exact);
        // Next to a zero of f, long double has no digits left of a relative error.
        if (r.problem.error == minimax_error::relative && std::fabs(exact) < 1e-7L) continue;
        largest = std::max(largest, static_cast<double>(error));
      }
  }
  return largest;
}

}  // namespace vieta::test
