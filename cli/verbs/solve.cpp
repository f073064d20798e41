#include "vieta/solve.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/number.hpp"
#include "exact/exact_real.hpp"
#include "input/parameter_input.hpp"
#include "input/system_input.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/newton_json.hpp"
#include "report/json/parameters_json.hpp"
#include "report/json/solve_json.hpp"
#include "report/picture/plot.hpp"
#include "report/picture/systems/systems_plot.hpp"
#include "sweep/solve_sweep.hpp"
#include "verbs/command.hpp"
#include "vieta/components.hpp"
#include "vieta/error.hpp"
#include "vieta/solve_parameters.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct solve_arguments {
  system_arguments input;
  parameter_arguments parameters;
  sweep_arguments sweep;
  solution_arguments solution;
  std::string start, start_at, start_system, track;
  bool monodromy = false;
  std::uint64_t seed = 1;
  double max_paths = 1e6;
  solution_conditions only;
  std::optional<std::string> in_box;
  bool slice = false;
  work_options work;
  checkpoint_options checkpoint;
  output_options out;
};

/// "12 of 30 paths followed"
std::function<void(const solve_progress&)> shown_on(progress_line& line) {
  return [&line](const solve_progress& now) {
    line.show(std::to_string(now.done) + " of " + std::to_string(now.total) +
              (now.proving ? " ends proven" : " paths followed"));
  };
}

/// 2 where something is left open: paths without an end, or sets of solutions beside which none is known to be isolated
/// (several paths end at points of sets, too).
template <class Counts>
int code_of(const Counts& r) {
  const bool complete = r.status == solve_status::solved || r.status == solve_status::inconsistent;
  return complete && !found_only_sets(r) ? all_solved : solved_in_part;
}

/// "x=0,1; y=-2,inf": bounds of some of the variables. Numbers stay texts: 0.3 is 3/10.
void read_box(solution_conditions& only, const std::string& text, const rational_system& system) {
  const std::vector<std::string>& variables = system.equations.variables();
  only.lower.assign(variables.size(), -HUGE_VAL), only.upper.assign(variables.size(), HUGE_VAL);
  only.exact_lower.assign(variables.size(), ""), only.exact_upper.assign(variables.size(), "");
  std::vector<bool> given(variables.size(), false);
  const auto wrong = [](const std::string& part, const std::string& expected) {
    return error("--in-box: found '" + part + "', expected " + expected);
  };
  for (std::string part : split(text, ";")) {
    std::erase(part, ' ');
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::vector<std::string> bounds = split(part.substr(equals == part.npos ? 0 : equals + 1), ",");
    const auto read = [&](const std::string& word, double& number, std::string& exact_text) {
      const std::string_view size = std::string_view(word).substr(word.starts_with('+') || word.starts_with('-'));
      exact::real ignored;
      if (size == "inf" || size == "infinity")
        number = word.starts_with('-') ? -HUGE_VAL : HUGE_VAL;
      else if (exact::parse_real(word, ignored))
        exact_text = word;
      else
        throw wrong(part, "NAME=LOWER,UPPER with two numbers (inf and -inf too); a ';' before the next variable");
    };
    if (equals == part.npos || bounds.size() != 2)
      throw wrong(part, "NAME=LOWER,UPPER; a ';' before the next variable");
    for (const angle_unknown& angle : system.angles)
      if (angle.name == part.substr(0, equals))
        throw wrong(part, "bounds of its cosine and sine, the variables " + variables[angle.cosine] + " and " +
                              variables[angle.sine]);
    const auto at = std::find(variables.begin(), variables.end(), part.substr(0, equals));
    if (at == variables.end()) throw wrong(part, "one of the system's variables before the '='");
    const auto v = static_cast<std::size_t>(at - variables.begin());
    if (given[v]) throw wrong(part, "each variable once");
    given[v] = true;
    read(bounds[0], only.lower[v], only.exact_lower[v]), read(bounds[1], only.upper[v], only.exact_upper[v]);
  }
  if (std::find(given.begin(), given.end(), true) == given.end())
    throw wrong(text, "bounds of a variable at least: NAME=LOWER,UPPER");
}

