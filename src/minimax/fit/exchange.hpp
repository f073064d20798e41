#pragma once

#include "minimax/fit/common_zeros.hpp"
#include "minimax/fit/exchange_problem.hpp"
#include "minimax/fit/levelled_polynomial.hpp"
#include "minimax/fit/quotient_level.hpp"

namespace vieta::approximation {

/// The second algorithm of Remez (1934): exchange of all points of the reference at once, with the largest error always
/// among the new ones, which makes it converge (Powell, Approximation Theory and Methods, 1981, chapters 8 and 9). It
/// needs the n directions to be a Chebyshev system on the intervals, times a common factor: what alternates is the
/// error times the sign of that factor. Where they are none it stops without `converged`; the level is a lower bound
/// even so.
template <class R>
class exchange {
 public:
  explicit exchange(const exchange_problem<R>& problem)
      : problem_(problem), free_(problem.free), system_(problem.free) {
    count_ = free_.directions.size();
    turns_ = common_odd_zeros(free_);
    make_grid();
  }

  exchange_result<R> run() {
    using std::abs;
    exchange_result<R> best;
    if (stopped_) return best;
    start();
    double least_gap = 1;
    int idle = 0;
    for (int round = 1; round <= problem_.most_rounds; ++round) {
      exchange_result<R> now;
      if (round > 1 && must_stop(true)) break;
      if (!level(now)) break;
      find_extrema(now);
      if (must_stop(problem_.often)) break;
      now.rounds = round;
      const bool first = best.rounds == 0;
      const R bound = is_bound_ ? now.level : R(0);
      const R known = first ? bound : std::max(best.level, bound);
      if (first || now.largest < best.largest) best = now;
      best.level = known;
      best.rounds = round;
      const double gap = static_cast<double>((now.largest - now.level) / now.largest);
      // A level above the largest error is none: a quotient's, with points at its poles. A function that is its own
      // approximation leaves only rounding errors, which do not alternate.
      const bool above = problem_.denominator > 0 && gap < -problem_.tolerance;
      const bool closed = is_bound_ && !above && !(gap > problem_.tolerance);
      if (closed || !(now.largest > noise_)) {
        best = now;
        best.of_noise = !(now.largest > noise_);
        if (!best.of_noise && refine(now)) {  // what was found is the best p of fewer places
          best = exchange_result<R>();
          continue;
        }
        best.converged = !stopped_;
        break;
      }
      // Near its end the exchange converges quadratically: a small gap that does not shrink is made of rounding errors.
      idle = std::fabs(gap) < 0.5 * least_gap ? 0 : idle + 1;
      least_gap = std::min(least_gap, std::fabs(gap));
      if (idle == 3 && least_gap < 1e-3) break;
      if (!renew(now)) break;
    }
    if (best.rounds > 0 && !best.converged && !alternates_) {
      by_points_.reset();
      exchange_one_by_one(best);
    }
    best.alternates = alternates_;
    best.added = added_;
    return best;
  }

  /// The largest error of these coefficients, and where; with the local extrema.
  exchange_result<R> measure(const std::vector<R>& coefficients) {
    exchange_result<R> now;
    now.coefficients = coefficients;
    by_points_.reset();
    find_extrema(now);
    return now;
  }

  /// Values on the points that are always looked at.
  [[nodiscard]] std::vector<sample<R>> samples() const {
    std::vector<sample<R>> all;
    for (const point& p : grid_) all.push_back(p.s);
    return all;
  }

  /// Where these points are.
  [[nodiscard]] std::vector<R> places() const {
    std::vector<R> all;
    for (const point& p : grid_) all.push_back(p.x);
    return all;
  }

  /// Errors below this times the largest target are rounding errors.
  void set_noise(double relative) {
    using std::abs;
    for (const point& p : grid_)
      if (abs(p.s.target) > scale_) scale_ = abs(p.s.target);
    noise_ = scale_ * R(relative);
  }

 private:
  struct point {
    R x = 0;
    sample<R> s;
    R error = 0;
    std::size_t interval = 0;
    bool is_end = false;
  };

