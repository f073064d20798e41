#pragma once

#include <vector>

#include "minimax/fit/common_zeros.hpp"
#include "minimax/fit/exchange_problem.hpp"
#include "minimax/fit/levelled_polynomial.hpp"

namespace vieta::approximation {

/// What the exchange has come to, as a function: p of powers or, where their coefficients lose digits, by its values at
/// points; over q where there is one.
template <class R>
struct current_form {
  const std::vector<int>& exponents;
  const exchange_result<R>& now;
  const levelled_polynomial<R>* by_points = nullptr;

  static R denominator(const std::vector<R>& q, const R& u) {
    R value = 0;
    for (std::size_t k = q.size(); k-- > 0;) value = value * u + q[k];
    return value;
  }
  [[nodiscard]] R error(const sample<R>& s) const {
    const R p = s.factor *
                (by_points ? by_points->value(s.argument) : evaluate_sparse(exponents, now.coefficients, s.argument));
    return now.denominator.empty() ? s.target - p : s.target - p / denominator(now.denominator, s.argument);
  }
};

template <class R>
struct error_point {
  R x = 0;
  sample<R> s;
  R error = 0;
  std::size_t interval = 0;
  bool is_end = false;
};

/// The points where the exchange looks at errors: a grid on each interval, finer where the error turns out to be no
/// smooth function there, and the extrema that are found on it.
template <class R>
class error_points {
 public:
  using point = error_point<R>;

  explicit error_points(const exchange_problem<R>& problem)
      : problem_(problem),
        free_(problem.free),
        count_(problem.free.directions.size()),
        turns_(common_odd_zeros(problem.free)) {
    make_grid();
  }

  [[nodiscard]] const std::vector<point>& grid() const { return grid_; }
  /// Alternating, after `find_extrema`.
  [[nodiscard]] const std::vector<point>& found() const { return found_; }
  /// Places that came in by `refine`.
  [[nodiscard]] const std::vector<R>& added() const { return added_; }
  [[nodiscard]] const R& noise() const { return noise_; }
  [[nodiscard]] bool stopped() const { return stopped_; }
  [[nodiscard]] point at(const R& x) const {
    point p;
    p.x = x;
    p.s = problem_.at(x);
    return p;
  }

  /// Errors below this times the largest target are rounding errors.
  void set_noise(double relative) {
    using std::abs;
    for (const point& p : grid_)
      if (abs(p.s.target) > scale_) scale_ = abs(p.s.target);
    noise_ = scale_ * R(relative);
  }

  /// What is known after that is not complete.
  bool must_stop(bool ask) {
    stopped_ = stopped_ || (ask && problem_.must_stop && problem_.must_stop());
    return stopped_;
  }

  /// The sign of the directions' common factor; 0 where it vanishes.
  int side_of(const sample<R>& s) const {
    int side = s.factor < R(0) ? -1 : s.factor > R(0) ? 1 : 0;
    for (const R& turn : turns_) side *= s.argument < turn ? -1 : s.argument > turn ? 1 : 0;
    return side;
  }

  /// Times the sign of the common factor.
  R error_of(const sample<R>& s, const current_form<R>& form) const {
    const R error = form.error(s);
    return side_of(s) < 0 ? -error : error;
  }

  /// Looks between the points of the grid: where an error there is not what its neighbours tell, at a kink, a steep
  /// slope or a narrow lobe, points come in until it is. True if there were such.
  bool refine(const current_form<R>& form) {
    using std::abs;
    if (!problem_.points.empty()) return false;
    constexpr int deepest = 110;
    const R limit = std::max(R(form.now.largest * R(0.1)), R(noise_ * R(100)));
    std::vector<point> finer;
    bool found = false;
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      if (i > 0 && grid_[i].interval == grid_[i - 1].interval && added_.size() < most_added)
        found = fill(grid_[i - 1], grid_[i], limit, deepest, form, finer) || found;
      if (must_stop(problem_.often)) return false;
      finer.push_back(grid_[i]);
    }
    if (found) grid_ = std::move(finer);
    return found;
  }

