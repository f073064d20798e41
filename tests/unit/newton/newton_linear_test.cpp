#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "newton/iteration.hpp"
#include "newton/linear/dense.hpp"
#include "newton/linear/multiple_qr.hpp"
#include "newton/proof/arb_evaluator.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/error.hpp"
#include "vieta/matrix_product.hpp"

namespace vieta::systems {
namespace {

using scalar = std::complex<double>;

class problem {
 public:
  problem(std::size_t rows, std::size_t columns, int parts, bool complex, std::uint64_t seed)
      : rows_(rows), columns_(columns), matrix(rows * columns, parts, complex), right(rows, parts, complex) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(-1, 1);
    const auto number = [&] {
      return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
    };
    for (std::size_t k = 0; k < rows * columns; ++k) matrix.set(k, {number(), complex ? number() : qd(0.0)});
    for (std::size_t k = 0; k < rows; ++k) right.set(k, {number(), complex ? number() : qd(0.0)});
  }
  /// A^H (A x - b) in quad-double, its largest entry: 0 for the least squares solution.
  double normal_residual(const multi_array& x) const {
    std::vector<complex<qd>> r(rows_);
    for (std::size_t i = 0; i < rows_; ++i) {
      r[i] = -right.get(i);
      for (std::size_t j = 0; j < columns_; ++j) r[i] += matrix.get(i * columns_ + j) * x.get(j);
    }
    double most = 0;
    for (std::size_t j = 0; j < columns_; ++j) {
      complex<qd> sum{qd(0.0), qd(0.0)};
      for (std::size_t i = 0; i < rows_; ++i) sum += conj(matrix.get(i * columns_ + j)) * r[i];
      most = std::max(most, std::hypot(sum.re.x0, sum.im.x0));
    }
    return most;
  }

 private:
  std::size_t rows_, columns_;

 public:
  multi_array matrix, right;
};

TEST(newton_linear, multiple_qr_solves_to_its_precision) {
  constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};
  for (const bool complex : {false, true})
    for (int parts = 1; parts <= 4; ++parts)
      for (const auto& [rows, columns] :
           {std::pair{1u, 1u}, std::pair{7u, 7u}, std::pair{40u, 40u}, std::pair{33u, 12u}})
        for (const qr_method method : {qr_method::householder, qr_method::gram_schmidt}) {
          const problem p(rows, columns, parts, complex, rows * 10 + static_cast<unsigned>(parts));
          multi_array x;
          const qr_outcome outcome = solve_least_squares(p.matrix, rows, columns, p.right, method, 2, x);
          ASSERT_TRUE(outcome.solved);
          EXPECT_LE(p.normal_residual(x), 1e4 * rows * outcome.condition * outcome.condition * roundoffs[parts - 1])
              << rows << 'x' << columns << ' ' << parts << complex;
        }
}

/// In panels: against the one by columns, whatever the number of threads, and whatever is left of rows and columns.
TEST(newton_linear, panels_agree_with_columns) {
  constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};
  for (const bool complex : {false, true})
    for (int parts = 1; parts <= 4; ++parts)
      for (const auto& [rows, columns] : {std::pair{96u, 96u}, std::pair{131u, 101u}, std::pair{129u, 129u}}) {
        const problem p(rows, columns, parts, complex, columns + static_cast<unsigned>(parts));
        multi_array x, again, expected;
        const qr_outcome outcome = solve_least_squares(p.matrix, rows, columns, p.right, qr_method::householder, 1, x);
        const qr_outcome by_columns =
            solve_least_squares(p.matrix, rows, columns, p.right, qr_method::householder_by_columns, 1, expected);
        ASSERT_TRUE(outcome.solved && by_columns.solved);
        solve_least_squares(p.matrix, rows, columns, p.right, qr_method::householder, 3, again);
        EXPECT_NEAR(outcome.condition / by_columns.condition, 1, 1e-9);
        double size = 0, off = 0;
        for (std::size_t k = 0; k < columns; ++k) {
          const vieta::complex<qd> a = x.get(k), b = expected.get(k), d = a - b;
          size = std::max(size, std::hypot(b.re.x0, b.im.x0)), off = std::max(off, std::hypot(d.re.x0, d.im.x0));
          ASSERT_TRUE(a.re == again.get(k).re && a.im == again.get(k).im);
        }
        EXPECT_LE(off, 1e3 * outcome.condition * roundoffs[parts - 1] * size)
            << rows << 'x' << columns << ' ' << parts << complex;
      }
}

