#include "minimax/proof/sample_with_bits.hpp"
#ifdef VIETA_HAVE_ARB

#include "minimax/proof/ball.hpp"
#include "minimax/proof/enclosure.hpp"

namespace vieta::approximation {

bool sample_in_balls(const problem& p, const arb_t x, const arb_t f, slong bits, ball_sample& out) {
  exact::real_ball weight, without;
  if (p.relative)
    arb_inv(weight.x, f, bits);
  else if (p.weight)
    evaluate(weight.x, p.weight, x, bits);
  else
    arb_one(weight.x);
  arb_set(out.target.x, f);
  if (p.without_p) {
    evaluate(without.x, p.without_p, x, bits);
    arb_sub(out.target.x, out.target.x, without.x, bits);
  }
  arb_mul(out.target.x, out.target.x, weight.x, bits);
  evaluate(out.factor.x, p.factor, x, bits);
  arb_mul(out.factor.x, out.factor.x, weight.x, bits);
  evaluate(out.argument.x, p.argument, x, bits);
  return arb_is_finite(out.target.x) && arb_is_finite(out.factor.x) && arb_is_finite(out.argument.x);
}

namespace {

enum class sampled { well, too_coarse, not_finite };

/// At a point itself: x*log(x) has a value at 0, though its logarithm has none, and so has 1/log(x), from its `side`.
void value_at_point(arb_t out, const tree& t, const arb_t x, int side, slong bits) {
  evaluate(out, t, x, bits);
  if (arb_is_finite(out) || limit_beside(out, t, arb_midref(x), side, bits)) return;
  enclose(out, t, x, bits);
}

/// Too coarse: fewer than `least` bits of a value are right, and not all down to 2^-`floor`.
sampled sample_in_big(const problem& p, const big& at, int side, slong bits, slong least, slong floor,
                      sample<big>& out) {
  exact::real_ball x, f;
  arb_set_arf(x.x, at.get());
  value_at_point(f.x, p.f, x.x, side, bits);
  ball_sample balls;
  if (!sample_in_balls(p, x.x, f.x, bits, balls)) return sampled::not_finite;
  for (const arb_struct* const ball : {balls.target.x, balls.factor.x, balls.argument.x})
    if (arb_rel_accuracy_bits(ball) < least && mag_cmp_2exp_si(arb_radref(ball), -floor) > 0)
      return sampled::too_coarse;
  // What cannot be told from 0 is 0: its middle is a rounding error, and sin(x)^2 + cos(x)^2 - 1 has no others.
  const auto known = [](const arb_t ball) { return arb_contains_zero(ball) ? big(0) : big::middle(ball); };
  out = {known(balls.target.x), known(balls.factor.x), known(balls.argument.x)};
  return sampled::well;
}

/// Where x itself has no value, from 2^-170 of the step beside it: next to 0 sqrt(x)*log(1+1/x) falls slowly, and is
/// 0.0007 yet at 1e-9. `out`, from a whole step beside it, stays where nothing that matters changes on the way, and
/// where values grow, as those of poles do.
void sample_nearer(const problem& p, const big& x, const big& step, slong bits, sample<big>& out) {
  constexpr slong most_times = 16;
  constexpr int part = 170, to_zero = 80;  // what falls by so much on the way is 0 at its end
  big beside;
  {
    const working_bits scope(big::precision + slong{4} * part);
    beside = x + step * power(big(0.5), part);
  }
  using std::abs;
  const auto grows = [](const big& from, const big& to) { return abs(to) > abs(from) + abs(from); };
  const auto changes = [](const big& from, const big& to, const big& least) {
    return abs(from - to) > big(1e-8) * (abs(from) + least);
  };
  for (slong times = 1; times <= most_times; times *= 2) {
    sample<big> nearer;
    const sampled found = sample_in_big(p, beside, step < big(0) ? -1 : 1, times * (bits + 32), bits, 2 * bits, nearer);
    if (found != sampled::well) continue;  // nor is 1/f finite where the ball of f still has a 0 in it
    // What p is multiplied by has no size of its own: with 1e-9 a p of 1e9 would make up for an error that is fixed.
    if ((changes(out.target, nearer.target, big(1)) || changes(out.factor, nearer.factor, big(0))) &&
        !grows(out.target, nearer.target) && !grows(out.factor, nearer.factor) &&
        !grows(out.argument, nearer.argument)) {
      if (abs(nearer.factor) < abs(out.factor) * power(big(0.5), to_zero)) nearer.factor = 0;
      out = nearer;
    }
    return;
  }
}

}  // namespace

bool sample_at_place(const problem& p, const big& x, int side, slong bits, sample<big>& out) {
  constexpr slong most_times = 16;
  for (slong times = 1; times <= most_times; times *= 2) {
    const sampled found = sample_in_big(p, x, side, times * (bits + 32), bits, 2 * bits, out);
    if (found != sampled::too_coarse) return found == sampled::well;
  }
  return false;
}

bool sample_with_bits(const problem& p, const big& x, const big& step, slong bits, sample<big>& out) {
  const int side = step < big(0) ? -1 : 1;
  const sampled here = sample_in_big(p, x, side, bits + 32, bits, bits + 32, out);
  if (here == sampled::well) return true;
  constexpr slong most_times = 16;  // where much cancels
  for (const big& at : {x, x + step})
    for (slong times = 2; times <= most_times; times *= 2) {
      const sampled found = sample_in_big(p, at, side, times * (bits + 32), bits, 2 * bits, out);
      if (found == sampled::well && here == sampled::not_finite) sample_nearer(p, x, step, bits, out);
      if (found == sampled::well) return true;
      if (found == sampled::not_finite) break;
    }
  // A value that is 0 here, or one that many more bits would show.
  return sample_in_big(p, x, side, 2 * bits + 64, -bits, 2 * bits, out) == sampled::well ||
         sample_in_big(p, x + step, side, 2 * bits + 64, -bits, 2 * bits, out) == sampled::well;
}

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
