// `roots` of one polynomial of high degree on a GPU: a table in Markdown. "find" takes coefficients in host memory to
// proven discs in host memory; "roots" is the whole call. Medians. The check: as many discs as the degree says, and the
// sums of the first powers of the roots against Newton's identities, relative to the sum of their moduli.
// Arguments: the largest degree (default 1e7), --stages for the time of each stage.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "exact/representation.hpp"
#include "parallel_for.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace {

using vieta::coefficients;
using vieta::polynomial;
namespace near_linear = vieta::near_linear;
using clock_type = std::chrono::steady_clock;

double milliseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - start).count();
}

template <class Draw>
std::vector<std::complex<double>> drawn(std::int64_t degree, const Draw& draw) {
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  constexpr std::size_t task = 1 << 16;
  vieta::parallel_for((a.size() + task - 1) / task, 1, 0 + vieta::thread_count(0), [&](std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t) {
      std::mt19937_64 generator(static_cast<std::uint64_t>(degree) * 1000 + t);
      for (std::size_t k = t * task; k < std::min(a.size(), (t + 1) * task); ++k) a[k] = draw(generator);
    }
  });
  return a;
}
polynomial real_part(const std::vector<std::complex<double>>& a) {
  std::vector<double> re;
  re.reserve(a.size());
  for (const auto& x : a) re.push_back(x.real());
  re.front() = re.back() = 1;
  return polynomial::from_coefficients(re);
}
std::vector<std::complex<double>> normal_numbers(std::int64_t degree) {
  return drawn(degree, [](auto& g) {
    const double r = std::sqrt(-2 * std::log(1 - std::uniform_real_distribution<double>()(g)));
    return std::polar(r, 6.283185307179586 * std::uniform_real_distribution<double>()(g));
  });
}
polynomial gaussian(std::int64_t degree) { return polynomial::from_coefficients(normal_numbers(degree)); }
polynomial uniform(std::int64_t degree) {
  return real_part(drawn(degree, [](auto& g) { return std::uniform_real_distribution<double>(-1, 1)(g); }));
}
polynomial bits(std::int64_t degree) {
  return real_part(drawn(degree, [](auto& g) { return static_cast<double>(g() % 2); }));
}
polynomial signs(std::int64_t degree) {
  return real_part(drawn(degree, [](auto& g) { return static_cast<double>(g() % 3) - 1; }));
}
// Normal numbers times 2^height(k), beyond the range of double.
template <class Height>
polynomial weighted(std::int64_t degree, const Height& height) {
  const std::vector<std::complex<double>> a = normal_numbers(degree);
  std::vector<vieta::term> terms(a.size());
  vieta::parallel_for(a.size(), 1 << 16, vieta::thread_count(0), [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      const double h = height(static_cast<double>(k)), whole = std::floor(h);
      terms[k].exponent = static_cast<std::int64_t>(k);
      const std::complex<double> value = a[k] * std::exp2(h - whole);
      terms[k].re = vieta::exact::from_double(value.real());
      terms[k].im = vieta::exact::from_double(value.imag());
      terms[k].re.binary_exponent += static_cast<std::int64_t>(whole);
      terms[k].im.binary_exponent += static_cast<std::int64_t>(whole);
    }
  });
  return make_polynomial(std::move(terms));
}
double log2_factorial(double k) {
  int sign = 0;
  return lgamma_r(k + 1, &sign) / std::log(2.0);
}
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

