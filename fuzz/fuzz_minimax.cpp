#include <string>
#include <vector>

#include "check_reader.hpp"
#include "minimax/problem.hpp"

// A question to `minimax` in lines: the function, the form, an interval "a,b", a weight (empty: the absolute error),
// then constraints. Only vieta::error, with a message of one printable line, may come out; what is read says as text
// what it was read from.
namespace {

using vieta::fuzz::require;

void check_message(std::string_view message) {
  require(!message.empty() && message.size() < 600);
  vieta::fuzz::check_line(message);
}

void check_text(const vieta::approximation::tree& t) {
  if (!t) return;
  const std::string text = to_text(t);
  try {
    require(to_text(vieta::approximation::parse(text, "input", true)) == text);
  } catch (const vieta::error& refused) {  // written out in full it may be too long or too deep to read
    const std::string_view message = refused.what();
    require(message.find("levels") != message.npos || message.find("characters, expected") != message.npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > vieta::fuzz::longest_input) return -1;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto line = [&](std::size_t k) { return k < lines.size() ? lines[k] : std::string(); };
  vieta::minimax_problem problem;
  problem.function = line(0);
  if (!line(1).empty()) problem.form = line(1);
  if (problem.form.find('q') != std::string::npos) problem.denominator_degree = 2;
  if (const std::size_t comma = line(2).find(','); comma != std::string::npos)
    problem.intervals = {{line(2).substr(0, comma), line(2).substr(comma + 1)}};
  problem.weight = line(3);
  if (!problem.weight.empty()) problem.error = vieta::minimax_error::weighted;
  for (std::size_t k = 4; k < lines.size(); ++k) problem.constraints.push_back(lines[k]);
  try {
    const vieta::approximation::problem read = vieta::approximation::read(problem);
    require(read.constraints.size() == problem.constraints.size());
    for (const auto& t : {read.f, read.weight, read.without_p, read.factor, read.argument, read.form}) check_text(t);
  } catch (const vieta::error& refused) {
    check_message(refused.what());
  }
  return 0;
}