TEST(newton_linear, panels_see_a_column_of_zeros) {
  problem p(110, 104, 2, true, 3);
  for (std::size_t i = 0; i < 110; ++i) p.matrix.set(i * 104 + 66, {qd(0.0), qd(0.0)});
  multi_array x;
  const qr_outcome outcome = solve_least_squares(p.matrix, 110, 104, p.right, qr_method::householder, 1, x);
  EXPECT_TRUE(!outcome.solved || outcome.condition > 1e25);
  for (std::size_t i = 0; i < 110; ++i) p.matrix.set(i * 104 + 66, {qd(HUGE_VAL), qd(0.0)});
  EXPECT_FALSE(solve_least_squares(p.matrix, 110, 104, p.right, qr_method::householder, 1, x).solved);
}

/// A factorisation may take minutes, and nobody waits for its end.
TEST(newton_linear, factorisations_stop_when_they_must) {
  const problem p(110, 104, 2, false, 3);
  multi_array x;
  for (const qr_method method : {qr_method::householder, qr_method::householder_by_columns, qr_method::gram_schmidt}) {
    int asked = 0;
    const qr_outcome outcome =
        solve_least_squares(p.matrix, 110, 104, p.right, method, 1, x, [&] { return ++asked == 3; });
    EXPECT_TRUE(outcome.stopped && !outcome.solved);
    EXPECT_EQ(asked, 3);
    EXPECT_FALSE(solve_least_squares(p.matrix, 110, 104, p.right, method, 1, x, [] { return false; }).stopped);
  }
}

#ifdef VIETA_HAVE_ARB
/// Of a square system with an exactly known matrix, whose solution Arb encloses with 700 bits.
TEST(newton_linear, panels_against_balls) {
  constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};
  const std::size_t n = 100;
  for (const int parts : {2, 4}) {
    const problem p(n, n, parts, true, 17);
    ball_matrix a(n, n), b(n, 1), exact(n, 1), difference(1, 1);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) set_acb(a.at(i, j), p.matrix.get(i * n + j));
      set_acb(b.at(i, 0), p.right.get(i));
    }
    ASSERT_NE(acb_mat_solve(exact.m, a.m, b.m, 700), 0);
    multi_array x;
    const qr_outcome outcome = solve_least_squares(p.matrix, n, n, p.right, qr_method::householder, 1, x);
    ASSERT_TRUE(outcome.solved);
    double size = 0, off = 0;
    for (std::size_t k = 0; k < n; ++k) {
      size = std::max(size, std::hypot(x.get(k).re.x0, x.get(k).im.x0));
      set_acb(difference.at(0, 0), x.get(k));
      acb_sub(difference.at(0, 0), difference.at(0, 0), exact.at(k, 0), 700);
      const auto d = midpoint(difference.at(0, 0));
      off = std::max(off, std::hypot(d.re.x0, d.im.x0));
    }
    EXPECT_LE(off, 1e3 * outcome.condition * roundoffs[parts - 1] * size) << parts;
  }
}
#endif

template <class X>
void expect_product(double roundoff) {
  constexpr bool is_complex = requires(X x) { x.im; };
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(-1, 1);
  const auto number = [&] {
    return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
  };
  for (const auto& [m, n, k] :
       {std::tuple{1u, 1u, 1u}, {7u, 9u, 5u}, {13u, 16u, 40u}, {6u, 27u, 17u}, {7u, 17u, 300u}}) {
    std::vector<X> a(m * k), b(k * n), c(m * n), d(m * n);
    for (auto* list : {&a, &b})
      for (X& x : *list) {
        if constexpr (is_complex)
          x = {resized<limb_count<decltype(x.re)>>(number()), resized<limb_count<decltype(x.re)>>(number())};
        else
          x = resized<limb_count<X>>(number());
      }
    matrix_product<X>(m, n, k, a, b, c, 1);
    matrix_product<X>(m, n, k, a, b, d, 3);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        ASSERT_TRUE(c[i * n + j] == d[i * n + j]);  // whatever the number of threads
        complex<qd> sum{qd(0.0), qd(0.0)};
        const auto wide = [](const X& x) {
          if constexpr (is_complex)
            return complex<qd>{resized<4>(x.re), resized<4>(x.im)};
          else
            return complex<qd>{resized<4>(x), qd(0.0)};
        };
        for (std::size_t t = 0; t < k; ++t) sum += wide(a[i * k + t]) * wide(b[t * n + j]);
        const complex<qd> difference = sum - wide(c[i * n + j]);
        ASSERT_LE(std::hypot(difference.re.x0, difference.im.x0), 8 * roundoff * k) << m << ' ' << n << ' ' << k;
      }
  }
}

