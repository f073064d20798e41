#pragma once

#include <limits>

#include "minimax/quotient/corrected_reference.hpp"
#include "minimax/quotient/points_put_in.hpp"
#include "minimax/quotient/sides_of_q.hpp"

namespace vieta::approximation {

/// The exchange of p/q from a reference, of any type up to the one that is asked for.
template <class R>
class quotient_settling {
 public:
  /// No p/q of the type errs less: the largest level of the references that were tried (de la Vallee-Poussin).
  [[nodiscard]] const R& bound() const { return bound_; }

  /// The error of p = 0 is 1, and no p/q of the type has one that double tells from it.
  [[nodiscard]] bool zero_is_as_good() const { return errors_of_zero_are_1_ && R(1) - bound_ < R(1e-16); }

 protected:
  using point = quotient_point<R>;
  using state = quotient_state<R>;

  /// `unit`: of the number type's rounding errors; errors below `noise` times the largest target are made of these.
  quotient_settling(const exchange_problem<R>& problem, R unit, R noise)
      : problem_(problem), unit_(std::move(unit)), noise_(std::move(noise)) {
    degree_of_p_ = problem.free.exponents.empty() ? 0 : static_cast<std::size_t>(problem.free.exponents.back());
    degree_of_q_ = static_cast<std::size_t>(problem.denominator);
    scale_ = argument_over(problem);
    has_gaps_ = !gaps_of(problem.intervals).empty();
  }

  point at(const R& x) const {
    using std::abs;
    point p;
    p.x = x;
    p.s = problem_.at(part_ < 1 ? R(fixed_end_ + (x - fixed_end_) * R(part_)) : x);
    p.t = scale_(p.s.argument);
    p.side = sides_.of(x);
    p.is_flipped = has_gaps_ && p.s.factor < R(0);
    if (p.is_flipped) p.s.target = -p.s.target, p.s.factor = -p.s.factor;
    p.is_usable = abs(p.s.factor) > R(0);
    if (share_ < 1 && p.is_usable) {
      const R even = exp_of<R>((share_ - 1) * logarithm(R(abs(p.s.factor))));
      if (!keeps_targets_) p.s.target = p.s.target * even;
      p.s.factor = p.s.factor * even;
    }
    return p;
  }

  bool must_stop() {
    stopped_ = stopped_ || zero_is_as_good() || (problem_.must_stop && problem_.must_stop());
    return stopped_;
  }

  std::vector<point> points_at(const std::vector<R>& places) const {
    std::vector<point> all;
    for (const R& x : places) all.push_back(at(x));
    return all;
  }
  std::vector<point> spread(std::size_t count) const { return points_at(spread_places(problem_.intervals, count)); }

  /// Where no rule finds points of a higher type: this one's and one or two besides, wherever there is room.
  bool settle_with_points_put_in(const state& now, std::size_t m, std::size_t n, double tolerance, state& out,
                                 bool in_many_ways = false) {
    const std::size_t count = m + n + 2;
    if (now.extrema.size() >= count) return false;
    const std::size_t missing_points = count - now.extrema.size();
    if (missing_points > 2) return false;
    if (count > 24) return false;
    const auto gaps = gaps_between(problem_.intervals, places_of(now.extrema));
    std::vector<point> tops = now.extrema;
    const auto tried = [&](std::initializer_list<R> places) {
      std::vector<point> reference = tops;
      for (const R& x : places) {
        if (stopped_ || !is_inside(problem_.intervals, x)) return false;
        reference.push_back(at(x));
      }
      std::sort(reference.begin(), reference.end(), [](const point& a, const point& b) { return a.x < b.x; });
      return settle(std::move(reference), m, n, tolerance, out);
    };
    if (put_in(gaps, missing_points, in_many_ways, tried)) return true;
    if (!in_many_ways || tops.size() < 3) return missing_points == 2 && in_many_ways && has_needles(tops, tried);
    if (missing_points == 2) return has_needles(tops, tried);
    // The first or the last one is of a zero of q beyond an end, which a needle takes the place of.
    tops.pop_back();
    if (has_needles(tops, tried)) return true;
    tops.assign(now.extrema.begin() + 1, now.extrema.end());
    return has_needles(tops, tried);
  }

  template <class Tried>
  bool has_needles(const std::vector<point>& tops, const Tried& tried) {
    rounds_ = 0;
    return as_needles(problem_.intervals, places_of(tops), tried);
  }

