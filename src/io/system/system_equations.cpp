#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/system/system_readers.hpp"

// Equations and nothing else, as one would type them: with a ';' after each, or one in a line. '#' begins a comment.

namespace vieta::io {

namespace {

bool is_blank(std::string_view piece) {
  text_cursor cursor(piece, "", '#');
  return cursor.peek() == 0;
}

/// Where equations end: at each ';', where there is one outside of comments, else at the ends of lines.
std::vector<std::size_t> ends_of(std::string_view text) {
  std::vector<std::size_t> semicolons, lines;
  bool comment = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    comment = text[k] == '#' || (comment && text[k] != '\n');
    if (text[k] == '\n') lines.push_back(k);
    if (text[k] == ';' && !comment) semicolons.push_back(k);
  }
  std::vector<std::size_t>& ends = semicolons.empty() ? lines : semicolons;
  ends.push_back(text.size());
  return ends;
}

}  // namespace

system_file read_equations(std::string_view given, std::string_view name) {
  return {read_equations(given, name, nullptr).equations, {}};
}

rational_system read_equations(std::string_view given, std::string_view name,
                               std::vector<system_polynomial>* divisors) {
  const std::string plain = expression_text(given);
  const std::string_view text = plain;
  system_names names;
  names.divisors = divisors;
  std::vector<system_polynomial> equations;
  std::size_t begin = 0;
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
  return build_rational_system(names, std::move(equations));
}

rational_system build_rational_system(const system_names& names, std::vector<system_polynomial> equations) {
  rational_system system{build_system(names, std::move(equations)), {}};
  if (names.divisors == nullptr) return system;
  for (system_polynomial& divisor : *names.divisors) {
    std::vector<system_polynomial> one;
    one.push_back(std::move(divisor));
    system.denominators.push_back(build_system(names, std::move(one)));
  }
  return system;
}

}  // namespace vieta::io
