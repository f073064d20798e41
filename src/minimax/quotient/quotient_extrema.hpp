#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "minimax/quotient/levelled_quotient.hpp"
#include "minimax/quotient/renewed_reference.hpp"

namespace vieta::approximation {

/// The largest errors of p/q between the points of a reference, and beside the ends. `At` makes a point from an x.
template <class R, class At>
class quotient_extrema {
 public:
  quotient_extrema(const exchange_problem<R>& problem, const barycentric_quotient<R>& quotient, const At& at)
      : problem_(problem), quotient_(quotient), at_(at) {}

  /// With alternating signs, and those below half of `level` left out. False at a pole, and when stopped.
  template <class Stop>
  bool find(const std::vector<quotient_point<R>>& reference, const R& level, const Stop& must_stop) {
    using std::abs;
    std::vector<point> places;
    std::size_t next = 0, also = 0;
    for (const auto& [lo, hi] : problem_.intervals) {
      std::vector<point> more = anchors(reference, next, lo, hi);
      between(more);
      for (; also < problem_.also.size() && !(problem_.also[also] > hi); ++also)
        if (problem_.also[also] > lo && problem_.also[also] < hi) more.push_back(at_(problem_.also[also]));
      sort(more);
      if (must_stop() || !add_dips(more)) return false;
      for (point& p : more)
        if (places.empty() || p.x > places.back().x) places.push_back(std::move(p));
    }
    for (point& p : places)
      if (must_stop() || !evaluate(p)) return false;
    std::vector<point> tops;
    for (std::size_t begin = 0, i = 1; i <= places.size(); ++i) {
      if (i < places.size() && (places[i].error < R(0)) == (places[begin].error < R(0))) continue;
      std::size_t top = begin;
      for (std::size_t k = begin + 1; k < i; ++k)
        if (abs(places[k].error) > abs(places[top].error)) top = k;
      tops.push_back(sharpened(places, top));
      begin = i;
    }
    // Small lobes between larger ones, and what has no influence, part what belongs together.
    const R least = abs(level) * R(0.5);
    for (point& p : tops) {
      largest_ = std::max(largest_, R(abs(p.error)));
      if (!p.is_usable || abs(p.error) < least) continue;
      if (extrema_.empty() || (p.error < R(0)) != (extrema_.back().error < R(0)))
        extrema_.push_back(std::move(p));
      else if (abs(p.error) > abs(extrema_.back().error))
        extrema_.back() = std::move(p);
    }
    return true;
  }

  [[nodiscard]] std::vector<quotient_point<R>>& extrema() { return extrema_; }
  [[nodiscard]] const R& largest() const { return largest_; }

 private:
  using point = quotient_point<R>;

  static void sort(std::vector<point>& places) {
    std::sort(places.begin(), places.end(), [](const point& a, const point& b) { return a.x < b.x; });
    const auto same = [](const point& a, const point& b) { return !(a.x < b.x); };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
  }

  /// The points of the reference in an interval, and its ends.
  std::vector<point> anchors(const std::vector<point>& reference, std::size_t& next, const R& lo, const R& hi) const {
    std::vector<point> all;
    if (next == reference.size() || reference[next].x > lo) all.push_back(at_(lo));
    for (; next < reference.size() && !(reference[next].x > hi); ++next) all.push_back(reference[next]);
    if (all.back().x < hi) all.push_back(at_(hi));
    return all;
  }

  void between(std::vector<point>& places) const {
    constexpr int pieces = 9;
    const std::size_t known = places.size();
    for (std::size_t i = 1; i < known; ++i)
      for (int k = 1; k < pieces; ++k) {
        const double part = 0.5 - 0.5 * std::cos(std::acos(-1.0) * k / pieces);
        places.push_back(at_(places[i - 1].x + (places[i].x - places[i - 1].x) * R(part)));
      }
  }

  /// p and q with signs for which q is positive.
  std::pair<R, R> both_at(const point& p) const {
    std::pair<R, R> both = quotient_.numerator_and_denominator(p.t);
    if (p.side < 0) both = {-both.first, -both.second};
    return both;
  }

  /// Where relative errors come near 1 zeros of p and q lie close to the interval, in pairs: between two places q may
  /// be negative, or p/q have a top as narrow as the zeros are near. Both are seen where q and |p| are smallest. False
  /// where q has not its sign.
  bool add_dips(std::vector<point>& places) const {
    using std::abs;
    std::vector<std::pair<R, R>> values;
    for (const point& p : places) values.push_back(both_at(p));
    std::vector<point> dips;
    for (std::size_t i = 1; i + 1 < places.size(); ++i) {
      const auto of_q = [](const std::pair<R, R>& value) { return value.second; };
      const bool is_negative = values[i].first < R(0);
      const auto of_p = [&](const std::pair<R, R>& value) { return is_negative ? -value.first : value.first; };
      if (!(values[i].second > R(0))) return false;
      if (is_dip(values, i, of_q) && !(add_dip(places, values, i, of_q, dips) > R(0))) return false;
      if (is_dip(values, i, of_p)) add_dip(places, values, i, of_p, dips);
    }
    places.insert(places.end(), dips.begin(), dips.end());
    sort(places);
    return true;
  }

