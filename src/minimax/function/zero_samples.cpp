#include "minimax/function/zero_samples.hpp"
#ifdef VIETA_HAVE_ARB

#include <algorithm>

#include "minimax/function/singular_points.hpp"
#include "minimax/proof/ball.hpp"
#include "minimax/proof/sample_with_bits.hpp"

namespace vieta::approximation {
namespace {

big value_of_fixed(const tree& t) {
  exact::real_ball value;
  evaluate(value.x, t, value.x, big::precision + 32);
  return big::middle(value.x);
}

/// The c of x - c that the expression has, where that is the end: where it is 0, as far as bits tell.
tree shift_to(const part_end& end) {
  const long double x = end.in_long_double();
  const std::vector<tree> shifts = shifts_of(end.zero_of, x, x);
  if (shifts.size() != 1) return nullptr;
  exact::real_ball c, at, zero, value;
  evaluate(value.x, shifted(end.zero_of, shifts[0]), zero.x, big::precision);
  arb_set_arf(at.x, big(end.value).get());
  if (!arb_overlaps(value.x, at.x)) return nullptr;
  if (!end.exact) return shifts[0];
  evaluate(c.x, shifts[0], c.x, big::precision);
  evaluate(at.x, end.exact, at.x, big::precision);
  if (end.sign < 0) arb_neg(at.x, at.x);
  return arb_overlaps(c.x, at.x) ? shifts[0] : nullptr;
}

slong many_bits() {
  constexpr slong times = 16;  // as many as sampling tries
  return times * (big::precision + 32);
}

/// Known with so many bits, or a little inside: at 0.3 rounded up sqrt(0.09 - x^2) has no value.
bool sample_near(const problem& p, const part_end& end, const big& first, const big& inwards, sample<big>& out) {
  const slong bits = big::precision;
  const int side = inwards < big(0) ? -1 : 1;
  big x, inside;
  {
    const working_bits scope(many_bits());
    x = end_in_big(end);
    inside = x + inwards;
    x = x + first;
  }
  return sample_at_place(p, x, side, bits, out) || sample_at_place(p, inside, side, bits, out);
}

bool is_exact_number(const part_end& end) {
  if (!end.exact) return false;
  exact::real_ball value;
  evaluate(value.x, end.exact, value.x, big::precision);
  return arb_is_exact(value.x) != 0;
}

}  // namespace

big end_in_big(const part_end& end) {
  if (end.exact) return end.sign < 0 ? -value_of_fixed(end.exact) : value_of_fixed(end.exact);
  big x = end.x;
  if (!end.zero_of || end.side != 0) return end.sign < 0 ? -x : x;
  const auto value_at = [&](const big& at) {
    exact::real_ball ball, value;
    arb_set_arf(ball.x, at.get());
    evaluate(value.x, end.zero_of, ball.x, 2 * big::precision);
    return big::middle(value.x) - big(end.value);
  };
  using std::abs;
  const big step = (abs(x) + big(1)) * big(1e-12);
  const big slope = (value_at(x + step) - value_at(x - step)) / (step + step);
  big value = value_at(x);
  constexpr int most_steps = 60;
  for (int k = 0; k < most_steps && abs(value) > big(0); ++k) {
    const big next = x - value / slope, there = value_at(next);
    if (!(abs(there) < abs(value))) break;
    x = next;
    value = there;
  }
  return end.sign < 0 ? -x : x;
}

zero_samples::zero_samples(const problem& p, const parts& whole) {
  if (p.callable || !p.samples.empty()) return;
  const auto add = [&](const part_end& end, int inwards) {
    if (!end.zero_of || is_exact_number(end)) return;
    known k;
    k.x = end_in_big(end);
    if (find(k.x)) return;  // two parts have it
    k.near = end.in_long_double();
    constexpr slong room = 30;
    const big step = big(inwards) * power(big(0.5), static_cast<int>(many_bits() - big::precision / 4 - room));
    part_end zero = end;
    if (end.side != 0) zero.side = 0, zero.x = end.zero;
    const tree c = shift_to(zero);
    problem beside = p;
    for (tree* part : {&beside.f, &beside.weight, &beside.without_p, &beside.factor, &beside.argument})
      if (c) *part = shifted(*part, c);
    const big first = end.side != 0 ? step : big(0);  // beside a jump
    const bool found = c ? sample_at_place(beside, first, inwards, big::precision, k.there)
                         : sample_near(p, zero, first, step, k.there);
    if (found) all_.push_back(std::move(k));
  };
  for (const part& one : whole.list) {
    add(one.from, 1);
    add(one.to, -1);
  }
}

const sample<big>* zero_samples::find(const big& x) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const known& k) { return k.x == x; });
  return at == all_.end() ? nullptr : &at->there;
}

const sample<big>* zero_samples::find(long double x) const {
  const auto at = std::find_if(all_.begin(), all_.end(), [&](const known& k) { return k.near == x; });
  return at == all_.end() ? nullptr : &at->there;
}

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
