#include "vieta/verify.hpp"

#include <algorithm>
#include <chrono>
#include <istream>
#include <memory>
#include <streambuf>
#include <string_view>

#include "base/parallel_for.hpp"
#include "base/words.hpp"
#include "input/input.hpp"
#include "input/system_input.hpp"
#include "io/read_file.hpp"
#include "io/roots_json_reader.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/json.hpp"
#include "verbs/command.hpp"
#include "verify/systems/verify_newton.hpp"
#include "vieta/error.hpp"
#include "work/interrupt.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct verify_arguments {
  std::string result;
  system_arguments system;
  polynomial_input input;
  output_options out;
  verify_options work;
};

/// Bytes as a stream, without a copy.
struct bytes_buffer : std::streambuf {
  explicit bytes_buffer(const io::file_content& content) {
    char* const begin = content.memory.get();
    setg(begin, begin, begin + content.size);
  }
};

roots_result read_result(const io::file_content& content, const std::string& path) {
  bytes_buffer buffer(content);
  std::istream in(&buffer);
  return io::read_roots_json(in, io::name_of_input(path));
}

std::string complaints_of(const verification& outcome) {
  std::string text;
  for (const std::string& line : outcome.complaints) text += line + '\n';
  return text.empty() ? text : text + '\n';
}

std::string in_words(const verification& outcome, const roots_result& result) {
  std::int64_t unproven = 0, held = 0;
  for (const root& z : result.roots) {
    unproven += z.status == root_status::unproven;
    held += z.status == root_status::unproven ? 0 : z.multiplicity;
  }
  std::string text = complaints_of(outcome);
  const std::string discs = std::to_string(outcome.checked) + (outcome.checked == 1 ? " disc" : " discs");
  if (!outcome.decided) return text + "nothing is wrong so far: " + discs + " proven again\n";
  if (!outcome.holds)
    return text + "does not hold: " + std::to_string(outcome.complaints.size()) +
           (outcome.complaints.size() == 1 ? " complaint; " : " complaints; ") + discs + " proven again\n";
  text += "holds: " + discs + " proven again, pairwise disjoint, with " + std::to_string(held) +
          (held == 1 ? " root" : " roots");
  if (!result.report.region.is_plane()) text += " in the region, and there are no others in it";
  if (result.report.uncertainty > 0)
    text += "; what the uncertainty of the coefficients leaves of that is not looked at";
  if (unproven > 0) text += "; " + std::to_string(unproven) + " unproven, which claim nothing";
  return text + '\n';
}

/// Which verb printed the result: its first key says so, or its last one where another program sorted the keys. Empty
/// for what has neither.
std::string_view verb_of(const io::file_content& content) {
  constexpr std::size_t near = 64;
  const std::string_view all = content.bytes();
  for (std::string_view text : {all.substr(0, near), all.substr(all.size() - std::min(near, all.size()))}) {
    const std::size_t key = text.find("\"verb\"");
    if (key == text.npos) continue;
    text.remove_prefix(key + 6);
    const std::size_t begin = text.find('"');
    const std::size_t end = begin == text.npos ? begin : text.find('"', begin + 1);
    if (end != text.npos) return text.substr(begin + 1, end - begin - 1);
  }
  return {};
}

/// Of `newton` or `solve`. Results that `verify` knows nothing of are refused; what names no verb is left to the reader
/// of `roots`.
bool is_of_systems(const io::file_content& content, const std::string& path) {
  const std::string_view text = content.bytes();
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != text.npos && text[begin] != '{')
    throw error(io::name_of_input(path) +
                ": found no JSON, expected a result that `vieta roots`, `newton` or `solve` " +
                "wrote with --json: vieta verify RESULT INPUT, in this order");
  const std::string_view verb = verb_of(content);
  if (verb == "newton" || verb == "solve") return true;
  if (!verb.empty() && verb != "roots")
    throw error(io::name_of_input(path) + ": found a result of " + std::string(verb) +
                ", expected one of roots, newton or solve");
  return false;
}

/// "2 solutions", "1 stationary point": never a solution where the proof is of another thing.
std::string proven_again(const newton_verification& outcome) {
  std::string text;
  const auto add = [&text](std::int64_t count, const char* one, const char* many) {
    if (count > 0) text += (text.empty() ? "" : ", ") + std::to_string(count) + (count == 1 ? one : many);
  };
  add(outcome.solutions, " solution", " solutions");
  add(outcome.stationary_points, " stationary point", " stationary points");
  add(outcome.no_solutions, " point of least squares that is no solution",
      " points of least squares that are no solutions");
  text = (text.empty() ? "nothing" : text) + " proven again";
  if (outcome.complete == "proven") text += "; that none is missing as well";
  if (outcome.complete == "counted") text += "; none is missing, as counted with another prime";
  return text + '\n';
}