  template <class Part>
  static bool is_dip(const std::vector<std::pair<R, R>>& values, std::size_t i, const Part& part) {
    const R here = part(values[i]), before = part(values[i - 1]), after = part(values[i + 1]);
    return !(here > before) && !(here > after) && (here < before || here < after);
  }

  /// The least value found beside the i-th place.
  template <class Part>
  R add_dip(const std::vector<point>& places, const std::vector<std::pair<R, R>>& values, std::size_t i,
            const Part& part, std::vector<point>& dips) const {
    using std::sqrt;
    constexpr int most_steps = 12;
    constexpr double near_enough = 1e-3;
    R ax = places[i - 1].x, bx = places[i].x, dx = places[i + 1].x;
    R a = part(values[i - 1]), b = part(values[i]), d = part(values[i + 1]), width = 0;
    for (int step = 0; step < most_steps && b > R(0); ++step) {
      const R left = (a - b) / (bx - ax), right = (d - b) / (dx - bx), curvature = (left + right) / (dx - ax);
      if (!(curvature > R(0))) break;
      R x = (ax + bx) * R(0.5) + left / (curvature + curvature);
      width = sqrt(b / curvature);
      const R away = x > bx ? x - bx : bx - x;
      if (!(x > ax) || !(x < dx)) break;
      if (step > 1 && !(away > width * R(near_enough))) break;
      if (!(away > (dx - ax) * R(near_enough)))
        x = dx - bx > bx - ax ? bx + (dx - bx) * R(0.1) : bx - (bx - ax) * R(0.1);
      const point p = at_(x);
      const R value = part(both_at(p));
      if (value < b) {
        (x < bx ? dx : ax) = bx;
        (x < bx ? d : a) = b;
        bx = x;
        b = value;
      } else {
        (x < bx ? ax : dx) = x;
        (x < bx ? a : d) = value;
      }
    }
    dips.push_back(at_(bx));
    for (const R& x : {R(bx - width), R(bx + width)})
      if (x > places[i - 1].x && x < places[i + 1].x) dips.push_back(at_(x));
    return b;
  }

  bool evaluate(point& p) const {
    const std::optional<R> value = quotient_(p.t, p.side);
    if (value) p.error = p.s.target - p.s.factor * *value;
    return value.has_value();
  }

  /// Between two intervals, where errors do not count: p/q may be anything there. Intervals that share an end have
  /// none.
  [[nodiscard]] bool is_gap(const point& a, const point& b) const {
    return std::none_of(problem_.intervals.begin(), problem_.intervals.end(),
                        [&](const auto& i) { return !(a.x < i.first) && !(b.x > i.second); });
  }

  /// Parabolas through three points.
  point sharpened(const std::vector<point>& places, std::size_t i) const {
    using std::abs;
    if (i == 0 || i + 1 == places.size()) return places[i];
    if (is_gap(places[i - 1], places[i]) || is_gap(places[i], places[i + 1])) return places[i];
    point a = places[i - 1], b = places[i], d = places[i + 1];
    const R sign = b.error < R(0) ? -1 : 1;
    for (int step = 0; step < 8; ++step) {
      const R ab = b.x - a.x, bd = d.x - b.x;
      const R left = (b.error - a.error) * sign * bd, right = (b.error - d.error) * sign * ab;
      if (!(left + right > R(0))) break;
      R x = b.x + (left * bd - right * ab) / (left + right + left + right);
      const R away = abs(x - b.x);
      if (!(x > a.x) || !(x < d.x)) break;
      if (!(away > (d.x - a.x) * R(1e-5))) {
        if (step > 2) break;
        x = bd > ab ? b.x + bd * R(0.1) : b.x - ab * R(0.1);
      }
      point t = at_(x);
      if (!evaluate(t)) break;
      if (t.error * sign > b.error * sign) {
        (t.x < b.x ? d : a) = b;
        b = std::move(t);
      } else {
        (t.x < b.x ? a : d) = std::move(t);
      }
    }
    return b;
  }

  const exchange_problem<R>& problem_;
  const barycentric_quotient<R>& quotient_;
  const At& at_;
  std::vector<point> extrema_;
  R largest_ = 0;
};

}  // namespace vieta::approximation
