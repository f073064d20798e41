#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "cuda/launch_on_host.hpp"
#include "newton/cuda/gather_plan.hpp"
#include "newton/evaluator.hpp"
#include "newton/linear/dense.hpp"
#include "vieta/newton.hpp"
// What the schedules are launched with comes first.
#include "newton/cuda/gather_kernel.hpp"
#include "newton/cuda/linear/inverse_schedule.hpp"

// Kernels of `newton` on a GPU, run block by block on the host: the inverse of a matrix, and derivatives gathered entry
// by entry.
namespace vieta::systems {
namespace {

template <bool Complex>
void check_inverse(std::size_t n, std::size_t shared_bytes) {
  std::mt19937_64 random(n);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<double> re(n * n), im(Complex ? n * n : 0);
  for (double& x : re) x = part(random);
  for (double& x : im) x = part(random);
  const std::vector<double> a_re = re, a_im = im;
  ASSERT_TRUE(dense_inverse<Complex>::fits(n, shared_bytes));
  dense_inverse<Complex> inverse(n, shared_bytes);
  ASSERT_TRUE(inverse.invert(re.data(), Complex ? im.data() : nullptr));
  std::vector<std::complex<double>> b(n);
  for (auto& z : b) z = {part(random), Complex ? part(random) : 0};
  std::vector<std::complex<double>> exchanged = b, x(n);
  inverse.exchange(exchanged);
  double size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      x[i] += std::complex<double>(re[i * n + j], Complex ? im[i * n + j] : 0) * exchanged[j];
    size = std::max(size, std::abs(x[i]));
  }
  double largest_row = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::complex<double> rest = -b[i];
    double row = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const std::complex<double> entry(a_re[i * n + j], Complex ? a_im[i * n + j] : 0);
      rest += entry * x[j], row += std::abs(entry);
    }
    largest_row = std::max(largest_row, row);
    // The residual of an inverse: |A| |A^-1| |b| u, up to a modest factor.
    EXPECT_LE(std::abs(rest), 1e-15 * static_cast<double>(n) * inverse.condition() * 2) << n << ' ' << i;
  }
  multi_array matrix(n * n, 1, Complex);
  for (std::size_t k = 0; k < n * n; ++k) matrix.set(k, {qd(a_re[k]), qd(Complex ? a_im[k] : 0)});
  lu_factors lu;
  ASSERT_TRUE(lu.factor(matrix, n, 1));
  EXPECT_LE(lu.condition(), inverse.condition() * 1.5);
  EXPECT_GE(lu.condition() * 4, inverse.condition());
  std::vector<std::complex<double>> y = b;
  lu.solve(y);
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_LE(std::abs(x[i] - y[i]), 1e-15 * static_cast<double>(n) * inverse.condition() * size) << n << ' ' << i;
}

TEST(newton_inverse_on_host, solves_as_lu_does) {
  constexpr std::size_t plenty = 1 << 20;
  for (const std::size_t n : {1U, 2U, 5U, 16U, 17U, 33U, 64U, 100U})
    check_inverse<false>(n, plenty), check_inverse<true>(n, plenty);
  // Panels of eight and of two columns.
  check_inverse<true>(70, eliminate_panel<true>::shared(70, 8) + 100);
  check_inverse<false>(70, eliminate_panel<false>::shared(70, 2));
  EXPECT_FALSE(dense_inverse<true>::fits(70, eliminate_panel<true>::shared(70, 2) - 1));
}

TEST(newton_inverse_on_host, says_singular) {
  const std::size_t n = 20;
  for (const double bad : {0.0, std::nan(""), HUGE_VAL}) {
    std::vector<double> re(n * n), im(n * n);
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> part(-1, 1);
    for (std::size_t k = 0; k < n * n; ++k)
      re[k] = k % n == 7 ? 0.0 : part(random), im[k] = k % n == 7 ? 0.0 : part(random);
    re[9 * n + 7] = bad;
    dense_inverse<true> inverse(n, 1 << 20);
    EXPECT_FALSE(inverse.invert(re.data(), im.data())) << bad;
  }
}