  /// The sign of the directions' common factor; 0 where it vanishes.
  int side_of(const sample<R>& s) const {
    int side = s.factor < R(0) ? -1 : s.factor > R(0) ? 1 : 0;
    for (const R& turn : turns_) side *= s.argument < turn ? -1 : s.argument > turn ? 1 : 0;
    return side;
  }

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

  /// Looks between the points of the grid: where an error there is not what its neighbours tell, at a kink, a steep
  /// slope or a narrow lobe, points come in until it is. True if there were such.
  bool refine(const exchange_result<R>& now) {
    using std::abs;
    if (!problem_.points.empty()) return false;
    constexpr int deepest = 110;
    const R limit = std::max(R(now.largest * R(0.1)), R(noise_ * R(100)));
    std::vector<point> finer;
    bool found = false;
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      if (i > 0 && grid_[i].interval == grid_[i - 1].interval && added_.size() < most_added)
        found = fill(grid_[i - 1], grid_[i], limit, deepest, now, finer) || found;
      if (must_stop(problem_.often)) return false;
      finer.push_back(grid_[i]);
    }
    if (found) grid_ = std::move(finer);
    return found;
  }

  /// Appends points between a and b, in order.
  bool fill(const point& a, const point& b, const R& limit, int depth, const exchange_result<R>& now,
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
    const R from = true_error(a.s, now), expected = from + (true_error(b.s, now) - from) * part;
    if (!(abs(true_error(middle.s, now) - expected) > limit + noise_of(middle.s, now))) return false;
    fill(a, middle, limit, depth - 1, now, out);
    out.push_back(middle);
    added_.push_back(middle.x);
    fill(middle, b, limit, depth - 1, now, out);
    return true;
  }

  /// What rounding makes of large coefficients in long double; of more bits there are enough.
  R noise_of(const sample<R>& s, const exchange_result<R>& now) const {
    using std::abs;
    if (!std::is_same_v<R, long double> || by_points_) return R(0);
    R size = 0;
    for (std::size_t k = 0; k < free_.exponents.size(); ++k)
      size = size + abs(now.coefficients[k] * power(s.argument, free_.exponents[k]));
    return abs(s.factor) * size * R(0x1p-57);
  }

  /// What is known after that is not complete.
  bool must_stop(bool ask) {
    stopped_ = stopped_ || (ask && problem_.must_stop && problem_.must_stop());
    return stopped_;
  }

  /// Spread like Chebyshev's points, less the ends, where a weight or a factor may vanish.
  void start() {
    if (problem_.initial.size() == count_ + 1) {
      for (const R& x : problem_.initial) {
        point p;
        p.x = x;
        p.s = problem_.at(x);
        reference_.push_back(std::move(p));
      }
      return;
    }
    if (!problem_.points.empty()) {
      for (std::size_t k = 0; k <= count_; ++k)
        reference_.push_back(grid_[(2 * k + 1) * grid_.size() / (2 * count_ + 2)]);
      return;
    }
    // By place where more points crowd at singular ones; by their number where there are gaps between intervals.
    const auto& all = problem_.intervals;
    bool by_place = true;
    for (std::size_t i = 1; i < all.size(); ++i) by_place = by_place && !(all[i].first > all[i - 1].second);
    const R lo = all.front().first, length = all.back().second - lo;
    const double last = static_cast<double>(grid_.size() - 1);
    for (std::size_t k = 0; k <= count_; ++k) {
      const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(count_ + 1);
      std::size_t at = static_cast<std::size_t>(std::lround(t * last));
      if (by_place && (all.size() > 1 || !problem_.also.empty())) {
        const R x = lo + length * R(0.5 - 0.5 * std::cos(std::acos(-1.0) * t));
        const auto before = [](const point& p, const R& place) { return p.x < place; };
        at = static_cast<std::size_t>(std::lower_bound(grid_.begin(), grid_.end(), x, before) - grid_.begin());
        at = std::min(at, grid_.size() - 2);
      }
      while (at + 2 < grid_.size() && (grid_[at].is_end || side_of(grid_[at].s) == 0)) ++at;
      reference_.push_back(grid_[std::min(at, grid_.size() - 2)]);
    }
  }

