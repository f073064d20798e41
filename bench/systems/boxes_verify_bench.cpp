// `verify` of small results of `boxes` beside the solver, in one process that has done both before: a table in
// Markdown. Times are processor time of one thread, the best of many runs, and each is counted alike on both sides: the
// solver's is that of systems that were read, the proof's that of claims that were read; and "from text" is reading,
// solving and writing JSON beside reading both files and proving. Further files of systems may be named:
//
//     boxes_verify_bench [FILE...]
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "verify/boxes/box_claims.hpp"
#include "verify/boxes/verify_boxes.hpp"
#include "vieta/boxes.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/json.hpp"

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class Work>
double best_of(const Work& work) {
  double best = 1e300;
  const double begin = cpu_seconds();
  for (int k = 0; k < 4000 && (k < 5 || cpu_seconds() - begin < 0.5); ++k) {
    const double start = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

void row(const std::string& name, const std::string& input) {
  vieta::boxes_options options;
  options.on = {vieta::where::cpu, 0, 1};
  vieta::verify_options with;
  with.threads = 1;
  const auto systems = vieta::read_boxes(input, name);
  vieta::boxes_result result = vieta::solve_boxes(systems, options);
  const std::string json = vieta::to_json(systems, result);
  const double solve = best_of([&] { result = vieta::solve_boxes(systems, options); });
  const double solve_text = best_of([&] {
    const auto read = vieta::read_boxes(input, name);
    (void)vieta::to_json(read, vieta::solve_boxes(read, options));
  });
  const double reading = best_of([&] { (void)vieta::checking::read_boxes_claims(json, name, systems); });
  vieta::boxes_verification outcome;
  const double proof = best_of([&] { outcome = vieta::verify_boxes_result(systems, json, name, with); }) - reading;
  const double proof_text =
      best_of([&] { (void)vieta::verify_boxes_result(vieta::read_boxes(input, name), json, name, with); });
  std::printf("| %s | %zu | %.1f us | %.1f us | %.1f | %.1f us | %.1f us | %.1f | %s |\n", name.c_str(),
              result.report.unique, solve * 1e6, proof * 1e6, proof / solve, solve_text * 1e6, proof_text * 1e6,
              proof_text / solve_text, outcome.holds ? "holds" : "DOES NOT");
  std::fflush(stdout);
}

using named = std::pair<std::string, std::string>;

std::string text_of(const std::string& variables, const std::string& box, const std::string& equations) {
  return R"({"vars": [)" + variables + R"(], "box": [)" + box + R"(], "equations": [)" + equations + "]}";
}

std::vector<named> cases() {
  const std::string xy = R"("x", "y")", square = "[-3, 3], [-3, 3]", cube = "[-2, 2], [-2, 2], [-2, 2]";
  return {
      {"two lines", text_of(xy, "[0, 1], [0, 1]", R"("x + y = 1", "x - y = 0.25")")},
      {"two parabolas", R"({"curves": [[[0, 0.2], [0.5, 1], [1, 0.1]], [[0.1, 0], [0.9, 0.5], [0.3, 1]]]})"},
      {"two cubics", R"({"curves": [[[0, 0], [1, 2], [2, -1], [3, 1]], [[0, 0.5], [1.2, 1], [1.8, 0], [3, 0.6]]]})"},
      {"circle and cubic", text_of(xy, square, R"("x^2 + y^2 = 4", "y = x^3 - 3*x")")},
      {"two circles", text_of(xy, square, R"("x^2 + y^2 = 2", "(x - 1)^2 + y^2 = 2")")},
      {"circle and line apart", text_of(xy, square, R"("x^2 + y^2 = 1", "x + y = 4")")},
      {"two quintics", text_of(xy, "[-1, 1], [-1, 1]", R"("x^5 + y^3 - x*y = 0.1", "y^5 - x^2 + 0.3*x = 0.05")")},
      {"one quintic", text_of(R"("x")", "[-2, 2]", R"("x^5 - x - 0.5 = 0")")},
      {"Wilkinson 5", text_of(R"("x")", "[0, 6]", R"("(x-1)*(x-2)*(x-3)*(x-4)*(x-5) = 0")")},
      {"three variables",
       text_of(R"("x", "y", "z")", cube, R"("x^2 + y^2 + z^2 = 3", "x*y*z = 0.5", "x + y - z = 0.3")")},
      {"four variables", text_of(R"("x", "y", "z", "w")", cube + ", [-2, 2]",
                                 R"("x + y + z + w = 1", "x*y = 0.2", "z*w = 0.1", "x - z = 0.3")")},
  };
}

}  // namespace

int main(int argc, char** argv) {
  std::puts("| systems | solutions | solver | proof | ratio | solver from text | verify from text | ratio | outcome |");
  std::puts("|---|--:|--:|--:|--:|--:|--:|--:|---|");
  for (const auto& [name, input] : cases()) row(name, input);
  for (int k = 1; k < argc; ++k) {
    std::ifstream file(argv[k]);
    row(argv[k], std::string(std::istreambuf_iterator<char>(file), {}));
  }
}
