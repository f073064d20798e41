#include "solve/witness.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <random>
#include <span>

#include "solve/clusters/accuracy.hpp"
#include "solve/start/start_system.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

namespace {

/// How far the hyperplane is moved, where each coordinate of the end is about 1 at most, and what counts as zero there;
/// what two doubles do not bring below `may_be_zero` is none. A set that passes the end by at a distance above the last
/// move is not taken for one that meets it.
constexpr double moved_by[] = {0.03, 0.005, 5e-4, 2e-5, 3e-7, 5e-9};
constexpr double may_be_zero = 1e-24;
/// At a distance d from an isolated zero of multiplicity m residuals are about d^m: moves that make it less than
/// `decides` tell nothing; nor do those that are not this much larger than what is unknown of the end. A set is told by
/// moves that go on to `told_at` at least, and where the multiplicity is what ends them to `told_at_order`.
constexpr double beyond_accuracy = 100, told_at = 5e-4, told_at_order = 2e-5;
struct residual_limits {
  double counts_as_zero, decides;
};
/// From this multiplicity on residuals are followed almost as far as four doubles go, since d^m is tiny.
constexpr std::size_t high_multiplicity = 4;
constexpr residual_limits limits_for(std::size_t multiplicity) {
  return multiplicity < high_multiplicity ? residual_limits{1e-34, 1e-31} : residual_limits{1e-55, 1e-52};
}
/// A zero on a moved hyperplane is nearer than this, for a hyperplane moved by `by`: near a double point of a set it
/// is as far as a square root.
double farthest(double by) { return std::max(30 * by, 2 * std::sqrt(by)); }
/// And it comes nearer as the hyperplane does, where up to three branches meet in the end, like a root of the move: a
/// set that passes the end by does not.
double nearer(double by, double before) { return 1.2 * std::cbrt(by / before); }
/// Where f vanishes to the order m residuals fall by 2^-m at best in each step. Iterations are looked at after so many
/// steps, and end where the residual has not become ten times smaller since so many looks.
constexpr int steps_at_once = 8, most_looks = 20, patience = 3;
/// The set that an end lies on is looked for so far from it; a zero that is so many times farther than what is unknown
/// of the end is another one.
constexpr double farthest_of_own_set = 1e-5, doubtful_way = 10;
/// Of the Jacobian, relative to the largest coefficients: gradients are clearly independent.
constexpr double clear_pivot = 1e-3;
/// Ends of single paths that are known to less than told_below, but to so much, are brought to a zero within so many
/// times what is unknown of them. Where f vanishes to the order 3 at most, it is known to this then.
constexpr double sharpened_from = 1e-5, sharpened_within = 30, sharpened_to = 1e-11;
/// Pivots of the Jacobian below this, relative to its largest entry, tell the dimension that a set may have.
constexpr double no_pivot = 1e-6;
constexpr std::size_t most_planes = 4;
/// Other hyperplanes are tried where these fail, from points that are this share of the move beside the end: there the
/// Jacobian has lost less of its rank. First that is so for the first move alone, then for each.
constexpr int most_attempts = 4, beside_for_each = 2;
constexpr double beside = 0.3;
/// So many ends are looked at; more, until one is on no set, where all of them decide.
constexpr std::size_t most_ends = 64, most_where_they_decide = 256;

/// An end in units of its own, a power of two for each coordinate, which is 1 at most then: a large coordinate hides no
/// small one.
struct scaled_end {
  std::vector<std::vector<plain_term>> equations;
  system_point x;
  double accuracy = 0;
};

scaled_end in_own_units(const std::vector<std::vector<plain_term>>& equations, const system_point& x, double accuracy) {
  scaled_end result{equations, x, 0};
  std::vector<int> units;
  double largest = 1;
  for (complex<qd>& z : result.x) {
    const double size = systems::modulus(z);
    largest = std::max(largest, size);
    const int unit = size > 1 ? std::ilogb(size) + 1 : 0;
    units.push_back(unit);
    z = z * std::ldexp(1.0, -unit);
  }
  for (const int unit : units) result.accuracy = std::max(result.accuracy, std::ldexp(accuracy * largest, -unit));
  for (std::vector<plain_term>& equation : result.equations) {
    std::vector<int> by;
    int most = INT_MIN;
    for (const plain_term& t : equation) {
      int sum = 0;
      for (const auto& [v, e] : t.exponents) sum += units[v] * static_cast<int>(e);
      by.push_back(sum);
      most = std::max(most, sum + std::ilogb(systems::modulus(t.coefficient)));
    }
    std::vector<plain_term> kept;
    for (std::size_t k = 0; k < by.size(); ++k) {
      plain_term& t = equation[k];
      if (by[k] + std::ilogb(systems::modulus(t.coefficient)) < most - 400)
        continue;  // nothing, where moduli are 1 at most
      // In two steps: each alone is within the range of doubles.
      const int half = (by[k] - most) / 2;
      t.coefficient = (t.coefficient * std::ldexp(1.0, half)) * std::ldexp(1.0, by[k] - most - half);
      kept.push_back(std::move(t));
    }
    equation = std::move(kept);
  }
  return result;
}

systems::system_builder::term as_builder_term(const complex<qd>& c) {
  systems::system_builder::term t;
  t.re = {c.re.x0, c.re.x1, c.re.x2, c.re.x3};
  t.im = {c.im.x0, c.im.x1, c.im.x2, c.im.x3};
  return t;
}

struct hyperplane {
  std::vector<std::complex<double>> a;
  complex<qd> c;  ///< sum of a_v x_v = c
};

/// Equations whose largest coefficients are about 1, and hyperplanes.
polynomial_system sliced(const std::vector<std::vector<plain_term>>& equations,
                         const std::vector<std::string>& variables, const std::vector<hyperplane>& planes) {
  systems::system_builder builder(variables);
  for (const std::vector<plain_term>& equation : equations) {
    const double scale = unit_scale(equation);
    std::vector<systems::system_builder::term> terms;
    for (const plain_term& t : equation) {
      terms.push_back(as_builder_term(t.coefficient * scale));
      for (const auto& [v, e] : t.exponents) terms.back().factors.emplace_back(v, e);
    }
    builder.add(terms);
  }
  for (const hyperplane& p : planes) {
    std::vector<systems::system_builder::term> plane;
    for (std::size_t v = 0; v < p.a.size(); ++v) {
      plane.push_back(as_builder_term(as_qd(p.a[v])));
      plane.back().factors.emplace_back(static_cast<std::uint32_t>(v), 1);
    }
    plane.push_back(as_builder_term({-p.c.re, -p.c.im}));
    builder.add(plane);
  }
  return builder.finish();
}

/// By how much the Jacobian at x lacks full rank, from elimination with the largest pivots. Rows are relative to their
/// own largest entry, or, where that is to be `clear`, to the largest coefficient: beside another zero a row is small.
std::size_t lost_rank(const std::vector<std::vector<plain_term>>& equations, const system_point& x,
                      bool clear = false) {
  const std::size_t n = x.size();
  std::vector<std::complex<double>> at;
  for (const complex<qd>& z : x) at.emplace_back(z.re.x0, z.im.x0);
  std::vector<std::vector<std::complex<double>>> rows;
  for (const std::vector<plain_term>& equation : equations) {
    auto& row = rows.emplace_back(n, 0.0);
    for (const plain_term& t : equation)
      for (const auto& [v, k] : t.exponents)
        row[v] += static_cast<double>(k) * value_without(t, at, v, k - 1, v, k - 1);
    double most = 0;
    for (const auto& entry : row) most = std::max(most, std::abs(entry));
    if (clear) most = 1 / unit_scale(equation);
    if (most > 0)
      for (auto& entry : row) entry /= most;
  }
  std::vector<bool> used(n, false);
  for (std::size_t rank = 0; rank < std::min(n, rows.size()); ++rank) {
    std::size_t row = rank, column = 0;
    double most = 0;
    for (std::size_t i = rank; i < rows.size(); ++i)
      for (std::size_t v = 0; v < n; ++v)
        if (!used[v] && std::abs(rows[i][v]) > most) most = std::abs(rows[i][v]), row = i, column = v;
    if (!(most > (clear ? clear_pivot : no_pivot))) return n - rank;
    std::swap(rows[rank], rows[row]);
    used[column] = true;
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const std::complex<double> factor = rows[i][column] / rows[rank][column];
      for (std::size_t v = 0; v < n; ++v) rows[i][v] -= factor * rows[rank][v];
    }
  }
  return 0;
}

