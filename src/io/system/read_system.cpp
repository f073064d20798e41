#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/read_file.hpp"
#include "io/system/system_readers.hpp"
#include "systems/representation.hpp"
#include "vieta/system_io.hpp"

namespace vieta {

namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

/// Whether a number comes first that is no part of an equation: PHCpack's number of polynomials.
bool begins_with_count(std::string_view text, const std::string& name) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || (digits < text.size() && blanks.find(text[digits]) == blanks.npos)) return false;  // 2x
  const std::size_t next = text.find_first_not_of(" \t", digits);
  if (next == text.npos || blanks.find(text[next]) != blanks.npos || (text[next] >= '0' && text[next] <= '9'))
    return true;
  if (std::string_view("+-*/^=.;").find(text[next]) != std::string_view::npos) return false;
  io::fail(name, 1, io::in_quotes(text.substr(0, next + 1)),
           "the number of equations in a line of its own, or a sign of multiplication (--format phcpack or equations "
           "says which)");
}

/// Whether a statement begins with a word of Bertini's, whose files declare what they define.
bool declares(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(";\n", at), text.size());
    io::text_cursor statement(text.substr(at, end - at), "", '%');
    const std::string_view word = statement.take_name();
    for (const char* known :
         {"function", "variable", "variable_group", "hom_variable_group", "pathvariable", "CONFIG", "INPUT"})
      if (word == known) return true;
    at = end + 1;
  }
  return false;
}

system_format detect(std::string_view text, const std::string& name) {
  if (text.starts_with("VIETASYS")) return system_format::binary;
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return system_format::phcpack;
  // JSON has names or texts; without them this is a list of equations, "{x^2 - y, y^2 - x}".
  if (text[first] == '{' || text[first] == '[')
    return text.find('"') == text.npos && text.find_first_of("=^xyz") != text.npos ? system_format::equations
                                                                                   : system_format::json;
  if (begins_with_count(text.substr(first), name)) return system_format::phcpack;
  return declares(text) ? system_format::bertini : system_format::equations;
}

/// "re im" lines, one for each coordinate; a first line with one whole number is the number of points.
std::vector<system_point> read_lines(std::string_view text, const std::string& name, std::size_t variables) {
  std::vector<system_point> points;
  std::size_t line_number = 0, expected_points = 0;
  bool first = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    ++line_number;
    const std::vector<std::string_view> words = io::words_of(line.substr(0, line.find('#')));
    if (words.empty()) continue;
    if (first && words.size() == 1) {
      first = false;
      const auto [stop, failure] = std::from_chars(words[0].data(), words[0].data() + words[0].size(), expected_points);
      if (failure == std::errc{} && stop == words[0].data() + words[0].size() && words[0] != "0") continue;
      expected_points = 0;
    }
    first = false;
    complex<qd> z{qd(0.0), qd(0.0)};
    std::string_view re = words[0], im = words.size() > 1 ? words[1] : "0";
    if (im.ends_with(';')) im.remove_suffix(1);
    if (re.ends_with(';')) re.remove_suffix(1);
    if (words.size() > 2 || !io::parse_coordinate(re, z.re) || !io::parse_coordinate(im, z.im))
      io::fail(name, line_number, io::in_quotes(line), "a coordinate: a real and an imaginary part");
    if (points.empty() || points.back().size() == variables) points.emplace_back();
    points.back().push_back(z);
  }
  if (!points.empty() && points.back().size() != variables)
    io::fail(name, line_number,
             std::to_string(points.back().size()) + (points.back().size() == 1 ? " coordinate" : " coordinates") +
                 " of point " + std::to_string(points.size()),
             std::to_string(variables) + ": a line for each, with its real and its imaginary part");
  if (expected_points != 0 && expected_points != points.size())
    io::fail(name, 1, std::to_string(points.size()) + " points", std::to_string(expected_points));
  return points;
}

}  // namespace

