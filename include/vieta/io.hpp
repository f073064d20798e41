#pragma once

#include <array>
#include <cstddef>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "vieta/enum_names.hpp"
#include "vieta/export.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {

/// How a polynomial is written down. `automatic` looks at the content (and, for .npy, the magic bytes).
/// - list: numbers separated by white space or commas, ascending; '#' starts a comment; complex as "1+2i" or "(1,2)"
/// - json: [1, 2.5, "1/3", [re, im], ...] or {"coefficients": [...]}; strings hold exact numbers
/// - npy: a one-dimensional NumPy array (f4, f8, i*, u*, c8, c16), ascending
/// - expression: "x^5 - x - 1"
/// - pol: MPSolve's files, the old letters form (sri, dcf, ...) and the newer `Key=value;` form
enum class format { automatic, list, json, npy, expression, pol };
template <>
inline constexpr auto names_of<format> = std::to_array<enum_name<format>>({{format::automatic, "auto"},
                                                                           {format::list, "list"},
                                                                           {format::json, "json"},
                                                                           {format::npy, "npy"},
                                                                           {format::expression, "expression"},
                                                                           {format::pol, "pol"}});

/// Which end of a list of coefficients comes first: x^0, or the highest power (as numpy.roots and MATLAB have it).
enum class power_order { ascending, descending };

/// Reads a file; "-" is standard input. Throws vieta::error "FILE:LINE: found ..., expected ...".
VIETA_API polynomial read_polynomial(const std::string& path, format how = format::automatic);

/// Reads a text; `name` stands for the file in messages.
VIETA_API polynomial read_polynomial(std::string_view text, const std::string& name, format how);

/// A quotient of polynomials in lowest terms, or one polynomial over 1.
struct rational_function {
  polynomial numerator, denominator;
  std::string variable = "x";  ///< as the text calls it
  /// The largest relative error of a coefficient: above 0 where pi, e or the root of a number stands in the text.
  double uncertainty = 0;
  /// Coefficients were listed, and nothing in the text says in which order.
  bool is_list = false;
};

/// The same for texts that may be more than polynomials with exact coefficients: "(s^2 + 1)/(s + 2)", "x^2 - pi". Lists
/// of coefficients (list, json, npy) are taken in this order; other formats are refused beside `descending`.
VIETA_API rational_function read_rational(const std::string& path, format how = format::automatic,
                                          power_order order = power_order::ascending);
VIETA_API rational_function read_rational(std::string_view text, const std::string& name, format how,
                                          power_order order = power_order::ascending);

/// One number as people type it: the nearest double, and where that is not the number itself a text as `roots_region`
/// takes it: "0.3", "1/3", "[0.785398... +/- 2e-100]".
struct exact_number {
  double nearest = 0;
  std::string text;
};
/// A decimal, a fraction, inf and -inf, or an expression such as -pi/4, sqrt(2); nothing for all else, and for numbers
/// that overflow a double or vanish in it.
VIETA_API std::optional<exact_number> read_number(std::string_view text);
/// The real and imaginary part of a finite number that may be complex: 1+2i, -i, 2j, 1/2 - sqrt(3)/2 i.
VIETA_API std::optional<std::pair<exact_number, exact_number>> read_complex_number(std::string_view text);

/// Many polynomials with real coefficients, one in each row of a file, for `real_roots`. Shorter rows are filled up
/// with zeros (of the highest powers).
struct polynomial_rows {
  std::size_t count = 0;
  int degree = 0;  ///< of the longest row; at most 64
  /// Floats when the file is an array of float32, else doubles; columns when the array is in Fortran's order.
  std::variant<polynomial_batch<double>, polynomial_batch<float>> batch;
  std::shared_ptr<const void> memory;  ///< what `batch` points into; copies share it
  /// Of a text: what rounding to doubles took from each number, in rows of degree + 1; empty where that is nothing.
  /// Null for arrays.
  std::shared_ptr<const std::vector<double>> rest;
};

/// Reads a file with one polynomial in each row, ascending; "-" is standard input. The content tells the format: a
/// two-dimensional NumPy array (f4, f8, i*, u*), JSON ([[c0, c1, ...], ...]), or lines of numbers separated by white
/// space or commas, where '#' starts a comment. Decimals and fractions ("1/3") are rounded to the nearest double; NaN
/// and infinities are kept. Throws vieta::error "FILE:LINE: found ..., expected ...". Takes time proportional to the
/// size of the file; an array of native floats or doubles is not copied after it has been read.
VIETA_API polynomial_rows read_rows(const std::string& path);

/// The same from a text or the bytes of an array; `name` stands for the file in messages.
VIETA_API polynomial_rows read_rows(std::string_view bytes, const std::string& name);

}  // namespace vieta