  /// The largest error of each run of equal signs; sharpened between its neighbours on the grid.
  void find_extrema(const current_form<R>& form, exchange_result<R>& now) {
    using std::abs;
    found_.clear();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      if (must_stop(problem_.often)) return;
      grid_[i].error = error_of(grid_[i].s, form);
      // Where the common factor vanishes the error is what it is: it goes with its neighbour.
      if (i > begin && side_of(grid_[i].s) == 0 && (grid_[i].error < R(0)) != (grid_[begin].error < R(0)))
        grid_[i].error = -grid_[i].error;
      if (i == begin || (grid_[i].error < R(0)) == (grid_[begin].error < R(0))) continue;
      found_.push_back(top_of_run(begin, i, form));
      begin = i;
    }
    found_.push_back(top_of_run(begin, grid_.size(), form));
    drop_noise(now.level);
    for (const point& p : found_) {
      if (abs(p.error) > now.largest) now.largest = abs(p.error), now.worst_at = p.x;
      now.extrema.push_back(p.x);
      now.errors.push_back(form.error(p.s));
    }
    look_beside_zeros(form, now);
  }

 private:
  void make_grid() {
    for (const R& x : problem_.points) {
      point p;
      p.x = x;
      p.s = problem_.at(x);
      grid_.push_back(std::move(p));
    }
    if (!grid_.empty()) return;
    constexpr int few_intervals = 4;  // of many each gets its share, and `refine` makes up for it
    const int all_pieces = 14 * static_cast<int>(count_ + 2), intervals = static_cast<int>(problem_.intervals.size());
    const int pieces = intervals <= few_intervals ? all_pieces : std::max(28, all_pieces * few_intervals / intervals);
    const double pi = std::acos(-1.0);
    for (std::size_t i = 0; i < problem_.intervals.size(); ++i) {
      const auto& [lo, hi] = problem_.intervals[i];
      std::vector<R> places;
      for (int k = 0; k <= pieces; ++k) {
        const double t = 0.5 - 0.5 * std::cos(pi * k / pieces);
        places.push_back(k == 0 ? lo : k == pieces ? hi : R(lo + (hi - lo) * R(t)));
      }
      for (const R& x : problem_.also)
        if (x > lo && x < hi) places.insert(std::lower_bound(places.begin(), places.end(), x), x);
      places.erase(std::unique(places.begin(), places.end()), places.end());
      for (const R& x : places) {
        point p;
        p.x = x;
        p.interval = i;
        p.is_end = x == lo || x == hi;
        if (must_stop(problem_.often)) return;
        p.s = problem_.at(p.x);
        grid_.push_back(std::move(p));
      }
    }
  }

  /// Appends points between a and b, in order.
  bool fill(const point& a, const point& b, const R& limit, int depth, const current_form<R>& form,
            std::vector<point>& out) {
    using std::abs;
    point middle;
    const R part = 0.4375;  // not the middle, which of an odd function tells nothing
    middle.x = a.x + (b.x - a.x) * part;
    if (depth == 0 || added_.size() >= most_added || !(middle.x > a.x) || !(middle.x < b.x) ||
        must_stop(problem_.often))
      return false;
    middle.interval = a.interval;
    middle.s = problem_.at(middle.x);
    const R from = form.error(a.s), expected = from + (form.error(b.s) - from) * part;
    if (!(abs(form.error(middle.s) - expected) > limit + noise_of(middle.s, form))) return false;
    fill(a, middle, limit, depth - 1, form, out);
    out.push_back(middle);
    added_.push_back(middle.x);
    fill(middle, b, limit, depth - 1, form, out);
    return true;
  }

  /// What rounding makes of large coefficients in long double; of more bits there are enough.
  R noise_of(const sample<R>& s, const current_form<R>& form) const {
    using std::abs;
    if (!std::is_same_v<R, long double> || form.by_points) return R(0);
    R size = 0;
    for (std::size_t k = 0; k < free_.exponents.size(); ++k)
      size = size + abs(form.now.coefficients[k] * power(s.argument, free_.exponents[k]));
    return abs(s.factor) * size * R(0x1p-57);
  }

  /// Every point of the reference has an error of the level's size. Runs that stay far below it are rounding errors
  /// near a common zero; they part what belongs together.
  void drop_noise(const R& level) {
    using std::abs;
    // Of samples all that are below the level: with one of them among the new points, the level may fall, and the
    // exchange goes in a circle. (On an interval a run that has no error of the level is narrower than the grid.)
    const R least = level * R(problem_.points.empty() ? 0.5 : 1 - 1e-9);
    std::vector<point> kept;
    for (const point& p : found_) {
      if (abs(p.error) < least) continue;
      if (kept.empty() || (p.error < R(0)) != (kept.back().error < R(0)))
        kept.push_back(p);
      else if (abs(p.error) > abs(kept.back().error))
        kept.back() = p;
    }
    if (kept.size() > count_) found_ = std::move(kept);
  }

  /// Of grid points [from, to). A run may have several tops, and the highest need not have the highest grid point.
  point top_of_run(std::size_t from, std::size_t to, const current_form<R>& form) {
    using std::abs;
    std::size_t top = from;
    for (std::size_t i = from + 1; i < to; ++i)
      if (abs(grid_[i].error) > abs(grid_[top].error)) top = i;
    point best = sharpen(top, form);
    for (std::size_t i = from + 1; i + 1 < to; ++i) {
      const R size = abs(grid_[i].error);
      if (i == top || !(size > abs(grid_[i - 1].error)) || size < abs(grid_[i + 1].error) ||
          size < R(0.9) * abs(grid_[top].error))
        continue;
      const point other = sharpen(i, form);
      if (abs(other.error) > abs(best.error)) best = other;
    }
    return best;
  }

  /// Where the common factor vanishes the error is fixed; beside it p may take it farther up, on one side, where the
  /// sign of what alternates is another one. Such a top belongs to no run.
  void look_beside_zeros(const current_form<R>& form, exchange_result<R>& now) {
    using std::abs;
    constexpr int halvings = 40;
    if (!problem_.points.empty()) return;
    for (std::size_t i = 1; i + 1 < grid_.size(); ++i) {
      const point& zero = grid_[i];
      if (side_of(zero.s) != 0 || !(abs(zero.error) > now.largest * R(0.5)) ||
          grid_[i - 1].interval != grid_[i + 1].interval)
        continue;
      point best = zero;
      for (const point* next : {&grid_[i - 1], &grid_[i + 1]}) {
        R width = next->x - zero.x;
        for (int step = 0; step < halvings && !must_stop(problem_.often); ++step) {
          point t = at(zero.x + width);
          t.error = form.error(t.s);
          if (abs(t.error) > abs(best.error)) best = t;
          width = width * R(0.5);
        }
      }
      if (!(abs(best.error) > now.largest)) continue;
      now.largest = abs(best.error);
      now.worst_at = best.x;
      now.extrema.push_back(best.x);
      now.errors.push_back(form.error(best.s));
    }
  }

  /// Parabolas through three points, a few times. The best point seen is returned, so nothing gets worse.
  point sharpen(std::size_t i, const current_form<R>& form) {
    using std::abs;
    const bool inside = problem_.points.empty() && i > 0 && i + 1 < grid_.size() &&
                        grid_[i - 1].interval == grid_[i].interval && grid_[i + 1].interval == grid_[i].interval;
    if (!inside) return grid_[i];
    point a = grid_[i - 1], b = grid_[i], d = grid_[i + 1];
    a.error = error_of(a.s, form);
    d.error = error_of(d.s, form);
    for (point* next : {&a, &d})  // where the common factor vanishes, as in `find_extrema`
      if (side_of(next->s) == 0 && (next->error < R(0)) != (b.error < R(0))) next->error = -next->error;
    const R sign = b.error < R(0) ? -1 : 1;
    bool probed = false;
    for (int step = 0; step < 9; ++step) {
      const R ab = b.x - a.x, bd = d.x - b.x;
      const R left = (b.error - a.error) * sign * bd, right = (b.error - d.error) * sign * ab;
      const R curvature = left + right;
      if (!(curvature > R(0))) break;
      // The top of the parabola, from b: ab * bd * (left slope - right slope) / ...
      point t;
      t.x = b.x + (left * bd - right * ab) / (curvature + curvature);
      t.interval = b.interval;
      const R away = abs(t.x - b.x);
      if (!(t.x > a.x) || !(t.x < d.x)) break;
      if (!(away > (d.x - a.x) * R(1e-5))) {
        // Arrived; or equal values left and right of b hold the parabola there, wherever the top is. One step aside
        // tells.
        if (probed) break;
        probed = true;
        t.x = bd > ab ? b.x + bd * R(0.1) : b.x - ab * R(0.1);
      }
      t.s = problem_.at(t.x);
      t.error = error_of(t.s, form);
      if (t.error * sign > b.error * sign) {
        if (t.x < b.x)
          d = b;
        else
          a = b;
        b = t;
      } else if (t.x < b.x) {
        a = t;
      } else {
        d = t;
      }
    }
    return b;
  }

  static constexpr std::size_t most_added = 600;  ///< places; rounding errors would take as many as there are numbers
  const exchange_problem<R>& problem_;
  const unknowns<R>& free_;
  std::size_t count_ = 0;
  std::vector<point> grid_, found_;
  std::vector<R> turns_, added_;
  R scale_ = 0, noise_ = 0;
  bool stopped_ = false;
};

}  // namespace vieta::approximation
