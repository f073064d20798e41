#include "minimax/smooth_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "minimax/run_program.hpp"

namespace vieta::approximation {
namespace {

constexpr double accuracy = 0x1p-48;
constexpr std::size_t least_count = 64;  // of values that are worth a polynomial

/// Divided differences, then powers of t.
template <int Terms>
void interpolate(const double* t, const double* value, double* c) {
  std::array<double, Terms> f;
  std::copy_n(value, Terms, f.begin());
  for (int k = 1; k < Terms; ++k)
    for (int i = Terms - 1; i >= k; --i) f[i] = (f[i] - f[i - 1]) / (t[i] - t[i - k]);
  std::fill_n(c, Terms, 0.0);
  for (int k = Terms - 1; k >= 0; --k) {  // c = c (t - t_k) + f_k
    for (int i = Terms - 1; i > 0; --i) c[i] = c[i - 1] - t[k] * c[i];
    c[0] = f[k] - t[k] * c[0];
  }
}

/// The polynomial on [lo, hi], with 0 terms when it is not close enough.
template <int Terms>
smooth_piece fit(const tree& f, double lo, double hi) {
  constexpr int probes = Terms + 1;  // none of them a node
  smooth_piece piece;
  piece.middle = 0.5 * (lo + hi);
  const double half = 0.5 * (hi - lo);
  if (!(half > 0)) return piece;
  piece.scale = 1 / half;
  if (!std::isfinite(piece.scale)) return piece;

  std::array<double, Terms + probes> at{}, value{};
  std::array<double, Terms> t{};
  for (int k = 0; k < Terms; ++k) at[k] = piece.middle - half * std::cos(3.14159265358979323846 * (k + 0.5) / Terms);
  // The polynomial's error is largest about the ends and between the nodes; both ends are among the probes.
  for (int k = 0; k < probes; ++k)
    at[Terms + k] = std::clamp(piece.middle + half * (2.0 * k / (probes - 1) - 1), lo, hi);
  evaluate(f, at.data(), value.data(), at.size());
  double least = std::fabs(value[0]), largest = 0;
  for (const double v : value) {
    if (!std::isfinite(v)) return piece;
    least = std::min(least, std::fabs(v));
    largest = std::max(largest, std::fabs(v));
  }
  if (least == 0 || largest > 2 * least) return piece;  // a zero nearby: relative errors want every value

  for (int k = 0; k < Terms; ++k) t[k] = (at[k] - piece.middle) * piece.scale;
  interpolate<Terms>(t.data(), value.data(), piece.c);
  for (int k = 0; k < probes; ++k)
    if (!(std::fabs(value_at<Terms>(piece, at[Terms + k]) - value[Terms + k]) <= accuracy * least)) return piece;
  piece.terms = Terms;
  return piece;
}

}  // namespace

void smooth_values::prepare(const float_inputs& all, std::uint64_t begin, std::size_t count) {
  const auto x = [&](std::size_t i) { return static_cast<double>(all[begin + i]); };
  pieces_.clear();
  if (count < least_count) return;
  pieces_.push_back(fit<smooth_piece::few_terms>(tree_, x(0), x(count - 1)));
  if (smooth(0)) return;
  pieces_.clear();
  for (std::size_t from = 0; from < count; from += run_block_size) {
    const std::size_t n = std::min(run_block_size, count - from);
    pieces_.push_back(n < least_count ? smooth_piece()
                                      : fit<smooth_piece::most_terms>(tree_, x(from), x(from + n - 1)));
  }
}

void smooth_values::at(std::size_t block, const float* x, std::size_t n, double* out) {
  if (smooth(block)) {
    kernels_.values(pieces_[piece_of(block)], x, out, n);
    return;
  }
  wide_.assign(x, x + n);
  evaluate(tree_, wide_.data(), out, n);
}

}  // namespace vieta::approximation