/// Gauss-Newton steps from `at`, near x, until residuals are nothing. On a set of dimension 2 or more, and where f
/// vanishes to a higher order, the iteration finds zeros, but never converges: the residual decides alone.
bool comes_to_zero(const polynomial_system& system, const system_point& x, double farthest_way, double zero,
                   system_point& at, double& way) {
  newton_options options;
  options.prove = false, options.on.threads = 1, options.on.place = where::cpu, options.max_iterations = steps_at_once;
  options.precision = 2;
  double best = HUGE_VAL;
  int since_best = 0;
  for (int look = 0; look < most_looks && since_best < patience; ++look) {
    const newton_solution s = newton(system, std::span(&at, 1), options).solutions[0];
    if (s.status == newton_status::diverged || s.status == newton_status::bad_start) return false;
    way = systems::distance(s.x, x);
    if (!(way <= farthest_way)) return false;
    at = s.x;
    if (s.residual <= zero) return true;
    since_best = s.residual <= 0.1 * best ? 0 : since_best + 1;
    best = std::min(best, s.residual);
    const bool in_four = options.precision == 4;
    if (s.residual <= may_be_zero) options.precision = 4;
    const bool has_ended = s.status == newton_status::converged || s.status == newton_status::stagnated;
    if (has_ended && (in_four || options.precision == 2)) return false;
  }
  return false;
}

