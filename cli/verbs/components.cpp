#include "vieta/components.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "input/system_input.hpp"
#include "io/system/system_readers.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/components_json.hpp"
#include "report/json/newton_json.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/rational_system.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct components_arguments {
  system_arguments input;
  int digits = 0, show = 0;
  int least = 0, largest = -1;
  std::uint64_t seed = 1;
  double max_paths = 1e6;
  std::string contains;
  std::size_t samples = 0;
  bool real = false;
  double tolerance = 1e-6;
  work_options work;
  output_options out;
};

/// A solution that this point is, within the tolerance.
bool is_near(const system_point& a, const system_point& b, double tolerance) {
  double size = 1, distance = 0;
  for (std::size_t v = 0; v < a.size(); ++v) {
    size = std::max(size, std::hypot(a[v].re.x0, a[v].im.x0));
    const complex<qd> d = a[v] - b[v];
    distance = std::max(distance, std::hypot(d.re.x0, d.im.x0));
  }
  return distance <= tolerance * size;
}

/// What the library calls its options, as they are typed.
std::string as_typed(std::string message) {
  const auto put = [&message](const std::string& found, const std::string& better) {
    for (std::size_t at = 0; (at = message.find(found, at)) != std::string::npos; at += better.size())
      message.replace(at, found.size(), better);
  };
  put("max_paths = ", "--max-paths "), put("raise max_paths", "raise --max-paths");
  put("start = polyhedral", "--start polyhedral");
  return message;
}

int run_components(const components_arguments& given) {
  components_options options;
  options.on = given.work.where_to_run();
  options.digits = given.digits, options.seed = given.seed, options.max_paths = given.max_paths;
  options.least_dimension = given.least, options.largest_dimension = given.largest;
  output::check({given.out.file}, {given.input.file});
  const rational_file input = given.input.read_rational();
  if (!input.parameters.empty())
    throw error("system: found the parameter '" + input.parameters[0] + "', expected a system without parameters");
  const polynomial_system& system = input.system.equations;
  std::vector<system_point> asked;
  if (!given.contains.empty()) asked = io::read_points_text(given.contains, "--contains", system.variables().size());
  if (given.least > 0 && given.largest >= 0 && given.least > given.largest)
    throw error("--min-dimension: found " + std::to_string(given.least) + ", expected at most --max-dimension");

  decomposition result;
  report::components_answers answers;
  bool undecided = false;
  {
    progress_line line(!given.out.quiet);
    if (line.enabled())
      options.progress = [&line](const components_progress& now) {
        line.show("dimension " + std::to_string(now.dimension) + ": " + std::to_string(now.done) + " of " +
                  std::to_string(now.total) + " paths followed");
      };
    const interrupt guard;
    const auto limit = [&] { options.max_seconds = work_watch::seconds_left(given.work.max_seconds); };
    options.cancel = &interrupt::flag();
    limit();
    result = input.system.is_polynomial() ? decompose(system, options) : decompose(input.system, options);
    for (const system_point& x : asked) {
      report::asked_point& p = answers.points.emplace_back();
      p.x = x;
      for (const solution_set& set : result.components) {
        limit();
        p.on.push_back(contains(set, x, given.tolerance, options));
        undecided = undecided || p.on.back() == containment::undecided;
      }
      for (std::size_t k = 0; k < result.isolated.size(); ++k)
        if (is_near(result.isolated[k].point.x, x, given.tolerance)) p.isolated.push_back(k);
    }
    for (const solution_set& set : result.components) {
      if (given.samples == 0) break;
      limit();
      answers.samples.push_back(given.real ? real_points(set, given.samples, options)
                                           : sample(set, given.samples, options));
      undecided = undecided || answers.samples.back().size() < given.samples;
    }
  }
  const int digits = given.show > 0 ? given.show : given.digits;
  write_answer(
      given.out,
      [&](std::ostream& out) {
        report::write_json(out, system, result, answers, given.out.in_doubles ? report::in_doubles : given.show);
      },
      [&](std::ostream& out) { report::print(out, system, result, answers, digits); });
  const components_status status = result.report.status;
  const bool done = status == components_status::solved || status == components_status::inconsistent;
  return done && !undecided ? all_solved : solved_in_part;
}

}  // namespace

command add_components(CLI::App& program) {
  auto given = std::make_shared<components_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "components",
      "All irreducible components of the complex solutions of any number of polynomial equations: curves, surfaces,\n"
      "sets of higher dimension, isolated solutions; of each its dimension, degree, and points on it that are proven.\n"
      "\n"
      "  vieta components --system \"x*z + y; y*z + x\"\n"
      "  vieta components --system \"x^2 + y^2 + z^2 - 4; (x-1)^2 + y^2 - 1\" --contains \"2, 0, 0\"\n"
      "  vieta components --system \"x*y; x*z\" --samples 3 --json -o components.json\n"
      "  vieta components --family cyclic:4 --seed 7\n"
      "  vieta components --family cyclic:6 --min-dimension 1     no isolated solutions\n"
      "\n"
      "Exit code 2: paths have failed, or points are undecided, so that components may be missing; or a set is not\n"
      "split; or a point is not proven.");
  add_system_options(verb, given->input);
  verb.add_option("--min-dimension", given->least, "Look for no sets of a lower dimension (default 0)")
      ->type_name("N")
      ->check(whole_number(0, 1000000))
      ->group("Components");
  verb.add_option("--max-dimension", given->largest, "Look for no sets of a higher dimension (default: all)")
      ->type_name("N")
      ->check(whole_number(0, 1000000))
      ->group("Components");
  verb.add_option("--contains", given->contains,
                  "On which components points lie: coordinates with commas between, points with ';' between")
      ->type_name("POINTS")
      ->group("Components");
  verb.add_option("--tolerance", given->tolerance,
                  "How near a component is to come to a point of --contains, relative to its size (default 1e-6)")
      ->type_name("X")
      ->check(real_number(1e-13, 0.1))
      ->group("Components");
  verb.add_option("--samples", given->samples, "Points of each component, at random places")
      ->type_name("N")
      ->check(whole_number(1, 1000000))
      ->group("Components");
  verb.add_flag("--real", given->real, "Real points only; where fewer are found there may be no others")
      ->needs(verb.get_option("--samples"))
      ->group("Components");
  verb.add_option("--seed", given->seed, "Of the random numbers; another one takes other slices (default 1)")
      ->type_name("N")
      ->check(not_negative())
      ->group("Work");
  verb.add_option("--max-paths", given->max_paths, "Refuse systems with more paths in a dimension (default 1000000)")
      ->type_name("N")
      ->check(real_number(1, 1e12))
      ->group("Work");
  verb.add_option("--digits", given->digits, "Decimal digits of points, 1 to 60 (default 15)")
      ->type_name("N")
      ->check(whole_number(1, 60))
      ->group("Precision");
  verb.add_option("--show-digits", given->show, "Digits to print of each coordinate (default: those that are known)")
      ->type_name("N")
      ->check(whole_number(1, 64))
      ->group("Precision");
  add_work_options(verb, given->work);
  refuse_checkpoint(verb);
  add_output_options(verb, given->out);
  return {&verb, [given] {
            try {
              return run_components(*given);
            } catch (const error& refused) {
              throw error(as_typed(refused.what()));
            }
          }};
}

}  // namespace vieta::cli
