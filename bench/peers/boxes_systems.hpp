// What the peers of `solve_boxes` share (boxes_cgal.cpp, boxes_ibex.cpp, boxes_occt.cpp): files of systems, processor
// time, and a line of output. The files are those that bench/systems/boxes_bench.cpp reads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <vector>

struct bernstein_equation {
  std::vector<int> degrees;
  std::vector<double> coefficients;  // on the unit cube, the first variable slowest
};

using bernstein_system = std::vector<bernstein_equation>;

inline std::vector<bernstein_system> read_systems(const char* path) {
  std::ifstream in(path);
  std::size_t count = 0, n = 0;
  in >> count >> n;
  std::vector<bernstein_system> systems(count, bernstein_system(n));
  for (bernstein_system& s : systems)
    for (bernstein_equation& f : s) {
      std::size_t size = 1;
      f.degrees.resize(n);
      for (int& d : f.degrees) {
        in >> d;
        size *= static_cast<std::size_t>(d) + 1;
      }
      f.coefficients.resize(size);
      for (double& c : f.coefficients) in >> c;
    }
  if (!in) systems.clear();
  return systems;
}

template <class number>
number binomial(int n, int k) {
  number b = 1;
  for (int i = 1; i <= k; ++i) b = b * number(n - k + i) / number(i);  // a whole number each time
  return b;
}

/// Coefficients of the powers, in the same order, from those of Bernstein's basis `b`. Exact where `number` is.
template <class number>
std::vector<number> to_powers(const std::vector<int>& degrees, std::vector<number> b) {
  std::size_t stride = b.size();
  for (const int d : degrees) {
    const std::size_t block = stride, sides = static_cast<std::size_t>(d) + 1;
    stride /= sides;
    for (std::size_t begin = 0; begin < b.size(); begin += block)
      for (std::size_t k = begin; k < begin + stride; ++k) {
        for (std::size_t order = 1; order < sides; ++order)  // differences
          for (std::size_t i = sides - 1; i >= order; --i) b[k + i * stride] -= b[k + (i - 1) * stride];
        for (int i = 0; i <= d; ++i) b[k + static_cast<std::size_t>(i) * stride] *= binomial<number>(d, i);
      }
  }
  return b;
}

inline double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// solve(k) solves system k, and says how many solutions it has. The best of three runs over all systems; the numbers
/// of solutions, one a line, go to `counts` if there is such a file.
template <class function>
void measure(std::size_t systems, const char* counts, const function& solve) {
  std::vector<long> found(systems);
  double best = 1e300;
  for (int run = 0; run < 3; ++run) {
    const double begin = cpu_seconds();
    for (std::size_t k = 0; k < systems; ++k) found[k] = solve(k);
    best = std::min(best, cpu_seconds() - begin);
  }
  long all = 0;
  for (const long c : found) all += c;
  std::printf("%zu systems, %ld solutions, %.2f us each\n", systems, all, best / static_cast<double>(systems) * 1e6);
  if (counts == nullptr) return;
  std::ofstream out(counts);
  for (const long c : found) out << c << '\n';
}
