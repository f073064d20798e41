#pragma once

#include "minimax/quotient/differential_correction.hpp"
#include "minimax/quotient/drawn_apart.hpp"
#include "minimax/quotient/quotient_extrema.hpp"

namespace vieta::approximation {

/// What one type's exchange has come to.
template <class R>
struct quotient_state {
  std::vector<quotient_point<R>> reference;
  barycentric_quotient<R> quotient;
  R level = 0;                             ///< the error of the reference's first point
  std::vector<quotient_point<R>> extrema;  ///< of alternating signs
  R largest = 0;
  std::size_t degree_of_p = 0, degree_of_q = 0;
  bool converged = false;
};

/// How often the errors of a reference's quotient alternate at its level: no less than the reference has points.
/// Smaller tops, of which functions that wave have many, count for nothing.
template <class R>
std::size_t alternations_of(const quotient_state<R>& now) {
  using std::abs;
  constexpr double levelled = 1e-6;
  std::size_t count = 0;
  bool is_negative = false;
  for (const quotient_point<R>& top : now.extrema) {
    if (abs(top.error) < abs(now.level) * R(1 - levelled) || (count > 0 && (top.error < R(0)) == is_negative)) continue;
    ++count;
    is_negative = top.error < R(0);
  }
  return std::max(count, now.reference.size());
}

/// By how much both degrees may be lowered from `type` to reach that of `now`, or more than anything where they cannot:
/// so many points of alternation more than its own tell that `now` is the best of `type`, too.
template <class R>
std::size_t alternations_missing(const std::pair<std::size_t, std::size_t>& type, const quotient_state<R>& now) {
  const std::size_t of_p = type.first - now.degree_of_p, of_q = type.second - now.degree_of_q;
  return of_p + of_q - std::min(of_p, of_q);
}

/// Samples that are chosen by where a quotient errs most, until it errs nowhere more than at them.
template <class R, class At, class Stop>
class correction_at_samples {
  using point = quotient_point<R>;

 public:
  correction_at_samples(const exchange_problem<R>& problem, std::size_t degree_of_p, std::size_t degree_of_q,
                        const At& at, const Stop& must_stop)
      : problem_(problem),
        at_(at),
        must_stop_(must_stop),
        of_p_(degree_of_p),
        of_q_(degree_of_q),
        samples_(degree_of_p, degree_of_q, must_stop) {}

