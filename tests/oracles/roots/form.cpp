// What a result shows by itself, without the polynomial's roots.
#include "oracles/roots/ball_oracle.hpp"
#include "oracles/roots/balls.hpp"

#ifdef VIETA_HAVE_ARB

#include <cmath>

#include "exact/arithmetic.hpp"

namespace vieta::test {

namespace {

bool same(const exact::real& a, const exact::real& b) { return exact::compare(a, b) == 0; }

// Both claims about one root: the disc of doubles and the disc of decimals have a point in common.
void check_doubles_beside_decimals(const roots_result& result, complaints& found) {
  const slong precision = precision_for(result);
  for (std::size_t k = 0; k < result.decimal.size(); ++k) {
    const root& r = result.roots[k];
    const disc d = disc_of(result, k);
    if (d.infinite || !std::isfinite(r.value.real()) || !std::isfinite(r.value.imag()) || !std::isfinite(r.radius))
      continue;
    const ball_disc ball = to_ball(d, precision);
    complex_ball value;
    real_ball distance, reach;
    acb_set_d_d(value.z, r.value.real(), r.value.imag());
    acb_sub(value.z, value.z, ball.centre.z, precision);
    acb_abs(distance.x, value.z, precision);
    arb_set_d(reach.x, r.radius);
    arb_add(reach.x, reach.x, ball.radius.x, precision);
    if (arb_gt(distance.x, reach.x))
      found.push_back(describe(result, k) + "its value and radius as doubles lie elsewhere");
  }
}

void check_disjointness(const roots_result& result, complaints& found) {
  const slong precision = precision_for(result);
  const std::vector<ball_disc> balls = to_balls(result, precision);
  const std::size_t n = balls.size();
  complex_ball difference;
  real_ball distance, reach;
  for (std::size_t i = 0; i < n; ++i) {
    if (!claims_something(result, i)) continue;
    const root& a = result.roots[i];
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!claims_something(result, j)) continue;
      const root& b = result.roots[j];
      // Far apart already to an eye that only has doubles?
      const double apart = std::abs(a.value - b.value);
      const double size = std::abs(a.value) + std::abs(b.value);
      if (apart > 1.01 * (a.radius + b.radius) + 1e-14 * size && size > 1e-280 && size < 1e290) continue;
      acb_sub(difference.z, balls[i].centre.z, balls[j].centre.z, precision);
      acb_abs(distance.x, difference.z, precision);
      arb_add(reach.x, balls[i].radius.x, balls[j].radius.x, precision);
      if (!arb_gt(distance.x, reach.x)) found.push_back(describe(result, i) + "meets " + describe(result, j));
    }
  }
}

void check_size(const roots_result& result, const roots_options& options, complaints& found) {
  const slong precision = precision_for(result);
  real_ball allowed;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& r = result.roots[k];
    if (r.multiplicity < 1) found.push_back(describe(result, k) + "a multiplicity below 1");
    if (r.status == root_status::unproven) {
      if (r.multiplicity != 1) found.push_back(describe(result, k) + "unproven, and yet it counts roots");
      if (r.real) found.push_back(describe(result, k) + "unproven, and yet real");
      continue;
    }
    const disc d = disc_of(result, k);
    if (d.infinite) {
      found.push_back(describe(result, k) + "a proof about no disc");
      continue;
    }
    if (r.status == root_status::isolated && r.multiplicity != 1) found.push_back(describe(result, k) + "isolated?");
    if (r.status == root_status::cluster && r.multiplicity < 2)
      found.push_back(describe(result, k) + "a cluster of one?");
    if (r.status == root_status::multiple && r.multiplicity < 2)
      found.push_back(describe(result, k) + "a multiple root of multiplicity one?");
    if (r.status == root_status::wide) continue;
    // |root| >= |centre| - radius, so a radius of 10^-digits |centre| is not always one of 10^-digits |root|: this is
    // the promise up to one part in a million.
    const ball_disc ball = to_ball(d, precision);
    arb_set_ui(allowed.x, 10);
    arb_pow_ui(allowed.x, allowed.x, static_cast<ulong>(options.digits), precision);
    arb_div(allowed.x, ball.modulus.x, allowed.x, precision);
    const exact::real slack{1'000'001, 1'000'000, 0, 0};
    real_ball factor;
    exact::set_arb(factor.x, slack, precision);
    arb_mul(allowed.x, allowed.x, factor.x, precision);
    if (!arb_le(ball.radius.x, allowed.x)) {
      found.push_back(describe(result, k) + "larger than " + std::to_string(options.digits) + " digits allow");
    }
  }
}

