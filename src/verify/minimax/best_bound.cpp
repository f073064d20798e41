#include "verify/minimax/best_bound.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>

#include "minimax/proof/enclosure.hpp"
#include "minimax/proof/taylor.hpp"
#include "verify/minimax/ball_matrix.hpp"
#include "verify/minimax/error_bound.hpp"
#include "verify/minimax/error_places.hpp"
#include "verify/minimax/error_series.hpp"

namespace vieta::checking {
namespace {

using approximation::constraint;
using approximation::make;
using approximation::operation;
using approximation::problem;
using approximation::tree;

bool constant_value(arb_t out, const tree& t, slong precision) {
  std::vector<exact::real_ball> terms;
  exact::real_ball zero;
  if (!series_at(terms, t, zero.x, 1, precision)) return false;
  arb_set(out, terms[0].x);
  return arb_is_finite(out) != 0;
}

// Column of the unknowns' equations: what the basis function of each power adds to the error at x, and its other part.
bool set_point(arb_mat_t rows, arb_mat_t target, slong column, const problem& all, double x, slong precision) {
  problem own;
  const problem& p = at_sample(all, x, own);
  for (std::size_t j = 0; j < p.exponents.size(); ++j) {
    tree power = approximation::constant("1");
    if (p.exponents[j] > 0)
      power = make(operation::power, p.argument, approximation::constant(std::to_string(p.exponents[j])));
    const tree term = p.factor ? make(operation::multiply, p.factor, power) : power;
    if (!value_at(arb_mat_entry(rows, static_cast<slong>(j), column), p, weighted_error(p, term), x, precision))
      return false;
  }
  const tree rest = p.without_p ? make(operation::subtract, p.f, p.without_p) : p.f;
  return value_at(arb_mat_entry(target, column, 0), p, weighted_error(p, rest), x, precision);
}

bool set_constraint(arb_mat_t rows, arb_mat_t target, slong column, const problem& p, const constraint& c,
                    slong precision) {
  exact::real_ball at;
  if (c.coefficient < 0 && !constant_value(at.x, c.at, precision)) return false;
  for (std::size_t j = 0; j < p.exponents.size(); ++j) {
    const int e = p.exponents[j];
    arb_ptr entry = arb_mat_entry(rows, static_cast<slong>(j), column);
    arb_zero(entry);
    if (c.coefficient >= 0) {
      if (c.coefficient == e) arb_one(entry);
    } else if (e >= c.derivative) {
      arb_pow_ui(entry, at.x, static_cast<ulong>(e - c.derivative), precision);
      for (int d = 0; d < c.derivative; ++d) arb_mul_si(entry, entry, e - d, precision);
    }
  }
  return constant_value(arb_mat_entry(target, column, 0), c.value, precision);
}

// What the other columns are multiplied by, where this one is taken once and all of them add up to 0.
bool solve_without(arb_mat_t found, const arb_mat_t rows, slong unit, slong precision) {
  const slong n = arb_mat_nrows(rows);
  if (n == 0) return true;
  ball_matrix square(n, n), right(n, 1);
  for (slong i = 0; i < n; ++i) {
    arb_neg(arb_mat_entry(right.a, i, 0), arb_mat_entry(rows, i, unit));
    for (slong j = 0; j < n; ++j) arb_set(arb_mat_entry(square.a, i, j), arb_mat_entry(rows, i, j < unit ? j : j + 1));
  }
  return arb_mat_solve(found, square.a, right.a, precision) != 0;
}

bool is_inside(const problem& p, const tree& at, slong precision) {
  exact::real_ball x, from, to;
  if (!constant_value(x.x, at, precision)) return false;
  for (const auto& [a, b] : p.intervals) {
    if (!constant_value(from.x, a, precision) || !constant_value(to.x, b, precision)) continue;
    const bool is_end = to_text(at) == to_text(a) || to_text(at) == to_text(b);
    if (is_end || (arb_ge(x.x, from.x) != 0 && arb_le(x.x, to.x) != 0)) return true;
  }
  return false;
}

}  // namespace

bool is_sample(const problem& p, double x) {
  const auto at = std::lower_bound(p.samples.begin(), p.samples.end(), x,
                                   [](const auto& sample, double wanted) { return sample.first < wanted; });
  return at != p.samples.end() && at->first == x;
}

const problem& at_sample(const problem& p, double x, problem& own) {
  if (p.samples.empty()) return p;
  own.f = number_tree(static_cast<double>(p.callable(x)));
  own.weight = p.relative ? make(operation::divide, approximation::constant("1"), own.f) : p.weight;
  own.without_p = p.without_p, own.factor = p.factor, own.argument = p.argument, own.form = p.form;
  own.intervals = p.intervals, own.exponents = p.exponents, own.denominator = p.denominator;
  own.denominator_degree = p.denominator_degree, own.constraints = p.constraints, own.relative = p.relative;
  return own;
}

std::optional<double> fixed_error(const problem& all, const constraint& c) {
  constexpr slong bits = 256;
  problem own;
  exact::real_ball place;
  if (!all.samples.empty() && c.at) {  // which need not be one of them
    const bool is_known = constant_value(place.x, c.at, bits) && arb_is_exact(place.x) != 0;
    const double x = is_known ? arf_get_d(arb_midref(place.x), ARF_RND_NEAR) : 0;
    if (!is_known || arf_cmp_d(arb_midref(place.x), x) != 0 || !is_sample(all, x)) return std::nullopt;
  }
  const problem& p = at_sample(all, arf_get_d(arb_midref(place.x), ARF_RND_NEAR), own);
  if (!c.at || c.derivative != 0 || p.argument->kind != operation::variable || !is_inside(p, c.at, bits))
    return std::nullopt;
  tree form = p.factor ? make(operation::multiply, p.factor, c.value) : c.value;
  if (p.without_p) form = make(operation::add, p.without_p, form);
  const tree error = weighted_error(p, make(operation::subtract, p.f, form));
  exact::real_ball value;
  if (!constant_value(value.x, substitute(error, c.at), bits)) return std::nullopt;
  exact::big_float bound;
  arb_get_abs_lbound_arf(bound.x, value.x, 53);
  return arf_get_d(bound.x, ARF_RND_DOWN);
}

namespace {

/// By the solver's models: x/sqrt(x) is 0 at 0.
bool limit_at(arb_t out, const problem& p, const tree& t, double x, slong bits) {
  exact::big_float at;
  arf_set_d(at.x, x);
  const double step = 1e-9 * std::max(std::fabs(x), 1e-3);
  for (const int side : {1, -1})
    if (is_in_intervals(p, x + side * step)) return approximation::limit_of_model(out, t, at.x, side, bits);
  return false;
}

}  // namespace

std::optional<double> unchangeable_error(const problem& all, double x) {
  constexpr slong bits = 256;
  problem own;
  const problem& p = at_sample(all, x, own);
  exact::real_ball value;
  if (!p.factor || !value_at(value.x, p.argument, x, bits)) return std::nullopt;  // p has no value, and no limit
  const tree factor = weighted_error(p, p.factor),
             rest = p.without_p ? make(operation::subtract, p.f, p.without_p) : p.f;
  if (!value_at(value.x, factor, x, bits) && !limit_at(value.x, p, factor, x, bits)) return std::nullopt;
  if (arb_is_zero(value.x) == 0) return std::nullopt;
  if (!value_at(value.x, p, weighted_error(p, rest), x, bits) &&
      !limit_at(value.x, p, weighted_error(p, rest), x, bits))
    return std::nullopt;
  exact::big_float bound;
  arb_get_abs_lbound_arf(bound.x, value.x, 53);
  return arf_get_d(bound.x, ARF_RND_DOWN);
}

std::optional<double> unchangeable_in_pair(const problem& p, double x) {
  constexpr slong bits = 512, least_bits = 300;
  const auto n = static_cast<slong>(p.exponents.size());
  ball_matrix rows(n, 2), target(2, 1);
  if (!(x > 0) || !is_in_intervals(p, x) || !is_in_intervals(p, -x)) return std::nullopt;
  if (!p.samples.empty() && (!is_sample(p, x) || !is_sample(p, -x))) return std::nullopt;
  if (!set_point(rows.a, target.a, 0, p, x, bits) || !set_point(rows.a, target.a, 1, p, -x, bits)) return std::nullopt;
  for (const int sign : {1, -1}) {
    bool is_same = true;
    for (slong j = 0; j < n && is_same; ++j) {
      arb_ptr here = arb_mat_entry(rows.a, j, 0), there = arb_mat_entry(rows.a, j, 1);
      if (sign < 0) arb_neg(there, there);
      is_same = arb_overlaps(here, there) != 0 && arb_rel_accuracy_bits(here) > least_bits &&
                arb_rel_accuracy_bits(there) > least_bits;
      if (sign < 0) arb_neg(there, there);
    }
    if (!is_same) continue;
    exact::real_ball half;
    arb_mul_si(half.x, arb_mat_entry(target.a, 1, 0), -sign, bits);
    arb_add(half.x, half.x, arb_mat_entry(target.a, 0, 0), bits);
    arb_mul_2exp_si(half.x, half.x, -1);
    exact::big_float bound;
    arb_get_abs_lbound_arf(bound.x, half.x, 53);
    return arf_get_d(bound.x, ARF_RND_DOWN);
  }
  return std::nullopt;
}

bool misses_constraint(const problem& p, const constraint& c, const rounded_quotient& r) {
  constexpr slong bits = 256;
  const auto powers = static_cast<slong>(p.exponents.size());
  ball_matrix rows(powers, 1), target(1, 1);
  if (!set_constraint(rows.a, target.a, 0, p, c, bits)) return false;
  exact::real_ball sum, allowed, term, size;
  const auto add = [&](arb_srcptr factor, double coefficient, double step) {
    arb_set_d(term.x, coefficient);
    arb_addmul(sum.x, factor, term.x, bits);
    arb_abs(size.x, factor);
    arb_set_d(term.x, step + std::fabs(coefficient) * 0x1p-48);
    arb_addmul(allowed.x, size.x, term.x, bits);
  };
  for (slong k = 0; k < powers; ++k)
    add(arb_mat_entry(rows.a, k, 0), r.p[static_cast<std::size_t>(k)], r.p_steps[static_cast<std::size_t>(k)]);
  if (r.q.empty() || c.coefficient >= 0) {
    arb_sub(sum.x, sum.x, arb_mat_entry(target.a, 0, 0), bits);
  } else {  // p(A) = B is p(A) = B q(A) where p stands over q
    exact::real_ball at, factor;
    if (!constant_value(at.x, c.at, bits)) return false;
    for (std::size_t k = 0; k < r.q.size(); ++k) {
      arb_pow_ui(factor.x, at.x, k, bits);
      arb_mul(factor.x, factor.x, arb_mat_entry(target.a, 0, 0), bits);
      arb_neg(factor.x, factor.x);
      add(factor.x, r.q[k], r.q_steps[k]);
    }
  }
  arb_abs(sum.x, sum.x);
  return arb_gt(sum.x, allowed.x) != 0;
}

// By f itself where the error is relative: that may be 0/0, which has a limit.
tree weighted_error(const problem& p, const tree& t) {
  if (p.relative) return make(operation::divide, t, p.f);
  return weighted(p, t);
}

bool value_at(arb_t out, const problem& p, const tree& t, double x, slong precision) {
  constexpr int least_bits = 40, most_times = 16;
  // At 1e-43 (x-sin(x))/x^3 loses 290 bits.
  for (int times = 1; times <= most_times; times *= 2)
    if (value_at(out, t, x, times * precision) && arb_rel_accuracy_bits(out) >= least_bits) return true;
  // atan(1/x) has no value at 0, but a limit on the side that is asked for.
  exact::real_ball found;
  exact::big_float at;
  arf_set_d(at.x, x);
  const double step = 1e-9 * std::max(std::fabs(x), 1e-3);
  for (const int side : {1, -1})
    if (is_in_intervals(p, x + side * step) && approximation::limit_beside(found.x, t, at.x, side, precision / 2)) {
      arb_set(out, found.x);
      return true;
    }
  return value_at(out, t, x, precision);
}

bool value_at(arb_t out, const tree& t, double x, slong precision) {
  constexpr slong terms_for_limits = 6;
  std::vector<exact::real_ball> terms;
  exact::real_ball at;
  arb_set_d(at.x, x);
  if (!series_at(terms, t, at.x, 1, precision) || !arb_is_finite(terms[0].x)) {
    if (!series_at(terms, t, at.x, terms_for_limits, precision) || !arb_is_finite(terms[0].x)) {
      approximation::enclose(out, t, at.x, precision);  // x*log(x) tends to 0 at 0
      return arb_is_finite(out) != 0;
    }
  }
  arb_set(out, terms[0].x);
  return arb_is_finite(out) != 0;
}

std::optional<double> bound_below(const problem& p, const std::vector<double>& points) {
  constexpr std::size_t most = 120;
  const auto n = static_cast<slong>(p.exponents.size());
  const auto m = static_cast<slong>(points.size()), q = static_cast<slong>(p.constraints.size());
  if (m + q != n + 1 || m < 1 || p.exponents.size() > most) return std::nullopt;
  for (slong precision = 256 + 16 * n; precision <= 4 * (256 + 16 * n); precision *= 2) {
    ball_matrix rows(n, n + 1), target(n + 1, 1);
    bool is_set = true;
    for (slong i = 0; i < m && is_set; ++i)
      is_set = set_point(rows.a, target.a, i, p, points[static_cast<std::size_t>(i)], precision);
    for (slong k = 0; k < q && is_set; ++k)
      is_set = set_constraint(rows.a, target.a, m + k, p, p.constraints[static_cast<std::size_t>(k)], precision);
    if (!is_set) return std::nullopt;
    // One number is 1, and the others follow; not one that is 0, as beside x and -x where all functions are odd.
    ball_matrix found(n, 1);
    slong unit = 0;
    while (unit < m && !solve_without(found.a, rows.a, unit, precision)) ++unit;
    if (unit == m) continue;
    exact::real_ball sum, size, one;
    arb_set(sum.x, arb_mat_entry(target.a, unit, 0));
    arb_one(size.x);
    for (slong i = 0; i <= n; ++i) {
      if (i == unit) continue;
      arb_ptr number = arb_mat_entry(found.a, i < unit ? i : i - 1, 0);
      arb_addmul(sum.x, number, arb_mat_entry(target.a, i, 0), precision);
      if (i >= m) continue;  // a constraint has no error
      arb_abs(one.x, number);
      arb_add(size.x, size.x, one.x, precision);
    }
    arb_div(sum.x, sum.x, size.x, precision);
    if (!arb_is_finite(sum.x) || arb_rel_accuracy_bits(sum.x) < 60) continue;
    exact::big_float bound;
    arb_get_abs_lbound_arf(bound.x, sum.x, 53);
    return arf_get_d(bound.x, ARF_RND_DOWN);
  }
  return std::nullopt;
}

}  // namespace vieta::checking

#endif
