#include "verbs/minimax_arguments.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>

#include "base/words.hpp"
#include "input/samples_input.hpp"
#include "minimax/function/head.hpp"
#include "minimax/function/tree.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {
namespace {

/// The function whose usual form serves: atan2 is made from atan, and with range reduction cos from sin.
std::string form_of(const minimax_arguments& given) {
  if (given.function == "atan2") return "atan";
  if (given.function == "pow") return "log2";
  return given.function == "cos" && given.full_range == "cos" ? "sin" : given.function;
}

std::vector<int> parse_exponents(const std::string& text, int degree) {
  std::vector<int> all;
  if (text.empty()) return all;
  if (text == "odd" || text == "even") {
    for (int k = text == "odd" ? 1 : 0; k <= degree; k += 2) all.push_back(k);
    if (all.empty()) throw error("--degree: found '0', expected 1 or more beside --exponents odd");
    return all;
  }
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    if (word.empty() || word.size() > 4 ||
        !std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
      throw error("--exponents: found '" + word + "' in '" + text + "', expected odd, even or numbers such as 1,3,5");
    all.push_back(std::stoi(word));
  }
  return all;
}

/// As one word of a shell.
std::string in_shell_quotes(const std::string& value) {
  if (value.find_first_of("\"\\$`!") == std::string::npos) return '"' + value + '"';
  std::string text = "'";
  for (const char c : value) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string without_blanks_around(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::pair<std::string, std::string> parse_interval(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos)
    throw error("--in: found '" + text + "', expected two numbers a,b such as 0,1 or -pi/4,pi/4");
  return {text.substr(0, comma), text.substr(comma + 1)};
}

bool is_short(const std::string& function) {
  return !function.empty() && std::isalpha(static_cast<unsigned char>(function[0])) != 0 &&
         std::all_of(function.begin(), function.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; }) &&
         !approximation::is_name_of_variable(function);
}

void complete(minimax_arguments& given) {
  if (given.full_range.empty() || given.full_range == "true") {  // CLI11's word
    if (!is_short(given.function))
      throw error("--full-range: found nothing, expected a function such as acos beside an expression");
    given.full_range = given.function;
  }
  if (given.function.empty() && given.samples.empty()) given.function = given.full_range;
}

void expect_what_options_need(const minimax_arguments& given, const CLI::App& verb) {
  if (given.function != "pareto" && verb.count("--rates") > 0)
    throw error("--rates: found no pareto, expected `vieta minimax pareto FUNCTION` as well");
  if (verb.count("--error") > 0) {
    if (!(given.error > 0)) throw error("--error: found a number that is not positive, expected the largest error");
    if (verb.count("--degree") > 0) throw error("--error: found beside --degree, expected one of them");
    if (!given.exponents.empty() && given.exponents != "odd" && given.exponents != "even")
      throw error("--error: found beside a list of --exponents, expected odd, even or none");
  }
  if (!given.beside.empty() && given.plot.empty()) throw error("--beside: found no --plot, expected one as well");
  for (const std::string& text : given.beside) approximation::parse(text, "--beside");
  if (given.positive && given.full_range.empty())
    throw error("--positive: found no --full-range, expected one as well");
  if (given.hex && given.emit != "c" && given.emit != "cpp" && given.emit != "c++" && given.emit != "cuda")
    throw error("--hex: found " + (given.emit.empty() ? "no --emit" : "--emit '" + given.emit + "'") +
                ", expected --emit c, cpp or cuda as well");
  for (const auto& [option, is_given, languages] :
       {std::tuple("--half2", given.half2, "cuda"), std::tuple("--bfloat16", given.bfloat16, "c, cpp or cuda")})
    if (is_given && given.emit.empty())
      throw error(std::string(option) + ": found no --emit, expected --emit " + languages + " as well");
  for (const auto& [option, is_given] : {std::pair("--name", !given.name.empty()), std::pair("--fma", given.fma)})
    if (is_given && given.emit.empty() && !given.out.json)
      throw error(std::string(option) + ": found no --emit, expected --emit LANGUAGE as well");
  const std::string& list = given.exponents;
  if (verb.count("--degree") > 0 && !list.empty() && list != "odd" && list != "even") {
    const std::vector<int> powers = parse_exponents(list, given.degree);
    const int highest = *std::max_element(powers.begin(), powers.end());
    if (highest != given.degree)
      throw error("--degree: found '" + std::to_string(given.degree) + "' beside --exponents '" + list +
                  "', expected " + std::to_string(highest) + " or no --degree");
  }
}

void expect_no_more_of_pareto(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    const std::string name = option->get_name();
    if (option->count() > 0 && !option->get_positional() && name != "--rates" && name != "--json" &&
        name != "--output" && name != "--quiet" && name != "--plot" && name != "--degree")
      throw error("pareto: found '" + name +
                  "', expected no other option than --degree, --rates, --json, --output, --plot and --quiet");
  }
}

