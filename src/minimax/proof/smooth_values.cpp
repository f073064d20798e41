#include "minimax/proof/smooth_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "minimax/check/run_program.hpp"
#include "minimax/code/fixed_value.hpp"
#include "minimax/function/double_function.hpp"
#include "minimax/proof/ball.hpp"

namespace vieta::approximation {
namespace {

constexpr double half_unit = 0x1p-53;  // what rounding may take of 1
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
smooth_piece fit(true_values& f, double lo, double hi) {
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
  f(at.data(), value.data(), at.size());
  double least = std::fabs(value[0]), largest = 0;
  for (const double v : value) {
    if (!std::isfinite(v)) return piece;
    least = std::min(least, std::fabs(v));
    largest = std::max(largest, std::fabs(v));
  }
  if (largest == 0) {  // 0 wherever it was asked for, as sin(x)^2 + cos(x)^2 - 1 is
    piece.terms = Terms;
    return piece;
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

true_values::true_values(tree t) : tree_(std::move(t)) {
  if (tree_) find_constants(tree_);
}

void true_values::find_constants(const tree& t) {
  if (is_fixed(t)) {
    const auto value = static_cast<double>(fixed_value(t));
    constants_[t.get()] = {value, is_exactly(t, value) ? 0 : std::fabs(value) * half_unit};
    return;
  }
  if (t->a) find_constants(t->a);
  if (t->b) find_constants(t->b);
}

void true_values::operator()(const double* x, double* out, std::size_t n) {
  constexpr double most = 0x1p-45;
  const std::vector<double> at(x, x + n);  // `out` may be the same array
  off_.resize(n);
  estimate(tree_, at.data(), out, off_.data(), n);
  for (std::size_t i = 0; i < n; ++i)
    if (!(std::isfinite(out[i]) && off_[i] <= most * std::fabs(out[i]))) out[i] = closely(at[i], out[i], off_[i]);
}

/// First-order propagation of rounding errors; those of what functions are given are seen by asking for neighbours.
void true_values::estimate(const tree& t, const double* x, double* out, double* off, std::size_t n) const {
  // What underflow loses, too.
  const auto rounding = [](double value, double unit) {
    return std::fabs(value) * unit + (std::fabs(value) < 0x1p-1022 ? 0x1p-1074 : 0);
  };
  const auto combine = [&](auto f, auto propagated) {
    std::vector<double> b(n), off_b(n);
    estimate(t->a, x, out, off, n);
    estimate(t->b, x, b.data(), off_b.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
      const double value = f(out[i], b[i]);
      const bool zero = value == 0 && (out[i] == 0 || b[i] == 0);
      off[i] = propagated(out[i], off[i], b[i], off_b[i], value) + (zero ? 0 : rounding(value, half_unit));
      out[i] = value;
    }
  };
  const auto spread = [](double value, double below, double above) {
    const double down = std::fabs(below - value), up = std::fabs(above - value);
    return std::isnan(down) ? up : std::isnan(up) ? down : std::max(down, up);
  };
  const auto apply = [&](auto f, double unit = 2 * half_unit) {
    estimate(t->a, x, out, off, n);
    for (std::size_t i = 0; i < n; ++i) {
      const double a = out[i], value = f(a);
      const double moved = off[i] > 0 ? spread(value, f(a - off[i]), f(a + off[i])) : 0;
      off[i] = moved + (value == 0 && moved == 0 ? 0 : rounding(value, unit));
      out[i] = value;
    }
  };
  if (const auto constant = constants_.find(t.get()); constant != constants_.end()) {
    std::fill_n(out, n, constant->second.value);
    std::fill_n(off, n, constant->second.off);
    return;
  }
  switch (t->kind) {
    case operation::variable:
      std::copy_n(x, n, out);
      std::fill_n(off, n, 0.0);
      return;
    case operation::add:
      return combine([](double a, double b) { return a + b; },
                     [](double, double off_a, double, double off_b, double) { return off_a + off_b; });
    case operation::subtract:
      return combine([](double a, double b) { return a - b; },
                     [](double, double off_a, double, double off_b, double) { return off_a + off_b; });
    case operation::multiply:
      return combine([](double a, double b) { return a * b; },
                     [](double a, double off_a, double b, double off_b, double) {
                       return std::fabs(a) * off_b + std::fabs(b) * off_a;
                     });
    case operation::divide:
      return combine([](double a, double b) { return a / b; },
                     [](double, double off_a, double b, double off_b, double value) {
                       return (off_a + std::fabs(value) * off_b) / std::fabs(b);
                     });
    case operation::negate:
      estimate(t->a, x, out, off, n);
      for (std::size_t i = 0; i < n; ++i) out[i] = -out[i];
      return;
    case operation::abs:
      estimate(t->a, x, out, off, n);
      for (std::size_t i = 0; i < n; ++i) out[i] = std::fabs(out[i]);
      return;
    case operation::power: {  // seldom: one by one
      std::vector<double> b(n), off_b(n);
      estimate(t->a, x, out, off, n);
      estimate(t->b, x, b.data(), off_b.data(), n);
      for (std::size_t i = 0; i < n; ++i) {
        const auto f = [](double base, double exponent) {
          return static_cast<double>(std::pow(static_cast<long double>(base), static_cast<long double>(exponent)));
        };
        const double a = out[i], value = f(a, b[i]);
        const double moved = (off[i] > 0 ? spread(value, f(a - off[i], b[i]), f(a + off[i], b[i])) : 0) +
                             (off_b[i] > 0 ? std::fabs(value * std::log(a)) * off_b[i] : 0);
        off[i] = moved + (a == 0 ? 0 : rounding(value, half_unit));
        out[i] = value;
      }
      return;
    }
    default: {
      if (with_double_function(t->kind, apply)) return;
      const tree alone = make(t->kind, make(operation::variable));
      return apply([&](double a) { return static_cast<double>(evaluate(alone, static_cast<long double>(a))); });
    }
  }
}

#ifdef VIETA_HAVE_ARB

namespace {

/// The value at `x` in double, with as many bits as it takes; NaN when it is not finite there.
double value_by_arb(const tree& t, const arb_t x) {
  constexpr slong first_bits = 128, most_bits = 8192, enough = 60, negligible = 400;
  exact::real_ball value;
  for (slong bits = first_bits; bits <= most_bits; bits *= 2) {
    evaluate(value.x, t, x, bits);
    if (!arb_is_finite(value.x)) {
      if (bits > first_bits) break;
      continue;
    }
    // Far below all floats; and an expression that is 0 would ask for all bits.
    const bool nothing = mag_cmp_2exp_si(arb_radref(value.x), -negligible) < 0 &&
                         arf_cmpabs_2exp_si(arb_midref(value.x), -negligible) < 0;
    if (nothing) return 0;
    if (arb_rel_accuracy_bits(value.x) < enough && bits < most_bits) continue;
    return arf_get_d(arb_midref(value.x), ARF_RND_NEAR);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// From both sides, twice as far in powers of two from one than from the other: NaN when these differ.
double limit_at(const tree& t, double x) {
  double limit = std::numeric_limits<double>::quiet_NaN();
  for (const int side : {1, -1})
    for (const slong far : {100, 200}) {
      exact::real_ball at, step;
      arb_set_d(step.x, x == 0 ? 1.0 : x);
      arb_mul_2exp_si(step.x, step.x, x == 0 ? -far - 100 : -far);
      arb_set_d(at.x, x);
      arb_addmul_si(at.x, step.x, side, ARF_PREC_EXACT);
      const double value = value_by_arb(t, at.x);
      if (std::isnan(value)) break;  // beyond the end of the domain
      const double size = std::max(std::fabs(value), std::fabs(limit));
      if (!std::isnan(limit) && !(std::fabs(value - limit) <= std::max(0x1p-40 * size, 0x1p-150)))
        return std::numeric_limits<double>::quiet_NaN();
      limit = value;
    }
  return limit;
}

}  // namespace

double true_values::closely(double x, double about, double) const {
  exact::real_ball at;
  arb_set_d(at.x, x);
  const double value = value_by_arb(tree_, at.x);
  if (!std::isnan(value)) return value;
  return std::isinf(about) ? about : limit_at(tree_, x);
}

#else

double true_values::closely(double x, double about, double off) const {
  constexpr double most = 0x1p-45, of_long_double = 0x1p-11;  // what is left there of a rounding error in double
  const bool serves = std::isfinite(about) && off * of_long_double <= most * std::fabs(about);
  if (serves) return static_cast<double>(evaluate(tree_, static_cast<long double>(x)));
  return std::isinf(about) ? about : std::numeric_limits<double>::quiet_NaN();
}

#endif

void smooth_values::prepare(const float_inputs& all, std::uint64_t begin, std::size_t count) {
  const auto x = [&](std::size_t i) { return static_cast<double>(all[begin + i]); };
  pieces_.clear();
  if (count < least_count) return;
  pieces_.push_back(fit<smooth_piece::few_terms>(values_, x(0), x(count - 1)));
  if (smooth(0)) return;
  pieces_.clear();
  for (std::size_t from = 0; from < count; from += run_block_size) {
    const std::size_t n = std::min(run_block_size, count - from);
    pieces_.push_back(n < least_count ? smooth_piece()
                                      : fit<smooth_piece::most_terms>(values_, x(from), x(from + n - 1)));
  }
}

void smooth_values::at(std::size_t block, const float* x, std::size_t n, double* out) {
  if (smooth(block)) {
    kernels_.values(pieces_[piece_of(block)], x, out, n);
    return;
  }
  wide_.assign(x, x + n);
  values_(wide_.data(), out, n);
}

}  // namespace vieta::approximation
