#include "roots/ladder/sharpening.hpp"

#include <cmath>

#include "base/parallel_for.hpp"
#include "exact/arb.hpp"
#include "roots/ladder/arb_polynomial.hpp"
#include "roots/ladder/node_ball.hpp"
#include "roots/ladder/residuals_arb.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using exact::ball_polynomial;
using exact::big_float;
using exact::complex_ball;
using exact::real_ball;

constexpr double log2_of_10 = 3.3219280948873623479;
constexpr slong least_spare = 128;  // bits for cancellation in p, at the first attempt

// Whether a step of Newton's method from z may be nothing but rounding, and that of more than half of the bits: so much
// cancels that no number of steps helps, but more bits do.
bool is_noise(const acb_t value, const acb_t slope, const acb_t z, slong bits) {
  if (acb_contains_zero(value) == 0) return false;
  if (acb_contains_zero(slope) != 0) return true;
  complex_ball step;
  real_ball size, modulus;
  acb_div(step.z, value, slope, 30);
  acb_abs(size.x, step.z, 30);
  acb_abs(modulus.x, z, 30);
  arb_mul_2exp_si(modulus.x, modulus.x, -(bits / 2));
  return arb_lt(size.x, modulus.x) == 0;
}

// Newton from z until the root is known to 2^-bits relative; z becomes an exact point. `evaluate(value, slope, z,
// bits)` gives the function and its derivative. Every step doubles what is known, so that all but the last ones are
// cheap; `spare` bits on top are for cancellation. Beside another root a step gains less than that: `more_steps` of
// them.
template <class Evaluate>
bool newton(acb_t z, const Evaluate& evaluate, slong bits, slong spare, int more_steps, const session& context) {
  complex_ball value, slope;
  real_ball size, modulus;
  slong known = 32;
  for (int iteration = 0; iteration < 100 && !context.must_stop(); ++iteration) {
    const slong trusted = std::min(2 * known, bits);
    acb_get_mid(z, z);
    evaluate(value.z, slope.z, z, trusted + spare);
    if (context.must_stop() || is_noise(value.z, slope.z, z, trusted)) return false;
    acb_get_mid(slope.z, slope.z);
    acb_get_mid(value.z, value.z);
    if (acb_is_zero(slope.z)) return false;
    acb_div(value.z, value.z, slope.z, trusted + spare);
    acb_sub(z, z, value.z, trusted + spare);
    acb_get_mid(z, z);
    // The step tells how much was known before it; after it, twice as much, but no more than the arithmetic can tell.
    acb_abs(size.x, value.z, 30);
    acb_abs(modulus.x, z, 30);
    arb_div(size.x, size.x, modulus.x, 30);
    const slong before = arb_is_zero(size.x) ? trusted : static_cast<slong>(-exact::get_exponent(arb_midref(size.x)));
    known = std::min(2 * before, trusted);
    if (known >= bits && more_steps-- <= 0) return true;
    known = std::max<slong>(known, 16);
  }
  return false;
}

enum class verdict { proven, unclear, refuted };

// |c_m| r^m > sum_{k != m} |c_k| r^k at the point z.
verdict pellet(const arb_polynomial& p, const acb_t z, const arb_t r, slong m, slong working) {
  ball_polynomial shifted;
  p.shift(shifted.p, z, working);
  real_ball term, power, sum, main;
  arb_one(power.x);
  for (slong k = 0; k < acb_poly_length(shifted.p); ++k) {
    acb_abs(term.x, acb_poly_get_coeff_ptr(shifted.p, k), 64);
    arb_mul(term.x, term.x, power.x, 64);
    if (k == m)
      arb_set(main.x, term.x);
    else
      arb_add(sum.x, sum.x, term.x, 64);
    arb_mul(power.x, power.x, r, 64);
  }
  return arb_gt(main.x, sum.x) ? verdict::proven : arb_lt(main.x, sum.x) ? verdict::refuted : verdict::unclear;
}

// One root: z - p(z) / p'(B) inside the disc B about z of radius r proves exactly one root in B (interval Newton).
verdict interval_newton(const arb_polynomial& p, const acb_t z, const arb_t r, slong working) {
  complex_ball box, value, slope, unused;
  real_ball size, modulus;
  p.evaluate(value.z, z, working);
  acb_set(box.z, z);
  mag_t radius;
  mag_init(radius);
  arb_get_mag(radius, r);
  acb_add_error_mag(box.z, radius);  // the square around the disc: p' is enclosed on more than the disc
  mag_clear(radius);
  p.evaluate_with_derivative(unused.z, slope.z, box.z, working);
  acb_div(value.z, value.z, slope.z, working);
  acb_abs(size.x, value.z, 64);
  return arb_lt(size.x, r) ? verdict::proven : verdict::unclear;
}

// One root: within degree |p / p'| of z there is one, and with all of the disc about z in a disc that holds one root
// and no more, it is that one. This needs no enclosure of p' on a disc, which is as wide as p cancels.
verdict at_point(const arb_polynomial& p, const acb_t z, const arb_t r, double degree, slong working) {
  complex_ball value, slope;
  real_ball size, modulus;
  p.evaluate_with_derivative(value.z, slope.z, z, working);
  acb_abs(size.x, value.z, 64);
  acb_abs(modulus.x, slope.z, 64);
  arb_div(size.x, size.x, modulus.x, 64);
  arb_set_d(modulus.x, degree);
  arb_mul(size.x, size.x, modulus.x, 64);
  return arb_lt(size.x, r) ? verdict::proven : verdict::unclear;
}

