// The shaders' answers, held against core::real_roots and, where the two differ, against exact roots.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <tuple>

#include "oracles/real_roots/real_roots_cases.hpp"
#include "oracles/real_roots/real_roots_judge.hpp"
#include "shaders/core_answer.hpp"
#include "shaders/shader_runner.hpp"

namespace vieta::test {
namespace {

class ShaderRun : public testing::TestWithParam<std::tuple<shader_language, int>> {
 protected:
  void SetUp() override {
    const auto [language, degree] = GetParam();
    auto& [runner, why_not] = opened_[GetParam()];
    if (!runner && why_not.empty()) {
      runner = shader_runner::open(language, degree, why_not);
      if (runner) std::cout << "  on " << runner->device() << '\n';
    }
    if (!runner) GTEST_SKIP() << why_not;
    runner_ = runner;
  }
  // Here and not when the program ends: by then NVIDIA's driver has taken itself down, and to destroy a device crashes.
  static void TearDownTestSuite() { opened_.clear(); }

  int degree() const { return std::get<1>(GetParam()); }
  std::shared_ptr<shader_runner> runner_;

 private:
  // A shader is compiled once for all tests of the same language and degree.
  inline static std::map<std::tuple<shader_language, int>, std::pair<std::shared_ptr<shader_runner>, std::string>>
      opened_;
};

/// What is tried by the text in C alone.
class ShaderRunInC : public ShaderRun {};

std::vector<double> doubles(const std::vector<float>& a) { return {a.begin(), a.end()}; }

// Same count, status and marks, and roots as near as the tolerance and rounding let them be. What is listed beside
// `unresolved` promises nothing.
bool same(const shader_problem& problem, const listed_roots& x, const listed_roots& y) {
  constexpr auto unresolved = real_roots_status::unresolved;
  if (x.status == unresolved && y.status == unresolved) return true;
  if (x.count != y.count || x.status != y.status || x.touching != y.touching) return false;
  const std::vector<double> a = doubles(problem.a);
  const wanted_tolerance tolerance{static_cast<double>(problem.absolute_tolerance),
                                   static_cast<double>(problem.relative_tolerance)};
  for (int k = 0; k < x.count; ++k) {
    const double u = x.roots[static_cast<std::size_t>(k)], v = y.roots[static_cast<std::size_t>(k)];
    const double allowed = tolerance.at(u) + rounding_radius<float>(a, u, x.touching >> k & 1 ? 2 : 1);
    if (!(std::abs(u - v) <= 2 * allowed)) return false;
  }
  return true;
}

// The rows of the table, as they are and as problems.
struct hard_problems {
  explicit hard_problems(int degree) {
    for (const real_roots_case& c : real_roots_cases()) {
      if (!applies<float>(c) || static_cast<int>(c.coefficients.size()) > degree + 1) continue;
      shader_problem p{c.name, {}, static_cast<float>(c.lo), static_cast<float>(c.hi)};
      for (const double x : c.coefficients) p.a.push_back(static_cast<float>(x));
      p.a.resize(static_cast<std::size_t>(degree) + 1);
      problems.push_back(p);
      cases.push_back(c);
    }
  }
  std::vector<real_roots_case> cases;
  std::vector<shader_problem> problems;
};

// Every row of the table has the outcome that core::real_roots has, which is held against the table by itself; or else
// the table's own.
TEST_P(ShaderRun, HardCases) {
  const hard_problems hard(degree());
  const std::vector<listed_roots> answers = runner_->solve(hard.problems);
  for (std::size_t i = 0; i < hard.cases.size(); ++i) {
    if (same(hard.problems[i], answers[i], core_answer(hard.problems[i]))) continue;
    EXPECT_EQ(mismatch<float>(in_one_scale(hard.cases[i]), answers[i]), "");
  }
}

// Many GPUs take subnormal numbers for 0.
TEST_P(ShaderRunInC, HardCasesWithoutSubnormals) {
#if !defined(__x86_64__)
  GTEST_SKIP() << "by the control register of x86-64";
#endif
  const hard_problems hard(degree());
  const std::vector<listed_roots> answers = runner_->without_subnormals(hard.problems);
  for (std::size_t i = 0; i < hard.cases.size(); ++i)
    EXPECT_EQ(mismatch<float>(in_one_scale(hard.cases[i]), answers[i]), "");
}

TEST_P(ShaderRun, RandomPolynomials) {
  const std::vector<shader_problem> problems = random_problems(degree(), degree() <= 12 ? 400 : 100);
  const std::vector<listed_roots> answers = runner_->solve(problems);
  std::map<std::string, int> differ;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const shader_problem& p = problems[i];
    const listed_roots expected = core_answer(p);
    if (same(p, answers[i], expected)) continue;
    ++differ[p.name];
    // On an interval much wider than 1 a shader, not counting on subnormal numbers, gives up before the CPU does.
    if (answers[i].status == real_roots_status::unresolved && degree() > 12 && p.hi > 1) continue;
    // Rounding may decide differently. Then the answer must be right by itself.
    EXPECT_EQ(judge<float>(doubles(p.a), static_cast<double>(p.lo), static_cast<double>(p.hi), answers[i],
                           {static_cast<double>(p.absolute_tolerance), static_cast<double>(p.relative_tolerance)}),
              "")
        << p.name << ", core: count " << expected.count << ", status " << static_cast<int>(expected.status);
  }
  for (const auto& [name, count] : differ) {
    const std::size_t of = problems.size() / random_kinds;
    std::cout << "  " << name << ": " << count << " of " << of << " are not the CPU's\n";
    // Products of many random factors are noise in float, and so is what becomes of a double root.
    const bool decided_by_rounding = name.starts_with("dense") || name.starts_with("double");
    EXPECT_LE(count, static_cast<int>(of) / (decided_by_rounding ? 1 : 8)) << name;
  }
}

// The first root alone is the first of all of them.
TEST_P(ShaderRunInC, FirstRoot) {
  std::vector<shader_problem> problems = random_problems(degree(), 100);
  if (degree() >= 4)
    for (shader_problem& p : rays_past_a_centre(degree(), 2000)) problems.push_back(std::move(p));
  const std::vector<listed_roots> answers = runner_->solve(problems), first = runner_->first(problems);
  ASSERT_EQ(first.size(), answers.size());
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (answers[i].status == real_roots_status::unresolved) continue;
    ASSERT_EQ(first[i].count, std::min(answers[i].count, 1)) << problems[i].name;
    if (first[i].count == 0) continue;
    const double u = first[i].roots[0], v = answers[i].roots[0];
    const shader_problem& p = problems[i];
    const double allowed =
        std::max(static_cast<double>(p.absolute_tolerance), static_cast<double>(p.relative_tolerance) * std::abs(v)) +
        rounding_radius<float>(doubles(p.a), v, answers[i].touching & 1 ? 2 : 1);
    EXPECT_LE(std::abs(u - v), 2 * allowed) << p.name;
  }
}

