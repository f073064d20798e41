#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "io/system/system_expression.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/system_io.hpp"

/// One reader per format of systems. `name` stands for the file in messages "NAME:LINE: found ..., expected ...".
namespace vieta::io {

system_file read_phcpack(std::string_view text, std::string_view name);
system_file read_bertini(std::string_view text, std::string_view name);
system_file read_equations(std::string_view text, std::string_view name);
/// The same with quotients, where `divisors` is not null: it is used up.
rational_system read_equations(std::string_view text, std::string_view name, std::vector<system_polynomial>* divisors);
system_file read_system_json(std::string_view text, std::string_view name);
system_file read_system_binary(std::string_view bytes, std::string_view name);

/// PHCpack's solution blocks anywhere in a text; `first_line` is the number of the text's first line.
std::vector<system_point> read_phcpack_solutions(std::string_view text, std::string_view name, std::size_t first_line,
                                                 const std::vector<std::string>& variables);

/// [[[re, im], ...], ...], or an object with such a list as "starts", "solutions" or "points"; the result of `newton
/// --json` is one.
std::vector<system_point> read_points_json(std::string_view text, std::string_view name,
                                           const std::vector<std::string>& variables);

/// "1, 2+3i; 1e-3-2.5e-4i, 2*i": coordinates separated by commas, points by semicolons.
std::vector<system_point> read_points_text(std::string_view text, std::string_view name, std::size_t variables);

/// A system from expanded polynomials; `names.in_order` are its variables.
polynomial_system build_system(const system_names& names, std::vector<system_polynomial> equations);
/// The same with what `names.divisors` holds.
rational_system build_rational_system(system_names& names, std::vector<system_polynomial> equations);
/// What `read` gives, with quotients and functions of unknowns where `divisors` is not null. It is called again where
/// an angle is to be divided into smaller parts.
rational_system read_with_new_unknowns(std::vector<system_polynomial>* divisors,
                                       const std::function<std::vector<system_polynomial>(system_names&)>& read);

/// The words of a line, separated by blanks.
std::vector<std::string_view> words_of(std::string_view line);
/// A real number in one word, with PHCpack's and Fortran's habits ("+1.5", "1.5D-3"); false when it is none.
bool parse_coordinate(std::string_view word, qd& out);

}  // namespace vieta::io
