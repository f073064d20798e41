#include "verify/systems/verify_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "exact/exact_real.hpp"
#include "newton/proof/krawczyk_arb.hpp"
#include "newton/proof/stationary_map.hpp"
#include "solve/shapes/completion.hpp"
#include "solve/shapes/over_determined.hpp"
#include "verify/systems/completeness.hpp"
#include "verify/systems/function_claims.hpp"
#include "verify/systems/meeting_solutions.hpp"
#include "verify/systems/plain_system.hpp"
#include "verify/systems/solution_claims.hpp"
#include "verify/work_limits.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using systems::ball_matrix;
using verify_newton::meeting_solutions;
using verify_newton::plain_system;
using verify_newton::read_solution_claims;
using verify_newton::solution_claim;

constexpr std::size_t most_variables = 200;
/// Another one than people choose.
constexpr std::uint64_t own_seed_of_algebra = 0x2b7e151628aed2a6;

std::string so_many(std::size_t count, const std::string& things) {
  return std::to_string(count) + ' ' + things + (count == 1 ? "" : "s");
}

/// Of a result of `solve` with more equations than variables: the combinations that it has solved, and proofs for all
/// equations, with another random linear form than the solver had.
struct combined_equations {
  polynomial_system square;
  tracking::all_equations all;
};

system_point as_point(const solution_claim& claim) {
  system_point x;
  for (const auto& [re, im] : claim.x) {
    complex<qd>& z = x.emplace_back();
    for (const auto& [from, to] : {std::pair{&re, &z.re}, std::pair{&im, &z.im}}) {
      const exact::expansion e = exact::to_expansion(*from);
      const auto limb = [&e](int k) { return std::ldexp(e.limb[k], static_cast<int>(e.exponent)); };
      *to = qd(limb(0), limb(1), limb(2), limb(3));
    }
  }
  return x;
}

/// A claim of what was asked for alone becomes one of all variables: where cosines, sines and roots are is not claimed,
/// and only begins where they should be.
solution_claim of_all_variables(const rational_system& system, const solution_claim& of_asked) {
  solution_claim claim = of_asked;
  const system_point x = tracking::completed(system, as_point(of_asked));
  const std::vector<std::size_t> own = tracking::own_variables(system);
  const std::size_t n = system.equations.variables().size();
  claim.x.assign(n, {}), claim.is_claimed.assign(n, false);
  for (std::size_t v = 0; v < n; ++v) {
    if (claim.real != realness::real) claim.x[v].second = exact::from_double(x[v].im.x0);
    claim.x[v].first = exact::from_double(x[v].re.x0);
  }
  for (std::size_t k = 0; k < own.size(); ++k) claim.x[own[k]] = of_asked.x[k], claim.is_claimed[own[k]] = true;
  for (std::size_t k = 0; k < system.angles.size(); ++k) {
    const auto& [re, im] = of_asked.x[own.size() + k];
    claim.angles.push_back({system.angles[k].name, re, im, of_asked.radius});
  }
  return claim;
}

bool is_of_least_squares(newton_proof proof) {
  return proof == newton_proof::stationary_point || proof == newton_proof::no_solution;
}

/// What is wrong with a claim; empty when it holds.
class checker {
 public:
  checker(const rational_system& whole, const solution_claim& given, combined_equations* combined)
      : whole_(whole), system_(whole.equations.data()), given_(given), combined_(combined) {}

  std::string complaint() {
    const std::size_t n = system_.variables.size(), m = system_.equations();
    if (given_.certified != (given_.proof == newton_proof::solution))
      return given_.certified ? std::string("certified, but its proof is ") + name(given_.proof)
                              : "its proof is solution, but it is not certified";
    if (given_.proof == newton_proof::none) return without_proof();
    // Where sines, cosines and roots are there is not in the result.
    if (!given_.is_claimed.empty() && is_of_least_squares(given_.proof)) return "";
    const bool of_square = given_.proof == newton_proof::solution || given_.proof == newton_proof::of_combinations;
    if (combined_ != nullptr && of_square) return of_all_equations();
    if (of_square != (m == n) || given_.proof == newton_proof::of_combinations)
      return std::string("proof: ") + name(given_.proof) + " of " + so_many(m, "equation") + " in " +
             so_many(n, "variable");
    if (!given_.radius) return "a proof, but no radius";
    if (given_.real == realness::real && !system_.is_real()) return "real, but the system is not";
    if (m == n) {
      plain_system f(system_);
      return holds(f, system_.is_real());
    }
    // As the solver: a real system at a real point, else with the conjugate.
    systems::stationary_map<plain_system> g(system_, given_.real != realness::real);
    return holds(g, given_.real == realness::real);
  }

