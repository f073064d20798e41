#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "minimax/check/float_check.hpp"
#include "minimax/check/float_inputs.hpp"
#include "minimax/check/lane_check.hpp"
#include "minimax/proof/smooth_values.hpp"
#include "oracles/minimax/minimax_float_cases.hpp"

namespace vieta::approximation {
namespace {

/// What a GPU does, lane by lane.
class pretended_device final : public float_device {
 public:
  explicit pretended_device(const check_task& task) : task_(task), worst_(task.codes.size()) {}
  [[nodiscard]] std::string name() const override { return "pretended"; }
  [[nodiscard]] std::uint64_t inputs() const { return inputs_; }

  void check(const std::vector<piece_place>& places, const std::vector<smooth_piece>& pieces) override {
    const lane_measure measure{task_.relative, task_.weight != nullptr, task_.least()};
    for (const piece_place& p : places) {
      inputs_ += p.count;
      for (std::size_t m = 0; m < task_.codes.size(); ++m)
        for (const std::uint64_t d : task_.directions[m]) {
          const machine_code& c = task_.codes[m];
          const lane_code code{
              c.instructions.data(), c.constants.data(), static_cast<int>(c.instructions.size()), c.result, c.on, d};
          std::vector<lane_values> memory(static_cast<std::size_t>(c.places));
          for (std::uint32_t first = 0; first < p.count; first += lane_width)
            check_lane(code, task_.inputs, pieces.data(), p, first, measure, memory.data(), 1, worst_[m]);
        }
    }
  }
  std::vector<worst_input> worst() override { return worst_; }

 private:
  const check_task& task_;
  std::vector<worst_input> worst_;
  std::uint64_t inputs_ = 0;
};

TEST(MinimaxFloats, LanesGiveTheVeryAnswerOfTheProcessor) {
  for (const test::float_case& c : test::float_cases(test::float_amount::few)) {
    const auto [lo, hi] = c.domain.intervals[0];
    const check_task task = make_task(c.code, c.machines, c.domain, lo, hi, 0);
    pretended_device device(task);
    const std::vector<worst_input> expected = check_all(task, nullptr, 2), found = check_all(task, &device, 2);
    EXPECT_GT(device.inputs(), task.inputs.count / 10) << c.what;
    for (std::size_t m = 0; m < expected.size(); ++m) {
      EXPECT_EQ(found[m].error, expected[m].error) << c.what << " on " << c.machines[m].name;
      EXPECT_EQ(found[m].at, expected[m].at) << c.what << " on " << c.machines[m].name;
      EXPECT_GT(found[m].error, 0) << c.what;
    }
  }
}

/// The same, in another order.
class reversed_device final : public float_device {
 public:
  explicit reversed_device(const check_task& task) : lanes_(task) {}
  [[nodiscard]] std::string name() const override { return "reversed"; }
  void check(const std::vector<piece_place>& places, const std::vector<smooth_piece>& pieces) override {
    lanes_.check({places.rbegin(), places.rend()}, pieces);
  }
  std::vector<worst_input> worst() override { return lanes_.worst(); }