// Without the slow way behind it, the first root is the same where it is told, and it is told on nearly all rays.
TEST_P(ShaderRunInC, FirstRootQuickly) {
  std::vector<shader_problem> problems;
  for (shader_problem& p : random_problems(degree(), 400)) {
    const double reach = std::max(std::abs(static_cast<double>(p.lo)), std::abs(static_cast<double>(p.hi)));
    double largest = 0, term = 1;
    for (const float c : p.a) largest = std::max(largest, std::abs(static_cast<double>(c)) * term), term *= reach;
    const bool moderate = p.lo < p.hi && reach < 1000 && largest > 1e-6 && largest < 1e30 && p.a[0] != 0;
    if (moderate) problems.push_back(std::move(p));
  }
  ASSERT_GT(problems.size(), 400u);
  const std::size_t others = problems.size();
  if (degree() >= 4)
    for (shader_problem& p : rays_past_a_centre(degree(), 2000)) problems.push_back(std::move(p));
  const std::vector<listed_roots> first = runner_->first(problems), quick = runner_->first_quick(problems);
  std::size_t told = 0, told_on_rays = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (quick[i].status == real_roots_status::unresolved) continue;
    ++(i < others ? told : told_on_rays);
    if (first[i].status == real_roots_status::unresolved) continue;
    ASSERT_EQ(quick[i].count, first[i].count) << problems[i].name;
    if (first[i].count == 0) continue;
    const double u = quick[i].roots[0], v = first[i].roots[0];
    const shader_problem& p = problems[i];
    const double allowed =
        std::max(static_cast<double>(p.absolute_tolerance), static_cast<double>(p.relative_tolerance) * std::abs(v)) +
        rounding_radius<float>(doubles(p.a), v, first[i].touching & 1 ? 2 : 1);
    EXPECT_LE(std::abs(u - v), 2 * allowed) << p.name;
  }
  std::cout << "  told: " << told << " of " << others << ", on rays " << told_on_rays << " of "
            << problems.size() - others << "\n";
  if (degree() >= 4) {
    EXPECT_GT(told_on_rays, 9 * (problems.size() - others) / 10);
  }
}

