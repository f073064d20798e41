#include "boxes/problem.hpp"

#include <algorithm>
#include <cmath>

#include "boxes/geometry/elevate.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta::boxes {

namespace {

/// The largest modulus; infinite or NaN when a number is.
double largest_modulus(std::span<const double> c) {
  // Four sums side by side: one alone would wait for itself.
  double most[4] = {}, poison[4] = {};
  std::size_t j = 0;
  const auto take = [&](std::size_t lane, double x) {
    const double modulus = std::fabs(x);
    most[lane] = modulus > most[lane] ? modulus : most[lane];
    poison[lane] += x * 0;  // NaN for what is not finite
  };
  for (; j + 4 <= c.size(); j += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) take(lane, c[j + lane]);
  for (; j < c.size(); ++j) take(0, c[j]);
  return std::max(std::max(most[0], most[1]), std::max(most[2], most[3])) +
         ((poison[0] + poison[1]) + (poison[2] + poison[3]));
}

}  // namespace

shape::shape(int variables, const degrees& d) {
  core.variables = variables;
  core.size = 1;
  for (int k = variables; k-- > 0;) {
    core.degree[k] = d[k];
    core.stride[k] = core.size;
    core.size *= d[k] + 1;
  }
  const auto size = static_cast<std::size_t>(core.size), n = static_cast<std::size_t>(variables);
  slope.resize(n * size);
  fraction.resize(n * size);
  // B_j and its derivative at 1/2.
  std::array<std::vector<double>, core::most_box_variables> value, derivative;
  int roundings = 1;
  for (int k = 0; k < variables; ++k) {
    const int degree = d[k];
    std::vector<double> binomials = {1};
    for (int m = 1; m < degree; ++m) {
      binomials.push_back(1);
      for (int j = m - 1; j > 0; --j) binomials[j] += binomials[j - 1];
    }
    // binomials are those of degree - 1 now.
    value[k].assign(degree + 1, 0.0);
    derivative[k].assign(degree + 1, 0.0);
    for (int j = 0; j < degree; ++j) {
      const double b = std::ldexp(binomials[j], 1 - degree);
      value[k][j] += b / 2;
      value[k][j + 1] += b / 2;
      derivative[k][j] -= degree * b;
      derivative[k][j + 1] += degree * b;
    }
    roundings += 5 * degree + 3;
  }
  for (int j = 0; j < core.size; ++j)
    for (int k = 0; k < variables; ++k) {
      double weight = 1;
      for (int l = 0; l < variables; ++l) {
        const int index = j / core.stride[l] % (d[l] + 1);
        weight *= l == k ? derivative[l][index] : value[l][index];
        if (l == k) fraction[k * size + j] = static_cast<double>(index) / d[l];
      }
      slope[k * size + j] = weight;
    }
  core.slope = slope.data();
  core.fraction = fraction.data();
  // gamma_m = m u / (1 - m u), and a hundredth part for the rounding of this line.
  rounding = roundings * float_format<double>::unit_roundoff * 1.01;
}

void view(const box_system& system, system_view& out) {
  out.variables = static_cast<int>(system.dimension());
  out.count = static_cast<int>(system.equations.size());
  out.roots = static_cast<int>(std::min(system.roots, system.dimension()));
  for (std::size_t q = 0; q < system.equations.size(); ++q) {
    const bernstein_polynomial& f = system.equations[q];
    out.equations[q] = {f.degrees.data(), f.coefficients, f.error};
  }
  out.positive = system.positive;
  out.box = system.box.empty() ? nullptr : system.box.data();
}

degrees common_degrees(std::span<const bernstein_polynomial> equations) {
  degrees d{};
  if (equations.empty()) return d;
  for (std::size_t k = 0; k < equations.front().degrees.size(); ++k) {
    d[k] = 1;
    for (const bernstein_polynomial& f : equations) d[k] = std::max(d[k], f.degrees[k]);
  }
  return d;
}

bool prepare_polynomial(const shape& shape, const polynomial_view& given, double* out, double& error, int& exponent) {
  const double largest = largest_modulus(given.coefficients);
  if (!(largest > 0 && largest < HUGE_VAL) || !std::isfinite(given.error)) return false;
  exponent = exponent_of(largest) + 1;
  const core::bernstein_shape& s = shape.core;
  // Exact: 2^exponent is a power of two, and what falls below 2^-1074 is far below the bounds. In two steps, since
  // 2^-exponent itself may overflow.
  const double half = power_of_two<double>(-(exponent / 2)), rest = power_of_two<double>(-(exponent - exponent / 2));
  std::size_t size = given.coefficients.size(), stride = 1;
  for (std::size_t j = 0; j < size; ++j) out[j] = given.coefficients[j] * half * rest;
  int elevations = 0;
  for (int k = s.variables; k-- > 0;) {
    for (int d = given.degrees[k]; d < s.degree[k]; ++d, ++elevations) elevate(out, size, d, stride);
    stride *= static_cast<std::size_t>(s.degree[k]) + 1;
  }
  // Each step makes means: a product, the sum, 1 / side and the last product are rounded, 4 u.
  error = given.error * half * rest * 1.01 + elevations * 4 * float_format<double>::unit_roundoff * 1.01 + 0x1p-1000;
  return std::isfinite(error);
}

void prepared_system::prepare(const shape& shape, const system_view& system) {
  const auto size = static_cast<std::size_t>(shape.core.size);
  coefficients.resize(size * static_cast<std::size_t>(system.variables));
  bad_equation = -1;
  for (int q = 0; q < system.variables; ++q) {
    if (!prepare_polynomial(shape, system.equations[q], coefficients.data() + q * size, error[q], exponent[q])) {
      bad_equation = q;
      return;
    }
    error[q] = (error[q] + shape.rounding) * 1.01;
  }
}

}  // namespace vieta::boxes
