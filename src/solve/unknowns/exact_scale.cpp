#include "solve/unknowns/exact_scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "exact/arithmetic.hpp"
#include "newton/iteration.hpp"
#include "newton/proof/certificate.hpp"
#include "solve/count/exact_terms.hpp"
#include "solve/tape/terms.hpp"
#include "solve/unknowns/scaling.hpp"
#include "solve/validate.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"

namespace vieta::tracking {

namespace {

/// Where all coefficients are between these the solver's own scaling does.
constexpr double least_usual = 0x1p-100, largest_usual = 0x1p100;
/// Of coefficients. Beyond these their four doubles are no normal numbers any more.
constexpr std::int64_t least_exponent = -750, largest_exponent = 900;
/// Of unknowns. Beyond it points could not be written.
constexpr double most_units = 900;

complex<qd> times_power(const complex<qd>& z, std::int64_t exponent) {
  const auto part = [exponent](const qd& x) {
    const auto limb = [exponent](double l) { return std::ldexp(l, static_cast<int>(exponent)); };
    return qd(limb(x.x0), limb(x.x1), limb(x.x2), limb(x.x3));
  };
  return {part(z.re), part(z.im)};
}

/// Whether all doubles of z are normal after that.
bool is_exact_times_power(const complex<qd>& z, std::int64_t exponent) {
  const auto fits = [exponent](double l) {
    return l == 0 || (std::ilogb(l) + exponent > -1000 && std::ilogb(l) + exponent < 1000);
  };
  const auto all = [&](const qd& x) { return fits(x.x0) && fits(x.x1) && fits(x.x2) && fits(x.x3); };
  return all(z.re) && all(z.im);
}

/// In the unknowns as they were given. Where all units are the same a radius is brought back as it is; else it is
/// proven anew: no radius is right for coordinates of all sizes.
class proofs {
 public:
  proofs(const polynomial_system& system, const std::vector<std::int64_t>& units, const solve_options& options)
      : units_(units), session_{.system = system.data(), .options = newton_}, evaluator_(system.data(), 1) {
    newton_.prove = options.prove;
    std::tie(session_.parts, session_.digits) = precision_of(options);
    const auto [least, most] = std::minmax_element(units.begin(), units.end());
    same_ = *least == *most;
  }

  void bring_back(newton_solution& s) {
    bool exact = true, in_range = true;
    for (std::size_t v = 0; v < units_.size(); ++v) {
      exact = exact && is_exact_times_power(s.x[v], units_[v]);
      s.x[v] = times_power(s.x[v], units_[v]);
      in_range = in_range && systems::modulus(s.x[v]) < 0x1p1000;
    }
    if (!s.certified) {
      s.residual = systems::residual_at(session_, evaluator_, s.x);
      return;
    }
    // Where parts of a coordinate are subnormal now, each has lost half of the smallest number at most, and there are
    // eight.
    const double radius = std::ldexp(s.radius, static_cast<int>(units_[0])) + (exact ? 0 : 0x1p-1070);
    if (same_ && in_range && radius > (exact ? std::numeric_limits<double>::min() : 0x1p-1040)) {
      s.radius = radius;
      s.residual = systems::residual_at(session_, evaluator_, s.x);
      return;
    }
    const newton_solution before = s;  // its radius is one of units
    for (const auto& [parts, digits] : {std::pair{session_.parts, session_.digits}, std::pair{4, 60}}) {
      systems::session with{.system = session_.system, .options = newton_, .parts = parts, .digits = digits};
      s = before;
      if (const double size = systems::largest_modulus(s.x); size > 0) with.least_size = size;
      s.certified = false, s.status = newton_status::converged, s.proof = newton_proof::none;
      systems::certify(with, evaluator_, s);
      if (s.certified && is_same(before, s)) return;
    }
    s = before;
    withdraw(s);
    s.residual = systems::residual_at(session_, evaluator_, s.x);
  }

  static void withdraw(newton_solution& s) {
    s.certified = false, s.proof = newton_proof::none, s.real = realness::undecided;
    s.radius = std::numeric_limits<double>::infinity();
  }

 private:
  /// No coordinate has left the box that holds the zero by more than what the new proof leaves open.
  [[nodiscard]] bool is_same(const newton_solution& in_units, const newton_solution& s) const {
    for (std::size_t v = 0; v < units_.size(); ++v) {
      const double side = std::ldexp(in_units.radius, static_cast<int>(units_[v]));
      if (!(systems::modulus(s.x[v] - in_units.x[v]) <= 2 * std::max(side, s.radius))) return false;
    }
    return true;
  }