/// With so many hyperplanes through x, the first of which is moved, no less than `least`: whether each move leads to
/// zeros of f.
bool zeros_beside(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
                  const system_point& x, std::size_t count, double least, double zero, int attempt,
                  std::mt19937_64& random) {
  std::vector<hyperplane> planes(count);
  for (hyperplane& p : planes) {
    p.c = {qd(0.0), qd(0.0)};
    for (const complex<qd>& z : x) {
      p.a.push_back(on_circle(random));
      p.c = p.c + as_qd(p.a.back()) * z;
    }
  }
  const complex<qd> through_x = planes[0].c;
  system_point at = x;
  double before = 0, way_before = 0;
  for (const double by : moved_by) {
    if (by < least) break;
    planes[0].c = through_x + complex<qd>{qd(by), qd(0.0)};
    // As far from x as the last zero, relative to the move; and beside that.
    const double away = attempt >= beside_for_each || (attempt > 0 && before == 0) ? beside : 0;
    for (std::size_t v = 0; v < x.size(); ++v) {
      if (before > 0) at[v] = x[v] + (at[v] - x[v]) * (by / before);
      at[v] = at[v] + as_qd(away * by * on_circle(random));
    }
    double way = 0;
    const polynomial_system system = sliced(equations, variables, planes);
    if (!comes_to_zero(system, x, farthest(by), zero, at, way)) return false;
    if (before > 0 && !(way <= nearer(by, before) * way_before)) return false;
    way_before = way;
    before = by;
  }
  return true;
}

hyperplane plane_through(const system_point& x) {
  std::mt19937_64 random(20261129);
  hyperplane plane{{}, {qd(0.0), qd(0.0)}};
  for (const complex<qd>& z : x) {
    plane.a.push_back(on_circle(random));
    plane.c = plane.c + as_qd(plane.a.back()) * z;
  }
  return plane;
}

/// Goes from an end that a single path has come to, roughly, to a zero of f near there, on a hyperplane through it: far
/// out on a set coordinates that are small beside others are known to fewer digits than is told of sets by.
void sharpen(scaled_end& end, const std::vector<std::string>& variables) {
  const hyperplane plane = plane_through(end.x);
  system_point at = end.x;
  double way = 0;
  if (!comes_to_zero(sliced(end.equations, variables, {plane}), end.x, sharpened_within * end.accuracy,
                     limits_for(1).counts_as_zero, at, way))
    return;
  end.x = std::move(at), end.accuracy = sharpened_to;
}

