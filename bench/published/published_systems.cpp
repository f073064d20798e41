// Parts of the tables of Verschelde and Yu (2014) that are no run of the program: for bench/published/newton.py.
//
//   published_systems evaluate cpu|cuda N PARTS     cyclic-N: the equations and the Jacobian matrix, tables 5
//   published_systems homotopy cpu|cuda N PARTS     Newton's method for f(x) = t f(z), cyclic-N, t near 1, section 5.3
//   published_systems products cpu|cuda BLOCKS N... products of N variables with their gradients, tables 1 and 2
//   published_systems trees N                       a chain of products beside a binary tree, section 2.1
//
// One thread on the CPU, and its processor time; complex numbers for cyclic-N, as there, real ones for products.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <future>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "newton/cuda/make_evaluator.hpp"
#include "newton/evaluator.hpp"
#include "systems/representation.hpp"
#include "vieta/core/qd.hpp"
#include "vieta/newton.hpp"

namespace {

using namespace vieta;
/// Seconds of this process on a processor: one thread is measured, on machines that others use as well.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Points on the unit circle, where products of any length stay within the range of doubles; or near 1 on the axis.
systems::multi_array random_point(std::size_t n, int parts, bool is_complex) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> angle(0, 6.283185307179586), near(0.95, 1.05);
  systems::multi_array x(n, parts, is_complex);
  for (std::size_t v = 0; v < n; ++v) {
    const double a = angle(random);
    x.set(v, is_complex ? complex<qd>{qd(std::cos(a)), qd(std::sin(a))} : complex<qd>{qd(near(random)), qd(0.0)});
  }
  return x;
}

/// Milliseconds for the equations and the Jacobian at one point, by `gpu` or one core; the best of three.
double evaluation(const polynomial_system& system, systems::evaluator* gpu, int parts, bool is_complex) {
  const systems::multi_array x = random_point(system.variables().size(), parts, is_complex);
  if (gpu != nullptr) return 1e3 * systems::seconds_on_device(*gpu, x, parts, is_complex, 10);
  systems::evaluator cpu(system.data(), 1);
  systems::multi_array f, j;
  double best = 1e300;
  for (int repeat = 0; repeat < 4; ++repeat) {
    const double begin = processor_seconds();
    cpu.set_point(x, parts, is_complex);
    cpu.equations(f);
    cpu.jacobian(j, parts);
    if (repeat > 0) best = std::min(best, processor_seconds() - begin);  // the first one allocates
  }
  return 1e3 * best;
}

/// cyclic-n with t f(z) subtracted: what a Newton homotopy solves first, starting at z. Cyclic-512 is too large for a
/// file. The values f(z) are those of quad-double, so that the system has them as exact coefficients.
polynomial_system near_one(int n, const systems::multi_array& z, double t) {
  const polynomial_system family = families::cyclic(n);
  systems::evaluator cyclic(family.data(), 1);
  systems::multi_array f;
  cyclic.set_point(z, 4, true);
  cyclic.equations(f);
  const std::size_t count = static_cast<std::size_t>(n);
  std::vector<std::string> names;
  for (int v = 0; v < n; ++v) names.push_back("x" + std::to_string(v));
  systems::system_builder builder(names);
  std::vector<systems::node> products(count), longer(count);
  std::iota(products.begin(), products.end(), systems::node{1});
  systems::system_builder::term one;
  one.re[0] = 1;
  for (int degree = 1; degree <= n; ++degree) {
    const complex<qd> value = f.get(static_cast<std::size_t>(degree - 1));
    const double end = degree == n ? 1 : 0;  // the last equation has the constant -1 itself
    const qd re = -(value.re * qd(t)) - qd(end), im = -(value.im * qd(t));
    systems::system_builder::term constant;
    constant.re = {re.x0, re.x1, re.x2, re.x3};
    constant.im = {im.x0, im.x1, im.x2, im.x3};
    std::vector<systems::system_builder::member> sum;
    for (const systems::node p : products) sum.push_back({p, &one});
    sum.push_back({0, &constant});
    builder.append_group(0, sum);
    builder.end_equation();
    if (degree == n) break;
    if (degree == n - 1) {
      products = {builder.joined(products[0], products[1])};
      continue;
    }
    for (std::size_t j = 0; j < count; ++j) longer[j] = builder.joined(products[j], products[(j + 1) % count]);
    products.swap(longer);
  }
  return builder.finish();
}

