#include "minimax/fit/parts.hpp"

#include <algorithm>
#include <cmath>

#include "minimax/big.hpp"
#include "minimax/function/singular_points.hpp"
#include "minimax/proof/ball.hpp"

namespace vieta::approximation {
namespace {

struct values_at {
  long double target = 0, factor = 0, argument = 0;
  [[nodiscard]] bool finite() const {
    return std::isfinite(target) && std::isfinite(factor) && std::isfinite(argument);
  }
};

values_at values_of(const problem& p, long double x) {
  const long double f = p.callable ? p.callable(x) : evaluate(p.f, x);
  const long double w = p.relative ? 1 / f : p.weight ? evaluate(p.weight, x) : 1;
  return {w * (f - (p.without_p ? evaluate(p.without_p, x) : 0)), w * evaluate(p.factor, x), evaluate(p.argument, x)};
}

part_end absolute(const tree& t) { return {t, nullptr, evaluate(t, 0) < 0 ? -1 : 1}; }

/// |x| of all x of the intervals, ascending and apart.
std::vector<part> folded_intervals(const problem& p) {
  std::vector<part> all;
  for (const auto& [lo, hi] : p.intervals) {
    const part_end a = absolute(lo), b = absolute(hi);
    const bool a_is_nearer = a.in_long_double() < b.in_long_double();
    const bool across = evaluate(lo, 0) < 0 && evaluate(hi, 0) > 0;
    all.push_back({across ? part_end() : a_is_nearer ? a : b, a_is_nearer ? b : a});
  }
  std::sort(all.begin(), all.end(),
            [](const part& a, const part& b) { return a.from.in_long_double() < b.from.in_long_double(); });
  std::vector<part> merged;
  for (const part& one : all) {
    if (merged.empty() || one.from.in_long_double() > merged.back().to.in_long_double())
      merged.push_back(one);
    else if (one.to.in_long_double() > merged.back().to.in_long_double())
      merged.back().to = one.to;
  }
  return merged;
}

#ifdef VIETA_HAVE_ARB
/// Long double takes 1 + 1e-20 x for an even function. `sign`: of the parity that it sees.
bool has_parity_in_balls(const problem& p, const std::vector<part>& folded, int sign) {
  constexpr slong bits = 640;
  constexpr int places = 5;
  struct balls {
    exact::real_ball target, factor, argument;
  };
  const auto set = [&](balls& out, long double at) {
    exact::real_ball x, f, other;
    arf_set(arb_midref(x.x), big(at).get());
    evaluate(f.x, p.f, x.x, bits);
    evaluate(out.factor.x, p.factor, x.x, bits);
    evaluate(out.argument.x, p.argument, x.x, bits);
    if (p.without_p) evaluate(other.x, p.without_p, x.x, bits);
    arb_sub(out.target.x, f.x, other.x, bits);
    if (p.relative) {
      arb_div(out.target.x, out.target.x, f.x, bits);
      arb_div(out.factor.x, out.factor.x, f.x, bits);
    } else if (p.weight) {
      evaluate(other.x, p.weight, x.x, bits);
      arb_mul(out.target.x, out.target.x, other.x, bits);
      arb_mul(out.factor.x, out.factor.x, other.x, bits);
    }
  };
  const auto agree = [sign](arb_srcptr a, arb_srcptr b) {
    exact::real_ball mirrored;
    sign < 0 ? arb_neg(mirrored.x, b) : arb_set(mirrored.x, b);
    return arb_overlaps(a, mirrored.x) != 0;
  };
  for (const part& one : folded)
    for (int place = 1; place <= places; ++place) {
      const long double lo = one.from.in_long_double(), hi = one.to.in_long_double();
      const long double x = lo + (hi - lo) * static_cast<long double>(place) / (places + 0.7L);
      balls here, there;
      set(here, x);
      set(there, -x);
      if (!agree(here.target.x, there.target.x)) return false;
      for (const int k : p.exponents) {
        exact::real_ball left, right;
        arb_pow_ui(left.x, here.argument.x, static_cast<ulong>(k), bits);
        arb_mul(left.x, left.x, here.factor.x, bits);
        arb_pow_ui(right.x, there.argument.x, static_cast<ulong>(k), bits);
        arb_mul(right.x, right.x, there.factor.x, bits);
        if (!agree(left.x, right.x)) return false;
      }
    }
  return true;
}
#endif

/// Whether x and -x tell the same wherever both count or one of them does. It is tried at places that no function is
/// made for.
bool has_parity(const problem& p, const std::vector<part>& folded) {
  constexpr int places = 61;
  constexpr long double golden_ratio = 0.618033988749894848204586834365638118L;
  const bool finds_q = p.denominator.empty() && p.denominator_degree > 0;
  int sign = 0;
  const auto parity = [](long double u, long double v) {
    const long double limit = 1e-15L * std::fabs(u);
    return std::fabs(u - v) <= limit ? 1 : std::fabs(u + v) <= limit ? -1 : 0;
  };
  for (const part& one : folded) {
    const long double lo = one.from.in_long_double(), hi = one.to.in_long_double();
    for (int place = 1; place <= places; ++place) {
      const long double part_of = std::fmod(static_cast<long double>(place) * golden_ratio, 1.0L);
      const long double x = lo + (hi - lo) * part_of;
      const values_at a = values_of(p, x), b = values_of(p, -x);
      if (!a.finite() || !b.finite()) return false;
      const int target = parity(a.target, b.target);
      if (target == 0 || (sign != 0 && sign != target)) return false;
      sign = target;
      // A q may have all powers of its argument.
      if (finds_q && parity(a.argument, b.argument) != 1) return false;
      for (const int k : p.exponents)
        if (parity(a.factor * std::pow(a.argument, k), b.factor * std::pow(b.argument, k)) != target) return false;
    }
  }
#ifdef VIETA_HAVE_ARB
  return p.callable || has_parity_in_balls(p, folded, sign);
#else
  return true;
#endif
}

/// Some x > 0 and its mirror image both count.
bool meets_its_image(const problem& p) {
  for (const auto& [a, b] : p.intervals)
    for (const auto& [c, d] : p.intervals)
      if (std::max(evaluate(a, 0), -evaluate(d, 0)) < std::min(evaluate(b, 0), -evaluate(c, 0))) return true;
  return false;
}

std::vector<singular_point> singular_points_of(const problem& p, long double lo, long double hi) {
  std::vector<singular_point> all;
  const auto take = [&](const tree& t) {
    if (!t) return;
    for (const singular_point& found : singular_points(t, lo, hi)) {
      const auto same = std::find_if(all.begin(), all.end(), [&](const singular_point& s) { return s.x == found.x; });
      if (same == all.end())
        all.push_back(found);
      else
        same->of_divisor = same->of_divisor || found.of_divisor;
    }
  };
  if (!p.callable) take(p.f);
  if (!p.relative) take(p.weight);
  take(p.without_p);
  take(p.factor);
  take(p.argument);
  std::sort(all.begin(), all.end(), [](const singular_point& a, const singular_point& b) { return a.x < b.x; });
  return all;
}

/// The values left and right of x do not come together.
bool jumps(const problem& p, long double x, long double length) {
  const values_at left = values_of(p, x - 1e-5L * length), right = values_of(p, x + 1e-5L * length);
  const auto apart = [](long double a, long double b) {
    return std::fabs(a - b) > 1e-3L * std::max(std::fabs(a), std::fabs(b));
  };
  if (!apart(left.target, right.target) && !apart(left.factor, right.factor)) return false;
  const values_at before = values_of(p, x - 1e-3L * length), behind = values_of(p, x + 1e-3L * length);
  const auto stays = [](long double near, long double far) { return std::fabs(near) > 0.1L * std::fabs(far); };
  return stays(left.target - right.target, before.target - behind.target) ||
         stays(left.factor - right.factor, before.factor - behind.factor);
}

bool is_in_intervals(const problem& p, double x) {
  return std::any_of(p.intervals.begin(), p.intervals.end(), [x](const auto& interval) {
    const auto from = static_cast<double>(evaluate(interval.first, 0)),
               to = static_cast<double>(evaluate(interval.second, 0));
    const double room = 1e-15 * (std::fabs(from) + std::fabs(to));  // of ends that no double is
    return x >= from - room && x <= to + room;
  });
}

minimax_point mirrored(const problem& p, minimax_point at) {
  const long double here = values_of(p, at.x).target, there = values_of(p, -static_cast<long double>(at.x)).target;
  const bool odd = std::fabs(here + there) < std::fabs(here - there);
  return {-at.x, odd ? -at.error : at.error};
}

minimax_point unfolded(const problem& p, const minimax_point& at) {
  if (is_in_intervals(p, at.x)) return at;
  if (is_in_intervals(p, -at.x)) return mirrored(p, at);
  // An error of 0 was met at no place of its own.
  return {static_cast<double>(evaluate(p.intervals.front().first, 0)), at.error};
}

}  // namespace

void unfold(const problem& p, minimax_result& found) {
  if (!p.samples.empty()) return;
  found.worst_at = unfolded(p, {found.worst_at, 0}).x;
  std::vector<minimax_point>& all = found.alternation;
  const auto is_within = [&](const minimax_point& at) { return is_in_intervals(p, at.x); };
  const auto has_image_within = [&](const minimax_point& at) { return is_in_intervals(p, -at.x); };
  if (std::all_of(all.begin(), all.end(), is_within)) return;
  // On one side of 0, where that can be, they alternate in their new order, too.
  const bool on_other_side = std::all_of(all.begin(), all.end(), has_image_within);
  for (minimax_point& at : all) at = on_other_side ? mirrored(p, at) : unfolded(p, at);
  std::sort(all.begin(), all.end(), [](const minimax_point& a, const minimax_point& b) { return a.x < b.x; });
}

bool has_gaps(const problem& p) {
  for (std::size_t i = 1; i < p.intervals.size(); ++i)
    if (evaluate(p.intervals[i - 1].second, 0) < evaluate(p.intervals[i].first, 0)) return p.samples.empty();
  return false;
}

parts parts_of(const problem& p) {
  parts found;
  std::vector<part> whole;
  if (p.samples.empty() && meets_its_image(p)) {
    whole = folded_intervals(p);
    found.folded = has_parity(p, whole);
  }
  if (!found.folded) {
    whole.clear();
    for (const auto& [lo, hi] : p.intervals) whole.push_back({{lo, nullptr}, {hi, nullptr}});
  }
  if (!p.samples.empty()) {
    found.list = whole;
    return found;
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    part rest = whole[i];
    const long double lo = rest.from.in_long_double(), hi = rest.to.in_long_double();
    const long double aside = 1e-13L * (hi - lo);  // of a jump: what the error changes by there does not show
    const auto beside = [aside](const singular_point& at, int side) {
      return part_end{nullptr, at.zero_of, 1, at.x + aside * static_cast<long double>(side), at.value, side, at.x};
    };
    for (const singular_point& at : singular_points_of(p, lo, hi)) {
      // Of an end only the side inside counts, whether another interval begins there or none.
      const bool is_jump = at.of_divisor && (at.x == lo || at.x == hi) && jumps(p, at.x, hi - lo);
      if (at.x == lo && is_jump) rest.from = beside(at, 1);
      if (at.x == hi && is_jump) rest.to = beside(at, -1);
      for (part_end* end : {&rest.from, &rest.to})
        if (end->exact && end->in_long_double() == at.x) end->zero_of = at.zero_of, end->value = at.value;
      // Nearer to an end than that nothing is left to be looked at.
      if (!(at.x > rest.from.in_long_double() + 2 * aside) || !(at.x < hi - 2 * aside)) continue;
      if (at.of_divisor && jumps(p, at.x, hi - lo)) {
        found.list.push_back({rest.from, beside(at, -1)});
        rest.from = beside(at, 1);
      } else {
        const part_end cut{nullptr, at.zero_of, 1, at.x, at.value};
        found.list.push_back({rest.from, cut});
        rest.from = cut;
      }
    }
    found.list.push_back(rest);
  }
  return found;
}

}  // namespace vieta::approximation
