#include "input/input.hpp"

#include <filesystem>
#include <map>

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
      verb.add_option("INPUT", input.file, "File with the polynomial, or - for standard input")->type_name("");
  CLI::Option* text = verb.add_option("--poly", input.expression, "The polynomial itself: \"x^5 - x - 1\"")
                          ->type_name("TEXT")
                          ->excludes(file)
                          ->group("Input");
  verb.add_option("--format", input.format, "auto, list, json, npy, expression or pol (default auto)")
      ->type_name("NAME")
      ->check(one_of({"auto", "list", "json", "npy", "expression", "pol"}))
      ->excludes(text)
      ->group("Input");
}

polynomial polynomial_input::read() const {
  return expression.empty() ? read(content()) : polynomial::parse(expression);
}

io::file_content polynomial_input::content() const {
  if (file.empty())
    throw error("INPUT: found nothing, expected a file, - for standard input, or --poly \"x^5 - x - 1\"");
  refuse_expression(file);
  return io::read_file(file, "a polynomial");
}

polynomial polynomial_input::read(const io::file_content& content) const {
  return read_polynomial(content.bytes(), io::name_of_input(file), formats.at(format));
}

bool is_expression(const std::string& file) {
  std::error_code ignored;
  return file != "-" && !std::filesystem::exists(file, ignored) && file.find('x') != std::string::npos &&
         file.find_first_of("^+*") != std::string::npos;
}

void refuse_expression(const std::string& file) {
  if (is_expression(file))
    throw error(file + ": found no such file, expected one, or --poly \"" + file + "\" for the polynomial itself");
}

std::string polynomial_input::name() const {
  if (!expression.empty()) return expression;
  return file == "-" ? "standard input" : file;
}

}  // namespace vieta::cli
