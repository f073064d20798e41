#include <gtest/gtest.h>

#include <cmath>

#include "base/simd/widest.hpp"
#include "newton/evaluator.hpp"
#include "newton/proof/arb_evaluator.hpp"
#include "oracles/systems/system_oracle.hpp"
#include "vieta/core/mf.hpp"

// Values and derivatives in every precision, by every instruction set of this machine, against plain sums of terms.
namespace vieta {
namespace {

using namespace test;
using systems::kernel_table;
using systems::multi_array;

constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};

std::vector<const kernel_table*> tables() {
  std::vector<const kernel_table*> list;
#ifdef VIETA_HAVE_BASELINE
  list.push_back(&systems::baseline::table);
#endif
#ifdef VIETA_HAVE_NEON
  list.push_back(&systems::neon::table);
#endif
#ifdef VIETA_HAVE_AVX2
  if (detect_isa() >= isa::avx2) list.push_back(&systems::avx2::table);
#endif
#ifdef VIETA_HAVE_AVX512
  if (detect_isa() >= isa::avx512) list.push_back(&systems::avx512::table);
#endif
  return list;
}

system_point random_point(int n, bool complex, std::mt19937_64& random) {
  std::uniform_real_distribution<double> part(-1.2, 1.2);
  const auto number = [&] {
    return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
  };
  system_point x;
  for (int v = 0; v < n; ++v) x.push_back({number(), complex ? number() : qd(0.0)});
  return x;
}

/// Runs one table's kernels one after another and compares.
void check(const plain_system& plain, const polynomial_system& system, const kernel_table& table, int parts,
           bool complex, const system_point& point) {
  const auto& data = system.data();
  const systems::system_view view = systems::view_of(data);
  multi_array values(data.graph.size(), parts, complex), f(data.equations(), parts, complex),
      j(data.equations() * data.variables.size(), parts, complex);
  values.set(0, {qd(1.0), qd(0.0)});
  system_point used = point;
  for (std::size_t v = 0; v < point.size(); ++v) {
    values.set(1 + v, point[v]);
    used[v] = values.get(1 + v);
  }
  const int kind = complex ? 1 : 0;
  for (std::size_t level = 0; level + 1 < data.graph.level_begin.size(); ++level)
    table.products[parts - 1][kind](view, data.graph.level_begin[level], data.graph.level_begin[level + 1],
                                    values.view());
  const multi_array& in = values;
  table.equations[parts - 1][kind](view, 0, data.equations(), in.view(), f.view());
  table.jacobian[parts - 1][kind](view, 0, data.equations(), in.view(), j.view());

  // A product of d numbers errs by about d roundoffs of complex products, a sum by its length.
  std::size_t longest = 0;
  for (const auto& e : plain.equations) longest = std::max(longest, e.size());
  const double allowed = roundoffs[parts - 1] * 16 * (60 + static_cast<double>(longest));
  const auto true_f = plain_values(plain, used), true_j = plain_jacobian(plain, used);
  const auto f_size = plain_sizes(plain, used), j_size = plain_jacobian_sizes(plain, used);
  for (std::size_t e = 0; e < true_f.size(); ++e)
    ASSERT_LE(difference(f.get(e), true_f[e]), allowed * f_size[e])
        << name(table.level) << " f " << e << " parts " << parts;
  for (std::size_t e = 0; e < true_j.size(); ++e)
    ASSERT_LE(difference(j.get(e), true_j[e]), allowed * j_size[e])
        << name(table.level) << " J " << e << " parts " << parts;
}

void check_all(const plain_system& plain, bool complex_system, std::mt19937_64& random) {
  const polynomial_system system = plain.build();
  for (const bool complex : {false, true}) {
    if (complex_system && !complex) continue;
    const system_point x = random_point(plain.variables, complex, random);
    for (const kernel_table* table : tables())
      for (int parts = 1; parts <= 4; ++parts) check(plain, system, *table, parts, complex, x);
  }
}

TEST(newton_evaluation, random_sparse_systems) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 12; ++k)
    check_all(random_system(3 + k, 4, 6 + 2 * k, 4, 5, k % 2 == 1, random), k % 2 == 1, random);
}
TEST(newton_evaluation, many_terms_with_a_common_factor) {
  std::mt19937_64 random(2);
  plain_system s = random_system(40, 3, 5, 2, 2, false, random);
  for (auto& equation : s.equations) {
    equation.clear();
    for (int v = 0; v < 40; ++v)
      equation.push_back(
          {1.0 / (1 << (v % 8)), 0,
           v == 7 ? std::vector<std::pair<int, int>>{{7, 2}} : std::vector<std::pair<int, int>>{{7, 1}, {v, 1}}});
    equation.push_back({3, 0, {}});
  }
  check_all(s, false, random);
}
TEST(newton_evaluation, products_of_many_variables) {
  std::mt19937_64 random(3);
  check_all(plain_cyclic(3), false, random);
  check_all(plain_cyclic(24), false, random);
  check_all(random_system(30, 6, 12, 25, 1, true, random), true, random);
  check_all(random_system(30, 6, 12, 25, 3, false, random), false, random);
}
TEST(newton_evaluation, the_families_are_what_they_say) {
  std::mt19937_64 random(4);
  for (const auto& [plain, system] :
       {std::pair{plain_cyclic(2), families::cyclic(2)}, std::pair{plain_cyclic(3), families::cyclic(3)},
        std::pair{plain_cyclic(9), families::cyclic(9)}, std::pair{plain_katsura(6), families::katsura(6)}})
    check(plain, system, systems::kernels(), 4, true, random_point(plain.variables, true, random));
}

