#include "roots/real_line/line_alone.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

#include "roots/ladder/node_ball.hpp"

namespace vieta::real_line {
namespace {

using exact::real_ball;

constexpr slong rough = 64;  // bits of what is only compared

struct line_disc {
  real_ball centre, radius;
};

// Of the decimals, or half of what lies between this disc and the next one, as decimals never take more.
real_ball largest_radius(const std::vector<line_disc>& all, std::size_t k, int digits) {
  real_ball out, other;
  if (digits <= 15) {
    arb_mul_2exp_si(out.x, all[k].centre.x, -51);
  } else {
    arb_set_si(other.x, 10);
    arb_pow_ui(other.x, other.x, static_cast<ulong>(digits), rough);
    arb_div(out.x, all[k].centre.x, other.x, rough);
  }
  arb_abs(out.x, out.x);
  arb_addmul_ui(out.x, all[k].radius.x, 2, rough);
  for (const std::size_t j : {k - 1, k + 1}) {
    if (j >= all.size()) continue;
    arb_sub(other.x, all[k].centre.x, all[j].centre.x, rough);
    arb_abs(other.x, other.x);
    arb_mul_2exp_si(other.x, other.x, -1);
    arb_add(other.x, other.x, all[k].radius.x, rough);
    arb_min(out.x, out.x, other.x, rough);
  }
  return out;
}

// How many real roots lie within the reach; -1 where a disc lies across.
slong count_within(const std::vector<line_disc>& all, std::size_t k, const real_ball& reach) {
  slong count = 1;
  real_ball apart, inner;
  for (const int step : {-1, 1}) {
    for (std::size_t j = k + static_cast<std::size_t>(step); j < all.size(); j += static_cast<std::size_t>(step)) {
      arb_sub(apart.x, all[k].centre.x, all[j].centre.x, 2 * rough);
      arb_abs(apart.x, apart.x);
      arb_sub(inner.x, apart.x, all[j].radius.x, rough);
      if (arb_gt(inner.x, reach.x) != 0) break;
      arb_add(inner.x, apart.x, all[j].radius.x, rough);
      if (arb_lt(inner.x, reach.x) == 0) return -1;
      ++count;
    }
  }
  return count;
}

// The first coefficients of f about c; and a bound of the sum of |a_j| |c|^j.
void expand(std::vector<real_ball>& b, real_ball& size, const fmpz_poly_t f, const real_ball& c, slong bits) {
  real_ball at, modulus, term;
  arb_set_round(at.x, c.x, bits);
  arb_abs(modulus.x, c.x);
  arb_set_round(modulus.x, modulus.x, rough);
  for (slong j = fmpz_poly_degree(f); j >= 0; --j) {
    for (std::size_t t = b.size(); t-- > 1;) {
      arb_mul(b[t].x, b[t].x, at.x, bits);
      arb_add(b[t].x, b[t].x, b[t - 1].x, bits);
    }
    arb_mul(b[0].x, b[0].x, at.x, bits);
    arb_add_fmpz(b[0].x, b[0].x, f->coeffs + j, bits);
    arb_set_fmpz(term.x, f->coeffs + j);
    arb_abs(term.x, term.x);
    arb_mul(size.x, size.x, modulus.x, rough);
    arb_add(size.x, size.x, term.x, rough);
  }
}

// Pellet: as many roots as m within the reach, where |b_m| reach^m is larger than the sum of the others. Those from
// b.size() on add up to (reach n / |c|)^T e size at most, by Cauchy's bound on the disc of radius |c| / n.
bool has_as_many(const std::vector<real_ball>& b, const real_ball& size, const real_ball& c, slong n, slong m,
                 const real_ball& reach) {
  real_ball power, term, sum, main;
  arb_one(power.x);
  for (std::size_t t = 0; t < b.size(); ++t) {
    arb_mul(term.x, b[t].x, power.x, rough);
    arb_abs(term.x, term.x);
    if (static_cast<slong>(t) == m)
      arb_set(main.x, term.x);
    else
      arb_add(sum.x, sum.x, term.x, rough);
    arb_mul(power.x, power.x, reach.x, rough);
  }
  arb_mul_si(term.x, reach.x, n, rough);
  arb_div(term.x, term.x, c.x, rough);
  arb_abs(term.x, term.x);
  arb_set_d(power.x, 0.5);
  if (arb_lt(term.x, power.x) == 0) return false;
  arb_pow_ui(term.x, term.x, static_cast<ulong>(b.size()), rough);
  arb_mul(term.x, term.x, size.x, rough);
  arb_mul_si(term.x, term.x, 6, rough);  // 2 e, as the terms beyond the first of them are halved
  arb_add(sum.x, sum.x, term.x, rough);
  return arb_gt(main.x, sum.x) != 0;
}

// The coefficients of f as doubles, their exponents apart, and the first question about each root: whether doubles tell
// that it is alone in a disc as large as decimals make them, or larger.
class quick_look {
 public:
  explicit quick_look(const fmpz_poly_t f) {
    for (slong j = 0; j <= fmpz_poly_degree(f); ++j) {
      slong exponent = 0;
      mantissas_.push_back(fmpz_get_d_2exp(&exponent, f->coeffs + j));
      exponents_.push_back(exponent);
    }
  }

