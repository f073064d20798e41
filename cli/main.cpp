#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "input/input.hpp"
#include "manual.hpp"
#include "memory.hpp"
#include "output.hpp"
#include "suggestion.hpp"
#include "verbs/command.hpp"
#include "work_watch.hpp"

namespace vieta::cli {
namespace {

constexpr const char* help_text =
    R"(  vieta roots "x^5 - x - 1"                         all complex roots, proven
  vieta real-roots "x^3 - x" --in 0,inf             real ones, of one or many
  vieta minimax acos --full-range acos --emit hlsl  a fast acos for a shader
  vieta solve "x^2+y^2-4; x*y-1"                    all solutions of a system
  vieta boxes - <<< '{"curves":[[[0,0],[2,1]],[[0,1],[2,0]]]}'  where two meet

Usage: vieta VERB INPUT [options]       INPUT: a file, - for standard input, or
                                        the polynomial or equations themselves

  roots       all complex roots of a polynomial, or of many, each in a disc
  real-roots  the real roots in an interval, of each of many small polynomials
  minimax     the polynomial of least largest error for a function, as code
  newton      solutions of a system near given starts, to 60 digits
  solve       all complex solutions of a system, no start needed
  boxes       all solutions of small systems in a box
  verify      proves a result of roots, newton or solve once more
  info        version, build, processor, GPUs

All verbs take --json and -o FILE, most --threads N, --max-seconds S and
--on cpu|cuda.  `vieta help VERB` shows all options of one, `vieta man` the
manual page, `vieta completion bash|zsh|fish` a script for your shell.  Files
to try it on are in the folder examples/ of the sources.
Exit codes: 0 all solved, 1 misuse or bad input, 2 solved in part.
)";

/// CLI11's help, less its noise: no checks and conflicts beside the options, no doubled blank lines.
class plain_formatter : public CLI::Formatter {
 public:
  plain_formatter() { column_width(24); }
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() || option->get_positional() ? "" : ' ' + option_type(option);
  }
  std::string make_usage(const CLI::App* verb, std::string) const override {
    std::string text = "\nUsage: vieta " + verb->get_name();
    for (const CLI::Option* option : verb->get_options([](const CLI::Option* o) { return o->get_positional(); }))
      text += ' ' + option->get_name(true);
    return text + " [options]\n";
  }
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    if (group == "Options") return "";  // --help alone: whoever reads this has found it
    return CLI::Formatter::make_group(is_positional ? "Arguments" : std::move(group), is_positional, options);
  }

 private:
  /// "N:INT in [1 - 9]" is N for people.
  static std::string option_type(const CLI::Option* option) {
    const std::string type = option->get_type_name();
    return type.substr(0, type.find(':'));
  }
};

void say(const std::string& text) {
  output out("");
  out.stream() << text;
  out.commit();
}

int complain(std::string message) {
  // One line, whatever the message holds; and no control characters, which may come from a file's name.
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cerr << "vieta: " << io::brief(message, 4 * message.size()) << std::endl;
  return misuse;
}

/// Who has an answer written to a file is to see that something is left open; programs see the exit code.
void point_to_file(const CLI::App& verb) {
  const CLI::Option *file = verb.get_option_no_throw("--output"), *quiet = verb.get_option_no_throw("--quiet");
  if (file == nullptr || file->count() == 0 || ::isatty(STDERR_FILENO) == 0) return;
  if (quiet != nullptr && quiet->count() > 0) return;
  std::cerr << "vieta: " << verb.get_name() << ": not all is solved (exit code 2); see " << file->as<std::string>()
            << '\n';
}

