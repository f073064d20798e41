#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace vieta::approximation {

/// What the weighted error is made of at one point: error = target - factor * p(argument) / q(argument).
template <class R>
struct sample {
  R target = 0, factor = 0, argument = 0;
};

/// Coefficients = offset + sum_j z_j direction_j: constraints are eliminated, the z_j are free. Those of p come first,
/// then those of a q that is to be found: q_1, q_2, ...
template <class R>
struct unknowns {
  std::vector<int> exponents;
  std::vector<R> offset;
  std::vector<std::vector<R>> directions;
};

template <class R>
struct exchange_problem {
  std::function<sample<R>(const R& x)> at;
  std::vector<std::pair<R, R>> intervals;
  unknowns<R> free;
  std::vector<R> points;   ///< errors count at these alone, ascending; empty: on the whole intervals
  std::vector<R> initial;  ///< a first reference, when one is known; else empty
  int denominator = 0;     ///< degree of q = 1 + q_1 u + ...; 0: no q
  int most_rounds = 60;
  double tolerance = 1e-10;  ///< of (largest error - level) / largest error
  /// Asked before each round but the first, and where `often` before each value and row too: true ends it.
  std::function<bool()> must_stop;
  bool often = false;
};

template <class R>
struct exchange_result {
  std::vector<R> coefficients;
  std::vector<R> denominator;  ///< 1, q_1, ...; empty without q
  R level = 0;                 ///< no admissible p has a smaller largest error (de la Vallee-Poussin)
  R largest = 0;               ///< of this p, over the points looked at
  R worst_at = 0;              ///< where that is
  std::vector<R> extrema;      ///< points of alternation
  std::vector<R> errors;       ///< signed, at these points
  int rounds = 0;
  bool converged = false;
};

template <class R>
R power(const R& base, int exponent) {
  R value = 1, square = base;
  for (int k = exponent; k > 0; k >>= 1) {
    if (k & 1) value = value * square;
    if (k > 1) square = square * square;
  }
  return value;
}

/// sum c_k u^(e_k), exponents ascending.
template <class R>
R evaluate_sparse(const std::vector<int>& exponents, const std::vector<R>& c, const R& u) {
  R value = 0;
  for (std::size_t k = exponents.size(); k-- > 0;)
    value = (value + c[k]) * power(u, exponents[k] - (k > 0 ? exponents[k - 1] : 0));
  return value;
}

/// Gaussian elimination with partial pivoting; false when the matrix is singular to the last bit. `m` holds the right
/// hand side as its last column, and the solution comes back in `x`.
template <class R>
bool solve_dense(std::vector<std::vector<R>> m, std::vector<R>& x) {
  using std::abs;
  const std::size_t n = m.size();
  for (auto& row : m) {  // rows differ by the weight: bring them to one size
    R size = 0;
    for (std::size_t k = 0; k < n; ++k) size = std::max(size, R(abs(row[k])));
    if (!(size > R(0))) return false;
    for (R& value : row) value = value / size;
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (abs(m[i][k]) > abs(m[best][k])) best = i;
    std::swap(m[k], m[best]);
    if (!(abs(m[k][k]) > R(0))) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const R factor = m[i][k] / m[k][k];
      for (std::size_t j = k + 1; j <= n; ++j) m[i][j] = m[i][j] - factor * m[k][j];
    }
  }
  x.assign(n, R(0));
  for (std::size_t k = n; k-- > 0;) {
    R value = m[k][n];
    for (std::size_t j = k + 1; j < n; ++j) value = value - m[k][j] * x[j];
    x[k] = value / m[k][k];
  }
  return true;
}

/// The second algorithm of Remez (1934): exchange of all points of the reference at once, with the largest error always
/// among the new ones, which makes it converge (Powell, Approximation Theory and Methods, 1981, chapters 8 and 9). It
/// needs the n directions to be a Chebyshev system on the intervals, except for isolated common zeros; where they are
/// none it stops without `converged`.
template <class R>
class exchange {
 public:
  explicit exchange(const exchange_problem<R>& problem) : problem_(problem), free_(problem.free) {
    count_ = free_.directions.size();
    make_grid();
  }

  exchange_result<R> run() {
    using std::abs;
    exchange_result<R> best;
    if (stopped_) return best;
    start();
    for (int round = 1; round <= problem_.most_rounds; ++round) {
      exchange_result<R> now;
      if (round > 1 && must_stop(true)) break;
      if (!level(now)) break;
      find_extrema(now);
      if (must_stop(problem_.often)) break;
      now.rounds = round;
      const bool first = best.rounds == 0;
      const R known = first ? now.level : std::max(best.level, now.level);
      if (first || now.largest < best.largest) best = now;
      best.level = known;
      best.rounds = round;
      const double gap = static_cast<double>((now.largest - now.level) / now.largest);
      // A function that is its own approximation leaves only rounding errors, which do not alternate.
      if (!(gap > problem_.tolerance) || !(now.largest > noise_)) {
        best = now;
        best.converged = true;
        break;
      }
      if (!renew(now)) break;
    }
    return best;
  }

  /// The largest error of these coefficients, and where; with the local extrema.
  exchange_result<R> measure(const std::vector<R>& coefficients) {
    exchange_result<R> now;
    now.coefficients = coefficients;
    find_extrema(now);
    return now;
  }

  /// Values on the points that are always looked at.
  [[nodiscard]] std::vector<sample<R>> samples() const {
    std::vector<sample<R>> all;
    for (const point& p : grid_) all.push_back(p.s);
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
  };