// Two roots x and x + d close to 0 and to each other, among complex ones, where p between them is clear of rounding.
TEST_P(ShaderRunInC, PairsBesideZero) {
  if (degree() < 4) return;  // there is no place for other roots
  std::mt19937_64 engine(5);
  const auto uniform = [&](double from, double to) { return std::uniform_real_distribution<double>(from, to)(engine); };
  std::vector<shader_problem> problems;
  std::vector<std::pair<double, double>> pairs;
  while (problems.size() < 4000) {
    const double x = std::pow(10, uniform(-4, -0.3)) * (engine() % 2 ? 1 : -1);
    const double d = std::abs(x) * std::pow(10, uniform(-4, -0.5));
    std::vector<double> c = {x * (x + d), -2 * x - d, 1};
    while (static_cast<int>(c.size()) + 1 < degree() + 1) {
      const double re = uniform(-1, 1), im = std::pow(10, uniform(-2, 0)), b = -2 * re, a = re * re + im * im;
      c.resize(c.size() + 2);
      for (std::size_t k = c.size(); k-- > 0;) c[k] = a * c[k] + (k > 0 ? b * c[k - 1] : 0) + (k > 1 ? c[k - 2] : 0);
    }
    c.resize(static_cast<std::size_t>(degree()) + 1);
    const std::vector<float> a(c.begin(), c.end());
    double between = 0, size = 0, before = 0;
    for (std::size_t k = a.size(); k-- > 0;) {
      const double exact = static_cast<double>(a[k]), middle = x + d / 2;
      between = between * middle + exact;
      before = before * (x - d / 2) + exact;
      size = size * std::abs(middle) + std::abs(exact);
    }
    const double noise = (2 * degree() + 2) * 0x1p-24 * size;
    if (std::abs(between) < 4 * noise || (between < 0) == (before < 0)) continue;
    problems.push_back({"pair", a});
    pairs.emplace_back(x, d);
  }
  const std::vector<listed_roots> answers = runner_->solve(problems);
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto [x, d] = pairs[i];
    int seen = 0;
    for (const double root : answers[i].roots)
      seen += std::abs(root - x) < 0.3 * d || std::abs(root - x - d) < 0.3 * d ? 1 : 0;
    EXPECT_EQ(seen, 2) << "x " << x << ", d " << d;
  }
}

constexpr shader_language glsl = shader_language::glsl, hlsl = shader_language::hlsl, wgsl = shader_language::wgsl;
std::string parameter_name(const testing::TestParamInfo<std::tuple<shader_language, int>>& info) {
  return std::string(name(std::get<0>(info.param))) + "_" + std::to_string(std::get<1>(info.param));
}
INSTANTIATE_TEST_SUITE_P(Glsl, ShaderRun,
                         testing::Combine(testing::Values(glsl), testing::Values(2, 3, 4, 5, 8, 12, 18, 26, 32)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(C, ShaderRun,
                         testing::Combine(testing::Values(shader_language::c),
                                          testing::Values(2, 3, 4, 5, 8, 12, 18, 32)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(C, ShaderRunInC,
                         testing::Combine(testing::Values(shader_language::c),
                                          testing::Values(2, 3, 4, 5, 8, 12, 18, 32)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Ispc, ShaderRun,
                         testing::Combine(testing::Values(shader_language::ispc), testing::Values(3, 4, 8)),
                         parameter_name);
INSTANTIATE_TEST_SUITE_P(Others, ShaderRun,
                         testing::Combine(testing::Values(hlsl, wgsl), testing::Values(3, 4, 8, 18, 32)),
                         parameter_name);

}  // namespace
}  // namespace vieta::test
