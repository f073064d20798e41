#include "solve/shapes/over_determined.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "exact/arithmetic.hpp"
#include "newton/proof/arb_evaluator.hpp"
#include "newton/proof/certificate.hpp"
#include "solve/accounting.hpp"
#include "solve/count/substitution.hpp"
#include "solve/end_points.hpp"
#include "solve/sets/points_beside.hpp"
#include "solve/tape/terms.hpp"
#include "solve/validate.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

namespace {

/// What algebra may cost, as counting::work_budget counts it: a second or so each.
constexpr double most_for_count = 3e8, most_for_points = 4e8;
/// Equations that miss 0 by less than this, relative to the sums of the moduli of their terms, have coefficients that
/// were rounded to doubles: such a point is shown, and called what it is.
constexpr double nearly = 1e-12;
/// Without proofs: what counts as 0.
constexpr double counts_as_zero_without_proof = 1e-9;
/// A singular end that is this near to an isolated solution is this one.
constexpr double nearest_to_sets = 1e-4;
/// A singular end is known to a few digits only.
constexpr double zero_at_singular_end = 1e-6;

std::size_t degree_of_equation(const counting::exact_equation& equation) {
  std::size_t most = 0;
  for (const counting::exact_term& t : equation) most = std::max(most, t.degree());
  return most;
}

/// The exponent of the power of two next to the largest coefficient.
std::int64_t exponent_of_size(const counting::exact_equation& equation) {
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const counting::exact_term& t : equation)
    for (const exact::real* part : {&t.re, &t.im})
      if (!part->is_zero()) most = std::max(most, exact::to_expansion(*part).exponent);
  return most;
}

/// A whole number over 2^12 with a modulus from 1/2 to 2: short, since exact algebra computes with it, and odd.
exact::real random_factor(std::mt19937_64& random, std::int64_t exponent) {
  const std::int64_t number = static_cast<std::int64_t>((random() >> 20) % 6144) + 2048;
  exact::real r;
  r.numerator = (random() >> 40) % 2 == 0 ? number | 1 : -(number | 1);
  r.binary_exponent = exponent - 12;
  return r;
}

/// |z - x| at most, of a coordinate.
double distance_of(const complex<qd>& x, const complex<qd>& z) {
#ifdef VIETA_HAVE_ARB
  exact::complex_ball a, b;
  systems::set_acb(a.z, x), systems::set_acb(b.z, z);
  acb_sub(a.z, a.z, b.z, 2000);
  mag_t bound;
  mag_init(bound);
  acb_get_mag(bound, a.z);
  const double distance = mag_get_d(bound);
  mag_clear(bound);
  return distance;
#else
  static_cast<void>(x), static_cast<void>(z);
  return HUGE_VAL;
#endif
}

bool is_before(const system_point& a, const system_point& b) {
  for (std::size_t v = 0; v < a.size(); ++v) {
    if (a[v].re.x0 != b[v].re.x0) return a[v].re.x0 < b[v].re.x0;
    if (a[v].im.x0 != b[v].im.x0) return a[v].im.x0 < b[v].im.x0;
  }
  return false;
}

/// Sorts the solutions of the combinations, and judges what is proven of those that stay.
class sorter {
 public:
  sorter(const polynomial_system& all, const polynomial_system& square, const solve_options& options,
         solve_result& result)
      : all_(all),
        options_(options),
        result_(result),
        report_(result.report),
        equations_(all, options.seed, [this] { return must_stop(); }),
        of_all_{.system = all.data(), .options = newton_},
        of_square_{.system = square.data(), .options = newton_},
        evaluator_(all.data(), 1),
        beside_(of_all_, options.seed, [this] { return must_stop(); }) {
    newton_.prove = options.prove, newton_.on.threads = 1, newton_.on.place = where::cpu;
    newton_.precision = options.precision, newton_.digits = options.digits;
    std::tie(of_square_.parts, of_square_.digits) = precision_of(options);
    of_all_.parts = of_square_.parts, of_all_.digits = of_square_.digits;
  }