  void make_grid() {
    for (const R& x : problem_.points) {
      point p;
      p.x = x;
      p.s = problem_.at(x);
      grid_.push_back(std::move(p));
    }
    if (!grid_.empty()) return;
    const int pieces = 14 * static_cast<int>(count_ + 2);
    const double pi = std::acos(-1.0);
    for (std::size_t i = 0; i < problem_.intervals.size(); ++i) {
      const auto& [lo, hi] = problem_.intervals[i];
      for (int k = 0; k <= pieces; ++k) {
        point p;
        const double t = 0.5 - 0.5 * std::cos(pi * k / pieces);
        p.x = k == 0 ? lo : k == pieces ? hi : lo + (hi - lo) * R(t);
        p.interval = i;
        if (must_stop(problem_.often)) return;
        p.s = problem_.at(p.x);
        grid_.push_back(std::move(p));
      }
    }
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
    const double last = static_cast<double>(grid_.size() - 1);
    for (std::size_t k = 0; k <= count_; ++k) {
      const double t = (static_cast<double>(k) + 0.5) / static_cast<double>(count_ + 1);
      const std::size_t per = grid_.size() / problem_.intervals.size();
      std::size_t at = static_cast<std::size_t>(std::lround(t * last));
      if (at % per == 0) ++at;  // not an end
      reference_.push_back(grid_[std::min(at, grid_.size() - 2)]);
    }
  }

  /// Solves for the p whose errors on the reference have equal size and alternating sign.
  bool level(exchange_result<R>& out) {
    if (problem_.denominator == 0) return level(out, R(0));
    // (target q - factor p) = +-E q is linear in p and q for a given E: again and again with the E that comes out. The
    // reference's E of least size belongs to a q without zeros, so the first one is 0 or that of the last round.
    R given = levelled_;
    for (int step = 0; step < 40; ++step) {
      if (!level(out, given)) return false;
      using std::abs;
      const bool settled = !(abs(levelled_ - given) > abs(levelled_) * R(1e-3 * problem_.tolerance));
      given = levelled_;
      if (settled && step > 0) break;
    }
    // A zero of q between the points would be a pole.
    for (const point& p : grid_)
      if (!(evaluate_denominator(out.denominator, p.s.argument) > R(0))) return false;
    return true;
  }

  /// The same with the product E q_j taken for a given E: the E found is left in `levelled_`.
  bool level(exchange_result<R>& out, const R& given) {
    using std::abs;
    const std::size_t n = count_ + 1, of_p = free_.exponents.size(), all = free_.offset.size();
    std::vector<std::vector<R>> m(n, std::vector<R>(n + 1, R(0)));
    for (std::size_t i = 0; i < n; ++i) {
      if (must_stop(problem_.often)) return false;
      const sample<R>& s = reference_[i].s;
      std::vector<R> terms(all);  // what each coefficient is multiplied by
      for (std::size_t k = 0; k < of_p; ++k) terms[k] = s.factor * power(s.argument, free_.exponents[k]);
      R u = s.argument;
      for (std::size_t k = of_p; k < all; ++k, u = u * s.argument)
        terms[k] = (i % 2 == 0 ? given - s.target : -given - s.target) * u;
      const auto times = [&](const std::vector<R>& c) {
        R value = 0;
        for (std::size_t k = 0; k < all; ++k) value = value + c[k] * terms[k];
        return value;
      };
      for (std::size_t j = 0; j < count_; ++j) m[i][j] = times(free_.directions[j]);
      m[i][count_] = i % 2 == 0 ? 1 : -1;
      m[i][n] = s.target - times(free_.offset);
    }
    std::vector<R> z;
    if (!solve_dense(std::move(m), z)) return false;
    levelled_ = z[count_];
    out.level = abs(levelled_);
    std::vector<R> found = free_.offset;
    for (std::size_t j = 0; j < count_; ++j)
      for (std::size_t k = 0; k < all; ++k) found[k] = found[k] + z[j] * free_.directions[j][k];
    const auto end_of_p = found.begin() + static_cast<std::ptrdiff_t>(of_p);
    out.coefficients.assign(found.begin(), end_of_p);
    if (problem_.denominator > 0) {
      out.denominator.assign(1, R(1));
      out.denominator.insert(out.denominator.end(), end_of_p, found.end());
    }
    return true;
  }

  static R evaluate_denominator(const std::vector<R>& q, const R& u) {
    R value = 0;
    for (std::size_t k = q.size(); k-- > 0;) value = value * u + q[k];
    return value;
  }

  R error_of(const sample<R>& s, const exchange_result<R>& now) const {
    const R p = s.factor * evaluate_sparse(free_.exponents, now.coefficients, s.argument);
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
      if (i == begin || (grid_[i].error < R(0)) == (grid_[begin].error < R(0))) continue;
      found_.push_back(top_of_run(begin, i, now));
      begin = i;
    }
    found_.push_back(top_of_run(begin, grid_.size(), now));
    for (const point& p : found_) {
      if (abs(p.error) > now.largest) now.largest = abs(p.error), now.worst_at = p.x;
      now.extrema.push_back(p.x);
      now.errors.push_back(p.error);
    }
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

  const exchange_problem<R>& problem_;
  const unknowns<R>& free_;
  std::size_t count_ = 0;
  bool stopped_ = false;
  std::vector<point> grid_, reference_, found_;
  R scale_ = 0, noise_ = 0, levelled_ = 0;
};

}  // namespace vieta::approximation
