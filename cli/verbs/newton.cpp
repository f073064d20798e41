#include "vieta/newton.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <system_error>

#include "base/number.hpp"
#include "input/system_input.hpp"
#include "input/typed_number.hpp"
#include "io/system/system_readers.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/newton_json.hpp"
#include "report/picture/plot.hpp"
#include "report/picture/systems/systems_plot.hpp"
#include "systems/variables_found.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/system_io.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct newton_arguments {
  system_arguments input;
  solution_arguments solution;
  std::string start, solver = "auto", write_system, plot;
  int iterations = 60;
  bool damping = false, homotopy = false;
  double until = 0;
  work_options work;
  output_options out;
};

/// Complex numbers of modulus 1, the same for the same seed everywhere.
system_point random_circle(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  system_point x;
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = std::ldexp(static_cast<double>(random() >> 11), -53) * 6.283185307179586;
    x.push_back({qd(std::cos(angle)), qd(std::sin(angle))});
  }
  return x;
}

/// Before starts are counted: a mistyped variable is one more variable, and shows here by its name.
void expect_enough_equations(const polynomial_system& system) {
  const std::vector<std::string>& names = system.variables();
  if (system.equations() >= names.size()) return;
  throw error("system: found " + std::to_string(system.equations()) +
              (system.equations() == 1 ? " equation in " : " equations in ") + variables_found(names) +
              ", expected at least as many equations as variables");
}

/// "FILE", or coordinates separated by commas, several points by ';', or "ones".
/// "sqrt(2), pi/4; ..." as decimals, to the precision of doubles, which is enough to start from; empty where some part
/// is no such number.
std::string computed_points(const std::string& text) {
  std::error_code ignored;
  if (std::filesystem::exists(text, ignored)) return {};
  std::string points;
  for (const std::string& point : split(text, ";")) {
    for (const std::string& part : split(point, ",")) {
      const std::string decimals = typed_decimals(part);
      if (decimals.empty()) return {};
      points += decimals + ',';
    }
    points.back() = ';';
  }
  return points;
}

std::vector<system_point> read_starts(const newton_arguments& given, const system_file& input) {
  const std::size_t n = input.system.variables().size();
  if (given.start.empty()) {
    if (!input.points.empty()) return input.points;
    throw error(
        "--start: found nothing, expected --start FILE, --start \"1, 2+3i, ...\" or --start ones; vieta solve needs "
        "none");
  }
  if (given.start.starts_with("random:")) {
    std::uint64_t seed = 0;
    const char* const end = given.start.data() + given.start.size();
    const auto read = std::from_chars(given.start.data() + 7, end, seed);
    if (read.ptr != end || read.ec != std::errc())
      throw error("--start: found '" + given.start + "', expected random:SEED with a whole number below 2^64");
    return {random_circle(n, seed)};
  }
  if (given.start == "ones") return {system_point(n, {qd(1.0), qd(0.0)})};
  const bool is_text = given.start.find_first_not_of("0123456789+-.,;eEijI /*") == std::string::npos;
  if (is_text) return io::read_points_text(given.start, "--start", n);
  const std::string computed = computed_points(given.start);
  return computed.empty() ? read_points(given.start, input.system) : io::read_points_text(computed, "--start", n);
}

