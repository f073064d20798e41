#include "solve/end_points.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <random>
#include <utility>

#include "base/parallel_for.hpp"
#include "newton/proof/certificate.hpp"
#include "solve/clusters/accuracy.hpp"
#include "solve/unknowns/scaling.hpp"
#include "systems/largest.hpp"
#include "systems/point_sizes.hpp"
#include "systems/precision.hpp"

namespace vieta::tracking {

namespace {

/// |z_0| relative to the largest coordinate, below which an end lies at infinity, if it is not proven to be finite.
constexpr double at_infinity = 1e-6;
/// The same for ends that Newton's method found in projective space: no proof is tried below it; and for those that it
/// found in four doubles on a second look.
constexpr double surely_at_infinity = 1e-13, surely_at_infinity_in_four = 1e-45;
/// Paths that end with ever smaller steps at less than this t are near their end, to about this.
constexpr double crawling_from = 1e-4, accuracy_of_crawling = 1e-5;
/// Condition numbers of Jacobians that look singular.
constexpr double looks_singular = 1e12;
/// Singular ends are known to about this; nearer ones are one solution. Each coordinate counts by its own size: one
/// that is small beside another may tell two solutions apart.
constexpr double cluster_size = 1e-5;
/// Where members of a cluster are farther from each other than their accuracies say, by this factor, what they are
/// called one solution for is the size of clusters alone.
constexpr double doubtful = 10;
/// And by this factor they are different points.
constexpr double told_apart = 1000;

using systems::distance;
using systems::modulus;
using systems::unit_of_accuracy;

/// Judges one end after another.
class judge_of_ends {
 public:
  judge_of_ends(const systems::session& with, const followed_unknowns& unknowns, looks how)
      : with_(with),
        careful_(with),
        orthogonal_options_(with.options),
        orthogonal_{.system = with.system, .options = orthogonal_options_, .parts = 4, .digits = 60},
        unknowns_(unknowns),
        second_look_(how == looks::again),
        beside_sets_(how == looks::beside_sets || how == looks::beside_sets_at_last),
        at_last_(how == looks::beside_sets_at_last),
        evaluator_(with.system, 1),
        iteration_(with, evaluator_) {
    careful_.parts = 4, careful_.digits = 60;
    orthogonal_options_.solver = newton_solver::householder;
  }

  judged_end judge(const path_end& end) {
    judged_end result;
    on_singular_ = false;
    result.winding = std::max<std::size_t>(end.winding, 1);
    result.accuracy = end.accuracy;
    if (end.status == path_status::stopped) result.kind = end_kind::stopped;
    if (end.status == path_status::infinite) be_infinite(result, end, end.share_of_z_0);
    // Where paths crawl towards a set they are near it: how near the set tells (decomposing::lie_on).
    const bool crawls = at_last_ && end.status == path_status::starved && end.t < crawling_from && !end.z.empty();
    if (crawls) result.accuracy = accuracy_of_crawling;
    if (end.status != path_status::arrived && end.status != path_status::limit && !crawls) return result;
    const double scale = systems::largest_modulus(end.z), z_0 = modulus(end.z[0]) / scale;
    const bool arrived = end.status == path_status::arrived;
    // A limit after one loop may be a large simple solution, which a proof tells from infinity.
    const double nearest = second_look_ && end.parts == 4 ? surely_at_infinity_in_four : surely_at_infinity;
    const double away = result.winding == 1 ? nearest : at_infinity;
    if (z_0 < (arrived ? nearest : std::max(away, 10 * end.accuracy))) {
      be_infinite(result, end, arrived ? nearest : end.share_of_z_0);
      return result;
    }
    system_point x = unknowns_.affine(end.z);
    // Coordinates are known relative to z_0: all of a solution at the origin is rounding.
    const double unit = std::ldexp(1.0, *std::max_element(unknowns_.scale.begin(), unknowns_.scale.end()));
    if (result.winding == 1 && refine(x, std::max(1e-3 * systems::largest_modulus(x), 1e-12 * unit), result))
      return result;
    if (z_0 < at_infinity) {
      if (arrived) {
        std::vector<std::complex<double>> z;
        for (const complex<qd>& coordinate : end.z) z.emplace_back(coordinate.re.x0, coordinate.im.x0);
        result.sizes = sizes_at(z);
      }
      // Beside a cluster at infinity Newton's method stops anywhere, and measures nothing. A second look does not take
      // that for an answer.
      if (!second_look_ || !arrived) be_infinite(result, end, arrived ? 1 : end.share_of_z_0);
      return result;
    }
    // Newton's method stopped beside a singular end, finite or not, whose limit circles are to tell: on another
    // attempt. Where that is most likely a point of a set, it is as good as any other one.
    if (arrived && !on_singular_ && with_.options.prove && !with_.must_stop()) return result;
    make_singular(result, std::move(x), std::max(result.accuracy, 1e-15) / std::min(1.0, z_0), 14);
    return result;
  }

