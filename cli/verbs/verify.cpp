#include "vieta/verify.hpp"

#include <chrono>
#include <istream>
#include <memory>
#include <optional>
#include <streambuf>
#include <string_view>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/words.hpp"
#include "input/boxes_input.hpp"
#include "input/input.hpp"
#include "input/samples_input.hpp"
#include "input/system_input.hpp"
#include "io/read_file.hpp"
#include "io/roots_json_reader.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/json.hpp"
#include "verbs/command.hpp"
#include "verify/boxes/verify_boxes.hpp"
#include "verify/minimax/verify_minimax.hpp"
#include "verify/subject.hpp"
#include "verify/systems/verify_components.hpp"
#include "verify/systems/verify_newton.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"
#include "work/interrupt.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct verify_arguments {
  std::string result, box;
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

std::optional<roots_result> read_poles(const io::file_content& content, const std::string& path) {
  if (content.bytes().find("\"poles\"") == std::string_view::npos) return std::nullopt;
  bytes_buffer buffer(content);
  std::istream in(&buffer);
  return io::read_poles_json(in, io::name_of_input(path));
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

std::string in_words(const components_verification& outcome) {
  const auto number = [](std::int64_t count) { return static_cast<std::size_t>(count); };
  std::string text = complaints_of(outcome);
  text += outcome.holds ? "holds: "
          : outcome.decided
              ? "does not hold: " + report::counted(outcome.complaints.size(), "complaint", "complaints") + "; "
              : "nothing is wrong so far: ";
  text += report::counted(number(outcome.witness_points), "witness point", "witness points") + " of " +
          report::counted(number(outcome.components), "component", "components") + " and " +
          report::counted(number(outcome.isolated), "isolated solution", "isolated solutions") + " proven again";
  if (outcome.complete) text += "; that no component is missing as well";
  return text +
         "\nnot checked, as it is measured: which points lie on one component, traces, multiplicities, that isolated "
         "solutions are isolated" +
         (outcome.complete ? "\n" : ", that no component and no isolated solution is missing\n");
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

std::string in_words(const boxes_verification& outcome) {
  std::string text = complaints_of(outcome);
  const std::string proven =
      report::counted(static_cast<std::size_t>(outcome.checked), "solution", "solutions") + " proven again";
  if (!outcome.decided) return text + "nothing is wrong so far: " + proven + '\n';
  if (!outcome.holds)
    return text + "does not hold: " + std::to_string(outcome.complaints.size()) +
           (outcome.complaints.size() == 1 ? " complaint; " : " complaints; ") + proven + '\n';
  text += "holds: " + proven;
  if (outcome.systems_complete == 1) text += ", and there is no other in the box";
  if (outcome.systems_complete > 1)
    text += ", and there are no others in the boxes of " + std::to_string(outcome.systems_complete) + " systems";
  return text + '\n';
}

/// The outcome in words or JSON, and the exit code.
template <class Outcome>
int written(const verify_arguments& given, const Outcome& outcome, const std::string& words) {
  write_answer(
      given.out, [&](std::ostream& out) { report::write_json(out, outcome); },
      [&](std::ostream& out) { out << words; });
  return outcome.holds ? all_solved : solved_in_part;
}

int run_boxes(const verify_arguments& given, const io::file_content& content, verify_options options) {
  if (!given.system.family.empty()) throw error("--family: found a result of boxes beside it, expected --system");
  const std::string& typed = given.system.system.empty() ? given.input.file : given.system.system;
  if (!given.system.system.empty() && !given.input.file.empty())
    throw error("INPUT: found " + given.input.file + " beside --system, expected one of them");
  if (typed.empty()) throw error("INPUT: found nothing, expected the file of the systems, or --system and --box");
  if (given.box.empty() != (given.system.system.empty() && !is_expression(typed)))
    throw error("--box: expected beside equations that are typed, and nowhere else");
  const std::vector<box_system> systems = given.box.empty() ? read_boxes(typed) : typed_boxes(typed, given.box);
  const interrupt guard;
  options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
  std::string work;
  const boxes_verification outcome = timed(given, work, [&] {
    return verify_boxes_result(systems, content.bytes(), io::name_of_input(given.result), options);
  });
  return written(given, outcome, in_words(outcome) + work);
}

std::string in_words(const minimax_verification& outcome) {
  std::string text = complaints_of(outcome);
  if (!outcome.decided) {
    text += "nothing is wrong so far";
  } else if (!outcome.holds) {
    text += "does not hold: " + std::to_string(outcome.complaints.size()) +
            (outcome.complaints.size() == 1 ? " complaint" : " complaints");
  } else {
    text += "holds";
  }
  const minimax_problem& about = outcome.of.problem;
  text += ", of " + about.function + " by " + about.form;
  for (const auto& [from, to] : about.intervals) text += " on [" + from + ", " + to + "]";
  text += std::string(" (") + name(about.error) + " error): ";
  text += outcome.bound ? "the error is at most " + report::shortest(outcome.of.proven_bound)
                        : std::string("no bound of the error proven again");
  if (outcome.optimum)
    text += std::string(outcome.same_q       ? "; no other p over the same q"
                        : outcome.same_signs ? "; none of these forms whose q has these signs on the intervals"
                                             : "; none of these forms") +
            " has a largest error below " + report::shortest(outcome.of.lower_bound);
  if (outcome.by_models) text += "; next to singular points by the solver's Taylor models";
  return text + "\nnot checked: code and its errors on floats, fixed-point programs, rounded_error\n";
}

int run_minimax(const verify_arguments& given, const io::file_content& content, verify_options options) {
  if (!given.system.system.empty() || !given.system.family.empty() || !given.input.expression.empty())
    throw error("INPUT: found a result of minimax beside an option, expected its function or nothing");
  const std::string name = io::name_of_input(given.result);
  std::vector<std::pair<double, double>> samples;
  if (!given.input.file.empty() && is_result_of_samples(content.bytes(), name))
    samples = read_samples(given.input.file);
  const interrupt guard;
  options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
  std::string work;
  const minimax_verification outcome = timed(
      given, work, [&] { return verify_minimax_result(content.bytes(), name, given.input.file, options, samples); });
  return written(given, outcome, in_words(outcome) + work);
}

/// The second outcome beside the first, as one: wrong where something is, decided where both are or something is wrong.
verification joined(verification zeros, const verification& poles) {
  const bool is_wrong = (zeros.decided && !zeros.holds) || (poles.decided && !poles.holds);
  for (const std::string& line : poles.complaints) zeros.complaints.push_back("poles: " + line);
  zeros.holds = zeros.holds && poles.holds;
  zeros.decided = zeros.holds || is_wrong;
  zeros.checked += poles.checked;
  return zeros;
}

int run_roots(const verify_arguments& given, const io::file_content& content, verify_options options) {
  const roots_result result = read_result(content, given.result);
  const std::optional<roots_result> listed = read_poles(content, given.result);
  const rational_function p = given.input.read_rational();
  const bool has_poles = p.denominator.degree() > 0;
  const interrupt guard;
  std::string work, words;
  const verification outcome = timed(given, work, [&] {
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    verification zeros = verify(p.numerator, result, options);
    if (!zeros.holds && result.report.method.starts_with("values")) {
      zeros.decided = false;  // of the series itself nothing is known
      zeros.complaints.insert(zeros.complaints.begin(),
                              "the result is that of a series or of a program, and this input is read as a polynomial "
                              "in powers of its variable");
    }
    words = in_words(zeros, result);
    if (!has_poles && !listed) return zeros;
    verification poles;
    if (has_poles && listed) {
      options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
      poles = verify(p.denominator, *listed, options);
      words += "\npoles\n" + in_words(poles, *listed);
    } else {
      poles.complaints.emplace_back(has_poles ? "none are listed, but the input has a denominator of degree " +
                                                    std::to_string(p.denominator.degree())
                                              : "some are listed, but the input has no denominator");
      words += "\npoles\n" + poles.complaints.back() + "\n\ndoes not hold\n";
    }
    return joined(zeros, poles);
  });
  return written(given, outcome, words + work);
}

int run(const verify_arguments& given) {
  if (given.result.empty())
    throw error(
        "RESULT: found nothing, expected a file that `vieta roots`, `newton`, `solve`, `components`, `boxes` or "
        "`minimax` "
        "wrote with --json, or -");
  if (given.result == "-" && given.input.file == "-")
    throw error("INPUT: found standard input, expected a file: RESULT is standard input already");
  output::check({given.out.file}, {given.result, given.input.file});
  const io::file_content content = io::read_file(given.result, "a result that vieta wrote with --json");
  verify_options options = given.work;
  options.cancel = &interrupt::flag();
  const result_subject about = subject_of_result(content.bytes(), io::name_of_input(given.result));
  if (!given.box.empty() && about != result_subject::boxes)
    throw error("--box: found another result beside it, expected one of boxes");
  if (about == result_subject::boxes) return run_boxes(given, content, options);
  if (about == result_subject::minimax) return run_minimax(given, content, options);
  if (about == result_subject::systems || about == result_subject::components) {
    system_arguments of = given.system;
    of.file = given.input.file;
    const rational_system system = of.read_rational().system;
    const interrupt guard;
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    std::string work;
    if (about == result_subject::components) {
      const components_verification outcome = timed(given, work, [&] {
        return verify_components_result(system, content.bytes(), io::name_of_input(given.result), options);
      });
      return written(given, outcome, in_words(outcome) + work);
    }
    const newton_verification outcome = timed(given, work, [&] {
      return verify_newton_result(system, content.bytes(), io::name_of_input(given.result), options);
    });
    return written(given, outcome, in_words(outcome) + work);
  }
  if (!given.system.system.empty() || !given.system.family.empty())
    throw error((given.system.family.empty() ? "--system" : "--family") +
                std::string(": found a result of roots beside it, expected one of newton or solve"));
  return run_roots(given, content, options);
}

}  // namespace

command add_verify(CLI::App& program) {
  auto given = std::make_shared<verify_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "verify",
      "Proves the claims of a result once more, by a slow way that shares nothing with the solver.\n"
      "Exit code 0: all claims hold; 2: some could not be confirmed, and are listed, or there was no time to decide.\n"
      "For a result of `minimax --samples FILE` the input is that FILE.\n"
      "\n"
      "  vieta roots --poly \"x^5 - x - 1\" --json | vieta verify - --poly \"x^5 - x - 1\"\n"
      "  vieta roots examples/polynomials/wilkinson20.pol -o roots.json\n"
      "  vieta verify roots.json examples/polynomials/wilkinson20.pol\n"
      "  vieta solve --family cyclic:5 --json | vieta verify - --family cyclic:5\n"
      "  vieta components --family cyclic:4 --json | vieta verify - --family cyclic:4\n"
      "  vieta boxes examples/systems/circle_and_cubic.json -o boxes.json\n"
      "  vieta verify boxes.json examples/systems/circle_and_cubic.json\n"
      "  vieta minimax \"atan(x)\" --in 0,1 --degree 9 --json | vieta verify - \"atan(x)\"");
  verb.add_option("RESULT", given->result,
                  "What `vieta roots`, `newton`, `solve`, `components`, `boxes` or `minimax` printed\nwith --json, or "
                  "- for standard input")
      ->type_name("");
  add_polynomial_input(verb, given->input);
  verb.add_option("--system", given->system.system,
                  "For a result of newton, solve, components or\nboxes: its equations")
      ->type_name("TEXT")
      ->group("Input");
  verb.add_option("--box", given->box, "For a result of boxes, of equations that are typed: their box")
      ->type_name("A,B")
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
  refuse_checkpoint(verb);
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
