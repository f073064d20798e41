#include "input/input.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "base/expression/two_readings.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "io/complex_text.hpp"
#include "io/wrapped_list.hpp"
#include "options.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {

namespace {

bool is_file(const std::string& text);
bool has_extension(const std::string& text);
bool has_folder(const std::string& text);

}  // namespace

void add_polynomial_input(CLI::App& verb, polynomial_input& input) {
  CLI::Option* file =
      verb.add_option("INPUT", input.file,
                      "File with the polynomial, - for standard input, or the\npolynomial itself: \"x^5 - x - 1\"")
          ->type_name("");
  CLI::Option* text = verb.add_option("--poly", input.expression, "The polynomial itself: \"x^5 - x - 1\"")
                          ->type_name("TEXT")
                          ->excludes(file)
                          ->group("Input");
  verb.add_flag("--descending", input.descending,
                "A list of coefficients begins with that of the highest power, as in NumPy's roots and MATLAB")
      ->excludes(text)
      ->group("Input");
  verb.add_option("--format", input.format, "auto, list, json, npy, expression or pol (default auto)")
      ->type_name("NAME")
      ->check(one_of(words_of<vieta::format>()))
      ->excludes(text)
      ->group("Input");
}

io::file_content polynomial_input::content() const {
  if (!expression.empty()) return io::copy_of(expression);
  if (file.empty())
    throw error("INPUT: found nothing, expected a file, - for standard input, or --poly \"x^5 - x - 1\"");
  if (is_list(file) || is_json(file) || is_expression(file)) return io::copy_of(file);
  exact::real re, im;
  if (!is_file(file) && io::parse_complex(file, re, im))
    throw error(file + ": found a number, expected a polynomial, a list of two coefficients or more, or a file");
  if (!is_file(file) && !has_extension(file) && !has_folder(file) &&
      file.find_first_of("<>!|&'\"[](){},") != std::string::npos)
    throw error(io::brief(file) +
                ": found neither a file of this name nor a polynomial that can be read, expected one such as "
                "x^5 - x - 1, a list of coefficients such as 1 -3 2, or a file");
  return io::read_file(file, "a polynomial");
}

rational_function polynomial_input::read_rational(const io::file_content& content) const {
  const power_order order = descending ? power_order::descending : power_order::ascending;
  const bool listed = expression.empty() && (is_list(file) || is_json(file));
  if (!expression.empty() || (!listed && is_expression(file))) {
    if (descending) throw error("--descending: found an expression, expected a list of coefficients");
    rational_function read = vieta::read_rational(content.bytes(), "expression", vieta::format::expression);
    if (read.numerator.degree() == 0 && read.denominator.degree() <= 0 && read.numerator.terms() > 0)
      throw error(
          io::brief(expression.empty() ? file : expression) +
          ": found a constant, expected a polynomial in a variable such as x, or a list of coefficients such as "
          "1 -3 2 (i, I and j are the imaginary unit)");
    return read;
  }
  return vieta::read_rational(content.bytes(), listed ? "INPUT" : io::name_of_input(file),
                              *value_named<vieta::format>(format), order);
}

