#include "base/float_environment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <functional>
#include <limits>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "base/parallel_for.hpp"
#include "vieta/boxes.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"
#include "vieta/io.hpp"
#include "vieta/json.hpp"
#include "vieta/matrix_product.hpp"
#include "vieta/minimax.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/roots.hpp"
#include "vieta/solve.hpp"
#include "vieta/verify.hpp"

namespace vieta {
namespace {

roots_options with_digits(int digits) {
  roots_options options;
  options.digits = digits;
  return options;
}

/// What a host may have set before it calls.
struct setting {
  std::string name;
  std::function<void()> set;
};

#if defined(__x86_64__)
constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
unsigned vector_word() {
  unsigned word = 0;
  __asm__ __volatile__("stmxcsr %0" : "=m"(word));
  return word;
}
void set_vector_word(unsigned word) { __asm__ __volatile__("ldmxcsr %0" : : "m"(word) : "memory"); }
void set_scalar_word(std::uint16_t word) { __asm__ __volatile__("fldcw %0" : : "m"(word) : "memory"); }
std::uint16_t scalar_word() {
  std::uint16_t word = 0;
  __asm__ __volatile__("fnstcw %0" : "=m"(word));
  return word;
}
#endif

/// The control bits, without the flags of what happened: those are the caller's to read, and nobody else's.
std::vector<unsigned> settings_now() {
  std::vector<unsigned> words = {static_cast<unsigned>(std::fegetround())};
#if defined(__x86_64__)
  words.push_back(vector_word() & ~0x3fU);
  words.push_back(scalar_word());
#endif
  return words;
}

std::vector<setting> settings() {
  std::vector<setting> all = {{"upward", [] { std::fesetround(FE_UPWARD); }},
                              {"downward", [] { std::fesetround(FE_DOWNWARD); }},
                              {"toward zero", [] { std::fesetround(FE_TOWARDZERO); }}};
#if defined(__x86_64__)
  all.push_back({"flush to zero", [] { set_vector_word(vector_word() | flush_to_zero); }});
  all.push_back({"denormals are zero", [] { set_vector_word(vector_word() | denormals_are_zero); }});
  all.push_back({"-ffast-math", [] { set_vector_word(vector_word() | flush_to_zero | denormals_are_zero); }});
  all.push_back({"x87 in doubles", [] { set_scalar_word(0x027f); }});
  all.push_back({"all of them", [] {
                   std::fesetround(FE_UPWARD);
                   set_vector_word(vector_word() | flush_to_zero | denormals_are_zero);
                 }});
#endif
#if defined(__GLIBC__)
  all.push_back({"traps", [] { feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW); }});
#endif
  return all;
}

/// JSON without the times.
std::string timeless(const std::string& json) {
  static const std::regex times("\"[a-z_]*seconds[a-z_]*\": ?[-+0-9.e]+");
  return std::regex_replace(json, times, "");
}

template <class T>
std::string bits_of(const std::vector<T>& values) {
  std::ostringstream out;
  out << std::hexfloat;
  for (const T& value : values) out << value << ' ';
  return out.str();
}

std::string batch_of_clusters() {
  std::vector<double> rows;
  for (int i = 0; i < 100; ++i) {  // (x - a)^2 (x - a - 1e-6) (x + 1), rounded
    const double a = 0.3 + 0.017 * i, b = a + 1e-6;
    const double quadratic[3] = {a * a, -2 * a, 1}, other[3] = {-b, 1 - b, 1};
    double product[5] = {};
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) product[j + k] += quadratic[j] * other[k];
    rows.insert(rows.end(), product, product + 5);
  }
  static const std::vector<double> fixed = rows;  // the same in every environment: made in the first, usual one
  const root_batch_result result = roots(polynomial_batch<double>{fixed.data(), 100, 4});
  return timeless(to_json(result)) + bits_of(result.radii) + bits_of(result.values);
}

std::string real_batch() {
  std::vector<double> rows;
  for (int i = 0; i < 300; ++i)
    for (int k = 0; k < 9; ++k) rows.push_back(static_cast<double>((i * 37 + k * k * 11) % 23 - 11) / 7);
  static const std::vector<double> fixed = rows;
  const auto result = real_roots(polynomial_batch<double>{fixed.data(), 300, 8}, {-2, 2});
  return bits_of(result.values) + timeless(to_json(result, {-2, 2}));
}

struct call {
  std::string name;
  std::function<std::string()> answer;
};

