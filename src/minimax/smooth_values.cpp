#include "minimax/smooth_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "minimax/run_program.hpp"

namespace vieta::approximation {
namespace {

constexpr int terms = 6;
constexpr int probes = 7;  // none of them a node
constexpr double accuracy = 0x1p-48;

/// Divided differences, then powers of t.
std::array<double, terms> interpolate(const std::array<double, terms>& t, std::array<double, terms> f) {
  for (int k = 1; k < terms; ++k)
    for (int i = terms - 1; i >= k; --i) f[i] = (f[i] - f[i - 1]) / (t[i] - t[i - k]);
  std::array<double, terms> c{};
  for (int k = terms - 1; k >= 0; --k) {  // c = c (t - t_k) + f_k
    for (int i = terms - 1; i > 0; --i) c[i] = c[i - 1] - t[k] * c[i];
    c[0] = f[k] - t[k] * c[0];
  }
  return c;
}

}  // namespace

void smooth_values::prepare(const float* x, std::size_t count) {
  const double lo = static_cast<double>(x[0]), hi = static_cast<double>(x[count - 1]);
  middle_ = 0.5 * (lo + hi);
  half_ = 0.5 * (hi - lo);
  smooth_ = false;
  if (count < 64 || !(half_ > 0)) return;

  std::array<double, terms + probes> at{}, value{};
  std::array<double, terms> t{};
  for (int k = 0; k < terms; ++k) {
    t[k] = -std::cos(3.14159265358979323846 * (k + 0.5) / terms);
    at[k] = middle_ + half_ * t[k];
  }
  // The polynomial's error is largest about the ends and between the nodes; both ends are among the probes.
  for (int k = 0; k < probes; ++k) at[terms + k] = std::clamp(middle_ + half_ * (2.0 * k / (probes - 1) - 1), lo, hi);
  evaluate(tree_, at.data(), value.data(), at.size());
  double least = std::fabs(value[0]), largest = 0;
  for (const double v : value) {
    if (!std::isfinite(v)) return;
    least = std::min(least, std::fabs(v));
    largest = std::max(largest, std::fabs(v));
  }
  if (least == 0 || largest > 2 * least) return;  // a zero nearby: relative errors want every value

  std::array<double, terms> f{};
  for (int k = 0; k < terms; ++k) {
    t[k] = (at[k] - middle_) / half_;
    f[k] = value[k];
  }
  const std::array<double, terms> c = interpolate(t, f);
  for (int k = 0; k < probes; ++k) {
    const double u = (at[terms + k] - middle_) / half_;
    double sum = 0;
    for (int i = terms - 1; i >= 0; --i) sum = sum * u + c[i];
    if (!(std::fabs(sum - value[terms + k]) <= accuracy * least)) return;
  }
  coefficients_.assign(c.begin(), c.end());
  smooth_ = true;
}

void smooth_values::at(const float* x, std::size_t count, double* out) {
  if (smooth_) {
    find_run_kernels().polynomial(x, middle_, half_, coefficients_.data(), terms, out, count);
    return;
  }
  wide_.assign(x, x + count);
  evaluate(tree_, wide_.data(), out, count);
}

}  // namespace vieta::approximation