 private:
  [[nodiscard]] std::string of_all_equations() {
    if (!given_.radius) return "a proof, but no radius";
    if (given_.real == realness::real && !system_.is_real()) return "real, but the system is not";
    plain_system f(combined_->square.data());
    const std::string complaint = holds(f, system_.is_real());
    if (!complaint.empty() || given_.proof == newton_proof::of_combinations) return complaint;
    return combined_->all.vanish_near(as_point(given_), *given_.radius, true)
               ? ""
               : "that it is a zero of all equations is not proven";
  }

  /// Then it claims nothing.
  [[nodiscard]] std::string without_proof() const {
    if (given_.radius) return "a radius, but no proof";
    for (const verify_newton::angle_claim& angle : given_.angles)
      if (angle.radius) return "the angle " + angle.name + " has a radius, but there is no proof";
    return given_.real == realness::undecided ? "" : "real is not null, but there is no proof";
  }

  template <class Map>
  std::string holds(Map& map, bool real_map) {
    // With as many bits as the radius asks for nearly every true claim holds; what does not is looked at with more.
    const slong few = bits_of_radius();
    if (few < 400 && complaint_at(map, real_map, few, 0) == "") return "";
    for (const slong precision : {400, 800, 1600})
      if (const std::optional<std::string> said =
              complaint_at(map, real_map, precision, systems::prover<Map>::most_tighter))
        return *said;
    return "exactly one zero within the radius is not proven";
  }

  /// In whole limbs: those that the radius has in the largest coordinate, and a limb for the condition number.
  [[nodiscard]] slong bits_of_radius() const {
    double most = 0;
    for (const complex<qd>& z : as_point(given_)) most = std::max({most, std::fabs(z.re.x0), std::fabs(z.im.x0)});
    const double bits = std::log2(most) - std::log2(*given_.radius);
    return bits >= 0 && bits < 400 ? 64 * (static_cast<slong>(bits) / 64 + 2) : 400;
  }

  /// None where this many bits do not decide.
  template <class Map>
  std::optional<std::string> complaint_at(Map& map, bool real_map, slong precision, int tighter) {
    const std::size_t n = system_.variables.size();
    ball_matrix x(n, 1);
    for (std::size_t v = 0; v < n; ++v) {
      exact::set_arb(acb_realref(x.at(v, 0)), given_.x[v].first, precision);
      exact::set_arb(acb_imagref(x.at(v, 0)), given_.x[v].second, precision);
      if (given_.real == realness::real && arb_is_zero(acb_imagref(x.at(v, 0))) == 0)
        return "real, but an imaginary part is not 0";
    }
    systems::prover p(map, n, precision);
    p.set(x);
    if (!p.polish(std::ldexp(1.0, -static_cast<int>(precision) / 2))) return std::nullopt;
    if (given_.real == realness::real) p.make_real();
    // The box about the better point holds that about x. Unknowns of very different sizes need sides as different.
    const double least = 2.5 * *given_.radius + 1e-300;
    const auto is_proven = [&] { return p.prove(least, nullptr, tighter); };
    if (!is_proven() && !(p.use_sides(true) && is_proven())) return std::nullopt;
    // An enclosure that is too wide says nothing yet; and where x itself is the zero, no enclosure is needed.
    const bool is_near = is_within(p.enclosure(), x, precision);
    if (!is_near && precision < 1600) return std::nullopt;
    if (!is_near && !is_zero(map, x))
      return given_.is_claimed.empty()
                 ? "the radius is too small: the solution is " + report::shortest(p.distance(x)) + " away"
                 : "the radius is too small";
    if (given_.real == realness::real && !real_map) return "real is not proven";
    if (given_.real == realness::not_real && !p.is_not_real()) return "not real is not proven";
    const bool is_solution = given_.certified || given_.proof == newton_proof::of_combinations;
    return is_solution
               ? verify_newton::complaint_of_functions(whole_, given_, found(p.enclosure()), p.enclosure(), precision)
               : equations_at(p.enclosure(), precision);
  }

