// Every verb on the last of several CUDA devices: the answers of the first one, also while the first one is at work,
// and the caller's device stays current.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "unit/base/small_tests.hpp"
#include "vieta/boxes.hpp"
#include "vieta/device_memory.hpp"
#include "vieta/minimax.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/newton.hpp"
#include "vieta/polynomial_system.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/roots.hpp"
#include "vieta/solve.hpp"

namespace vieta {
namespace {

/// Work enough for a device to be busy; less where every access to memory is looked at.
std::size_t some(std::size_t count) { return test::small_tests() ? count / 40 : count; }

/// What a verb found, as numbers to be compared, and where it says that it was.
struct outcome {
  std::vector<double> numbers;
  std::string target;

  void add(std::complex<double> z) { numbers.push_back(z.real()), numbers.push_back(z.imag()); }
};

template <class T>
std::vector<T> random_numbers(std::size_t count) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<T> a(count);
  for (T& x : a) x = static_cast<T>(uniform(random));
  return a;
}

template <class T>
outcome many_real_roots(const target& on, int degree) {
  const std::size_t count = some(100'000), row = static_cast<std::size_t>(degree) + 1;
  const std::vector<T> a = random_numbers<T>(count * row);
  real_roots_options<T> options;
  options.on = on;
  const auto r = real_roots(polynomial_batch<T>{a.data(), count, degree}, {T(-1), T(1)}, options);
  outcome found{{}, r.report.target};
  for (const std::uint8_t n : r.counts) found.numbers.push_back(n);
  return found;
}

outcome all_roots(const target& on, roots_method method, std::size_t degree) {
  std::vector<std::complex<double>> a(degree + 1);
  const std::vector<double> parts = random_numbers<double>(2 * a.size());
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = {parts[2 * k], parts[2 * k + 1]};
  roots_options options;
  options.method = method;
  options.on = on;
  const roots_result r = roots(polynomial::from_coefficients(a), options);
  outcome found{{}, r.report.target};
  for (const root& x : r.roots) found.numbers.push_back(static_cast<double>(x.status));
  return found;
}

outcome batch(const target& on) {
  const std::size_t count = some(20'000);
  const std::vector<double> a = random_numbers<double>(9 * count);
  root_batch_options options;
  options.on = on;
  const root_batch_result r = roots(polynomial_batch<double>{a.data(), count, 8}, options);
  outcome found{{}, r.report.target};
  for (const auto& x : r.values) found.add(x);
  return found;
}

outcome boxes(const target& on) {
  std::vector<box_system> systems(some(2'000));
  const std::vector<double> a = random_numbers<double>(2 * 16 * systems.size());
  for (std::size_t s = 0, at = 0; s < systems.size(); ++s) {
    for (int q = 0; q < 2; ++q, at += 16)
      systems[s].equations.push_back(
          {{3, 3}, {a.begin() + static_cast<std::ptrdiff_t>(at), a.begin() + static_cast<std::ptrdiff_t>(at) + 16}});
  }
  boxes_options options;
  options.on = on;
  const boxes_result r = solve_boxes(systems, options);
  outcome found{{}, r.report.target};
  for (const std::size_t first : r.first) found.numbers.push_back(static_cast<double>(first));
  for (const auto& point : r.polylines) found.numbers.push_back(point[0]), found.numbers.push_back(point[1]);
  return found;
}

outcome newton_at_once(const target& on) {
  const polynomial_system system = families::chandrasekhar(128);
  newton_options options;
  options.on = on;
  const std::vector<system_point> starts(1, system_point(128, {qd(1.0), qd(0.0)}));
  const newton_result r = newton(system, starts, options);
  outcome found{{}, r.report.target};
  for (const newton_solution& s : r.solutions) {
    found.numbers.push_back(static_cast<double>(s.status));
    for (const auto& x : s.x) found.numbers.push_back(x.re.x0);
  }
  return found;
}

outcome all_solutions(const target& on) {
  solve_options options;
  options.on = on;
  const solve_result r = solve(families::katsura(6), options);
  outcome found{{}, r.report.target};
  for (const auto& s : r.solutions) found.add({s.point.x[0].re.x0, s.point.x[0].im.x0});
  return found;
}

outcome floats(const target& on) {
  minimax_options rounded;
  rounded.format = coefficient_format::float32;
  code_options options;
  options.most_floats = some(1 << 22);
  options.on = on;
  const minimax_code code = emit_code(minimax(minimax_short_form("acos", 3), rounded), options);
  return {{code.error.separate, code.error.fused, code.error.worst_at}, code.target};
}

using work = std::function<outcome(const target&)>;
const std::vector<std::pair<const char*, work>> verbs = {
    {"real_roots, float", [](const target& on) { return many_real_roots<float>(on, 10); }},
    {"real_roots, double", [](const target& on) { return many_real_roots<double>(on, 4); }},
    {"roots, near-linear", [](const target& on) { return all_roots(on, roots_method::near_linear, some(100'000)); }},
    {"roots, Ehrlich-Aberth",
     [](const target& on) { return all_roots(on, roots_method::ehrlich_aberth, some(4'000)); }},
    {"batches for roots", batch},
    {"solve_boxes", boxes},
    {"newton", newton_at_once},
    {"solve", all_solutions},
    {"minimax", floats},
};

int current_device() {
  void* const memory = allocate_on_cuda(256);
  const int device = cuda_device_of(memory);
  free_on_cuda(memory);
  return device;
}

class AllDevices : public testing::Test {
 protected:
  void SetUp() override {
    const std::size_t devices = cuda_devices().size();
    if (devices == 0 && std::getenv("VIETA_EXPECT_GPU") != nullptr)
      FAIL() << "no CUDA device found, but VIETA_EXPECT_GPU is set";
    if (devices == 0) GTEST_SKIP() << "no CUDA device";
    last_ = static_cast<int>(devices) - 1;
  }
  [[nodiscard]] target first() const { return {.place = where::cuda}; }
  [[nodiscard]] target last() const { return {.place = where::cuda, .device = last_}; }
  int last_ = 0;
};

TEST_F(AllDevices, GiveTheSameAnswers) {
  for (const auto& [name, verb] : verbs) {
    const outcome here = verb(first()), there = verb(last());
    EXPECT_EQ(here.target.rfind("cuda:0", 0), 0U) << name << ": " << here.target;
    EXPECT_EQ(there.target.rfind("cuda:" + std::to_string(last_), 0), 0U) << name << ": " << there.target;
    EXPECT_FALSE(here.numbers.empty()) << name;
    EXPECT_EQ(here.numbers, there.numbers) << name;
  }
}

TEST_F(AllDevices, TheCallersStaysCurrent) {
  for (const auto& [name, verb] : verbs) {
    verb(last());
    EXPECT_EQ(current_device(), 0) << name;
    const current_cuda_device scope(last_);
    verb(first());
    EXPECT_EQ(current_device(), last_) << name;
  }
}

TEST_F(AllDevices, AreAtWorkAtOnce) {
  for (const auto& [name, verb] : verbs) {
    const outcome expected = verb(first());
    std::vector<outcome> found(test::small_tests() ? 2 : 4);
    {
      std::vector<std::jthread> threads;
      for (std::size_t k = 0; k < found.size(); ++k)
        threads.emplace_back([&, k, &verb = verb] { found[k] = verb(k % 2 == 0 ? first() : last()); });
    }
    for (const outcome& each : found) EXPECT_EQ(each.numbers, expected.numbers) << name << " on " << each.target;
  }
}

}  // namespace
}  // namespace vieta
