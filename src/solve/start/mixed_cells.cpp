#include "solve/start/mixed_cells.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

namespace vieta::tracking {

namespace {

using integer = std::int64_t;

/// Of the lifting, at first; where integers overflow, fewer.
constexpr int most_bits = 26, least_bits = 14, bits_less = 6;
constexpr int most_ties = 20;
constexpr double largest_integer = 4e18;
constexpr std::size_t most_bytes = std::size_t{1} << 30;

/// One support, in its place of the system: first the vertices of a simplex, then its points, if it has entered.
struct slot {
  std::size_t simplex = 0;       ///< number of vertices that belong to the simplex
  std::vector<integer> points;   ///< coordinates, point after point
  std::vector<integer> lifting;  ///< of each point
  [[nodiscard]] std::size_t size() const { return lifting.size(); }
};

/// A cell on its way: edges, and the inverse N / D of the matrix whose rows are the edges, with D > 0.
struct moving_cell {
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<integer> inverse;  ///< N, row after row
  integer determinant = 1;       ///< D
};

enum class step { moved, at_end, gone, tie, overflow };

class search {
 public:
  search(const std::vector<support>& supports, std::uint64_t seed, int lifting_bits)
      : n_(supports.size()),
        supports_(supports),
        bits_(lifting_bits),
        random_(seed),
        slots_(n_),
        order_(n_),
        normal_(n_),
        slope_(n_) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (const support& s : supports) degrees_.push_back(degree(s));
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(degrees_[a], supports_[a].size()) < std::pair(degrees_[b], supports_[b].size());
    });
  }

  mixed_cells run(std::size_t most_visited, const std::function<bool()>& must_stop, const early_end& early, bool& tie) {
    mixed_cells result;
    const auto failed = [&](cell_search why) {
      result.outcome = why;
      result.cells.clear();
      return result;
    };
    std::size_t points = 0;
    for (const support& s : supports_) points += s.size();
    const std::size_t most_cells = most_bytes / (8 * (n_ * n_ + points + 16));
    std::vector<moving_cell> cells = {first_cell()}, next, stack;
    double share = 1;  // of the degree, that the volume was multiplied by
    for (std::size_t place = 0; place < n_; ++place) {
      const std::size_t k = order_[place];
      if (!enter(k, cells)) return failed(cell_search::too_large);
      next.clear();
      double volume = 0;
      stack = std::move(cells);
      while (!stack.empty()) {
        moving_cell cell = std::move(stack.back());
        stack.pop_back();
        if (++result.visited > most_visited || next.size() > most_cells) return failed(cell_search::too_many);
        if (result.visited % 1024 == 1 && must_stop()) return failed(cell_search::stopped);
        switch (move(cell, stack)) {
          case step::at_end:
            volume += static_cast<double>(cell.determinant);
            next.push_back(std::move(cell));
            break;
          case step::tie:
            tie = true;
            return result;
          case step::overflow:
            return failed(cell_search::too_large);
          case step::moved:
          case step::gone:
            break;
        }
      }
      leave_simplex(k, next);
      const double before = std::max(result.volume, 1.0), last_share = share;
      share = volume / before / static_cast<double>(degrees_[k]);
      result.volume = volume;
      if (result.visited >= early.from && expected(place + 1, volume, share, last_share) > early.volume)
        return failed(cell_search::hopeless);
      cells = std::move(next);
    }
    for (moving_cell& cell : cells) result.cells.push_back(finished(cell));
    return result;
  }

 private:
  /// What the volume may become when the supports from `place` on have entered.
  [[nodiscard]] double expected(std::size_t place, double volume, double share, double last_share) const {
    const double falling = last_share > 0 ? std::min(1.0, share / last_share) : 1;
    for (; place < n_; ++place) {
      share *= falling;
      volume *= std::max(1.0, share * static_cast<double>(degrees_[order_[place]]));
    }
    return volume;
  }
  static integer degree(const support& s) {
    integer most = 0;
    for (const auto& p : s) most = std::max(most, std::accumulate(p.begin(), p.end(), integer{0}));
    return std::max<integer>(most, 1);
  }
  integer random_lift(int bits) { return static_cast<integer>(random_() >> (64 - bits)); }

  /// Every place holds a unit simplex, lifted so that the cell of the edges (0, e_i) is the only mixed one.
  moving_cell first_cell() {
    moving_cell cell;
    cell.inverse.assign(n_ * n_, 0);
    for (std::size_t i = 0; i < n_; ++i) {
      slot& s = slots_[i];
      s.simplex = n_ + 1;
      s.points.assign((n_ + 1) * n_, 0);
      for (std::size_t v = 0; v < n_; ++v) s.points[(v + 1) * n_ + v] = 1;
      for (std::size_t v = 0; v <= n_; ++v)
        s.lifting.push_back(random_lift(bits_ - 4) + (v == 0 || v == i + 1 ? 0 : integer{1} << (bits_ - 1)));
      cell.edges.push_back({0, static_cast<std::uint32_t>(i + 1)});
      cell.inverse[i * n_ + i] = 1;
    }
    return cell;
  }

  /// The simplex of place k grows to the degree of the support, which joins it. False when integers overflow.
  bool enter(std::size_t k, std::vector<moving_cell>& cells) {
    slot& s = slots_[k];
    const integer d = degrees_[k];
    for (integer& x : s.points) x *= d;
    for (integer& x : s.lifting) x *= d;
    for (const auto& p : supports_[k]) {
      s.points.insert(s.points.end(), p.begin(), p.end());
      s.lifting.push_back(random_lift(bits_));
    }
    for (moving_cell& cell : cells) {
      if (__builtin_mul_overflow(cell.determinant, d, &cell.determinant)) return false;
      for (std::size_t j = 0; j < n_ * n_; ++j)
        if (j % n_ != k && __builtin_mul_overflow(cell.inverse[j], d, &cell.inverse[j])) return false;
    }
    moving_ = k;
    return true;
  }

  void leave_simplex(std::size_t k, std::vector<moving_cell>& cells) {
    slot& s = slots_[k];
    s.points.erase(s.points.begin(), s.points.begin() + static_cast<std::ptrdiff_t>(s.simplex * n_));
    s.lifting.erase(s.lifting.begin(), s.lifting.begin() + static_cast<std::ptrdiff_t>(s.simplex));
    for (moving_cell& cell : cells)
      for (std::uint32_t& p : cell.edges[k]) p -= static_cast<std::uint32_t>(s.simplex);
    s.simplex = 0;
  }

  /// The points of the entering support come down as u grows from -infinity; the simplex stays.
  [[nodiscard]] integer comes_down(std::uint32_t point) const { return point >= slots_[moving_].simplex ? 1 : 0; }

  /// D times the normal of the cell as a function of u: normal_ + u slope_. False when integers might overflow.
  bool set_normal(const moving_cell& cell) {
    const auto [first, second] = cell.edges[moving_];
    const integer down = comes_down(second) - comes_down(first);
    double largest = 0;
    for (std::size_t r = 0; r < n_; ++r) {
      double bound = 0;
      integer sum = 0;
      for (std::size_t m = 0; m < n_; ++m) {
        const slot& s = slots_[m];
        const integer rise = s.lifting[cell.edges[m][1]] - s.lifting[cell.edges[m][0]], x = cell.inverse[r * n_ + m];
        bound += std::fabs(static_cast<double>(x)) * (std::fabs(static_cast<double>(rise)) + 1);
        if (bound > largest_integer) return false;
        sum -= x * rise;
      }
      normal_[r] = sum;
      slope_[r] = down * cell.inverse[r * n_ + moving_];
      largest = std::max(largest, bound);
    }
    double most_degree = 1;
    for (const integer d : degrees_) most_degree = std::max(most_degree, static_cast<double>(d));
    return static_cast<double>(cell.determinant) * std::ldexp(most_degree, bits_) + 2 * most_degree * largest <
           largest_integer;
  }

  /// Moves the cell to where the next point comes down; what it becomes goes to `out`.
  step move(const moving_cell& cell, std::vector<moving_cell>& out) {
    const auto [first, second] = cell.edges[moving_];
    if (comes_down(first) + comes_down(second) == 2) return step::at_end;
    if (!set_normal(cell)) return step::overflow;
    const integer d = cell.determinant;
    long double soonest = 0;
    std::size_t where = n_, which = 0;
    bool tie = false;
    for (std::size_t i = 0; i < n_; ++i) {
      const slot& s = slots_[i];
      const auto [a, b] = cell.edges[i];
      const integer* const from = &s.points[a * n_];
      for (std::size_t c = 0; c < s.size(); ++c) {
        if (c == a || c == b) continue;
        const integer* const to = &s.points[c * n_];
        integer speed = i == moving_ ? d * (comes_down(a) - comes_down(static_cast<std::uint32_t>(c))) : 0;
        integer height = d * (s.lifting[c] - s.lifting[a]);
        for (std::size_t r = 0; r < n_; ++r) {
          const integer x = to[r] - from[r];
          speed += slope_[r] * x;
          height += normal_[r] * x;
        }
        if (speed >= 0) continue;
        const long double time = static_cast<long double>(height) / static_cast<long double>(-speed);
        if (where == n_ || time < soonest) {
          tie = where != n_ && nearly(time, soonest);
          soonest = time, where = i, which = c;
        } else if (nearly(time, soonest)) {
          tie = true;
        }
      }
    }
    if (where == n_) return step::gone;
    if (tie) return step::tie;
    return exchange(cell, where, static_cast<std::uint32_t>(which), out) ? step::moved : step::overflow;
  }
  static bool nearly(long double a, long double b) { return std::fabs(a - b) <= 1e-17L * (std::fabs(a) + 1); }

  /// Point c of support i has come down to the cell. With c - a = sum of (mu_m / D) (edge m), the affine dependence has
  /// the signs +, mu_i - D, -mu_i for c, a, b. Before there are the edges that lack a point of sign +, thereafter those
  /// that lack one of sign -.
  bool exchange(const moving_cell& cell, std::size_t i, std::uint32_t c, std::vector<moving_cell>& out) {
    const slot& s = slots_[i];
    const auto [a, b] = cell.edges[i];
    std::vector<integer> mu(n_, 0);
    for (std::size_t r = 0; r < n_; ++r) {
      const integer x = s.points[c * n_ + r] - s.points[a * n_ + r];
      if (x != 0)
        for (std::size_t m = 0; m < n_; ++m) mu[m] += x * cell.inverse[r * n_ + m];
    }
    const integer d = cell.determinant;
    // Of two cells that become the same one, that which lacks the earlier point leads to it.
    if ((mu[i] > d && c > a) || (mu[i] < 0 && c > b)) return true;
    if (mu[i] > 0 && !replace(cell, i, {a, c}, mu, out)) return false;
    mu[i] -= d;  // c - b
    return mu[i] >= 0 || replace(cell, i, {b, c}, mu, out);
  }

  /// The cell with another edge i, which is the sum of (mu_m / D) (edge m).
  bool replace(const moving_cell& cell, std::size_t i, std::array<std::uint32_t, 2> edge,
               const std::vector<integer>& mu, std::vector<moving_cell>& out) const {
    moving_cell next = cell;
    next.edges[i] = edge;
    const integer old = cell.determinant, sign = mu[i] > 0 ? 1 : -1;
    next.determinant = std::abs(mu[i]);
    for (std::size_t r = 0; r < n_; ++r) {
      const integer column = cell.inverse[r * n_ + i];
      for (std::size_t m = 0; m < n_; ++m) {
        integer& x = next.inverse[r * n_ + m];
        if (m == i) {
          x = sign * column;
          continue;
        }
        integer left = 0, right = 0, sum = 0;
        if (__builtin_mul_overflow(mu[i], x, &left) || __builtin_mul_overflow(mu[m], column, &right) ||
            __builtin_sub_overflow(left, right, &sum))
          return false;
        x = sign * (sum / old);
      }
    }
    out.push_back(std::move(next));
    return true;
  }

  mixed_cell finished(moving_cell& cell) {
    mixed_cell done;
    set_normal(cell);  // no simplex is left: every point counts as entered, and the slope is 0
    const auto d = static_cast<double>(cell.determinant);
    for (std::size_t i = 0; i < n_; ++i) {
      const slot& s = slots_[i];
      const auto [a, b] = cell.edges[i];
      std::vector<double> heights(s.size(), 0);
      for (std::size_t c = 0; c < s.size(); ++c) {
        if (c == a || c == b) continue;
        integer height = cell.determinant * (s.lifting[c] - s.lifting[a]);
        for (std::size_t r = 0; r < n_; ++r) height += normal_[r] * (s.points[c * n_ + r] - s.points[a * n_ + r]);
        heights[c] = std::ldexp(static_cast<double>(height) / d, -bits_);
      }
      done.height.push_back(std::move(heights));
    }
    done.edges = std::move(cell.edges);
    done.volume = cell.determinant;
    return done;
  }

  std::size_t n_;
  const std::vector<support>& supports_;
  int bits_;
  std::mt19937_64 random_;
  std::vector<slot> slots_;
  std::vector<std::size_t> order_;
  std::vector<integer> degrees_, normal_, slope_;
  std::size_t moving_ = 0;
};

}  // namespace

mixed_cells find_mixed_cells(const std::vector<support>& supports, std::uint64_t seed, std::size_t most_visited,
                             const std::function<bool()>& must_stop, const early_end& early) {
  mixed_cells found;
  int bits = most_bits;
  for (int ties = 0; ties < most_ties;) {
    bool tie = false;
    found = search(supports, seed, bits).run(most_visited, must_stop, early, tie);
    seed += 0x9e3779b97f4a7c15u;
    ties += tie;
    if (tie) continue;
    if (found.outcome != cell_search::too_large || bits <= least_bits) return found;
    bits -= bits_less;
  }
  found.outcome = cell_search::too_large;
  return found;
}

}  // namespace vieta::tracking
