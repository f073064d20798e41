// The near-linear method of `roots` by family and degree, certificates and assembly included, and the simultaneous
// iteration beside it: prints the tables of docs/benchmarks.md. Argument: the largest degree (default 1e6). --growth:
// only complex Gaussian coefficients, all degrees up to that with two threads (bench/peers/roots/near_linear_growth.py
// draws it).
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "exact/representation.hpp"
#include "vieta/roots.hpp"

namespace {

using vieta::polynomial;

std::mt19937_64 generator_for(std::int64_t degree) { return std::mt19937_64(static_cast<std::uint64_t>(degree)); }

polynomial gaussian(std::int64_t degree) {
  std::mt19937_64 generator = generator_for(degree);
  std::normal_distribution<double> normal;
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  for (auto& x : a) x = {normal(generator), normal(generator)};
  return polynomial::from_coefficients(a);
}

template <class Draw>
polynomial real_polynomial(std::int64_t degree, const Draw& draw) {
  std::mt19937_64 generator = generator_for(degree);
  std::vector<double> a(static_cast<std::size_t>(degree) + 1);
  for (double& x : a) x = draw(generator);
  a.front() = a.back() = 1;
  return polynomial::from_coefficients(a);
}
polynomial uniform(std::int64_t degree) {
  return real_polynomial(degree, [](auto& g) { return std::uniform_real_distribution<double>(-1, 1)(g); });
}
polynomial bits(std::int64_t degree) {
  return real_polynomial(degree, [](auto& g) { return static_cast<double>(g() % 2); });
}
polynomial signs(std::int64_t degree) {
  return real_polynomial(degree, [](auto& g) { return static_cast<double>(g() % 3) - 1; });
}

// Gaussian numbers times 2^height(k), beyond the range of double.
template <class Height>
polynomial weighted(std::int64_t degree, const Height& height) {
  std::mt19937_64 generator = generator_for(degree);
  std::normal_distribution<double> normal;
  std::vector<vieta::term> terms(static_cast<std::size_t>(degree) + 1);
  for (std::int64_t k = 0; k <= degree; ++k) {
    const double h = height(static_cast<double>(k)), whole = std::floor(h);
    vieta::term& t = terms[static_cast<std::size_t>(k)];
    t.exponent = k;
    for (vieta::exact::real* const part : {&t.re, &t.im}) {
      *part = vieta::exact::from_double(normal(generator) * std::exp2(h - whole));
      part->binary_exponent += static_cast<std::int64_t>(whole);
    }
  }
  return make_polynomial(std::move(terms));
}
double log2_factorial(double k) { return std::lgamma(k + 1) / std::log(2.0); }
polynomial kostlan(std::int64_t degree) {
  const auto n = static_cast<double>(degree);
  return weighted(degree,
                  [n](double k) { return 0.5 * (log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k)); });
}
polynomial weyl(std::int64_t degree) {
  return weighted(degree, [](double k) { return -0.5 * log2_factorial(k); });
}
// (x^n1 - 2) (x^n2 + 3)
polynomial two_circles(std::int64_t degree) {
  const std::string n1 = std::to_string(degree / 3), n2 = std::to_string(degree - degree / 3);
  return polynomial::parse("x^" + std::to_string(degree) + "+3*x^" + n1 + "-2*x^" + n2 + "-6");
}

struct family {
  const char* name;
  polynomial (*make)(std::int64_t);
};
constexpr family families[] = {{"complex Gaussian", gaussian},
                               {"real uniform", uniform},
                               {"0, 1", bits},
                               {"-1, 0, 1", signs},
                               {"Kostlan", kostlan},
                               {"Weyl", weyl},
                               {"two circles", two_circles}};

double processor_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

struct times {
  double processor = 0, wall = 0;
  bool complete = false;  ///< and without help
};

