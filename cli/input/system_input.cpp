#include "input/system_input.hpp"

#include <charconv>
#include <system_error>
#include <vector>

#include "base/expression/two_readings.hpp"
#include "base/plain_text.hpp"
#include "input/input.hpp"
#include "options.hpp"
#include "vieta/error.hpp"

namespace vieta::cli {

namespace {

polynomial_system family_of(const std::string& text) {
  const std::map<std::string, polynomial_system (*)(int)> known = {
      {"cyclic", families::cyclic}, {"katsura", families::katsura}, {"noon", families::noon}, {"eco", families::eco}};
  const std::vector<std::string> parts = cli::split(text, ":");
  const auto read = [](const std::string& part, auto& number) {
    const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), number);
    return end == part.data() + part.size() && code == std::errc();
  };
  int n = 0;
  double c = 33.0 / 64;
  if (parts.size() >= 2 && read(parts[1], n)) {
    if (const auto found = known.find(parts[0]); found != known.end() && parts.size() == 2) return found->second(n);
    if (parts[0] == "chandrasekhar" && (parts.size() == 2 || (parts.size() == 3 && read(parts[2], c))))
      return families::chandrasekhar(n, c);
  }
  throw error("--family: found '" + text + "', expected cyclic:N, katsura:N, noon:N, eco:N, chandrasekhar:N or " +
              "chandrasekhar:N:C with a decimal C");
}

}  // namespace

std::vector<std::string> split(const std::string& text, const char* separators) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::vector<std::string> equations_in(const std::string& typed) {
  const std::string text = io::without_eq(expression::without_comments(typed));
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  // "{x^2 - y, y^2 - x}", a set or list of equations as computer algebra writes it.
  if (first != text.npos && ((text[first] == '{' && text[last] == '}') || (text[first] == '[' && text[last] == ']')) &&
      text.find_first_of("{}[]", first + 1) == last)
    return equations_in(text.substr(first + 1, last - first - 1));
  const char* const separator = text.find(';') != text.npos ? ";" : text.find('\n') != text.npos ? "\n" : ",";
  // The comma of pow(x, 2) is none between equations.
  std::string marked = text;
  int depth = 0;
  for (char& c : marked) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (*separator == ',' && c == ',' && depth == 0) c = '\n';
  }
  std::vector<std::string> equations = split(marked, *separator == ',' ? "\n" : separator);
  std::erase_if(equations, [](const std::string& e) { return e.find_first_not_of(" \t\r\n") == std::string::npos; });
  // A number between commas is no equation, but what is behind a decimal comma.
  if (*separator == ',' && equations.size() > 1)
    for (const std::string& e : equations)
      if (e.find_first_not_of("0123456789 ") == std::string::npos)
        throw error("equations: found '" + e + "' behind a comma, expected an equation; decimals have a point");
  if (*separator == '\n' && equations.size() > 1 &&
      equations[0].find_first_not_of("0123456789 \t\r") == std::string::npos)
    throw error("equations: found '" + equations[0] +
                "' in the first line, expected an equation: the number of equations stands in PHCpack's files");
  expression::refuse_two_readings_of_equations(equations, "equations");
  return equations;
}

void system_arguments::check() const {
  const int sources = !file.empty() + !system.empty() + !family.empty();
  if (sources != 1)
    throw error(
        sources == 0
            ? "SYSTEM: found nothing, expected a file, - for standard input, --system \"x^2 - 2\" or --family cyclic:7"
            : "SYSTEM: found several, expected one of a file, --system and --family");
}

const std::string& system_arguments::text() const { return system.empty() && is_expression(file) ? file : system; }

system_file system_arguments::read() const {
  check();
  if (!family.empty()) return {family_of(family), {}};
  if (is_json(file)) return read_system(file, "SYSTEM", system_format::json);
  if (text().empty()) return read_system(file, *value_named<system_format>(format));
  return {polynomial_system::parse(equations_in(text())), {}};
}

rational_file system_arguments::read_rational() const {
  check();
  if (!family.empty()) return {{family_of(family), {}}, {}, {}};
  if (is_json(file)) {
    system_file typed = read_system(file, "SYSTEM", system_format::json);
    return {{std::move(typed.system), {}}, std::move(typed.points), std::move(typed.parameters)};
  }
  if (text().empty()) return read_rational_system(file, *value_named<system_format>(format));
  return {rational_system::parse(equations_in(text())), {}, {}};
}

void add_system_options(CLI::App& verb, system_arguments& arguments) {
  CLI::Option* file =
      verb.add_option(
              "SYSTEM", arguments.file,
              "File with the system, - for standard input, or the\nequations themselves: \"x^2 + y^2 - 4; x*y - 1\"")
          ->type_name("");
  CLI::Option* text =
      verb.add_option("--system", arguments.system, "The equations themselves: \"x^2 + y^2 - 4; x*y - 1\"")
          ->type_name("TEXT")
          ->excludes(file)
          ->group("Input");
  CLI::Option* family =
      verb.add_option(
              "--family", arguments.family,
              "cyclic:N, katsura:N, noon:N, eco:N, chandrasekhar:N or chandrasekhar:N:C (C as a double; default 33/64)")
          ->type_name("NAME:N")
          ->excludes(file)
          ->excludes(text)
          ->group("Input");
  verb.add_option("--format", arguments.format, "auto, phcpack, bertini, equations, json or binary (default auto)")
      ->type_name("NAME")
      ->check(one_of(words_of<system_format>()))
      ->excludes(text)
      ->excludes(family)
      ->group("Input");
}

void add_solution_options(CLI::App& verb, solution_arguments& arguments) {
  verb.add_option("--digits", arguments.digits, "Decimal digits, 1 to 60 (default 15, or what --precision holds)")
      ->type_name("N")
      ->check(whole_number(1, 60))
      ->group("Work");
  verb.add_option("--precision", arguments.precision,
                  "d, dd, td or qd: 1 to 4 doubles in a solution (default: what --digits needs)")
      ->type_name("NAME")
      ->check(one_of({"d", "dd", "td", "qd"}))
      ->group("Work");
  verb.add_flag("--no-proof", arguments.no_proof, "Leave the proofs out")->group("Work");
  verb.add_option("--show-digits", arguments.show,
                  "Digits of each coordinate (default: those of --digits, or what --precision holds, as far as known)")
      ->type_name("N")
      ->check(whole_number(1, 64))
      ->group("Output");
}

}  // namespace vieta::cli
