#pragma once

#include <array>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta {

/// How a system is written down; docs/reference/formats.md describes each. `automatic` looks at the content.
/// - phcpack: a number of equations, then polynomials that end with ';', then perhaps solutions
/// - bertini: declarations (variable_group, function, constant) and assignments
/// - equations: nothing but equations, with a ';' after each or one in a line
/// - json: {"variables": [...], "equations": [...], "starts": [...]}
/// - binary: vieta's own, for systems of millions of terms
enum class system_format { automatic, phcpack, bertini, equations, json, binary };
template <>
inline constexpr auto names_of<system_format> =
    std::to_array<enum_name<system_format>>({{system_format::automatic, "auto"},
                                             {system_format::phcpack, "phcpack"},
                                             {system_format::bertini, "bertini"},
                                             {system_format::equations, "equations"},
                                             {system_format::json, "json"},
                                             {system_format::binary, "binary"}});

/// A file's system, the points that it lists (solutions of a PHCpack file, "starts" of a JSON file), and the variables
/// that it declares to be parameters ("parameters" of a JSON file).
struct system_file {
  polynomial_system system;
  std::vector<system_point> points;
  std::vector<std::string> parameters = {};
};

/// Reads a file; "-" is standard input. Numbers are taken exactly, points to 63 digits. Throws vieta::error
/// "FILE:LINE: found ..., expected ...".
VIETA_API system_file read_system(const std::string& path, system_format how = system_format::automatic);
/// The same from a text; `name` stands for the file in messages.
VIETA_API system_file read_system(std::string_view text, const std::string& name, system_format how);

/// Points for a system: a list of PHCpack's solution blocks, JSON ([[[re, im], ...], ...]), or lines "re im", one for
/// each coordinate in the order of the variables, point after point (Bertini's files; a first line with the number of
/// points may stand there). Throws vieta::error.
VIETA_API std::vector<system_point> read_points(const std::string& path, const polynomial_system& system);
VIETA_API std::vector<system_point> read_points(std::string_view text, const std::string& name,
                                                const polynomial_system& system);

/// Writes a system in the binary form.
VIETA_API void write_binary(std::ostream& out, const polynomial_system& system);

/// A decimal number as a quad-double, correctly rounded to within 2^-208; "1.5e-3", "-2/3". Throws vieta::error.
VIETA_API qd parse_multiple(std::string_view decimal);

/// The decimal number with this many significant digits nearest to x (ties to even): "-1.2345e-06". For digits = 0 all
/// digits of the exact value of the four doubles.
VIETA_API std::string to_decimal(const qd& x, int digits);

}  // namespace vieta
