#include "solve/unknowns/scaling.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <utility>

namespace vieta::tracking {

namespace {

double log_modulus(const complex<qd>& c) { return std::log2(std::hypot(c.re.x0, c.im.x0)); }

/// x = A^-1 x for a positive definite matrix, row after row, by elimination.
void solve_definite(std::vector<double>& a, std::vector<double>& x) {
  const std::size_t n = x.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const double l = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= l * a[k * n + j];
      x[i] -= l * x[k];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
}

}  // namespace

void bring_to_scale(std::vector<std::vector<plain_term>>& equations, const std::vector<int>& exponents) {
  for (auto& equation : equations) {
    std::vector<long long> shifts;
    long long most = LLONG_MIN;
    for (const plain_term& t : equation) {
      long long shift = 0;
      for (const auto& [v, e] : t.exponents) shift += static_cast<long long>(exponents[v]) * e;
      shifts.push_back(shift);
      most = std::max(most, shift);
    }
    for (std::size_t j = 0; j < equation.size(); ++j) {
      complex<qd>& c = equation[j].coefficient;
      const double factor = std::ldexp(1.0, static_cast<int>(std::max(shifts[j] - most, -800LL)));
      c = c * factor;
    }
  }
}

std::vector<double> balanced_sizes(const std::vector<std::vector<plain_term>>& equations, std::size_t variables) {
  // Normal equations of sum over all terms (log |c| + r_e + a k)^2 with each r_e eliminated. The ridge keeps directions
  // that the coefficients do not determine where they are.
  constexpr double ridge = 1e-3;
  std::vector<double> matrix(variables * variables, 0), k(variables, 0), sum(variables, 0);
  for (std::size_t v = 0; v < variables; ++v) matrix[v * variables + v] = ridge;
  for (const auto& equation : equations) {
    // sum (a - mean a)^T (a - mean a) = sum a^T a - (sum a)^T (sum a) / count, where terms have few unknowns each.
    const double count = static_cast<double>(equation.size());
    double mean_log = 0;
    std::vector<std::size_t> there;
    for (const plain_term& t : equation) {
      mean_log += log_modulus(t.coefficient) / count;
      for (const auto& [v, e] : t.exponents) {
        if (sum[v] == 0) there.push_back(v);
        sum[v] += e;
      }
    }
    for (const plain_term& t : equation) {
      const double rest = log_modulus(t.coefficient) - mean_log;
      for (const auto& [v, e] : t.exponents) {
        k[v] -= e * rest;
        for (const auto& [w, f] : t.exponents) matrix[v * variables + w] += static_cast<double>(e) * f;
      }
    }
    for (const std::size_t v : there)
      for (const std::size_t w : there) matrix[v * variables + w] -= sum[v] * sum[w] / count;
    for (const std::size_t v : there) sum[v] = 0;
  }
  solve_definite(matrix, k);
  return k;
}

std::vector<int> balance(std::vector<std::vector<plain_term>>& equations, std::size_t variables) {
  const std::vector<double> k = balanced_sizes(equations, variables);
  std::vector<int> exponents(variables, 0);
  for (std::size_t v = 0; v < variables; ++v)
    if (std::isfinite(k[v])) exponents[v] = static_cast<int>(std::lround(std::clamp(k[v], -200.0, 200.0)));
  bring_to_scale(equations, exponents);
  return exponents;
}

std::vector<int> largest_sizes(std::vector<int> sizes) {
  constexpr int as_large = 10;
  const int most = *std::max_element(sizes.begin(), sizes.end());
  for (int& k : sizes) k = k >= most - as_large ? k : 0;
  return sizes;
}

bool changes_much(const std::vector<int>& scale, const std::vector<std::vector<plain_term>>& equations) {
  const auto [least, most] = std::minmax_element(scale.begin(), scale.end());
  if (std::max(*most, 0) - std::min(*least, 0) >= 6) return true;  // z_0 is not scaled
  for (const auto& equation : equations) {
    long long lowest = LLONG_MAX, highest = LLONG_MIN;
    for (const plain_term& t : equation) {
      long long shift = 0;
      for (const auto& [v, e] : t.exponents) shift += static_cast<long long>(scale[v]) * e;
      lowest = std::min(lowest, shift), highest = std::max(highest, shift);
    }
    if (!equation.empty() && highest - lowest >= 24) return true;
  }
  return false;
}

}  // namespace vieta::tracking