 private:
  pretended_device lanes_;
};

// Many inputs with the same error: an infinite one, as the polynomial of degree 5 overflows.
TEST(MinimaxFloats, TheFirstOfEqualErrorsInAnyOrder) {
  minimax_options options;
  options.format = coefficient_format::float32;
  options.prove = false;
  const minimax_result r = minimax(minimax_short_form("exp", 5), options);
  const program code =
      form_program(read(r.problem), {r.exponents, r.coefficients, {}}, polynomial_order::horner, false, "f");
  float_domain domain;
  domain.function = parse("atan(x)", "");
  const check_task task = make_task(code, {find_machine("ieee")}, domain, 1.3e8, 1.4e8, 0);
  reversed_device device(task);
  const std::vector<worst_input> expected = check_all(task, nullptr, 1), found = check_all(task, &device, 1);
  EXPECT_EQ(expected[0].error, std::numeric_limits<double>::infinity());
  EXPECT_GT(expected[0].at, 0U);
  EXPECT_EQ(found[0].error, expected[0].error);
  EXPECT_EQ(found[0].at, expected[0].at);
}

// Kinks and zeros, where blocks stay on the processor; weights with other pieces than the reference.
TEST(MinimaxFloats, AnyRangeAndWeight) {
  const test::float_case c = test::float_cases(test::float_amount::few)[0];
  std::mt19937_64 random(7);
  for (const char* f : {"atan(x)", "sin(4000*x)", "abs(x-0.75)+exp(x)", "sqrt(abs(x-0.6))+1"}) {
    for (const char* w : {"", "1+x*x", "2+sin(5000*x)", "abs(x-0.7)+0.1"}) {
      for (int run = 0; run < 6; ++run) {
        float_domain domain;
        domain.function = parse(f, "");
        if (*w != 0) domain.weight = parse(w, "");
        domain.relative = run % 2 == 0 && *w == 0;
        const double lo = std::uniform_real_distribution<double>(0.5, 0.9)(random);
        const double hi = lo + std::ldexp(1.0, -static_cast<int>(random() % 10) - 9);
        const check_task task = make_task(c.code, {c.machines[0]}, domain, lo, hi, 0);
        reversed_device device(task);
        const std::vector<worst_input> expected = check_all(task, nullptr, 2), found = check_all(task, &device, 2);
        EXPECT_EQ(found[0].error, expected[0].error) << f << ", weight " << w << " from " << lo << " to " << hi;
        EXPECT_EQ(found[0].at, expected[0].at) << f << ", weight " << w << " from " << lo << " to " << hi;
      }
    }
  }
}

/// Writes down what it is given.
class noting_device final : public float_device {
 public:
  [[nodiscard]] std::string name() const override { return "noting"; }
  void check(const std::vector<piece_place>& places, const std::vector<smooth_piece>& pieces) override {
    ++lots;
    for (const piece_place& p : places) {
      all.push_back(p);
      const std::size_t blocks = (p.count + run_block_size - 1) / run_block_size;
      for (std::size_t k = 0; k < (p.reference_divided ? blocks : 1); ++k)
        not_smooth += p.reference + k >= pieces.size() || pieces[p.reference + k].terms == 0;
    }
  }
  std::vector<worst_input> worst() override { return std::vector<worst_input>(2); }

