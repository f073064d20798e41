#include "vieta/solve.hpp"

#include <map>
#include <memory>
#include <string>

#include "command.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report/solve_json.hpp"
#include "system_input.hpp"

namespace vieta::cli {
namespace {

const std::map<std::string, start_kind> starts = {{"auto", start_kind::automatic},
                                                  {"total-degree", start_kind::total_degree},
                                                  {"multi-homogeneous", start_kind::multi_homogeneous},
                                                  {"polyhedral", start_kind::polyhedral}};

struct solve_arguments {
  system_arguments input;
  std::string precision, start;
  int digits = 0, show = 0;
  std::uint64_t seed = 1;
  double max_paths = 1e6;
  bool no_proof = false;
  work_options work;
  output_options out;
};

int run(const solve_arguments& given) {
  solve_options options;
  options.on = given.work.where_to_run();
  options.max_seconds = given.work.max_seconds;
  options.parts = given.precision.empty() ? 0 : precisions.at(given.precision);
  options.digits = given.digits;
  options.seed = given.seed;
  options.start = given.start.empty() ? start_kind::automatic : starts.at(given.start);
  options.max_paths = given.max_paths;
  options.certify = !given.no_proof;
  output::check({given.out.file});

  const polynomial_system system = given.input.read().system;
  solve_result result;
  {
    progress_line line(!given.out.quiet);
    if (line.enabled())
      options.progress = [&](const solve_progress& now) {
        line.show(std::to_string(now.done) + " of " + std::to_string(now.total) +
                  (now.proving ? " ends proven" : " paths followed"));
      };
    const interrupt guard;
    options.cancel = &interrupt::flag();
    result = solve(system, options);
  }
  output out(given.out.file);
  if (given.out.json)
    report::write_json(out.stream(), system, result, given.show);
  else
    print(out.stream(), system, result, given.show);
  out.commit();
  return result.report.status == solve_status::solved || result.report.status == solve_status::inconsistent
             ? all_solved
             : solved_in_part;
}

}  // namespace

command add_solve(CLI::App& program) {
  auto given = std::make_shared<solve_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "solve",
      "All isolated complex solutions of as many polynomial equations as variables, by homotopy continuation; each\n"
      "regular one proven, and which of them are real. No starting points.\n"
      "\n"
      "  vieta solve --system \"x^2 + y^2 - 4; x*y - 1\"\n"
      "  vieta solve cyclic7.phc --digits 50\n"
      "  vieta solve --family katsura:8 --seed 7 --json -o solutions.json\n"
      "  vieta solve input.bertini --max-seconds 60         what is known after a minute");
  add_system_options(verb, given->input);
  verb.add_option("--digits", given->digits, "Decimal digits, 1 to 60 (default 15, or what --precision holds)")
      ->type_name("N")
      ->check(whole_number(1, 60))
      ->group("Work");
  verb.add_option("--precision", given->precision,
                  "d, dd, td or qd: 1 to 4 doubles in a solution (default: what --digits needs)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"d", "dd", "td", "qd"}))
      ->group("Work");
  verb.add_option("--seed", given->seed, "Of the random numbers; another one follows other paths (default 1)")
      ->type_name("N")
      ->group("Work");
  verb.add_option("--start", given->start,
                  "Where paths begin: total-degree, multi-homogeneous, polyhedral (default auto: the least work)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "total-degree", "multi-homogeneous", "polyhedral"}))
      ->group("Work");
  verb.add_option("--max-paths", given->max_paths, "Refuse systems with more paths (default 1000000)")
      ->type_name("N")
      ->check(real_number(1, 1e12))
      ->group("Work");
  verb.add_flag("--no-proof", given->no_proof, "Leave the proofs out")->group("Work");
  add_work_options(verb, given->work);
  verb.add_option("--show-digits", given->show, "Digits of each coordinate (default: those that are known)")
      ->type_name("N")
      ->check(whole_number(1, 64))
      ->group("Output");
  add_output_options(verb, given->out);
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
