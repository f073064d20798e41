#pragma once

#include <cstddef>

#include "solve/track/kernels.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/scalar.hpp"

// What a path does next along the radius towards t = 0: the same decisions on the CPU and on a device.

namespace vieta::tracking {

/// How cautious steps are. A path that turned out to have jumped is followed again with smaller ones.
struct tracking_settings {
  double trust = 0.6;          ///< share of the estimated radius of convergence that a step may take
  double largest_miss = 1e-3;  ///< of the predictor, relative to |z|
  double contraction = 0.02;   ///< that the first Newton step is to show; accepted up to 4 times this
  int max_steps = 4000;
  double endgame_from = 0.0137;  ///< t at which circles about 0 begin; no round number, as coefficients are
  double leaps_from = 2;         ///< largest t from which a step may reach t = 0
  /// Takes nothing for infinite that four doubles do not show to be, and goes in no circles: for ends that are to
  /// be told apart from solutions that are large, or close to each other.
  bool second_look = false;
};

/// Limits that depend on the number of doubles: 1, 2, 4.
struct precision_limits {
  double smallest_rung;    ///< t below which a path is not followed
  double noise;            ///< Newton steps below it are rounding
  double accepted_change;  ///< of the last Newton step
};
VT_HD precision_limits limits_of(int rung) {
  if (rung == 0) return {1e-17, 1e-13, 1e-8};
  if (rung == 1) return {1e-22, 1e-28, 1e-9};
  return {1e-40, 1e-56, 1e-10};
}

/// t below which a second look goes on in more doubles: simple solutions that are neither very large nor close to
/// others are reached before.
VT_HD double second_look_until(int rung) {
  return rung == 0 ? 1e-7 : rung == 1 ? 1e-16 : limits_of(rung).smallest_rung;
}

/// How a path goes on when its step is chosen.
enum class next_move {
  step,      ///< by `step` to `t_new`; Newton's method goes on until a correction is below `corrections_to`
  infinite,  ///< not at all: it has gone to infinity
  circle,    ///< a circle about t = 0
};

/// The ladder of radii, the length of steps, and what earlier steps taught. The members are those of one path.
struct step_control {
  double radius = 1;  ///< t
  double step = 0, t_new = 0, corrections_to = 1;
  double expected = 0, caution = 1, bend = 0;
  int refused = 0, refused_here = 0, steps = 0, rejected = 0;  // refused_here: since the last rung
  bool leap = false, fresh = false;
  // Endgame.
  double next_rung = 0;
  int rungs = 0;
  bool at_rung = false, in_endgame = false, have_curvature = false;
  complex<double> curvature{0, 0};
  double growth[3] = {0, 0, 0};  // p of z_0 = a t^p + ... at the last rungs, the latest first
  double no_leap_above = 0;      // a leap from a larger radius failed
  double no_loop_above = 2;      // larger circles have turned out to be too large

  static constexpr double rung_ratio = 0.1;  // of the radii of consecutive circles
  // A path that looks infinite ends at the first when z_0 is small there, at the latter in any case.
  static constexpr double infinite_at = 1e-10, infinite_at_last = 1e-16, small_z_0 = 1e-6;
  // The same in a second look, in four doubles.
  static constexpr double shown_at = 1e-24, shown_at_last = 1e-36, shown_z_0 = 1e-20;
  // Where a path cannot be followed farther, and z_0 is less than this, there it has gone: late, or early on the way.
  static constexpr double gone_from = 0.03, gone_below_late = 1e-14, gone_below_early = 1e-30;

  /// `newton_first`: the point is near the path, not on it.
  VT_HD void begin(const tracking_settings& settings, double t, bool newton_first, bool without_circles) {
    radius = t;
    caution = 1, bend = 0, refused = refused_here = 0;
    fresh = newton_first;
    leap = false;
    rungs = 0;
    at_rung = have_curvature = false;
    next_rung = settings.endgame_from;
    while (next_rung > 0.99 * radius) next_rung *= rung_ratio;
    in_endgame = radius <= settings.endgame_from;
    for (double& g : growth) g = 0;
    no_leap_above = settings.leaps_from;
    no_loop_above = without_circles ? 0 : 2;
  }

  /// The step that the series permits. A NaN gives 0.
  template <class Report>
  VT_HD double longest_step(const tracking_settings& settings, const Report& report) const {
    const double error = report(pade_error);
    // The corrector contracts by about bend * miss: aim at the contraction wanted.
    double miss = settings.largest_miss;
    if (bend > 0) miss = min(settings.largest_miss, max(1e-9, settings.contraction / bend));
    const double by_error = error > 0 ? sqrt(sqrt(miss / error)) : 1e300;
    const double z2 = report(length_2), z3 = report(length_3), z4 = report(length_4);
    const double far = z4 > 0 ? z3 / z4 : 1e300, near = z3 > 0 ? z2 / z3 : 1e300;
    const double by_radius = settings.trust * min(far, near);
    const double longest = caution * min(by_radius, by_error);
    return longest > 0 ? longest : 0;
  }

  VT_HD void go(double by, double to, double until) { step = by, t_new = to, corrections_to = until; }

  /// The point has the errors of a lower precision: Newton's method first.
  VT_HD void correct_only(const tracking_settings& settings, int rung) {
    leap = false;
    expected = settings.largest_miss;
    go(0, radius, 0.01 * limits_of(rung).accepted_change);
  }

