#include "newton/proof/certificate.hpp"

#include <algorithm>
#include <cmath>

#include "newton/proof/certificate_arb.hpp"
#include "newton/proof/certificate_double.hpp"
#include "newton/proof/certificate_stationary.hpp"
#include "systems/largest.hpp"

namespace vieta::systems {

namespace {

/// Arb's matrices have no blocks and no SIMD: beyond this the test in doubles takes over.
[[maybe_unused]] constexpr std::size_t arb_variables = 100;
[[maybe_unused]] constexpr std::size_t arb_products = 500'000;
/// From here on the proof of a stationary point is tried with linear algebra in double first.
[[maybe_unused]] constexpr std::size_t stationary_in_double_from = 30;

double residual_in_multiple(evaluator& f, const system_point& x) {
  bool is_complex = !f.system().is_real();
  for (const complex<qd>& z : x) is_complex = is_complex || z.im.x0 != 0;
  multi_array point(x.size(), 4, is_complex), value;
  for (std::size_t v = 0; v < x.size(); ++v) point.set(v, x[v]);
  f.set_point(point, 4, is_complex);
  f.equations(value);
  double most = 0;
  for (std::size_t e = 0; e < value.size(); ++e) {
    const complex<qd> z = value.get(e);
    keep_largest(most, std::hypot(z.re.x0, z.im.x0));
  }
  return most;
}

[[maybe_unused]] bool is_small(const polynomial_system::representation& system) {
  return system.variables.size() <= arb_variables && system.graph.size() + system.terms() <= arb_products;
}

}  // namespace

double residual_at([[maybe_unused]] const session& with, evaluator& f, const system_point& x) {
#ifdef VIETA_HAVE_ARB
  if (is_small(with.system)) return residual_by_arb(with.system, x);
#endif
  return residual_in_multiple(f, x);
}

void certify(const session& with, evaluator& f, newton_solution& solution, [[maybe_unused]] bool double_first,
             evaluator* residuals) {
  const std::size_t n = with.system.variables.size();
  const bool may_prove = with.options.prove && !with.must_stop();
  const bool wanted = may_prove && with.system.equations() == n;
  solution.radius = HUGE_VAL;
#ifdef VIETA_HAVE_ARB
  const bool small = is_small(with.system);
  const bool stationary = may_prove && !wanted;
  const bool in_double = stationary && n >= stationary_in_double_from && stationary_in_double_serves(with.system);
  if (in_double) certify_stationary_in_double(with, solution);
  const auto double_serves = [&] {
    if (!double_first || !wanted || !certify_in_double(with, f, solution)) return false;
    return solution.real != realness::undecided || !with.system.is_real();
  };
  if (in_double || (small && !double_serves())) {
    if (wanted)
      certify_by_arb(with, solution);
    else if (stationary && small && solution.proof == newton_proof::none)
      certify_stationary_by_arb(with, solution);
    solution.residual = residual_by_arb(with.system, solution.x);
  } else
#endif
  {
    if (wanted && !solution.certified) certify_in_double(with, f, solution);
    solution.residual = residual_in_multiple(residuals == nullptr ? f : *residuals, solution.x);
  }
  if (solution.certified) solution.proof = newton_proof::solution;
  if (solution.proof != newton_proof::none)
    solution.status = solution.digits >= with.digits ? newton_status::converged : newton_status::stagnated;
}

}  // namespace vieta::systems