void homotopy(bool on_gpu, int n, int parts) {
  const double t = 1 - 1e-7;
  const systems::multi_array z = random_point(static_cast<std::size_t>(n), 4, true);
  const polynomial_system system = near_one(n, z, t);
  system_point start;
  for (std::size_t v = 0; v < z.size(); ++v) start.push_back(z.get(v));
  newton_options options;
  options.precision = parts;
  options.on.place = on_gpu ? where::cuda : where::cpu;
  options.on.threads = 1;
  for (const bool prove : {false, true}) {
    if (prove && on_gpu) break;  // the processor's part; of minutes at this size
    options.prove = prove;
    const double begin = processor_seconds();
    const newton_result found = newton(system, std::span(&start, 1), options);
    const double seconds = on_gpu ? found.report.seconds : processor_seconds() - begin;
    const newton_solution& x = found.solutions.front();
    std::printf("cyclic-%d, 1 - t = 1e-7, %d doubles, %s: %.6f s, %d steps, %d digits, %s\n", n, parts,
                prove ? "with the proof" : "without", seconds, x.iterations, x.digits,
                x.certified ? "proven" : "not proven");
  }
}

/// Each block is 1,024 / n products of n of the variables, drawn at random; 64 blocks are an equation, as 1,016 are
/// a system with the published 65,024 blocks. There are more than 1,024 variables, so that products of 1,024 differ.
polynomial_system random_products(int n, int blocks) {
  constexpr int variables = 1100;
  std::mt19937_64 random(2);
  std::vector<std::string> names;
  for (int v = 0; v < variables; ++v) names.push_back("x" + std::to_string(v));
  systems::system_builder builder(names);
  std::vector<std::uint32_t> order(variables);
  std::iota(order.begin(), order.end(), 0U);
  for (int done = 0; done < blocks; done += 64) {
    std::vector<systems::system_builder::term> terms;
    for (int k = 0; k < std::min(64, blocks - done) * (1024 / n); ++k) {
      systems::system_builder::term term;
      for (int v = 0; v < n; ++v) {  // the first n of a shuffle
        std::uniform_int_distribution<int> rest(v, variables - 1);
        std::swap(order[static_cast<std::size_t>(v)], order[static_cast<std::size_t>(rest(random))]);
      }
      for (int v = 0; v < n; ++v) term.factors.push_back({order[static_cast<std::size_t>(v)], 1});
      term.re[0] = 1;
      terms.push_back(std::move(term));
    }
    builder.add(terms);
  }
  return builder.finish();
}

/// Milliseconds in double, double-double and quad-double; on a GPU of one evaluator, whose plan takes seconds to make.
std::array<double, 3> evaluations(const polynomial_system& system, bool on_gpu) {
  constexpr std::array<int, 3> parts = {1, 2, 4};
  std::array<double, 3> took{};
  std::unique_ptr<systems::evaluator> gpu;
  if (on_gpu) gpu = systems::make_cuda_evaluator(system.data(), 1, 0);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    took[k] = evaluation(system, gpu.get(), parts[k], false);
  }
  return took;
}

/// Systems are built beside each other where a GPU measures them; a core that is measured has nothing else to do.
void products(bool on_gpu, const std::vector<int>& variables, int blocks) {
  std::vector<std::future<polynomial_system>> built;
  for (const int n : variables)
    built.push_back(std::async(on_gpu ? std::launch::async : std::launch::deferred, random_products, n, blocks));
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const auto [d, dd, qd] = evaluations(built[k].get(), on_gpu);
    std::printf("%d blocks of %d products of %d variables: d %.3f ms, dd %.3f ms, qd %.3f ms\n", blocks,
                1024 / variables[k], variables[k], d, dd, qd);
    std::fflush(stdout);
  }
}

/// The gradient of x_1 ... x_n by products of all before and all behind: 3n - 6 products.
template <class T>
void by_chains(const std::vector<T>& x, std::vector<T>& gradient) {
  const std::size_t n = x.size();
  gradient[0] = T(1.0);
  for (std::size_t k = 1; k < n; ++k) gradient[k] = gradient[k - 1] * x[k - 1];
  T behind = x[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) {
    gradient[k] = gradient[k] * behind;
    behind = behind * x[k];
  }
}