std::vector<call> calls() {
  const std::vector<double> subnormal = {2e-308, -3e-308, 1e-308};
  return {
      {"roots", [=] { return timeless(to_json(roots(subnormal))); }},
      {"roots of a text",
       [] { return timeless(to_json(roots(polynomial::parse("(x-1/3)^3*(x+1.7)*(x^2-2)"), with_digits(40)))); }},
      {"roots of high degree",
       [] {
         std::vector<double> a(600);
         for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<double>(k * k % 101 + 1);
         return timeless(to_json(roots(a)));
       }},
      {"batch", batch_of_clusters},
      {"real_roots", real_batch},
      {"real_roots of subnormals",
       [=] {
         const auto result = real_roots(std::span<const double>(subnormal), {-3, 3});
         return bits_of(result.values) + std::to_string(result.counts[0]);
       }},
      {"minimax",
       [] {
         minimax_problem problem = minimax_short_form("exp", 5);
         return timeless(to_json(minimax(problem)));
       }},
      {"boxes",
       [] {
         const std::vector<std::string> equations = {"x^2 + y^2 - 1", "x - y^3"};
         const std::vector<box_system> systems = {parse_box_system({"x", "y"}, {{-2, 2}, {-2, 2}}, equations)};
         return timeless(to_json(systems, solve_boxes(systems)));
       }},
      {"geometry",
       [] {
         const box_system s = example_bisector();
         return bits_of(s.equations.at(0).coefficients);
       }},
      {"newton",
       [] {
         const std::vector<std::string> equations = {"x^2 + y^2 - 4", "x*y - 1"};
         const auto system = polynomial_system::parse(equations);
         const std::vector<system_point> starts = {{{qd(2.0), qd(0.0)}, {qd(0.5), qd(0.0)}}};
         newton_options options;
         options.digits = 50;
         return timeless(to_json(system, newton(system, starts, options)));
       }},
      {"solve",
       [] {
         const polynomial_system system = families::katsura(4);
         return timeless(to_json(system, solve(system)));
       }},
      {"matrix_product",
       [] {
         const std::size_t n = 20;
         std::vector<dd> a, c(n * n);
         for (std::size_t k = 0; k < n * n; ++k) a.push_back(dd(static_cast<double>(k + 1)) / dd(7.0));
         static const std::vector<dd> fixed = a;
         matrix_product<dd>(n, n, n, fixed, fixed, c);
         std::vector<double> parts;
         for (const dd& value : c) parts.push_back(value.hi), parts.push_back(value.lo);
         return bits_of(parts);
       }},
      {"verify",
       [] {
         const polynomial p = polynomial::parse("(x^3-x-1)^2*(x-7)");
         return timeless(to_json(verify(p, roots(p))));
       }},
      {"read_rows",
       [] {
         const polynomial_rows rows = read_rows("1/3 0.1 2e-310\n1 2.2250738585072011e-308 0.7", "rows");
         const auto& batch = std::get<polynomial_batch<double>>(rows.batch);
         return bits_of(std::vector<double>(batch.coefficients, batch.coefficients + 6));
       }},
  };
}

/// A flush-to-zero that is left behind would make the tests below compare wrongly.
struct usual_environment {
  usual_environment() { std::fegetenv(&before); }
  ~usual_environment() { std::fesetenv(&before); }
  std::fenv_t before;
};

TEST(FloatEnvironment, AnswersDoNotDependOnWhatTheHostHasSet) {
  const usual_environment whole;
  for (const call& verb : calls()) {
    const std::string expected = verb.answer();
    EXPECT_EQ(verb.answer(), expected) << verb.name << ": not the same twice";
    for (const setting& host : settings()) {
      std::string found;
      std::vector<unsigned> before, after;
      {
        const usual_environment one;
        host.set();
        before = settings_now();
        found = verb.answer();
        after = settings_now();
      }
      EXPECT_EQ(found, expected) << verb.name << " with " << host.name;
      EXPECT_EQ(after, before) << verb.name << " has changed " << host.name;
    }
  }
}

TEST(FloatEnvironment, AnExceptionRestoresIt) {
  for (const setting& host : settings()) {
    const usual_environment one;
    host.set();
    const std::vector<unsigned> before = settings_now();
    EXPECT_THROW(polynomial::parse("x^"), error) << host.name;
    EXPECT_THROW(roots(polynomial::parse("x-1"), with_digits(0)), error) << host.name;
    EXPECT_THROW(parallel_for(10, 1, 3, [](std::size_t, std::size_t) { throw error("here"); }), error) << host.name;
    EXPECT_EQ(settings_now(), before) << host.name;
  }
}

TEST(FloatEnvironment, ThreadsHaveTheUsualOne) {
  const std::vector<unsigned> usual = settings_now();
  for (const setting& host : settings()) {
    const usual_environment one;
    host.set();
    const float_environment floats;
    std::vector<unsigned char> same(64);
    parallel_for(64, 1, 4, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) same[k] = settings_now() == usual;
    });
    EXPECT_EQ(std::count(same.begin(), same.end(), 1), 64) << host.name;
  }
}

TEST(FloatEnvironment, NestsAndLeavesTheUsualOneAlone) {
  const std::vector<unsigned> usual = settings_now();
  {
    const float_environment outer;
    const float_environment inner;
    EXPECT_EQ(settings_now(), usual);
  }
  EXPECT_EQ(settings_now(), usual);
  std::fesetround(FE_UPWARD);
  {
    const float_environment outer;
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    {
      const float_environment inner;
      EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    }
    EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  }
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
}

}  // namespace
}  // namespace vieta
