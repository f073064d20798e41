#pragma once

#include "solve/track/tracking_linear.hpp"

// One step of path tracking for a path in each lane.

namespace vieta::tracking::VIETA_TRACKS_ON {

/// z_3 / z_2 for a coordinate, 0 where that would be no use: beyond `limit` in modulus, or where |z_2|^2 is so near to
/// the end of the range of doubles that its inverse is not finite. Coordinates that stay at 0 shrink quadratically, so
/// that some pass through there; a NaN in one of them would spoil the whole path.
template <class P>
VT_HD complex<P> pade_ratio(const complex<P>& z2, const complex<P>& z3, const P& limit) {
  const P size = norm(z2);
  const auto useful = both(norm(z3) < limit * limit * size, size > P(1e-280));
  const P inverse_size = P(1.0) / select(useful, size, P(1.0));
  const complex<P> r{(z3.re * z2.re + z3.im * z2.im) * inverse_size, (z3.im * z2.re - z3.re * z2.im) * inverse_size};
  return {select(useful, r.re, P(0.0)), select(useful, r.im, P(0.0))};
}

/// Beyond this, in units of |z_3| / |z_2|, a coordinate's ratio z_3 / z_2 says nothing; steps stay below 0.75 of that
/// unit's inverse, so that no denominator 1 - s z_3 / z_2 vanishes.
inline constexpr double ratio_limit = 1.25;

/// Steps of Newton's method with one factorisation.
inline constexpr int most_corrections = 6;

template <class P, int N, class Team>
VT_HD P ratio_bound(const workspace<P, N, Team>& w) {
  const P a = w.squared_length(w.coefficient(2)), c = w.squared_length(w.coefficient(3));
  return P(ratio_limit) * sqrt(c / select(a == P(0.0), P(1.0), a));
}

template <class P, int N, class Team>
VT_HD void expand_in(const workspace<P, N, Team>& w) {
  using C = typename workspace<P, N, Team>::C;
  using A = typename workspace<P, N, Team>::A;
  const tape_view& tape = w.tape;
  const batch_view& b = w.b;
  const Team& team = w.team;
  w.set_weights();
  w.set_coefficients(b.t);
  w.set_nodes(w.z);
  w.set_matrix();
  factor(w);
  for (std::size_t k = 1; k < orders; ++k) {
    team.for_each(k > 1 ? 1 + w.n : 1, [&](std::size_t v) { w.order(k)[v] = A::zero(); });
    if (k > 1) w.set_order(k);
    if (tape.toric) {
      w.set_toric_residual(k);
    } else if (tape.parameters > 0) {
      w.set_parametric_coefficients(k, b.t);
      w.set_parametric_residual(k);
    } else {
      w.set_changes(k - 1);
      w.set_series_residual(k);
    }
    solve(w);
    C* const z_k = w.coefficient(k);
    team.for_each(w.n, [&](std::size_t v) { z_k[v] = w.order(k)[1 + v] = w.right_side[v]; });
    if (k + 1 < orders) w.set_order(k);
  }

  for (std::size_t k = 1; k < orders; ++k) w.report(length_1 + k - 1, sqrt(w.squared_length(w.coefficient(k))));
  const P limit = ratio_bound(w);
  P error(0.0), re(0.0), im(0.0);
  for (std::size_t v = team.thread(); v < w.n; v += team.threads()) {
    const auto z1 = leading(w.coefficient(1)[v]), z2 = leading(w.coefficient(2)[v]), z3 = leading(w.coefficient(3)[v]),
               z4 = leading(w.coefficient(4)[v]);
    const P weight = w.row(b.weights, v);
    error = error + norm(z4 - z3 * pade_ratio(z2, z3, limit)) * weight;
    re = re + (z1.re * z2.re + z1.im * z2.im) * weight;
    im = im + (z1.re * z2.im - z1.im * z2.re) * weight;
  }
  w.report(pade_error, sqrt(team.sum(error) * P(1.0 / static_cast<double>(w.n))));
  const P first = w.squared_length(w.coefficient(1));
  const P twice = P(2.0 / static_cast<double>(w.n)) / select(first == P(0.0), P(1.0), first);
  w.report(curvature_re, team.sum(re) * twice);
  w.report(curvature_im, team.sum(im) * twice);
  team.barrier();
}

template <class P, int N, class Team>
VT_HD void advance_in(const workspace<P, N, Team>& w) {
  const batch_view& b = w.b;
  const Team& team = w.team;
  const P s = w.row(b.step, 0), limit = ratio_bound(w);
  team.for_each(w.n, [&](std::size_t v) {
    const auto z1 = leading(w.coefficient(1)[v]), z2 = leading(w.coefficient(2)[v]), z3 = leading(w.coefficient(3)[v]);
    const auto r = pade_ratio(z2, z3, limit);
    // (z_2 s^2) / (1 - r s); without r the cubic term as it is.
    const complex<P> below{P(1.0) - r.re * s, -(r.im * s)};
    const auto none_there = r.re == P(0.0);
    const complex<P> bent = z2 * inverse(below);
    const complex<P> cubic{z2.re + z3.re * s, z2.im + z3.im * s};
    const complex<P> second = select(none_there, cubic, bent);
    const complex<P> d{s * (z1.re + s * second.re), s * (z1.im + s * second.im)};
    w.z_new[v] = {w.z[v].re + d.re, w.z[v].im + d.im};
  });
  w.set_coefficients(b.t_new);
  w.set_nodes(w.z_new);
  w.set_matrix();
  factor(w);
  const P goal = w.row(b.corrections_to, 0);
  auto going = goal == goal;
  P last(0.0);
  for (int k = 0; k < most_corrections; ++k) {
    if (k > 0) w.set_nodes(w.z_new);
    w.set_residual(w.z_new);
    solve(w);
    team.for_each(w.n, [&](std::size_t v) {
      const auto moved = w.z_new[v] - w.right_side[v];
      w.z_new[v] = select(going, moved, w.z_new[v]);
    });
    const P change = sqrt(w.squared_length(w.right_side));
    last = select(going, change, last);
    if (k == 0) w.report(first_change, change);
    if (k == 1) w.report(second_change, change);
    if (k >= 1) {
      going = both(going, change > goal);
      if (none(going)) break;
    }
  }
  w.report(last_change, last);
  team.barrier();
}

template <class P, int N>
void expand(const tape_view& tape, const batch_view& b) {
  expand_in(workspace<P, N>(tape, b, alone{}));
}
template <class P, int N>
void advance(const tape_view& tape, const batch_view& b) {
  advance_in(workspace<P, N>(tape, b, alone{}));
}

}  // namespace vieta::tracking::VIETA_TRACKS_ON