/// The library names its options as C++ and Python spell them.
std::string as_options(std::string message) {
  const auto put = [&message](const std::string& found, const std::string& better) {
    for (std::size_t at = 0; (at = message.find(found, at)) != std::string::npos; at += better.size())
      message.replace(at, found.size(), better);
  };
  put("max_paths = ", "--max-paths "), put("raise max_paths", "raise --max-paths");
  put("start = polyhedral", "--start polyhedral");
  put("FILE of --start", "--start FILE");
  if (message.starts_with("monodromy: ") || message.starts_with("track: ")) message.insert(0, "--");
  if (message.starts_with("start: ") || message.starts_with("checkpoint: ")) message.insert(0, "--");
  if (message.starts_with("in_box: ")) message.replace(0, 6, "--in-box");
  put("expected as many of both", "expected as many of both; parameters are what --at or the head of FILE names");
  put("see decompose and sliced", "vieta components tells what sets they form, --slice takes points of these");
  put("as many variables: parameters", "as many variables by --at NAME=VALUE,... or --parameters FILE");
  return message;
}

/// --start FILE: points, with the values of the parameters that they belong to, or their system.
start_solutions read_start(const solve_arguments& given, const std::vector<std::string>& unknowns) {
  const bool is_name = given.start.empty() || value_named<start_kind>(given.start);
  if (is_name && (!given.start_at.empty() || !given.start_system.empty()))
    throw error("--start-at, --start-system: found no points that they belong to, expected --start FILE");
  if (is_name) return {};
  start_solutions from;
  try {
    from = read_start_solutions(given.start, unknowns);
  } catch (const error& wrong) {
    throw error(std::string("--start: ") + wrong.what());
  }
  if (!given.start_at.empty()) {
    if (!from.names.empty())
      throw error("--start-at: found values, and " + given.start + " has its own, expected one of them");
    parameter_arguments at;
    at.at = {given.start_at};
    parameter_values values = at.read({});
    from.names = std::move(values.names), from.values = std::move(values.values);
  }
  if (!given.start_system.empty()) {
    from.system = read_system(given.start_system).system;
    from.names = {}, from.values = {};
  }
  return from;
}

/// Values so large that a coefficient cannot be computed with: the paths of such a row are not followed.
std::string out_of_range(const parameter_values& values, std::size_t row) {
  std::string text;
  for (std::size_t k = 0; k < values.names.size(); ++k) {
    const std::complex<double> z = values.values[row * values.names.size() + k];
    if (std::abs(z) > 0x1p960)
      text += "  " + values.names[k] + " = " + report::shortest(z.real()) +
              (z.imag() == 0 ? "" : (z.imag() < 0 ? " - " : " + ") + report::shortest(std::abs(z.imag())) + "i") +
              " is beyond 2^960 (9.7e288), the largest that this verb computes with\n";
  }
  return text;
}

/// Many instances of one system; each is written when it is solved.
int run_instances(const solve_arguments& given, const rational_file& file, solve_options& options) {
  const system_file system{file.system.equations, {}, file.parameters};
  const parameter_values values = given.parameters.read(system.parameters);
  std::vector<std::string> unknowns;
  for (const std::string& name : system.system.variables())
    if (std::find(values.names.begin(), values.names.end(), name) == values.names.end()) unknowns.push_back(name);
  options.from = read_start(given, unknowns);
  if (!given.start_at.empty())
    for (const std::string& name : options.from.names)
      if (std::find(values.names.begin(), values.names.end(), name) == values.names.end())
        throw error("--start-at: found '" + name + "', expected a parameter of the system");
  // Who asks for digits wants to see them.
  const int shown = given.solution.show > 0 ? given.solution.show : given.solution.digits;
  output out(given.out.file);
  std::optional<report::parameters_json> json;
  if (given.out.json)
    json.emplace(out.stream(), unknowns, values, given.out.in_doubles ? report::in_doubles : given.solution.show);
  parameters_report report;
  std::size_t in_part = 0, first_in_part = 0;
  {
    progress_line line(!given.out.quiet && !given.out.file.empty());
    if (line.enabled()) options.progress = shown_on(line);
    const interrupt guard;
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    options.cancel = &interrupt::flag();
    report = solve_parameters(system.system, values, options, [&](solved_instance&& s) {
      if (code_of(s) != all_solved && ++in_part == 1) first_in_part = s.row + 1;
      if (json)
        json->add(s);
      else {
        print(out.stream(), unknowns, s, shown);
        if (s.status != solve_status::solved) out.stream() << out_of_range(values, s.row);
      }
      return true;
    });
  }
  if (json)
    json->end(report);
  else
    print(out.stream(), report);
  if (!json && in_part > 0)
    out.stream() << "solved in part: " << in_part << " of " << report.instances << " instances; the first is row "
                 << first_in_part << ", whose line says why\n";
  out.commit();
  drop_checkpoint(given.checkpoint, report.stopped_by);
  const bool complete = in_part == 0 && report.instances == values.rows() && report.stopped_by.empty();
  return complete ? all_solved : solved_in_part;
}

