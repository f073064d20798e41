#include "oracles/roots/sample.hpp"

#include <cmath>

#include "oracles/roots/balls.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::test {

namespace {

// sum k (k-1) |a_k| x^(k-2), which bounds |p''| on |z| <= x. (Balls of complex numbers would grow by sqrt(2) with every
// product.)
struct second_derivative_bound {
  arb_poly_t p;
  second_derivative_bound(const acb_poly_t f, slong precision) {
    arb_poly_init(p);
    real_ball size;
    for (slong k = 0; k < acb_poly_length(f); ++k) {
      acb_abs(size.x, acb_poly_get_coeff_ptr(f, k), precision);
      arb_poly_set_coeff_arb(p, k, size.x);
    }
    arb_poly_derivative(p, p, precision);
    arb_poly_derivative(p, p, precision);
  }
  second_derivative_bound(const second_derivative_bound&) = delete;
  second_derivative_bound& operator=(const second_derivative_bound&) = delete;
  ~second_derivative_bound() { arb_poly_clear(p); }
};

// A disc about c with p(c) and p'(c).
struct evaluated_disc {
  ball_disc d;
  complex_ball value, slope;
};

// |p(c)| < r min |p'| on the disc, with |p' - p'(c)| <= r max |p''|: one root (docs/method/roots.md, "More digits").
bool interval_newton(const second_derivative_bound& bound, const evaluated_disc& at, slong precision) {
  real_ball size, steepness, x, bend;
  acb_abs(size.x, at.value.z, precision);
  acb_abs(steepness.x, at.slope.z, precision);
  acb_abs(x.x, at.d.centre.z, precision);
  arb_add(x.x, x.x, at.d.radius.x, precision);
  arb_poly_evaluate(bend.x, bound.p, x.x, precision);
  arb_submul(steepness.x, bend.x, at.d.radius.x, precision);
  arb_mul(steepness.x, steepness.x, at.d.radius.x, precision);
  return arb_lt(size.x, steepness.x);
}

// Two steps of Newton from the centre, after which 60 digits stand, then the distance from the centre.
bool is_within(const acb_poly_t p, const evaluated_disc& at, slong precision) {
  complex_ball z = at.d.centre, value = at.value, slope = at.slope;
  for (int step = 0; step < 2; ++step) {
    if (step > 0) acb_poly_evaluate2_rectangular(value.z, slope.z, p, z.z, precision);
    acb_div(value.z, value.z, slope.z, precision);
    acb_sub(z.z, z.z, value.z, precision);
    acb_get_mid(z.z, z.z);
  }
  real_ball distance;
  acb_sub(value.z, z.z, at.d.centre.z, precision);
  acb_abs(distance.x, value.z, precision);
  return arb_le(distance.x, at.d.radius.x);
}

void expect_sum(const char* what, const acb_t sum, const acb_t expected, complaints& found) {
  if (!acb_overlaps(sum, expected)) found.push_back(std::string("the sum of ") + what + " is wrong");
}

}  // namespace

complaints about_sample(const polynomial& p, const roots_result& result, std::size_t count) {
  complaints found;
  complex_polynomial f;
  // 60 digits, and the sqrt(2) by which a ball may grow with each of sqrt(n) products.
  const slong precision = 232 + static_cast<slong>(0.6 * std::sqrt(static_cast<double>(p.degree())));
  exact::set_coefficients(f.p, p.data(), precision);
  const second_derivative_bound bound(f.p, precision);
  const std::size_t n = result.roots.size(), stride = std::max<std::size_t>(1, n / count);
  for (std::size_t k = n / 2 % stride; k < n; k += stride) {
    if (result.roots[k].status != root_status::isolated) continue;
    evaluated_disc at{to_ball(disc_of(result, k), precision), {}, {}};
    acb_poly_evaluate2_rectangular(at.value.z, at.slope.z, f.p, at.d.centre.z, precision);
    if (!interval_newton(bound, at, precision)) found.push_back(describe(result, k) + "interval Newton finds no root");
    if (!is_within(f.p, at, precision)) found.push_back(describe(result, k) + "the root is elsewhere");
  }
  return found;
}

complaints about_power_sums(const polynomial& p, const roots_result& result) {
  complaints found;
  constexpr slong precision = 256;
  complex_polynomial f;
  exact::set_coefficients(f.p, p.data(), precision);
  const slong n = static_cast<slong>(p.degree());
  complex_ball first, second, inverse, z;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const ball_disc d = to_ball(disc_of(result, k), precision);
    acb_set(z.z, d.centre.z);
    arb_add_error(acb_realref(z.z), d.radius.x);
    arb_add_error(acb_imagref(z.z), d.radius.x);
    for (std::int64_t m = 0; m < result.roots[k].multiplicity; ++m) {
      acb_add(first.z, first.z, z.z, precision);
      acb_addmul(second.z, z.z, z.z, precision);
    }
    acb_inv(z.z, z.z, precision);
    for (std::int64_t m = 0; m < result.roots[k].multiplicity; ++m) acb_add(inverse.z, inverse.z, z.z, precision);
  }
  complex_ball e1, e2, expected;
  acb_div(e1.z, acb_poly_get_coeff_ptr(f.p, n - 1), acb_poly_get_coeff_ptr(f.p, n), precision);
  acb_neg(expected.z, e1.z);
  expect_sum("the roots", first.z, expected.z, found);
  acb_div(e2.z, acb_poly_get_coeff_ptr(f.p, n - 2), acb_poly_get_coeff_ptr(f.p, n), precision);
  acb_mul(expected.z, e1.z, e1.z, precision);
  acb_submul_ui(expected.z, e2.z, 2, precision);
  expect_sum("their squares", second.z, expected.z, found);
  acb_div(expected.z, acb_poly_get_coeff_ptr(f.p, 1), acb_poly_get_coeff_ptr(f.p, 0), precision);
  acb_neg(expected.z, expected.z);
  expect_sum("their reciprocals", inverse.z, expected.z, found);
  return found;
}

}  // namespace vieta::test

#else

namespace vieta::test {
complaints about_sample(const polynomial&, const roots_result&, std::size_t) { return {"this build has no Arb"}; }
complaints about_power_sums(const polynomial&, const roots_result&) { return {"this build has no Arb"}; }
}  // namespace vieta::test

#endif