/// The same by a binary tree over a power of two of variables: products upwards, then downwards those of all others.
template <class T>
void by_tree(const std::vector<T>& x, std::vector<T>& gradient, std::vector<T>& up, std::vector<T>& down) {
  const std::size_t n = x.size();
  std::copy(x.begin(), x.end(), up.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t k = n - 1; k > 1; --k) up[k] = up[2 * k] * up[2 * k + 1];
  down[2] = up[3], down[3] = up[2];
  for (std::size_t k = 2; k < n; ++k) {
    down[2 * k] = down[k] * up[2 * k + 1];
    down[2 * k + 1] = down[k] * up[2 * k];
  }
  std::copy(down.begin() + static_cast<std::ptrdiff_t>(n), down.end(), gradient.begin());
}

/// Nanoseconds of one gradient in double, and its errors beside the same in quad-double.
struct roundoff {
  double nanoseconds = 0, mean = 0, worst = 0;
};

template <class Gradient, class Exact>
roundoff measure(int n, const Gradient& gradient_of, const Exact& exact_of) {
  constexpr int points = 2000;
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> near(0.9, 1.1);
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> x(size), gradient(size);
  std::vector<qd> x_exact(size), exact(size);
  roundoff r;
  for (int k = 0; k < points; ++k) {
    for (double& value : x) value = near(random);
    const auto begin = std::chrono::steady_clock::now();
    gradient_of(x, gradient);
    r.nanoseconds +=
        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / points;
    if (k % 20 != 0) continue;  // the exact ones take their time
    std::copy(x.begin(), x.end(), x_exact.begin());
    exact_of(x_exact, exact);
    for (std::size_t v = 0; v < size; ++v) {
      const double error = std::abs((qd(gradient[v]) - exact[v]).x0 / exact[v].x0);
      r.mean += error * 20 / points / n;
      r.worst = std::max(r.worst, error);
    }
  }
  return r;
}

void trees(int n) {
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> up(2 * size), down(2 * size);
  const auto exact = [](const std::vector<qd>& x, std::vector<qd>& g) { by_chains(x, g); };
  const roundoff chain = measure(
      n, [](const auto& x, auto& g) { by_chains(x, g); }, exact);
  const roundoff tree = measure(
      n, [&](const auto& x, auto& g) { by_tree(x, g, up, down); }, exact);
  std::printf("%d variables: chain %.1f ns, error %.2e (largest %.2e); tree %.1f ns, error %.2e (largest %.2e)\n", n,
              chain.nanoseconds, chain.mean, chain.worst, tree.nanoseconds, tree.mean, tree.worst);
}

}  // namespace

int main(int count, char** values) {
  const std::string mode = count > 1 ? values[1] : "";
  const auto number = [&](int k) { return count > k ? std::atoi(values[k]) : 0; };
  const bool on_gpu = count > 2 && std::strcmp(values[2], "cuda") == 0;
  if (mode == "evaluate" && number(3) >= 3 && number(4) >= 1 && number(4) <= 4) {
    const int n = number(3), parts = number(4);
    const polynomial_system system = families::cyclic(n);
    const auto gpu = on_gpu ? systems::make_cuda_evaluator(system.data(), 1, 0) : nullptr;
    std::printf("cyclic-%d, complex, %d doubles: f and Jacobian %.3f ms\n", n, parts,
                evaluation(system, gpu.get(), parts, true));
  } else if (mode == "homotopy" && number(3) >= 3 && number(4) >= 1 && number(4) <= 4) {
    homotopy(on_gpu, number(3), number(4));
  } else if (mode == "products" && number(3) >= 1 && number(4) >= 2) {
    std::vector<int> variables;
    for (int k = 4; k < count; ++k) variables.push_back(std::clamp(number(k), 2, 1024));
    products(on_gpu, variables, number(3));
  } else if (mode == "trees" && number(2) >= 4 && (number(2) & (number(2) - 1)) == 0) {
    trees(number(2));
  } else {
    std::fprintf(stderr, "published_systems: found '%s', expected evaluate, homotopy, products or trees\n",
                 mode.c_str());
    return 1;
  }
  return 0;
}