TEST(newton_linear, matrix_products_keep_their_precision) {
  expect_product<dd>(0x1p-102), expect_product<td>(0x1p-152), expect_product<qd>(0x1p-204);
  expect_product<complex<dd>>(0x1p-102), expect_product<complex<td>>(0x1p-152), expect_product<complex<qd>>(0x1p-204);
  std::vector<dd> small(3), out(4);
  EXPECT_THROW(matrix_product<dd>(2, 2, 2, small, small, out, 1), error);
}

TEST(newton_linear, qr_tells_a_singular_matrix) {
  multi_array zero(9, 2, false), right(3, 2, false), x;
  EXPECT_FALSE(solve_least_squares(zero, 3, 3, right, qr_method::householder, 1, x).solved);
  EXPECT_FALSE(solve_least_squares(zero, 3, 3, right, qr_method::gram_schmidt, 1, x).solved);
}

TEST(newton_linear, lu_solves_and_estimates_the_condition) {
  for (const bool complex : {false, true})
    for (const std::size_t n : {1u, 2u, 17u, 60u}) {
      problem p(n, n, 1, complex, n);
      lu_factors lu;
      ASSERT_TRUE(lu.factor(p.matrix, n, 1));
      std::vector<scalar> x(n);
      for (std::size_t k = 0; k < n; ++k) x[k] = {p.right.get(k).re.x0, p.right.get(k).im.x0};
      lu.solve(x);
      multi_array solution(n, 1, complex);
      for (std::size_t k = 0; k < n; ++k) solution.set(k, {qd(x[k].real()), qd(x[k].imag())});
      EXPECT_LE(p.normal_residual(solution), 1e-10 * lu.condition());
    }
  // diag(1, 2^-20): the condition number is 2^20.
  multi_array d(4, 1, false);
  d.set(0, {qd(1.0), qd(0.0)}), d.set(3, {qd(0x1p-20), qd(0.0)});
  lu_factors lu;
  ASSERT_TRUE(lu.factor(d, 2, 1));
  EXPECT_NEAR(lu.condition(), 0x1p20, 1);
}

/// Hilbert matrices of 13 rows along the diagonal, turned in the complex plane: condition numbers of 1e18.
multi_array hilbert_blocks(std::size_t n, bool complex) {
  multi_array a(n * n, 4, complex);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i / 13 * 13; j < std::min(n, (i / 13 + 1) * 13); ++j) {
      const dd entry = dd(1.0) / dd(static_cast<double>(i % 13 + j % 13 + 1));
      a.set(i * n + j, {qd(entry), qd(complex ? entry * dd(static_cast<double>(i + 2 * j) / 7) : dd(0.0))});
    }
  return a;
}

TEST(newton_linear, gmres_with_factors_solves_where_factors_in_double_do_not) {
  for (const bool complex : {false, true}) {
    const std::size_t n = 40;
    const multi_array a = hilbert_blocks(n, complex);
    multi_array two(n * n, 2, complex), one(n * n, 1, complex), right(n, 4, complex), expected;
    for (std::size_t k = 0; k < n * n; ++k) two.set(k, a.get(k)), one.set(k, a.get(k));
    for (std::size_t k = 0; k < n; ++k) right.set(k, {qd(std::cos(double(k))), qd(complex ? std::sin(double(k)) : 0)});
    ASSERT_TRUE(solve_least_squares(a, n, n, right, qr_method::householder, 1, expected).solved);
    lu_factors lu;
    ASSERT_TRUE(lu.factor(one, n, 1));
    std::vector<scalar> x(n), plain(n);
    for (std::size_t k = 0; k < n; ++k) plain[k] = {right.get(k).re.x0, right.get(k).im.x0};
    lu.solve(plain);
    const gmres_outcome outcome = gmres_with_factors(two, n, lu, right, x, 1e-10, 60, 1);
    EXPECT_TRUE(outcome.converged);
    double size = 0, off = 0, off_plainly = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const scalar z(expected.get(k).re.x0, expected.get(k).im.x0);
      size = std::max(size, std::abs(z));
      off = std::max(off, std::abs(x[k] - z)), off_plainly = std::max(off_plainly, std::abs(plain[k] - z));
    }
    EXPECT_LE(off, 1e-6 * size) << outcome.steps << ' ' << complex;
    EXPECT_GE(off_plainly, 1e-3 * size);  // else the matrix shows nothing
  }
}

