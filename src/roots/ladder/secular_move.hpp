#pragma once

#include <cmath>

#include "roots/cuda_sweeps/scaled_number.hpp"
#include "vieta/core/complex.hpp"

namespace vieta {

// Where corrections are huge a node is on its way for many rounds, and its steps are all alike: p falls by a constant
// factor along each, as an exponential does. Steps that repeat the last one are made longer, so that nine gain the
// fifty bits of a round for which sixteen would do, and the last ones are as they are.
inline constexpr int secular_steps = 9;
inline constexpr int last_longer_step = 4;

/// What the secular equation holds beside the sums over the sources of a band, in the band's scale.
struct secular_rest {
  double unit = 1;
  complex<double> from_larger = {0.0, 0.0};  ///< sum of W_j / (x - z_j), x - z_j = -z_j
  complex<double> smaller_weight = {0.0, 0.0};
};

/// A node on its way: from z to x = z + d. `last_move` was relative to x.
struct secular_place {
  complex<double> x = {0.0, 0.0}, d = {0.0, 0.0}, weight = {0.0, 0.0}, last_move = {0.0, 0.0};
  bool moves = true;
};

/// a / b without overflow on the way.
VT_HD complex<double> secular_quotient(const complex<double>& a, const complex<double>& b) {
  const int shift = sweeps::exponent_of(b);
  const complex<double> c = {scale_by(b.re, -shift), scale_by(b.im, -shift)};
  const complex<double> q = a * complex<double>{c.re, -c.im} / norm(c);
  return {scale_by(q.re, -shift), scale_by(q.im, -shift)};
}

/// The next step of a node, from T, T' and the other nodes' part: see kernel_table::secular_sums. (x - z_i) times the
/// equation, g(x) = d (1 + T) + W_i, has no pole at the node itself.
VT_HD secular_place secular_move(const secular_rest& rest, int round, const secular_place& at, const complex<double>& t,
                                 const complex<double>& derivative, const complex<double>& others) {
  constexpr double lengthening = 3, alike = 0.4;
  constexpr double settled_step = 1e-12;  // relative to d: W is hardly ever better than that
  const complex<double> unit = {rest.unit, 0.0};
  const complex<double> from_smaller = secular_quotient(rest.smaller_weight, at.x);
  const complex<double> all = unit + t + rest.from_larger + from_smaller;
  const complex<double> g = at.d * all + at.weight;
  const complex<double> slope = all + at.d * (derivative - secular_quotient(from_smaller, at.x));
  complex<double> move = secular_quotient(g, slope + g * others);
  secular_place next = at;
  next.last_move = secular_quotient(move, at.x);
  const complex<double> change = next.last_move - at.last_move;
  if (round <= last_longer_step &&
      std::hypot(change.re, change.im) < alike * std::hypot(at.last_move.re, at.last_move.im))
    move = move * lengthening;
  const double size = std::hypot(move.re, move.im), modulus = std::hypot(at.x.re, at.x.im);
  if (!(size < 0x1p400))
    move = complex<double>{0.006, 0.008} * modulus;
  else if (size > 0.5 * modulus)
    move = move * (0.5 * modulus / size);
  next.d = at.d - move;
  next.x = at.x - move;
  next.moves = !(size == 0.0 || std::hypot(move.re, move.im) <= settled_step * std::hypot(next.d.re, next.d.im));
  return next;
}

}  // namespace vieta
