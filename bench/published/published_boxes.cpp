// Algorithms 4 and 5 of Wei, Feng and Lin (2011) on a GPU, by the number of systems and by the threads that share the
// pieces of a box (figures 4 and 5): for bench/published/boxes.py.
//
//   published_boxes [COUNT...]    random pairs of bicubics, 8 x 8 pieces
//
// Prints a line of JSON for each number of systems and of threads: seconds, the best of some runs, from systems in host
// memory to solutions there.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "boxes/cuda.hpp"
#include "vieta/boxes.hpp"

namespace {

using namespace vieta;

std::vector<box_system> bicubics(std::size_t count) {
  std::mt19937_64 random(33);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<box_system> systems(count);
  for (box_system& s : systems)
    for (int q = 0; q < 2; ++q) {
      bernstein_polynomial f{{3, 3}, {}};
      for (int j = 0; j < 16; ++j) f.coefficients.push_back(unit(random));
      s.equations.push_back(std::move(f));
    }
  return systems;
}

boxes_result best_of(const std::vector<box_system>& systems, const boxes_options& options) {
  boxes_result best = solve_boxes(systems, options);
  for (int run = 0; run < 4; ++run) {
    boxes_result next = solve_boxes(systems, options);
    if (next.report.seconds < best.report.seconds) best = std::move(next);
  }
  return best;
}

void print(std::size_t count, const char* method, int threads, const boxes_result& r) {
  std::printf(
      "{\"systems\": %zu, \"method\": \"%s\", \"threads\": %d, \"seconds\": %.6f, \"unique\": %zu, \"complete\": %zu, "
      "\"boxes\": %zu, \"target\": \"%s\"}\n",
      count, method, threads, r.report.seconds, r.report.unique, r.report.complete, r.report.boxes_visited,
      r.report.target.c_str());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::size_t> counts;
  for (int i = 1; i < argc; ++i) counts.push_back(static_cast<std::size_t>(std::max(1, std::atoi(argv[i]))));
  if (counts.empty()) counts = {1, 16, 64, 256, 512, 1024, 4096};
  if (cuda_devices().empty()) {
    std::printf("SKIPPED: no CUDA device\n");
    return 0;
  }
  for (const std::size_t count : counts) {
    const std::vector<box_system> systems = bicubics(count);
    boxes_options options;
    options.on.place = where::cuda;
    print(count, "krawczyk", 128, best_of(systems, options));
    options.method = boxes_method::kantorovich;
    options.subdivision = 8;
    for (const int threads : {1, 2, 4, 8, 16, 32, 64, 128}) {
      boxes::cuda::kantorovich_threads = threads;
      print(count, "kantorovich", threads, best_of(systems, options));
    }
    options.on = {};
    options.on.place = where::cpu;
    options.on.threads = 1;
    if (count <= 1024) print(count, "kantorovich on one core", 1, solve_boxes(systems, options));
  }
}