int run(const newton_arguments& given) {
  if (given.until != 0 && !given.homotopy) throw error("--until: found no --homotopy, expected one as well");
  newton_options options;
  options.on = given.work.where_to_run();
  options.max_iterations = given.iterations;
  options.damping = given.damping;
  given.solution.write_to(options);
  options.solver = *value_named<newton_solver>(given.solver);
  if (!given.plot.empty()) report::picture_of(given.plot);
  output::check({given.out.file, given.write_system, given.plot}, {given.input.file, given.start});

  const rational_file typed = given.input.read_rational();
  const rational_system& whole = typed.system;
  const bool is_plain = whole.is_polynomial();
  if (!is_plain && (given.homotopy || !given.write_system.empty()))
    throw error("system: found quotients, sines or roots, expected polynomials with --homotopy and --write-system");
  const system_file input{is_plain ? whole.equations : names_of_unknowns(whole),
                          is_plain ? typed.points : std::vector<system_point>{}, typed.parameters};
  if (!given.write_system.empty()) {
    output binary(given.write_system);
    write_binary(binary.stream(), input.system);
    binary.commit();
    if (given.start.empty() && input.points.empty()) return all_solved;
  }
  if (!input.parameters.empty())
    throw error("system: found the parameter '" + input.parameters[0] +
                "', expected numbers in its place (values of parameters are for vieta solve)");
  expect_enough_equations(whole.equations);
  std::vector<system_point> starts;
  newton_result result;
  {
    // A file of many starts takes a while to read. Ctrl-C is kept then as in the work that follows; a pipe may never
    // end, and there it ends the program.
    std::optional<interrupt> guard;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(given.start, ignored)) guard.emplace();
    starts = read_starts(given, input);
    progress_line line(!given.out.quiet);
    if (line.enabled())
      options.progress = [&](const newton_progress& now) {
        line.show(std::to_string(now.solved) + " of " + std::to_string(now.total) + " starts, iteration " +
                  std::to_string(now.iteration) + ", step " + report::upward(now.step, 2));
      };
    if (!guard) guard.emplace();
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    options.cancel = &interrupt::flag();
    homotopy_options path;
    path.until = given.until;
    result = !is_plain        ? newton(whole, starts, options)
             : given.homotopy ? newton_homotopies(input.system, starts, options, path)
                              : newton(input.system, starts, options);
  }
  const int json_digits = given.out.in_doubles ? report::in_doubles : given.solution.show;
  write_answer(
      given.out, [&](std::ostream& out) { report::write_json(out, input.system, result, json_digits); },
      [&](std::ostream& out) { report::print(out, input.system, result, given.solution.shown()); });
  if (!given.plot.empty()) {
    output picture(given.plot);
    report::write_picture(picture.stream(),
                          report::draw_newton(result, "Newton's method: " + report::title_of(given.input.name())),
                          report::picture_of(given.plot));
    picture.commit();
  }
  const bool all = result.report.converged == starts.size() && result.report.stopped_by.empty();
  return all ? all_solved : solved_in_part;
}

}  // namespace

command add_newton(CLI::App& program) {
  auto given = std::make_shared<newton_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "newton",
      "Newton's method for a system of polynomial equations, from given starting points, with a proof for each\n"
      "solution; Gauss-Newton where there are more equations than variables.\n"
      "\n"
      "  vieta newton --system \"x^2 + y^2 - 4; x*y - 1\" --start \"2, 0.5\" --digits 50\n"
      "  vieta newton examples/systems/circle_and_hyperbola.phc --precision qd    (the file's solutions are starts)\n"
      "  vieta newton --family chandrasekhar:1000 --start ones --precision qd\n"
      "  vieta newton --system \"x^3 - 2\" --start \"1; -1+i\" --json -o solutions.json --plot steps.svg\n"
      "\n"
      "Exit code 2: from some starts the iteration did not converge, or time was up before all was proven.");
  add_system_options(verb, given->input);
  verb.add_option("--start", given->start,
                  "A file, or \"1, 2+3i; 4, 5\", or ones, or random:SEED (default: those in SYSTEM)")
      ->type_name("POINTS")
      ->group("Input");
  verb.add_option("--solver", given->solver, "auto, gmres, factor, householder or gram-schmidt (default auto)")
      ->type_name("NAME")
      ->check(one_of(words_of<newton_solver>()))
      ->group("Work");
  verb.add_option("--iterations,--max-iterations", given->iterations, "Most iterations for one start (default 60)")
      ->type_name("N")
      ->check(whole_number(1, 1000000))
      ->group("Work");
  verb.add_flag("--damping", given->damping, "Halve steps that make the residual larger")->group("Work");
  verb.add_flag("--homotopy", given->homotopy, "From a start z follow f(x) - t f(z) from t = 1 to 0")->group("Work");
  verb.add_option("--until", given->until, "With --homotopy: stop it at this t (default 0)")
      ->type_name("T")
      ->check(real_number(0, 0.9999999999))
      ->group("Work");
  add_solution_options(verb, given->solution);
  add_work_options(verb, given->work);
  refuse_checkpoint(verb);
  verb.add_option("--write-system", given->write_system, "Write the system there in the binary form")
      ->type_name("FILE")
      ->check(file_name())
      ->group("Output");
  add_output_options(verb, given->out);
  add_plot_option(verb, given->plot);
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