  /// Solves for the p whose errors on the reference have equal size and alternating sign.
  bool level(exchange_result<R>& out) {
    using std::abs;
    if (problem_.denominator > 0) return level_quotient(out);
    constexpr std::size_t many = 24;
    if (count_ >= many && levelled_polynomial<R>::serves(problem_)) return level_polynomial(out);
    std::vector<R> z, weights;
    const std::vector<std::vector<R>> m = equations(alternating_signs());
    if (stopped_ || !solve_dense(m, z, &weights)) return false;
    take(z, out);
    const R sum = sum_of(weights);
    alternates_ = !(sum > R(1 + 1e-6));
    out.level = out.level / sum;
    return true;
  }

  bool level_polynomial(exchange_result<R>& out) {
    using std::abs;
    std::vector<sample<R>> at;
    for (const point& p : reference_) at.push_back(p.s);
    auto found = levelled_polynomial<R>::at(at, alternating_signs());
    if (!found) return false;
    levelled_ = found->level();
    alternates_ = !(found->spread() > R(1 + 1e-6));
    out.level = abs(levelled_) / found->spread();
    out.coefficients = found->coefficients();
    if (std::is_same_v<R, long double>) by_points_ = std::move(found);
    return true;
  }

  bool level_quotient(exchange_result<R>& out) {
    using std::abs;
    std::vector<sample<R>> at;
    for (const point& p : reference_) at.push_back(p.s);
    quotient_level<R> system(system_, std::move(at), alternating_signs(), noise_, problem_.tolerance,
                             [this] { return must_stop(problem_.often); });
    const std::optional<R> error = system.find(levelled_, problem_.denominator, out);
    if (stopped_ || !error) return false;
    levelled_ = *error;
    out.level = abs(levelled_);
    is_bound_ = system.is_bound();
    // A zero of q between the points would be a pole.
    const R first = evaluate_denominator(out.denominator, grid_[0].s.argument);
    return std::all_of(grid_.begin(), grid_.end(), [&](const point& p) {
      return evaluate_denominator(out.denominator, p.s.argument) * first > R(0);
    });
  }

  [[nodiscard]] std::vector<R> alternating_signs() const {
    std::vector<R> signs;
    for (const point& p : reference_) signs.push_back((signs.size() % 2 == 0) == (side_of(p.s) >= 0) ? 1 : -1);
    return signs;
  }

  std::vector<std::vector<R>> equations(const std::vector<R>& signs) {
    std::vector<std::vector<R>> m;
    for (std::size_t i = 0; i < reference_.size() && !must_stop(problem_.often); ++i)
      m.push_back(system_.equation(reference_[i].s, signs[i], R(0)));
    return m;
  }

  void take(const std::vector<R>& z, exchange_result<R>& out) {
    using std::abs;
    levelled_ = z[count_];
    out.level = abs(levelled_);
    system_.take(z, out);
  }

