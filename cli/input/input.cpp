#include "input/input.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "io/complex_text.hpp"
#include "options.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {
namespace {

const std::map<std::string, format> formats = {
    {"auto", format::automatic},        {"list", format::list}, {"json", format::json}, {"npy", format::npy},
    {"expression", format::expression}, {"pol", format::pol}};

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
      ->check(one_of({"auto", "list", "json", "npy", "expression", "pol"}))
      ->excludes(text)
      ->group("Input");
}

io::file_content polynomial_input::content() const {
  if (!expression.empty()) return io::copy_of(expression);
  if (file.empty())
    throw error("INPUT: found nothing, expected a file, - for standard input, or --poly \"x^5 - x - 1\"");
  return is_list(file) || is_expression(file) ? io::copy_of(file) : io::read_file(file, "a polynomial");
}

rational_function polynomial_input::read_rational(const io::file_content& content) const {
  const power_order order = descending ? power_order::descending : power_order::ascending;
  const bool listed = expression.empty() && is_list(file);
  if (!expression.empty() || (!listed && is_expression(file))) {
    if (descending) throw error("--descending: found an expression, expected a list of coefficients");
    return vieta::read_rational(content.bytes(), "expression", vieta::format::expression);
  }
  return vieta::read_rational(content.bytes(), listed ? "INPUT" : io::name_of_input(file), formats.at(format), order);
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

}  // namespace

bool is_expression(const std::string& file) {
  if (is_file(file) || has_extension(file)) return false;
  // Folders and dashes are in names of files as well: between names of one letter they are operators.
  std::size_t longest = 0, length = 0;
  bool letters = false, number_before_letter = false;
  for (std::size_t k = 0; k < file.size(); ++k) {
    const auto c = static_cast<unsigned char>(file[k]);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
    letters |= letter;
    number_before_letter |= letter && k > 0 && file[k - 1] >= '0' && file[k - 1] <= '9' && length == 0;
    length = letter ? length + (c >= 0x80 ? 0 : 1) : 0;
    longest = std::max(longest, length);
  }
  if (!letters) return file.find_first_of("^*=") != std::string::npos;
  if (file.find_first_of("^*=") != std::string::npos) return true;
  if (file.find_first_of("+(") != std::string::npos || number_before_letter) return true;
  const bool spaced = file.find(" - ") != std::string::npos || file.find(" / ") != std::string::npos;
  const bool beyond_ascii =
      std::any_of(file.begin(), file.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return file.find_first_of("-/") != std::string::npos && (spaced || longest <= 1) && (longest <= 2 || !beyond_ascii);
}

bool is_list(const std::string& file) {
  if (is_file(file)) return false;
  std::string text = file;
  const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  if (first != std::string::npos && text[first] == '[' && text[last] == ']') text[first] = text[last] = ' ';
  std::size_t numbers = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" ,;\t\n", at), text.size());
    exact::real re, im;
    if (end > at && !io::parse_complex(std::string_view(text).substr(at, end - at), re, im)) return false;
    numbers += end > at ? 1 : 0;
    at = end + 1;
  }
  return numbers > 1;
}

std::string polynomial_input::name() const {
  if (!expression.empty()) return expression;
  return file == "-" ? "standard input" : file;
}

}  // namespace vieta::cli