minimax_problem problem_of(const minimax_arguments& given) {
  if (given.absolute + given.relative + !given.weight.empty() > 1)
    throw error("--absolute, --relative, --weight: found several, expected one of them");
  minimax_problem p;
  if (!given.samples.empty()) {
    if (!given.function.empty())
      throw error("FUNCTION: found '" + given.function + "' beside --samples, expected one of them");
    if (!given.intervals.empty())
      throw error("--in: found '" + given.intervals[0] +
                  "' beside --samples, expected no interval but that of the samples");
    p.samples = given.sampled;
    p.degree = given.degree;
  } else if (given.function.empty()) {
    throw error("FUNCTION: found nothing, expected an expression, a short form such as acos, or --samples FILE");
  } else if (is_short(given.function)) {
    p = minimax_short_form(form_of(given), given.degree);
    // Some usual forms are those of another variable: log1p(x) of log. An interval is one of x of what was named.
    const bool other_variable = p.function.starts_with("log1p(x)");
    if (other_variable && !given.intervals.empty() && given.full_range.empty()) {
      p = {};
      p.function = given.function == "softplus" ? "log1p(exp(x))" : given.function + "(x)";
      p.degree = given.degree;
    }
  } else {
    p.function = given.function;
    p.degree = given.degree;
  }
  if (!given.form.empty()) p.form = given.form;
  if (!given.intervals.empty()) {
    p.intervals.clear();
    for (const std::string& text : given.intervals) p.intervals.push_back(parse_interval(text));
  }
  if (given.absolute) p.error = minimax_error::absolute;
  if (given.relative) p.error = minimax_error::relative;
  if (!given.weight.empty()) {
    p.error = minimax_error::weighted;
    p.weight = given.weight;
  }
  // A unit in the last place is the same everywhere.
  if (!given.fixed.empty() && !given.relative && given.weight.empty()) p.error = minimax_error::absolute;
  p.exponents = parse_exponents(given.exponents, given.degree);
  p.constraints = given.constraints;
  p.denominator_degree = given.denominator;
  return p;
}

std::string command_line(const minimax_arguments& given, code_language language) {
  std::string text = "vieta minimax";
  const auto add = [&](const std::string& option, const std::string& value) {
    const bool plain = std::all_of(value.begin(), value.end(), [](unsigned char c) {
      return std::isalnum(c) != 0 || c == ',' || c == '_' || c == '.' || c == '-' || c == ':' || c == '/';
    });
    text += " " + option + " " + (plain ? value : in_shell_quotes(value));
  };
  const std::string function = is_short(given.function) ? given.function : in_shell_quotes(given.function);
  const bool looks_like_option = given.function.starts_with('-');  // and is one, but for its place behind --
  if (!given.samples.empty())
    add("--samples", given.samples);
  else if (!looks_like_option)
    text += " " + function;
  if (!given.form.empty()) add("--form", given.form);
  for (const std::string& i : given.intervals) add("--in", i);
  const bool listed = !given.exponents.empty() && given.exponents != "odd" && given.exponents != "even";
  if (!listed) add("--degree", std::to_string(given.degree));
  if (given.denominator > 0) add("--denominator-degree", std::to_string(given.denominator));
  if (!given.exponents.empty()) add("--exponents", given.exponents);
  if (given.absolute) text += " --absolute";
  if (given.relative) text += " --relative";
  if (!given.weight.empty()) add("--weight", given.weight);
  for (const std::string& c : given.constraints) add("--constraint", c);
  if (given.fixed.empty())
    add("--format", given.coefficients);
  else
    add("--fixed", given.fixed);
  if (given.wide) text += " --wide";
  if (given.no_search) text += " --no-search";
  if (given.no_proof) text += " --no-proof";
  add("--emit", name(language));
  if (!given.name.empty()) add("--name", given.name);
  if (!given.full_range.empty()) add("--full-range", given.full_range);
  if (given.positive) text += " --positive";
  if (given.estrin) text += " --estrin";
  if (given.fma) text += " --fma";
  if (given.half) text += " --half";
  if (given.half2) text += " --half2";
  if (given.bfloat16) text += " --bfloat16";
  if (given.hex) text += " --hex";
  if (given.exhaustive) text += " --exhaustive";
  for (const std::string& m : given.machines) add("--machine", m);
  if (looks_like_option) text += " -- " + function;
  return text;
}

}  // namespace vieta::cli
