// `solve_boxes`: one row for each set of systems; a table in Markdown. Times are processor time of one thread, the best
// of several runs. Sets are made here, the same everywhere; files of systems (docs/benchmarks.md) may be named:
//
//     boxes_bench [FILE...]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "boxes_bisector.hpp"
#include "vieta/boxes.hpp"
#include "vieta/geometry.hpp"

namespace {

using vieta::bernstein_polynomial;
using vieta::box_system;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct measured {
  double seconds = 1e300;
  vieta::boxes_result result;
};

template <class Systems>
measured run(const Systems& systems, const vieta::boxes_options& options) {
  measured best;
  const double begin = cpu_seconds();
  for (int k = 0; k < 200 && (k < 5 || cpu_seconds() - begin < 1.5); ++k) {
    const double start = cpu_seconds();
    best.result = vieta::solve_boxes(systems, options);
    best.seconds = std::min(best.seconds, cpu_seconds() - start);
  }
  return best;
}

template <class Systems>
void row(const std::string& name, const Systems& systems, std::size_t number) {
  vieta::boxes_options simd, scalar;
  simd.on = scalar.on = {vieta::where::cpu, 0, 1};
  scalar.simd = false;
  const measured a = run(systems, simd), b = run(systems, scalar);
  const auto count = static_cast<double>(number);
  std::printf("| %s | %zu | %zu | %.1f | %zu | %.2f us | %.2f us | %.3f M/s |\n", name.c_str(), number,
              a.result.report.unique, static_cast<double>(a.result.report.boxes_visited) / count,
              a.result.report.most_visited, a.seconds / count * 1e6, b.seconds / count * 1e6, count / a.seconds * 1e-6);
  std::fflush(stdout);
}

void row(const std::string& name, const std::vector<box_system>& systems) { row(name, systems, systems.size()); }

box_system random_bicubics(std::mt19937_64& random) {
  box_system s;
  for (int q = 0; q < 2; ++q) {
    bernstein_polynomial f{{3, 3}, {}};
    for (int k = 0; k < 16; ++k) f.coefficients.push_back(static_cast<double>(random() % 2001) - 1000);
    s.equations.push_back(f);
  }
  return s;
}

box_system five_roots() {
  const std::vector<double> f = {0, 2.2, 1.1, 1.1, -1, -1, -1, 1, -1, 1, 1, 1, -1, -1, -2, 0};
  std::vector<double> g(16);
  for (int k = 0; k < 16; ++k) g[k] = f[4 * (k % 4) + k / 4];
  box_system s;
  s.equations = {{{3, 3}, f}, {{3, 3}, g}};
  return s;
}

/// A cubic curve through a bicubic patch.
box_system curve_and_patch(std::mt19937_64& random) {
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  vieta::bezier_surface surface{3, 3, 3, {}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) surface.control.insert(surface.control.end(), {i / 3.0, j / 3.0, 2 * uniform() - 1});
  vieta::bezier_curve curve{3, 3, {}};
  for (int k = 0; k < 12; ++k) curve.control.push_back(k % 3 == 2 ? 4 * uniform() - 2 : uniform());
  return vieta::curve_surface_system(curve, surface);
}

std::vector<box_system> read_file(const std::string& path) {
  std::ifstream in(path);
  std::size_t count = 0, n = 0;
  in >> count >> n;
  std::vector<box_system> systems(count);
  for (box_system& s : systems)
    for (std::size_t q = 0; q < n; ++q) {
      bernstein_polynomial f;
      std::size_t size = 1;
      for (std::size_t k = 0; k < n; ++k) {
        f.degrees.emplace_back();
        in >> f.degrees.back();
        size *= static_cast<std::size_t>(f.degrees.back()) + 1;
      }
      f.coefficients.resize(size);
      for (double& c : f.coefficients) in >> c;
      s.equations.push_back(f);
    }
  if (!in) systems.clear();
  return systems;
}

}  // namespace

int main(int count, char** values) {
  std::printf("| systems | number | solutions | boxes each | most | %s | one at a time | per core |\n", "SIMD");
  std::printf("|---|--:|--:|--:|--:|--:|--:|--:|\n");
  std::mt19937_64 random(1);
  std::vector<box_system> systems;
  for (int k = 0; k < 4096; ++k) systems.push_back(random_bicubics(random));
  row("random bicubics", systems);
  row("five-root pair, alone", {five_roots()});
  row("bisector surface, 80 x 80", vieta::bench::bisector_systems());
  const std::vector<double> bisector = vieta::bench::bisector_array();
  const vieta::bernstein_batch array{bisector.size() / 32, {3, 3}, bisector.data(), {}};
  row("the same as one array", array, array.count);
  systems.clear();
  for (int k = 0; k < 256; ++k) systems.push_back(curve_and_patch(random));
  row("cubic curve, bicubic patch", systems);
  for (int k = 1; k < count; ++k) {
    const std::string path = values[k];
    systems = read_file(path);
    if (systems.empty()) return std::fprintf(stderr, "%s: no systems\n", values[k]), 1;
    row(path.substr(path.rfind('/') + 1), systems);
  }
  return 0;
}
