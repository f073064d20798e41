#include "minimax/rounded/truth.hpp"

#include <bit>
#include <cmath>

#include "minimax/proof/ball.hpp"

namespace vieta::approximation {

bool rounds_alike(const grid_place& place, std::uint64_t bits) {
  const auto y = std::bit_cast<double>(bits), border = std::bit_cast<double>(place.border);
  if (place.side == 0) return y == border;
  const std::uint64_t apart = bits > place.border ? bits - place.border : place.border - bits;
  return (place.side > 0 ? y > border : y < border) && apart <= grid_mask;
}

#ifdef VIETA_HAVE_ARB

namespace {

using exact::real_ball;

double upper_bound(const arb_t x) {
  mag_t size;
  mag_init(size);
  arb_get_mag(size, x);
  const double bound = mag_get_d(size) * (1 + 0x1p-40);
  mag_clear(size);
  return bound;
}

/// As a sum of two doubles; adds what is left to `error`.
void split(const arb_t x, double& high, double& low, double& error, slong precision) {
  real_ball rest, part;
  high = arf_get_d(arb_midref(x), ARF_RND_NEAR);
  arb_set_d(part.x, high);
  arb_sub(rest.x, x, part.x, precision);
  low = arf_get_d(arb_midref(rest.x), ARF_RND_NEAR);
  arb_set_d(part.x, low);
  arb_sub(rest.x, rest.x, part.x, precision);
  error += upper_bound(rest.x);
}

bool make_piece(operation kind, const arb_t centre, const arb_t half, taylor_piece& piece) {
  constexpr slong precision = 140, coarse = 64, length = taylor_piece::terms + 1;
  real_polynomial at, around;
  series(at.p, kind, centre, length, precision);
  real_ball box, power, coefficient;
  arb_set(box.x, centre);
  arb_add_error(box.x, half);
  series(around.p, kind, box.x, length + 1, coarse);
  double error = 0, sum = 0;
  arb_one(power.x);
  for (slong k = 0; k < length; ++k) {
    arb_poly_get_coeff_arb(coefficient.x, at.p, k);
    arb_mul(coefficient.x, coefficient.x, power.x, precision);
    arb_mul(power.x, power.x, half, precision);
    if (!arb_is_finite(coefficient.x)) return false;
    double low = 0;
    double& high = k == 0 ? piece.first : piece.c[k - 1];
    split(coefficient.x, high, low, error, precision);
    if (k == 0) piece.first_rest = low;
    if (k == 1) piece.slope_rest = low;
    if (k > 1) error += std::fabs(low);
    sum += k < 2 ? std::fabs(low) : std::fabs(high);
  }
  arb_poly_get_coeff_arb(coefficient.x, around.p, length);
  arb_mul(coefficient.x, coefficient.x, power.x, precision);
  if (!arb_is_finite(coefficient.x)) return false;
  // Horner's rule for what is not kept twice: two roundings for each term, of parts of `sum`; and the low parts of the
  // first two terms, of 2^-53 of them, are added with a few roundings.
  const double size = std::fabs(piece.first) + std::fabs(piece.c[0]);
  piece.error =
      (error + upper_bound(coefficient.x) + sum * (2 * taylor_piece::terms + 8) * 0x1p-53 + size * 0x1p-102) * 1.001;
  return piece.error <= 0x1p-63 * std::max(std::fabs(piece.first), std::fabs(piece.c[0]));
}

/// Numbers that are on the grid, as no ball can tell. By Hermite's and Lindemann's theorem values of the other
/// functions at rational numbers are transcendental but for the few that are claimed or exact in Arb.
bool is_exactly(operation kind, double x, double y) {
  const auto whole = [](double v) { return v == std::nearbyint(v) && std::fabs(v) < 1000; };
  constexpr double most_tens = 22;  // 10^22 is a double, and pow gives it exactly
  if (kind == operation::exp2) return whole(x) && std::ldexp(1.0, static_cast<int>(x)) == y;
  if (kind == operation::log2) return whole(y) && std::ldexp(1.0, static_cast<int>(y)) == x;
  if (kind == operation::log10) {
    double power = 1;
    for (double k = 0; k < y && y <= most_tens; ++k) power *= 10;
    return whole(y) && y >= 0 && y <= most_tens && power == x;
  }
  if (kind != operation::cbrt) return false;
  exact::big_float root, cube;
  arf_set_d(root.x, y);
  arf_mul(cube.x, root.x, root.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_mul(cube.x, cube.x, root.x, ARF_PREC_EXACT, ARF_RND_DOWN);
  return arf_cmp_d(cube.x, x) == 0;
}

}  // namespace

bool make_taylor_piece(operation kind, double centre, double half, taylor_piece& piece) {
  real_ball c, h;
  arb_set_d(c.x, centre);
  arb_set_d(h.x, half);
  return make_piece(kind, c.x, h.x, piece);
}

turn_stretch turn_of(int exponent) {
  constexpr slong precision = 400;
  real_ball turn;
  arb_const_pi(turn.x, precision);
  arb_inv(turn.x, turn.x, precision);
  arb_mul_2exp_si(turn.x, turn.x, exponent - 1 + 128);
  exact::big_integer whole, part;
  arf_get_fmpz(whole.n, arb_midref(turn.x), ARF_RND_FLOOR);
  turn_stretch stretch;
  fmpz_fdiv_r_2exp(part.n, whole.n, 64);
  stretch.step_low = fmpz_get_ui(part.n);
  fmpz_fdiv_q_2exp(part.n, whole.n, 64);
  fmpz_fdiv_r_2exp(part.n, part.n, 64);
  stretch.step_high = fmpz_get_ui(part.n);
  return stretch;
}

turn_pieces::turn_pieces(operation kind) : pieces(std::size_t(1) << index_bits) {
  constexpr slong precision = 200;
  real_ball pi, centre, half;
  arb_const_pi(pi.x, precision);
  arb_mul_2exp_si(half.x, pi.x, -static_cast<slong>(index_bits));
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    arb_mul_si(centre.x, pi.x, 2 * static_cast<slong>(k), precision);
    arb_mul_2exp_si(centre.x, centre.x, -static_cast<slong>(index_bits));
    make_piece(kind, centre.x, half.x, pieces[k]);
    // x/(2 pi) is cut off after 128 bits and multiplied by up to 2^24: 2^-104 of a turn, 2^-92 of half a piece.
    error = std::max(error, pieces[k].error + std::fabs(pieces[k].c[0]) * 0x1p-91);
  }
}

grid_place place_in_grid(operation kind, double x) {
  constexpr slong first_precision = 100, last_precision = 6400;
  grid_place place;
  real_ball at, value, border;
  arb_set_d(at.x, x);
  for (slong precision = first_precision; precision <= last_precision; precision *= 2) {
    apply(value.x, kind, at.x, precision);
    if (!arb_is_finite(value.x)) continue;
    const double middle = arf_get_d(arb_midref(value.x), ARF_RND_NEAR);
    place.border = nearest_in_grid(std::bit_cast<std::uint64_t>(middle));
    const auto number = std::bit_cast<double>(place.border);
    if (!std::isfinite(number)) return place;
    arb_set_d(border.x, number);
    arb_sub(value.x, value.x, border.x, precision);
    place.known = true;
    if (arb_is_positive(value.x)) return place.side = 1, place;
    if (arb_is_negative(value.x)) return place.side = -1, place;
    if (arb_is_zero(value.x) || is_exactly(kind, x, number)) return place.side = 0, place;
    place.known = false;
  }
  return place;
}

bool holds(operation kind, const rounded_claim& claim) {
  if (claim.kind == rounded_truth::exactly || claim.kind == rounded_truth::x_itself ||
      claim.kind == rounded_truth::nothing)
    return true;  // what C's Annex F says of these inputs
  constexpr slong precision = 1000;
  const auto last = static_cast<double>(std::nextafter(claim.to, -std::numeric_limits<float>::infinity()));
  bool told = false;
  for (const double x : {static_cast<double>(claim.from), last}) {
    real_ball at, value, base;
    arb_set_d(at.x, x);
    apply(value.x, kind, at.x, precision);
    if (claim.kind == rounded_truth::beyond || claim.kind == rounded_truth::below) {
      arb_one(base.x);
      arb_mul_2exp_si(base.x, base.x, claim.kind == rounded_truth::beyond ? 128 : -150);
      // Both are monotone: that end tells which is nearer to what is left out.
      const bool nearer = (claim.kind == rounded_truth::beyond) == (x < last);
      const bool ok = claim.kind == rounded_truth::beyond ? arb_ge(value.x, base.x) : arb_lt(value.x, base.x);
      if (nearer && !ok) return false;
      told = true;
      continue;
    }
    const double beside = claim.kind == rounded_truth::beside_x ? x : claim.base;
    arb_set_d(base.x, beside);
    arb_sub(value.x, value.x, base.x, precision);
    // The grid of 25 bits has no gap below 2^-25 of its numbers.
    if (!(upper_bound(value.x) < std::fabs(beside) * 0x1p-25)) return false;
    const bool above = claim.outwards == (beside > 0);
    if (above ? arb_is_negative(value.x) : arb_is_positive(value.x)) return false;
    told |= above ? arb_is_positive(value.x) : arb_is_negative(value.x);  // tanh(10^38) is 1 up to 10^-300 and more
  }
  return told;
}

#else

bool make_taylor_piece(operation, double, double, taylor_piece&) { return false; }
turn_stretch turn_of(int) { return {}; }
turn_pieces::turn_pieces(operation) {}
grid_place place_in_grid(operation, double) { return {}; }
bool holds(operation, const rounded_claim&) { return false; }

#endif

}  // namespace vieta::approximation
