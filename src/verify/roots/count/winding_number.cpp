#include "verify/roots/count/winding_number.hpp"

#ifdef VIETA_HAVE_ARB

#include <vector>

namespace vieta::checking {
namespace {

using exact::complex_ball;
using exact::real_ball;

/// u = exp(2 pi i numerator / 2^depth).
void point_of_circle(acb_t out, std::int64_t numerator, int depth, slong precision) {
  real_ball turn;
  arb_set_si(turn.x, static_cast<slong>(2 * numerator));
  arb_mul_2exp_si(turn.x, turn.x, -depth);
  arb_sin_cos_pi(acb_imagref(out), acb_realref(out), turn.x, precision);
}

/// Horner's rule, and a shift of the model's polynomial, lose a factor of 2 at most for each of its terms: bits for
/// that.
slong working_precision(const taylor_model& model, slong precision) {
  return precision + static_cast<slong>(model.b.size());
}

/// The model's polynomial at the point of the circle.
void evaluate(acb_t out, const taylor_model& model, std::int64_t numerator, int depth, slong precision) {
  const slong working = working_precision(model, precision);
  complex_ball u, sum;
  point_of_circle(u.z, numerator, depth, working);
  for (std::size_t k = model.b.size(); k-- > 0;) {
    acb_mul(sum.z, sum.z, u.z, working);
    acb_add(sum.z, sum.z, model.b[k].z, working);
  }
  acb_set_round(out, sum.z, precision);
}

/// sum k |b_k|: how fast the model's polynomial changes on the circle, at most.
void greatest_slope(arb_t out, const taylor_model& model) {
  real_ball modulus;
  arb_zero(out);
  for (std::size_t k = 1; k < model.b.size(); ++k) {
    acb_abs(modulus.x, model.b[k].z, 64);
    arb_addmul_ui(out, modulus.x, k, 64);
  }
}

/// How far the model's polynomial may be from its value at the point, within `distance` of it: by its Taylor
/// coefficients there. Much less than the greatest slope allows where the values are small.
void greatest_change(arb_t out, const taylor_model& model, std::int64_t numerator, int depth, const arb_t distance,
                     slong precision) {
  const slong working = working_precision(model, precision);
  complex_ball u;
  point_of_circle(u.z, numerator, depth, working);
  exact::ball_polynomial there;
  for (std::size_t k = model.b.size(); k-- > 0;) acb_poly_set_coeff_acb(there.p, static_cast<slong>(k), model.b[k].z);
  acb_poly_taylor_shift(there.p, there.p, u.z, working);
  real_ball modulus;
  arb_zero(out);
  for (slong k = acb_poly_length(there.p); k-- > 1;) {
    acb_abs(modulus.x, acb_poly_get_coeff_ptr(there.p, k), 64);
    arb_add(out, out, modulus.x, 64);
    arb_mul(out, out, distance, 64);
  }
}

/// The arc [numerator / 2^depth, (numerator + 1) / 2^depth] of the whole circle.
struct arc {
  std::int64_t numerator;
  int depth;
};

}  // namespace

// On an arc the values stay within some distance of that at its middle; when that excludes 0 they lie in a half plane,
// and the change of the argument along the arc is that of its ends. Arcs that do not exclude 0 are halved.
std::optional<std::int64_t> winding_number(const taylor_model& model, slong precision, const work_limits& limits) {
  constexpr int most_evaluations = 20000;
  real_ball slope, modulus, reach, angle, total;
  greatest_slope(slope.x, model);

  std::vector<arc> waiting;
  for (std::int64_t k = 16; k-- > 0;) waiting.push_back({k, 4});
  int evaluations = 0;
  complex_ball left, right, middle, ratio;
  evaluate(left.z, model, 0, 0, precision);
  while (!waiting.empty()) {
    limits.check();
    const arc here = waiting.back();
    waiting.pop_back();
    if (++evaluations > most_evaluations || here.depth > 60) return std::nullopt;
    // Half the arc to either side of its middle: pi / 2^depth.
    arb_const_pi(angle.x, 64);
    arb_mul_2exp_si(angle.x, angle.x, -here.depth);
    evaluate(middle.z, model, 2 * here.numerator + 1, here.depth + 1, precision);
    acb_abs(modulus.x, middle.z, 64);
    // The tail would hide the values, or make very short arcs of this one: more terms do better.
    arb_mul_2exp_si(reach.x, model.tail.x, 1);
    if (!arb_gt(modulus.x, reach.x)) return std::nullopt;
    const auto excludes_zero = [&] {
      arb_add(reach.x, reach.x, model.tail.x, 64);
      return arb_gt(modulus.x, reach.x) != 0;
    };
    arb_mul(reach.x, slope.x, angle.x, 64);
    bool is_clear = excludes_zero();
    if (!is_clear) {
      greatest_change(reach.x, model, 2 * here.numerator + 1, here.depth + 1, angle.x, precision);
      is_clear = excludes_zero();
    }
    if (!is_clear) {
      waiting.push_back({2 * here.numerator + 1, here.depth + 1});
      waiting.push_back({2 * here.numerator, here.depth + 1});
      continue;
    }
    evaluate(right.z, model, here.numerator + 1, here.depth, precision);
    for (const complex_ball* end : {&left, &right}) {
      // Argument from the middle to this end; both lie in a disc that excludes 0, so the principal value is right.
      acb_div(ratio.z, end->z, middle.z, precision);
      if (!arb_is_positive(acb_realref(ratio.z))) return std::nullopt;
      acb_arg(angle.x, ratio.z, 64);
      end == &left ? arb_sub(total.x, total.x, angle.x, 64) : arb_add(total.x, total.x, angle.x, 64);
    }
    left = right;
  }
  arb_const_pi(angle.x, 64);
  arb_div(total.x, total.x, angle.x, 64);
  arb_mul_2exp_si(total.x, total.x, -1);
  exact::big_integer count;
  if (!arb_get_unique_fmpz(count.n, total.x) || fmpz_sgn(count.n) < 0) return std::nullopt;
  return fmpz_get_si(count.n);
}

}  // namespace vieta::checking

#endif
