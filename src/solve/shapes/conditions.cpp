#include "solve/shapes/conditions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "exact/arithmetic.hpp"
#include "exact/exact_real.hpp"
#include "solve/accounting.hpp"
#include "solve/shapes/angles.hpp"
#include "solve/shapes/exact_work.hpp"
#include "solve/shapes/over_determined.hpp"
#include "solve/shapes/principal_roots.hpp"
#include "systems/representation.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"
#include "vieta/rational_system.hpp"

namespace vieta::tracking {

namespace {

/// An end of an interval, exactly.
struct interval_end {
  exact::real number;      ///< where it is finite
  int infinite = 0;        ///< -1, 1
  int beyond_doubles = 0;  ///< the sign of a number of about 2^950 or more
  bool is_tiny = false;    ///< too small to be a coefficient
  qd nearly;
};

interval_end finite_end(exact::real number) {
  interval_end end;
  const exact::expansion e = exact::to_expansion(number);
  if (!number.is_zero() && e.exponent >= 950) end.beyond_doubles = e.limb[0] < 0 ? -1 : 1;
  end.is_tiny = e.exponent < -750;
  const auto limb = [&e](int k) {
    return std::ldexp(e.limb[k], static_cast<int>(std::clamp<std::int64_t>(e.exponent, -20'000, 950)));
  };
  end.nearly = qd(limb(0), limb(1), limb(2), limb(3));
  end.number = std::move(number);
  return end;
}

std::vector<interval_end> interval_ends(const std::vector<double>& numbers, const std::vector<std::string>& texts,
                                        std::size_t variables, int without) {
  std::vector<interval_end> ends;
  if (numbers.empty() && texts.empty()) return ends;
  for (std::size_t v = 0; v < variables; ++v) {
    exact::real number;
    if (v < texts.size() && !texts[v].empty()) {
      if (!exact::parse_real(texts[v], number))
        throw error("in_box: found '" + texts[v] + "', expected a decimal number, or a quotient of two");
      ends.push_back(finite_end(std::move(number)));
    } else if (v < numbers.size() && std::isfinite(numbers[v])) {
      ends.push_back(finite_end(exact::from_double(numbers[v])));
    } else {
      ends.emplace_back().infinite = v < numbers.size() ? (numbers[v] < 0 ? -1 : 1) : without;
    }
  }
  return ends;
}

std::string shown_end(const std::vector<double>& numbers, const std::vector<std::string>& texts, std::size_t v) {
  return v < texts.size() && !texts[v].empty() ? texts[v] : report::shortest(numbers[v]);
}

/// `solution_conditions` as they are computed with.
struct exact_conditions {
  exact_conditions(const solution_conditions& only, std::size_t variables)
      : any(only.any()),
        positive(only.positive),
        zero(finite_end({})),
        has_sign(variables, true),
        lower(interval_ends(only.lower, only.exact_lower, variables, -1)),
        upper(interval_ends(only.upper, only.exact_upper, variables, 1)) {}
  /// Positive are to be the unknowns that were typed: angles, not their cosines, and no roots beside.
  void of_unknowns_in(const rational_system& whole) {
    for (const angle_unknown& angle : whole.angles)
      angles.push_back(angle), has_sign[angle.cosine] = has_sign[angle.sine] = false;
    for (const root_unknown& root : whole.roots) has_sign[root.variable] = false;
  }
  bool any, positive;
  interval_end zero;
  std::vector<bool> has_sign;
  std::vector<angle_unknown> angles;
  std::vector<interval_end> lower, upper;
};

/// What exact algebra may cost here: a second or so.
constexpr double most_for_count_without_poles = 3e8;

/// Zeros of which it is undecided whether a denominator is 0, on sets of such zeros most of all: where all solutions
/// are there without them, as counted modulo a prime, they are none.
void settle_by_count(const rational_system& system, const solve_options& options, solve_result& result) {
  solve_report& r = result.report;
  const bool is_open = r.undecided > 0 || r.complete != completeness::proven;
  if (!is_open || !options.prove || r.status == solve_status::inconsistent || !r.stopped_by.empty()) return;
  const std::optional<polynomial_system> all = without_poles(system);
  if (!all || is_rounded(all->data())) return;
  const run_limits limits = limits_after(result, options);
  const auto stop = [&limits] { return limits.must_stop(); };
  const solution_count count = count_exactly(all->data(), options.seed, most_for_count_without_poles, stop);
  if (!count.counted || !count.finite) return;
  std::size_t simple = 0, multiple = 0, maybe = 0;
  for (const solve_solution& s : result.solutions) {
    simple += s.regular && s.point.certified && !s.undecided;
    multiple += !s.regular && !s.undecided;
    maybe += s.point.proof == newton_proof::of_combinations && !s.undecided;
  }
  if (simple > count.simple || multiple > count.multiple) return;  // the prime was a bad one
  r.counted = count;
  // Some of those that are proven to solve combinations only may be the others.
  if (simple < count.simple && simple + maybe >= count.simple && multiple >= count.multiple) return;
  if (simple < count.simple || multiple < count.multiple) {
    r.complete = completeness::no;
    r.status = solve_status::incomplete;
    return;
  }
  r.left_out_as_counted += std::erase_if(
      result.solutions, [](const solve_solution& s) { return s.undecided && !is_of_least_squares(s.point); });
  count_again(result);
  r.complete = completeness::counted;
  const bool is_open_still = r.of_combinations + r.approximate + r.undecided > 0;
  r.status = is_open_still ? solve_status::unproven : solve_status::solved;
}

/// What is certain of a proven solution's coordinates.
class coordinates {
 public:
  coordinates(const polynomial_system& system, const exact_work& work) : system_(system), work_(work) {}

  /// Re x_v > bound.
  truth exceeds(const newton_solution& s, std::size_t v, const interval_end& bound) {
    if (bound.infinite != 0) return bound.infinite < 0 ? truth::yes : truth::no;
    if (bound.beyond_doubles != 0) {
      if (!(std::fabs(s.x[v].re.x0) < 0x1p940 && s.radius < 0x1p940)) return truth::unknown;
      return bound.beyond_doubles < 0 ? truth::yes : truth::no;
    }
    // The difference of sums of four doubles has a relative error far below 2^-180, and the bound's of 2^-208; below
    // 2^-1074 doubles end.
    const qd difference = s.x[v].re - bound.nearly;
    const double size = std::max(std::fabs(s.x[v].re.x0), std::fabs(bound.nearly.x0));
    const double error = s.radius * (1 + 0x1p-50) + size * 0x1p-180 + 0x1p-1070;
    if (difference.x0 * (1 - 0x1p-50) > error) return truth::yes;
    if (difference.x0 * (1 - 0x1p-50) < -error) return truth::no;
    return is_exactly(s, v, bound) ? truth::no : truth::unknown;
  }
  /// Re x_v < bound.
  truth is_below(const newton_solution& s, std::size_t v, const interval_end& bound) {
    if (bound.infinite != 0) return bound.infinite > 0 ? truth::yes : truth::no;
    const truth above = exceeds(s, v, bound);
    if (above != truth::no) return negated(above);
    return bound.beyond_doubles == 0 && is_exactly(s, v, bound) ? truth::no : truth::yes;
  }

 private:
  /// That a coordinate is a number cannot be seen from an enclosure: the system with one more equation, x_v = bound,
  /// has a solution there, by exact algebra.
  bool is_exactly(const newton_solution& s, std::size_t v, const interval_end& bound) {
    const double away = std::fabs((s.x[v].re - bound.nearly).x0);
    if (bound.is_tiny || !(away <= 2 * s.radius + std::fabs(bound.nearly.x0) * 0x1p-150)) return false;
    auto at = with_equation_.find({v, &bound});
    if (at == with_equation_.end()) {
      counting::exact_equation last(bound.number.is_zero() ? 1 : 2);
      last[0].powers.emplace_back(static_cast<std::uint32_t>(v), 1);
      last[0].re.numerator = 1;
      if (!bound.number.is_zero()) last[1].re = exact::negate(bound.number);
      auto extended = extended_by(system_, last, work_);
      if (!extended) return false;
      at = with_equation_.emplace(std::make_pair(v, &bound), std::move(extended)).first;
    }
    return at->second->equations.vanish_near(s.x, s.radius, true);
  }

  const polynomial_system& system_;
  const exact_work& work_;
  std::map<std::pair<std::size_t, const interval_end*>, std::unique_ptr<extended_system>> with_equation_;
};

/// An angle in (0, pi].
truth is_positive(const newton_solution& s, const angle_unknown& angle, const interval_end& zero, coordinates& of) {
  const truth above = of.exceeds(s, angle.sine, zero);
  if (above != truth::no) return above;
  const truth below = of.is_below(s, angle.sine, zero);
  return below == truth::no ? of.is_below(s, angle.cosine, zero) : negated(below);
}

truth meets(const newton_solution& s, const exact_conditions& only, coordinates& of) {
  if (!only.any) return truth::yes;
  // A zero of combinations of more equations is where a solution is, if it is one.
  const bool proven = s.certified || s.proof == newton_proof::of_combinations;
  if (!proven) return truth::unknown;
  truth all = s.real == realness::real ? truth::yes : s.real == realness::not_real ? truth::no : truth::unknown;
  for (std::size_t v = 0; v < s.x.size() && all != truth::no; ++v) {
    if (only.positive && only.has_sign[v]) all = both(all, of.exceeds(s, v, only.zero));
    if (!only.lower.empty() && all != truth::no) all = both(all, negated(of.is_below(s, v, only.lower[v])));
    if (!only.upper.empty() && all != truth::no) all = both(all, negated(of.exceeds(s, v, only.upper[v])));
  }
  if (only.positive)
    for (const angle_unknown& angle : only.angles) all = both(all, is_positive(s, angle, only.zero, of));
  return all;
}

/// One denominator at solutions of the numerators.
class denominator {
 public:
  denominator(const polynomial_system& system, const polynomial_system& divisor, const exact_work& work)
      : system_(system), divisor_(divisor), work_(work), alone_(divisor, work.options.seed, {}) {}

  /// Whether it is not 0 within the radius, where the equations have only one zero.
  truth is_not_zero(const system_point& x, double radius) {
    if (alone_.exclude(x, radius)) return truth::yes;
    if (!tried_) {
      tried_ = true;
      if (const auto last = counting::exact_equations_of(divisor_.data()); last && last->size() == 1)
        with_equations_ = extended_by(system_, (*last)[0], work_);
    }
    if (with_equations_ && with_equations_->equations.vanish_near(x, radius, true)) return truth::no;
    return truth::unknown;
  }
  [[nodiscard]] bool excludes(const system_point& x, double radius) const { return alone_.exclude(x, radius); }

 private:
  const polynomial_system& system_;
  const polynomial_system& divisor_;
  const exact_work& work_;
  all_equations alone_;
  bool tried_ = false;
  std::unique_ptr<extended_system> with_equations_;
};

/// All denominators.
class finiteness {
 public:
  finiteness(const polynomial_system& system, std::span<const polynomial_system> divisors, const exact_work& work)
      : equations_(system, work.options.seed, [&work] { return work.limits.must_stop(); }), system_(system) {
    for (const polynomial_system& d : divisors) denominators_.emplace_back(system, d, work);
  }

  /// Of a singular solution, as a solution that is proven to be there.
  std::optional<newton_solution> place_of(const solve_solution& s) {
    const std::optional<known_place> found = place_by_algebra(equations_, s);
    if (!found) return std::nullopt;
    newton_solution place;
    place.x = found->x, place.radius = found->error, place.certified = true;
    const bool is_off = std::any_of(place.x.begin(), place.x.end(), [&](const complex<qd>& z) {
      return std::fabs(z.im.x0) * (1 - 0x1p-50) > place.radius;
    });
    place.real = found->real ? realness::real : is_off ? realness::not_real : realness::undecided;
    return place;
  }

  truth holds(const solve_solution& s) {
    truth all = truth::yes;
    for (denominator& d : denominators_) {
      all = both(all, s.regular ? at_regular(s.point, d) : at_singular(s, d));
      if (all == truth::no) return all;
    }
    return all;
  }

 private:
  truth at_regular(const newton_solution& s, denominator& d) const {
    // A solution of equations that were not rounded is close by; that the denominator is not 0 there cannot be proven.
    if (is_of_least_squares(s)) return d.excludes(s.x, s.radius) ? truth::yes : truth::unknown;
    if (!s.certified && s.proof != newton_proof::of_combinations) return truth::unknown;
    const truth first = d.is_not_zero(s.x, s.radius);
    if (first != truth::unknown) return first;
    // A denominator that is tiny, not 0, may need all digits.
    const std::optional<newton_solution> t = with_all_digits(system_, s);
    return t && d.excludes(t->x, t->radius) ? truth::yes : truth::unknown;
  }

  truth at_singular(const solve_solution& s, denominator& d) {
    const std::optional<newton_solution> place = place_of(s);
    return place ? d.is_not_zero(place->x, place->radius) : truth::unknown;
  }

  all_equations equations_;
  const polynomial_system& system_;
  std::vector<denominator> denominators_;
};

}  // namespace

void check_conditions(const solution_conditions& only, std::size_t variables) {
  const auto check_size = [&](const char* what, std::size_t size) {
    if (size != 0 && size != variables)
      throw error(std::string(what) + ": found " + std::to_string(size) + " bounds, expected " +
                  std::to_string(variables) + ": one for each variable");
  };
  check_size("lower", only.lower.size()), check_size("upper", only.upper.size());
  check_size("exact_lower", only.exact_lower.size()), check_size("exact_upper", only.exact_upper.size());
  const auto is_number = [](double x) { return !std::isnan(x); };
  if (!std::all_of(only.lower.begin(), only.lower.end(), is_number) ||
      !std::all_of(only.upper.begin(), only.upper.end(), is_number))
    throw error("in_box: found nan, expected numbers, inf or -inf");
  const exact_conditions box(only, variables);
  for (std::size_t v = 0; v < std::min(box.lower.size(), box.upper.size()); ++v) {
    const interval_end &a = box.lower[v], &b = box.upper[v];
    const bool is_finite = a.infinite == 0 && b.infinite == 0;
    if (is_finite ? exact::compare(a.number, b.number) > 0 : a.infinite > b.infinite)
      throw error("in_box: found " + shown_end(only.lower, only.exact_lower, v) + " to " +
                  shown_end(only.upper, only.exact_upper, v) +
                  ", expected a lower bound that is not above the upper one");
  }
}

void keep_wanted(const polynomial_system& system, std::span<const polynomial_system> denominators,
                 const solve_options& options, solve_result& result, const rational_system* whole) {
  if (!options.only.any() && denominators.empty()) return;
  solve_report& r = result.report;
  const exact_work work{options, limits_after(result, options)};
  exact_conditions only(options.only, system.variables().size());
  if (whole != nullptr) only.of_unknowns_in(*whole);
  coordinates of(system, work);
  finiteness is_finite(system, denominators, work);
  std::vector<solve_solution> kept;
  for (solve_solution& s : result.solutions) {
    const truth finite = is_finite.holds(s);
    const auto is_met = [&] {
      if (!only.any || s.regular || is_of_least_squares(s.point)) return meets(s.point, only, of);
      const std::optional<newton_solution> place = is_finite.place_of(s);
      return place ? meets(*place, only, of) : truth::unknown;
    };
    const truth wanted = finite == truth::no ? finite : both(finite, is_met());
    if (wanted == truth::no) {
      ++r.left_out;
      continue;
    }
    s.undecided = s.undecided || wanted == truth::unknown;
    kept.push_back(std::move(s));
  }
  result.solutions = std::move(kept);
  count_again(result);
  if (r.undecided > 0 && r.status == solve_status::solved) r.status = solve_status::unproven;
}

void settle_status(const polynomial_system& system, const solve_options& options, solve_result& result) {
  solve_status& status = result.report.status;
  if (!options.prove || system.equations() != system.variables().size()) return;
  if (status != solve_status::solved && status != solve_status::unproven) return;
  const bool is_open = std::any_of(result.solutions.begin(), result.solutions.end(), [](const solve_solution& s) {
    return s.undecided || (s.regular ? !s.point.certified : s.on_a_set == membership::unknown);
  });
  // Loops that may not join all there are.
  const solve_report& r = result.report;
  const bool is_one = r.complete != completeness::traced || r.from.one_family;
  status = is_open || !is_one ? solve_status::unproven : solve_status::solved;
}

}  // namespace vieta::tracking

namespace vieta {

solve_result solve(const rational_system& system, const solve_options& options) {
  const float_environment floats;
  tracking::check_conditions(options.only, system.equations.variables().size());
  solve_options all = options;
  all.only = {};
  solve_result result = solve(system.equations, all);
  result.report.denominators = system.denominators.size();
  if (!system.denominators.empty()) {
    tracking::keep_wanted(system.equations, system.denominators, all, result);
    tracking::settle_by_count(system, all, result);
  }
  tracking::keep_principal_roots(system, all, result);
  tracking::keep_wanted(system.equations, {}, options, result, &system);
  tracking::set_angles(system, result);
  solve_report& r = result.report;
  r.roots = system.roots.size();
  if (r.undecided > 0 && r.status == solve_status::solved) r.status = solve_status::unproven;
  tracking::settle_status(system.equations, options, result);
  return result;
}

}  // namespace vieta
