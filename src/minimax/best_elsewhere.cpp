#include <algorithm>
#include <cmath>
#include <limits>

#include "minimax/best_form.hpp"
#include "minimax/fit/exchange.hpp"
#include "minimax/fit/sampling.hpp"

namespace vieta::approximation {
namespace {

using row = std::vector<extended>;

extended dot_product(const row& a, const row& b) {
  extended sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void subtract(row& from, const row& what, extended times) {
  for (std::size_t k = 0; k < from.size(); ++k) from[k] -= times * what[k];
}

/// Columns that are orthonormal, and what they were made of: column j = sum_i upper[i][j] q_i, i <= j. Orthogonalised
/// twice, which is enough (Giraud, Langou and Rozloznik 2005).
struct orthogonal {
  std::vector<row> q;
  std::vector<row> upper;

  explicit orthogonal(std::vector<row> columns) : q(std::move(columns)), upper(q.size(), row(q.size(), 0)) {
    for (std::size_t j = 0; j < q.size(); ++j) {
      for (int twice = 0; twice < 2; ++twice)
        for (std::size_t i = 0; i < j; ++i) {
          const extended part = dot_product(q[i], q[j]);
          upper[i][j] += part;
          subtract(q[j], q[i], part);
        }
      upper[j][j] = std::sqrt(dot_product(q[j], q[j]));
      if (upper[j][j] > 0)
        for (extended& value : q[j]) value /= upper[j][j];
    }
  }
  [[nodiscard]] row solve(row right) const {
    for (std::size_t k = right.size(); k-- > 0;) {
      for (std::size_t j = k + 1; j < right.size(); ++j) right[k] -= upper[k][j] * right[j];
      right[k] /= upper[k][k];
    }
    return right;
  }
  [[nodiscard]] row solve_transposed(row right) const {
    for (std::size_t k = 0; k < right.size(); ++k) {
      for (std::size_t i = 0; i < k; ++i) right[k] -= upper[i][k] * right[i];
      right[k] /= upper[k][k];
    }
    return right;
  }
};

/// The y nearest to `y` with |target_i - row_i y| <= limit: the dual method of Goldfarb and Idnani (Mathematical
/// Programming 27, 1983), which begins at the nearest of all and takes in the inequality that is missed most.
class nearest_in_band {
 public:
  nearest_in_band(const std::vector<row>& rows, const row& targets, extended limit)
      : rows_(rows), targets_(targets), limit_(limit) {}

  /// What no y is below, where there is none with that limit; and the rows that show it.
  [[nodiscard]] extended least() const { return least_; }
  [[nodiscard]] const std::vector<std::size_t>& witnesses() const { return witnesses_; }

  bool find(row& y, const std::function<bool()>& must_stop) {
    const std::size_t most = 40 * (y.size() + 10);
    for (std::size_t step = 0; step < most; ++step) {
      if (must_stop && must_stop()) return false;
      std::size_t worst = rows_.size();
      extended miss = limit_ * 1e-13L, sign = 1;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const extended error = targets_[i] - dot_product(rows_[i], y), over = std::fabs(error) - limit_;
        if (over > miss) miss = over, worst = i, sign = error < 0 ? -1 : 1;
      }
      if (worst == rows_.size()) return true;
      if (!take_in(y, worst, sign)) return false;
    }
    return false;
  }

 private:
  /// The inequality sign row y >= sign target - limit.
  struct inequality {
    row normal;
    std::size_t which = 0;
    extended target = 0, multiplier = 0;
  };

  bool take_in(row& y, std::size_t which, extended sign) {
    constexpr extended nothing = 1e-24L;  // of the square
    inequality added{rows_[which], which, sign * targets_[which], 0};
    for (extended& value : added.normal) value *= sign;
    const extended wanted = added.target - limit_, size = dot_product(added.normal, added.normal);
    for (std::size_t most = 2 * active_.size() + 4; most-- > 0;) {
      std::vector<row> columns;
      for (const inequality& a : active_) columns.push_back(a.normal);
      const orthogonal basis(std::move(columns));
      row along = added.normal, shares(active_.size());
      for (int twice = 0; twice < 2; ++twice)
        for (std::size_t i = 0; i < active_.size(); ++i) {
          const extended part = dot_product(basis.q[i], along);
          shares[i] += part;
          subtract(along, basis.q[i], part);
        }
      shares = basis.solve(std::move(shares));
      extended step = std::numeric_limits<extended>::infinity();
      std::size_t leaves = active_.size();
      for (std::size_t i = 0; i < active_.size(); ++i)
        if (shares[i] > 0 && active_[i].multiplier / shares[i] < step)
          step = active_[i].multiplier / shares[i], leaves = i;
      const bool moves = dot_product(along, along) > nothing * size;
      if (moves) {
        const extended whole = (wanted - dot_product(added.normal, y)) / dot_product(along, added.normal);
        if (!(whole > step)) step = whole, leaves = active_.size();
        subtract(y, along, -step);
      }
      if (!std::isfinite(step)) {
        // The normals add up to 0 with these weights, so no y has all of these errors below their mean.
        extended sum = added.target, weights = 1;
        for (std::size_t i = 0; i < active_.size(); ++i) {
          const extended share = std::max(-shares[i], extended(0));
          sum += share * active_[i].target;
          weights += share;
          if (share > 0) witnesses_.push_back(active_[i].which);
        }
        witnesses_.push_back(which);
        least_ = sum / weights;
        return false;
      }
      for (std::size_t i = 0; i < active_.size(); ++i) active_[i].multiplier -= step * shares[i];
      added.multiplier += step;
      if (leaves == active_.size()) {
        active_.push_back(std::move(added));
        return true;
      }
      active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(leaves));
    }
    return false;
  }