/// CLI11 takes what follows an unknown option for an argument, and then complains about that: the option comes first.
std::string in_words(const CLI::ParseError& problem, const CLI::App& verb) {
  const std::vector<std::string> left = verb.remaining();  // what the verb does not know
  for (const std::string& word : left)
    if (word.size() > 1 && word.front() == '-' && word != "--") {
      const std::string option = word.substr(0, word.find('=')), alike = option_like(verb, option);
      const bool may_be_function = verb.get_option_no_throw("FUNCTION") != nullptr && word[1] != '-';
      return verb.get_name() + ": found '" + option + "', expected " +
             (alike.empty() ? "an option that it has" : alike) +
             (may_be_function ? "; a FUNCTION that begins with - is the last argument, behind --" : "");
    }
  if (!left.empty()) return verb.get_name() + ": found '" + left.front() + "', expected no more arguments";
  // CLI11's own words where they are not those of the rest of the program.
  std::string text = problem.what();
  const auto parts = [&](const std::string& between, std::size_t from) {
    const std::size_t at = text.find(between, from);
    return std::pair(text.substr(from, at - from), at == text.npos ? "" : text.substr(at + between.size()));
  };
  if (text.starts_with("Could not convert: ")) {
    const auto [option, value] = parts(" = ", 19);
    return option + ": found '" + value + "', expected a number";
  }
  if (text.ends_with(" missing")) {
    const auto [option, rest] = parts(": 1 required ", 0);
    return option + ": found nothing, expected " + rest.substr(0, rest.size() - 8);
  }
  // "--poly: At Most 1 required but received 2"
  for (const std::string limit : {": At Most ", ": At Least ", ": Exactly "})
    if (const std::size_t at = text.find(limit); at != text.npos) {
      const auto [most, received] = parts(" required but received ", at + limit.size());
      const auto number = [](const std::string& n) { return n == "1" ? "one" : n == "2" ? "two" : n; };
      return text.substr(0, at) + ": found " + number(received) + ", expected " +
             (limit == ": At Least " ? "at least " : "") + number(most);
    }
  if (dynamic_cast<const CLI::ExcludesError*>(&problem) != nullptr) {
    const auto [option, other] = parts(" excludes ", 0);
    return option + ": found beside " + other + ", expected one of them";
  }
  return text;
}

/// What somebody means who types a polynomial, equations or a function before any verb; empty where it may be several.
std::string verb_for(const std::string& typed) {
  if (is_list(typed)) return "roots";
  if (!is_expression(typed)) return "";
  const std::set<std::string_view> functions = {"sin", "cos", "tan", "asin", "acos",  "atan", "sinh", "cosh", "tanh",
                                                "exp", "log", "ln",  "log2", "log10", "abs",  "erf",  "cbrt", "sign"};
  const std::set<std::string_view> numbers = {"i", "I", "j", "im", "pi", "e", "sqrt"};
  const std::string plain = io::plain_text(typed);
  const std::string_view text = plain;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  std::set<std::string_view> variables;
  std::string_view first;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    for (std::size_t length = 1; end < text.size() && length > 0; end += length)
      length = end > at && is_digit(text[end]) ? 1 : io::length_of_letter(text.substr(end));
    const std::string_view word = text.substr(at, end - at);
    const bool of_number = at > 0 && (is_digit(text[at - 1]) || text[at - 1] == '.') && end < text.size() &&
                           (word == "e" || word == "E") &&
                           (is_digit(text[end]) || text[end] == '-' || text[end] == '+');
    if (functions.contains(word)) return "minimax";
    if (!word.empty() && !numbers.contains(word) && !of_number) variables.insert(word);
    if (first.empty()) first = word;
    at = std::max(end, at + 1);
  }
  const std::size_t end_of_all = text.find_last_not_of("; \t\n");
  const bool equations = text.find_first_of(";,\n") < end_of_all;
  // "p(x) =" and "y =" say what is defined.
  const std::size_t sign = text.find('=');
  const bool defines = sign != std::string::npos && text.find_first_not_of(' ', first.size()) == sign;
  const bool function = sign != std::string::npos && !first.empty() && text.substr(first.size()).starts_with('(');
  return equations || (variables.size() > 1 && !(variables.size() == 2 && (defines || function))) ? "solve" : "roots";
}

/// "-x^2 + 1" and "-1 0 1", which begin like options. "-x" alone may be one.
bool is_signed_text(const std::string& text) {
  if (text.size() < 2 || text[0] != '-' || text[1] == '-') return false;
  const bool number = (text[1] >= '0' && text[1] <= '9') || text[1] == '.' || text[1] == '(';
  if (!number && text.find_first_of("^*(+-/ ", 1) == text.npos) return false;
  return is_list(text) || is_expression(text);
}