struct task {
  const char* name;
  polynomial (*make)(std::int64_t);
  std::int64_t degree;
  double target;  ///< milliseconds
};
constexpr task tasks[] = {{"complex Gaussian", gaussian, 10'000, 2},
                          {"complex Gaussian", gaussian, 100'000, 5},
                          {"complex Gaussian", gaussian, 1'000'000, 20},
                          {"two circles", two_circles, 1'000'000, 20},
                          {"real uniform", uniform, 1'000'000, 50},
                          {"0, 1", bits, 1'000'000, 50},
                          {"-1, 0, 1", signs, 1'000'000, 50},
                          {"Kostlan", kostlan, 1'000'000, 50},
                          {"Weyl", weyl, 1'000'000, 50},
                          {"complex Gaussian", gaussian, 10'000'000, 250},
                          {"complex Gaussian", gaussian, 100'000'000, 3000}};

// a_k / a_n, if there is such a term.
std::complex<double> ratio(const coefficients& a, std::int64_t power) {
  const auto at = std::lower_bound(a.power.begin(), a.power.end(), power);
  if (at == a.power.end() || *at != power) return 0;
  const auto k = static_cast<std::size_t>(at - a.power.begin()), n = a.terms() - 1;
  const auto value = [&](std::size_t i) {
    return std::complex<double>(a.re[0][i], a.is_real() ? 0 : a.im[0][i]);
  };
  return value(k) / value(n) * std::exp2(static_cast<double>(a.exponent[k] - a.exponent[n]));
}

// The largest error of the sums of z, z^2 and z^3, relative to the sums of moduli.
double error_of_sums(const coefficients& a, const std::vector<vieta::root>& roots) {
  const std::complex<double> e1 = -ratio(a, a.degree - 1), e2 = ratio(a, a.degree - 2), e3 = -ratio(a, a.degree - 3);
  const std::complex<double> expected[3] = {e1, e1 * e1 - 2.0 * e2, e1 * e1 * e1 - 3.0 * e1 * e2 + 3.0 * e3};
  std::complex<long double> sums[3] = {};
  long double moduli[3] = {};
  for (const vieta::root& r : roots) {
    const std::complex<long double> z(r.value.real(), r.value.imag());
    std::complex<long double> w = 1;
    for (int k = 0; k < 3; ++k) {
      w *= z;
      sums[k] += w * static_cast<long double>(r.multiplicity);
      moduli[k] += std::abs(w);
    }
  }
  double largest = 0;
  for (int k = 0; k < 3; ++k) {
    const std::complex<long double> difference = sums[k] - std::complex<long double>(expected[k]);
    largest = std::max(largest, static_cast<double>(std::abs(difference) / moduli[k]));
  }
  return largest;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void run(const task& t, bool stages) {
  auto start = clock_type::now();
  const polynomial p = t.make(t.degree);
  const double making = milliseconds_since(start);
  start = clock_type::now();
  const coefficients a = make_coefficients(p);
  const double preparing = milliseconds_since(start);

  near_linear::device_limits limits;
  limits.density = 1.6;
  limits.tolerance = 0.8e-15;
  std::vector<double> find_times, hull_times, plan_times;
  std::int64_t count = 0;
  std::size_t rings = 0;
  std::map<std::string, double> spent;
  const int most = t.degree > 2'000'000 ? 3 : 7;
  for (int run = 0; run < most + (stages ? 1 : 0); ++run) {
    auto last = clock_type::now();
    if (run == most) {
      limits.done = [&](const char* stage) {
        spent[stage] += milliseconds_since(last);
        last = clock_type::now();
      };
    }
    start = clock_type::now();
    const near_linear::envelope hull(a);
    const double hull_time = milliseconds_since(start);
    const std::vector<near_linear::ring> plan = near_linear::plan_rings(hull);
    const double plan_time = milliseconds_since(start) - hull_time;
    rings = plan.size();
    const near_linear::device_roots found = near_linear::search_on_cuda(a, hull, plan, limits, {});
    if (run < most) find_times.push_back(milliseconds_since(start));
    hull_times.push_back(hull_time);
    plan_times.push_back(plan_time);
    count = found.count;
    if (found.lost + found.without_room > 0)
      std::printf("  (lost %lld, without room %lld)\n", static_cast<long long>(found.lost),
                  static_cast<long long>(found.without_room));
  }

  vieta::roots_options options;
  options.on = vieta::parse_target("cuda");
  vieta::roots_result result;
  std::vector<double> call_times;
  for (int run = 0; run < (t.degree > 2'000'000 ? 1 : 3); ++run) {
    result = {};
    start = clock_type::now();
    result = vieta::roots(p, options);
    call_times.push_back(milliseconds_since(start));
  }
  double radius = 0;
  for (const vieta::root& r : result.roots) radius = std::max(radius, r.radius / std::abs(r.value));
  std::printf("| %s | %lld | %.2f | %.0f | %.2f | %lld | %lld | %.1e | %.1e | %s |\n", t.name,
              static_cast<long long>(t.degree), median(find_times), t.target, median(call_times),
              static_cast<long long>(count - t.degree), static_cast<long long>(result.report.isolated - t.degree),
              radius, error_of_sums(a, result.roots), result.report.method.c_str());
  if (stages) {
    std::printf("  rings %zu; make %.0f, coefficients %.1f, hull %.2f, plan %.2f ms;", rings, making, preparing,
                median(hull_times), median(plan_times));
    for (const auto& [stage, time] : spent) std::printf(" %s %.2f", stage.c_str(), time);
    std::printf(" ms\n");
  }
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** values) {
  double largest = 1e7;
  bool stages = false;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(values[i], "--stages") == 0)
      stages = true;
    else
      largest = std::atof(values[i]);
  }
  if (vieta::cuda_devices().empty()) {
    std::printf("no CUDA device\n");
    return 0;
  }
  std::printf("%s\n\n| coefficients | degree | find, ms | target | roots, ms | discs - degree, first search | isolated - "
              "degree | largest relative radius | error of sums of powers | method |\n|---|---|---|---|---|---|---|---|---|---|\n",
              vieta::cuda_devices()[0].c_str());
  for (const task& t : tasks) {
    if (static_cast<double>(t.degree) > largest) continue;
    try {
      run(t, stages);
    } catch (const vieta::error& trouble) {
      std::printf("| %s | %lld | %s |\n", t.name, static_cast<long long>(t.degree), trouble.what());
    }
  }
}
