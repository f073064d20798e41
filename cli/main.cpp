#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "base/not_reached.hpp"
#include "help/manual.hpp"
#include "help/misuse_text.hpp"
#include "help/suggestion.hpp"
#include "help/verb_guess.hpp"
#include "output.hpp"
#include "verbs/verbs.hpp"
#include "work/memory.hpp"
#include "work/ranks.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

constexpr const char* examples =
    R"(  vieta roots "x^5 - x - 1"                         all complex roots, proven
  vieta real-roots "x^3 - x" --in 0,inf             real ones, of one or many
  vieta minimax acos --full-range acos --emit hlsl  a fast acos for a shader
  vieta solve "x^2+y^2-4; x*y-1"                    all solutions of a system
  vieta boxes - <<< '{"curves":[[[0,0],[2,1]],[[0,1],[2,0]]]}'  where two meet

Usage: vieta VERB INPUT [options]       INPUT: a file, - for standard input, or
                                        the polynomial or equations themselves

)";

constexpr const char* for_all_verbs =
    R"(
All verbs take --json and -o FILE, most --threads N, --max-seconds S and
--on cpu|cuda.  `vieta help VERB` shows all options of one, `vieta man` the
manual page, `vieta completion bash|zsh|fish` a script for your shell.
Exit codes: 0 all solved, 1 misuse or bad input, 2 solved in part.
)";

/// `vieta --help`: 24 lines at most, so that it fits a terminal.
std::string help_text() {
  constexpr std::size_t column = 14;
  std::string text = examples;
  for (const verb_entry& verb : all_verbs()) {
    std::string line = "  " + std::string(verb.name);
    line.resize(std::max(line.size() + 2, column), ' ');
    text += line + verb.purpose + '\n';
  }
  return text + for_all_verbs;
}

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

/// Of the processes that mpirun started, one speaks for all, as long as they do the same. `--ranks none` says that they
/// do not.
bool is_silent = false;

bool has_ranks_none(const std::vector<std::string>& arguments) {
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k] == "--ranks=none" || (arguments[k] == "none" && k > 0 && arguments[k - 1] == "--ranks"))
      return true;
  return false;
}

void say(const std::string& text) {
  if (is_silent) return;
  output out("");
  out.stream() << text;
  out.commit();
}

int complain(std::string message) {
  if (is_silent) {
    // A launcher ends all processes with the first one that fails: the one that speaks has to be it.
    std::this_thread::sleep_for(std::chrono::seconds(2));
    return misuse;
  }
  // One line, whatever the message holds; and no control characters, which may come from a file's name. Written in one
  // piece, since others write there as well.
  std::replace(message.begin(), message.end(), '\n', ' ');
  std::cerr << "vieta: " + io::brief(message, 4 * message.size()) + '\n' << std::flush;
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

/// `vieta man`, `vieta completion SHELL`.
int write_manual(const std::vector<command>& commands, const std::vector<std::string>& arguments) {
  std::vector<const CLI::App*> verbs;
  for (const command& c : commands) verbs.push_back(c.app);
  const bool is_page = arguments.front() == "man";
  const std::size_t expected = is_page ? 1 : 2;
  if (arguments.size() > expected)
    return complain(arguments.front() + ": found '" + arguments[expected] + "', expected no more arguments");
  if (arguments.size() < expected) return complain("completion: found nothing, expected bash, zsh or fish");
  say(is_page ? man_page(verbs, help_text(), VIETA_VERSION) : completion(verbs, arguments[1]));
  return all_solved;
}

int solve(const command& chosen) {
  const int code = chosen.run();
  if (code == solved_in_part && chosen.app->get_name() != "verify") point_to_file(*chosen.app);
  return code;
}

/// "]0,1[", an open interval in the countries that write it so; "(0,1)" and "[0,1)" in the others.
bool has_open_ends(const std::string& text) {
  bool is_inside = false;
  int depth = 0;  // of parentheses that are no function's
  std::vector<bool> of_functions;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '[' || c == ']') {
      if ((c == '[') == is_inside) return true;
      is_inside = !is_inside;
    } else if (c == '(') {
      of_functions.push_back(k > 0 && std::isalpha(static_cast<unsigned char>(text[k - 1])) != 0);
      depth += of_functions.back() ? 0 : 1;
    } else if (c == ')') {
      if (of_functions.empty()) return true;
      depth -= of_functions.back() ? 0 : 1;
      of_functions.pop_back();
    } else if (c == ',' && depth > 0) {
      return true;
    }
  }
  return false;
}