  const std::vector<row>& rows_;
  const row& targets_;
  extended limit_, least_ = 0;
  std::vector<inequality> active_;
  std::vector<std::size_t> witnesses_;
};

/// Row over the free coefficients, and the error without them behind it.
row equation_at(const exchange_problem<extended>& e, const levelling<extended>& system, extended x) {
  row r = system.equation(e.at(x), 0, 0);
  r.erase(r.end() - 2);
  return r;
}

/// +1 or -1 where all that is free takes that times its value at x on the other side of 0; else 0.
int mirrored(const row& a, const row& b) {
  for (const int sign : {1, -1}) {
    bool is_so = true;
    for (std::size_t k = 0; k + 1 < a.size(); ++k) is_so = is_so && a[k] == sign * b[k];
    if (is_so) return sign;
  }
  return 0;
}

/// What p cannot change: errors where all that is free is 0 (or nearly: places beside a jump are as far from it as
/// doubles tell), and half of the difference of two errors where it is the same, or its negative, at x and -x.
known_error unchangeable_of(const exchange_problem<extended>& e, const levelling<extended>& system,
                            const std::vector<extended>& places) {
  constexpr extended nearly = 1e-11L;
  known_error most;
  row sizes(e.free.directions.size(), 0);
  for (const extended x : places) {
    const row a = equation_at(e, system, x);
    for (std::size_t j = 0; j < sizes.size(); ++j) sizes[j] = std::max(sizes[j], std::fabs(a[j]));
  }
  const auto of_pair = [&](extended x) {
    const row a = equation_at(e, system, x), b = equation_at(e, system, -x);
    const int sign = mirrored(a, b);
    return sign == 0 ? 0 : (a.back() - sign * b.back()) / 2;
  };
  const auto is_inside = [&](extended x) {
    return e.points.empty() && std::any_of(e.intervals.begin(), e.intervals.end(),
                                           [&](const auto& i) { return x >= i.first && x <= i.second; });
  };
  // What is small beside other places need not be a zero: a weight such as 1/erfc(x) grows by orders of magnitude.
  const auto vanishes_at = [&](extended x, const row& a) {
    constexpr extended aside = 1e-9L, part = 1e-3L;
    for (const auto& [lo, hi] : e.intervals)
      for (const extended beside : {x - aside * (hi - lo), x + aside * (hi - lo)}) {
        if (!e.points.empty() || x < lo || x > hi || beside < lo || beside > hi) continue;
        const row b = equation_at(e, system, beside);
        for (std::size_t j = 0; j < sizes.size(); ++j)
          if (!(std::fabs(a[j]) <= part * std::fabs(b[j]))) return false;
      }
    return true;
  };
  const auto take = [&](extended size, std::vector<minimax_point> at) {
    if (std::fabs(size) > most.size) most = {std::fabs(size), std::move(at)};
  };
  for (const extended x : places) {
    const row a = equation_at(e, system, x);
    if (!std::isfinite(a.back())) return {};
    bool is_fixed = true, is_exact = true;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      is_fixed = is_fixed && std::fabs(a[j]) <= nearly * sizes[j];
      is_exact = is_exact && a[j] == 0;
    }
    if (is_exact && std::fabs(a.back()) >= most.size * (1 - nearly)) most.size = 0;  // rather than a place beside it
    if (is_exact || (is_fixed && vanishes_at(x, a)))
      take(a.back(), {{static_cast<double>(x), static_cast<double>(a.back())}});
    else if (x > 0 && is_inside(-x) && std::fabs(of_pair(x)) > most.size)
      take(of_pair(x), {{static_cast<double>(-x), 0}, {static_cast<double>(x), 0}});
  }
  if (most.at.size() < 2) return most;
  // Upwards from there, between points of the grid.
  extended top = static_cast<extended>(most.at.back().x);
  constexpr extended least = 1e-12L;
  for (extended step = top / 64; step > top * least; step /= 2)
    for (const extended x : {top - step, top + step})
      if (is_inside(x) && is_inside(-x) && std::fabs(of_pair(x)) > most.size)
        most.size = std::fabs(of_pair(x)), top = x;
  const int sign = mirrored(equation_at(e, system, top), equation_at(e, system, -top));
  const double error = static_cast<double>(of_pair(top));
  most.at = {{static_cast<double>(-top), -sign * error}, {static_cast<double>(top), error}};
  return most;
}

}  // namespace

