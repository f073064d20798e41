#include "solve/family/family_start.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "solve/accounting.hpp"
#include "solve/effort.hpp"
#include "solve/start/start_choice.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

using scalar = std::complex<double>;

constexpr int digits_of_starts = 30;
/// Loops that find nothing: before a count or a trace test is made; and before loops end without one.
constexpr int idle_loops_before_test = 4, most_idle_loops = 24, most_loops = 400;
/// Powers of two by which loops grow while they find nothing.
constexpr double wider_by = 3;

double distance_between(const system_point& x, const system_point& y) {
  double most = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const double rough = std::max(std::fabs(x[v].re.x0 - y[v].re.x0), std::fabs(x[v].im.x0 - y[v].im.x0));
    const double size = std::fabs(x[v].re.x0) + std::fabs(x[v].im.x0);
    if (rough > 1e-10 * size) return rough;
    const complex<qd> d = x[v] - y[v];
    most = std::max(most, std::hypot(d.re.x0, d.im.x0));
  }
  return most;
}

polynomial_system system_of_member(const family_member& member) {
  return polynomial_system(std::make_shared<polynomial_system::representation>(member.system()));
}

projective_point in_projective_space(const system_point& x) {
  projective_point z{{qd(1.0), qd(0.0)}};
  z.insert(z.end(), x.begin(), x.end());
  return z;
}

/// Proven: the instances' solutions form one irreducible set, since each equation has a parameter for itself as its
/// constant, so that the set is the graph of a polynomial map.
bool has_constants_of_their_own(const parameter_family& family) {
  std::vector<std::size_t> uses(family.parameters(), 0);
  for (const auto& equation : family.equations())
    for (const parameter_family::term& t : equation)
      for (const parameter_term& part : t.coefficient)
        for (const auto& [k, e] : part.exponents) uses[k] += e;
  return std::all_of(family.equations().begin(), family.equations().end(), [&](const auto& equation) {
    return std::any_of(equation.begin(), equation.end(), [&](const parameter_family::term& t) {
      return t.exponents.empty() &&
             std::any_of(t.coefficient.begin(), t.coefficient.end(), [&](const parameter_term& part) {
               return part.exponents.size() == 1 && uses[part.exponents[0].first] == 1;
             });
    });
  });
}

/// The work of one search.
class start_search {
 public:
  explicit start_search(const start_work& work) : work_(work) {}

  family_start run() {
    start_.at = work_.generic(0, 0);
    solve_report& r = start_.report;
    r.start = loops() ? start_kind::monodromy : start_kind::given;
    r.equations = r.variables = work_.family.unknowns().size();
    r.digits = digits_of_starts;
    r.from.one_family = work_.one_family || has_constants_of_their_own(work_.family);
    begin();
    if (known_.size() > 0 && loops() && !work_.must_stop()) go_round();
    for (const newton_solution& s : known_.all()) start_.points.push_back(in_projective_space(s.x));
    r.from.found = r.regular = r.certified = r.paths.regular = r.paths.total = known_.size();
    if (!loops() && !work_.must_stop() && known_.size() > 0) {
      r.complete = completeness::as_start;
      // A start system is no generic instance: others may have more solutions.
      if (!work_.direct) count_all(operations_between_attempts);
      start_.missing = false;
    }
    // A point that is no solution, or a path from one that was lost: not all that was asked for is there.
    if (r.from.proven < r.from.given || lost_ > 0) start_.missing = true;
    if (start_.missing && r.complete != completeness::proven && r.complete != completeness::counted)
      r.status = solve_status::incomplete, r.complete = completeness::no;
    if (r.complete == completeness::proven || r.complete == completeness::counted) start_.missing = false;
    return std::move(start_);
  }

 private:
  [[nodiscard]] bool loops() const { return work_.options.start == start_kind::monodromy; }

  void begin() {
    const start_solutions& from = work_.options.from;
    if (from.points.empty()) {
      for (newton_solution& s : find_seed(work_, start_.at)) known_.add(std::move(s));
      if (known_.size() == 0 && !work_.must_stop())
        throw error("monodromy: found no solution to begin at, expected one that is given (--start FILE)");
      return;
    }
    start_account& account = start_.report.from;
    account.given = from.points.size();
    const std::vector<scalar> at = values_in_order();
    proven_points proven;
    for (newton_solution& s : solutions_at(work_, at, from.points)) proven.add(std::move(s));
    account.proven = proven.size();
    if (proven.size() == 0 && !work_.must_stop())
      throw error("start: found " + std::to_string(from.points.size()) +
                  " points, none of which is proven to be a simple solution, expected solutions of the " +
                  (from.names.empty() ? "start system" : "instance with the parameters that are given for them"));
    if (work_.direct) {
      known_ = std::move(proven);
      return;
    }
    for (newton_solution& s : solutions_at(work_, start_.at, moved(work_, proven.points(), at, start_.at)))
      known_.add(std::move(s));
    lost_ = proven.size() - std::min(proven.size(), known_.size());
  }

  [[nodiscard]] std::vector<scalar> values_in_order() const {
    return work_.direct ? start_.at : work_.options.from.values;
  }