/// --grid: how many real solutions each of many instances has.
int run_grid(const solve_arguments& given, const rational_file& file, solve_options& options) {
  if (!given.parameters.file.empty() || !file.system.denominators.empty() || !file.system.angles.empty() ||
      !file.system.roots.empty() || given.slice || options.only.any() || given.in_box)
    throw error(
        "--grid: found --parameters, conditions, --slice, or functions of unknowns as well, expected polynomial "
        "equations "
        "and --at");
  const parameter_values fixed = given.parameters.at.empty() ? parameter_values{} : given.parameters.read({});
  std::vector<std::string> unknowns;
  const std::vector<std::string> on_grid = names_on(given.sweep);
  for (const std::string& name : file.system.equations.variables())
    if (std::find(fixed.names.begin(), fixed.names.end(), name) == fixed.names.end() &&
        std::find(on_grid.begin(), on_grid.end(), name) == on_grid.end())
      unknowns.push_back(name);
  options.from = read_start(given, unknowns);
  options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
  return run_sweep(given.sweep, fixed, {file.system.equations, {}, file.parameters}, given.out, options);
}

int run(const solve_arguments& given) {
  solve_options options;
  options.on = given.work.where_to_run();
  options.seed = given.seed;
  options.start = value_named<start_kind>(given.start).value_or(start_kind::automatic);
  if (given.monodromy) options.start = start_kind::monodromy;
  options.track = value_named<track_kind>(given.track).value_or(track_kind::usual);
  options.max_paths = given.max_paths;
  options.only = given.only;
  options.checkpoint = given.checkpoint;
  given.solution.write_to(options);
  if (!given.sweep.plot.empty()) report::picture_of(given.sweep.plot);
  output::check({given.out.file, given.sweep.plot, given.checkpoint.file},
                {given.input.file, given.parameters.file, options.start == start_kind::automatic ? given.start : ""});

  const rational_file input = given.input.read_rational();
  if (given.parameters.given() && (options.only.any() || given.in_box))
    throw error(
        "--real-only, --positive, --in-box: found them with parameters, expected one system: the list of each "
        "instance says which solutions are real");
  if (given.parameters.given() && !input.system.denominators.empty())
    throw error(
        "system: found a divisor with variables, and parameters, expected polynomial equations with parameters");
  if (given.parameters.given() && !(input.system.angles.empty() && input.system.roots.empty()))
    throw error("system: found a function of unknowns, and parameters, expected polynomial equations with parameters");
  if (given.parameters.given() && given.slice)
    throw error("--slice: found parameters as well, expected a system without");
  if (!given.sweep.grid.empty()) return run_grid(given, input, options);
  if (given.parameters.given()) {
    if (!given.sweep.plot.empty())
      throw error("--plot: found --parameters or --at as well, expected --grid, or a system without parameters");
    return run_instances(given, input, options);
  }
  if (!input.parameters.empty())
    throw error("system: found the parameter '" + input.parameters[0] + "', expected --parameters FILE or --at " +
                input.parameters[0] + "=VALUE");
  rational_system whole = input.system;
  if (given.slice) whole.equations = sliced(whole.equations, given.seed);
  const polynomial_system& system = whole.equations;
  options.from = read_start(given, system.variables());
  if (given.in_box) read_box(options.only, *given.in_box, whole);
  solve_result result;
  {
    progress_line line(!given.out.quiet);
    if (line.enabled()) options.progress = shown_on(line);
    const interrupt guard;
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    options.cancel = &interrupt::flag();
    result = solve(whole, options);
  }
  const int json_digits = given.out.in_doubles ? report::in_doubles : given.solution.show;
  write_answer(
      given.out, [&](std::ostream& out) { report::write_json(out, system, result, json_digits); },
      [&](std::ostream& out) { report::print(out, system, result, given.solution.shown()); });
  if (!given.sweep.plot.empty()) {
    output picture(given.sweep.plot);
    report::write_picture(
        picture.stream(),
        report::draw_solutions(result, system.variables(), "Solutions of " + report::title_of(given.input.name())),
        report::picture_of(given.sweep.plot));
    picture.commit();
  }
  return code_of(result.report);
}

}  // namespace