known_error unchangeable(const exchange_problem<extended>& e) {
  return unchangeable_of(e, levelling<extended>(e.free), exchange<extended>(e).places());
}

#ifdef VIETA_HAVE_ARB
bool is_held_by_fixed_error(const problem& p, const std::vector<extended>& also, solution& s) {
  constexpr slong bits = 256;
  constexpr double levelled = 1e-9, near = 1e-6;
  if (s.alternation.size() != 1) return false;
  const working_bits scope(bits);
  const exchange_problem<big> e = sampled_in_big(p, also);
  const sample<big> there = e.at(big(s.alternation[0].x));
  std::vector<big> coefficients;
  for (const extended c : s.coefficients) coefficients.emplace_back(c);
  const big fixed = abs(there.target);
  if (!(there.factor == big(0)) || !(fixed > big(s.level) * big(1 - levelled))) return false;
  const exchange_result<big> seen = exchange<big>(e).measure(coefficients);
  if (!(seen.largest < fixed * big(1 + near))) return false;
  s.level = static_cast<extended>(fixed);
  s.largest = static_cast<extended>(seen.largest);
  return true;
}
#endif

std::optional<solution> best_elsewhere(const exchange_problem<extended>& e, const solution& known, double unit,
                                       bool by_levels) {
  constexpr std::size_t most_free = 64, many = 24;  // of a Chebyshev system, more bits are the way
  constexpr extended levelled = 1e-9L, least_weight = 1e-10L;
  const std::size_t n = e.free.directions.size();
  if (e.denominator > 0 || n == 0 || n > most_free || known.of_noise ||
      (known.converged && known.alternates && known.alternation.size() > n))
    return std::nullopt;
  exchange<extended> rounds(e);
  const levelling<extended> system(e.free);
  std::vector<extended> places = rounds.places();
  for (extended& x : places) x += 0;  // no -0
  known_error least = unchangeable_of(e, system, places);
  if (!(least.size >= known.level * (1 - levelled))) {
    if (!by_levels || (known.alternates && (known.converged || n > many))) return std::nullopt;
    least = {known.level, {}};
  }
  least.size = std::max(least.size, known.level);
  if (!(least.size > 0)) return std::nullopt;

  // Least squares of the errors, and of what rounding adds to them.
  std::vector<row> rows;
  row targets, sizes(n, 0);
  const auto add = [&](extended x) {
    rows.push_back(equation_at(e, system, x));
    targets.push_back(rows.back().back());
    rows.back().pop_back();
  };
  for (const extended x : places) add(x);
  const auto error_of = [&](const std::vector<extended>& coefficients, double x) {
    const sample<extended> at = e.at(static_cast<extended>(x));
    return static_cast<double>(at.target - at.factor * evaluate_sparse(e.free.exponents, coefficients, at.argument));
  };
  for (const row& r : rows)
    for (std::size_t j = 0; j < n; ++j) sizes[j] = std::max(sizes[j], std::fabs(r[j]));
  const extended weight = std::max(static_cast<extended>(16 * unit), least_weight),
                 of_point = 1 / std::sqrt(static_cast<extended>(rows.size()));
  std::vector<row> columns(n);
  for (std::size_t j = 0; j < n; ++j) {
    for (const row& r : rows) columns[j].push_back(r[j] * of_point);
    for (std::size_t k = 0; k < n; ++k) columns[j].push_back(j == k ? weight * sizes[j] : 0);
    if (!(sizes[j] > 0)) return std::nullopt;
  }
  const orthogonal basis(std::move(columns));
  row nearest;
  for (const row& q : basis.q) {
    extended sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) sum += q[i] * targets[i] * of_point;
    nearest.push_back(sum);
  }
  for (row& r : rows) r = basis.solve_transposed(std::move(r));
  constexpr extended far_below = 1e-6L;  // rounding would decide
  if (std::any_of(targets.begin(), targets.end(), [&](extended t) { return !(far_below * std::fabs(t) < least.size); }))
    return std::nullopt;

  constexpr int most_rounds = 60;
  bool by_witnesses = false;
  for (int round = 0; round < most_rounds; ++round) {
    row y = nearest;
    nearest_in_band band(rows, targets, least.size * (1 + levelled / 4));
    if (!band.find(y, e.must_stop)) {
      if (!by_levels || !(band.least() > least.size)) return std::nullopt;
      least = {band.least(), {}};
      for (const std::size_t i : band.witnesses()) least.at.push_back({static_cast<double>(places[i]), 0});
      by_witnesses = true;
      continue;
    }
    exchange_result<extended> found;
    row z = basis.solve(y);
    z.push_back(0);
    system.take(z, found);
    found.level = least.size;
    const exchange_result<extended> seen = rounds.measure(found.coefficients);
    if (seen.largest <= least.size * (1 + levelled)) {
      solution s = known;
      s.coefficients = found.coefficients;
      s.all_digits.clear();
      s.level = std::min(least.size, seen.largest);
      s.largest = seen.largest;
      s.alternation = least.at;
      for (std::size_t i = 0; by_witnesses && i < s.alternation.size(); ++i)
        s.alternation[i].error = error_of(found.coefficients, s.alternation[i].x);
      std::sort(s.alternation.begin(), s.alternation.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
      for (std::size_t i = 0; i < seen.extrema.size() && least.at.empty(); ++i)
        if (std::fabs(seen.errors[i]) > 0.999L * s.level)
          s.alternation.push_back({static_cast<double>(seen.extrema[i]), static_cast<double>(seen.errors[i])});
      s.converged = true;
      s.alternates = false;
      s.rounds += round + 1;
      s.arithmetic = "long double";
      return s;
    }
    for (std::size_t i = 0; i < seen.extrema.size(); ++i) {
      if (!(std::fabs(seen.errors[i]) > least.size * (1 + levelled / 2))) continue;
      places.push_back(seen.extrema[i]);
      add(seen.extrema[i]);
      rows.back() = basis.solve_transposed(std::move(rows.back()));
    }
  }
  return std::nullopt;
}

}  // namespace vieta::approximation
