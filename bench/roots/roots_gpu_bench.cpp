// The near-linear method of `roots` on a GPU: a table in Markdown. The time is that from coefficients in host memory to
// proven discs in host memory, plan of the rings included; medians. The checks: as many roots as the degree says in
// disjoint discs; the sums of the first powers of the roots against Newton's identities, relative to the sum of their
// moduli; and for some roots, where double holds all coefficients, a step of Newton's iteration in long double,
// relative to the disc's radius. Arguments: the largest degree (default 1e7); --least D: the least degree; --stages:
// the time of each stage; --on cuda:0,1: several devices; --crossover: instead, whole calls of `roots` on the CPU and
// on the GPU, by degree; and for measurements of the plan --amplification A, --density D, --cells L (log2), --table M
// (MiB).
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

#include "base/parallel_for.hpp"
#include "roots/near_linear/devices/search_devices.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"
#include "vieta/target.hpp"

namespace {

using vieta::coefficients;
namespace near_linear = vieta::near_linear;
using clock_type = std::chrono::steady_clock;

double milliseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::milli>(clock_type::now() - start).count();
}

template <class Draw>
std::vector<std::complex<double>> drawn(std::int64_t degree, const Draw& draw) {
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  constexpr std::size_t task = 1 << 16;
  vieta::parallel_for((a.size() + task - 1) / task, 1, vieta::thread_count(0),
                      [&](std::size_t first, std::size_t last) {
                        for (std::size_t t = first; t < last; ++t) {
                          std::mt19937_64 generator(static_cast<std::uint64_t>(degree) * 1000 + t);
                          for (std::size_t k = t * task; k < std::min(a.size(), (t + 1) * task); ++k)
                            a[k] = draw(generator);
                        }
                      });
  return a;
}
// Coefficients a_k 2^height(k), those that are not 0.
template <class Height>
coefficients weighted(const std::vector<std::complex<double>>& a, bool real, const Height& height) {
  std::vector<std::size_t> kept;
  kept.reserve(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] != 0.0) kept.push_back(k);
  }
  coefficients c;
  c.degree = static_cast<std::int64_t>(a.size()) - 1;
  c.power.resize(kept.size());
  c.re[0].resize(kept.size());
  if (!real) c.im[0].resize(kept.size());
  c.exponent.resize(kept.size());
  c.log2_modulus.resize(kept.size());
  vieta::parallel_for(kept.size(), 1 << 14, vieta::thread_count(0), [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::complex<double> value = a[kept[i]];
      const double h = height(static_cast<double>(kept[i])), whole = std::floor(h), rest = std::exp2(h - whole);
      const double x = value.real() * rest, y = real ? 0 : value.imag() * rest;
      int shift = 0;
      std::frexp(std::max(std::abs(x), std::abs(y)), &shift);
      c.power[i] = static_cast<std::int64_t>(kept[i]);
      c.re[0][i] = std::ldexp(x, -shift);
      if (!real) c.im[0][i] = std::ldexp(y, -shift);
      c.exponent[i] = static_cast<std::int64_t>(whole) + shift;
      c.log2_modulus[i] = std::log2(std::hypot(c.re[0][i], real ? 0 : c.im[0][i])) + static_cast<double>(c.exponent[i]);
    }
  });
  return c;
}
coefficients real_part(std::vector<std::complex<double>> a) {
  a.front() = a.back() = 1;
  for (auto& x : a) x = x.real();
  return weighted(a, true, [](double) { return 0.0; });
}
std::vector<std::complex<double>> normal_numbers(std::int64_t degree) {
  return drawn(degree, [](auto& g) {
    const double r = std::sqrt(-2 * std::log(1 - std::uniform_real_distribution<double>()(g)));
    return std::polar(r, 6.283185307179586 * std::uniform_real_distribution<double>()(g));
  });
}
coefficients gaussian(std::int64_t degree) {
  return weighted(normal_numbers(degree), false, [](double) { return 0.0; });
}
coefficients uniform(std::int64_t degree) {
  return real_part(drawn(degree, [](auto& g) { return std::uniform_real_distribution<double>(-1, 1)(g); }));
}
coefficients bits(std::int64_t degree) {
  return real_part(drawn(degree, [](auto& g) { return static_cast<double>(g() % 2); }));
}
coefficients signs(std::int64_t degree) {
  return real_part(drawn(degree, [](auto& g) { return static_cast<double>(g() % 3) - 1; }));
}
double log2_factorial(double k) {
  int sign = 0;
  return lgamma_r(k + 1, &sign) / std::log(2.0);
}
coefficients kostlan(std::int64_t degree) {
  const auto n = static_cast<double>(degree);
  return weighted(normal_numbers(degree), false,
                  [n](double k) { return 0.5 * (log2_factorial(n) - log2_factorial(k) - log2_factorial(n - k)); });
}
coefficients weyl(std::int64_t degree) {
  return weighted(normal_numbers(degree), false, [](double k) { return -0.5 * log2_factorial(k); });
}
// (x^n1 - 2) (x^n2 + 3)
coefficients two_circles(std::int64_t degree) {
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  const auto n1 = static_cast<std::size_t>(degree / 3), n2 = static_cast<std::size_t>(degree) - n1;
  a[0] = -6, a[n1] = 3, a[n2] = -2, a[n1 + n2] = 1;
  return weighted(a, true, [](double) { return 0.0; });
}