  void run() {
    if (options_.prove && !must_stop())
      report_.counted = count_exactly(all_.data(), options_.seed, most_for_count, [&] { return must_stop(); });
    const bool have_singular = std::any_of(result_.solutions.begin(), result_.solutions.end(),
                                           [](const solve_solution& s) { return !s.regular; });
    if (options_.prove && !has_few() && have_singular && !must_stop()) {
      beside_.count(most_for_count, false);
      beside_.count(most_for_count, true);
    }
    for (solve_solution& s : std::exchange(result_.solutions, {})) sort(std::move(s));
    if (has_few() && !has_all(report_.counted)) take_known_points(report_.counted, equations_.points());
    if (beside_.are_counted()) take_points_beside_sets();
    std::stable_sort(kept_.begin(), kept_.end(), [](const solve_solution& a, const solve_solution& b) {
      const auto rank = [](const solve_solution& s) { return !s.regular ? 2 : s.point.real == realness::real ? 0 : 1; };
      return rank(a) != rank(b) ? rank(a) < rank(b) : is_before(a.point.x, b.point.x);
    });
    for (solve_solution& s : kept_) s.point.residual = systems::residual_at(of_all_, evaluator_, s.point.x);
    result_.solutions = std::move(kept_);
    write_report();
  }

 private:
  [[nodiscard]] bool must_stop() const {
    return of_all_.limits.cancelled() ||
           (options_.max_seconds > 0 && report_.seconds + of_all_.seconds() > options_.max_seconds);
  }
  /// Exact algebra gives all solutions, or tells nothing new.
  [[nodiscard]] bool has_few() const { return report_.counted.counted && report_.counted.finite; }

  /// The largest |f_e(x)| relative to the sum of the moduli of the terms.
  double relative_residual(const system_point& x) {
    systems::multi_array at(x.size(), 4, true), value;
    for (std::size_t v = 0; v < x.size(); ++v) at.set(v, x[v]);
    evaluator_.set_point(at, 4, true);
    evaluator_.equations(value);
    std::vector<double> sums;
    evaluator_.term_sums(sums);
    double most = 0;
    for (std::size_t e = 0; e < sums.size(); ++e) {
      const complex<qd> z = value.get(e);
      const double modulus = std::hypot(z.re.x0, z.im.x0);
      if (!(modulus <= 0)) most = std::max(most, sums[e] > 0 ? modulus / sums[e] : HUGE_VAL);
    }
    return most;
  }

  void sort(solve_solution&& s) {
    if (!s.regular) return sort_singular(std::move(s));
    if (!s.point.certified) {
      if (relative_residual(s.point.x) > counts_as_zero_without_proof)
        ++report_.spurious;
      else
        kept_.push_back(std::move(s));
      return;
    }
    if (equations_.exclude(s.point.x, s.point.radius)) return miss(std::move(s));
    if (equations_.vanish_near(s.point.x, s.point.radius, has_few())) {
      kept_.push_back(std::move(s));
      return;
    }
    // Those that vanish to fifteen digits, and not to sixty.
    const judged_end sharp = must_stop() ? judged_end{} : regular_end_at(of_square_, s.point.x);
    if (sharp.kind == end_kind::regular && equations_.exclude(sharp.point.x, sharp.point.radius))
      return miss(std::move(s));
    s.point.certified = false, s.point.proof = newton_proof::of_combinations;
    kept_.push_back(std::move(s));
  }

  /// Proven not to be a solution.
  void miss(solve_solution&& s) {
    if (relative_residual(s.point.x) > nearly) {
      ++report_.spurious;
      return;
    }
    ++report_.approximate;
    const newton_result best = newton(all_, std::span(&s.point.x, 1), newton_);
    s.point = best.solutions[0];
    s.on_a_set = membership::unknown;
    kept_.push_back(std::move(s));
  }

  /// All singular zeros of generic combinations are zeros of all equations (Bertini's theorem); one that is none for
  /// sure did not end where it should.
  void sort_singular(solve_solution&& s) {
    if (relative_residual(s.point.x) > zero_at_singular_end)
      lost_singular_ = true;
    else
      kept_.push_back(std::move(s)), ++unproven_singular_;
  }

