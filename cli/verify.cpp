#include <istream>
#include <memory>
#include <streambuf>

#include "command.hpp"
#include "input.hpp"
#include "io/read_file.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta::cli {
namespace {

struct verify_arguments {
  std::string result;
  polynomial_input input;
  output_options out;
};

/// Bytes as a stream, without a copy.
struct bytes_buffer : std::streambuf {
  explicit bytes_buffer(const io::file_content& content) {
    char* const begin = content.memory.get();
    setg(begin, begin, begin + content.size);
  }
};

roots_result read_result(const std::string& path) {
  const io::file_content content = io::read_file(path, "a result of `vieta roots --json`");
  bytes_buffer buffer(content);
  std::istream in(&buffer);
  return report::read_roots_json(in, io::name_of_input(path));
}

std::string in_words(const verification& outcome, const roots_result& result) {
  std::int64_t unproven = 0, held = 0;
  for (const root& z : result.roots) {
    unproven += z.status == root_status::unproven;
    held += z.status == root_status::unproven ? 0 : z.multiplicity;
  }
  std::string text;
  for (const std::string& line : outcome.complaints) text += line + '\n';
  const std::string discs = std::to_string(outcome.checked) + (outcome.checked == 1 ? " disc" : " discs");
  if (!outcome.holds)
    return text + "does not hold: " + std::to_string(outcome.complaints.size()) +
           (outcome.complaints.size() == 1 ? " complaint; " : " complaints; ") + discs + " proven again\n";
  text += "holds: " + discs + " proven again, pairwise disjoint, with " + std::to_string(held) +
          (held == 1 ? " root" : " roots");
  if (!result.report.region.is_plane()) text += " in the region (that these are all is not looked at again)";
  if (unproven > 0) text += "; " + std::to_string(unproven) + " unproven, which claim nothing";
  return text + '\n';
}

int run(const verify_arguments& given) {
  if (given.result.empty()) throw error("no RESULT: expected a file that `vieta roots --json` wrote, or -");
  if (given.result == "-" && given.input.file == "-")
    throw error("RESULT.json and INPUT cannot both be standard input");
  output::check({given.out.file});
  const roots_result result = read_result(given.result);
  const verification outcome = verify(given.input.read(), result);
  write_answer(
      given.out, [&](std::ostream& out) { report::write_json(out, outcome); },
      [&](std::ostream& out) { out << in_words(outcome, result); });
  return outcome.holds ? all_solved : solved_in_part;
}

}  // namespace

command add_verify(CLI::App& program) {
  auto given = std::make_shared<verify_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "verify",
      "Proves the claims of a result once more, by a slow way that shares nothing with the solver.\n"
      "Exit code 0: all claims hold; 2: some could not be confirmed, and are listed.\n"
      "\n"
      "  vieta roots wilkinson20.pol --json -o roots.json && vieta verify roots.json wilkinson20.pol\n"
      "  vieta roots --poly \"x^5 - x - 1\" --json | vieta verify - --poly \"x^5 - x - 1\"");
  verb.add_option("RESULT", given->result, "What `vieta roots --json` printed, or - for standard input")->type_name("");
  add_polynomial_input(verb, given->input);
  add_output_options(verb, given->out);
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