/// f_i = sum_j h_ij (x_j - 1) + 2^-60 (x_i^2 - 1): Newton's method with LU in double gets nowhere.
TEST(newton_linear, newton_climbs_to_gmres_with_factors) {
  const std::size_t n = 208;
  const multi_array h = hilbert_blocks(n, false);
  std::vector<std::string> names;
  for (std::size_t v = 0; v < n; ++v) names.push_back("x" + std::to_string(v));
  system_builder builder(names);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<system_builder::term> terms;
    const auto add = [&](std::vector<product_graph_builder::factor> factors, const qd& c) {
      system_builder::term t;
      t.factors = std::move(factors), t.re = {c.x0, c.x1, c.x2, c.x3};
      terms.push_back(std::move(t));
    };
    qd sum(0x1p-60);
    for (std::size_t j = i / 13 * 13; j < i / 13 * 13 + 13; ++j) {
      const qd entry(h.get(i * n + j).re.x0);
      sum = sum + entry;
      add({{static_cast<std::uint32_t>(j), 1}}, entry);
    }
    add({{static_cast<std::uint32_t>(i), 2}}, qd(0x1p-60));
    add({}, -sum);
    builder.add(terms);
  }
  const polynomial_system system = builder.finish();
  evaluator f(system.data(), 1);
  newton_options options;
  session with{.system = system.data(), .options = options};
  with.parts = 4, with.digits = 30;
  system_point start;
  for (std::size_t v = 0; v < n; ++v) start.push_back({qd(1 + 1e-4 * std::cos(double(v))), qd(0.0)});
  newton_iteration iteration(with, f);
  const newton_solution s = iteration.run(start);
  EXPECT_EQ(s.status, newton_status::converged);
  for (const complex<qd>& z : s.x) EXPECT_LE(std::fabs((z.re - qd(1.0)).x0), 1e-25);
  int refined = 0;
  for (const newton_step& step : s.steps) {
    refined += step.solver == newton_solver::gmres && step.precision == 4;
    EXPECT_NE(step.solver, newton_solver::householder);
  }
  EXPECT_GE(refined, 2);
}

TEST(newton_linear, lu_tells_a_singular_matrix) {
  multi_array zero(4, 1, true);
  lu_factors lu;
  EXPECT_FALSE(lu.factor(zero, 2, 1));
}

TEST(newton_linear, transposed_solves_are_adjoint) {
  for (const bool complex : {false, true}) {
    const std::size_t n = 13;
    problem p(n, n, 1, complex, 5);
    lu_factors lu;
    ASSERT_TRUE(lu.factor(p.matrix, n, 1));
    std::vector<scalar> x(n), y(n);
    for (std::size_t k = 0; k < n; ++k)
      x[k] = {std::cos(double(k)), complex ? 0.5 : 0}, y[k] = {double(k), complex ? 1.0 : 0};
    std::vector<scalar> a = x, b = y;
    lu.solve(a);  // <y, A^-1 x> = <A^-H y, x>
    lu.solve(b, true);
    scalar left = 0, right = 0;
    for (std::size_t k = 0; k < n; ++k) left += std::conj(y[k]) * a[k], right += std::conj(b[k]) * x[k];
    EXPECT_NEAR(std::abs(left - right), 0, 1e-9 * std::abs(left));
  }
}

TEST(newton_linear, rows_are_scaled_by_powers_of_two) {
  problem p(6, 6, 2, true, 3);
  multi_array scaled = p.matrix;
  for (std::size_t c = 0; c < 6; ++c) scaled.set(c, {scaled.get(c).re * qd(0x1p-300), scaled.get(c).im * qd(0x1p-300)});
  const std::vector<double> factors = scale_rows(scaled, 6, 6);
  for (std::size_t r = 0; r < 6; ++r) {
    double most = 0;
    int exponent = 0;
    EXPECT_EQ(std::frexp(factors[r], &exponent), 0.5);
    for (std::size_t c = 0; c < 6; ++c) {
      const complex<qd> z = scaled.get(r * 6 + c);
      most = std::max({most, std::fabs(z.re.x0), std::fabs(z.im.x0)});
    }
    EXPECT_GE(most, 1);
    EXPECT_LT(most, 2);
  }
}

TEST(newton_linear, gmres_solves_what_is_near_its_diagonal) {
  for (const bool complex : {false, true}) {
    const std::size_t n = 80;
    problem p(n, n, 1, complex, 9);
    for (std::size_t k = 0; k < n; ++k) p.matrix.set(k * n + k, {qd(50.0 + static_cast<double>(k)), qd(0.0)});
    std::vector<scalar> x(n);
    for (std::size_t k = 0; k < n; ++k) x[k] = {p.right.get(k).re.x0, p.right.get(k).im.x0};
    const gmres_outcome outcome = gmres(p.matrix, n, x, 1e-13, 60, 2);
    EXPECT_TRUE(outcome.converged);
    multi_array solution(n, 1, complex);
    for (std::size_t k = 0; k < n; ++k) solution.set(k, {qd(x[k].real()), qd(x[k].imag())});
    EXPECT_LE(p.normal_residual(solution), 1e-8);
  }
}

}  // namespace
}  // namespace vieta::systems