  [[nodiscard]] bool has_all(const solution_count& count) const {
    const auto certified = static_cast<std::size_t>(
        std::count_if(kept_.begin(), kept_.end(), [](const solve_solution& s) { return s.point.certified; }));
    return certified == count.simple && count.multiple == 0 && unproven_singular_ == 0;
  }

  /// False where these are not all that were counted, or not proven.
  bool take_known_points(const solution_count& count, const std::vector<counting::known_point>& points) {
    const bool all_proven = points.size() == count.simple + count.multiple &&
                            std::all_of(points.begin(), points.end(), [](const auto& p) { return p.proven; });
    if (!all_proven) return false;
    std::erase_if(kept_, [](const solve_solution& s) { return !s.regular; });
    unproven_singular_ = 0, lost_singular_ = false;
    for (const counting::known_point& p : points) {
      solve_solution s;
      s.on_a_set = membership::isolated;
      if (p.multiplicity > 1) {
        judged_end e = singular_end_at(of_all_, p.x, 0x1p-150);
        s.point = std::move(e.point), s.accuracy = e.accuracy, s.multiplicity = p.multiplicity;
      } else {
        const bool known = std::any_of(kept_.begin(), kept_.end(),
                                       [&](const solve_solution& k) { return k.regular && are_one(k.point, p); });
        if (known) continue;
        judged_end e = regular_end_at(of_square_, p.x);
        if (e.kind != end_kind::regular || !e.point.certified || !are_one(e.point, p)) continue;
        s.point = std::move(e.point), s.regular = true;
      }
      kept_.push_back(std::move(s));
    }
    return true;
  }

  /// Ends that are none of the isolated solutions lie on sets, if all equations vanish there.
  void take_points_beside_sets() {
    const solution_count& isolated = beside_.isolated();
    std::vector<counting::known_point> points;
    if (isolated.with_multiplicity > 0) points = beside_.points(true);
    std::vector<solve_solution> on_sets;
    const auto is_one_of = [&](const solve_solution& s) {
      const double reach = std::max(nearest_to_sets, s.accuracy);
      return std::any_of(points.begin(), points.end(), [&](const counting::known_point& p) {
        return systems::distance(p.x, s.point.x) <= reach * systems::unit_of_accuracy(p.x);
      });
    };
    for (const solve_solution& s : kept_)
      if (!s.regular && !is_one_of(s)) on_sets.push_back(s), on_sets.back().on_a_set = membership::on_a_set;
    is_settled_beside_ = take_known_points(isolated, points);
    if (!is_settled_beside_) return;
    std::erase_if(kept_, [](const solve_solution& s) { return !s.regular && s.on_a_set != membership::isolated; });
    kept_.insert(kept_.end(), on_sets.begin(), on_sets.end());
  }

  static bool are_one(const newton_solution& s, const counting::known_point& p) {
    double most = 0;
    for (std::size_t v = 0; v < s.x.size(); ++v) most = std::max(most, distance_of(s.x[v], p.x[v]) + p.error);
    return most <= 1.5 * s.radius;
  }