namespace {

rational_system parse_equations(std::span<const std::string> equations, std::span<const std::string> variables,
                                std::vector<io::system_polynomial>* divisors) {
  const float_environment floats;
  return io::read_with_new_unknowns(divisors, [&](io::system_names& names) {
    for (const std::string& v : variables) {
      if (!names.variables.emplace(v, static_cast<std::uint32_t>(names.in_order.size())).second)
        throw error("variables: found " + io::in_quotes(v) + " twice, expected each name once");
      names.in_order.push_back(v);
    }
    names.open = variables.empty();
    std::vector<io::system_polynomial> polynomials;
    for (std::size_t k = 0; k < equations.size(); ++k) {
      const std::string name = "equation " + std::to_string(k + 1);
      const std::string plain = io::expression_text(equations[k], name);
      io::text_cursor cursor(plain, name, '#');
      // Letters and signs beyond ASCII are read as others, so that what follows them stands elsewhere.
      if (plain == equations[k]) cursor.show_columns();
      io::system_polynomial p = io::read_equation(cursor, names);
      if (p.empty()) throw error(name + ": found the zero polynomial, expected an equation");
      polynomials.push_back(std::move(p));
    }
    if (names.in_order.empty()) throw error("equations: found no variable, expected at least one");
    return polynomials;
  });
}

}  // namespace

polynomial_system polynomial_system::parse(std::span<const std::string> equations,
                                           std::span<const std::string> variables) {
  return parse_equations(equations, variables, nullptr).equations;
}

rational_system rational_system::parse(std::span<const std::string> equations, std::span<const std::string> variables) {
  std::vector<io::system_polynomial> divisors;
  return parse_equations(equations, variables, &divisors);
}

system_file read_system(const std::string& path, system_format how) {
  const float_environment floats;
  return read_system(io::read_file(path, "a polynomial system").bytes(), io::name_of_input(path), how);
}

system_file read_system(std::string_view text, const std::string& name, system_format how) {
  const float_environment floats;
  text = io::without_mark(text);
  if (how != system_format::binary && text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos)
    throw error(name + ":1: found nothing, expected a polynomial system");
  try {
    const system_format found = how == system_format::automatic ? detect(text, name) : how;
    switch (found) {
      case system_format::bertini:
        return io::read_bertini(text, name);
      case system_format::equations:
        return io::read_equations(text, name);
      case system_format::json:
        return io::read_system_json(text, name);
      case system_format::binary:
        return io::read_system_binary(text, name);
      case system_format::phcpack:
      case system_format::automatic:
        break;
    }
    return io::read_phcpack(text, name);
  } catch (const error& problem) {
    // What the builder refuses does not know the file.
    const std::string message = problem.what();
    if (message.starts_with(name)) throw;
    throw error(name + ": " + message);
  }
}

rational_file read_rational_system(const std::string& path, system_format how) {
  const float_environment floats;
  return read_rational_system(io::read_file(path, "a polynomial system").bytes(), io::name_of_input(path), how);
}

rational_file read_rational_system(std::string_view given, const std::string& name, system_format how) {
  const float_environment floats;
  const std::string_view text = io::without_mark(given);
  const bool has_text = text.find_first_not_of(" \t\r\n\v\f") != std::string_view::npos;
  if (has_text && how == system_format::automatic) how = detect(text, name);
  if (!has_text || how != system_format::equations) {
    system_file file = read_system(given, name, how);
    return {{std::move(file.system), {}}, std::move(file.points), std::move(file.parameters)};
  }
  std::vector<io::system_polynomial> divisors;
  return {io::read_equations(text, name, &divisors), {}, {}};
}

std::vector<system_point> read_points(const std::string& path, const polynomial_system& system) {
  const float_environment floats;
  return read_points(io::read_file(path, "points").bytes(), io::name_of_input(path), system);
}

std::vector<system_point> read_points(std::string_view text, const std::string& name, const polynomial_system& system) {
  const float_environment floats;
  text = io::without_mark(text);
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) throw error(name + ":1: found nothing, expected points");
  if (text[first] == '[' || text[first] == '{') {
    return io::read_points_json(text, name, system.variables());
  }
  std::string plain;
  text = io::in_plain_characters(text, plain);
  std::vector<system_point> points = io::read_phcpack_solutions(text, name, 1, system.variables());
  if (points.empty()) points = read_lines(text, name, system.variables().size());
  if (points.empty()) throw error(name + ":1: found no point, expected one at least");
  return points;
}

qd parse_multiple(std::string_view decimal) {
  const float_environment floats;
  qd x;
  if (!io::parse_coordinate(decimal, x))
    throw error("found " + io::in_quotes(decimal) + ", expected a decimal number below 1e300");
  return x;
}

}  // namespace vieta