TEST(newton_evaluation, the_smaller_families_equal_their_formulas) {
  const std::vector<std::string> noon = {"x1*x2^2 + x1*x3^2 - 1.1*x1 + 1", "x2*x1^2 + x2*x3^2 - 1.1*x2 + 1",
                                         "x3*x1^2 + x3*x2^2 - 1.1*x3 + 1"};
  const std::vector<std::string> eco = {"(x1 + x1*x2 + x2*x3)*x4 - 1", "(x2 + x1*x3)*x4 - 2", "x3*x4 - 3",
                                        "x1 + x2 + x3 + 1"};
  const std::vector<std::string> h = {"4*H1 - 33/64*H1*(1/1*H1 + 1/2*H2) - 4", "4*H2 - 33/64*H2*(2/2*H1 + 2/3*H2) - 4"};
  std::mt19937_64 random(7);
  for (const auto& [system, formula] : {std::pair{families::noon(3), noon}, std::pair{families::eco(4), eco},
                                        std::pair{families::chandrasekhar(2), h}}) {
    const polynomial_system parsed = polynomial_system::parse(formula, system.variables());
    const system_point x = random_point(static_cast<int>(system.variables().size()), true, random);
    multi_array at(x.size(), 4, true), f, g;
    for (std::size_t v = 0; v < x.size(); ++v) at.set(v, x[v]);
    for (const auto& [which, out] : {std::pair{&system, &f}, std::pair{&parsed, &g}}) {
      systems::evaluator e(which->data(), 1);
      e.set_point(at, 4, true);
      e.equations(*out);
    }
    for (std::size_t e = 0; e < f.size(); ++e) EXPECT_LE(test::difference(f.get(e), g.get(e)), 1e-59) << e;
  }
}