command add_solve(CLI::App& program) {
  auto given = std::make_shared<solve_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "solve",
      "All isolated complex solutions of at least as many polynomial equations as variables, by homotopy "
      "continuation;\n"
      "each regular one proven, and which of them are real. No starting points.\n"
      "\n"
      "  vieta solve --system \"x^2 + y^2 - 4; x*y - 1\"\n"
      "  vieta solve examples/systems/circle_and_hyperbola.phc --digits 50\n"
      "  vieta solve --system \"x^2 - 1; y^2 - 1; x*y - 1\"      more equations than variables\n"
      "  vieta solve --system \"1/x + 1/y - 1; x + 2*y - 7\"    denominators that are not 0\n"
      "  vieta solve --system \"cos(a) + cos(a+b) = 1; sin(a) + sin(a+b) = 1\"    angles; sqrt(x) and x^(1/3) too\n"
      "  vieta solve --system \"x^2 + y^2 + z^2 - 1; x*y - z\" --slice    fewer: points of a curve\n"
      "  vieta solve --family katsura:8 --seed 7 --json -o solutions.json\n"
      "  vieta solve examples/systems/four_bar.json --parameters examples/systems/four_bar.csv --json\n"
      "  vieta solve --system \"x^3 + a*x*y - 1; y^2 + b*x - 2\" --at a=1,b=2 --monodromy\n"
      "\n"
      "Exit code 2: some paths have failed, so that solutions may be missing; or none is known to be isolated, or a\n"
      "singular one is not; or of more equations than variables not all are proven to hold; or whether a solution "
      "meets\n"
      "the conditions is undecided.");
  add_system_options(verb, given->input);
  add_parameter_options(verb, given->parameters);
  add_sweep_options(verb, given->sweep);
  verb.add_option("--seed", given->seed, "Of the random numbers; another one follows other paths (default 1)")
      ->type_name("N")
      ->check(not_negative())
      ->group("Work");
  verb.add_option(
          "--start", given->start,
          "Where paths begin: total-degree, multi-homogeneous, polyhedral (default auto: the least work); or a\n"
          "file of solutions, such as the --json of another instance, from which they are followed")
      ->type_name("NAME|FILE")
      ->group("Work");
  verb.add_option("--start-at", given->start_at,
                  "With --start FILE: the parameters of the instance that its points solve, where it has none")
      ->type_name("NAME=VALUE,...")
      ->group("Work");
  verb.add_option("--start-system", given->start_system,
                  "With --start FILE and no parameters: the system that its points solve")
      ->type_name("FILE")
      ->group("Work");
  verb.add_flag(
          "--monodromy", given->monodromy,
          "Solutions by loops in the space of parameters (without: of coefficients), from those of --start FILE, or\n"
          "from one that is found; until they are as many as there can be, or the trace test holds")
      ->group("Work");
  verb.add_option("--track", given->track,
                  "certified: each step of a path is proven to stay on it, as far as that goes; up to ten unknowns")
      ->type_name("NAME")
      ->check(one_of(words_of<track_kind>()))
      ->group("Work");
  verb.add_option("--max-paths", given->max_paths, "Refuse systems with more paths (default 1000000)")
      ->type_name("N")
      ->check(real_number(1, 1e12))
      ->group("Work");
  verb.add_flag("--slice", given->slice,
                "With fewer equations than variables: random linear equations beside them, as many as are missing;\n"
                "the solutions are points of the sets that vieta components describes")
      ->group("Work");
  verb.add_flag("--real-only", given->only.real_only, "Only solutions that are not proven to be unreal")
      ->group("Conditions");
  verb.add_flag("--positive", given->only.positive, "Only real ones with all coordinates larger than 0")
      ->group("Conditions");
  verb.add_option("--in-box", given->in_box,
                  "Only real ones in these intervals, ends included: \"x=0,1; y=-2,inf\"; several of these options:\n"
                  "where all of them hold. What is undecided is listed, and said to be (exit code 2)")
      ->type_name("NAME=LOWER,UPPER;...")
      ->group("Conditions");
  add_solution_options(verb, given->solution);
  add_work_options(verb, given->work);
  add_checkpoint_options(verb, given->checkpoint);
  add_output_options(verb, given->out);
  return {&verb, [given] {
            try {
              return run(*given);
            } catch (const error& refused) {
              throw error(as_options(refused.what()));
            }
          }};
}

}  // namespace vieta::cli
