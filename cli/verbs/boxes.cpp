#include "vieta/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "base/message.hpp"
#include "base/number.hpp"
#include "input/boxes_input.hpp"
#include "input/input.hpp"
#include "io/read_file.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/boxes_json.hpp"
#include "report/picture/boxes_plot.hpp"
#include "report/picture/plot.hpp"
#include "verbs/command.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"
#include "vieta/sampled_mesh.hpp"
#include "work/interrupt.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct boxes_arguments {
  std::string file, box, method = "krawczyk", plot, mesh;
  double tolerance = 1e-8;
  std::size_t max_boxes = 100'000, draw = 1;
  int subdivision = 2;
  bool no_simd = false;
  work_options work;
  output_options out;
};

/// The numbers of values that the sampled variables have, from those in the slices.
std::vector<std::size_t> grid_of(const std::vector<box_system>& systems) {
  std::vector<std::size_t> counts;
  const std::size_t sampled = systems.empty() ? 0 : systems[0].fixed.size();
  for (std::size_t k = 0; k < sampled; ++k) {
    std::set<double> values;
    for (const box_system& s : systems)
      if (s.fixed.size() > k) values.insert(s.fixed[k].second);
    counts.push_back(values.size());
  }
  if (counts.empty())
    throw error(
        "--mesh: found no sampled variable and no curves, expected \"sample\" in the file, or an equation less "
        "than variables");
  return counts;
}

/// Of an argument or a file: equations with --box, or what says its own boxes.
std::vector<box_system> systems_of(const boxes_arguments& given) {
  if (is_json(given.file)) return read_boxes(given.file, "FILE");
  if (is_expression(given.file)) return typed_boxes(given.file, given.box);
  if (given.box.empty()) return read_boxes(given.file);
  const io::file_content content = io::read_file(given.file, "equations");
  const std::string_view text = io::without_mark(content.bytes());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos || text.starts_with("\x93NUMPY") || text[first] == '{' || text[first] == '[')
    throw error("--box: found " + io::name_of_input(given.file) +
                " without equations, or with boxes of its own, expected equations");
  return typed_boxes(std::string(text), given.box);
}

int run(const boxes_arguments& given) {
  if (given.file.empty()) throw error("FILE: found nothing, expected systems in a box, or - for standard input");
  boxes_options options;
  options.on = given.work.where_to_run();
  options.tolerance = given.tolerance;
  options.max_boxes = given.max_boxes;
  options.method = *value_named<boxes_method>(given.method);
  options.subdivision = given.subdivision;
  options.simd = !given.no_simd;
  options.keep_visited = !given.plot.empty();
  if (!given.plot.empty()) report::picture_of(given.plot);
  output::check({given.out.file, given.plot, given.mesh}, {given.file});
  if (!given.mesh.empty()) mesh_format_of(given.mesh);
  const std::vector<box_system> systems = systems_of(given);
  if (!given.plot.empty() && (given.draw < 1 || given.draw > systems.size()))
    throw error("--draw: found '" + std::to_string(given.draw) + "', expected 1 to " + std::to_string(systems.size()));
  boxes_result result;
  {
    const interrupt guard;
    options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
    options.cancel = &interrupt::flag();
    try {
      result = solve_boxes(systems, options);
    } catch (const error& problem) {
      throw error(given.file + ": " + problem.what());
    }
  }
  if (systems.size() == 1 && !result.messages.empty()) throw error(given.file + ": " + result.messages[0].message);
  merge_pieces(systems, result);
  write_answer(
      given.out, [&](std::ostream& out) { report::write_json(out, systems, result); },
      [&](std::ostream& out) { print(out, systems, result); });
  if (!given.plot.empty()) {
    const std::string title =
        report::title_of(given.file) + (systems.size() == 1 ? std::string() : ", system " + std::to_string(given.draw));
    output picture(given.plot);
    report::write_picture(picture.stream(), report::draw_boxes(systems[given.draw - 1], given.draw - 1, result, title),
                          report::picture_of(given.plot));
    picture.commit();
  }
  if (!given.mesh.empty()) {
    output file(given.mesh);
    const bool curves = std::any_of(systems.begin(), systems.end(),
                                    [](const box_system& s) { return s.dimension() > s.equations.size(); });
    write_mesh(file.stream(), curves ? curve_lines(systems, result) : join_slices(grid_of(systems), systems, result),
               mesh_format_of(given.mesh));
    file.commit();
  }
  return result.report.complete == systems.size() ? all_solved : solved_in_part;
}

}  // namespace

