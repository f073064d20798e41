#include "oracles/roots/count_alone.hpp"

#include "oracles/roots/balls.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::test {

namespace {

// |c_m| r^m > sum_{k != m} |c_k| r^k for the Taylor coefficients at z: exactly m roots within r of z.
bool pellet(const acb_poly_t p, const acb_t z, const arb_t r, std::int64_t m, slong precision) {
  complex_polynomial shifted;
  acb_poly_set(shifted.p, p);  // by Horner's scheme, which FLINT 3.2 has no function of its own for
  const slong top = acb_poly_length(p) - 1;
  for (slong from = 0; from < top; ++from)
    for (slong k = top - 1; k >= from; --k)
      acb_addmul(acb_poly_get_coeff_ptr(shifted.p, k), acb_poly_get_coeff_ptr(shifted.p, k + 1), z, precision);
  real_ball power, size, main, others;
  arb_one(power.x);
  for (slong k = 0; k < acb_poly_length(shifted.p); ++k) {
    acb_abs(size.x, acb_poly_get_coeff_ptr(shifted.p, k), precision);
    arb_mul(size.x, size.x, power.x, precision);
    if (k == m)
      arb_set(main.x, size.x);
    else
      arb_add(others.x, others.x, size.x, precision);
    arb_mul(power.x, power.x, r, precision);
  }
  return arb_gt(main.x, others.x);
}

// At least m roots lie in the disc: Newton on the (m-1)st derivative from z, then a count around the point it ends at.
bool newton_ends_at(const acb_poly_t f, const ball_disc& d, const acb_t start, std::int64_t m, slong precision) {
  complex_polynomial derived;
  acb_poly_set(derived.p, f);
  for (std::int64_t k = 1; k < m; ++k) acb_poly_derivative(derived.p, derived.p, precision);
  complex_ball z, value, slope;
  acb_get_mid(z.z, start);
  for (int step = 0; step < 40; ++step) {
    acb_poly_evaluate2(value.z, slope.z, derived.p, z.z, precision);
    acb_get_mid(value.z, value.z);
    acb_get_mid(slope.z, slope.z);
    if (acb_is_zero(value.z) || acb_is_zero(slope.z)) break;
    acb_div(value.z, value.z, slope.z, precision);
    acb_sub(z.z, z.z, value.z, precision);
    acb_get_mid(z.z, z.z);
  }
  real_ball distance, small, reach;
  acb_sub(value.z, z.z, d.centre.z, precision);
  acb_abs(distance.x, value.z, precision);
  // A cluster may need nearly the whole disc; a simple root that lies near the border, next to nothing.
  for (const slong shift : {2, 20, 60, 200}) {
    arb_mul_2exp_si(small.x, d.radius.x, -shift);
    arb_add(reach.x, distance.x, small.x, precision);
    if (arb_le(reach.x, d.radius.x) && pellet(f, z.z, small.x, m, precision)) return true;
  }
  return false;
}

// A count in the disc itself, or near it a start from which Newton ends at roots inside.
bool holds_at_least(const polynomial& p, const ball_disc& d, std::int64_t m, slong precision) {
  complex_polynomial f;
  exact::set_coefficients(f.p, p.data(), precision);
  if (arb_is_zero(d.radius.x)) {
    for (slong k = 0; k < m; ++k) {
      if (!acb_is_zero(acb_poly_get_coeff_ptr(f.p, k))) return false;
    }
    return acb_is_zero(d.centre.z);
  }
  if (pellet(f.p, d.centre.z, d.radius.x, m, precision)) return true;  // a disc far around all roots
  if (newton_ends_at(f.p, d, d.centre.z, m, precision)) return true;
  // In a disc that is large beside the distance to other roots it may end at one of those.
  constexpr int starts = 8;
  for (int k = 0; k < starts; ++k) {
    real_ball angle, radius;
    complex_ball start;
    arb_set_si(angle.x, k);
    arb_mul_2exp_si(angle.x, angle.x, -2);  // times pi
    arb_mul_2exp_si(radius.x, d.radius.x, -1);
    arb_sin_cos_pi(acb_imagref(start.z), acb_realref(start.z), angle.x, precision);
    acb_mul_arb(start.z, start.z, radius.x, precision);
    acb_add(start.z, start.z, d.centre.z, precision);
    if (newton_ends_at(f.p, d, start.z, m, precision)) return true;
  }
  return false;
}

}  // namespace

complaints one_by_one(const polynomial& p, const roots_result& result) {
  complaints found;
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    if (!claims_something(result, k)) continue;
    const std::int64_t m = result.roots[k].multiplicity;
    sum += m;
    const disc d = disc_of(result, k);
    bool proven = false;
    const slong least = m * precision_for(result) + 128;
    for (slong precision = least; precision <= 16 * least && !proven; precision *= 2) {
      proven = !d.infinite && holds_at_least(p, to_ball(d, precision), m, precision);
    }
    if (!proven) found.push_back(describe(result, k) + "the oracle cannot confirm that it holds that many roots");
  }
  if (sum > p.degree()) found.push_back("more roots than the degree");
  return found;
}

}  // namespace vieta::test

#endif
