#include "verify/roots/count/root_count.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>

#include "verify/roots/count/common_denominator.hpp"
#include "verify/roots/count/winding_number.hpp"

namespace vieta::checking {

using exact::big_float;
using exact::complex_ball;
using exact::real_ball;

namespace {

/// Whether |z| < 2^exponent is proven.
bool is_below(const acb_t z, slong exponent) {
  real_ball modulus, bound;
  arb_one(bound.x);
  arb_mul_2exp_si(bound.x, bound.x, exponent);
  acb_abs(modulus.x, z, 64);
  return arb_lt(modulus.x, bound.x) != 0;
}

}  // namespace

root_counter::attempt root_counter::first_attempt(const disc& d, std::int64_t claimed) {
  limits_.check();
  if (d.radius.is_zero()) return {multiplicity_at(d, claimed), 0};
  const outcome direct = pellet(d, claimed);
  return {direct.count, direct.precision};
}

std::optional<std::int64_t> root_counter::last_attempt(const disc& d, std::int64_t claimed, slong precision) {
  if (d.radius.is_zero()) return std::nullopt;  // the first attempt was all there is
  if (proves_off_centre(d, claimed)) return claimed;
  // Pellet's test is sufficient only: count by the argument principle instead, with all the terms it takes.
  for (const std::int64_t order : orders(claimed))
    if (const auto found = winding_number(taylor_.expand(d, order, precision), precision, limits_)) return found;
  return std::nullopt;
}

std::optional<disc> root_counter::locate(const disc& d, std::int64_t claimed) {
  constexpr slong precision = 256;
  disc inner = d;
  if (d.radius.is_zero() || !move_towards_roots(inner, claimed, precision)) return std::nullopt;
  complex_ball from, to;
  real_ball room, moved;
  set_centre(from.z, d, precision);
  set_centre(to.z, inner, precision);
  acb_sub(to.z, to.z, from.z, precision);
  acb_abs(moved.x, to.z, precision);
  exact::set_arb(room.x, d.radius, precision);
  arb_sub(room.x, room.x, moved.x, precision);
  big_float least;
  arb_get_lbound_arf(least.x, room.x, precision);
  if (arf_sgn(least.x) <= 0) return std::nullopt;
  // The smaller the disc, the less roots outside count; but those inside have to be far from its rim.
  for (int step = 0; step < 4; ++step) {
    inner.radius = exact::get_real(least.x);
    if (pellet(taylor_.expand(inner, std::min(claimed + 2, p_.degree), precision), claimed) == verdict::proven)
      return inner;
    arf_mul_2exp_si(least.x, least.x, -(4 << step));
  }
  return std::nullopt;
}

/// How many Taylor terms to take, in turn. Few are enough for a small disc: the rest is small.
std::vector<std::int64_t> root_counter::orders(std::int64_t claimed) const {
  std::vector<std::int64_t> out;
  for (std::int64_t more : {1, 4, 16, 64, 256}) out.push_back(std::min(claimed + more, p_.degree));
  if (p_.degree <= 100'000) out.push_back(p_.degree);  // all terms: no tail, but long
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

slong root_counter::most_precision() const {
  return 4096 + 64 * static_cast<slong>(std::min<std::int64_t>(p_.degree, 100000));
}

/// Pellet: |b_m| > the sum of all other |b_k| and the tail proves exactly m roots in the disc.
root_counter::verdict root_counter::pellet(const taylor_model& model, std::int64_t claimed) {
  constexpr slong precision = 64;
  const auto m = static_cast<std::size_t>(claimed);
  real_ball sum, modulus, with_tail, claimed_term;
  for (std::size_t k = 0; k < model.b.size(); ++k) {
    acb_abs(modulus.x, model.b[k].z, precision);
    if (k == m)
      arb_set(claimed_term.x, modulus.x);
    else
      arb_add(sum.x, sum.x, modulus.x, precision);
  }
  arb_add(with_tail.x, sum.x, model.tail.x, precision);
  if (arb_gt(claimed_term.x, with_tail.x)) return verdict::proven;
  if (arb_le(claimed_term.x, sum.x)) return verdict::refuted;
  return arb_gt(claimed_term.x, sum.x) ? verdict::more_terms : verdict::more_precision;
}

/// Pellet's test for the number of roots that the greatest term speaks for: mostly 0, in a small disc that is not where
/// it should be.
std::optional<std::int64_t> root_counter::count_at_sight(const taylor_model& model) {
  real_ball modulus, greatest;
  std::int64_t best = 0;
  for (std::size_t k = 0; k < model.b.size(); ++k) {
    acb_abs(modulus.x, model.b[k].z, 64);
    if (!arb_gt(modulus.x, greatest.x)) continue;
    greatest = modulus;
    best = static_cast<std::int64_t>(k);
  }
  return pellet(model, best) == verdict::proven ? std::optional(best) : std::nullopt;
}

/// Pellet's test with as many terms and bits as it takes.
root_counter::outcome root_counter::pellet(const disc& d, std::int64_t claimed) {
  slong precision = 128;
  for (const std::int64_t order : orders(claimed)) {
    taylor_model model = taylor_.expand(d, order, precision);
    verdict now = pellet(model, claimed);
    while (now == verdict::more_precision && precision < most_precision()) {
      precision *= 2;
      model = taylor_.expand(d, order, precision);
      now = pellet(model, claimed);
    }
    if (now == verdict::proven) return {now, precision, claimed};
    if (now == verdict::refuted) return {now, precision, count_at_sight(model)};
    if (now == verdict::more_precision) return {now, precision, std::nullopt};
  }
  return {verdict::more_terms, precision, std::nullopt};
}

/// Newton's method towards the centre of gravity of m roots, which is about -b[m-1] / (m b[m]) away. False when it
/// leads nowhere.
bool root_counter::move_towards_roots(disc& d, std::int64_t claimed, slong precision) {
  const auto m = static_cast<std::size_t>(claimed);
  for (int step = 0; step < 12; ++step) {
    const taylor_model model = taylor_.expand(d, claimed, precision);
    complex_ball shift, here;
    real_ball radius;
    acb_mul_ui(shift.z, model.b[m].z, static_cast<ulong>(claimed), precision);
    acb_div(shift.z, model.b[m - 1].z, shift.z, precision);
    exact::set_arb(radius.x, d.radius, precision);
    acb_mul_arb(shift.z, shift.z, radius.x, precision);
    if (!acb_is_finite(shift.z)) return false;
    set_centre(here.z, d, precision);
    acb_sub(here.z, here.z, shift.z, precision);
    d.re = exact::get_real(arb_midref(acb_realref(here.z)));
    d.im = exact::get_real(arb_midref(acb_imagref(here.z)));
  }
  return true;
}

/// Roots near the rim of a disc spoil the test. So move to a point c' nearer to them: m roots in the disc about c' that
/// lies within the given one, and no more in the one about c' that holds it, are m roots in the given one.
bool root_counter::proves_off_centre(const disc& d, std::int64_t claimed) {
  for (slong precision = 256; precision <= 4096; precision *= 4) {
    disc inner = d;
    if (!move_towards_roots(inner, claimed, precision)) return false;
    disc outer = inner;
    complex_ball from, to;
    real_ball radius, moved, edge;
    set_centre(from.z, d, precision);
    set_centre(to.z, inner, precision);
    exact::set_arb(radius.x, d.radius, precision);
    acb_sub(to.z, to.z, from.z, precision);
    acb_abs(moved.x, to.z, precision);
    big_float bound;
    arb_sub(edge.x, radius.x, moved.x, precision);
    arb_get_lbound_arf(bound.x, edge.x, precision);
    const bool is_inside = arf_sgn(bound.x) > 0;
    inner.radius = exact::get_real(bound.x);
    arb_add(edge.x, radius.x, moved.x, precision);
    arb_get_ubound_arf(bound.x, edge.x, precision);
    outer.radius = exact::get_real(bound.x);
    if (is_inside && pellet(inner, claimed).is == verdict::proven && pellet(outer, claimed).is == verdict::proven)
      return true;
  }
  return false;
}

/// Radius 0: the centre is a root so many times, exactly. The Taylor coefficients about it are fractions with a known
/// common denominator, so that one below its reciprocal is 0.
std::optional<std::int64_t> root_counter::multiplicity_at(const disc& d, std::int64_t claimed) {
  if (d.re.is_zero() && d.im.is_zero()) {
    for (std::size_t t = 0; t < p_.size(); ++t) {
      complex_ball value;
      exact::set_coefficient(value.z, p_, t, 64);
      if (!acb_is_zero(value.z)) return p_.exponent(t);
    }
    return std::nullopt;
  }
  const std::optional<slong> denominator = denominator_bits(d, p_);
  if (!denominator) return std::nullopt;
  disc unit = d;
  unit.radius = exact::from_double(1);
  // All powers of the centre: 2 GiB at most. No number of more than four million bits.
  const slong most = std::clamp<slong>((slong{1} << 34) / static_cast<slong>(p_.size()), 4096, 1 << 22);
  for (slong precision = 128; precision <= most; precision *= 2) {
    const taylor_model model = taylor_.expand(unit, claimed, precision);
    std::int64_t zeros = 0;
    while (zeros <= claimed && is_below(model.b[static_cast<std::size_t>(zeros)].z, -*denominator)) ++zeros;
    if (zeros <= claimed && !acb_contains_zero(model.b[static_cast<std::size_t>(zeros)].z)) return zeros;
  }
  return std::nullopt;
}

}  // namespace vieta::checking

#endif