// The least of a few runs when they are short.
times measure(const polynomial& p, vieta::roots_method method, int threads) {
  times best;
  double total = 0;
  for (int run = 0; run < 20 && (run == 0 || total < 0.5); ++run) {
    vieta::roots_options options;
    options.method = method;
    options.on.threads = threads;
    const double begin = processor_seconds();
    const auto start = std::chrono::steady_clock::now();
    const vieta::roots_result result = vieta::roots(p, options);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    const double passed = processor_seconds() - begin;
    total += wall.count();
    best.processor = run == 0 ? passed : std::min(best.processor, passed);
    best.wall = run == 0 ? wall.count() : std::min(best.wall, wall.count());
    best.complete = result.report.isolated == p.degree() && result.report.method.find(',') == std::string::npos;
  }
  return best;
}

void print_growth(std::int64_t largest) {
  std::printf("Complex Gaussian, two threads: wall seconds.\n\n| degree | s |\n|---|---|\n");
  for (std::int64_t n = 1000; n <= largest; n *= 10) {
    const times t = measure(gaussian(n), vieta::roots_method::near_linear, 2);
    std::printf("| %lld | %.5f |%s\n", static_cast<long long>(n), t.wall, t.complete ? "" : " (incomplete)");
    std::fflush(stdout);
  }
}

void print_cell(const times& t) { std::printf(" %.4f%s |", t.processor, t.complete ? "" : " (incomplete)"); }

}  // namespace

int main(int count, char** values) {
  std::int64_t largest = 1'000'000;
  bool growth = false;
  for (int i = 1; i < count; ++i) {
    if (std::string(values[i]) == "--growth")
      growth = true;
    else
      largest = static_cast<std::int64_t>(std::atof(values[i]));
  }
  if (growth) {
    print_growth(largest);
    return 0;
  }
  std::printf("Processor seconds, one thread.\n\n| coefficients |");
  for (std::int64_t n = 1000; n <= largest; n *= 10) std::printf(" %lld |", static_cast<long long>(n));
  std::printf("\n|---|");
  for (std::int64_t n = 1000; n <= largest; n *= 10) std::printf("---|");
  for (const family& f : families) {
    std::printf("\n| %s |", f.name);
    for (std::int64_t n = 1000; n <= largest; n *= 10) {
      print_cell(measure(f.make(n), vieta::roots_method::near_linear, 1));
      std::fflush(stdout);
    }
  }
  std::printf("\n\nComplex Gaussian, two threads: wall seconds.\n\n|");
  for (std::int64_t n = 1000; n <= largest; n *= 10) {
    std::printf(" %.4f |", measure(gaussian(n), vieta::roots_method::near_linear, 2).wall);
    std::fflush(stdout);
  }
  std::printf(
      "\n\nBoth methods, complex Gaussian, one thread.\n\n| degree | ehrlich-aberth | near-linear |\n|---|---|---|");
  for (const std::int64_t n : {500, 1000, 1500, 2000, 5000, 10'000, 20'000}) {
    const polynomial p = gaussian(n);
    std::printf("\n| %lld |", static_cast<long long>(n));
    print_cell(measure(p, vieta::roots_method::ehrlich_aberth, 1));
    print_cell(measure(p, vieta::roots_method::near_linear, 1));
    std::fflush(stdout);
  }
  std::printf(
      "\n\nComplex Gaussian, one thread: roots in the disc of radius R about 0.6+0.8i.\n\n"
      "| degree | R | roots | processor seconds | all roots |\n|---|---|---|---|---|");
  for (std::int64_t n = 10'000; n <= largest; n *= 10) {
    const polynomial p = gaussian(n);
    const double all = measure(p, vieta::roots_method::near_linear, 1).processor;
    for (const double radius : {1e-5, 1e-4, 1e-3, 1e-2, 1e-1}) {
      vieta::roots_options options;
      options.method = vieta::roots_method::near_linear;
      options.on.threads = 1;
      options.region.in_disc = {{0.6, 0.8}, radius};
      const double start = processor_seconds();
      const vieta::roots_result result = vieta::roots(p, options);
      std::printf("\n| %lld | %g | %lld%s | %.3f | %.3f |", static_cast<long long>(n), radius,
                  static_cast<long long>(result.roots.size()),
                  result.status == vieta::roots_status::complete ? "" : " (incomplete)", processor_seconds() - start,
                  all);
      std::fflush(stdout);
    }
  }
  std::printf("\n");
}
