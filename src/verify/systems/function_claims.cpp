#include "verify/systems/function_claims.hpp"
#ifdef VIETA_HAVE_ARB

#include "solve/shapes/principal_roots.hpp"

namespace vieta::verify_newton {

namespace {

using exact::complex_ball;
using exact::real_ball;
using systems::ball_matrix;

acb_srcptr entry(const ball_matrix& box, std::size_t v) { return acb_mat_entry(box.m, static_cast<slong>(v), 0); }

/// |q arg z| < pi, or > pi, or neither is certain.
int sector(const acb_t z, std::size_t degree, slong precision) {
  if (acb_contains_zero(z) != 0) return 0;
  real_ball argument, edge;
  arb_const_pi(edge.x, precision);
  if (arb_is_negative(acb_realref(z)) != 0) {  // |arg z| = pi - |arg(-z)|, without the jump at negative numbers
    complex_ball opposite;
    acb_neg(opposite.z, z);
    acb_arg(argument.x, opposite.z, precision);
    arb_abs(argument.x, argument.x);
    arb_sub(argument.x, edge.x, argument.x, precision);
  } else {
    acb_arg(argument.x, z, precision);
    arb_abs(argument.x, argument.x);
  }
  arb_mul_ui(argument.x, argument.x, degree, precision);
  return arb_lt(argument.x, edge.x) != 0 ? 1 : arb_gt(argument.x, edge.x) != 0 ? -1 : 0;
}

std::string complaint_of_angle(const angle_unknown& angle, const angle_claim& claim, bool is_real,
                               const ball_matrix& box, slong precision) {
  const std::string what = "the angle " + angle.name;
  if (!claim.radius) return what + " has no radius, but there is a proof";
  complex_ball i_sine, plus, minus, value, product;
  real_ball size_of_plus, size_of_minus, limit;
  acb_mul_onei(i_sine.z, entry(box, angle.sine));
  acb_add(plus.z, entry(box, angle.cosine), i_sine.z, precision);
  acb_sub(minus.z, entry(box, angle.cosine), i_sine.z, precision);
  exact::set_arb(acb_realref(value.z), claim.re, precision);
  exact::set_arb(acb_imagref(value.z), claim.im, precision);
  if (is_real && arb_is_zero(acb_imagref(value.z)) == 0) return what + " is not real, but the solution is";
  arb_const_pi(limit.x, precision);
  arb_mul_ui(limit.x, limit.x, angle.parts, precision);
  arb_abs(size_of_plus.x, acb_realref(value.z));
  arb_sub(size_of_plus.x, size_of_plus.x, limit.x, precision);
  arb_set_d(limit.x, *claim.radius);
  if (arb_gt(size_of_plus.x, limit.x) != 0) return what + " is beyond half of a turn";
  // e^(i (x - value)) = (c + i s) e^(-i value), or the same with -i: one of the two is no small number.
  acb_div_ui(value.z, value.z, angle.parts, precision);
  acb_mul_onei(value.z, value.z);
  acb_abs(size_of_plus.x, plus.z, precision);
  acb_abs(size_of_minus.x, minus.z, precision);
  const bool takes_minus = arb_lt(size_of_plus.x, size_of_minus.x) != 0;
  if (!takes_minus) acb_neg(value.z, value.z);
  acb_exp(value.z, value.z, precision);
  acb_mul(product.z, takes_minus ? minus.z : plus.z, value.z, precision);
  acb_log(product.z, product.z, precision);
  acb_abs(size_of_plus.x, product.z, precision);
  arb_mul_ui(size_of_plus.x, size_of_plus.x, angle.parts, precision);
  return arb_le(size_of_plus.x, limit.x) != 0 ? "" : what + " is not proven to lie within its radius";
}

std::string complaint_of_root(const rational_system& system, const root_unknown& root, const solution_claim& claim,
                              const system_point& x, const ball_matrix& box, slong precision) {
  if (root.real_of_real && claim.real == realness::real) return "";
  const int where = sector(entry(box, root.variable), root.degree, precision);
  if (where > 0) return "";
  const std::string name = system.equations.variables()[root.variable];
  if (where < 0 && !root.real_of_real) return name + " is not the principal root";
  // On the edge, or 0: by the exact arguments of the solver.
  solve_solution s;
  s.point.x = x, s.point.radius = *claim.radius, s.point.certified = true, s.point.real = claim.real;
  s.regular = true;
  return tracking::has_principal_roots(system, s) ? "" : "that " + name + " is the principal root is not proven";
}

}  // namespace

std::string complaint_of_functions(const rational_system& system, const solution_claim& claim, const system_point& x,
                                   const ball_matrix& box, slong precision) {
  if (claim.angles.size() != system.angles.size())
    return "angles: found " + std::to_string(claim.angles.size()) + ", expected " +
           std::to_string(system.angles.size());
  for (std::size_t k = 0; k < claim.angles.size(); ++k) {
    if (claim.angles[k].name != system.angles[k].name)
      return "angles: found '" + claim.angles[k].name + "', expected '" + system.angles[k].name + "'";
    const std::string complaint =
        complaint_of_angle(system.angles[k], claim.angles[k], claim.real == realness::real, box, precision);
    if (!complaint.empty()) return complaint;
  }
  if (claim.undecided) return "";
  for (std::size_t k = 0; k < system.denominators.size(); ++k) {
    plain_system denominator(system.denominators[k].data());
    ball_matrix value(1, 1);
    denominator.set_point(box.m, precision);
    denominator.equations(value.m);
    if (acb_contains_zero(value.at(0, 0)) != 0)
      return "that denominator " + std::to_string(k + 1) + " is not 0 is not proven";
  }
  for (const root_unknown& root : system.roots) {
    const std::string complaint = complaint_of_root(system, root, claim, x, box, precision);
    if (!complaint.empty()) return complaint;
  }
  return "";
}

}  // namespace vieta::verify_newton

#endif  // VIETA_HAVE_ARB