command add_boxes(CLI::App& program) {
  auto given = std::make_shared<boxes_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "boxes",
      "All solutions in a box of small polynomial systems: n equations in n = 1 to 4 variables, none lost, none\n"
      "invented. Intersections of curves and surfaces, rays, closest points; one system or a million.\n"
      "With n - 1 equations in n = 2 to 4 variables: their curves of solutions, traced in proven tubes.\n"
      "\n"
      "  vieta boxes examples/systems/circle_and_cubic.json --plot system.svg\n"
      "  vieta boxes \"x^4 + y^4 = 3*x*y - 0.1\" --box -2,2 --plot curve.svg\n"
      "  vieta boxes - <<< '{\"curves\": [[[0, 0], [1, 2]], [[0, 1], [1, 0]]]}'\n"
      "  vieta boxes examples/systems/two_bezier_curves.json --json -o solutions.json\n"
      "\n"
      "A system: {\"vars\": [\"x\", \"y\"], \"box\": [[0, 1], [0, 1]], \"equations\": [\"x^2 + y^2 - 1\",\n"
      "{\"degrees\": [1, 1], \"bernstein\": [0, 1, -1, 2]}]}. Exit code 2: some are not complete.");
  verb.add_option("FILE", given->file,
                  "JSON or .npy file with systems, - for standard input, or\nthe equations themselves, with --box")
      ->type_name("");
  verb.add_option("--box", given->box, "Of equations that are typed: -1,1 for every variable, or \"0,1; -2,2\"")
      ->type_name("A,B")
      ->group("Input");
  verb.add_option("--tol,--tolerance", given->tolerance,
                  "Undecided boxes below this part of the domain's edge end (default 1e-8)")
      ->type_name("T")
      ->check(real_number(1e-14, 0.5))
      ->group("Work");
  verb.add_option("--max-boxes", given->max_boxes, "Boxes looked at for one system (default 100000)")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000'000))
      ->group("Work");
  verb.add_option("--method", given->method, "krawczyk (default), kantorovich or normal-cone")
      ->type_name("NAME")
      ->check(one_of(words_of<boxes_method>()))
      ->group("Work");
  verb.add_option("--subdivision", given->subdivision, "Pieces along each edge, for the other methods (default 2)")
      ->type_name("M")
      ->check(whole_number(2, 16))
      ->group("Work");
  verb.add_flag("--no-simd", given->no_simd, "One box at a time")->group("Work");
  add_work_options(verb, given->work);
  refuse_checkpoint(verb);
  add_output_options(verb, given->out);
  add_plot_option(verb, given->plot);
  verb.add_option("--draw", given->draw, "The system that --plot shows (default 1)")->type_name("N")->group("Output");
  verb.add_option("--mesh", given->mesh,
                  "Traced curves, or solutions of slices (\"sample\"), as lines or\na surface: .ply, .obj, .vtk")
      ->type_name("FILE")
      ->check(file_name())
      ->group("Output");
  return {&verb, [given, &verb] {
            if (verb.count("--subdivision") > 0 && given->method == "krawczyk")
              throw error("--subdivision: found --method krawczyk, expected kantorovich or normal-cone");
            if (verb.count("--draw") > 0 && given->plot.empty())
              throw error("--draw: found no --plot, expected --plot FILE as well");
            return run(*given);
          }};
}

}  // namespace vieta::cli
