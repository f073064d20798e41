#include <algorithm>
#include <charconv>

#include "base/message.hpp"
#include "io/system/system_readers.hpp"
#include "systems/representation.hpp"

// The format of PHCpack (J. Verschelde, ACM TOMS 25 (1999), algorithm 795): "neq [nvar]", polynomials that end with
// ';', then a title, notes, and solutions in any order, of which only the solutions matter here.

namespace vieta::io {
namespace {

// "solution 3 :", and in files of its first years "== 3 = #step : ..."
bool begins_solution(const std::vector<std::string_view>& words) {
  return words.size() >= 2 && (words[0] == "solution" || (words[0] == "==" && words.size() >= 3 && words[2] == "=")) &&
         words[1].find_first_not_of("0123456789:") == std::string_view::npos;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  std::vector<std::string_view> words;
  for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;
       at = line.find_first_not_of(blanks, at)) {
    const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

bool parse_coordinate(std::string_view word, qd& out) {
  std::string text(word);
  for (char& c : text)
    if (c == 'D' || c == 'd') c = 'e';
  exact::real value;
  if (!exact::parse_real(text, value)) return false;
  const exact::expansion e = exact::to_expansion(value);
  if (e.exponent > 1000) return false;
  double part[4] = {};
  for (int k = 0; k < 4; ++k)
    part[k] = __builtin_ldexp(e.limb[k], static_cast<int>(std::max<std::int64_t>(e.exponent, -2000)));
  out = qd::renormalised(part[0], part[1], part[2], part[3]);
  return true;
}

std::vector<system_point> read_phcpack_solutions(std::string_view text, std::string_view name, std::size_t first_line,
                                                 const std::vector<std::string>& variables) {
  std::vector<system_point> points;
  std::vector<bool> seen;
  bool inside = false;
  std::size_t line_number = first_line, begin_line = 0;
  const auto close = [&] {
    if (!inside) return;
    inside = false;
    for (std::size_t v = 0; v < variables.size(); ++v)
      if (!seen[v])
        fail(name, begin_line, "a solution without " + in_quotes(variables[v]), "one line for each variable");
  };
  for (std::size_t at = 0; at < text.size(); ++line_number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    if (begins_solution(words)) {
      close();
      points.emplace_back(variables.size());
      seen.assign(variables.size(), false);
      inside = true;
      begin_line = line_number;
      continue;
    }
    if (words[0].starts_with("==")) close();
    if (!inside) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    const std::vector<std::string_view> left = words_of(line.substr(0, colon)),
                                        right = words_of(line.substr(colon + 1));
    if (left.size() != 1 || right.size() != 2) continue;
    const auto found = std::find(variables.begin(), variables.end(), left[0]);
    if (found == variables.end()) continue;  // t, m
    const auto v = static_cast<std::size_t>(found - variables.begin());
    complex<qd>& z = points.back()[v];
    if (!parse_coordinate(right[0], z.re) || !parse_coordinate(right[1], z.im))
      fail(name, line_number, in_quotes(line.substr(colon + 1)), "a real and an imaginary part");
    seen[v] = true;
  }
  close();
  return points;
}

polynomial_system build_system(const system_names& names, std::vector<system_polynomial> equations) {
  if (names.in_order.empty()) throw error("found no variable, expected at least one");
  systems::system_builder builder(names.in_order);
  std::size_t number = 0;
  for (system_polynomial& p : equations) {
    ++number;
    std::vector<systems::system_builder::term> terms(p.size());
    for (std::size_t k = 0; k < p.size(); ++k) {
      terms[k].factors = p[k].factors;
      terms[k].exact_re = p[k].re, terms[k].exact_im = p[k].im;
    }
    try {
      builder.approximate(relative_error(p));
      builder.add_exact(std::move(terms));
    } catch (const error& refused) {
      throw error("equation " + std::to_string(number) + ": " + refused.what());
    }
  }
  return builder.finish();
}

system_file read_phcpack(std::string_view text, std::string_view name) {
  text_cursor cursor(text, name, 0);
  const auto count = [&](const char* what, std::size_t most) {
    cursor.peek();
    const std::string_view digits = cursor.take_number();
    std::size_t value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || end != digits.data() + digits.size() || value < 1 || value > most) {
      cursor.reset(cursor.mark() - digits.size());
      cursor.refuse(what);
    }
    return value;
  };
  const std::size_t equations = count("the number of equations, 1 to 1000000", 1'000'000);
  // A second number on the first line is that of the variables; else it begins the first polynomial.
  const std::string_view first_line = cursor.rest().substr(0, std::min(cursor.rest().find('\n'), cursor.rest().size()));
  std::size_t variables = 0;
  if (const auto words = words_of(first_line);
      words.size() == 1 && words[0].find_first_not_of("0123456789") == std::string_view::npos)
    variables = count("the number of variables, 1 to 1000000", 1'000'000);

  system_names names;
  names.has_constants = false;  // PHCpack takes every name for a variable
  std::vector<system_polynomial> polynomials;
  std::vector<std::size_t> lines;
  while (polynomials.size() < equations) {
    if (cursor.peek() == 0)
      fail(name, cursor.line(), std::to_string(polynomials.size()) + " polynomials",
           std::to_string(equations) + ", each with a ';' at its end");
    lines.push_back(cursor.line());
    polynomials.push_back(read_system_expression(cursor, names));
    if (!cursor.take(";")) cursor.refuse("an operator, or ';' after the polynomial");
  }
  if (variables != 0 && names.in_order.size() != variables)
    fail(name, 1, std::to_string(names.in_order.size()) + " variables in the polynomials", std::to_string(variables));
  for (std::size_t k = 0; k < polynomials.size(); ++k)
    if (polynomials[k].empty()) fail(name, lines[k], "the zero polynomial", "an equation");
  const std::size_t line = cursor.line();
  std::vector<std::string> in_order = names.in_order;
  const std::string_view rest = cursor.rest();
  return {build_system(names, std::move(polynomials)), read_phcpack_solutions(rest, name, line, in_order)};
}

}  // namespace vieta::io