std::string in_words(const newton_verification& outcome) {
  const std::string text = complaints_of(outcome);
  const std::string proven = proven_again(outcome);
  if (outcome.holds) return text + "holds: " + proven;
  if (!outcome.decided) return text + "nothing is wrong so far: " + proven;
  return text + "does not hold: " + std::to_string(outcome.complaints.size()) +
         (outcome.complaints.size() == 1 ? " complaint; " : " complaints; ") + proven;
}

/// What `prove` returns, and a line on the work.
template <class Prove>
auto timed(const verify_arguments& given, std::string& work, const Prove& prove) {
  const auto begin = std::chrono::steady_clock::now();
  auto outcome = prove();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  work = "ball arithmetic, " + report::duration(seconds.count()) + " on cpu, " +
         report::counted(thread_count(given.work.threads), "thread", "threads") + '\n';
  return outcome;
}

int run(const verify_arguments& given) {
  if (given.result.empty())
    throw error(
        "RESULT: found nothing, expected a file that `vieta roots`, `newton` or `solve` wrote with --json, or -");
  if (given.result == "-" && given.input.file == "-")
    throw error("INPUT: found standard input, expected a file: RESULT is standard input already");
  output::check({given.out.file}, {given.result, given.input.file});
  const io::file_content content = io::read_file(given.result, "a result that vieta wrote with --json");
  verify_options options = given.work;
  options.cancel = &interrupt::flag();
  if (is_of_systems(content, given.result)) {
    system_arguments of = given.system;
    of.file = given.input.file;
    const polynomial_system system = of.read().system;
    const interrupt guard;
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    std::string work;
    const newton_verification outcome = timed(given, work, [&] {
      return verify_newton_result(system, content.bytes(), io::name_of_input(given.result), options);
    });
    write_answer(
        given.out, [&](std::ostream& out) { report::write_json(out, outcome); },
        [&](std::ostream& out) { out << in_words(outcome) << work; });
    return outcome.holds ? all_solved : solved_in_part;
  }
  if (!given.system.system.empty() || !given.system.family.empty())
    throw error((given.system.family.empty() ? "--system" : "--family") +
                std::string(": found a result of roots beside it, expected one of newton or solve"));
  const roots_result result = read_result(content, given.result);
  const polynomial p = given.input.read();
  const interrupt guard;
  options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
  std::string work;
  const verification outcome = timed(given, work, [&] { return verify(p, result, options); });
  write_answer(
      given.out, [&](std::ostream& out) { report::write_json(out, outcome); },
      [&](std::ostream& out) { out << in_words(outcome, result) << work; });
  return outcome.holds ? all_solved : solved_in_part;
}

}  // namespace

command add_verify(CLI::App& program) {
  auto given = std::make_shared<verify_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "verify",
      "Proves the claims of a result once more, by a slow way that shares nothing with the solver.\n"
      "Exit code 0: all claims hold; 2: some could not be confirmed, and are listed, or there was no time to decide.\n"
      "\n"
      "  vieta roots --poly \"x^5 - x - 1\" --json | vieta verify - --poly \"x^5 - x - 1\"\n"
      "  vieta roots examples/polynomials/wilkinson20.pol -o roots.json\n"
      "  vieta verify roots.json examples/polynomials/wilkinson20.pol\n"
      "  vieta solve --family cyclic:5 --json | vieta verify - --family cyclic:5");
  verb.add_option("RESULT", given->result,
                  "What `vieta roots`, `newton` or `solve` printed with --json, or - for standard input")
      ->type_name("");
  add_polynomial_input(verb, given->input);
  verb.add_option("--system", given->system.system, "For a result of newton or solve: its equations")
      ->type_name("TEXT")
      ->group("Input");
  verb.add_option("--family", given->system.family, "The same, by name: cyclic:5")->type_name("NAME:N")->group("Input");
  add_output_options(verb, given->out);
  verb.add_option("--threads", given->work.threads, "CPU threads (default 0: all)")
      ->type_name("N")
      ->check(whole_number(0, most_threads))
      ->group("Work");
  verb.add_option("--max-seconds", given->work.max_seconds,
                  "Stop then and say what was checked (exit code 2; default 0: no limit)")
      ->type_name("S")
      ->check(seconds())
      ->group("Work");
  add_ranks_option(verb);
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
