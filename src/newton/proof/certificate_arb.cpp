#include "newton/proof/certificate_arb.hpp"

#include "newton/proof/krawczyk_arb.hpp"
#include "newton/proof/stationary_map.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::systems {

double residual_by_arb(const polynomial_system::representation& system, const system_point& x) {
  constexpr slong precision = 512;
  arb_evaluator f(system);
  ball_matrix point(x.size(), 1), value(system.equations(), 1);
  for (std::size_t v = 0; v < x.size(); ++v) set_acb(point.at(v, 0), x[v]);
  f.set_point(point.m, precision);
  f.equations(value.m);
  double most = 0;
  for (std::size_t e = 0; e < system.equations(); ++e) most = std::max(most, upper(value.at(e, 0)));
  return most;
}

bool certify_by_arb(const session& with, newton_solution& solution) {
  square_map f(with.system);
  const bool proven =
      prove_zero(with, solution, f, with.system.is_real(), points::all, [](const ball_matrix&, slong) {});
  if (proven) solution.certified = true, solution.proof = newton_proof::solution;
  return proven;
}

bool certify_stationary_by_arb(const session& with, newton_solution& solution) {
  const std::size_t m = with.system.equations();
  const auto look = [&](const ball_matrix& box, slong precision) {
    arb_evaluator f(with.system);
    ball_matrix value(m, 1);
    f.set_point(box.m, precision);
    f.equations(value.m);
    solution.proof = newton_proof::stationary_point;
    for (std::size_t e = 0; e < m; ++e)
      if (acb_contains_zero(value.at(e, 0)) == 0) solution.proof = newton_proof::no_solution;
  };
  if (with.system.is_real()) {
    stationary_map<> g(with.system, false);
    if (prove_zero(with, solution, g, true, points::real, look)) return true;
  }
  stationary_map<> g(with.system, true);
  return prove_zero(with, solution, g, false, points::all, look);
}

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