  /// A step along the radius. `look` tells the path's slope_to_infinity() and share_of_z_0() = |z_0| / |z|, which few
  /// steps ask for.
  template <class Report, class Look>
  VT_HD next_move choose_radial(const tracking_settings& settings, int rung, const Report& report, const Look& look) {
    leap = false;
    const double longest = longest_step(settings, report);
    const double error = report(pade_error);
    if (longest >= radius && radius < no_leap_above) {  // to the end at once
      leap = true;
      go(radius, 0, limits_of(0).noise);
      expected = error * power_of_four(step);
      return next_move::step;
    }
    if (at_rung) {
      // The path is z(0) + a t^p + ...: when p as seen from here is what it was before, circles will do.
      at_rung = false;
      const complex<double> slope = look.slope_to_infinity();
      const double re = -radius * slope.re, im = -radius * slope.im;
      growth[2] = growth[1], growth[1] = growth[0];
      growth[0] = abs(im) < 0.25 * re ? re : 0;
      const bool infinite = looks_infinite();
      const double last = settings.second_look ? shown_at_last : infinite_at_last;
      const double first = settings.second_look ? shown_at : infinite_at;
      const double small = settings.second_look ? shown_z_0 : small_z_0;
      if (infinite && (radius <= last || (radius <= first && look.share_of_z_0() < small))) return next_move::infinite;
      const complex<double> now{1.0 + radius * report(curvature_re), radius * report(curvature_im)};
      const bool settled = have_curvature && abs(now - curvature) < 0.05;
      curvature = now, have_curvature = true;
      ++rungs;
      if (!settings.second_look && radius < no_loop_above && !infinite && (settled || look.have_limit() || rungs > 4))
        return next_move::circle;
    }
    double by = min(radius - next_rung, longest);
    if (radius - by - next_rung < 1e-9 * next_rung) by = radius - next_rung;
    go(by, radius - by, 0.1 * limits_of(rung).accepted_change);
    expected = error * power_of_four(step);
    return next_move::step;
  }
  static VT_HD double power_of_four(double x) { return x * x * (x * x); }

  /// Whether the step that was made may stand.
  template <class Report>
  VT_HD bool accepts(const tracking_settings& settings, int rung, const Report& report) const {
    const precision_limits limits = limits_of(rung);
    const double first = report(first_change), second = report(second_change), last = report(last_change);
    const bool near = first <= 4 * settings.largest_miss && first <= 20 * expected + 1e-8;
    const bool contracts = second <= 64 * limits.noise || second / first <= 4 * settings.contraction;
    const bool good = near && contracts && last <= limits.accepted_change;
    return leap ? good && last <= 1e-10 && report(pivot_ratio) > 1e-3 * limits.noise : good;
  }
  /// After a leap that is accepted. Newton's method went with the Jacobian of the predicted point. That speaks for the
  /// end only if no singular one is within the way it went: close to a set of zeros corrections get small beside the
  /// set too.
  template <class Report>
  VT_HD bool is_doubtful(const Report& report) const {
    return leap && !(report(first_change) <= 0.01 * report(pivot_ratio));
  }
  /// After a correction at the end of a doubtful leap, with the Jacobian there.
  template <class Report>
  VT_HD bool confirms(int rung, const Report& report) const {
    return report(first_change) <= 1e-6 && report(last_change) <= 1e-6 &&
           report(pivot_ratio) > 1e3 * limits_of(rung).noise;
  }
  /// After a step that stands.
  template <class Report>
  VT_HD void learn(int rung, const Report& report) {
    const double first = report(first_change), second = report(second_change);
    fresh = false;
    ++steps;
    refused = 0;
    caution = min(2 * caution, 1.0);
    const bool tells = first > 1e-10 && !(second <= 64 * limits_of(rung).noise);
    bend = tells ? max(0.25 * bend, second / first / first) : 0.25 * bend;
  }
  /// After one that does not; true where steps have become too small.
  template <class Report>
  VT_HD bool refuse(int rung, const Report& report) {
    ++rejected;
    ++refused;
    caution = min(1.0, caution) * (refused > 2 ? 0.25 : 0.5);
    if (leap) {
      leap_later();
      return false;
    }
    const double first = report(first_change), second = report(second_change), noise = limits_of(rung).noise;
    if (first < 0.1 && second > 1e3 * noise) bend = max(second / (first * first), bend);
    // What is small and does not shrink is rounding.
    const bool rounding = first < 1e4 * noise && second > 0.1 * first;
    return (rounding && refused > 1) || refused > 10 || ++refused_here > 40;
  }

  VT_HD void leap_later() {
    no_leap_above = 0.3 * radius;
    caution = 1;
    refused = 0;
  }

  /// Down by the step; true at a rung of the ladder of radii.
  VT_HD bool descend() {
    radius -= step;
    if (!(radius <= next_rung * (1 + 1e-9))) return false;
    radius = next_rung;
    next_rung *= rung_ratio;
    at_rung = true;
    refused_here = 0;
    return true;
  }

  /// z_0 vanishes like t^p: p has settled, and is not falling to 0, as it does where z_0 does not vanish.
  [[nodiscard]] VT_HD bool looks_infinite() const {
    return growth[0] > 0.05 && growth[0] > 0.98 * growth[1] && growth[1] > 0.98 * growth[2] && growth[2] > 0;
  }

  /// A path that cannot be followed farther has gone to infinity where |z_0| / |z| is less than this.
  [[nodiscard]] VT_HD double gone_below() const {
    return radius <= 1e-9 ? 1e-10 : radius <= gone_from ? gone_below_late : gone_below_early;
  }
};

}  // namespace vieta::tracking