namespace {

bool is_file(const std::string& text) {
  std::error_code ignored;
  return text.empty() || text == "-" || std::filesystem::exists(text, ignored);
}

/// ".pol", ".json": what only a file's name ends in.
bool has_extension(const std::string& text) {
  const std::size_t point = text.rfind('.');
  if (point == std::string::npos || point + 2 > text.size()) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return is_letter(text[point + 1]) && text.find_first_of(" ^*/+=()", point) == std::string::npos;
}

/// "/data/p", "./p", "data/p" where there is a folder "data": names of files that are not there.
bool has_folder(const std::string& text) {
  if (text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text.starts_with('~')) return true;
  const std::size_t last = text.rfind('/');
  std::error_code ignored;
  return last != std::string::npos && text.find_first_of(" ^*=(") == std::string::npos &&
         std::filesystem::is_directory(text.substr(0, last), ignored);
}

/// "x", "x1", "x_12", "pi", "alpha", a Greek letter: words of formulas rather than of names of files.
bool is_word_of_formulas(std::string_view word) {
  static const std::set<std::string_view> known = {
      "pi",   "tau",   "im",    "sqrt",  "sin",  "cos", "tan",  "asin", "acos",   "atan",  "sinh",   "cosh",
      "tanh", "exp",   "log",   "ln",    "log2", "abs", "erf",  "cbrt", "sign",   "min",   "max",    "alpha",
      "beta", "gamma", "delta", "theta", "zeta", "eta", "iota", "mu",   "lambda", "sigma", "omega",  "kappa",
      "rho",  "phi",   "psi",   "chi",   "xi",   "nu",  "xx",   "xy",   "yy",     "xyz",   "epsilon"};
  if (known.contains(word)) return true;
  const std::string_view subscript = word.substr(std::min(io::length_of_letter(word), word.size()));
  return subscript.find_first_not_of("_0123456789") == std::string_view::npos;
}

}  // namespace

bool is_expression(const std::string& file) {
  if (is_file(file) || has_extension(file) || has_folder(file)) return false;
  const std::string text = io::plain_text(file);
  if (text.find_first_of("^*=;") != std::string::npos) return true;
  // Dashes, folders, signs and parentheses are in names of files as well: between words of formulas they are operators.
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  bool letters = false, all_of_formulas = true, product = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
    const bool number = at > start;
    if (number && at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E') && is_digit(text[at + 1]))
      at = std::min(text.find_first_not_of("0123456789", at + 1), text.size());
    std::size_t length = io::length_of_letter(std::string_view(text).substr(at));
    const std::size_t word = at;
    while (length > 0 || (at > word && at < text.size() && is_digit(text[at]))) {
      at += std::max<std::size_t>(length, 1);
      length = at < text.size() ? io::length_of_letter(std::string_view(text).substr(at)) : 0;
    }
    if (at > word) {
      letters = true;
      product |= number;
      all_of_formulas = all_of_formulas && is_word_of_formulas(std::string_view(text).substr(word, at - word));
    } else if (at == start) {
      all_of_formulas = all_of_formulas && static_cast<unsigned char>(text[at]) < 0x80;
      ++at;
    }
  }
  if (!letters) {                                                         // "1/0" and "2/3 - 1"
    const bool signs = text.find_first_of("+/() ") != std::string::npos;  // 2024-01-05 is a name of a file
    return signs && text.find_first_not_of("0123456789.+-/() ") == std::string::npos && all_of_formulas;
  }
  if (product && all_of_formulas) return true;
  const bool spaced = text.find(" - ") != std::string::npos || text.find(" + ") != std::string::npos ||
                      text.find(" / ") != std::string::npos;
  return text.find_first_of("+-/(") != std::string::npos && (spaced || all_of_formulas);
}

bool is_list(const std::string& file) {
  if (is_file(file)) return false;
  std::string text = expression::without_comments(io::plain_text(io::without_quotes(file)));
  if (io::unwrap_list(text)) return true;
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '[' && text[last] == ']') text[first] = text[last] = ' ';
  std::size_t numbers = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" ,;\t\r\n", at), text.size());
    exact::real re, im;
    const std::string_view word = std::string_view(text).substr(at, end - at);
    // "nan,1" is a list, too: its reader says what is wrong with it.
    if (end > at && !io::parse_complex(word, re, im) && !io::is_not_finite(word)) return false;
    numbers += end > at ? 1 : 0;
    at = end + 1;
  }
  return numbers > 1;
}

bool is_json(const std::string& file) {
  const std::size_t first = file.find_first_not_of(" \t\r\n");
  return !is_file(file) && first != file.npos && file[first] == '{' && file.find('"') != file.npos;
}

std::string polynomial_input::name() const {
  if (!expression.empty()) return expression;
  return file == "-" ? "standard input" : file;
}

}  // namespace vieta::cli