  /// The claimed point, or where others are not claimed one with all coordinates.
  [[nodiscard]] system_point found(const ball_matrix& box) const {
    system_point x = as_point(given_);
    for (std::size_t v = 0; v < given_.is_claimed.size(); ++v)
      if (!given_.is_claimed[v])
        x[v] = {middle(acb_realref(acb_mat_entry(box.m, static_cast<slong>(v), 0))),
                middle(acb_imagref(acb_mat_entry(box.m, static_cast<slong>(v), 0)))};
    return x;
  }
  static qd middle(const arb_t ball) {
    exact::real_ball rest;
    double limb[4];
    arb_set(rest.x, ball);
    for (double& part : limb) {
      part = arf_get_d(arb_midref(rest.x), ARF_RND_NEAR);
      exact::real_ball known;
      arb_set_d(known.x, part);
      arb_sub(rest.x, rest.x, known.x, 400);
    }
    return {limb[0], limb[1], limb[2], limb[3]};
  }

  /// Every point of the box is within the radius of x, in each coordinate that is claimed; without rounding to the 30
  /// bits of Arb's radii.
  [[nodiscard]] bool is_within(const ball_matrix& box, const ball_matrix& x, slong precision) const {
    exact::complex_ball difference;
    exact::real_ball distance, limit;
    arb_set_d(limit.x, *given_.radius);
    for (slong v = 0; v < acb_mat_nrows(x.m); ++v) {
      if (!given_.is_claimed.empty() && !given_.is_claimed[static_cast<std::size_t>(v)]) continue;
      acb_sub(difference.z, acb_mat_entry(box.m, v, 0), acb_mat_entry(x.m, v, 0), precision);
      acb_abs(distance.x, difference.z, precision);
      if (arb_le(distance.x, limit.x) == 0) return false;
    }
    return true;
  }

  static bool is_zero(plain_system& f, const ball_matrix& x) {
    constexpr slong exactly = 20000;
    ball_matrix value(f.size(), 1);
    f.set_point(x.m, exactly);
    f.equations(value.m);
    for (std::size_t e = 0; e < f.size(); ++e)
      if (acb_is_zero(value.at(e, 0)) == 0) return false;
    return true;
  }
  /// That the sum of squares is stationary is not evaluated exactly.
  template <class Map>
  static bool is_zero(Map&, const ball_matrix&) {
    return false;
  }

  /// Of more equations than variables: whether one of them does not vanish.
  std::string equations_at(const ball_matrix& box, slong precision) const {
    if (given_.proof != newton_proof::no_solution) return "";
    plain_system f(system_);
    ball_matrix value(system_.equations(), 1);
    f.set_point(box.m, precision);
    f.equations(value.m);
    for (std::size_t e = 0; e < system_.equations(); ++e)
      if (acb_contains_zero(value.at(e, 0)) == 0) return "";
    return "no_solution, but all equations may vanish";
  }

  const rational_system& whole_;
  const polynomial_system::representation& system_;
  const solution_claim& given_;
  combined_equations* combined_;
};

/// What is wrong with each claim; no text at all where it was not looked at.
std::vector<std::optional<std::string>> complaints_of_each(const rational_system& system,
                                                           const std::vector<solution_claim>& claims,
                                                           combined_equations* combined,
                                                           const checking::work_limits& limits) {
  std::vector<std::optional<std::string>> wrong(claims.size());
  parallel_for(claims.size(), 1, limits.threads(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end && !limits.must_stop(); ++k) {
      std::string complaint = checker(system, claims[k], combined).complaint();
      // What is not proven when time is up is not known to be wrong.
      if (complaint.empty() || !limits.must_stop()) wrong[k] = std::move(complaint);
    }
  });
  return wrong;
}

}  // namespace

newton_verification verify_newton_result(const polynomial_system& system, std::string_view json, std::string_view name,
                                         const verify_options& options) {
  return verify_newton_result(rational_system{system, {}}, json, name, options);
}

