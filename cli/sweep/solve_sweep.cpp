#include "sweep/solve_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "base/words.hpp"
#include "input/system_input.hpp"
#include "input/typed_number.hpp"
#include "output.hpp"
#include "report/json/json.hpp"
#include "report/picture/plot.hpp"
#include "report/picture/sweep/sweep_plot.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"

namespace vieta::cli {

namespace {

constexpr double most_instances = 1e8;

error wrong_grid(const std::string& found) {
  return error("--grid: found '" + found + "', expected NAME=FROM,TO,COUNT; a ';' before the next parameter");
}

double number_in(const std::string& word, const std::string& part) {
  const std::string decimals = typed_decimals(word), &text = decimals.empty() ? word : decimals;
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    throw wrong_grid(part);
  }
  const std::string rest = text.substr(used);  // what was computed has an imaginary part, of 0
  if (!rest.empty() && (decimals.empty() || (rest != "+0i" && rest != "-0i"))) throw wrong_grid(part);
  return value;
}

std::vector<report::sweep_axis> axes_of(const std::string& text) {
  std::vector<report::sweep_axis> axes;
  double all = 1;
  for (std::string part : split(text, ";")) {
    std::erase(part, ' ');
    if (part.empty()) continue;
    const std::size_t equals = part.find('=');
    const std::vector<std::string> words = split(part.substr(equals == part.npos ? 0 : equals + 1), ",");
    if (equals == part.npos || equals == 0 || words.size() != 3) throw wrong_grid(part);
    report::sweep_axis& axis = axes.emplace_back();
    axis.name = part.substr(0, equals);
    axis.from = number_in(words[0], part), axis.to = number_in(words[1], part);
    const double count = number_in(words[2], part);
    const bool is_whole = count >= 1 && count <= most_instances && count == std::floor(count);
    if (!is_whole || axis.from > axis.to || (count == 1 && axis.from < axis.to)) throw wrong_grid(part);
    axis.count = static_cast<std::size_t>(count);
    all *= static_cast<double>(axis.count);
  }
  if (axes.empty()) throw wrong_grid(text);
  if (all > most_instances) throw error("--grid: found " + report::shortest(all) + " instances, expected at most 1e8");
  return axes;
}

/// All points of the grid, the first parameter the fastest; then the parameters that have one value.
parameter_values values_on(const std::vector<report::sweep_axis>& axes, const parameter_values& fixed) {
  parameter_values values;
  std::size_t rows = 1;
  for (const report::sweep_axis& axis : axes) values.names.push_back(axis.name), rows *= axis.count;
  values.names.insert(values.names.end(), fixed.names.begin(), fixed.names.end());
  values.values.reserve(rows * values.names.size());
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t rest = row;
    for (const report::sweep_axis& axis : axes) {
      const auto k = static_cast<double>(rest % axis.count);
      rest /= axis.count;
      const double share = axis.count > 1 ? k / static_cast<double>(axis.count - 1) : 0;
      values.values.emplace_back(axis.from + share * (axis.to - axis.from));
    }
    values.values.insert(values.values.end(), fixed.values.begin(), fixed.values.end());
  }
  return values;
}

/// The number of real solutions, where it is known: every solution is simple, proven, and proven to be real or not, and
/// none is missing.
int real_count(const solved_instance& s) {
  if (s.status == solve_status::inconsistent) return 0;
  const bool all = s.complete == completeness::proven || s.complete == completeness::counted ||
                   s.complete == completeness::paths || s.complete == completeness::traced;
  if (s.status != solve_status::solved || !all || s.singular > 0) return -1;
  const bool known = std::all_of(s.solutions.begin(), s.solutions.end(), [](const solve_solution& at) {
    return at.point.certified && at.point.real != realness::undecided;
  });
  return known ? static_cast<int>(s.real) : -1;
}