  /// Its `level` is the least error of the reference: where a quotient of lower degrees is all but as good there are
  /// more alternations than it takes, whose sizes are nearly the same. Nothing where errors are below `out_of_reach` of
  /// the function's size, as `bound` tells, or none is found. A reference that is empty: one or two alternations are
  /// missing, next to an end, say, where a zero of q is hardly farther from it than numbers tell.
  /// `to_beat`: no quotient is wanted whose error is not smaller; where there is none `none_is_below`.
  std::optional<quotient_state<R>> run(const R& bound, double out_of_reach, const R* to_beat = nullptr) {
    using std::abs;
    constexpr int most_rounds = 24;
    constexpr std::size_t few_missing = 2;
    constexpr double nearly = 1e-9, levelled = 5e-7, a_top = 0.95;
    if (!begin() || (bound > R(0) && bound < size_ * R(out_of_reach))) return std::nullopt;
    const std::size_t need = of_p_ + of_q_ + 2;
    std::vector<point> nodes;
    for (const R& x : spread_places(problem_.intervals, need)) nodes.push_back(at_(x));
    for (int round = 0; round < most_rounds && !must_stop_(); ++round) {
      const auto beaten = [&](long double error) {
        return !to_beat || error < static_cast<long double>(R(*to_beat / size_));
      };
      std::optional<corrected_quotient> found =
          to_beat ? samples_.run(static_cast<long double>(R(*to_beat / size_))) : samples_.run();
      if (!found && to_beat && !samples_.none_is_below() && !zeros_.empty()) {
        samples_.begin_with_zeros(zeros_);
        found = samples_.run();
      }
      none_is_below_ = samples_.none_is_below() || (found && !beaten(found->largest));
      if (!found || none_is_below_) return std::nullopt;
      std::vector<R> t, p, q;
      for (const point& node : nodes) {
        t.push_back(node.t);
        p.push_back(chebyshev_sum(found->p, place_of(node)) * ratio_);
        q.push_back(chebyshev_sum(found->q, place_of(node)));
        if (!(node.side < 0 ? q.back() < R(0) : q.back() > R(0))) return std::nullopt;
      }
      quotient_state<R> out;
      out.quotient = {t, p, q, std::max(of_p_, of_q_) + 1};
      quotient_extrema<R, At> errors(problem_, out.quotient, at_);
      const R of_samples = R(found->largest) * size_;
      if (!errors.find(looked_at_, of_samples, must_stop_)) {
        add_least_of(found->q);
      } else if (errors.largest() > of_samples * R(1 + nearly)) {
        for (const point& top : errors.extrema())
          if (abs(top.error) > of_samples * R(a_top)) add(top);
      } else {
        out.extrema = std::move(errors.extrema());
        if (out.extrema.size() < need) {
          // A first or a last one that is not levelled is what rounding has left of a narrow top beside it.
          const auto is_small = [&](const point& top) { return abs(top.error) < of_samples * R(a_top); };
          if (!out.extrema.empty() && is_small(out.extrema.back())) out.extrema.pop_back();
          if (!out.extrema.empty() && is_small(out.extrema.front())) out.extrema.erase(out.extrema.begin());
          if (out.extrema.empty() || out.extrema.size() + few_missing < need) return std::nullopt;
          return out;
        }
        out.reference = renewed(nodes, out.extrema, errors.largest());
        out.largest = out.level = errors.largest();
        for (const point& top : out.reference) out.level = std::min(out.level, R(abs(top.error)));
        out.degree_of_p = of_p_, out.degree_of_q = of_q_;
        out.converged = out.largest - out.level < out.largest * R(levelled);
        return out;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool none_is_below() const { return none_is_below_; }
  /// What shows it: places, and the signs of errors there.
  [[nodiscard]] std::vector<std::pair<point, int>> support() const {
    std::vector<std::pair<point, int>> all;
    for (const auto& [i, sign] : samples_.support()) all.emplace_back(added_[i], sign);
    return all;
  }

  /// Where q changes its sign, for a start.
  void change_signs_at(const std::vector<R>& changes) {
    for (const R& x : changes) changes_.push_back(x);
  }

 private:
  bool begin() {
    using std::abs;
    constexpr std::size_t points = 4000, every = 8;  // of these is a sample from the beginning on
    std::vector<R> places = spread_places(problem_.intervals, points), always = problem_.also;
    for (const auto& [lo, hi] : problem_.intervals) always.insert(always.end(), {lo, hi});
    places.insert(places.end(), always.begin(), always.end());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end(), [](const R& a, const R& b) { return !(a < b); }),
                 places.end());
    for (const R& x : places) {
      if (must_stop_()) return false;
      grid_.push_back(at_(x));
      const point& p = grid_.back();
      lo_ = grid_.size() == 1 ? p.t : std::min(lo_, p.t);
      hi_ = grid_.size() == 1 ? p.t : std::max(hi_, p.t);
      size_ = std::max(size_, R(abs(p.s.target)));
      if (p.is_usable) ratio_ = std::max(ratio_, R(abs(p.s.target / p.s.factor)));
    }
    if (!alternates()) return false;
    const auto& all = problem_.intervals;
    for (std::size_t i = 1; i < all.size(); ++i)  // the function need have no value between them
      for (const R& x : changes_)
        if (x > all[i - 1].second && x < all[i].first)
          zeros_.push_back(
              static_cast<long double>(R((place_of(at_(all[i - 1].second)) + place_of(at_(all[i].first))) * R(0.5))));
    if (!(hi_ > lo_) || !(size_ > R(0)) || !(ratio_ > R(0))) return false;
    for (std::size_t i = 0; i < grid_.size(); i += every) add(grid_[i]);
    for (const R& x : always) add(at_(x));
    for (std::size_t i = 0; i < grid_.size(); i += 4 * every) looked_at_.push_back(grid_[i]);
    return true;
  }

  /// Errors of p/q alternate where arguments ascend or descend, and the factor has one sign.
  [[nodiscard]] bool alternates() const {
    const auto grows = [&](std::size_t i) { return grid_[i].t > grid_[i - 1].t; };
    int side = 0;
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      if (i > 1 && grows(i) != grows(1)) return false;
      if (!grid_[i].is_usable) continue;
      const int here = grid_[i].s.factor < R(0) ? -1 : 1;
      if (here == -side) return false;
      side = here;
    }
    return true;
  }

  [[nodiscard]] R place_of(const point& p) const { return (p.t - lo_ + p.t - hi_) / (hi_ - lo_); }

  /// Targets are at most 1 here, and so is what p/q has to be.
  void add(const point& p) {
    if (p.is_usable &&
        samples_.add({static_cast<long double>(R(p.s.target / size_)),
                      static_cast<long double>(R(p.s.factor * ratio_ / size_)), static_cast<long double>(place_of(p))},
                     p.side))
      added_.push_back(p);
  }

  /// A zero of q between samples: the place where it is least comes in, and those around it at shrinking distances.
  void add_least_of(const std::vector<long double>& q) {
    constexpr int most_thirds = 40;
    const auto value_at = [&](const point& p) { return R(p.side) * chebyshev_sum(q, place_of(p)); };
    const auto is_left_out = [&](const R& left, const R& right) {  // a gap between intervals is there
      return std::none_of(problem_.intervals.begin(), problem_.intervals.end(),
                          [&](const auto& i) { return !(left < i.first) && !(right > i.second); });
    };
    std::vector<R> values;
    for (const point& p : grid_) values.push_back(value_at(p));
    for (std::size_t i = 1; i + 1 < grid_.size(); ++i) {
      if (values[i] > values[i - 1] || values[i] > values[i + 1]) continue;
      R left = grid_[i - 1].x, right = grid_[i + 1].x;
      if (is_left_out(left, right)) continue;
      for (int step = 0; step < most_thirds && !must_stop_(); ++step) {
        const R third = (right - left) / R(3);
        const point a = at_(left + third), b = at_(right - third);
        if (step % 4 == 0) add(a), add(b);
        const bool falls = value_at(b) < value_at(a);
        (falls ? left : right) = falls ? a.x : b.x;
      }
      add(at_(left)), add(at_(right));
    }
  }

  const exchange_problem<R>& problem_;
  const At& at_;
  const Stop& must_stop_;
  std::size_t of_p_, of_q_;
  differential_correction samples_;
  std::vector<point> grid_, looked_at_;
  std::vector<R> changes_;
  std::vector<point> added_;
  std::vector<long double> zeros_;
  bool none_is_below_ = false;
  R lo_ = 0, hi_ = 0, size_ = 0, ratio_ = 0;
};

}  // namespace vieta::approximation
