#include "base/expression/two_readings.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/system/new_unknowns.hpp"
#include "io/system/system_readers.hpp"
#include "systems/variables_found.hpp"

// Equations and nothing else, as one would type them: with a ';' after each, or one in a line. '#' begins a comment.

namespace vieta::io {

namespace {

bool is_blank(std::string_view piece) {
  text_cursor cursor(piece, "", '#');
  return cursor.peek() == 0;
}

/// "{x^2 - y, y^2 - x}", a set or list of equations as computer algebra writes it, without its brackets.
std::string without_brackets(std::string_view text) {
  std::string inside(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of("; \t\r\n");
  if (first == text.npos || last == text.npos || text.find_first_of("{}[]", first + 1) != last) return inside;
  const bool pair = (text[first] == '{' && text[last] == '}') || (text[first] == '[' && text[last] == ']');
  if (pair) inside[first] = inside[last] = ' ';
  return inside;
}

/// Where equations end: at each ';', where there is one outside of comments, else at the ends of lines.
std::vector<std::size_t> ends_of(std::string_view text) {
  std::vector<std::size_t> semicolons, lines, commas;
  bool comment = false;
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    comment = text[k] == '#' || (comment && text[k] != '\n');
    if (text[k] == '\n') lines.push_back(k);
    if (text[k] == ';' && !comment) semicolons.push_back(k);
    if (comment) continue;
    depth += text[k] == '(' ? 1 : text[k] == ')' ? -1 : 0;
    if (text[k] == ',' && depth == 0) commas.push_back(k);
  }
  // In a single line, as an argument may have them: "x + y = 3, x - y = 1".
  const bool is_single = text.find_last_not_of(" \t\r\n") < (lines.empty() ? text.size() : lines[0]);
  if (is_single && semicolons.empty()) lines = std::move(commas);
  std::vector<std::size_t>& ends = semicolons.empty() ? lines : semicolons;
  ends.push_back(text.size());
  return ends;
}

/// Without those that stand for functions of others.
std::vector<std::string> typed_names(const system_names& names) {
  std::vector<std::string> typed;
  for (const std::string& name : names.in_order)
    if (names.variables.contains(name)) typed.push_back(name);
  return typed;
}

}  // namespace

system_file read_equations(std::string_view given, std::string_view name) {
  return {read_equations(given, name, nullptr).equations, {}};
}

rational_system read_equations(std::string_view given, std::string_view name,
                               std::vector<system_polynomial>* divisors) {
  const std::string plain = expression_text(without_brackets(given), name);
  const std::string_view text = plain;
  std::size_t begin = 0;
  std::vector<std::string> pieces;
  const std::string uncommented = expression::without_comments(text);
  for (const std::size_t end : ends_of(text)) {
    const std::string_view piece = text.substr(begin, end - begin);
    if (!is_blank(piece)) pieces.push_back(uncommented.substr(begin, end - begin));
    begin = end + 1;
  }
  expression::refuse_two_readings_of_equations(pieces, name);
  return read_with_new_unknowns(divisors, [&](system_names& names) {
    std::vector<system_polynomial> equations;
    begin = 0;
    for (const std::size_t end : ends_of(text)) {
      if (!is_blank(text.substr(begin, end - begin))) {
        text_cursor cursor(text.substr(0, end), name, '#');
        cursor.reset(begin);
        equations.push_back(read_equation(cursor, names));
        if (equations.back().empty()) fail(name, cursor.line(), "the zero polynomial", "an equation");
      }
      begin = end + 1;
    }
    if (equations.empty()) fail(name, 1, "no equation", "one such as x^2 + y^2 - 4");
    if (names.in_order.empty()) fail(name, 1, "no variable", "one at least");
    return equations;
  });
}

rational_system read_with_new_unknowns(std::vector<system_polynomial>* divisors,
                                       const std::function<std::vector<system_polynomial>(system_names&)>& read) {
  new_unknowns functions;
  for (;;) {
    system_names names;
    names.divisors = divisors;
    if (divisors != nullptr) names.functions = &functions, divisors->clear();
    try {
      std::vector<system_polynomial> equations = read(names);
      return build_rational_system(names, std::move(equations));
    } catch (const new_unknowns::smaller_parts&) {
      functions.restart();
    }
  }
}

rational_system build_rational_system(system_names& names, std::vector<system_polynomial> equations) {
  const std::vector<std::string> typed = typed_names(names);
  // What has a current beside its unit: U = R*I, U = 10, R = 5.
  if (names.open && names.has_large_unit && equations.size() == typed.size() + 1)
    throw error("found " + std::to_string(equations.size()) + " equations in " + variables_found(typed) +
                ", where I is the imaginary unit, expected another name for a variable, or i for the unit");
  for (const std::string& name : names.behind_numbers)
    if (name.size() > 1 && name.starts_with('i') && names.variables.contains(std::string_view(name).substr(1)))
      throw error("found the variables '" + name + "' and '" + name.substr(1) +
                  "', the first directly behind a number, expected i*" + name.substr(1) +
                  " for the imaginary unit, or 2*" + name + " for the variable");
  if (names.functions != nullptr) names.functions->finish(names, equations);
  const std::size_t count = equations.size();
  rational_system system{build_system(names, std::move(equations)), {}};
  if (names.functions != nullptr) {
    const new_unknowns& all = *names.functions;
    for (std::size_t k = 0; k < all.angles().size(); ++k) {
      const new_unknowns::angle& a = all.angles()[k];
      system.angles.push_back({all.names_of_angles()[k], a.cosine, a.sine, static_cast<std::size_t>(a.parts)});
    }
    for (const new_unknowns::root& r : all.roots())
      system.roots.push_back(
          {r.variable, count - all.roots().size() + system.roots.size(), r.degree, r.is_real_of_real});
  }
  if (names.divisors == nullptr) return system;
  for (system_polynomial& divisor : *names.divisors) {
    std::vector<system_polynomial> one;
    one.push_back(std::move(divisor));
    system.denominators.push_back(build_system(names, std::move(one)));
  }
  return system;
}

}  // namespace vieta::io
