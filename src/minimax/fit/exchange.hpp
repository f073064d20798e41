#pragma once

#include "minimax/fit/error_points.hpp"
#include "minimax/fit/independent_rows.hpp"
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
      : problem_(problem), system_(problem.free), count_(problem.free.directions.size()), points_(problem) {}

  exchange_result<R> run() {
    using std::abs;
    exchange_result<R> best;
    if (points_.stopped()) return best;
    start();
    double least_gap = 1;
    int idle = 0;
    for (int round = 1; round <= problem_.most_rounds; ++round) {
      exchange_result<R> now;
      if (round > 1 && points_.must_stop(true)) break;
      if (!level(now)) break;
      points_.find_extrema(form_of(now), now);
      if (points_.must_stop(problem_.often)) break;
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
      if (closed || !(now.largest > points_.noise())) {
        best = now;
        best.of_noise = !(now.largest > points_.noise());
        if (!best.of_noise && points_.refine(form_of(now))) {  // what was found is the best p of fewer places
          best = exchange_result<R>();
          continue;
        }
        best.converged = !points_.stopped();
        break;
      }
      // Near its end the exchange converges quadratically: a small gap that does not shrink is made of rounding errors.
      idle = std::fabs(gap) < 0.5 * least_gap ? 0 : idle + 1;
      least_gap = std::min(least_gap, std::fabs(gap));
      if (idle == 3 && least_gap < 1e-3) break;
      if (!renew(now)) break;
    }
    const bool has_no_start = best.rounds == 0 && problem_.denominator == 0;
    if (!best.converged && !points_.stopped() && (has_no_start || (best.rounds > 0 && !alternates_))) {
      by_points_.reset();
      exchange_one_by_one(best);
    }
    best.alternates = alternates_;
    best.added = points_.added();
    return best;
  }

  /// The largest error of these coefficients, and where; with the local extrema.
  exchange_result<R> measure(const std::vector<R>& coefficients) {
    exchange_result<R> now;
    now.coefficients = coefficients;
    by_points_.reset();
    points_.find_extrema(form_of(now), now);
    return now;
  }

  /// Values on the points that are always looked at.
  [[nodiscard]] std::vector<sample<R>> samples() const {
    std::vector<sample<R>> all;
    for (const point& p : points_.grid()) all.push_back(p.s);
    return all;
  }

  /// Where the errors were levelled last.
  [[nodiscard]] std::vector<R> reference() const {
    std::vector<R> all;
    for (const point& p : reference_) all.push_back(p.x);
    return all;
  }

  /// Where these points are.
  [[nodiscard]] std::vector<R> places() const {
    std::vector<R> all;
    for (const point& p : points_.grid()) all.push_back(p.x);
    return all;
  }

  /// Errors below this times the largest target are rounding errors.
  void set_noise(double relative) {
    points_.set_noise(relative);
    relative_noise_ = R(relative);
  }

 private:
  using point = error_point<R>;

  [[nodiscard]] current_form<R> form_of(const exchange_result<R>& now) const {
    return {problem_.free.exponents, now, by_points_ ? &*by_points_ : nullptr};
  }

  /// Whether p has all powers of a high degree: coefficients of powers lose digits, and elimination takes long.
  [[nodiscard]] bool is_high() const {
    constexpr std::size_t many = 24;
    return count_ >= many && levelled_polynomial<R>::serves(problem_);
  }

  /// Spread like Chebyshev's points, less the ends, where a weight or a factor may vanish.
  void start() {
    if (problem_.initial.size() == count_ + 1) {
      for (const R& x : problem_.initial) reference_.push_back(points_.at(x));
      return;
    }
    if (!problem_.points.empty()) {
      for (std::size_t k = 0; k <= count_; ++k)
        reference_.push_back(points_.grid()[(2 * k + 1) * points_.grid().size() / (2 * count_ + 2)]);
      return;
    }
    // By place where more points crowd at singular ones; by their number where there are gaps between intervals.
    const auto& all = problem_.intervals;
    bool by_place = is_high();
    for (std::size_t i = 1; i < all.size(); ++i) by_place = by_place && !(all[i].first > all[i - 1].second);
    const R lo = all.front().first, length = all.back().second - lo;
    const double last = static_cast<double>(points_.grid().size() - 1);
    for (std::size_t k = 0; k <= count_; ++k) {
      const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(count_ + 1);
      std::size_t at = static_cast<std::size_t>(std::lround(t * last));
      if (by_place && (all.size() > 1 || !problem_.also.empty())) {
        const R x = lo + length * R(0.5 - 0.5 * std::cos(std::acos(-1.0) * t));
        const auto before = [](const point& p, const R& place) { return p.x < place; };
        at = static_cast<std::size_t>(std::lower_bound(points_.grid().begin(), points_.grid().end(), x, before) -
                                      points_.grid().begin());
        at = std::min(at, points_.grid().size() - 2);
      }
      while (at + 2 < points_.grid().size() &&
             (points_.grid()[at].is_end || points_.side_of(points_.grid()[at].s) == 0))
        ++at;
      reference_.push_back(points_.grid()[std::min(at, points_.grid().size() - 2)]);
    }
  }

  /// Solves for the p whose errors on the reference have equal size and alternating sign.
  bool level(exchange_result<R>& out) {
    using std::abs;
    if (problem_.denominator > 0) return level_quotient(out);
    if (is_high()) return level_polynomial(out);
    std::vector<R> z, weights;
    const std::vector<std::vector<R>> m = equations(alternating_signs());
    if (points_.stopped() || !solve_dense(m, z, &weights)) return false;
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
    quotient_level<R> system(system_, std::move(at), alternating_signs(), points_.noise(), problem_.tolerance,
                             [this] { return points_.must_stop(problem_.often); });
    const std::optional<R> error = system.find(levelled_, problem_.denominator, out);
    if (points_.stopped() || !error) return false;
    levelled_ = *error;
    out.level = abs(levelled_);
    is_bound_ = system.is_bound();
    // A zero of q between the points would be a pole.
    const R first = current_form<R>::denominator(out.denominator, points_.grid()[0].s.argument);
    return std::all_of(points_.grid().begin(), points_.grid().end(), [&](const point& p) {
      return current_form<R>::denominator(out.denominator, p.s.argument) * first > R(0);
    });
  }

  [[nodiscard]] std::vector<R> alternating_signs() const {
    std::vector<R> signs;
    for (const point& p : reference_) signs.push_back((signs.size() % 2 == 0) == (points_.side_of(p.s) >= 0) ? 1 : -1);
    return signs;
  }

  std::vector<std::vector<R>> equations(const std::vector<R>& signs) {
    std::vector<std::vector<R>> m;
    for (std::size_t i = 0; i < reference_.size() && !points_.must_stop(problem_.often); ++i)
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

  /// Signs with which the level on the reference is a lower bound; false where its points are too few in truth, as x
  /// and -x are for odd functions.
  bool signs_of_weights(std::vector<R>& signs) {
    const R most = R(1e8);
    std::vector<R> z, w;
    signs = alternating_signs();
    const std::vector<std::vector<R>> first = equations(signs);
    if (points_.stopped() || !solve_dense(first, z, &w) || !(sum_of(w) < most)) return false;
    for (std::size_t i = 0; i < w.size(); ++i) signs[i] = w[i] < R(0) ? -1 : 1;
    return true;
  }

  /// A reference of points that tell all directions apart, and of the one where the p through these errs most.
  bool start_anywhere(std::vector<R>& signs) {
    using std::abs;
    const std::vector<point>& grid = points_.grid();
    std::vector<std::vector<R>> rows;
    std::vector<R> values;
    for (const point& p : grid) {
      rows.push_back(system_.equation(p.s, R(0), R(0)));
      values.push_back(rows.back().back());
      rows.back().resize(count_);
    }
    const std::vector<std::size_t> chosen = independent_rows(rows, relative_noise_);
    if (chosen.size() != count_ || grid.size() <= count_) return false;
    std::vector<std::vector<R>> through, plain;
    std::vector<bool> is_taken(grid.size(), false);
    for (const std::size_t i : chosen) {
      plain.push_back(rows[i]);
      through.push_back(rows[i]);
      through.back().push_back(values[i]);
      is_taken[i] = true;
    }
    std::vector<R> z, weights;
    if (count_ > 0 && !solve_dense(through, z)) return false;
    std::size_t last = grid.size();
    R most = 0;
    for (std::size_t i = 0; i < grid.size(); ++i) {
      if (is_taken[i]) continue;
      R error = values[i];
      for (std::size_t j = 0; j < count_; ++j) error = error - rows[i][j] * z[j];
      if (last == grid.size() || abs(error) > most) last = i, most = abs(error);
    }
    if (count_ > 0 && !combine(plain, rows[last], weights)) return false;
    reference_.clear();
    signs.clear();
    for (std::size_t k = 0; k < count_; ++k) {
      reference_.push_back(grid[chosen[k]]);
      signs.push_back(weights[k] < R(0) ? 1 : -1);
    }
    reference_.push_back(grid[last]);
    signs.push_back(1);
    return true;
  }

  /// Systems without alternation, where only one point is exchanged in a round: that of the largest error comes in, and
  /// which one goes follows from the signs of the weights (Stiefel 1960; it is the dual simplex method, so the level
  /// grows).
  void exchange_one_by_one(exchange_result<R>& best) {
    using std::abs;
    std::vector<R> signs, z, w;
    if (!signs_of_weights(signs)) {
      if (points_.stopped() || !start_anywhere(signs)) return;
      best = exchange_result<R>();  // made of rounding errors, if there was one
      alternates_ = false;
    }
    for (int round = 0; round < 5 * problem_.most_rounds; ++round) {
      if (points_.must_stop(true)) return;
      const std::vector<std::vector<R>> m = equations(signs);
      if (points_.stopped() || !solve_dense(m, z, &w)) return;
      exchange_result<R> now;
      take(z, now);
      now.level = now.level / sum_of(w);
      points_.find_extrema(form_of(now), now);
      if (points_.stopped()) return;
      now.rounds = best.rounds + 1;
      now.level = std::max(now.level, best.level);
      const bool done = !((now.largest - now.level) / now.largest > R(problem_.tolerance));
      if (done && points_.refine(form_of(now))) {  // with more places to look at, errors are larger
        now.extrema.clear();
        now.errors.clear();
        now.largest = 0;
        points_.find_extrema(form_of(now), now);
        if (points_.stopped()) return;
        best = now;
        continue;
      }
      if (best.rounds == 0 || now.largest < best.largest || done) {
        best = now;
        best.converged = done;
      }
      best.level = now.level;
      best.rounds = now.rounds;
      if (done) return;

      const point* worst = &points_.found()[0];
      for (const point& p : points_.found())
        if (abs(p.error) > abs(worst->error)) worst = &p;
      const bool negative = (form_of(now).error(worst->s) < R(0)) != (levelled_ < R(0));
      const std::vector<R> row = system_.row_of(system_.terms_of(worst->s, R(0)), negative ? -1 : 1);
      std::vector<R> y;
      if (!combine(m, row, y)) return;
      std::size_t out = m.size();
      R least = 0, of_least = 0;
      for (std::size_t i = 0; i < m.size(); ++i) {
        const R share = negative ? -y[i] * signs[i] : y[i] * signs[i];
        if (!(share > R(1e-14))) continue;
        // Of points without weight, of which there may be many, the one that changes the others least.
        const R weight = w[i] * signs[i], ratio = weight > R(1e-15) ? R(weight / share) : R(0);
        if (out == m.size() || ratio < least || (ratio == least && share > of_least))
          out = i, least = ratio, of_least = share;
      }
      if (out == m.size()) return;
      reference_[out] = *worst;
      signs[out] = negative ? -1 : 1;
    }
  }

  /// The next reference: as many extrema as needed, the largest among them.
  bool renew(const exchange_result<R>& now) {
    using std::abs;
    const std::size_t need = count_ + 1;
    if (points_.found().size() < need) return swap_one(now);
    reference_ = points_.found();
    thin_out(reference_, need);
    return true;
  }

  /// Too few sign changes: bring in the largest error alone, in the place of a neighbour with its sign (Remez's first
  /// algorithm).
  bool swap_one(const exchange_result<R>& now) {
    using std::abs;
    const point* worst = &points_.found()[0];
    for (const point& p : points_.found())
      if (abs(p.error) > abs(worst->error)) worst = &p;
    for (point& p : reference_) p.error = points_.error_of(p.s, form_of(now));
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

  const exchange_problem<R>& problem_;
  const levelling<R> system_;
  std::size_t count_ = 0;
  error_points<R> points_;
  bool alternates_ = true, is_bound_ = true;
  std::vector<point> reference_;
  std::optional<levelled_polynomial<R>> by_points_;  ///< the p of this round, where coefficients of powers lose digits
  R levelled_ = 0, relative_noise_ = 0;
};

}  // namespace vieta::approximation