  const std::vector<std::int64_t>& units_;
  newton_options newton_;
  systems::session session_;
  systems::evaluator evaluator_;
  bool same_ = true;
};

/// Cubes that have no point in common: two different solutions.
bool are_apart(const newton_solution& a, const newton_solution& b) {
  for (std::size_t v = 0; v < a.x.size(); ++v)
    if (systems::modulus(a.x[v] - b.x[v]) > 1.5 * (a.radius + b.radius)) return true;
  return false;
}

}  // namespace

std::optional<scaled_system> in_own_units(const polynomial_system& system) {
  const auto is_usual = [](double c) { return c == 0 || (std::fabs(c) > least_usual && std::fabs(c) < largest_usual); };
  const auto all_usual = [&](const std::vector<double>& plane) {
    return std::all_of(plane.begin(), plane.end(), is_usual);
  };
  if (all_usual(system.data().re[0]) && all_usual(system.data().im[0])) return std::nullopt;
  const std::size_t n = system.variables().size();
  const std::vector<double> sizes = balanced_sizes(terms_of(system.data()), n);
  std::vector<std::int64_t> units;
  for (const double k : sizes)
    units.push_back(std::isfinite(k) ? std::lround(std::clamp(k, -most_units, most_units)) : 0);
  const auto exact = counting::exact_equations_of(system.data());
  if (!exact) return std::nullopt;
  systems::system_builder builder(system.variables());
  for (const counting::exact_equation& equation : *exact) {
    std::vector<systems::system_builder::term> terms;
    std::vector<std::int64_t> exponents;
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
    for (const counting::exact_term& t : equation) {
      std::int64_t shift = 0;
      systems::system_builder::term& out = terms.emplace_back();
      for (const auto& [v, e] : t.powers) shift += units[v] * e, out.factors.emplace_back(v, e);
      out.exact_re = t.re, out.exact_im = t.im;
      for (exact::real* part : {&out.exact_re, &out.exact_im}) {
        if (part->is_zero()) continue;
        part->binary_exponent += shift;
        const std::int64_t size = exact::to_expansion(*part).exponent;
        least = std::min(least, size), most = std::max(most, size);
      }
    }
    // The largest coefficient is about 1, unless a small one would be too small then.
    std::int64_t down = most;
    if (least - down < least_exponent) down = least - least_exponent;
    if (!terms.empty() && most - down > largest_exponent) return std::nullopt;
    for (systems::system_builder::term& t : terms)
      for (exact::real* part : {&t.exact_re, &t.exact_im})
        if (!part->is_zero()) part->binary_exponent -= down;
    builder.add_exact(std::move(terms));
  }
  return scaled_system{builder.finish(), std::move(units)};
}

void bring_back(const polynomial_system& system, const std::vector<std::int64_t>& units, const solve_options& options,
                solve_result& result) {
  proofs in_given(system, units, options);
  solve_report& r = result.report;
  bool all_proven = true;
  std::vector<const newton_solution*> proven;
  const auto [least, most] = std::minmax_element(units.begin(), units.end());
  const double least_unit = std::exp2(static_cast<double>(*least)),
               largest_unit = std::exp2(static_cast<double>(*most));
  r.certified = r.real = 0;
  for (solve_solution& s : result.solutions) {
    const bool was_certified = s.point.certified;
    const double unit = systems::unit_of_accuracy(s.point.x);
    in_given.bring_back(s.point);
    if (s.point.certified && std::any_of(proven.begin(), proven.end(),
                                         [&](const newton_solution* other) { return !are_apart(*other, s.point); }))
      proofs::withdraw(s.point);
    if (s.point.certified) proven.push_back(&s.point);
    s.accuracy *= unit * largest_unit / systems::unit_of_accuracy(s.point.x);
    all_proven = all_proven && was_certified == s.point.certified;
    r.certified += s.point.certified;
    r.real += s.regular && s.point.real == realness::real;
  }
  // What was counted is true of the given equations, too; but others are to count the proven solutions again.
  if (!all_proven && (r.complete == completeness::proven || r.complete == completeness::counted))
    r.complete = completeness::paths;
  r.terms = system.terms();
  r.infinite_beyond *= least_unit;
}

}  // namespace vieta::tracking