  void write_report() {
    solve_report& r = report_;
    r.regular = r.certified = r.real = r.singular = r.on_a_set = 0;
    std::size_t unproven = unproven_singular_;
    for (const solve_solution& s : result_.solutions) {
      ++(s.regular ? r.regular : r.singular);
      r.certified += s.point.certified;
      r.of_combinations += s.point.proof == newton_proof::of_combinations;
      unproven += s.regular && !s.point.certified;
      r.real += s.regular && s.point.certified && s.point.real == realness::real;
      r.on_a_set += s.on_a_set == membership::on_a_set;
    }
    const solution_count& c = r.counted;
    const std::size_t simple = r.certified + r.of_combinations, isolated = r.singular - r.on_a_set;
    if (is_settled_beside_ && r.certified == beside_.isolated().simple && isolated == beside_.isolated().multiple) {
      r.status = solve_status::solved, r.complete = completeness::paths, r.counted = beside_.of_simple_ones();
      r.infinite_beyond = std::numeric_limits<double>::quiet_NaN();
      lost_singular_ = false;
    } else if (has_few() && r.certified == c.simple && r.singular == c.multiple) {
      r.status = solve_status::solved, r.complete = completeness::counted;
      r.infinite_beyond = std::numeric_limits<double>::quiet_NaN();
      lost_singular_ = false;
    } else if (c.counted && (simple < c.simple || (c.finite && r.singular < c.multiple))) {
      r.status = solve_status::incomplete, r.complete = completeness::no;
    } else if (r.complete == completeness::proven || r.complete == completeness::counted) {
      // A theorem counts isolated zeros of the combinations; that it is those of all equations, too, is not proven.
      r.complete = completeness::paths;
    }
    if (lost_singular_) r.status = solve_status::incomplete, r.complete = completeness::no;
    if (must_stop()) {
      if (r.complete != completeness::counted) r.status = solve_status::incomplete, r.complete = completeness::no;
      r.stopped_by = of_all_.limits.stopped_by();
    }
    if (r.status == solve_status::solved && unproven > 0) r.status = solve_status::unproven;
    r.seconds += of_all_.seconds();
  }

  const polynomial_system& all_;
  const solve_options& options_;
  solve_result& result_;
  solve_report& report_;
  newton_options newton_;
  all_equations equations_;
  systems::session of_all_, of_square_;
  systems::evaluator evaluator_;
  std::vector<solve_solution> kept_;
  points_beside_sets beside_;
  std::size_t unproven_singular_ = 0;
  bool lost_singular_ = false, is_settled_beside_ = false;
};

}  // namespace

std::vector<counting::exact_equation> combinations(std::vector<counting::exact_equation> equations, std::size_t count,
                                                   std::uint64_t seed) {
  std::erase_if(equations, [](const counting::exact_equation& e) { return e.empty(); });
  std::stable_sort(equations.begin(), equations.end(),
                   [](const auto& a, const auto& b) { return degree_of_equation(a) > degree_of_equation(b); });
  std::vector<std::int64_t> size;
  for (const counting::exact_equation& e : equations) size.push_back(exponent_of_size(e));
  std::mt19937_64 random(seed ^ 0x2545f4914f6cdd1d);
  std::vector<counting::exact_equation> result;
  for (std::size_t e = 0; e < std::min(count, equations.size()); ++e) {
    std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::pair<exact::real, exact::real>> sum;
    const auto add = [&](const counting::exact_equation& equation, const exact::real* factor) {
      for (const counting::exact_term& t : equation) {
        auto& [re, im] = sum[t.powers];
        re = exact::add(re, factor == nullptr ? t.re : exact::multiply(*factor, t.re));
        im = exact::add(im, factor == nullptr ? t.im : exact::multiply(*factor, t.im));
      }
    };
    add(equations[e], nullptr);
    for (std::size_t k = count; k < equations.size(); ++k) {
      const exact::real factor = random_factor(random, size[e] - size[k]);
      add(equations[k], &factor);
    }
    counting::exact_equation& into = result.emplace_back();
    for (auto& [powers, c] : sum)
      if (!c.first.is_zero() || !c.second.is_zero()) into.push_back({powers, std::move(c.first), std::move(c.second)});
  }
  return result;
}

polynomial_system square_up(const polynomial_system& system, std::uint64_t seed) {
  auto equations = counting::exact_equations_of(system.data());
  if (!equations)
    throw error(
        "system: found coefficients that are not known exactly and more equations than variables, expected as "
        "many equations as variables");
  systems::system_builder builder(system.variables());
  for (counting::exact_equation& equation : combinations(std::move(*equations), system.variables().size(), seed)) {
    std::vector<systems::system_builder::term> terms;
    for (counting::exact_term& e : equation) {
      systems::system_builder::term& t = terms.emplace_back();
      t.factors.assign(e.powers.begin(), e.powers.end());
      t.exact_re = std::move(e.re), t.exact_im = std::move(e.im);
    }
    builder.add_exact(std::move(terms));
  }
  return builder.finish();
}