  /// Where all simple solutions are there, by a theorem or by exact algebra, that is all.
  bool count_all(double operations) {
    solve_report& r = start_.report;
    family_member member(work_.family);
    member.set(start_.at.data());
    if (!bounded_) {
      bounded_ = true;
      solve_options options = work_.options;
      options.start = start_kind::automatic, options.max_paths = 1e12;
      try {
        const start_choice choice = choose_start(terms_of(member.system(), work_.must_stop),
                                                 work_.family.unknowns().size(), options, work_.must_stop);
        r.counts = choice.counts, r.bound = choice.bound, r.bound_kind = choice.bound_kind;
      } catch (const error&) {  // more paths than can be counted
      }
    }
    if (static_cast<double>(known_.size()) == r.bound) {
      r.complete = completeness::proven, start_.missing = false;
      return true;
    }
    if (!r.counted.counted && !counted_in_vain_ && operations > 0) {
      // Almost all instances have as many; real ones are counted faster.
      std::vector<scalar> real = work_.generic(500, 0);
      for (scalar& p : real) p = std::abs(p);
      const auto system = exact_member(work_.family, real.data());
      if (system) r.counted = count_exactly(system->data(), work_.options.seed, operations, work_.must_stop);
      counted_in_vain_ = !r.counted.counted;
    }
    const bool all = r.counted.counted && r.counted.finite && r.counted.multiple == 0;
    if (!all || known_.size() != r.counted.simple) return false;
    r.complete = completeness::counted, start_.missing = false;
    return true;
  }

  /// The count says that solutions are missing.
  [[nodiscard]] bool are_missing() const {
    return start_.report.counted.counted && known_.size() < start_.report.counted.simple;
  }

  void go_round() {
    start_account& account = start_.report.from;
    count_all(0);
    int idle = 0;
    double wide = 0;
    bool traced = false;
    for (int loop = 0; loop < most_loops && idle < most_idle_loops && !work_.must_stop(); ++loop) {
      // Branch points may be where parameters are a million times as large: every other loop that finds nothing, and
      // those that follow one that did so, goes farther.
      const double wider = idle % 2 == 1 ? wider_by * idle : idle == 0 ? wide : 0;
      const bool joined = one_loop(static_cast<std::uint64_t>(loop), wider);
      if (joined) wide = wider;
      ++account.loops;
      idle = joined ? 0 : idle + 1;
      if (joined && static_cast<double>(known_.size()) == start_.report.bound) {
        count_all(0);
        return;
      }
      if (idle < idle_loops_before_test || work_.must_stop()) continue;
      if (count_all(operations_of_count)) return;
      if (are_missing() || traced) continue;
      traced = true;
      if (trace_test()) return;
      idle = 0;
    }
  }

  bool one_loop(std::uint64_t number, double wider) {
    const std::vector<scalar> first = work_.generic(2 * number + 1, wider),
                              second = work_.generic(2 * number + 2, wider);
    std::vector<system_point> points = known_.points();
    points = moved(work_, points, start_.at, first);
    points = moved(work_, points, first, second);
    points = moved(work_, points, second, start_.at);
    return add(points);
  }

  bool add(const std::vector<system_point>& points) {
    bool is_new = false;
    for (newton_solution& s : solutions_at(work_, start_.at, points)) is_new = known_.add(std::move(s)) || is_new;
    return is_new;
  }

  bool trace_test() {
    start_account& account = start_.report.from;
    const trace_outcome t = trace_of(work_, start_.at, known_.points());
    account.loops += t.loops, account.trace = t.trace, account.traced = t.points;
    add(t.solutions);
    if (!t.linear) return false;
    start_.report.complete = completeness::traced, start_.missing = false;
    return true;
  }

  const start_work& work_;
  family_start start_;
  proven_points known_;
  std::size_t lost_ = 0;
  bool bounded_ = false, counted_in_vain_ = false;
};

}  // namespace

bool proven_points::add(newton_solution&& point) {
  if (!point.certified) return false;
  for (const newton_solution& s : all_)
    if (!(distance_between(s.x, point.x) > 2 * (s.radius + point.radius))) return false;
  point.steps = {};
  all_.push_back(std::move(point));
  return true;
}

std::vector<system_point> proven_points::points() const {
  std::vector<system_point> points;
  for (const newton_solution& s : all_) points.push_back(s.x);
  return points;
}

std::vector<newton_solution> solutions_at(const start_work& work, const std::vector<scalar>& at,
                                          const std::vector<system_point>& points) {
  if (points.empty()) return {};
  family_member member(work.family);
  member.set(at.data());
  if (!member.provable() || !member.representable()) return {};
  newton_options options;
  options.digits = digits_of_starts;
  options.on.threads = work.by.threads;
  options.on.place = where::cpu;
  return newton(system_of_member(member), points, options).solutions;
}

std::vector<system_point> moved(const start_work& work, const std::vector<system_point>& points,
                                const std::vector<scalar>& from, const std::vector<scalar>& to) {
  std::vector<system_point> result;
  std::vector<std::size_t> which(points.size());
  std::iota(which.begin(), which.end(), std::size_t{0});
  const parameter_paths line{[&](std::size_t) { return to.data(); }, from.data()};
  // Twice: what did not arrive goes more carefully.
  for (const int attempt : {0, 1}) {
    if (which.empty() || work.must_stop()) break;
    const std::vector<path_end> ends = track_all(
        work.tape, which, [&](std::size_t k) { return in_projective_space(points[k]); }, settings_of_attempt[attempt],
        attempt == 0 ? work.by : work.by.on_cpu(), work.must_stop, {}, &line);
    std::vector<std::size_t> again;
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const path_end& e = ends[k];
      if (e.status == path_status::starved) again.push_back(which[k]);
      if (e.status != path_status::arrived || e.z.empty()) continue;
      system_point x;
      for (std::size_t v = 1; v < e.z.size(); ++v) x.push_back(e.z[v] / e.z[0]);
      result.push_back(std::move(x));
    }
    which = std::move(again);
  }
  return result;
}

family_start starts_of(const start_work& work) { return start_search(work).run(); }

}  // namespace vieta::tracking
