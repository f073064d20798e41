// The product of all (x - disc) against the polynomial.
#include "exact/representation.hpp"
#include "oracles/roots/ball_oracle.hpp"
#include "oracles/roots/balls.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::test {

complaints about_product(const polynomial& p, const roots_result& result) {
  complaints found;
  const slong precision = 2 * precision_for(result) + 8 * static_cast<slong>(p.degree());
  const auto degree = static_cast<slong>(p.degree());
  const std::vector<ball_disc> balls = to_balls(result, precision);
  acb_ptr factors = _acb_vec_init(degree);
  slong used = 0;
  for (std::size_t k = 0; k < balls.size(); ++k) {
    if (!claims_something(result, k)) return {"no product: " + describe(result, k) + "is unproven"};
    for (std::int64_t copy = 0; copy < result.roots[k].multiplicity && used < degree; ++copy, ++used) {
      acb_set(factors + used, balls[k].centre.z);
      mag_t radius;
      mag_init(radius);
      arb_get_mag(radius, balls[k].radius.x);
      acb_add_error_mag(factors + used, radius);
      mag_clear(radius);
    }
  }
  complex_polynomial product, original;
  acb_poly_product_roots(product.p, factors, used, precision);
  _acb_vec_clear(factors, degree);
  exact::set_coefficients(original.p, p.data(), precision);
  complex_ball leading;
  acb_poly_get_coeff_acb(leading.z, original.p, degree);
  acb_poly_scalar_mul(product.p, product.p, leading.z, precision);
  complex_ball theirs, ours;
  for (slong k = 0; k <= degree; ++k) {
    acb_poly_get_coeff_acb(theirs.z, original.p, k);
    acb_poly_get_coeff_acb(ours.z, product.p, k);
    if (!acb_overlaps(ours.z, theirs.z)) {
      found.push_back("the product of the discs misses the coefficient of x^" + std::to_string(k));
    }
  }
  return found;
}

}  // namespace vieta::test

#endif