all_equations::all_equations(const polynomial_system& system, std::uint64_t seed, std::function<bool()> must_stop)
    : system_(system),
      seed_(seed),
      must_stop_(std::move(must_stop)),
      exact_(counting::exact_equations_of(system.data())) {}

#ifdef VIETA_HAVE_ARB

bool all_equations::exclude(const system_point& x, double radius) const {
  if (!(radius < HUGE_VAL)) return false;
  constexpr slong precision = 500;
  systems::ball_matrix box(x.size(), 1);
  exact::complex_ball value;
  mag_t error;
  mag_init(error);
  mag_set_d(error, radius);
  for (std::size_t v = 0; v < x.size(); ++v) {
    systems::set_acb(box.at(v, 0), x[v]);
    arb_add_error_mag(acb_realref(box.at(v, 0)), error);
    arb_add_error_mag(acb_imagref(box.at(v, 0)), error);
  }
  mag_clear(error);
  systems::arb_evaluator f(system_.data());
  f.set_point(box.m, precision);
  for (std::size_t e = 0; e < system_.equations(); ++e) {
    f.equation(value.z, e);
    if (acb_contains_zero(value.z) == 0) return true;
  }
  return false;
}

bool all_equations::vanish_near(const system_point& x, double radius, bool by_algebra) {
  if (!exact_ || !(radius < HUGE_VAL)) return false;
  if (counting::has_rational_zero(*exact_, x, radius, must_stop_)) return true;
  if (!by_algebra) return false;
  const auto is_near = [&](const counting::known_point& p) {
    double most = 0;
    for (std::size_t v = 0; v < x.size(); ++v) most = std::max(most, distance_of(x[v], p.x[v]) + p.error);
    return p.proven && most <= 1.5 * radius;
  };
  const std::vector<counting::known_point>& all = points();
  return std::any_of(all.begin(), all.end(), is_near);
}

#else

bool all_equations::exclude(const system_point&, double) const { return false; }
bool all_equations::vanish_near(const system_point&, double, bool) { return false; }

#endif

const std::vector<counting::known_point>& all_equations::points() {
  if (points_) return *points_;
  points_.emplace();
  if (!exact_) return *points_;
  *points_ = counting::all_points(system_.data(), seed_, most_for_points, must_stop_, true);
  return *points_;
}

solve_result solve_over_determined(const polynomial_system& system, const solve_options& options,
                                   const square_solver& solve_square) {
#ifndef VIETA_HAVE_ARB
  throw error(
      "system: found more equations than variables and no Arb in this build, expected as many equations as "
      "variables");
#endif
  const run_limits clock(0, nullptr);
  const polynomial_system square = square_up(system, options.seed);
  const std::size_t n = system.variables().size();
  const std::vector<std::vector<plain_term>> equations = terms_of(system.data());
  solve_result result;
  const bool inconsistent = std::any_of(equations.begin(), equations.end(), [](const std::vector<plain_term>& e) {
    return e.size() == 1 && e[0].exponents.empty();
  });
  if (square.equations() == n && !inconsistent) result = solve_square(square, options);
  solve_report& report = result.report;
  report.equations = system.equations(), report.variables = n, report.terms = system.terms();
  report.seed = options.seed;
  if (report.target.empty()) {  // nothing was followed
    report.target = target_name(thread_count(options.on.threads));
    report.seconds = clock.seconds();
  }
  if (inconsistent) {
    report.status = solve_status::inconsistent, report.complete = completeness::proven;
    std::tie(report.precision, report.digits) = precision_of(options);
    return result;
  }
  if (square.equations() < n) report.status = solve_status::not_isolated;
  // Where a combination is a number that is not 0, all equations together are inconsistent.
  if (report.status == solve_status::not_isolated || report.status == solve_status::inconsistent) return result;
  sorter(system, square, options, result).run();
  return result;
}

}  // namespace vieta::tracking
