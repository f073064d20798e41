#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "newton/cuda/linear/qr.hpp"
#include "newton/cuda/make_evaluator.hpp"
#include "oracles/systems/system_oracle.hpp"
#include "unit/base/small_tests.hpp"
#include "vieta/newton.hpp"
#include "vieta/target.hpp"

// The GPU's values, derivatives and solutions against plain sums of terms and against the CPU. The two sides may
// multiply in another order, so the last bits differ.
namespace vieta {
namespace {

using systems::multi_array;

constexpr double roundoffs[4] = {0x1p-53, 0x1p-102, 0x1p-152, 0x1p-204};

#ifdef VIETA_HAVE_ARB
constexpr bool has_arb = true;
#else
constexpr bool has_arb = false;
#endif

#define SKIP_WITHOUT_DEVICE() \
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device"

system_point random_point(int n, bool complex, std::mt19937_64& random) {
  std::uniform_real_distribution<double> part(-1.1, 1.1);
  const auto number = [&] {
    return qd::renormalised(part(random), part(random) * 0x1p-54, part(random) * 0x1p-108, part(random) * 0x1p-162);
  };
  system_point x;
  for (int v = 0; v < n; ++v) x.push_back({number(), complex ? number() : qd(0.0)});
  return x;
}

void check(const test::plain_system& plain, bool complex, std::mt19937_64& random) {
  const polynomial_system system = plain.build();
  const auto& data = system.data();
  const auto gpu = systems::make_cuda_evaluator(data, 1, 0);
  const system_point point = random_point(plain.variables, complex, random);
  for (int parts = 1; parts <= 4; ++parts) {
    multi_array x(point.size(), parts, complex), f, j;
    system_point used = point;
    for (std::size_t v = 0; v < point.size(); ++v) {
      x.set(v, point[v]);
      used[v] = x.get(v);
    }
    gpu->set_point(x, parts, complex);
    gpu->equations(f);
    gpu->jacobian(j, parts);
    std::size_t longest = 0;
    for (const auto& e : plain.equations) longest = std::max(longest, e.size());
    const double allowed = roundoffs[parts - 1] * 16 * (60 + static_cast<double>(longest));
    const auto true_f = test::plain_values(plain, used), true_j = test::plain_jacobian(plain, used);
    const auto f_size = test::plain_sizes(plain, used), j_size = test::plain_jacobian_sizes(plain, used);
    for (std::size_t e = 0; e < true_f.size(); ++e)
      ASSERT_LE(test::difference(f.get(e), true_f[e]), allowed * f_size[e]) << "f " << e << " parts " << parts;
    for (std::size_t e = 0; e < true_j.size(); ++e)
      ASSERT_LE(test::difference(j.get(e), true_j[e]), allowed * j_size[e]) << "J " << e << " parts " << parts;
  }
}

TEST(newton_device, values_and_derivatives_of_sparse_systems) {
  SKIP_WITHOUT_DEVICE();
  std::mt19937_64 random(1);
  for (int k = 0; k < 6; ++k)
    check(test::random_system(4 + k, 5, 6 + 3 * k, 4, 5, k % 2 == 1, random), k % 2 == 1, random);
}

TEST(newton_device, values_and_derivatives_of_long_products) {
  SKIP_WITHOUT_DEVICE();
  std::mt19937_64 random(2);
  for (const bool complex : {false, true}) {
    check(test::plain_cyclic(12), complex, random);
    check(test::plain_cyclic(40), complex, random);  // more than 24 levels: paths are scanned
  }
  check(test::random_system(50, 6, 12, 45, 3, true, random), true, random);  // powers before the scan
}

TEST(newton_device, common_factors) {
  SKIP_WITHOUT_DEVICE();
  std::mt19937_64 random(3);
  test::plain_system s;
  s.variables = 200;
  for (int e = 0; e < 3; ++e) {
    s.equations.emplace_back();
    for (int v = 0; v < 200; ++v)
      s.equations.back().push_back(
          {1.0 / (1 + v % 4), 0,
           v == e ? std::vector<std::pair<int, int>>{{e, 2}} : std::vector<std::pair<int, int>>{{e, 1}, {v, 1}}});
    s.equations.back().push_back({3, 0, {}});
    for (auto& t : s.equations.back()) t.re = std::ldexp(std::round(t.re * 64), -6);
  }
  check(s, true, random);
}

TEST(newton_device, solutions_agree_with_those_of_the_cpu) {
  SKIP_WITHOUT_DEVICE();
  for (const int n : {50, 300, 1000}) {
    const polynomial_system system = families::chandrasekhar(n);
    const std::vector<system_point> ones(1, system_point(static_cast<std::size_t>(n), {qd(1.0), qd(0.0)}));
    newton_options options;
    options.precision = 4;
    options.on.place = where::cpu;
    const newton_solution cpu = newton(system, ones, options).solutions[0];
    options.on.place = where::cuda;
    const newton_result result = newton(system, ones, options);
    const newton_solution& gpu = result.solutions[0];
    EXPECT_TRUE(result.report.target.starts_with("cuda:0")) << result.report.target;
    EXPECT_EQ(gpu.status, newton_status::converged);
    // Without Arb only large systems have a proof.
    EXPECT_TRUE(gpu.certified || (n <= 100 && !has_arb));
    const double allowed = gpu.certified && cpu.certified ? gpu.radius + cpu.radius : 1e-58;
    for (std::size_t v = 0; v < gpu.x.size(); ++v) ASSERT_LE(test::difference(gpu.x[v], cpu.x[v]), allowed) << v;
  }
}

/// More equations than variables: QR in double, then in the target precision, both on the device.
TEST(newton_device, least_squares_agree_with_those_of_the_cpu) {
  SKIP_WITHOUT_DEVICE();
  std::vector<std::string> equations;
  const int n = test::small_tests() ? 20 : 60;
  const auto x = [n](int v) { return "x" + std::to_string(v % n); };
  for (int v = 0; v < n; ++v) {
    equations.push_back(x(v) + "^2 + " + x(v + 1) + " - 2");
    if (v % 2 == 0) equations.push_back(x(v) + "*" + x(v + 7) + " - 1 - 1/" + std::to_string(1000 + v));
  }
  const polynomial_system system = polynomial_system::parse(equations);
  const std::vector<system_point> start(1, system_point(static_cast<std::size_t>(n), {qd(1.01), qd(0.0)}));
  for (const int parts : {1, 2, 4}) {
    newton_options options;
    options.precision = parts;
    options.prove = false;
    options.max_iterations = 200;
    options.on.place = where::cpu;
    const newton_solution cpu = newton(system, start, options).solutions[0];
    options.on.place = where::cuda;
    const newton_solution gpu = newton(system, start, options).solutions[0];
    EXPECT_EQ(gpu.status, newton_status::converged);
    for (std::size_t v = 0; v < gpu.x.size(); ++v)
      ASSERT_LE(test::difference(gpu.x[v], cpu.x[v]), 1e6 * roundoffs[parts - 1]) << parts << ' ' << v;
  }
}

TEST(newton_device, blocked_qr_agrees_with_the_one_by_columns) {
  SKIP_WITHOUT_DEVICE();
  std::mt19937_64 random(8);
  using shapes = std::vector<std::pair<unsigned, unsigned>>;
  // Panels have 64 columns.
  for (const auto& [rows, columns] :
       test::small_tests() ? shapes{{1, 1}, {66, 65}} : shapes{{1, 1}, {64, 64}, {201, 130}, {300, 300}})
    for (const bool complex : {false, true})
      for (int parts = 1; parts <= 4; ++parts) {
        multi_array matrix(rows * columns, parts, complex), right(rows, parts, complex), x, expected;
        const system_point numbers = random_point(static_cast<int>(rows * (columns + 1)), complex, random);
        for (std::size_t k = 0; k < rows * columns; ++k) matrix.set(k, numbers[k]);
        for (std::size_t k = 0; k < rows; ++k) right.set(k, numbers[rows * columns + k]);
        const auto outcome = systems::solve_least_squares(matrix, rows, columns, right,
                                                          systems::qr_method::householder_by_columns, 4, expected);
        multi_array by_columns;
        const auto on_device = systems::solve_least_squares_on_device(matrix, rows, columns, right, x);
        const auto gram_schmidt = systems::solve_least_squares_on_device(matrix, rows, columns, right, by_columns,
                                                                         nullptr, systems::qr_method::gram_schmidt);
        ASSERT_TRUE(on_device.solved && gram_schmidt.solved);
        EXPECT_NEAR(gram_schmidt.condition / outcome.condition, 1, 1e-9);
        EXPECT_NEAR(on_device.condition / outcome.condition, 1, 1e-9);
        double size = 0;
        for (std::size_t k = 0; k < columns; ++k)
          size = std::max(size, std::hypot(expected.get(k).re.x0, expected.get(k).im.x0));
        // In double by cuSOLVER, else with remainders by cuBLAS, where these are installed.
        multi_array by_library;
        const auto library = systems::solve_least_squares_on_device(matrix, rows, columns, right, by_library, nullptr,
                                                                    systems::qr_method::householder, 1);
        ASSERT_TRUE(library.solved);
        EXPECT_NEAR(library.condition / outcome.condition, 1, 1e-9);
        for (const multi_array& solution : {x, by_columns, by_library})
          for (std::size_t k = 0; k < columns; ++k)
            ASSERT_LE(test::difference(solution.get(k), expected.get(k)),
                      1e3 * outcome.condition * roundoffs[parts - 1] * size)
                << rows << 'x' << columns << ' ' << parts << complex << ' ' << k;
      }
}

/// Our own inverse, and that by cuSOLVER where it is installed: from no size on, and from one variable on.
constexpr std::size_t cusolver_from[] = {std::numeric_limits<std::size_t>::max(), 1};

TEST(newton_device, factors_solve_as_those_of_the_cpu) {
  SKIP_WITHOUT_DEVICE();
  std::mt19937_64 random(12);
  // Tiles have 64 columns.
  for (const int n : test::small_tests() ? std::vector{3, 70} : std::vector{3, 31, 130, 300})
    for (const bool complex : {true, false}) {
      const polynomial_system system = families::cyclic(n);
      systems::evaluator cpu(system.data(), 1);
      std::uniform_real_distribution<double> angle(0, 6.283185307179586);
      multi_array x(static_cast<std::size_t>(n), 1, complex);
      std::vector<std::complex<double>> right, b;
      for (int v = 0; v < n; ++v) {
        const double turn = angle(random);
        // Of modulus near 1, for products of all coordinates.
        const vieta::complex<qd> z = complex ? vieta::complex<qd>{qd(std::cos(turn)), qd(std::sin(turn))}
                                             : vieta::complex<qd>{qd((turn > 3 ? 1 : -1) * (1 + turn * 1e-2)), qd(0.0)};
        x.set(static_cast<std::size_t>(v), z);
        right.emplace_back(std::cos(turn * 3), complex ? std::sin(turn * 5) : 0);
      }
      b = right;
      cpu.set_point(x, 1, complex);
      ASSERT_TRUE(cpu.prepare_jacobian() && cpu.factor());
      cpu.solve_by_factors(b);
      double size = 0;
      for (const auto& z : b) size = std::max(size, std::abs(z));
      for (const std::size_t from : cusolver_from) {
        const auto gpu = systems::make_cuda_evaluator(system.data(), 1, 0, from);
        std::vector<std::complex<double>> a = right;
        gpu->set_point(x, 1, complex);
        for (int repeat = 0; repeat < 2; ++repeat) ASSERT_TRUE(gpu->prepare_jacobian() && gpu->factor());
        gpu->solve_by_factors(a);
        EXPECT_LE(cpu.condition(), gpu->condition() * 1.5) << n << complex << from;
        EXPECT_GE(cpu.condition() * 4, gpu->condition()) << n << complex << from;
        for (std::size_t k = 0; k < b.size(); ++k)
          EXPECT_LE(std::abs(a[k] - b[k]), 1e-15 * n * gpu->condition() * size) << n << complex << from << ' ' << k;
      }
    }
}

TEST(newton_device, factors_tell_a_singular_matrix) {
  SKIP_WITHOUT_DEVICE();
  const polynomial_system system = polynomial_system::parse(std::vector<std::string>{"x + y - 2", "x*y - 1"});
  for (const std::size_t from : cusolver_from)
    for (const bool complex : {true, false}) {
      const auto gpu = systems::make_cuda_evaluator(system.data(), 1, 0, from);
      multi_array x(2, 1, complex);
      x.set(0, {qd(1.0), qd(0.0)}), x.set(1, {qd(1.0), qd(0.0)});
      gpu->set_point(x, 1, complex);
      ASSERT_TRUE(gpu->prepare_jacobian());
      EXPECT_FALSE(gpu->factor()) << complex << from;
      x.set(1, {qd(2.0), qd(0.0)});  // and goes on
      gpu->set_point(x, 1, complex);
      ASSERT_TRUE(gpu->prepare_jacobian() && gpu->factor());
      std::vector<std::complex<double>> b = {1, 2};  // [[1, 1], [2, 1]] times 1 and 0; rows scaled alike
      const auto& scale = gpu->row_scale();
      b[0] *= scale[0], b[1] *= scale[1];
      gpu->solve_by_factors(b);
      EXPECT_LE(std::abs(b[0] - 1.0) + std::abs(b[1]), 1e-15) << complex << from;
    }
}

TEST(newton_device, householder_rung_runs_on_the_device) {
  SKIP_WITHOUT_DEVICE();
  newton_options options;
  options.precision = 3;
  options.on.place = where::cuda;
  options.solver = newton_solver::householder;
  const std::vector<system_point> ones(1, system_point(120, {qd(1.0), qd(0.0)}));
  const newton_solution s = newton(families::chandrasekhar(120), ones, options).solutions[0];
  EXPECT_TRUE(s.certified);
  EXPECT_EQ(s.steps.back().solver, newton_solver::householder);
}

/// Newton's homotopy in 1, 2 and 4 doubles: every evaluation and every linear system is the device's.
TEST(newton_device, homotopies_end_where_those_of_the_cpu_do) {
  SKIP_WITHOUT_DEVICE();
  for (const auto& [system, turn] : {std::pair{families::katsura(test::small_tests() ? 2 : 6), 0.7},
                                     {families::cyclic(test::small_tests() ? 12 : 60), 2.3}}) {
    const std::size_t n = system.variables().size();
    system_point z;
    for (std::size_t v = 0; v < n; ++v) {
      const double angle = turn * static_cast<double>(v * v + v);
      z.push_back({qd(std::cos(angle)), qd(std::sin(angle))});
    }
    homotopy_options path;
    path.until = n > 10 ? 1 - 1e-7 : 0;
    path.first_step = n > 10 ? 5e-8 : 0.05, path.smallest_step = path.first_step * 1e-4;
    for (const int parts : {1, 2, 4}) {
      newton_options options;
      options.precision = parts;
      options.on.place = where::cpu;
      const homotopy_result cpu = newton_homotopy(system, z, options, path);
      options.on.place = where::cuda;
      const homotopy_result gpu = newton_homotopy(system, z, options, path);
      EXPECT_TRUE(gpu.target.starts_with("cuda:0")) << gpu.target;
      EXPECT_EQ(gpu.t, path.until);
      EXPECT_EQ(gpu.t, cpu.t);
      EXPECT_EQ(gpu.solution.status, cpu.solution.status) << n << ' ' << parts;
      EXPECT_TRUE(gpu.solution.certified || path.until > 0 || !has_arb);
      for (std::size_t v = 0; v < n; ++v)
        ASSERT_LE(test::difference(gpu.solution.x[v], cpu.solution.x[v]), 1e6 * roundoffs[parts - 1])
            << n << ' ' << parts << ' ' << v;
    }
  }
}

TEST(newton_device, complex_solutions) {
  SKIP_WITHOUT_DEVICE();
  newton_options options;
  options.precision = 2;
  options.on.place = where::cuda;
  system_point start;
  for (int k = 0; k < 7; ++k) start.push_back({qd(std::cos(0.9 * k * k)), qd(std::sin(0.9 * k * k + 0.1))});
  options.solver = newton_solver::gmres;  // its kernels, where they need not converge
  (void)newton(families::cyclic(7), std::vector<system_point>{start}, options);
  options.solver = newton_solver::automatic;
  const polynomial_system h = families::chandrasekhar(250);
  const std::vector<system_point> ones(1, system_point(250, {qd(1.0), qd(1e-3)}));
  const newton_solution s = newton(h, ones, options).solutions[0];
  EXPECT_TRUE(s.certified);
  EXPECT_EQ(s.steps.back().solver, newton_solver::gmres);
}

}  // namespace
}  // namespace vieta
