#include "help/misuse_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "help/suggestion.hpp"
#include "help/verb_guess.hpp"

namespace vieta::cli {

/// CLI11 takes what follows an unknown option for an argument, and then complains about that: the option comes first.
std::string in_words(const CLI::ParseError& problem, const CLI::App& verb) {
  const std::vector<std::string> left = verb.remaining();  // what the verb does not know
  for (const std::string& word : left)
    if (word.size() > 1 && word.front() == '-' && word != "--") {
      const std::string option = word.substr(0, word.find('=')), alike = option_like(verb, option);
      const bool may_be_function = verb.get_option_no_throw("FUNCTION") != nullptr && word[1] != '-';
      return verb.get_name() + ": found '" + option + "', expected " +
             (alike.empty() ? "an option that it has" : alike) +
             (is_signed_text(word) ? "; an expression with blanks stands in quotes" : "") +
             (may_be_function ? "; a FUNCTION that begins with - is the last argument, behind --" : "");
    }
  if (!left.empty()) {
    const bool is_expression = left.front().find_first_of("+-*/^=()0123456789") != std::string::npos;
    constexpr std::array<std::string_view, 4> of_systems{"boxes", "components", "newton", "solve"};
    const bool takes_systems = std::find(of_systems.begin(), of_systems.end(), verb.get_name()) != of_systems.end();
    return verb.get_name() + ": found '" + left.front() + "', expected no more arguments" +
           (!is_expression  ? ""
            : takes_systems ? "; equations stand in one pair of quotes, with ; between them"
                            : "; an expression with blanks stands in quotes");
  }
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

}  // namespace vieta::cli