/// On how many hyperplanes, from `from` to `to`, zeros of f were found; 0 where there are none.
std::size_t look_beside(const scaled_end& end, const std::vector<std::string>& variables, std::size_t from,
                        std::size_t to, double least, double zero, const std::function<bool()>& must_stop) {
  std::mt19937_64 random(20261127);
  // One hyperplane leaves of a set of dimension d one of dimension d - 1, along which the iteration may run away.
  for (std::size_t count = from; count <= to; ++count)
    for (int attempt = 0; attempt < most_attempts && !must_stop(); ++attempt)
      if (zeros_beside(end.equations, variables, end.x, count, least, zero, attempt, random)) return count;
  return 0;
}

/// Where several paths end there may be another point beside the set, as near as can be: none is there where as few
/// equations as leave a set of its dimension have gradients that are clearly independent.
bool is_alone(const scaled_end& end, const std::vector<std::string>& variables, std::size_t planes, double least,
              double zero, const std::function<bool()>& must_stop) {
  const std::size_t lost = lost_rank(end.equations, end.x, true);
  return lost <= planes ||
         (lost <= most_planes && look_beside(end, variables, lost, lost, least, zero, must_stop) == lost);
}

/// The set that was found beside the end may be another one's: ends that are the mean of several are on none. Whether
/// the nearest zero on a hyperplane through the end is farther from it than what is unknown of both.
bool is_beside_the_set(const scaled_end& end, const std::vector<std::string>& variables, std::size_t multiplicity,
                       double zero) {
  const hyperplane plane = plane_through(end.x);
  system_point at = end.x;
  double way = 0;
  if (!comes_to_zero(sliced(end.equations, variables, {plane}), end.x, farthest_of_own_set, zero, at, way))
    return false;
  const double zeros_known_to = std::pow(zero, 1 / static_cast<double>(std::max<std::size_t>(multiplicity, 3)));
  return way > doubtful_way * std::max(end.accuracy, zeros_known_to);
}

}  // namespace

std::size_t find_sets(const std::vector<std::vector<plain_term>>& equations, const std::vector<std::string>& variables,
                      std::vector<solve_solution>& solutions, bool they_decide, bool isolated_ones_are_known,
                      const std::function<bool()>& must_stop) {
  std::size_t looked_at = 0, not_told = 0;
  bool all_on_sets = true;
  for (solve_solution& s : solutions) {
    if (s.regular) continue;
    if (s.on_a_set != membership::unknown) {  // proven, or by exact algebra
      all_on_sets = all_on_sets && s.on_a_set == membership::on_a_set;
      continue;
    }
    const bool is_of_use = looked_at < most_ends || (they_decide && all_on_sets && looked_at < most_where_they_decide);
    if (must_stop() || !is_of_use) return not_told;
    ++looked_at;
    scaled_end end = in_own_units(equations, s.point.x, s.accuracy);
    if (s.multiplicity == 1 && end.accuracy > told_below && end.accuracy < sharpened_from) sharpen(end, variables);
    const std::size_t multiplicity = std::max<std::size_t>(s.multiplicity, 1);
    const residual_limits limits = limits_for(multiplicity);
    const double order = std::pow(limits.decides, 1 / static_cast<double>(multiplicity));
    const double least = std::max(order, beyond_accuracy * end.accuracy);
    if (order > told_at_order || least > told_at || end.accuracy > told_below) {
      // Where it may be a zero, it is one of a set: no isolated one is left.
      if (isolated_ones_are_known) s.on_a_set = membership::on_a_set;
      all_on_sets = all_on_sets && isolated_ones_are_known;
      not_told += !isolated_ones_are_known;
      continue;
    }
    const auto most = std::clamp<std::size_t>(lost_rank(end.equations, end.x), 1, most_planes);
    const double zero = limits.counts_as_zero;
    const std::size_t planes = look_beside(end, variables, 1, most, least, zero, must_stop);
    const bool is_on_it =
        planes > 0 &&
        (isolated_ones_are_known || ((multiplicity == 1 || is_alone(end, variables, planes, least, zero, must_stop)) &&
                                     !is_beside_the_set(end, variables, multiplicity, zero)));
    if (is_on_it) {
      s.on_a_set = membership::on_a_set;
      continue;
    }
    all_on_sets = false;
    not_told += planes > 0;
  }
  return not_told;
}

}  // namespace vieta::tracking