  /// y with sum_i y_i row_i = (row, last), where the rows of m are taken without their right sides.
  static bool combine(const std::vector<std::vector<R>>& m, const std::vector<R>& row, std::vector<R>& y) {
    const std::size_t n = m.size();
    std::vector<std::vector<R>> transposed(n, std::vector<R>(n + 1, R(0)));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) transposed[j][i] = m[i][j];
      transposed[i][n] = row[i];
    }
    return solve_dense(std::move(transposed), y);
  }
  /// The level is sum w_i (target_i - offset_i) with weights w orthogonal to all directions, so no p has errors below
  /// it over sum |w_i|. That is 1 when errors of a Chebyshev system alternate.
  static R sum_of(const std::vector<R>& w) {
    using std::abs;
    R sum = 0;
    for (const R& v : w) sum = sum + abs(v);
    return sum > R(1) ? sum : R(1);
  }

  /// Systems without alternation, where only one point is exchanged in a round: that of the largest error comes in, and
  /// which one goes follows from the signs of the weights (Stiefel 1960; it is the dual simplex method, so the level
  /// grows).
  void exchange_one_by_one(exchange_result<R>& best) {
    using std::abs;
    std::vector<R> signs = alternating_signs();
    std::vector<R> z, w;
    const std::vector<std::vector<R>> first = equations(signs);
    if (stopped_ || !solve_dense(first, z, &w)) return;  // stopped: rows are missing
    for (std::size_t i = 0; i < w.size(); ++i) signs[i] = w[i] < R(0) ? -1 : 1;
    for (int round = 0; round < 5 * problem_.most_rounds; ++round) {
      if (must_stop(true)) return;
      const std::vector<std::vector<R>> m = equations(signs);
      if (stopped_ || !solve_dense(m, z, &w)) return;
      exchange_result<R> now;
      take(z, now);
      now.level = now.level / sum_of(w);
      find_extrema(now);
      if (stopped_) return;
      now.rounds = best.rounds + 1;
      now.level = std::max(now.level, best.level);
      const bool done = !((now.largest - now.level) / now.largest > R(problem_.tolerance));
      if (done && refine(now)) {  // with more places to look at, errors are larger
        now.extrema.clear();
        now.errors.clear();
        now.largest = 0;
        find_extrema(now);
        if (stopped_) return;
        best = now;
        continue;
      }
      if (now.largest < best.largest || done) {
        best = now;
        best.converged = done;
      }
      best.level = now.level;
      best.rounds = now.rounds;
      if (done) return;

      const point* worst = &found_[0];
      for (const point& p : found_)
        if (abs(p.error) > abs(worst->error)) worst = &p;
      const bool negative = (true_error(worst->s, now) < R(0)) != (levelled_ < R(0));
      const std::vector<R> row = system_.row_of(system_.terms_of(worst->s, R(0)), negative ? -1 : 1);
      std::vector<R> y;
      if (!combine(m, row, y)) return;
      std::size_t out = m.size();
      R least = 0;
      for (std::size_t i = 0; i < m.size(); ++i) {
        const R share = negative ? -y[i] * signs[i] : y[i] * signs[i];
        if (!(share > R(1e-14))) continue;
        const R ratio = w[i] * signs[i] / share;
        if (out == m.size() || ratio < least) out = i, least = ratio;
      }
      if (out == m.size()) return;
      reference_[out] = *worst;
      signs[out] = negative ? -1 : 1;
    }
  }

  static R evaluate_denominator(const std::vector<R>& q, const R& u) {
    R value = 0;
    for (std::size_t k = q.size(); k-- > 0;) value = value * u + q[k];
    return value;
  }

  /// Times the sign of the common factor.
  R error_of(const sample<R>& s, const exchange_result<R>& now) const {
    const R error = true_error(s, now);
    return side_of(s) < 0 ? -error : error;
  }
  R true_error(const sample<R>& s, const exchange_result<R>& now) const {
    const R p = s.factor * (by_points_ ? by_points_->value(s.argument)
                                       : evaluate_sparse(free_.exponents, now.coefficients, s.argument));
    return now.denominator.empty() ? s.target - p : s.target - p / evaluate_denominator(now.denominator, s.argument);
  }

  /// The largest error of each run of equal signs; sharpened between its neighbours on the grid.
  void find_extrema(exchange_result<R>& now) {
    using std::abs;
    found_.clear();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      if (must_stop(problem_.often)) return;
      grid_[i].error = error_of(grid_[i].s, now);
      // Where the common factor vanishes the error is what it is: it goes with its neighbour.
      if (i > begin && side_of(grid_[i].s) == 0 && (grid_[i].error < R(0)) != (grid_[begin].error < R(0)))
        grid_[i].error = -grid_[i].error;
      if (i == begin || (grid_[i].error < R(0)) == (grid_[begin].error < R(0))) continue;
      found_.push_back(top_of_run(begin, i, now));
      begin = i;
    }
    found_.push_back(top_of_run(begin, grid_.size(), now));
    drop_noise(now.level);
    for (const point& p : found_) {
      if (abs(p.error) > now.largest) now.largest = abs(p.error), now.worst_at = p.x;
      now.extrema.push_back(p.x);
      now.errors.push_back(true_error(p.s, now));
    }
  }

  /// Every point of the reference has an error of the level's size. Runs that stay far below it are rounding errors
  /// near a common zero; they part what belongs together.
  void drop_noise(const R& level) {
    using std::abs;
    std::vector<point> kept;
    for (const point& p : found_) {
      if (abs(p.error) < level * R(0.5)) continue;
      if (kept.empty() || (p.error < R(0)) != (kept.back().error < R(0)))
        kept.push_back(p);
      else if (abs(p.error) > abs(kept.back().error))
        kept.back() = p;
    }
    if (kept.size() > count_) found_ = std::move(kept);
  }

  /// Of grid points [from, to). A run may have several tops, and the highest need not have the highest grid point.
  point top_of_run(std::size_t from, std::size_t to, const exchange_result<R>& c) {
    using std::abs;
    std::size_t top = from;
    for (std::size_t i = from + 1; i < to; ++i)
      if (abs(grid_[i].error) > abs(grid_[top].error)) top = i;
    point best = sharpen(top, c);
    for (std::size_t i = from + 1; i + 1 < to; ++i) {
      const R size = abs(grid_[i].error);
      if (i == top || !(size > abs(grid_[i - 1].error)) || size < abs(grid_[i + 1].error) ||
          size < R(0.9) * abs(grid_[top].error))
        continue;
      const point other = sharpen(i, c);
      if (abs(other.error) > abs(best.error)) best = other;
    }
    return best;
  }

  /// Parabolas through three points, a few times. The best point seen is returned, so nothing gets worse.
  point sharpen(std::size_t i, const exchange_result<R>& c) {
    using std::abs;
    const bool inside = problem_.points.empty() && i > 0 && i + 1 < grid_.size() &&
                        grid_[i - 1].interval == grid_[i].interval && grid_[i + 1].interval == grid_[i].interval;
    if (!inside) return grid_[i];
    point a = grid_[i - 1], b = grid_[i], d = grid_[i + 1];
    a.error = error_of(a.s, c);
    d.error = error_of(d.s, c);
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
      t.error = error_of(t.s, c);
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

  /// The next reference: as many consecutive extrema as needed, the largest among them.
  bool renew(const exchange_result<R>& now) {
    using std::abs;
    const std::size_t need = count_ + 1;
    if (found_.size() < need) return swap_one(now);
    std::size_t first = 0, last = found_.size() - 1;
    while (last - first + 1 > need) {
      if (abs(found_[first].error) < abs(found_[last].error))
        ++first;
      else
        --last;
    }
    reference_.assign(found_.begin() + static_cast<std::ptrdiff_t>(first),
                      found_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    return true;
  }

  /// Too few sign changes: bring in the largest error alone, in the place of a neighbour with its sign (Remez's first
  /// algorithm).
  bool swap_one(const exchange_result<R>& now) {
    using std::abs;
    const point* worst = &found_[0];
    for (const point& p : found_)
      if (abs(p.error) > abs(worst->error)) worst = &p;
    for (point& p : reference_) p.error = error_of(p.s, now);
    const auto same = [&](const point& p) { return (p.error < R(0)) == (worst->error < R(0)); };
    std::size_t after = 0;
    while (after < reference_.size() && reference_[after].x < worst->x) ++after;
    if (after == 0) {
      if (!same(reference_[0])) {
        reference_.pop_back();
        reference_.insert(reference_.begin(), *worst);
      } else {
        reference_[0] = *worst;
      }
    } else if (after == reference_.size()) {
      if (!same(reference_.back())) {
        reference_.erase(reference_.begin());
        reference_.push_back(*worst);
      } else {
        reference_.back() = *worst;
      }
    } else {
      reference_[same(reference_[after]) ? after : after - 1] = *worst;
    }
    return true;
  }

  static constexpr std::size_t most_added = 600;  ///< places; rounding errors would take as many as there are numbers
  const exchange_problem<R>& problem_;
  const unknowns<R>& free_;
  const levelling<R> system_;
  std::size_t count_ = 0;
  bool stopped_ = false, alternates_ = true, is_bound_ = true;
  std::vector<point> grid_, reference_, found_;
  std::vector<R> turns_, added_;
  std::optional<levelled_polynomial<R>> by_points_;  ///< the p of this round, where coefficients of powers lose digits
  R scale_ = 0, noise_ = 0, levelled_ = 0;
};

}  // namespace vieta::approximation