  int lots = 0, not_smooth = 0;
  std::vector<piece_place> all;
};

TEST(MinimaxFloats, EveryInputIsGivenAwayOnce) {
  const test::float_case c = test::float_cases(test::float_amount::few)[0];
  float_domain domain = c.domain;
  domain.function = parse("atan(x)", "");
  domain.weight = nullptr;
  domain.relative = true;
  for (const int threads : {1, 2, 0}) {
    const check_task task = make_task(c.code, {c.machines[0], c.machines[0]}, domain, 0x1p-20, 0x1.fffffep-1, 0);
    noting_device device;
    std::uint64_t done = 0;
    check_all(task, &device, threads, {}, &done);
    EXPECT_EQ(done, task.inputs.count);
    EXPECT_GT(device.lots, 1);
    EXPECT_EQ(device.not_smooth, 0);
    std::sort(device.all.begin(), device.all.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::uint64_t next = 0;
    for (const piece_place& p : device.all) {
      ASSERT_EQ(p.begin, next);
      next = p.begin + p.count;
    }
    EXPECT_EQ(next, task.inputs.count);
  }
}

// Double has 0 or any number for these.
TEST(MinimaxFloats, TrueValuesWhereDoubleCancels) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "these floats are left out";
#endif
  struct question {
    const char *function, *known;
  };
  const std::vector<double> x = {1e-40, 1e-20, 1e-9, 3e-5, 0.001, 0.1, 0.9};
  for (const question& q :
       {question{"(1-cos(x))/x^2", "2*(sin(x/2)/x)^2"}, question{"(exp(x)-1)/x", "expm1(x)/x"},
        question{"log(1+x)", "log1p(x)"}, question{"1e20+x-1e20", "x"},
        question{"sqrt(x^2+1)-1", "x^2/(sqrt(x^2+1)+1)"}, question{"sin(pi*(1+x))", "-sin(pi*x)"}}) {
    std::vector<double> found(x.size());
    true_values values(parse(q.function, ""));
    values(x.data(), found.data(), x.size());
    const tree known = parse(q.known, "");
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto expected = static_cast<double>(evaluate(known, static_cast<long double>(x[i])));
      EXPECT_NEAR(found[i], expected, 0x1p-45 * std::fabs(expected)) << q.function << " at " << x[i];
    }
  }
}

TEST(MinimaxFloats, TrueValuesAtZeroOverZero) {
#ifndef VIETA_HAVE_ARB
  GTEST_SKIP() << "these floats are left out";
#endif
  const auto value = [](const char* function, double x) {
    true_values values(parse(function, ""));
    values(&x, &x, 1);
    return x;
  };
  EXPECT_EQ(value("sin(x)/x", 0), 1);
  EXPECT_EQ(value("(1-cos(x))/x^2", 0), 0.5);
  EXPECT_EQ(value("(x-sin(x))/x^3", 0), 1.0 / 6);
  EXPECT_NEAR(value("acos(x)/sqrt(1-x)", 1), std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(value("x*log(x)", 0), 0, 1e-45);
  EXPECT_EQ(value("exp(x)/exp(x)", 800), 1);
  EXPECT_TRUE(std::isinf(value("1/x", 0)));
  EXPECT_TRUE(std::isinf(value("1/x^2", 0)));
  for (const char* f : {"|x|/x", "x/x^2", "x*log(x)/x", "sqrt(x-1)"}) EXPECT_TRUE(std::isnan(value(f, 0))) << f;
}

// They counted as floats without an error.
TEST(MinimaxFloats, InputsWithoutATrueValueAreLeftOut) {
  program_builder build(false);
  const int x = build.input("x");
  const program nothing = build.finish("f", x);
  float_domain domain;
  domain.function = parse("|x|/x", "");
  domain.intervals = {{-1, 1}};
  const float_checks found = check_floats(nothing, {machine()}, domain, 1000, target());
  ASSERT_EQ(found.machines.size(), 1U);
  const check_task task = make_task(nothing, {machine()}, domain, -1, 1, 1000);
  std::uint64_t zeros = 0;
  for (std::uint64_t i = 0; i < task.inputs.count; ++i) zeros += task.inputs[i] == 0 ? 1 : 0;
  EXPECT_EQ(found.machines[0].left_out, zeros);
  EXPECT_EQ(found.machines[0].inputs + zeros, task.inputs.count);
  domain.intervals = {{0, 1}};
  EXPECT_EQ(check_floats(nothing, {machine()}, domain, 1000, target()).machines[0].left_out, 1U);
}

TEST(MinimaxFloats, TheNumbersOfAFormatInOrder) {
  const float_inputs floats = inputs_between(false, -1, 1, 0);
  EXPECT_EQ(floats.count, 2U * 0x3f800001U);
  EXPECT_EQ(floats[0], -1.0F);
  EXPECT_EQ(floats[floats.count - 1], 1.0F);
  EXPECT_TRUE(std::signbit(floats[0x3f800000U]) && !std::signbit(floats[0x3f800001U]));
  EXPECT_EQ(inputs_between(false, 0, 1, 0).count, 0x3f800001U);
  EXPECT_EQ(inputs_between(false, 1.00000001, 1.0000001, 0).count, 0U);
  EXPECT_EQ(inputs_between(true, 0, 1, 0).count, 0x3c01U);
  const float_inputs halves = inputs_between(true, -3.4e38, 3.4e38, 0);
  EXPECT_EQ(halves.count, 2U * 0x7c00U);
  EXPECT_EQ(halves[0], -65504.0F);
  for (std::uint64_t i = 1; i < halves.count; ++i) ASSERT_TRUE(halves[i] > halves[i - 1] || halves[i] == 0);
  const float_inputs some = inputs_between(false, 0.5, 1, 1000);
  EXPECT_GE(some.count, 1000U);
  EXPECT_EQ(some[some.count - 1], 1.0F);
}

TEST(MinimaxFloats, HalvesAreRoundedToNearestEven) {
  // Every half is itself; in the middle of two the even one is taken; a bit beside the middle decides.
  for (int code = 0; code < 0x7bff; ++code) {
    const float low = half_of(code), high = half_of(code + 1), middle = 0.5F * (low + high);
    ASSERT_EQ(to_half(low), low);
    ASSERT_EQ(to_half(-low), -low);
    ASSERT_EQ(to_half(middle), code % 2 == 0 ? low : high) << low;
    ASSERT_EQ(to_half(std::nextafter(middle, 0.0F)), low);
    ASSERT_EQ(to_half(std::nextafter(middle, 1e9F)), high);
  }
  EXPECT_EQ(to_half(65519.9F), 65504.0F);
  EXPECT_TRUE(std::isinf(to_half(65520.0F)));
  EXPECT_TRUE(std::isnan(to_half(std::nanf(""))));
  EXPECT_TRUE(std::signbit(to_half(-1e-20F)) && to_half(-1e-20F) == 0);
}

}  // namespace
}  // namespace vieta::approximation