/// What a device holds for a system: products in the order of the paths, each path headed by 1.
template <int N, bool Complex>
void check_derivatives(const polynomial_system& system, std::uint64_t seed) {
  const auto& data = system.data();
  ASSERT_TRUE(gather_plan::serves(data));
  const product_graph& g = data.graph;
  const std::size_t n = g.variables;
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> angle(0, 6.283185307179586), modulus(0.9, 1.1), low(-0x1p-54, 0x1p-54);
  multi_array values(g.size(), N, Complex), x(n, N, Complex), expected;
  for (std::size_t v = 0; v < n; ++v) {
    const double r = modulus(random), a = angle(random);
    x.set(v, {qd(Complex ? r * std::cos(a) : r, low(random), 0.0, 0.0), qd(r * std::sin(a))});
    values.set(1 + v, x.get(v));
  }
  values.set(0, {qd(1.0), qd(0.0)});
  for (std::size_t k = 0; k < g.left.size(); ++k) {
    const complex<qd> a = values.get(g.left[k]), b = values.get(g.right[k]);
    values.set(1 + n + k, a * b);
  }
  const auto along = [&](const std::vector<node>& path, const std::vector<std::size_t>& begin) {
    multi_array to(path.size() + begin.size() - 1, N, Complex);
    for (std::size_t p = 0; p + 1 < begin.size(); ++p) {
      to.set(begin[p] + p, {qd(1.0), qd(0.0)});
      for (std::size_t at = begin[p]; at < begin[p + 1]; ++at) to.set(at + p + 1, values.get(path[at]));
    }
    return to;
  };
  const multi_array prefixes = along(g.prefix_path, g.prefix_begin), suffixes = along(g.suffix_path, g.suffix_begin);
  const gather_plan plan(data);
  multi_array out(data.equations() * n, N, Complex);
  using kernel = gather_derivatives<N, Complex>;
  const kernel body{view_of(data),
                    plan.terms.data(),
                    plan.place.data(),
                    plan.rows.data(),
                    plan.follows.data(),
                    plan.rows.size(),
                    std::as_const(values).view(),
                    prefixes.view(),
                    suffixes.view(),
                    out.view()};
  near_linear::launch(body, static_cast<int>((n + kernel::columns - 1) / kernel::columns),
                      static_cast<int>((plan.rows.size() + kernel::rows_together - 1) / kernel::rows_together),
                      kernel::threads, kernel::shared());
  evaluator cpu(data, 1);
  cpu.set_point(x, N, Complex);
  cpu.jacobian(expected, N);
  constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};
  for (std::size_t k = 0; k < out.size(); ++k) {
    const complex<qd> d = out.get(k) - expected.get(k);
    // At most 40 terms of modulus below 10 * 1.1^40.
    ASSERT_LE(std::hypot(d.re.x0, d.im.x0), roundoffs[N - 1] * 2e5) << k;
  }
}

TEST(newton_gather_on_host, agrees_with_the_derivatives_of_the_cpu) {
  const polynomial_system cyclic = families::cyclic(37);
  const gather_plan plan(cyclic.data());
  EXPECT_GE(std::count(plan.follows.begin(), plan.follows.end(), 1), 30);  // rows that go together
  check_derivatives<1, true>(cyclic, 1), check_derivatives<2, true>(cyclic, 2), check_derivatives<1, false>(cyclic, 3);
  check_derivatives<3, false>(cyclic, 4), check_derivatives<4, true>(families::cyclic(9), 5);
}

/// Powers, coefficients, constants, terms of one atom, in few variables.
TEST(newton_gather_on_host, knows_powers_and_coefficients) {
  using term = system_builder::term;
  system_builder builder({"a", "b", "c", "d"});
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> part(-2, 2);
  for (std::uint32_t e = 0; e < 5; ++e) {
    std::vector<term> terms;
    const auto add = [&](std::vector<product_graph_builder::factor> factors) {
      term t;
      t.factors = std::move(factors);
      t.re = {part(random), 0, 0, 0}, t.im = {part(random), 0, 0, 0};
      terms.push_back(std::move(t));
    };
    add({{0, 2}, {1, 1}, {3, 5}}), add({{0, 1}, {1, 1}, {2, 1}, {3, e + 1}}), add({{e % 4, 3}}), add({{2, 1}}), add({});
    add({{1, 2}, {2, 2}});
    builder.add(terms);
  }
  const polynomial_system system = builder.finish();
  check_derivatives<1, true>(system, 6), check_derivatives<2, true>(system, 7);
  EXPECT_FALSE(gather_plan::serves(families::chandrasekhar(20).data()));
  EXPECT_FALSE(gather_plan::serves(families::noon(40).data()));
}

}  // namespace
}  // namespace vieta::systems
