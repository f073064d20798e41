#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace vieta::test {

/// One polynomial for a shader, as it sees it.
struct shader_problem {
  std::string name;
  std::vector<float> a;
  float lo = -1, hi = 1;
  float absolute_tolerance = 0, relative_tolerance = 0;
};

/// leading * (x - roots[0]) (x - roots[1]) ..., rounded to float once, with zeros in front up to the degree.
inline std::vector<float> product(const std::vector<double>& roots, int degree, double leading = 1) {
  std::vector<double> c = {leading};
  for (const double r : roots) {
    c.push_back(0);
    for (std::size_t k = c.size() - 1; k > 0; --k) c[k] = c[k - 1] - r * c[k];
    c[0] *= -r;
  }
  std::vector<float> a(c.begin(), c.end());
  a.resize(static_cast<std::size_t>(degree) + 1);
  return a;
}

constexpr int random_kinds = 14;

/// Random polynomials of that many kinds, always the same ones.
inline std::vector<shader_problem> random_problems(int degree, int of_each_kind) {
  std::mt19937 engine(static_cast<unsigned>(degree));
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto whole = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(engine); };
  const auto several = [&](int count, const std::function<double()>& number) {
    std::vector<double> numbers(static_cast<std::size_t>(count));
    std::generate(numbers.begin(), numbers.end(), number);
    return numbers;
  };
  const auto uniform = [&] { return unit(engine); };
  const auto sparse = [&] {
    const std::vector<double> numbers = several(degree + 1, uniform);
    return std::vector<float>(numbers.begin(), numbers.end());
  };
  constexpr float inf = std::numeric_limits<float>::infinity();

  // Of these kinds extrema lie far outside, and roots near 0 beside an interval that is wide.
  std::mt19937 others(static_cast<unsigned>(degree) + 100);
  const auto power_of_ten = [&](double from, double to) {
    return std::pow(10.0F,
                    std::uniform_real_distribution<float>(static_cast<float>(from), static_cast<float>(to))(others));
  };

  std::vector<shader_problem> all;
  for (int i = 0; i < of_each_kind; ++i) {
    shader_problem small_leading{"small leading coefficients", {}, -2, 3};
    shader_problem sizes{"coefficients of many sizes", {}, -power_of_ten(-2, 1.5), power_of_ten(-2, 1.5)};
    for (int k = 0; k <= degree; ++k) {
      const float sign = others() % 2 ? 1.0F : -1.0F, size = power_of_ten(-2, 0);
      small_leading.a.push_back(sign * size * (k < degree - 1 ? 1.0F : power_of_ten(-7, 0)));
      sizes.a.push_back(sign * power_of_ten(-4, 4));
    }
    all.push_back(small_leading);
    all.push_back(sizes);
    all.push_back({"dense", product(several(degree, uniform), degree)});
    all.push_back({"dense, tolerance 2e-4", product(several(degree, uniform), degree), -1, 1, 2e-4F, 0});
    all.push_back({"sparse", sparse()});
    all.push_back({"sparse, relative tolerance 1e-3", sparse(), -1, 1, 0, 1e-3F});
    all.push_back({"sparse, open", sparse(), -inf, inf});
    all.push_back({"sparse, half open", sparse(), 0.125F, inf});

    const float u = static_cast<float>(uniform()), v = static_cast<float>(uniform());
    all.push_back({"sparse, part of the interval", sparse(), std::min(u, v), std::max(u, v)});

    shader_problem stretched{"stretched", sparse(), -1000, 1000};
    for (int k = 0; k <= degree; ++k)
      stretched.a[static_cast<std::size_t>(k)] *= std::pow(0.125F, static_cast<float>(k));
    all.push_back(stretched);

    shader_problem scaled{"scaled by a power of two", sparse()};
    const int exponent = whole(-145, 126);
    for (float& c : scaled.a) c = std::ldexp(c, exponent);
    all.push_back(scaled);

    shader_problem gaps{"vanishing coefficients", sparse()};
    for (float& c : gaps.a) c = whole(0, 1) ? c : 0 * c;
    all.push_back(gaps);

    const auto eighths = [&] { return whole(-8, 8) / 8.0; };
    const std::vector<double> roots = several(std::min(degree, 4), eighths);
    all.push_back({"roots at eighths and ends", product(roots, degree, whole(0, 1) ? 1 : -3)});
    std::vector<double> twice = {roots[0], roots[0]};
    for (std::size_t k = 1; static_cast<int>(k) + 2 <= std::min(degree, 4); ++k) twice.push_back(roots[k] * 2);
    all.push_back({"double root", product(twice, degree)});
  }
  return all;
}

/// (s^2 + x^2)^(N/2) - g(x)^2 by a random g of degree N/2 - 1: rays past the centre of a glyph at distances s, whose
/// values near 0 are far below what rounding makes of p at -1 and 1. For degrees from 4 on.
inline std::vector<shader_problem> rays_past_a_centre(int degree, int count) {
  std::mt19937 engine(static_cast<unsigned>(degree));
  std::uniform_real_distribution<double> unit(-1, 1);
  const std::size_t half = static_cast<std::size_t>(degree / 2);
  std::vector<shader_problem> problems;
  for (int i = 0; i < count; ++i) {
    const double s = std::pow(10.0, 1.5 * (unit(engine) - 1));
    std::vector<double> c(static_cast<std::size_t>(degree) + 1, 0.0), g(half);
    c[0] = 1;
    for (std::size_t j = 0; j < half; ++j)
      for (std::size_t k = 2 * j + 3; k-- > 0;) c[k] = s * s * c[k] + (k >= 2 ? c[k - 2] : 0);
    const double size = 0.5 * (1 + unit(engine));
    for (double& x : g) x = size * unit(engine);
    for (std::size_t j = 0; j < half; ++j)
      for (std::size_t k = 0; k < half; ++k) c[j + k] -= g[j] * g[k];
    shader_problem p;
    p.name = "ray " + std::to_string(i);
    p.a.assign(c.begin(), c.end());
    problems.push_back(p);
  }
  return problems;
}

}  // namespace vieta::test