int run(std::vector<std::string> arguments) {
  // A library that was loaded into this process may round upward, or flush to zero: no verb may.
  const float_environment floats;
  CLI::App program("vieta");
  std::vector<command> commands;
  for (const verb_entry& verb : all_verbs()) commands.push_back(verb.add(program));
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
  if (arguments.empty()) return say(help_text()), all_solved;
  const bool may_be_text = !arguments.front().starts_with('-') || is_signed_text(arguments.front());
  if (const std::string guess = may_be_text ? verb_for(arguments.front()) : ""; !guess.empty()) {
    // Said on standard error: results on standard output stay what the verb alone would write.
    if (!is_silent)
      std::cerr << "vieta: no verb; taken for: vieta " << guess << " \"" << io::brief(arguments.front(), 200) << "\"\n";
    arguments.insert(arguments.begin(), guess);
  }
  const std::string verb = arguments.front();
  // "[0,1]" is an interval for people, and a list for CLI11.
  for (std::size_t k = 1; k < arguments.size(); ++k)
    if (std::string& text = arguments[k]; arguments[k - 1] == "--in" || arguments[k - 1] == "--box") {
      if (has_open_ends(text))
        return complain(arguments[k - 1] + ": found '" + io::brief(text) +
                        "', expected a closed interval: a,b or [a,b] holds its ends");
      std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    }
  if (arguments.size() > 1 && is_signed_text(arguments[1])) arguments[1].insert(0, " ");  // no option, but a polynomial
  if (verb == "--help" || verb == "-h") return say(help_text()), all_solved;
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
    return complain("VERB: found '" + io::brief(verb, 200) + "', expected " + verbs + " (" +
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
  const CLI::Option *limit = chosen->app->get_option_no_throw("--max-seconds"),
                    *wish = chosen->app->get_option_no_throw("--ranks");
  const bool may_share = wish != nullptr && wish->count() > 0;
  if (wish != nullptr && !may_share && launched().size > 1)
    return complain("--ranks: found " + std::to_string(launched().size) + " processes started by " + launched().by +
                    ", expected --ranks mpi (they share the work, and one of them writes the answer) or --ranks none "
                    "(each works alone)");
  const work_watch watch(limit == nullptr || limit->count() == 0 ? 0 : limit->as<double>());
  if (!may_share || wish->as<std::string>() == "none") return solve(*chosen);
  open_ranks();
  is_silent = false;  // from here on each has its own to say
  return ranks()->rank() == 0 ? solve(*chosen) : help_rank_0();
}

int run_or_complain(const std::vector<std::string>& arguments) {
  try {
    return run(arguments);
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  } catch (const not_reached& problem) {
    return complain(problem.what()), solved_in_part;
  } catch (const std::exception& problem) {
    return complain(problem.what());
  }
}

}  // namespace
}  // namespace vieta::cli

int main(int count, char** values) {
  using namespace vieta::cli;
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of writing, and told as one
#endif
  end_without_memory();
  const std::vector<std::string> arguments(values + 1, values + count);
  is_silent = launched().size > 1 && launched().rank > 0 && !has_ranks_none(arguments);
  const int code = run_or_complain(arguments);
  try {
    close_ranks(code);
  } catch (const std::exception& problem) {
    return complain(problem.what());
  }
  return code;
}
