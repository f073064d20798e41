#include "minimax/samples/excluded_signs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "minimax/big.hpp"
#include "minimax/proof/ball.hpp"
#include "minimax/proof/enclosure.hpp"
#include "minimax/proof/sample_with_bits.hpp"

#ifdef VIETA_HAVE_ARB
#include "minimax/samples/ball_matrix.hpp"
#endif

namespace vieta::approximation {

#ifndef VIETA_HAVE_ARB

bool is_proven(const problem&, const exclusion_of_signs&) { return false; }

#else

namespace {

using exact::real_ball;

void set_exactly(arb_t out, long double x) {
  const working_bits scope(64);
  arb_set_arf(out, big(x).get());
}

/// At an end of an interval where the function jumps its inside counts.
bool sample_at(const problem& p, long double x, slong bits, ball_sample& out) {
  real_ball at, f, beside;
  set_exactly(at.x, x);
  if (p.callable)
    set_exactly(f.x, p.callable(x));
  else
    evaluate(f.x, p.f, at.x, bits);
  for (const auto& [lo, hi] : p.intervals) {
    const bool is_lo = evaluate(lo, 0) == x, is_hi = evaluate(hi, 0) == x;
    if (p.callable || is_lo == is_hi || !limit_beside(beside.x, p.f, arb_midref(at.x), is_lo ? 1 : -1, bits)) continue;
    if (!arb_is_finite(f.x) || !arb_overlaps(f.x, beside.x)) f = beside;
  }
  return sample_in_balls(p, at.x, f.x, bits, out);
}

/// The multipliers with so many bits: 1 all are positive, -1 one is not, 0 more bits would tell.
int multipliers_are_positive(const problem& p, const exclusion_of_signs& shown, slong bits) {
  const std::size_t of_p = p.exponents.size(), n = of_p + static_cast<std::size_t>(p.denominator_degree) + 1;
  std::vector<ball_sample> samples(n + 1);
  real_ball lo, length, error, v, entry, power, of_target;
  for (std::size_t i = 0; i <= n; ++i) {
    if (!sample_at(p, shown.all[i].x, bits, samples[i])) return -1;
    const arb_ptr u = samples[i].argument.x;
    if (i == 0 || arf_cmp(arb_midref(u), arb_midref(lo.x)) < 0) arb_get_mid_arb(lo.x, u);
    if (i == 0 || arf_cmp(arb_midref(u), arb_midref(length.x)) > 0) arb_get_mid_arb(length.x, u);
  }
  arb_sub(length.x, length.x, lo.x, bits);
  set_exactly(error.x, shown.error);
  ball_matrix rows(n, n), right(n, 1), multipliers(n, 1);
  for (std::size_t i = 0; i <= n; ++i) {
    const ball_sample& at = samples[i];
    const auto& [x, sign_of_q, sign] = shown.all[i];
    arb_sub(v.x, at.argument.x, lo.x, bits);  // powers of 2 (u - lo)/(hi - lo) - 1
    arb_div(v.x, v.x, length.x, bits);
    arb_mul_2exp_si(v.x, v.x, 1);
    arb_sub_ui(v.x, v.x, 1, bits);
    arb_mul_si(of_target.x, at.target.x, sign, bits);
    arb_sub(of_target.x, of_target.x, error.x, bits);
    for (std::size_t k = 0; k < n; ++k) {
      arb_pow_ui(power.x, v.x, k < of_p ? k : k - of_p, bits);
      if (k < of_p)
        arb_mul_si(entry.x, at.factor.x, -sign, bits);
      else
        arb_set(entry.x, of_target.x);
      arb_mul(entry.x, entry.x, power.x, bits);
      arb_mul_si(entry.x, entry.x, i < n ? sign_of_q : -sign_of_q, bits);
      arb_set(i < n ? rows.at(k, i) : right.at(k, 0), entry.x);
    }
  }
  if (!arb_mat_solve(multipliers.a, rows.a, right.a, bits)) return 0;
  bool all = true;
  for (std::size_t i = 0; i < n; ++i) {
    if (arb_is_negative(multipliers.at(i, 0))) return -1;
    all = all && arb_is_positive(multipliers.at(i, 0));
  }
  return all ? 1 : 0;
}

}  // namespace

bool is_proven(const problem& p, const exclusion_of_signs& shown) {
  constexpr slong first_bits = 256, of_coefficient = 8, most_times = 8;
  const std::size_t n = p.exponents.size() + static_cast<std::size_t>(p.denominator_degree) + 1;
  if (p.denominator_degree < 1 || !p.constraints.empty() || !(shown.error > 0)) return false;
  for (std::size_t k = 0; k < p.exponents.size(); ++k)
    if (p.exponents[k] != static_cast<int>(k)) return false;
  if (shown.all.size() == n) {  // the one that is missing keeps one of these errors above its negative
    exclusion_of_signs whole = shown;
    for (std::size_t i = 0; i < n; ++i) {
      whole.all.resize(n);
      whole.all.push_back({shown.all[i].x, shown.all[i].of_q, -shown.all[i].of_error});
      if (is_proven(p, whole)) return true;
    }
  }
  if (shown.all.size() != n + 1) return false;
  const slong bits = first_bits + of_coefficient * static_cast<slong>(n);
  for (slong times = 1; times <= most_times; times *= 2)
    if (const int found = multipliers_are_positive(p, shown, times * bits)) return found > 0;
  return false;
}

#endif

}  // namespace vieta::approximation