struct task {
  const char* name;
  coefficients (*make)(std::int64_t);
  std::int64_t degree;
  double target;  ///< milliseconds
};
constexpr task tasks[] = {{"complex Gaussian", gaussian, 1'000, 2},
                          {"complex Gaussian", gaussian, 10'000, 2},
                          {"complex Gaussian", gaussian, 100'000, 5},
                          {"complex Gaussian", gaussian, 1'000'000, 20},
                          {"two circles", two_circles, 1'000'000, 20},
                          {"real uniform", uniform, 1'000'000, 50},
                          {"0, 1", bits, 1'000'000, 50},
                          {"-1, 0, 1", signs, 1'000'000, 50},
                          {"Kostlan", kostlan, 1'000'000, 50},
                          {"Weyl", weyl, 1'000'000, 50},
                          {"complex Gaussian", gaussian, 10'000'000, 250},
                          {"complex Gaussian", gaussian, 100'000'000, 3000},
                          {"complex Gaussian", gaussian, 1'000'000'000, 12000}};

// a_k / a_n, if there is such a term.
std::complex<double> ratio(const coefficients& a, std::int64_t power) {
  const auto at = std::lower_bound(a.power.begin(), a.power.end(), power);
  if (at == a.power.end() || *at != power) return 0;
  const auto k = static_cast<std::size_t>(at - a.power.begin()), n = a.terms() - 1;
  const auto value = [&](std::size_t i) { return std::complex<double>(a.re[0][i], a.is_real() ? 0 : a.im[0][i]); };
  return value(k) / value(n) * std::exp2(static_cast<double>(a.exponent[k] - a.exponent[n]));
}

using wide = std::complex<long double>;

// The largest error of the sums of z, z^2 and z^3, relative to the sums of moduli.
double error_of_sums(const coefficients& a, const near_linear::device_roots& roots) {
  const std::complex<double> e1 = -ratio(a, a.degree - 1), e2 = ratio(a, a.degree - 2), e3 = -ratio(a, a.degree - 3);
  const std::complex<double> expected[3] = {e1, e1 * e1 - 2.0 * e2, e1 * e1 * e1 - 3.0 * e1 * e2 + 3.0 * e3};
  constexpr std::size_t piece = 1 << 20;
  struct part {
    wide sums[3] = {};
    long double moduli[3] = {};
  };
  std::vector<part> parts((roots.re.size() + piece - 1) / piece);
  vieta::parallel_for(parts.size(), 1, vieta::thread_count(0), [&](std::size_t first, std::size_t last) {
    for (std::size_t p = first; p < last; ++p) {
      for (std::size_t i = p * piece; i < std::min(roots.re.size(), (p + 1) * piece); ++i) {
        const wide z(std::ldexp(roots.re[i], roots.exponent[i]), std::ldexp(roots.im[i], roots.exponent[i]));
        const bool twice = roots.upper_half && roots.im[i] != 0;
        wide w = 1;
        for (int k = 0; k < 3; ++k) {
          w *= z;
          parts[p].sums[k] += twice ? w + std::conj(w) : w;
          parts[p].moduli[k] += std::abs(w) * (twice ? 2 : 1);
        }
      }
    }
  });
  wide sums[3] = {};
  long double moduli[3] = {};
  for (const part& p : parts) {
    for (int k = 0; k < 3; ++k) {
      sums[k] += p.sums[k];
      moduli[k] += p.moduli[k];
    }
  }
  double largest = 0;
  for (int k = 0; k < 3; ++k) {
    largest = std::max(largest, static_cast<double>(std::abs(sums[k] - wide(expected[k])) / moduli[k]));
  }
  return largest;
}

// The longest step of Newton's iteration in long double from some of the roots, in units of the disc's radius and 2^-60
// of the modulus for each square root of the degree: about 1 or less if the discs are right.
double longest_step(const coefficients& a, const near_linear::device_roots& roots) {
  const auto [least, most] = std::minmax_element(a.exponent.begin(), a.exponent.end());
  if (*least < -1000 || *most > 1000 || a.degree > 2'000'000 || roots.re.empty()) return std::nan("");
  constexpr std::size_t samples = 64;
  std::vector<double> steps(samples);
  vieta::parallel_for(samples, 1, vieta::thread_count(0), [&](std::size_t first, std::size_t last) {
    for (std::size_t s = first; s < last; ++s) {
      const std::size_t i = s * (roots.re.size() - 1) / (samples - 1);
      const wide z(std::ldexp(roots.re[i], roots.exponent[i]), std::ldexp(roots.im[i], roots.exponent[i]));
      const bool outside = std::abs(z) > 1;  // then the reversed polynomial at 1 / z
      const wide w = outside ? wide(1) / z : z;
      wide p = 0, d = 0;
      const std::size_t terms = a.terms();
      std::int64_t at = outside ? 0 : a.degree;
      for (std::size_t t = 0; t < terms; ++t) {
        const std::size_t k = outside ? t : terms - 1 - t;
        for (; at != a.power[k]; at += outside ? 1 : -1) d = d * w + p, p = p * w;
        const int shift = static_cast<int>(a.exponent[k]);
        if (t > 0) d = d * w + p, p = p * w;
        p += wide(std::ldexp(a.re[0][k], shift), a.is_real() ? 0 : std::ldexp(a.im[0][k], shift));
        at += outside ? 1 : -1;
      }
      const double step = static_cast<double>(std::abs(p / d / w));
      steps[s] = step / (roots.radius[i] + 0x1p-60 * std::sqrt(static_cast<double>(a.degree)));
    }
  });
  return *std::max_element(steps.begin(), steps.end());
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct arguments {
  double least = 0, largest = 1e7;
  bool stages = false, crossover = false;
  double density = 0;  ///< 0 here and below: as `roots` does it
  double amplification = 0;
  int cells = 0;
  std::int64_t table = 0;
  vieta::target on;
};

void run(const task& t, const arguments& asked) {
  const bool stages = asked.stages;
  const auto begin = clock_type::now();
  const coefficients a = t.make(t.degree);
  if (t.degree > 200'000'000) std::fprintf(stderr, "made in %.0f s\n", milliseconds_since(begin) / 1000);
  near_linear::device_limits limits;
  if (asked.table > 0) limits.table_bytes = asked.table << 20;
  limits.density = asked.density > 0 ? asked.density : near_linear::first_density;
  limits.tolerance = 0.88e-15;
  std::vector<double> times, hull_times, plan_times;
  near_linear::device_roots found;
  std::size_t rings = 0;
  double cells = 0;
  std::vector<std::pair<std::string, double>> spent;
  const int most = t.degree > 200'000'000 ? 1 : t.degree > 2'000'000 ? 3 : 7;
  for (int run = 0; run < most + (stages ? 1 : 0); ++run) {
    found = {};
    const auto start = clock_type::now();
    near_linear::devices_search devices(a, asked.on);
    const near_linear::envelope hull(a, vieta::thread_count(0));
    const double hull_time = milliseconds_since(start);
    near_linear::ring_limits rings_limits =
        near_linear::limits_for_device(hull, vieta::thread_count(0), devices.most_cells_log2());
    if (asked.amplification > 0) rings_limits.amplification = asked.amplification;
    if (asked.cells > 0) rings_limits.most_cells_log2 = asked.cells;
    const std::vector<near_linear::ring> plan = near_linear::plan_rings(hull, rings_limits);
    const double plan_time = milliseconds_since(start) - hull_time;
    rings = plan.size();
    cells = 0;
    for (const near_linear::ring& r : plan) cells += static_cast<double>(r.cells() * r.passes());
    auto last = clock_type::now();
    if (run == most) {
      limits.done = [&](const char* stage) {
        auto place = std::find_if(spent.begin(), spent.end(), [&](const auto& s) { return s.first == stage; });
        if (place == spent.end()) place = spent.insert(place, {stage, 0.0});
        place->second += milliseconds_since(last);
        last = clock_type::now();
      };
    }
    found = devices.run(hull, plan, limits, vieta::thread_count(0));
    if (run == most) {
      spent.push_back({"release", milliseconds_since(last)});
      continue;
    }
    times.push_back(milliseconds_since(start));
    hull_times.push_back(hull_time);
    plan_times.push_back(plan_time);
  }
  const double radius = found.radius.empty() ? 0 : *std::max_element(found.radius.begin(), found.radius.end());
  const auto large = std::count_if(found.radius.begin(), found.radius.end(), [](double r) { return r > 1e-15; });
  std::printf("| %s | %lld | %.2f | %.0f | %+lld | %lld | %.1e | %.1e | %.2g | %.2f |\n", t.name,
              static_cast<long long>(t.degree), median(times), t.target, static_cast<long long>(found.count - t.degree),
              static_cast<long long>(large), radius, error_of_sums(a, found), longest_step(a, found),
              static_cast<double>(found.device_bytes) / 0x1p30);
  if (found.lost + found.without_room > 0)
    std::printf("  lost %lld, without room %lld\n", static_cast<long long>(found.lost),
                static_cast<long long>(found.without_room));
  if (stages) {
    std::printf("  first %.1f ms, rings %zu, cells per root %.2f, long sums %lld: hull %.2f, plan %.2f;", times[0],
                rings, cells / static_cast<double>(t.degree), static_cast<long long>(found.long_sums),
                median(hull_times), median(plan_times));
    std::sort(times.begin(), times.end());
    for (const auto& [stage, time] : spent) std::printf(" %s %.2f", stage.c_str(), time);
    std::printf(" ms\n");
  }
  std::fflush(stdout);
}

// Milliseconds of a whole call, certificates and order included; the median of a few after a first one.
double call_time(const vieta::polynomial& p, const char* place, bool& complete) {
  vieta::roots_options options;
  options.method = vieta::roots_method::near_linear;
  options.on = vieta::parse_target(place);
  std::vector<double> times;
  for (int run = 0; run < 6; ++run) {
    const auto start = clock_type::now();
    const vieta::roots_result result = vieta::roots(p, options);
    if (run > 0) times.push_back(milliseconds_since(start));
    complete = complete && result.report.isolated == p.degree();
  }
  return median(times);
}

// From which degree on the GPU is the faster place: what `auto` chooses by.
void compare_places() {
  std::printf("%s, %d threads\n\n| coefficients | degree | CPU, ms | GPU, ms |\n|---|---|---|---|\n",
              vieta::cuda_devices()[0].c_str(), vieta::thread_count(0));
  for (const bool real : {false, true}) {
    for (const std::int64_t degree :
         {1000, 2000, 3000, 5000, 10'000, 20'000, 30'000, 50'000, 100'000, 200'000, 300'000}) {
      const std::vector<std::complex<double>> a = normal_numbers(degree);
      std::vector<double> re;
      for (const std::complex<double>& x : a) re.push_back(x.real());
      const vieta::polynomial p =
          real ? vieta::polynomial::from_coefficients(re) : vieta::polynomial::from_coefficients(a);
      bool complete = true;
      const double cpu = call_time(p, "cpu", complete), gpu = call_time(p, "cuda", complete);
      std::printf("| %s Gaussian | %lld | %.2f | %.2f |%s\n", real ? "real" : "complex", static_cast<long long>(degree),
                  cpu, gpu, complete ? "" : " incomplete");
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int count, char** values) {
  arguments asked;
  for (int i = 1; i < count; ++i) {
    const std::string word = values[i];
    const auto number = [&] { return i + 1 < count ? std::atof(values[++i]) : 0.0; };
    if (word == "--on" && i + 1 < count)
      asked.on = vieta::parse_target(values[++i]);
    else if (word == "--stages")
      asked.stages = true;
    else if (word == "--crossover")
      asked.crossover = true;
    else if (word == "--least")
      asked.least = number();
    else if (word == "--amplification")
      asked.amplification = number();
    else if (word == "--density")
      asked.density = number();
    else if (word == "--cells")
      asked.cells = static_cast<int>(number());
    else if (word == "--table")
      asked.table = static_cast<std::int64_t>(number());
    else
      asked.largest = std::atof(values[i]);
  }
  if (vieta::cuda_devices().empty()) {
    std::printf("no CUDA device\n");
    return 0;
  }
  if (asked.crossover) {
    compare_places();
    return 0;
  }
  std::printf(
      "%s\n\n| coefficients | degree | ms | target | roots - degree | radius > 1e-15 | largest radius | error of "
      "sums of powers | longest step | GiB |\n|---|---|---|---|---|---|---|---|---|---|\n",
      vieta::cuda_devices()[0].c_str());
  for (const task& t : tasks) {
    const auto degree = static_cast<double>(t.degree);
    if (degree > asked.largest || degree < asked.least) continue;
    try {
      run(t, asked);
    } catch (const vieta::error& trouble) {
      std::printf("| %s | %lld | %s |\n", t.name, static_cast<long long>(t.degree), trouble.what());
    }
  }
}