// The small disc lies in the one that is proven already.
bool is_inside(const acb_t z, const arb_t r, const proven_disc& disc) {
  complex_ball centre;
  real_ball distance, outer;
  set_disc(centre.z, outer.x, disc);
  acb_sub(centre.z, centre.z, z, 128);
  acb_abs(distance.x, centre.z, 64);
  arb_add(distance.x, distance.x, r, 64);
  return arb_le(distance.x, outer.x);
}

// The proof and the shape of the result for one working precision; `unclear` asks for more bits.
verdict attempt(arb_polynomial_cache& source, proven_disc& disc, int digits, slong spare, slong first_spare,
                double degree, const session& context) {
  const auto m = static_cast<slong>(disc.multiplicity);
  // Much smaller than what is proven already, too: a disc on the edge of the old one would prove nothing new, and balls
  // overestimate p' on a disc by as much as p cancels. And smaller with each attempt.
  const auto old_bits =
      static_cast<slong>(disc.sharp ? disc.sharp->digits * log2_of_10 + 4 : -std::log2(disc.relative_radius()));
  const slong bits = std::max(static_cast<slong>(digits * log2_of_10) + 8, old_bits + 40) + (spare - first_spare);
  const slong working = m * bits + spare;  // a value near an m-fold root is as small as 2^-(m bits)
  const arb_polynomial& p = source.at(working);
  complex_ball z;
  real_ball old_radius;
  set_disc(z.z, old_radius.x, disc);
  ball_polynomial derived;
  if (m > 1) p.derivative(derived.p, m - 1, bits + spare);
  const bool found = newton(
      z.z,
      [&](acb_t value, acb_t slope, const acb_t x, slong precision) {
        if (m == 1)
          p.evaluate_with_derivative(value, slope, x, precision);
        else
          acb_poly_evaluate2_rectangular(value, slope, derived.p, x, precision);
      },
      bits + 8, spare, spare > first_spare ? 2 : 0, context);
  if (!found || context.must_stop()) return verdict::unclear;  // the proof takes as long as the last step

  real_ball r;
  acb_abs(r.x, z.z, 30);
  arb_mul_2exp_si(r.x, r.x, -bits + 4);  // 10^-digits / 16 of the modulus: decimals left out need room as well
  round_up(r.x);
  verdict outcome = verdict::unclear;
  if (m == 1 && !disc.covers_others) outcome = at_point(p, z.z, r.x, degree, working);
  if (outcome == verdict::unclear)
    outcome = m == 1 ? interval_newton(p, z.z, r.x, working) : pellet(p, z.z, r.x, m, working);
  if (outcome == verdict::proven && !is_inside(z.z, r.x, disc)) outcome = verdict::unclear;
  if (outcome == verdict::proven) {
    disc.bits = std::max(disc.bits, static_cast<int>(working));
    shrink_to(disc, z.z, r.x, digits);
  }
  return outcome;
}

bool sharpen(arb_polynomial_cache& source, double degree, proven_disc& disc, int digits, const session& context) {
  if (!(disc.relative_radius() < 0.25)) return false;
  if (disc.multiplicity > 1 && disc.covers_others) return false;  // as many roots within it may be another's
  const slong most = disc.multiplicity > 1 ? 4096 : 1 << 16;
  const slong first = std::max<slong>(least_spare, disc.bits + 32);
  for (slong spare = first; spare <= std::max(most, 2 * first) && !context.must_stop(); spare *= 2) {
    const verdict outcome = attempt(source, disc, digits, spare, first, degree, context);
    if (outcome == verdict::proven) return true;
    if (outcome == verdict::refuted) return false;  // roots that are apart: no precision brings them together
  }
  return false;
}

}  // namespace

bool sharpen(const polynomial& p, proven_disc& disc, int digits, const session& context) {
  arb_polynomial_cache source(p);
  return sharpen(source, static_cast<double>(p.degree()), disc, digits, context);
}

bool proves_one_root(const polynomial& p, const proven_disc& disc) {
  constexpr slong most_bits = 1 << 16;
  complex_ball z;
  real_ball r;
  set_disc(z.z, r.x, disc);
  // Enough for the slope on the disc, and for a value as small as the disc; twice that for what cancels.
  const double digits = disc.sharp ? disc.sharp->digits : -std::log10(disc.relative_radius());
  const slong first = least_spare + disc.bits + static_cast<slong>(2 * std::abs(digits) * log2_of_10);
  for (slong bits = first; bits <= std::min(most_bits, 4 * first); bits *= 2) {
    if (interval_newton(arb_polynomial(p, bits), z.z, r.x, bits) == verdict::proven) return true;
  }
  return false;
}

bool is_sharp(const proven_disc& disc, int digits) {
  if (disc.sharp) return disc.sharp->digits >= digits;
  const double tolerance = std::pow(10.0, -digits);  // 0 below 1e-323: sharpen then, whatever the radius
  return disc.relative_radius() <= 0.5 * tolerance;  // decimals left out need room
}

void sharpen_all(const polynomial& p, std::vector<proven_disc>& discs, int digits, const session& context) {
  arb_polynomial_cache source(p);
  parallel_for(discs.size(), 1, context.threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      if (!is_sharp(discs[k], digits)) sharpen(source, static_cast<double>(p.degree()), discs[k], digits, context);
    }
  });
}

#else

bool sharpen(const polynomial&, proven_disc&, int, const session&) { return false; }
bool proves_one_root(const polynomial&, const proven_disc&) { return false; }
bool is_sharp(const proven_disc&, int) { return false; }
void sharpen_all(const polynomial&, std::vector<proven_disc>&, int, const session&) {}

#endif

}  // namespace vieta
