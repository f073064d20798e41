// Calls from threads with as little stack as musl gives them, 128 kB: an answer, or an error.
#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/threads/stack.hpp"
#include "vieta/boxes.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/error.hpp"
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

constexpr std::size_t little = 128 << 10;

// What `work` returns in a thread of its own, or what it throws.
std::string on_small_stack(std::function<std::string()> work) {
  struct job {
    std::function<std::string()> work;
    std::string said;
  } one{std::move(work), {}};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, little);
  pthread_t thread{};
  const auto run = [](void* given) -> void* {
    job& at = *static_cast<job*>(given);
    try {
      at.said = at.work();
    } catch (const error& refused) {
      at.said = std::string("refused: ") + refused.what();
    }
    return nullptr;
  };
  const int started = pthread_create(&thread, &attributes, run, &one);
  pthread_attr_destroy(&attributes);
  if (started != 0) return "no thread";
  pthread_join(thread, nullptr);
  return one.said;
}

std::string in_parentheses(int depth) {
  const auto count = static_cast<std::size_t>(depth);
  return std::string(count, '(') + "x" + std::string(count, ')') + "-1";
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST(SmallStack, IsKnown) {
  EXPECT_EQ(on_small_stack([] { return std::string(stack_left() <= little ? "small" : "large"); }), "small");
  EXPECT_GT(stack_left(), little);
}

TEST(SmallStack, ParenthesesAreReadOrRefused) {
  const auto solve = [](int depth) {
    return [=] { return std::to_string(roots(polynomial::parse(in_parentheses(depth))).roots.size()); };
  };
  EXPECT_EQ(on_small_stack(solve(20)), "1");
  for (const int depth : {50, 100, 150, 199}) {
    const std::string said = on_small_stack(solve(depth));
    EXPECT_TRUE(said == "1" || said.find("small stack") != std::string::npos) << depth << ": " << said;
    EXPECT_EQ(solve(depth)(), "1");
  }
  const std::string said = on_small_stack([] {
    minimax_problem problem = minimax_short_form("exp", 3);
    problem.function = "exp(" + in_parentheses(150) + ")";
    return std::to_string(minimax(problem).coefficients.size());
  });
  EXPECT_TRUE(said == "4" || said.find("small stack") != std::string::npos) << said;
}

TEST(SmallStack, EveryVerb) {
  const auto text = [](auto count) { return std::to_string(count); };
  std::vector<double> long_one(600);
  for (std::size_t k = 0; k < long_one.size(); ++k) long_one[k] = static_cast<double>(k * k % 101 + 1);
  std::vector<double> rows;
  for (int i = 0; i < 64 * 9; ++i) rows.push_back(static_cast<double>((i * 37 + i * i % 7 * 11) % 23 - 11) / 7);
  const std::vector<std::function<std::string()>> calls = {
      [&] { return text(roots(long_one).roots.size()); },
      [&] {
        roots_options options;
        options.digits = 60;
        options.region.real_only = true;
        return text(roots(polynomial::parse("(x^50 - 2*(10^40*x - 1)^2)*(x^3-x-1)^2"), options).roots.size());
      },
      [&] {
        const polynomial p = polynomial::parse("(x^3-x-1)^2*(x-7)*(x-1/3)^3");
        return text(static_cast<int>(verify(p, roots(p)).holds));
      },
      [&] {
        return text(roots(polynomial_batch<double>{rows.data(), 64, 8}).values.size());
      },
      [&] {
        return text(real_roots(polynomial_batch<double>{rows.data(), 64, 8}, {-2, 2}).values.size());
      },
      [&] { return text(minimax(minimax_short_form("exp", 8)).coefficients.size()); },
      [&] {
        const std::vector<std::string> equations = {"x^2 + y^2 - 1", "x - y^3"};
        const std::vector<box_system> systems = {parse_box_system({"x", "y"}, {{-2, 2}, {-2, 2}}, equations)};
        return text(solve_boxes(systems).items.size());
      },
      [&] {
        const std::vector<system_point> starts = {{{qd(2.0), qd(0.0)}, {qd(0.5), qd(0.0)}}};
        const std::vector<std::string> equations = {"x^2 + y^2 - 4", "x*y - 1"};
        return text(newton(polynomial_system::parse(equations), starts, newton_options{}).solutions.size());
      },
      [&] { return text(solve(families::katsura(4)).solutions.size()); },
  };
  for (std::size_t k = 0; k < calls.size(); ++k) EXPECT_EQ(on_small_stack(calls[k]), calls[k]()) << "call " << k;
}

#endif

}  // namespace
}  // namespace vieta
