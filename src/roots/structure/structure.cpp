#include "vieta/structure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>
#include <utility>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "exact/arb.hpp"
#include "exact/representation.hpp"
#include "roots/answer/decimal.hpp"
#include "roots/coefficients.hpp"
#include "roots/structure/common_divisor.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/error.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace structure {
namespace {

constexpr std::int64_t highest_degree = 300;

// A polynomial with p(0) != 0 in the variable y = x 2^-exponent, in which its first and last coefficients have like
// moduli; the last is 1. What underflows is 0: what it means is proven in the end.
struct balanced {
  column a;  // ascending
  std::int64_t exponent = 0;
};

balanced balance(const coefficients& c, std::int64_t zeros) {
  const auto n = static_cast<double>(c.degree - zeros);
  balanced out;
  out.exponent = static_cast<std::int64_t>(std::llround((c.log2_modulus.front() - c.log2_modulus.back()) / n));
  out.a.assign(static_cast<std::size_t>(c.degree - zeros) + 1, 0.0);
  const auto value = [&](std::size_t t) { return number(c.re[0][t], c.is_real() ? 0.0 : c.im[0][t]); };
  for (std::size_t t = 0; t < c.terms(); ++t) {
    const std::int64_t shift = c.exponent[t] - c.exponent.back() + (c.power[t] - c.degree) * out.exponent;
    const number quotient = value(t) / value(c.terms() - 1);
    out.a[static_cast<std::size_t>(c.power[t] - zeros)] = {scale_by(quotient.real(), shift),
                                                           scale_by(quotient.imag(), shift)};
  }
  out.a.back() = 1;
  return out;
}

using wide = complex<dd>;

wide wide_place(const multiplicities& m, std::size_t j) {
  return {dd(two_sum(m.place[j].real(), m.tail[j].real())), dd(two_sum(m.place[j].imag(), m.tail[j].imag()))};
}

// Ascending coefficients of prod (x - place)^count, with twice the bits: where terms cancel, doubles have nothing
// right.
std::vector<wide> product_of(const multiplicities& m) {
  std::vector<wide> all = {{dd(1.0), dd(0.0)}};
  for (std::size_t j = 0; j < m.place.size(); ++j) {
    const wide z = wide_place(m, j);
    for (int k = 0; k < m.count[j]; ++k) {
      all.push_back({dd(0.0), dd(0.0)});
      for (std::size_t i = all.size(); i-- > 1;) all[i] = all[i - 1] - z * all[i];
      all[0] = wide{dd(0.0), dd(0.0)} - z * all[0];
    }
  }
  return all;
}

// p less a, but for the leading coefficients, which are 1.
column difference_of(const std::vector<wide>& p, const column& a) {
  column difference(a.size() - 1);
  for (std::size_t k = 0; k < difference.size(); ++k) {
    const wide left = p[k] - wide{dd(a[k].real()), dd(a[k].imag())};
    difference[k] = {left.re.hi, left.im.hi};
  }
  return difference;
}

// p / (x - z) for a root z, from the end where errors do not grow.
column quotient_by(const std::vector<wide>& p, const wide& z) {
  const std::size_t n = p.size() - 1;
  column quotient(n);
  const auto keep = [&](std::size_t k, const wide& c) { quotient[k] = {c.re.hi, c.im.hi}; };
  const dd square = z.re * z.re + z.im * z.im;
  wide c = {dd(0.0), dd(0.0)};
  if (square.hi <= 1) {
    for (std::size_t k = n; k-- > 0;) keep(k, c = p[k + 1] + z * c);
    return quotient;
  }
  const wide inverse = {z.re / square, dd(0.0) - z.im / square};
  for (std::size_t k = 0; k < n; ++k) keep(k, c = (c - p[k]) * inverse);
  return quotient;
}

// The places that are best by least squares, and how well that is conditioned.
struct best_places {
  multiplicities at;
  double distance = std::numeric_limits<double>::infinity(), condition = 0;
  std::vector<double> sensitivity;
};

// Gauss-Newton on the roots alone (Zeng, 2005, section 3): the polynomials with these multiplicities are a manifold,
// and the nearest point of it is as well-conditioned as `condition` says. Weights: 1 / max(1, |a_k|).
best_places nearest_places(const column& a, multiplicities m) {
  constexpr int most_steps = 30, patience = 3;
  const std::size_t n = a.size() - 1;
  column weight(n);
  for (std::size_t k = 0; k < n; ++k) weight[k] = 1 / std::max(1.0, std::abs(a[k]));
  best_places best;
  m.tail.assign(m.place.size(), 0.0);
  int since = 0;
  for (int step = 0; step < most_steps && since < patience; ++step) {
    const std::vector<wide> all = product_of(m);
    column residual = difference_of(all, a);
    for (std::size_t k = 0; k < n; ++k) residual[k] *= weight[k].real();
    growing_factors factors;
    for (std::size_t j = 0; j < m.place.size(); ++j) {
      column c = quotient_by(all, wide_place(m, j));
      for (std::size_t k = 0; k < n; ++k) c[k] *= -static_cast<double>(m.count[j]) * weight[k];
      factors.append(std::move(c));
    }
    const double distance = norm_of(residual);
    ++since;
    if (distance < best.distance) {
      if (distance < 0.9 * best.distance) since = 0;
      column vector;
      best = {m, distance, 1 / factors.smallest(vector), factors.sensitivities()};
    }
    column back;
    if (!std::isfinite(distance) || !factors.solve(std::move(residual), back)) break;
    for (std::size_t j = 0; j < m.place.size(); ++j) {
      const number tail = m.tail[j] - back[j];
      const auto re = two_sum(m.place[j].real(), tail.real()), im = two_sum(m.place[j].imag(), tail.imag());
      m.place[j] = {re.value, im.value};
      const double noise = 0x1p-100 * std::abs(m.place[j]);
      m.tail[j] = {std::abs(re.error) < noise ? 0 : re.error, std::abs(im.error) < noise ? 0 : im.error};
    }
  }
  return best;
}

// Roots of a real polynomial come in pairs, and a nearly real one that has no partner is real.
bool make_symmetric(multiplicities& m) {
  constexpr double near = 1e-6;
  std::vector<char> done(m.place.size(), 0);
  for (std::size_t i = 0; i < m.place.size(); ++i) {
    if (done[i] != 0) continue;
    std::size_t partner = i;
    for (std::size_t j = 0; j < m.place.size(); ++j)
      if (done[j] == 0 && m.count[j] == m.count[i] &&
          std::abs(m.place[j] - std::conj(m.place[i])) < std::abs(m.place[partner] - std::conj(m.place[i])))
        partner = j;
    if (!(std::abs(m.place[partner] - std::conj(m.place[i])) <= near * std::abs(m.place[i]))) return false;
    done[i] = done[partner] = 1;
    if (partner == i) {
      m.place[i].imag(0);
      m.tail[i].imag(0);
    } else {
      m.place[partner] = std::conj(m.place[i]);
      m.tail[partner] = std::conj(m.tail[i]);
    }
  }
  return true;
}

// (place + tail) 2^exponent, so many times, and how far its decimals are from it.
struct exact_place {
  number place, tail;
  std::int64_t exponent = 0;
  int count = 1;
  double rounding = 0;
};

// The decimals of a place, which is told how far they are from it.
structured_root written(exact_place& z, double sensitivity) {
  constexpr int digits = 60;  // rounding to fewer would be seen in the coefficients where their terms cancel
  const auto part = [](double high, double low) { return qd(high, low, 0, 0); };
  const decimal_root text =
      to_decimal({part(z.place.real(), z.tail.real()), part(z.place.imag(), z.tail.imag())}, z.exponent, 0, digits, 3);
  z.rounding = std::strtod(text.radius.c_str(), nullptr) * (1 + 0x1p-40) + 0x1p-1074;
  return {scale_by(z.place, z.exponent), text.re, text.im, z.count, scale_by(sensitivity, z.exponent)};
}

#ifdef VIETA_HAVE_ARB

// An upper bound of the distance that vieta/structure.hpp defines, for the places and their decimals, and `zeros` more
// at 0.
double proven_distance(const polynomial& p, const std::vector<exact_place>& places, std::int64_t zeros) {
  using exact::complex_ball;
  using exact::real_ball;
  const polynomial::representation& data = p.data();
  const auto n = static_cast<slong>(p.degree() - zeros);
  const slong precision = 256 + 4 * n;
  exact::ball_polynomial given, product, factor;
  exact::set_coefficients(given.p, data, precision);
  acb_poly_shift_right(given.p, given.p, static_cast<slong>(zeros));
  acb_poly_one(product.p);
  complex_ball value, tail, first, last;
  exact::big_float rounding;
  acb_one(value.z);
  acb_poly_set_coeff_acb(factor.p, 1, value.z);
  for (const exact_place& z : places) {
    acb_set_d_d(value.z, z.place.real(), z.place.imag());
    acb_set_d_d(tail.z, z.tail.real(), z.tail.imag());
    acb_add(value.z, value.z, tail.z, precision);
    exact::mul_2exp(value.z, value.z, z.exponent);
    arf_set_d(rounding.x, z.rounding);
    arb_add_error_arf(acb_realref(value.z), rounding.x);
    arb_add_error_arf(acb_imagref(value.z), rounding.x);
    acb_neg(value.z, value.z);
    acb_poly_set_coeff_acb(factor.p, 0, value.z);
    exact::ball_polynomial power;
    acb_poly_pow_ui(power.p, factor.p, static_cast<ulong>(z.count), precision);
    acb_poly_mul(product.p, product.p, power.p, precision);
  }
  acb_poly_get_coeff_acb(first.z, given.p, 0);
  acb_poly_get_coeff_acb(last.z, given.p, n);
  real_ball log_first, log_last, scale, sum, modulus;
  acb_abs(log_first.x, first.z, precision);
  arb_log(log_first.x, log_first.x, precision);
  acb_abs(log_last.x, last.z, precision);
  arb_log(log_last.x, log_last.x, precision);
  complex_ball own, other;
  for (slong k = 0; k <= n; ++k) {
    acb_poly_get_coeff_acb(own.z, given.p, k);
    acb_poly_get_coeff_acb(other.z, product.p, k);
    acb_mul(other.z, other.z, last.z, precision);
    acb_sub(other.z, other.z, own.z, precision);
    // max(|a_k|, exp((1 - k/n) log |a_0| + k/n log |a_n|))
    arb_mul_si(scale.x, log_first.x, n - k, precision);
    arb_addmul_si(scale.x, log_last.x, k, precision);
    arb_div_si(scale.x, scale.x, n, precision);
    arb_exp(scale.x, scale.x, precision);
    acb_abs(modulus.x, own.z, precision);
    arb_max(scale.x, scale.x, modulus.x, precision);
    acb_abs(modulus.x, other.z, precision);
    arb_div(modulus.x, modulus.x, scale.x, precision);
    arb_addmul(sum.x, modulus.x, modulus.x, precision);
  }
  arb_sqrtpos(sum.x, sum.x, precision);
  exact::big_float bound;
  arb_get_ubound_arf(bound.x, sum.x, 64);
  return arf_get_d(bound.x, ARF_RND_CEIL);
}

#else

double proven_distance(const polynomial&, const std::vector<exact_place>&, std::int64_t) {
  throw error("structure: found no Arb in this build, expected FLINT 3 (or flint-arb) when it was built");
}

#endif

void check(const polynomial& p, const structure_options& options) {
  if (!(options.tolerance > 0 && options.tolerance < 0.5))
    throw error("structure: found a tolerance of " + report::shortest(options.tolerance) +
                ", expected a number above 0, below 0.5");
  if (p.degree() > highest_degree)
    throw error("structure: found degree " + std::to_string(p.degree()) + ", expected at most " +
                std::to_string(highest_degree));
}

void find(const polynomial& p, const structure_options& options, const std::function<bool()>& must_stop,
          structure_result& result) {
  const coefficients c = make_coefficients(p);
  const std::int64_t zeros = c.power.front();
  if (zeros > 0) result.roots.push_back({0.0, "0", "0", zeros, 0});
  if (zeros == p.degree()) {
    result.status = structure_status::found;
    return;
  }
  const balanced in_y = balance(c, zeros);
  const bool is_real = c.is_real();
  const auto accept = [&](const multiplicities& candidate) {
    best_places best = nearest_places(in_y.a, candidate);
    if (!(best.distance <= 10 * options.tolerance)) return false;
    if (is_real && !make_symmetric(best.at)) return false;
    std::vector<structured_root> roots;
    std::vector<exact_place> places;
    for (std::size_t j = 0; j < best.at.place.size(); ++j) {
      places.push_back({best.at.place[j], best.at.tail[j], in_y.exponent, best.at.count[j], 0});
      roots.push_back(written(places.back(), best.sensitivity[j]));
    }
    const double distance = proven_distance(p, places, zeros);
    if (!(distance <= options.tolerance)) return false;
    result.distance = distance;
    result.condition = best.condition;
    result.roots.insert(result.roots.end(), roots.begin(), roots.end());
    result.status = structure_status::found;
    return true;
  };
  each_structure(in_y.a, options.tolerance, accept, must_stop);
  // Several roots 0 are a structure, too.
  if (result.status != structure_status::found && zeros > 1 && !must_stop()) {
    multiplicities simple;
    for (const root& z : roots(std::span<const number>(in_y.a)).roots) {
      simple.place.insert(simple.place.end(), static_cast<std::size_t>(z.multiplicity), z.value);
      simple.count.insert(simple.count.end(), static_cast<std::size_t>(z.multiplicity), 1);
    }
    accept(simple);
  }
  if (result.status == structure_status::found) return;
  result.roots.clear();
  result.status = must_stop() ? structure_status::stopped : structure_status::simple;
}

}  // namespace
}  // namespace structure

structure_result nearest_structure(const polynomial& p, const structure_options& options) {
  const float_environment floats;
  const run_limits limits(options);
  structure::check(p, options);
  structure_result result;
  result.degree = p.degree();
  if (!p.is_finite() || p.degree() < 1) {
    result.status = structure_status::bad_input;
    return result;
  }
  const auto must_stop = [&] { return limits.must_stop(); };
  structure::find(p, options, must_stop, result);
  std::sort(result.roots.begin(), result.roots.end(), [](const structured_root& a, const structured_root& b) {
    return a.value.real() != b.value.real() ? a.value.real() < b.value.real() : a.value.imag() < b.value.imag();
  });
  result.seconds = limits.seconds();
  return result;
}

}  // namespace vieta