TEST(newton_evaluation, shared_products_are_computed_once) {
  // cyclic-n: all windows of the circle, x_j ... x_{j+d-1}; n^2 - 2n + 1 of them are products of two or more variables
  // (the whole circle counts once).
  for (const int n : {5, 16, 40}) {
    const auto& graph = families::cyclic(n).data().graph;
    EXPECT_LE(graph.left.size(), static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  }
  // One product of k variables, with all that its derivatives need: 2k - 3 nodes, and k - 2 products of two nodes.
  const std::string product = "a*b*c*d*e*f*g*h - 1";
  const auto graph = polynomial_system::parse(std::vector<std::string>(8, product)).data().graph;
  EXPECT_EQ(graph.left.size(), 2u * 8 - 3);
}

TEST(newton_evaluation, joined_products_are_those_of_their_factors) {
  systems::product_graph_builder builder(4);
  const auto of = [&](std::vector<systems::product_graph_builder::factor> f) { return builder.product(f); };
  const systems::node ab = builder.joined(1, 2), bc = builder.joined(2, 3), abc = builder.joined(ab, bc);
  EXPECT_EQ(of({{0, 1}, {1, 1}}), ab);
  EXPECT_EQ(of({{0, 1}, {1, 1}, {2, 1}}), abc);
  const systems::node bcd = of({{1, 1}, {2, 1}, {3, 1}});
  EXPECT_EQ(builder.joined(abc, bcd), of({{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
}

TEST(newton_evaluation, term_sums_bound_the_terms) {
  std::mt19937_64 random(5);
  const plain_system plain = random_system(6, 6, 10, 3, 3, true, random);
  const polynomial_system system = plain.build();
  systems::evaluator f(system.data(), 1);
  const system_point x = random_point(6, true, random);
  multi_array point(6, 2, true);
  for (std::size_t v = 0; v < 6; ++v) point.set(v, x[v]);
  f.set_point(point, 2, true);
  std::vector<double> sums;
  f.term_sums(sums);
  const std::vector<double> expected = plain_sizes(plain, x);
  for (std::size_t e = 0; e < sums.size(); ++e) EXPECT_NEAR(sums[e], expected[e], 1e-12 * expected[e]);
}

TEST(newton_evaluation, threads_do_not_change_a_bit) {
  const polynomial_system system = families::chandrasekhar(300);
  const auto& data = system.data();
  multi_array x(300, 4, false), f1, f2, j1, j2;
  for (std::size_t v = 0; v < 300; ++v) x.set(v, {qd(1.0) + qd(static_cast<double>(v)) / qd(1000.0), qd(0.0)});
  systems::evaluator one(data, 1), four(data, 4);
  one.set_point(x, 4, false), four.set_point(x, 4, false);
  one.equations(f1), four.equations(f2);
  one.jacobian(j1, 1), four.jacobian(j2, 1);
  for (std::size_t e = 0; e < 300; ++e) ASSERT_TRUE(f1.get(e) == f2.get(e));
  for (std::size_t e = 0; e < 90000; ++e) ASSERT_TRUE(j1.get(e) == j2.get(e));
}

#ifdef VIETA_HAVE_ARB
TEST(newton_evaluation, balls_hold_the_plain_values) {
  std::mt19937_64 random(6);
  for (int k = 0; k < 4; ++k) {
    const plain_system plain = random_system(5, 5, 8, 4, 4, k % 2 == 1, random);
    const polynomial_system system = plain.build();
    const system_point x = random_point(5, true, random);
    systems::arb_evaluator f(system.data());
    systems::ball_matrix point(5, 1), value(5, 1), jacobian(5, 5);
    for (std::size_t v = 0; v < 5; ++v) systems::set_acb(point.at(v, 0), x[v]);
    f.set_point(point.m, 600);
    f.equations(value.m);
    f.jacobian(jacobian.m);
    const auto true_f = plain_values(plain, x), true_j = plain_jacobian(plain, x);
    for (std::size_t e = 0; e < 5; ++e) {
      EXPECT_LE(difference(systems::midpoint(value.at(e, 0)), true_f[e]), 1e-58 * (1 + plain_sizes(plain, x)[e]));
      for (std::size_t v = 0; v < 5; ++v)
        EXPECT_LE(difference(systems::midpoint(jacobian.at(e, v)), true_j[e * 5 + v]),
                  1e-58 * (1 + plain_jacobian_sizes(plain, x)[e * 5 + v]));
    }
  }
}
#endif

}  // namespace
}  // namespace vieta