  /// No step of Newton's method in doubles leads away from a point that is known better: of a close pair to the other.
  void prove_known(judged_end& result, const system_point& x) {
    newton_solution s = systems::newton_iteration(orthogonal_, evaluator_).run(x);  // for the condition number
    s.x = x, s.status = newton_status::converged;
    systems::certify(careful_, evaluator_, s);
    if (!s.certified) return;
    result.kind = end_kind::regular;
    result.point = std::move(s);
  }

  void make_singular(judged_end& result, system_point x, double accuracy, int most_digits) {
    result.kind = end_kind::singular;
    result.point = {};
    result.point.x = std::move(x);
    result.point.status = newton_status::singular;
    result.accuracy = accuracy;
    result.point.digits = decimal_digits(accuracy, most_digits);
    result.point.residual = residual(result.point.x);
  }

 private:
  /// Of the coordinate that is the largest one of those that are followed: it grows while |z_0| / |z| falls.
  void be_infinite(judged_end& result, const path_end& end, double share_of_z_0) const {
    result.kind = end_kind::infinite;
    if (end.z.size() < 2) return;
    if (end.far_t > 0 || (end.status == path_status::infinite && end.t > 0)) {
      far_point at{end.far, end.far_t > 0 ? end.far_t : end.t};
      if (!(end.far_t > 0)) {
        at.z.clear();
        for (const complex<qd>& z : end.z) at.z.emplace_back(z.re.x0, z.im.x0);
      }
      at.sizes = sizes_at(at.z);
      result.far = std::make_shared<const far_point>(std::move(at));
    }
    const auto less = [](const complex<qd>& a, const complex<qd>& b) { return modulus(a) < modulus(b); };
    const auto at = std::max_element(end.z.begin() + 1, end.z.end(), less);
    const auto v = static_cast<std::size_t>(at - end.z.begin()) - 1;
    double length = 0;
    for (const complex<qd>& z : end.z) length = std::hypot(length, modulus(z));
    const double of_unknown = std::ldexp(modulus(*at) / length / std::max(share_of_z_0, 1e-300), unknowns_.scale[v]);
    result.larger_than = std::min(of_unknown * unknowns_.least_size(static_cast<std::uint32_t>(v)), 1e300);
  }

  [[nodiscard]] std::vector<int> sizes_at(const std::vector<std::complex<double>>& z) const {
    std::vector<int> sizes;
    for (std::size_t v = 1; v < z.size(); ++v)
      sizes.push_back(std::abs(z[v]) > 0 ? std::ilogb(std::abs(z[v]) / std::abs(z[0])) + unknowns_.scale[v - 1] : 0);
    return largest_sizes(std::move(sizes));
  }