void check_order(const roots_result& result, complaints& found) {
  const slong precision = precision_for(result);
  const std::vector<ball_disc> balls = to_balls(result, precision);
  real_ball next;
  exact::real rounding{1'000'000'000'001, 1'000'000'000'000, 0, 0};  // moduli this close count as equal
  real_ball factor;
  exact::set_arb(factor.x, rounding, precision);
  for (std::size_t k = 0; k + 1 < balls.size(); ++k) {
    if (!claims_something(result, k) || !claims_something(result, k + 1)) continue;
    arb_mul(next.x, balls[k + 1].modulus.x, factor.x, precision);
    if (arb_gt(balls[k].modulus.x, next.x))
      found.push_back(describe(result, k) + "comes before one of smaller modulus");
  }
}

void check_symmetry(const roots_result& result, complaints& found) {
  const auto is_mirror = [&](const disc& d, std::size_t k) {
    if (k >= result.roots.size() || !claims_something(result, k)) return false;
    const disc other = disc_of(result, k);
    return !other.infinite && same(d.re, other.re) && same(d.im, exact::negate(other.im)) &&
           same(d.radius, other.radius);
  };
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& r = result.roots[k];
    if (!claims_something(result, k)) continue;
    const disc d = disc_of(result, k);
    if (d.infinite) continue;
    if (r.real && (!d.im.is_zero() || r.value.imag() != 0)) {
      found.push_back(describe(result, k) + "real, with an imaginary part");
    }
    if (d.im.is_zero()) continue;
    std::size_t mirror = result.roots.size();
    if (is_mirror(d, k + 1))
      mirror = k + 1;
    else if (k > 0 && is_mirror(d, k - 1))
      mirror = k - 1;
    if (mirror == result.roots.size()) {
      bool elsewhere = false;
      for (std::size_t j = 0; j < result.roots.size(); ++j) elsewhere = elsewhere || is_mirror(d, j);
      found.push_back(describe(result, k) +
                      (elsewhere ? "its conjugate is there, but not beside it" : "no disc is its exact conjugate"));
      continue;
    }
    const root& other = result.roots[mirror];
    if (other.value != std::conj(r.value) || other.radius != r.radius || other.multiplicity != r.multiplicity ||
        other.status != r.status) {
      found.push_back(describe(result, k) + "its conjugate differs in more than the sign");
    }
  }
}

void check_counts(const polynomial& p, const roots_result& result, const roots_options& options, complaints& found) {
  const auto expect = [&](bool truth, const std::string& complaint) {
    if (!truth) found.push_back(complaint);
  };
  expect(result.decimal.empty() || result.decimal.size() == result.roots.size(),
         "decimal roots: not one for each root");
  if (options.digits > 15 && !result.roots.empty())
    expect(!result.decimal.empty(), "many digits, but no decimal roots");
  std::int64_t sum = 0, isolated = 0, clusters = 0, multiple = 0, wide = 0, unproven = 0;
  for (const root& r : result.roots) {
    sum += r.multiplicity;
    (r.status == root_status::isolated   ? isolated
     : r.status == root_status::cluster  ? clusters
     : r.status == root_status::multiple ? multiple
     : r.status == root_status::wide     ? wide
                                         : unproven) += 1;
  }
  expect(sum == p.degree(),
         "multiplicities add up to " + std::to_string(sum) + ", degree " + std::to_string(p.degree()));
  expect(result.report.degree == p.degree(), "the report's degree is wrong");
  expect(result.report.isolated == isolated && result.report.clusters == clusters &&
             result.report.multiple == multiple && result.report.wide == wide && result.report.unproven == unproven,
         "the report's numbers of discs are wrong");
  if (result.status == roots_status::complete) {
    expect(unproven == 0, "complete, with unproven roots");
    expect(wide == 0 || options.uncertainty > 0, "complete, with discs larger than asked for");
  } else {
    expect(unproven + wide > 0, "partial, and yet every disc is as asked for");
    expect(!result.report.stopped_by.empty(), "partial, without a reason");
  }
}

}  // namespace

complaints about_form(const polynomial& p, const roots_result& result, const roots_options& options) {
  complaints found;
  check_counts(p, result, options, found);
  if (!result.decimal.empty() && result.decimal.size() != result.roots.size()) return found;
  check_size(result, options, found);
  check_disjointness(result, found);
  check_doubles_beside_decimals(result, found);
  check_order(result, found);
  if (p.is_real()) check_symmetry(result, found);
  return found;
}

}  // namespace vieta::test

#endif