  /// The exchange of one type from this reference: false where it finds no quotient without poles there, or does not
  /// come to an end.
  bool settle(std::vector<point> reference, std::size_t m, std::size_t n, double tolerance, state& out,
              int most_rounds = 40) {
    using std::abs;
    constexpr int most_halvings = 8, most_when_near = 40;
    constexpr double near = 0.1;
    if (rounds_ > rounds_allowed_) return false;
    out = state();
    out.degree_of_p = m;
    out.degree_of_q = n;
    if (!is_tidy(reference)) return false;
    state now = out;
    now.reference = std::move(reference);
    if (!level(now)) return false;
    R scale = 0;
    for (const point& p : now.reference) scale = std::max(scale, R(abs(p.s.target)));
    double least_gap = 1;
    int idle = 0;
    for (int round = 1; round <= (least_gap < near ? most_when_near : most_rounds) && !must_stop(); ++round) {
      if (++rounds_ > rounds_allowed_) return false;
      if (!(now.largest > scale * noise_)) {  // the function is this quotient itself
        out = std::move(now);
        return out.converged = of_noise_ = true;
      }
      const R size = abs(now.level);
      if (out.reference.empty() || now.largest < out.largest || size > abs(out.level)) out = now;
      const double gap = static_cast<double>((now.largest - size) / now.largest);
      if (!(gap > tolerance)) {
        out = std::move(now);
        out.converged = gap > -tolerance;
        return out.converged;
      }
      if (is_beaten()) return false;
      idle = gap < 0.7 * least_gap ? 0 : idle + 1;
      least_gap = std::min(least_gap, gap);
      if (idle > 12) return false;
      const std::vector<point> target = renewed(now.reference, now.extrema, now.level);
      if (target.size() != now.reference.size()) return false;
      // The level grows along the way to the new points, as long as that is short.
      bool moved = false;
      double part = 1;
      for (int halving = 0; halving < most_halvings && !moved && !must_stop(); ++halving, part = part / 2) {
        state next;
        next.degree_of_p = m;
        next.degree_of_q = n;
        if (part == 1) {
          next.reference = target;
        } else {
          for (std::size_t i = 0; i < target.size(); ++i)
            next.reference.push_back(at(now.reference[i].x + (target[i].x - now.reference[i].x) * R(part)));
          if (!is_tidy(next.reference)) continue;
        }
        moved = level(next) && abs(next.level) > size * R(1 - 1e-9);
        if (moved) now = std::move(next);
      }
      if (!moved) return false;
    }
    return false;
  }

  /// The quotient of this reference, and its largest errors; false where it has a pole.
  bool level(state& now) {
    if (levels_left_-- <= 0) return false;
    std::vector<sample<R>> samples;
    std::vector<R> t;
    std::vector<int> sides;
    for (const point& p : now.reference) {
      samples.push_back(p.s);
      t.push_back(p.t);
      sides.push_back(p.side);
    }
    levelled_quotient<R> system(samples, t, sides, unit_, [this] { return must_stop(); });
    const std::optional<quotient_and_level<R>> found = system.find(now.degree_of_p, now.degree_of_q);
    if (!found) return false;
    now.quotient = found->quotient;
    now.level = found->level;
    const R size = now.level < R(0) ? R(-now.level) : now.level;
    if (now.degree_of_p == degree_of_p_ && now.degree_of_q == degree_of_q_ && share_ == 1 && part_ == 1 &&
        size > bound_) {
      bound_ = size;
      bound_at_ = now.reference;
      bound_level_ = now.level;
    }
    const auto make = [this](const R& x) { return at(x); };
    quotient_extrema<R, decltype(make)> extrema(problem_, now.quotient, make);
    if (!extrema.find(now.reference, now.level, [this] { return must_stop(); })) return false;
    now.extrema = std::move(extrema.extrema());
    now.largest = extrema.largest();
    return true;
  }

  /// No quotient of these signs of q errs less than the one that is to be beaten.
  [[nodiscard]] bool is_beaten() const { return to_beat_ > R(0) && !(bound_ < to_beat_); }

  /// The levelled errors of a reference: below their level the inequalities that keep them there contradict one another
  /// and one that keeps one of them above its negative.
  exclusion_of_signs exclusion_by(const std::vector<point>& reference, const R& level) const {
    constexpr double below = 1e-9;
    exclusion_of_signs shown;
    if (reference.size() != degree_of_p_ + degree_of_q_ + 2) return shown;
    const int first = level < R(0) ? -1 : 1;
    shown.error = static_cast<long double>(R((first < 0 ? R(-level) : level) * R(1 - below)));
    for (std::size_t i = 0; i < reference.size(); ++i) add_inequality(shown, reference[i], i % 2 == 0 ? first : -first);
    const std::size_t middle = reference.size() / 2;
    add_inequality(shown, reference[middle], middle % 2 == 0 ? -first : first);
    return shown;
  }
  static void add_inequality(exclusion_of_signs& to, const point& at, int sign) {
    to.all.push_back({static_cast<long double>(at.x), at.side, at.is_flipped ? -sign : sign});
  }

  static constexpr int most_rounds_of_all = 900;  // more suffers from rounding errors
  const exchange_problem<R>& problem_;
  R unit_, noise_;
  scaled_argument<R> scale_;
  sides_of_q<R> sides_;
  std::size_t degree_of_p_ = 0, degree_of_q_ = 0;
  int rounds_ = 0, rounds_allowed_ = most_rounds_of_all, levels_left_ = std::numeric_limits<int>::max();
  double share_ = 1;  ///< the power of factors that counts
  double part_ = 1;   ///< of the interval that counts, which begins or ends at:
  R fixed_end_ = 0, bound_ = 0, to_beat_ = 0;
  std::vector<point> bound_at_;  ///< the reference whose level `bound_` is; with its sign:
  R bound_level_ = 0;
  bool has_gaps_ = false, errors_of_zero_are_1_ = false;
  bool keeps_targets_ = false;  ///< of targets not
  bool stopped_ = false, of_noise_ = false;
};

}  // namespace vieta::approximation
