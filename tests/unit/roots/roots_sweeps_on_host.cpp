// The sweeps of a simultaneous iteration as a GPU runs them, run on the host, block by block.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>
#include <thread>
#include <vector>

#include "cuda/launch_on_host.hpp"
// What the schedule is launched with comes first.
#include "roots/coefficients.hpp"
#include "roots/cuda_sweeps/schedule.hpp"
#include "roots/sweep/iteration.hpp"
#include "roots/sweep/newton_polygon.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

using sweeps::correction, sweeps::evaluation;

// Every node next to a root of its own, and none left.
void expect_all_roots(const polynomial& p, correction method = correction::ehrlich_aberth,
                      evaluation terms = evaluation::horner, double tolerance = 1e-9) {
  const coefficients a = make_coefficients(p);
  node_set nodes = starting_points(newton_polygon(a));
  sweeps::sweep_options options;
  options.method = method;
  options.terms = terms;
  const sweeps::sweep_report report = sweeps::run_sweeps(nodes, a, options);
  EXPECT_EQ(report.left, 0) << report.sweeps << " sweeps";
  const roots_result truth = roots(p);
  ASSERT_EQ(truth.roots.size(), nodes.size());
  std::vector<char> taken(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::size_t nearest = 0;
    double least = INFINITY;
    const std::complex<double> z = nodes.rounded(i).in_frame(0);
    for (std::size_t k = 0; k < truth.roots.size(); ++k) {
      const double apart = std::abs(z - truth.roots[k].value);
      if (apart < least) least = apart, nearest = k;
    }
    EXPECT_LE(least, tolerance * std::abs(z)) << z;
    EXPECT_EQ(taken[nearest], 0) << z;
    taken[nearest] = 1;
  }
}

polynomial gaussian(std::size_t degree) {
  std::mt19937_64 g(degree);
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(degree + 1);
  for (auto& x : a) x = {normal(g), normal(g)};
  return polynomial::from_coefficients(a);
}

TEST(SweepsOnHost, GaussianCoefficients) {
  for (const std::size_t degree : {1UL, 2UL, 31UL, 32UL, 129UL, 600UL}) expect_all_roots(gaussian(degree));
}
// The nodes end at the same bits, whatever the number of stand-ins for devices.
TEST(SweepsOnHost, SeveralDevicesMoveTheNodesAsOne) {
  for (const bool sparse : {false, true}) {
    const polynomial p = sparse ? polynomial::parse("x^301+3*x^100-2*x^201-6") : gaussian(300);
    const coefficients a = make_coefficients(p);
    const node_set start = starting_points(newton_polygon(a));
    for (const correction method : {correction::ehrlich_aberth, correction::durand_kerner}) {
      sweeps::sweep_options options;
      options.method = method;
      node_set one = start;
      const sweeps::sweep_report alone = sweeps::run_sweeps(one, a, options);
      for (const std::size_t devices : {2UL, 3UL, 4UL, 7UL}) {
        node_set nodes = start;
        sweeps::sweeps_meeting others(devices);
        std::vector<sweeps::sweep_report> reports(devices);
        {
          std::vector<std::jthread> threads;
          for (std::size_t member = 0; member < devices; ++member)
            threads.emplace_back(
                [&, member] { reports[member] = sweeps::run_sweeps(nodes, a, options, others, member); });
        }
        for (const sweeps::sweep_report& report : reports) {
          EXPECT_EQ(report.sweeps, alone.sweeps);
          EXPECT_EQ(report.updates, alone.updates);
          EXPECT_EQ(report.left, alone.left);
        }
        for (std::size_t i = 0; i < one.size(); ++i)
          ASSERT_EQ(nodes.rounded(i).in_frame(0), one.rounded(i).in_frame(0));
      }
    }
  }
}
TEST(SweepsOnHost, SlicesOfTermsAndNodes) { expect_all_roots(gaussian(1100)); }
// It converges quadratically: the last step leaves more than that of Ehrlich-Aberth.
TEST(SweepsOnHost, DurandKerner) {
  expect_all_roots(gaussian(60), correction::durand_kerner, evaluation::horner, 1e-6);
}
TEST(SweepsOnHost, ByLogarithmsOfTerms) { expect_all_roots(gaussian(80), {}, evaluation::exp_log); }
TEST(SweepsOnHost, Sparse) {
  expect_all_roots(polynomial::parse("(x^301 - 2)*(x^200 + 3*x + 1)"));
  expect_all_roots(polynomial::parse("x^130 - 2"), correction::durand_kerner, evaluation::horner, 1e-6);
}
TEST(SweepsOnHost, ModuliOfManyFrames) {
  const polynomial wide = polynomial::parse("(x^20-1e-60)*(x^20-3e-2)*(x^20+1e40)*(x^9-1e200)*(x-1e-150)");
  expect_all_roots(wide);
}
TEST(SweepsOnHost, TwoCirclesTakeFewSweeps) {
  // For the higher degrees here it took 43 and 52 while starting points could lie half-way between roots.
  for (const int degree : {1000, 1201, 1630, 1667}) {
    const std::string n1 = std::to_string(degree / 3), n2 = std::to_string(degree - degree / 3);
    const coefficients a = make_coefficients(polynomial::parse("(x^" + n1 + "-2)*(x^" + n2 + "+3)"));
    node_set nodes = starting_points(newton_polygon(a));
    const sweeps::sweep_report report = sweeps::run_sweeps(nodes, a, {});
    EXPECT_EQ(report.left, 0) << degree;
    EXPECT_LE(report.sweeps, 20) << degree;
  }
}
TEST(SweepsOnHost, CoefficientsBeyondDouble) {
  std::string text;
  std::mt19937_64 g(5);
  for (int k = 0; k <= 300; ++k) {
    const double log10 = (std::lgamma(301.0) - std::lgamma(k + 1.0) - std::lgamma(301.0 - k)) / std::log(10.0) * 6;
    text += (k > 0 ? " + " : "") + std::to_string(1 + g() % 9) + "e" + std::to_string(static_cast<int>(log10)) + "*x^" +
            std::to_string(k);
  }
  expect_all_roots(polynomial::parse(text));
}
// The caller hears of a sweep before it is asked whether to stop.
TEST(SweepsOnHost, TellsBeforeItAsks) {
  const coefficients a = make_coefficients(gaussian(50));
  for (const std::size_t devices : {1UL, 3UL}) {
    node_set nodes = starting_points(newton_polygon(a));
    int calls = 0;
    sweeps::sweep_options options;
    options.progress = [&](std::int64_t settled) {
      ++calls;
      EXPECT_LT(settled, 50);
    };
    options.must_stop = [&] { return calls == 3; };
    sweeps::sweeps_meeting others(devices);
    std::vector<sweeps::sweep_report> reports(devices);
    {
      std::vector<std::jthread> threads;
      for (std::size_t member = 0; member < devices; ++member)
        threads.emplace_back([&, member] { reports[member] = sweeps::run_sweeps(nodes, a, options, others, member); });
    }
    EXPECT_EQ(calls, 3);
    for (const sweeps::sweep_report& report : reports) EXPECT_EQ(report.sweeps, 3);
  }
}
TEST(SweepsOnHost, StopsWhenAsked) {
  const coefficients a = make_coefficients(gaussian(50));
  node_set nodes = starting_points(newton_polygon(a));
  sweeps::sweep_options options;
  options.must_stop = [] { return true; };
  const sweeps::sweep_report report = sweeps::run_sweeps(nodes, a, options);
  EXPECT_EQ(report.sweeps, 1);
  EXPECT_GT(report.left, 0);
}

}  // namespace
}  // namespace vieta
