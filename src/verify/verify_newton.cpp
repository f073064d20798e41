#include "verify/verify_newton.hpp"

#include <optional>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "io/parse_json.hpp"
#include "newton/krawczyk_arb.hpp"
#include "newton/stationary_map.hpp"
#include "parallel_for.hpp"
#include "verify/plain_system.hpp"
#include "verify/work_limits.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using systems::ball_matrix;
using verify_newton::plain_system;

constexpr std::size_t most_variables = 200;

struct claim {
  std::vector<std::pair<exact::real, exact::real>> x;
  double radius = 0;
  bool certified = false;
  std::string proof;
  realness real = realness::undecided;
};

/// What is wrong with a claim; empty when it holds.
class checker {
 public:
  checker(const polynomial_system::representation& system, const claim& given) : system_(system), given_(given) {}

  std::string complaint() {
    const std::size_t n = system_.variables.size(), m = system_.equations();
    if (given_.certified != (given_.proof == "solution")) return "certified and proof do not agree";
    if ((given_.proof == "solution") != (m == n))
      return "proof: " + given_.proof + " of " + std::to_string(m) + " equations in " + std::to_string(n) +
             " variables";
    if (!(given_.radius >= 0) || !std::isfinite(given_.radius)) return "no radius";
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
  template <class Map>
  std::string holds(Map& map, bool real_map) {
    const std::size_t n = system_.variables.size();
    for (const slong precision : {400, 800, 1600}) {
      ball_matrix x(n, 1);
      for (std::size_t v = 0; v < n; ++v) {
        exact::set_arb(acb_realref(x.at(v, 0)), given_.x[v].first, precision);
        exact::set_arb(acb_imagref(x.at(v, 0)), given_.x[v].second, precision);
        if (given_.real == realness::real && arb_is_zero(acb_imagref(x.at(v, 0))) == 0)
          return "real, but an imaginary part is not 0";
      }
      systems::prover p(map, n, precision);
      p.set(x);
      if (!p.polish(std::ldexp(1.0, -static_cast<int>(precision) / 2))) continue;
      if (given_.real == realness::real) p.make_real();
      // The box about the better point holds that about x.
      if (!p.prove(2.5 * given_.radius + 1e-300)) continue;
      if (!(p.distance(x) <= given_.radius)) return "the radius is too small: " + std::to_string(p.distance(x));
      if (given_.real == realness::real && !real_map) return "real is not proven";
      if (given_.real == realness::not_real && !p.is_not_real()) return "not real is not proven";
      return equations_at(p.enclosure(), precision);
    }
    return "exactly one zero within the radius is not proven";
  }

  /// Of more equations than variables: whether one of them does not vanish.
  std::string equations_at(const ball_matrix& box, slong precision) const {
    if (given_.proof != "no_solution") return "";
    plain_system f(system_);
    ball_matrix value(system_.equations(), 1);
    f.set_point(box.m, precision);
    f.equations(value.m);
    for (std::size_t e = 0; e < system_.equations(); ++e)
      if (acb_contains_zero(value.at(e, 0)) == 0) return "";
    return "no_solution, but all equations may vanish";
  }

  const polynomial_system::representation& system_;
  const claim& given_;
};

std::vector<claim> claims_of(const polynomial_system& system, std::string_view text, const std::string& name) {
  const nlohmann::json value = io::parse_json(text, name);
  const auto expect = [&](bool right, const std::string& what) {
    if (!right) throw error(name + ": " + what);
  };
  expect(!value.is_object() || !value.contains("instances"),
         "found instances of a system with parameters, expected a result of one system: verify cannot check instances; "
         "solve one of them as a system with numbers in the place of its parameters");
  expect(value.is_object() && value.contains("solutions") && value["solutions"].is_array(),
         "found no \"solutions\", expected what `vieta newton --json` or `vieta solve --json` printed");
  expect(value.contains("variables") && value["variables"] == nlohmann::json(system.variables()),
         "\"variables\": expected those of the system, in its order");
  std::vector<claim> claims;
  for (const nlohmann::json& s : value["solutions"]) {
    const std::string where = "solution " + std::to_string(claims.size() + 1);
    claim& c = claims.emplace_back();
    expect(s.is_object() && s.contains("x") && s["x"].is_array() && s["x"].size() == system.variables().size(),
           where + ": expected \"x\" with one pair for each variable");
    for (const nlohmann::json& z : s["x"]) {
      exact::real re, im;
      expect(z.is_array() && z.size() == 2 && z[0].is_string() && z[1].is_string() &&
                 exact::parse_real(z[0].get<std::string>(), re) && exact::parse_real(z[1].get<std::string>(), im),
             where + ": expected coordinates [\"re\", \"im\"]");
      c.x.emplace_back(re, im);
    }
    c.certified = s.value("certified", false);
    c.proof = s.value("proof", c.certified ? "solution" : "none");
    if (s.contains("radius") && s["radius"].is_number()) c.radius = s["radius"].get<double>();
    if (s.contains("real") && s["real"].is_boolean())
      c.real = s["real"].get<bool>() ? realness::real : realness::not_real;
  }
  return claims;
}

}  // namespace

newton_verification verify_newton_result(const polynomial_system& system, std::string_view json, std::string_view name,
                                         const verify_options& options) {
  if (system.variables().size() > most_variables)
    throw error("verify: found " + std::to_string(system.variables().size()) + " variables, expected at most " +
                std::to_string(most_variables));
  const checking::work_limits limits(options);
  const std::vector<claim> claims = claims_of(system, json, std::string(name));
  std::vector<std::optional<std::string>> wrong(claims.size());  // empty: not checked
  parallel_for(claims.size(), 1, limits.threads(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end && !limits.must_stop(); ++k)
      wrong[k] = claims[k].proof == "none" ? "" : checker(system.data(), claims[k]).complaint();
  });
  newton_verification outcome;
  std::size_t done = 0;
  for (std::size_t k = 0; k < claims.size(); ++k) {
    const claim& c = claims[k];
    done += wrong[k].has_value() ? 1 : 0;
    if (c.proof == "none" || !wrong[k]) continue;
    if (!wrong[k]->empty()) {
      outcome.complaints.push_back("solution " + std::to_string(k + 1) + ": " + *wrong[k]);
      continue;
    }
    ++outcome.checked;
    ++(c.proof == "solution"      ? outcome.solutions
       : c.proof == "no_solution" ? outcome.no_solutions
                                  : outcome.stationary_points);
  }
  if (done < claims.size()) outcome.complaints.push_back(limits.complaint(done, claims.size(), "solutions"));
  outcome.holds = outcome.complaints.empty();
  return outcome;
}

#else

newton_verification verify_newton_result(const polynomial_system&, std::string_view, std::string_view,
                                         const verify_options&) {
  throw error("verify: built without Arb, which it needs");
}

#endif

}  // namespace vieta
