#include "verify/minimax/error_bound.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/number.hpp"
#include "verify/minimax/error_series.hpp"

namespace vieta::checking {

std::string exact_text(double value) {
  return approximation::number_format(coefficient_format::float64, 0).exact_text(value);
}

approximation::tree number_tree(double value) {
  const approximation::tree size = approximation::constant(exact_text(std::abs(value)));
  return value < 0 ? approximation::make(approximation::operation::negate, size) : size;
}

error_bound::error_bound(const approximation::problem& p, std::vector<std::string> coefficients, double claimed,
                         const work_limits& limits)
    : problem_(p),
      coefficients_(std::move(coefficients)),
      claimed_(claimed),
      limits_(limits),
      error_(approximation::error_tree(p, approximation::polynomial_tree(p.exponents, coefficients_, p.argument))) {
  const auto n = static_cast<slong>(p.exponents.size());
  // So many bits that errors of this size are clear of cancellation.
  precision_ = 160 + 4 * n + static_cast<slong>(claimed < 1 ? -2 * std::log2(std::max(claimed, 1e-200)) : 0);
}

bool error_bound::first_pieces(std::vector<piece>& out) const {
  constexpr int count = 8;
  for (std::size_t i = 0; i < problem_.intervals.size(); ++i) {
    exact::real_ball from, to;
    if (!end(from, i, true) || !end(to, i, false)) return false;
    const double lower = arf_get_d(arb_midref(from.x), ARF_RND_NEAR), upper = arf_get_d(arb_midref(to.x), ARF_RND_NEAR);
    for (int k = 0; k < count; ++k) {
      const auto cut = [&](int at) { return at == count ? upper : lower + (upper - lower) * at / count; };
      out.push_back({i, cut(k), cut(k + 1), k == 0, k + 1 == count, 0});
    }
  }
  return true;
}

error_bound::verdict error_bound::refute() {
  constexpr std::size_t most_pieces = 2'000;  // from the largest to smaller ones
  std::vector<piece> all;
  if (!first_pieces(all)) return not_known("an end of an interval has no value");
  bool holds = true;
  for (std::size_t next = 0; next < all.size(); ++next) {
    limits_.check();
    const piece one = all[next];
    const verdict found = look(one);
    if (found == verdict::refuted) return found;
    if (found == verdict::holds) continue;
    const double middle = one.lower + 0.5 * (one.upper - one.lower);
    if (all.size() >= most_pieces || !(middle > one.lower && middle < one.upper)) {
      holds = false;
      continue;
    }
    piece left = one, right = one;
    left.upper = right.lower = middle;
    left.is_last = right.is_first = false;
    all.push_back(left), all.push_back(right);
  }
  return holds ? verdict::holds : verdict::not_known;
}

error_bound::verdict error_bound::prove() {
  constexpr int most_pieces = 20'000, deepest = 40, most_by_models = 100;
  std::vector<piece> open;
  if (!first_pieces(open)) return not_known("an end of an interval has no value");
  for (int pieces = 0; !open.empty(); ++pieces) {
    limits_.check();
    piece one = open.back();
    open.pop_back();
    if (pieces > most_pieces) return not_known("too many pieces");
    const verdict found = look(one);
    if (found == verdict::refuted) return found;
    if (found == verdict::holds) continue;
    const double middle = one.lower + 0.5 * (one.upper - one.lower);
    if (one.depth >= deepest || !(middle > one.lower && middle < one.upper)) {
      if (!holds_by_models(one)) return not_known("next to x = " + report::rounded(middle, 6));
      continue;
    }
    // Where series know nothing, pieces get small towards that place; a function that has none at all has none there,
    // and next to 0/0 of a high order, (exp(x)-1-x)/x^2, numbers cancel on many pieces.
    constexpr int cancels = 6;
    if (!has_series_ && (!has_value_ || one.depth >= cancels)) {
      if (++models_ > most_by_models) return not_known("next to x = " + report::rounded(middle, 6));
      if (holds_by_models(one)) continue;
    }
    piece left = one, right = one;
    left.upper = right.lower = middle;
    left.is_last = right.is_first = false;
    ++left.depth, ++right.depth;
    open.push_back(right), open.push_back(left);
  }
  return verdict::holds;
}

bool error_bound::end(exact::real_ball& out, std::size_t interval, bool is_first) const {
  std::vector<exact::real_ball> terms;
  exact::real_ball zero;
  const approximation::tree& t = is_first ? problem_.intervals[interval].first : problem_.intervals[interval].second;
  if (!series_at(terms, t, zero.x, 1, precision_)) return false;
  out = terms[0];
  return arb_is_finite(out.x) != 0;
}

/// The error's Taylor polynomial at the middle: the range of its first three terms, and bounds of the others and of
/// the remainder, whose coefficient is enclosed on the whole piece.
error_bound::verdict error_bound::look(const piece& one) {
  constexpr slong terms = 12;
  has_series_ = false;
  const double centre = one.lower + 0.5 * (one.upper - one.lower);
  exact::real_ball at, whole, lower, upper, radius;
  arb_set_d(at.x, centre), arb_set_d(lower.x, one.lower), arb_set_d(upper.x, one.upper);
  if (one.is_first && !end(lower, one.interval, true)) return verdict::not_known;
  if (one.is_last && !end(upper, one.interval, false)) return verdict::not_known;
  // Between ends that doubles hardly tell apart, the middle may lie beside them.
  const bool is_inside = arb_le(lower.x, at.x) != 0 && arb_le(at.x, upper.x) != 0;
  arb_union(whole.x, lower.x, upper.x, precision_);
  arb_union(whole.x, whole.x, at.x, precision_);
  arb_sub(lower.x, lower.x, at.x, precision_), arb_sub(upper.x, upper.x, at.x, precision_);
  arb_abs(lower.x, lower.x), arb_abs(upper.x, upper.x);
  arb_max(radius.x, lower.x, upper.x, precision_);
  std::vector<exact::real_ball> here, everywhere;
  has_value_ = series_at(here, error_, at.x, terms, precision_) && arb_is_finite(here[0].x) != 0;
  if (has_value_ && is_inside) {
    exact::big_float least;
    arb_get_abs_lbound_arf(least.x, here[0].x, 53);
    const double size = arf_get_d(least.x, ARF_RND_DOWN);
    if (size > claimed_) return verdict::refuted;
    if (size > largest_) largest_ = size, largest_at_ = centre;
  }
  if (!has_value_ || !series_at(everywhere, error_, whole.x, terms + 1, precision_)) return verdict::not_known;
  for (const exact::real_ball& c : here)
    if (!arb_is_finite(c.x)) return verdict::not_known;
  if (!arb_is_finite(everywhere[terms].x)) return verdict::not_known;
  has_series_ = true;
  exact::real_ball rest, power, term, bound, limit;
  arb_pow_ui(power.x, radius.x, 3, precision_);
  for (slong k = 3; k <= terms; ++k) {
    arb_abs(term.x, k < terms ? here[static_cast<std::size_t>(k)].x : everywhere[terms].x);
    arb_addmul(rest.x, term.x, power.x, precision_);
    arb_mul(power.x, power.x, radius.x, precision_);
  }
  quadratic_bound(bound, here[0], here[1], here[2], radius);
  arb_add(bound.x, bound.x, rest.x, precision_);
  arb_set_d(limit.x, claimed_);
  return arb_le(bound.x, limit.x) ? verdict::holds : verdict::not_known;
}

/// max |a + b t + c t^2| for |t| <= r, from above.
void error_bound::quadratic_bound(exact::real_ball& out, const exact::real_ball& a, const exact::real_ball& b,
                                  const exact::real_ball& c, const exact::real_ball& r) const {
  exact::real_ball value, linear, square, twice;
  arb_mul(linear.x, b.x, r.x, precision_);
  arb_mul(square.x, c.x, r.x, precision_);
  arb_mul(square.x, square.x, r.x, precision_);
  for (const int sign : {1, -1}) {
    arb_add(value.x, a.x, square.x, precision_);
    if (sign > 0)
      arb_add(value.x, value.x, linear.x, precision_);
    else
      arb_sub(value.x, value.x, linear.x, precision_);
    arb_abs(value.x, value.x);
    if (sign > 0)
      out = value;
    else
      arb_max(out.x, out.x, value.x, precision_);
  }
  // Within, at t = -b / (2 c), where |b| <= 2 |c| r.
  arb_abs(linear.x, linear.x);
  arb_abs(twice.x, square.x);
  arb_mul_2exp_si(twice.x, twice.x, 1);
  if (arb_gt(linear.x, twice.x)) return;
  if (arb_contains_zero(c.x) != 0) {
    arb_abs(value.x, a.x);
    arb_add(value.x, value.x, linear.x, precision_);
    arb_abs(square.x, square.x);
    arb_add(value.x, value.x, square.x, precision_);
  } else {
    arb_mul(value.x, b.x, b.x, precision_);
    arb_div(value.x, value.x, c.x, precision_);
    arb_mul_2exp_si(value.x, value.x, -2);
    arb_sub(value.x, a.x, value.x, precision_);
    arb_abs(value.x, value.x);
  }
  arb_max(out.x, out.x, value.x, precision_);
}

/// The solver's models, on other pieces than it had.
bool error_bound::holds_by_models(const piece& one) {
  approximation::problem part = problem_;
  const auto& [from, to] = problem_.intervals[one.interval];
  part.intervals = {{one.is_first ? from : number_tree(one.lower), one.is_last ? to : number_tree(one.upper)}};
  const approximation::proof shown =
      approximation::prove(part, coefficients_, claimed_, 0, 2, [&] { return limits_.must_stop(); });
  limits_.check();
  by_models_ = true;
  return shown.bound <= claimed_;
}

}  // namespace vieta::checking

#endif