/// `vieta man`, `vieta completion SHELL`.
int write_manual(const std::vector<command>& commands, const std::vector<std::string>& arguments) {
  std::vector<const CLI::App*> verbs;
  for (const command& c : commands) verbs.push_back(c.app);
  const bool is_page = arguments.front() == "man";
  const std::size_t expected = is_page ? 1 : 2;
  if (arguments.size() > expected)
    return complain(arguments.front() + ": found '" + arguments[expected] + "', expected no more arguments");
  if (arguments.size() < expected) return complain("completion: found nothing, expected bash, zsh or fish");
  say(is_page ? man_page(verbs, help_text, VIETA_VERSION) : completion(verbs, arguments[1]));
  return all_solved;
}

int run(std::vector<std::string> arguments) {
  CLI::App program("vieta");
  const std::vector<command> commands = {add_roots(program),  add_real_roots(program), add_minimax(program),
                                         add_newton(program), add_solve(program),      add_boxes(program),
                                         add_verify(program), add_info(program)};
  std::string verbs;
  for (const command& c : commands) {
    verbs += (verbs.empty() ? "" : &c == &commands.back() ? " or " : ", ") + c.app->get_name();
    c.app->formatter(std::make_shared<plain_formatter>());
  }

  if (!arguments.empty() && (arguments.front() == "completion" || arguments.front() == "man"))
    return write_manual(commands, arguments);
  if (!arguments.empty() && arguments.front() == "help") {
    if (arguments.size() > 2) return complain("help: found '" + arguments[2] + "', expected one verb");
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (arguments.empty()) return say(help_text), all_solved;
  const bool may_be_text = !arguments.front().starts_with('-') || is_signed_text(arguments.front());
  if (const std::string guess = may_be_text ? verb_for(arguments.front()) : ""; !guess.empty()) {
    // Said on standard error: results on standard output stay what the verb alone would write.
    std::cerr << "vieta: no verb; taken for: vieta " << guess << " \"" << arguments.front() << "\"\n";
    arguments.insert(arguments.begin(), guess);
  }
  const std::string verb = arguments.front();
  // "[0,1]" is an interval for people, and a list for CLI11.
  for (std::size_t k = 1; k < arguments.size(); ++k)
    if (std::string& text = arguments[k]; arguments[k - 1] == "--in" || arguments[k - 1] == "--box")
      std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
  if (arguments.size() > 1 && is_signed_text(arguments[1])) arguments[1].insert(0, " ");  // no option, but a polynomial
  if (verb == "--help" || verb == "-h") return say(help_text), all_solved;
  if (verb == "--version" || verb == "-V") return say("vieta " VIETA_VERSION "\n"), all_solved;
  const auto chosen =
      std::find_if(commands.begin(), commands.end(), [&](const command& c) { return c.app->get_name() == verb; });
  if (std::error_code ignored; chosen == commands.end() && std::filesystem::is_regular_file(verb, ignored))
    return complain("VERB: found the file '" + verb +
                    "', expected a verb before it: roots (one polynomial), real-roots (one in each row), solve "
                    "(equations) or another of " +
                    verbs);
  if (chosen == commands.end()) {
    std::vector<std::string> names;
    for (const command& c : commands) names.push_back(c.app->get_name());
    const std::string meant = verb_like(names, verb);
    return complain("VERB: found '" + verb + "', expected " + verbs + " (" +
                    (meant.empty() ? "see vieta --help" : "perhaps " + meant) + ")");
  }

  try {
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
    program.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    std::string text = chosen->app->help();
    for (std::size_t at = 0; (at = text.find("\n\n\n")) != std::string::npos;) text.erase(at, 1);
    return say(text), all_solved;
  } catch (const CLI::ParseError& problem) {
    return complain(in_words(problem, *chosen->app) + " (see vieta help " + verb + ")");
  }
  const CLI::Option* limit = chosen->app->get_option_no_throw("--max-seconds");
  const work_watch watch(limit == nullptr || limit->count() == 0 ? 0 : limit->as<double>());
  const int code = chosen->run();
  if (code == solved_in_part && verb != "verify") point_to_file(*chosen->app);
  return code;
}

}  // namespace
}  // namespace vieta::cli

int main(int count, char** values) {
  using namespace vieta::cli;
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of writing, and told as one
  end_without_memory();
  try {
    return run({values + 1, values + count});
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const std::exception& problem) {
    return complain(problem.what());
  }
}