newton_verification verify_newton_result(const rational_system& whole, std::string_view json, std::string_view name,
                                         const verify_options& options) {
  const float_environment floats;
  const polynomial_system& system = whole.equations;
  if (system.variables().size() > most_variables)
    throw error("verify: found " + std::to_string(system.variables().size()) + " variables, expected at most " +
                std::to_string(most_variables));
  const checking::work_limits limits(options);
  auto [claims, seed, of_asked, are_different, completeness, contradictions] =
      read_solution_claims(system.variables(), asked_unknowns(whole), json, std::string(name));
  if (of_asked)
    for (solution_claim& claim : claims) claim = of_all_variables(whole, claim);
  std::optional<combined_equations> combined;
  const auto proves_all = [](const solution_claim& claim) { return claim.proof == newton_proof::solution; };
  if (are_different && system.equations() > system.variables().size() && !claims.empty()) {
    combined.emplace(combined_equations{tracking::square_up(system, seed),
                                        {system, own_seed_of_algebra, [&limits] { return limits.must_stop(); }}});
    // Now, and not by several threads at once.
    if (std::any_of(claims.begin(), claims.end(), proves_all)) static_cast<void>(combined->all.points());
  }
  const std::vector<std::optional<std::string>> wrong =
      complaints_of_each(whole, claims, combined ? &*combined : nullptr, limits);
  newton_verification outcome;
  outcome.complaints = contradictions;
  const auto complain = [&](std::size_t k, const std::string& text) {
    outcome.complaints.push_back("solution " + std::to_string(k + 1) + ": " + text);
  };
  std::size_t done = 0;
  bool is_wrong = !contradictions.empty();
  std::vector<std::size_t> solutions;
  for (std::size_t k = 0; k < claims.size(); ++k) {
    if (!wrong[k]) continue;
    ++done;
    const newton_proof proof = claims[k].proof;
    if (!wrong[k]->empty()) {
      is_wrong = true;
      complain(k, *wrong[k]);
      continue;
    }
    if (!claims[k].is_claimed.empty() && is_of_least_squares(proof)) {
      outcome.decided = false;
      complain(k, "points of least squares of equations with sines, cosines or roots of unknowns are not looked at");
      continue;
    }
    if (proof != newton_proof::none) ++outcome.checked;
    if (proof == newton_proof::solution) solutions.push_back(k);
    if (proof == newton_proof::stationary_point) ++outcome.stationary_points;
    if (proof == newton_proof::no_solution) ++outcome.no_solutions;
  }
  outcome.solutions = static_cast<std::int64_t>(solutions.size());
  if (is_wrong) outcome.decided = true;
  try {
    if (are_different)
      for (const auto& [first, second] : meeting_solutions(claims, solutions, limits))
        complain(second, "it may be the same as solution " + std::to_string(first + 1));
    if (done < claims.size()) throw checking::stopped();
    // Of solutions that do not hold, or are counted twice, nothing follows.
    const bool may_count = outcome.complaints.empty();
    const std::string incomplete =
        may_count ? verify_newton::complaint_of(completeness, system, solutions.size(), limits) : "";
    if (!incomplete.empty()) outcome.complaints.push_back(incomplete);
    if (may_count && completeness.complete == "traced") {
      outcome.decided = false;
      outcome.complaints.emplace_back("complete: traced by loops, which are not followed again");
    }
    if (may_count && incomplete.empty() && (completeness.complete == "proven" || completeness.complete == "counted"))
      outcome.complete = completeness.complete;
  } catch (const checking::stopped&) {
    outcome.decided = is_wrong || (!of_asked && !outcome.complaints.empty());
    outcome.complaints.push_back(limits.complaint(done, claims.size(), "solutions"));
  }
  outcome.holds = outcome.complaints.empty();
  return outcome;
}

#else

newton_verification verify_newton_result(const polynomial_system&, std::string_view, std::string_view,
                                         const verify_options&) {
  throw error("verify: found no Arb in this build, expected FLINT 3 (or flint-arb) when it was built");
}
newton_verification verify_newton_result(const rational_system&, std::string_view, std::string_view,
                                         const verify_options&) {
  throw error("verify: found no Arb in this build, expected FLINT 3 (or flint-arb) when it was built");
}

#endif

}  // namespace vieta