  /// Newton's method from x, and the proof. True for a regular solution within `near` of x.
  bool refine(const system_point& x, double near, judged_end& result) {
    newton_solution s = iteration_.run(x);
    const auto settled = [](const newton_solution& at) {
      return at.status == newton_status::converged || at.status == newton_status::stagnated;
    };
    // A matrix that factors in double do not invert: once more from x, with an orthogonal factorisation in four
    // doubles.
    if (second_look_ && (!settled(s) || !(distance(s.x, x) <= near)))
      s = systems::newton_iteration(orthogonal_, evaluator_).run(x);
    if (s.status == newton_status::diverged || s.status == newton_status::bad_start) return false;
    if (!(distance(s.x, x) <= near)) return false;
    if (beside_sets_ && !(s.condition < looks_singular)) {
      on_singular_ = settled(s) || s.status == newton_status::singular;
      result.accuracy = std::max(result.accuracy, distance(s.x, x) / systems::largest_modulus(x));
      return false;
    }
    systems::certify(with_, evaluator_, s, true);
    // Unknowns of very different sizes make the proof's one radius too large for the smallest of them.
    // Where the condition number eats digits, steps stop shrinking before all 60 are there: the proof has the last
    // word.
    if (!s.certified && settled(s) && with_.options.prove && !with_.must_stop()) {
      s = systems::newton_iteration(careful_, evaluator_).run(s.x);
      if (settled(s) && distance(s.x, x) <= near) systems::certify(careful_, evaluator_, s, true);
    }
    // Steps by factors in double may settle beside the solution where the condition number is that of doubles.
    if (!s.certified && second_look_ && with_.options.prove && !with_.must_stop()) {
      s = systems::newton_iteration(orthogonal_, evaluator_).run(x);
      if (settled(s) && distance(s.x, x) <= near) systems::certify(careful_, evaluator_, s, true);
    }
    // Without a proof a regular solution is what Newton's method converges to fast.
    const bool regular = with_.options.prove && !with_.must_stop()
                             ? s.certified
                             : s.status == newton_status::converged && s.condition < 1e12 && s.iterations < 10;
    if (!regular) return false;
    result.kind = end_kind::regular;
    result.point = std::move(s);
    return true;
  }

  double residual(const system_point& x) {
    systems::multi_array at(x.size(), 1, true), value;
    for (std::size_t v = 0; v < x.size(); ++v) at.set(v, x[v]);
    evaluator_.set_point(at, 1, true);
    evaluator_.equations(value);
    double most = 0;
    for (std::size_t e = 0; e < value.size(); ++e) systems::keep_largest(most, modulus(value.get(e)));
    return most;
  }