  // Pellet's test for m = 1 within r of the double d next to c, where x = n r / |d| <= 1/2: with S = sum |a_j| |d|^j
  // the terms from the second on add up to (e^x - 1 - x) S <= 0.6 x^2 S, and rounding to
  // (4 n + 16) 2^-53 S in f(d) and in d f'(d) / n.
  [[nodiscard]] bool is_alone(const line_disc& disc) const {
    const slong e = exact::get_exponent(arb_midref(disc.centre.x));
    const auto in_units = [&](const real_ball& y, arf_rnd_t rounding) {
      real_ball scaled;
      arb_mul_2exp_si(scaled.x, y.x, -e);
      return arf_get_d(arb_midref(scaled.x), rounding);
    };
    real_ball reach;
    arb_get_rad_arb(reach.x, disc.centre.x);
    arb_add(reach.x, reach.x, disc.radius.x, ARF_PREC_EXACT);
    const double d = in_units(disc.centre, ARF_RND_NEAR), radius = in_units(reach, ARF_RND_UP);
    const auto n = static_cast<slong>(mantissas_.size()) - 1;
    slong top = exponents_[0];
    for (slong j = 1; j <= n; ++j)
      if (mantissas_[index(j)] != 0) top = std::max(top, exponents_[index(j)] + e * j);
    double value = 0, slope = 0, size = 0;
    for (slong j = n; j >= 0; --j) {
      const slong exponent = exponents_[index(j)] + e * j - top;
      const double a = exponent < -900 ? 0 : std::ldexp(mantissas_[index(j)], static_cast<int>(exponent));
      slope = slope * d + value;
      value = value * d + a;
      size = size * std::abs(d) + std::abs(a);
    }
    const auto degree = static_cast<double>(n);
    const double noise = (4 * degree + 16) * 0x1p-53 * size + 0x1p-880;
    const double least_slope = std::abs(d * slope) / degree - noise, most = std::abs(value) + noise;
    // The discs of decimals take 2^-51 |c| and twice the radius.
    const double x = std::max(2.1 * most / least_slope, degree * (0x1p-49 + 5 * radius / std::abs(d)));
    return least_slope > 0 && x <= 0.5 && least_slope * x > 1.001 * (most + 0.6 * size * x * x);
  }

 private:
  static std::size_t index(slong j) { return static_cast<std::size_t>(j); }

  std::vector<double> mantissas_;
  std::vector<slong> exponents_;
};

}  // namespace

bool hold_real_roots_alone(const fmpz_poly_t f, const std::vector<proven_disc>& discs, int digits,
                           const std::function<bool()>& must_stop) {
  const slong n = fmpz_poly_degree(f);
  if (static_cast<slong>(discs.size()) >= n) return true;  // there are no others
  std::vector<line_disc> all(discs.size());
  for (std::size_t k = 0; k < discs.size(); ++k) {
    exact::complex_ball centre;
    set_disc(centre.z, all[k].radius.x, discs[k]);
    arb_set(all[k].centre.x, acb_realref(centre.z));
  }
  std::sort(all.begin(), all.end(), [](const line_disc& a, const line_disc& b) {
    return arf_cmp(arb_midref(a.centre.x), arb_midref(b.centre.x)) < 0;
  });
  // In products of 64 bits: a small part of what finding the roots takes.
  const quick_look look(f);
  double left = 1e6 + 8.0 * static_cast<double>(n) * static_cast<double>(n);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const real_ball& c = all[k].centre;
    if (arb_is_zero(c.x) != 0 || look.is_alone(all[k])) continue;
    const real_ball radius = largest_radius(all, k, digits);
    // Digits that tell the disc from its centre.
    const slong fine = exact::get_exponent(arb_midref(c.x)) - exact::get_exponent(arb_midref(radius.x));
    bool is_proven = false;
    for (slong count = 4; count <= 256 && count < 4 * n && !is_proven; count *= 2) {
      const slong bits = 64 + std::max<slong>(fine, 0) + 44 * count;  // where |c| is 2^41 / n times the reach, about
      std::vector<real_ball> b(static_cast<std::size_t>(std::min(count, n + 1)));
      left -= static_cast<double>(n) * static_cast<double>(b.size()) * (1 + static_cast<double>(bits) / 64);
      if (left < 0 || must_stop()) return true;
      real_ball size, reach = radius;
      expand(b, size, f, c, bits);
      for (int step = 0; step < 10 && !is_proven; ++step) {
        const slong m = count_within(all, k, reach);
        is_proven = m > 0 && m < static_cast<slong>(b.size()) && has_as_many(b, size, c, n, m, reach);
        arb_mul_2exp_si(reach.x, reach.x, 2);
      }
    }
    if (!is_proven) return false;
  }
  return true;
}

}  // namespace vieta::real_line

#endif
