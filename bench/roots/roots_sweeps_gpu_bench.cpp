// Sweeps of Ehrlich-Aberth and Durand-Kerner on a GPU: a table in Markdown. The time is that from starting points in
// host memory to nodes that have settled in host memory; the best of some. A pair is one term of p at one node, and one
// node compared with another. The check: how many nodes are left unsettled, and the largest distance, relative, from a
// node to the nearest root that the near-linear method found and proved, with no root counted for two nodes. Arguments:
// the largest degree (default 1e6); --on cuda:0,1: several devices.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/parallel_for.hpp"
#include "roots/cuda_sweeps/device_sweeps.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/rings/ring_plan.hpp"
#include "roots/sweep/iteration.hpp"
#include "roots/sweep/neighbours.hpp"
#include "vieta/error.hpp"
#include "vieta/target.hpp"

namespace {

using vieta::coefficients;
namespace sweeps = vieta::sweeps;
namespace near_linear = vieta::near_linear;

coefficients from_values(const std::vector<std::complex<double>>& a) {
  coefficients c;
  c.degree = static_cast<std::int64_t>(a.size()) - 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == 0.0) continue;
    int shift = 0;
    std::frexp(std::max(std::abs(a[k].real()), std::abs(a[k].imag())), &shift);
    c.power.push_back(static_cast<std::int64_t>(k));
    c.re[0].push_back(std::ldexp(a[k].real(), -shift));
    c.im[0].push_back(std::ldexp(a[k].imag(), -shift));
    c.exponent.push_back(shift);
    c.log2_modulus.push_back(std::log2(std::abs(a[k])));
  }
  return c;
}
coefficients gaussian(std::int64_t degree) {
  std::mt19937_64 g(static_cast<std::uint64_t>(degree));
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  for (auto& x : a) x = {normal(g), normal(g)};
  return from_values(a);
}
// (x^n1 - 2) (x^n2 + 3)
coefficients two_circles(std::int64_t degree) {
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  const auto n1 = static_cast<std::size_t>(degree / 3), n2 = static_cast<std::size_t>(degree) - n1;
  a[0] = -6, a[n1] = 3, a[n2] = -2, a[n1 + n2] = 1;
  return from_values(a);
}

struct task {
  const char* name;
  coefficients (*make)(std::int64_t);
  std::int64_t degree;
  sweeps::correction method = sweeps::correction::ehrlich_aberth;
  sweeps::evaluation terms = sweeps::evaluation::horner;
  int most_sweeps = 100;
};
const task tasks[] = {
    {"Gaussian", gaussian, 10'000},
    {"Gaussian", gaussian, 100'000},
    {"two circles", two_circles, 100'000},
    {"Gaussian, Durand-Kerner", gaussian, 10'000, sweeps::correction::durand_kerner},
    {"Gaussian, exp-log", gaussian, 10'000, sweeps::correction::ehrlich_aberth, sweeps::evaluation::exp_log},
    {"Gaussian, one sweep", gaussian, 300'000, {}, {}, 1},
    {"two circles, one sweep", two_circles, 300'000, {}, {}, 1},
    {"Gaussian, exp-log, one sweep", gaussian, 100'000, {}, sweeps::evaluation::exp_log, 1},
    {"Gaussian", gaussian, 1'000'000},
    {"two circles", two_circles, 1'000'000}};

std::complex<double> value_of(const vieta::node_set& nodes, std::size_t i) { return nodes.rounded(i).in_frame(0); }

// The largest distance from a node to the nearest proven root, relative; infinite if two nodes have the same one.
double distance_to_proven(const coefficients& a, const vieta::node_set& nodes) {
  const near_linear::envelope hull(a, vieta::thread_count(0));
  const auto plan = near_linear::plan_rings(hull, near_linear::limits_for_device(hull, vieta::thread_count(0)));
  near_linear::device_limits limits;
  limits.density = near_linear::first_density;
  limits.tolerance = 0.88e-15;
  const near_linear::device_roots found = near_linear::device_search(a, {}).run(hull, plan, limits);
  if (found.count != a.degree) return NAN;
  std::vector<std::complex<double>> all;
  for (std::size_t i = 0; i < nodes.size(); ++i) all.push_back(value_of(nodes, i));
  for (std::size_t i = 0; i < found.re.size(); ++i) {
    const std::complex<double> z =
        std::ldexp(1.0, static_cast<int>(found.exponent[i])) * std::complex<double>(found.re[i], found.im[i]);
    all.push_back(z);
    if (found.upper_half && found.im[i] != 0) all.push_back(std::conj(z));
  }
  const vieta::polar_index index(all.size(), 1, [&](std::size_t i) -> vieta::polar_point {
    return {std::log(std::abs(all[i])), std::arg(all[i])};
  });
  std::vector<char> taken(all.size(), 0);
  double largest = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    double least = INFINITY;
    std::size_t nearest = 0;
    index.near(static_cast<std::uint32_t>(i), 1e-7, [&](std::uint32_t j) {
      if (j < nodes.size()) return;
      const double d = std::abs(all[i] - all[j]) / std::abs(all[i]);
      if (d < least) least = d, nearest = j;
    });
    if (least == INFINITY || taken[nearest] != 0) return INFINITY;
    taken[nearest] = 1;
    largest = std::max(largest, least);
  }
  return largest;
}

void run(const task& t, const vieta::target& on) {
  const coefficients a = t.make(t.degree);
  sweeps::sweep_options options;
  options.method = t.method;
  options.terms = t.terms;
  options.most_sweeps = t.most_sweeps;
  const vieta::node_set start = vieta::starting_points(vieta::newton_polygon(a));
  double best = INFINITY;
  sweeps::sweep_report report;
  vieta::node_set nodes;
  for (int run = 0; run < (t.degree > 500'000 ? 1 : 3); ++run) {
    nodes = start;
    const auto begin = std::chrono::steady_clock::now();
    report = sweeps::sweep_on_cuda(nodes, a, options, on);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  const double n = static_cast<double>(t.degree), updates = static_cast<double>(report.updates);
  std::printf("| %s | %lld | %.4g | %d | %.2f | %.0f | %lld | %.1e |\n", t.name, static_cast<long long>(t.degree),
              best * 1e3, report.sweeps, updates / n, updates * n / best / 1e9, static_cast<long long>(report.left),
              t.most_sweeps == 1 ? NAN : distance_to_proven(a, nodes));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  double largest = 1e6;
  vieta::target on;
  for (int i = 1; i < count; ++i) {
    if (std::string(values[i]) == "--on" && i + 1 < count)
      on = vieta::parse_target(values[++i]);
    else
      largest = std::atof(values[i]);
  }
  if (vieta::cuda_devices().empty()) {
    std::printf("no CUDA device\n");
    return 0;
  }
  std::printf(
      "%s\n\n| coefficients | degree | ms | sweeps | updates per root | G pairs/s | left | distance |\n"
      "|---|---|---|---|---|---|---|---|\n",
      vieta::cuda_devices()[0].c_str());
  for (const task& t : tasks) {
    if (static_cast<double>(t.degree) > largest) continue;
    try {
      run(t, on);
    } catch (const vieta::error& trouble) {
      std::printf("| %s | %lld | %s |\n", t.name, static_cast<long long>(t.degree), trouble.what());
    }
  }
}