  const systems::session& with_;
  systems::session careful_;  ///< in four doubles
  newton_options orthogonal_options_;
  systems::session orthogonal_;
  const followed_unknowns& unknowns_;
  bool second_look_, beside_sets_, at_last_;
  bool on_singular_ = false;  ///< Newton's method came to a point where the Jacobian looks singular
  systems::evaluator evaluator_;
  systems::newton_iteration iteration_;
};

/// Numbers from 0.5 to 1.5: the same ones each time, since the order of what is found must not change.
std::vector<double> random_direction(std::size_t size) {
  const auto drawn = [](std::size_t count) {
    std::mt19937_64 random(1);
    std::vector<double> numbers(count);
    for (double& d : numbers) d = std::ldexp(static_cast<double>(random() >> 11), -53) + 0.5;
    return numbers;
  };
  // To begin with a generator takes longer than all that few ends are sorted for.
  static const std::vector<double> first = drawn(64);
  if (size > first.size()) return drawn(size);
  return {first.begin(), first.begin() + static_cast<std::ptrdiff_t>(size)};
}

/// Calls `same(a, b)` for all pairs of ends of a kind that are within `reach(a)` of each other in every coordinate, or
/// a little farther: found by sorting along a random direction.
template <class Reach, class Same>
void close_pairs(const std::vector<judged_end>& ends, end_kind kind, const Reach& reach, const Same& same) {
  std::vector<std::size_t> which;
  for (std::size_t k = 0; k < ends.size(); ++k)
    if (ends[k].kind == kind) which.push_back(k);
  if (which.size() < 2) return;
  const std::vector<double> direction = random_direction(2 * ends[which[0]].point.x.size());
  double norm = 0;
  for (const double d : direction) norm += d;
  std::vector<double> along(ends.size(), 0);
  for (const std::size_t k : which)
    for (std::size_t v = 0; v < ends[k].point.x.size(); ++v)
      along[k] += direction[2 * v] * ends[k].point.x[v].re.x0 + direction[2 * v + 1] * ends[k].point.x[v].im.x0;
  std::sort(which.begin(), which.end(), [&](std::size_t a, std::size_t b) { return along[a] < along[b]; });
  for (std::size_t i = 0; i < which.size(); ++i) {
    const std::size_t a = which[i];
    // Sums along the direction err by less than 2^-52 times their number of terms.
    const double rounding = std::max(1e-14, 0x1p-49 * static_cast<double>(direction.size()));
    const double width = norm * (2 * reach(a) + rounding * systems::largest_modulus(ends[a].point.x));
    const auto compare = [&](std::size_t b) {
      const double at_most = (reach(a) + reach(b)) * (1 + 0x1p-40);
      if (distance(ends[a].point.x, ends[b].point.x) <= at_most) same(a, b);
    };
    // On both sides: of two ends, the one of longer reach looks far enough.
    for (std::size_t j = i + 1; j < which.size() && along[which[j]] - along[a] <= width; ++j) compare(which[j]);
    for (std::size_t j = i; j-- > 0 && along[a] - along[which[j]] <= width;) compare(which[j]);
  }
}

/// Sets of indices, joined pair by pair.
class partition {
 public:
  explicit partition(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t find(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

double cluster_reach(const judged_end& e, double modulus_of_coordinate) {
  return 0.5 *
         std::max(cluster_size * std::max(1.0, modulus_of_coordinate), 4 * e.accuracy * unit_of_accuracy(e.point.x));
}

/// The accuracy of a solution covers all ends that are called by its name. Where these are different points, as far as
/// is known, what is near them, such as a set, is not told from them.
void cover(solve_solution& s, const system_point& x, double accuracy) {
  const double size = unit_of_accuracy(s.point.x), apart = distance(x, s.point.x),
               known = (accuracy + s.accuracy) * size;
  if (!(apart > doubtful * known)) return;
  s.accuracy = std::max(apart / size, apart > told_apart * known ? 1.01 * told_below : 0);
}

bool before(const system_point& a, const system_point& b) {
  for (std::size_t v = 0; v < a.size(); ++v) {
    if (a[v].re.x0 != b[v].re.x0) return a[v].re.x0 < b[v].re.x0;
    if (a[v].im.x0 != b[v].im.x0) return a[v].im.x0 < b[v].im.x0;
  }
  return false;
}

}  // namespace

std::vector<judged_end> judge(const systems::session& with, const std::vector<path_end>& ends,
                              const followed_unknowns& unknowns, int threads,
                              const std::function<void(std::size_t)>& done, looks how,
                              const std::function<bool()>& give_up) {
  std::vector<judged_end> result(ends.size());
  parallel_for(ends.size(), 16, threads, [&](std::size_t begin, std::size_t end) {
    judge_of_ends one(with, unknowns, how);
    for (std::size_t k = begin; k < end; ++k) {
      if (give_up && give_up())
        result[k].kind = end_kind::stopped;
      else
        result[k] = one.judge(ends[k]);
    }
    if (done) done(end - begin);
  });
  return result;
}

judged_end regular_end_at(const systems::session& with, const system_point& x) {
  judged_end result;
  const followed_unknowns own{std::vector<int>(x.size(), 0), {}};
  judge_of_ends(with, own, looks::again).prove_known(result, x);
  return result;
}

judged_end singular_end_at(const systems::session& with, const system_point& x, double accuracy) {
  judged_end result;
  const followed_unknowns own{std::vector<int>(x.size(), 0), {}};
  judge_of_ends(with, own, looks::once).make_singular(result, x, accuracy, digits_of_parts[4]);
  return result;
}

void leave_to_others(std::vector<judged_end>& ends, const std::vector<std::size_t>& which,
                     std::vector<judged_end>& before) {
  std::vector<bool> is_new(ends.size(), false);
  for (const std::size_t k : which) is_new[k] = true;
  for (const std::vector<std::size_t>& group : equal_ends(ends)) {
    std::vector<std::size_t> newer;
    for (const std::size_t k : group)
      if (is_new[k]) newer.push_back(k);
    for (std::size_t i = newer.size() == group.size() ? 1 : 0; i < newer.size(); ++i) {
      const auto place = static_cast<std::size_t>(std::find(which.begin(), which.end(), newer[i]) - which.begin());
      judged_end& e = ends[newer[i]];
      e = std::move(before[place]);
      e.undecided = e.kind == end_kind::infinite;
    }
  }
}

std::vector<std::vector<std::size_t>> equal_ends(const std::vector<judged_end>& ends) {
  partition groups(ends.size());
  const auto reach = [&](std::size_t k) {
    // Without a proof: what Newton's method converged to.
    return ends[k].point.certified ? ends[k].point.radius : 1e-10 * systems::largest_modulus(ends[k].point.x);
  };
  close_pairs(ends, end_kind::regular, reach, [&](std::size_t a, std::size_t b) { groups.join(a, b); });
  // Nearly all ends are alone, and there may be a million of them: lists are made for the others.
  std::vector<std::size_t> size(ends.size(), 0), place(ends.size(), 0);
  for (std::size_t k = 0; k < ends.size(); ++k) ++size[groups.find(k)];
  std::size_t lists = 0;
  for (std::size_t k = 0; k < ends.size(); ++k)
    if (size[k] > 1) place[k] = lists++;
  std::vector<std::vector<std::size_t>> found(lists);
  for (std::size_t k = 0; lists > 0 && k < ends.size(); ++k)
    if (const std::size_t group = groups.find(k); size[group] > 1) found[place[group]].push_back(k);
  return found;
}

std::size_t certified_solutions(const std::vector<judged_end>& ends) {
  const auto is_certified = [](const judged_end& e) { return e.kind == end_kind::regular && e.point.certified; };
  auto count = static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), is_certified));
  for (const std::vector<std::size_t>& group : equal_ends(ends)) {
    const auto members =
        std::count_if(group.begin(), group.end(), [&](std::size_t k) { return is_certified(ends[k]); });
    if (members > 1) count -= static_cast<std::size_t>(members - 1);
  }
  return count;
}

void adopt(std::vector<judged_end>& ends, const std::vector<judged_end>& from) {
  std::vector<judged_end> all = ends;
  for (const judged_end& e : from)
    if (e.kind == end_kind::regular) all.push_back(e);
  std::vector<bool> known(all.size(), false);
  for (const std::vector<std::size_t>& group : equal_ends(all))
    for (std::size_t i = 1; i < group.size(); ++i) known[group[i]] = true;  // groups ascend
  for (std::size_t k = ends.size(); k < all.size(); ++k) {
    if (known[k]) continue;
    // Each isolated solution has a path of its own: one of those that were lost.
    const auto rank = [](const judged_end& e) {
      const bool is_lost = e.kind == end_kind::failed || e.undecided;
      return is_lost                        ? 0
             : e.kind == end_kind::stopped  ? 1
             : e.kind == end_kind::infinite ? 2
             : e.kind == end_kind::singular ? 3
                                            : 4;
    };
    const auto place = std::min_element(ends.begin(), ends.end(),
                                        [&](const judged_end& a, const judged_end& b) { return rank(a) < rank(b); });
    if (place != ends.end() && rank(*place) == 4) continue;
    if (place != ends.end()) *place = std::move(all[k]);
  }
}

std::vector<std::size_t> suspicious(const std::vector<judged_end>& ends) {
  std::vector<std::size_t> which;
  for (const std::vector<std::size_t>& group : equal_ends(ends)) which.insert(which.end(), group.begin(), group.end());
  for (std::size_t k = 0; k < ends.size(); ++k)
    if (ends[k].kind == end_kind::failed) which.push_back(k);
  std::sort(which.begin(), which.end());
  return which;
}

std::size_t& count_of(end_kind kind, path_account& account) {
  switch (kind) {
    case end_kind::regular:
      return account.regular;
    case end_kind::singular:
      return account.singular;
    case end_kind::infinite:
      return account.infinite;
    case end_kind::failed:
      return account.failed;
    case end_kind::stopped:
      break;
  }
  return account.stopped;
}

bool in_one_cluster(const judged_end& a, const judged_end& b) {
  if (a.known_point != b.known_point || a.lies != b.lies) return false;
  for (std::size_t v = 0; v < a.point.x.size(); ++v) {
    const double at_most = cluster_reach(a, modulus(a.point.x[v])) + cluster_reach(b, modulus(b.point.x[v]));
    if (!(modulus(a.point.x[v] - b.point.x[v]) <= at_most * (1 + 0x1p-40))) return false;
  }
  return true;
}

std::vector<solve_solution> solutions_of(std::vector<judged_end>& ends) {
  std::vector<solve_solution> solutions;
  partition clusters(ends.size());
  const auto reach = [&](std::size_t k) {
    return cluster_reach(ends[k], systems::largest_modulus(ends[k].point.x));
  };  // the longest
  close_pairs(ends, end_kind::singular, reach, [&](std::size_t a, std::size_t b) {
    if (in_one_cluster(ends[a], ends[b])) clusters.join(a, b);
  });
  std::vector<std::size_t> place(ends.size());
  std::vector<std::pair<std::size_t, std::pair<system_point, double>>> members;  // but the first of each cluster
  for (std::size_t k = 0; k < ends.size(); ++k) {
    judged_end& e = ends[k];
    if (e.kind == end_kind::regular) {
      solve_solution s;
      s.regular = true;
      s.point = std::move(e.point);
      solutions.push_back(std::move(s));
    } else if (e.kind == end_kind::singular) {
      const std::size_t first = clusters.find(k);
      if (first == k) {
        place[k] = solutions.size();
        solve_solution s;
        s.point = std::move(e.point);
        s.winding = e.winding, s.accuracy = e.accuracy;
        s.on_a_set = e.double_point ? membership::isolated : e.lies;
        solutions.push_back(std::move(s));
      } else {
        solve_solution& s = solutions[place[first]];
        ++s.multiplicity;
        s.winding = std::max(s.winding, e.winding);
        if (e.lies != membership::unknown) continue;  // known better than the size of clusters
        if (!e.double_point || s.multiplicity > 2) s.on_a_set = membership::unknown;
        if (e.accuracy < s.accuracy) std::swap(s.point, e.point), std::swap(s.accuracy, e.accuracy);
        members.push_back({place[first], {std::move(e.point.x), e.accuracy}});
      }
    }
  }
  for (const auto& [at, end] : members) cover(solutions[at], end.first, end.second);
  for (solve_solution& s : solutions)
    if (s.regular && s.point.certified) s.on_a_set = membership::isolated;
  const auto rank = [](const solve_solution& s) { return !s.regular ? 2 : s.point.real == realness::real ? 0 : 1; };
  std::stable_sort(solutions.begin(), solutions.end(), [&](const solve_solution& a, const solve_solution& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return before(a.point.x, b.point.x);
  });
  return solutions;
}

}  // namespace vieta::tracking