void write_counts(std::ostream& out, const std::vector<report::sweep_axis>& axes, const std::vector<int>& counts,
                  const parameters_report& r) {
  std::string text = "{\"verb\":\"solve\",\n\"grid\":[";
  for (const report::sweep_axis& axis : axes)
    text += std::string(&axis == axes.data() ? "" : ",") + "{\"name\":" + report::json_text(axis.name) +
            ",\"from\":" + report::shortest(axis.from) + ",\"to\":" + report::shortest(axis.to) +
            ",\"count\":" + std::to_string(axis.count) + "}";
  text += "],\n\"real\":[";
  for (std::size_t k = 0; k < counts.size(); ++k)
    text += (k == 0 ? "" : ",") + (counts[k] < 0 ? std::string("null") : std::to_string(counts[k]));
  out << text << "],\n\"report\":{\"instances\":" << r.instances << ",\"solved\":" << r.solved
      << ",\"generic\":" << r.generic.regular << ",\"seconds\":" << report::shortest(r.seconds)
      << ",\"stopped_by\":" << report::json_text(r.stopped_by) << "}}\n";
}

void print_counts(std::ostream& out, const std::vector<int>& counts) {
  std::map<int, std::size_t> instances;
  for (const int count : counts) ++instances[count];
  for (const auto& [count, times] : instances)
    out << (count < 0 ? std::string("real solutions not decided")
                      : report::counted(static_cast<std::size_t>(count), "real solution", "real solutions"))
        << ": " << report::counted(times, "instance", "instances") << '\n';
}

}  // namespace

void add_sweep_options(CLI::App& verb, sweep_arguments& arguments) {
  verb.add_option("--grid", arguments.grid,
                  "Instances on a grid of parameters: \"a=-2,2,200; b=0,1,100\"; others have their values by --at.\n"
                  "Counts real solutions, and lists none")
      ->type_name("NAME=FROM,TO,COUNT;...")
      ->group("Parameters");
  add_plot_option(verb, arguments.plot);
}

std::vector<std::string> names_on(const sweep_arguments& given) {
  std::vector<std::string> names;
  for (const report::sweep_axis& axis : axes_of(given.grid)) names.push_back(axis.name);
  return names;
}

int run_sweep(const sweep_arguments& given, const parameter_values& fixed, const system_file& system,
              const output_options& how, solve_options options) {
  const std::vector<report::sweep_axis> axes = axes_of(given.grid);
  if (!given.plot.empty() && axes.size() > 2)
    throw error("--plot: found a grid of " + std::to_string(axes.size()) + " parameters, expected one or two");
  const parameter_values values = values_on(axes, fixed);
  std::vector<int> counts(values.rows(), -1);
  parameters_report r;
  {
    progress_line line(!how.quiet);
    if (line.enabled())
      options.progress = [&line](const solve_progress& now) {
        line.show(std::to_string(now.done) + " of " + std::to_string(now.total) + " paths followed");
      };
    const interrupt guard;
    options.cancel = &interrupt::flag();
    r = solve_parameters(system.system, values, options, [&](solved_instance&& s) {
      counts[s.row] = real_count(s);
      return true;
    });
  }
  if (!given.plot.empty()) {
    const report::sweep_axis one{"", 0, 0, 1};
    output picture(given.plot);
    report::write_picture(
        picture.stream(),
        report::draw_sweep(axes[0], axes.size() > 1 ? axes[1] : one, counts, "Real solutions by parameters"),
        report::picture_of(given.plot));
    picture.commit();
  }
  write_answer(
      how, [&](std::ostream& out) { write_counts(out, axes, counts, r); },
      [&](std::ostream& out) {
        print_counts(out, counts);
        print(out, r);
      });
  drop_checkpoint(options.checkpoint, r.stopped_by);
  const bool all = std::none_of(counts.begin(), counts.end(), [](int count) { return count < 0; });
  return all && r.stopped_by.empty() ? all_solved : solved_in_part;
}

}  // namespace vieta::cli
