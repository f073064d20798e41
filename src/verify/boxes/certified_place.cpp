#include "verify/boxes/certified_place.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb_mat.h>)
#include <flint/arb_mat.h>
#else
#include <arb_mat.h>
#endif

#include <algorithm>
#include <cmath>
#include <utility>

namespace vieta::checking {
namespace {

using exact::real_ball;

constexpr slong place_precision = 256;

// The sum of |a_k| half^k over the terms other than the constant one.
double spread(const expansion& p, const small_vector& half) {
  double sum = 0;
  for (std::size_t k = 1; k < p.size(); ++k) {
    double term = above(p.term(k));
    if (term == 0) continue;
    const std::vector<int>& powers = p.powers(k);
    for (std::size_t v = 0; v < powers.size(); ++v)
      for (int j = 0; j < powers[v]; ++j) term *= half[v];
    sum += std::max(term, 1e-290);
  }
  return sum * up;
}

// The sum of |a_k| k_v half^(k - e_v) over all terms but that of x_v alone. `sizes`: the |a_k|.
double slope_spread(const expansion& p, const std::vector<double>& sizes, const small_vector& half, std::size_t v) {
  const std::size_t alone = p.linear(v);
  double sum = 0;
  for (std::size_t k = 1; k < p.size(); ++k) {
    const std::vector<int>& powers = p.powers(k);
    if (powers[v] == 0 || k == alone || sizes[k] == 0) continue;
    double term = sizes[k] * powers[v];
    for (std::size_t w = 0; w < powers.size(); ++w)
      for (int j = w == v ? 1 : 0; j < powers[w]; ++j) term *= half[w];
    sum += std::max(term, 1e-290);
  }
  return sum * up;
}

std::vector<int> common_degrees(const std::vector<bernstein_polynomial>& all) {
  std::vector<int> out;
  for (const bernstein_polynomial& p : all) {
    out.resize(p.degrees.size());
    for (std::size_t v = 0; v < out.size(); ++v) out[v] = std::max(out[v], p.degrees[v]);
  }
  return out;
}

/// Of two centres in one coordinate: how far they are apart, by doubles, and by how much that may be off.
struct rough_distance {
  double value, error;
};

rough_distance roughly(const real_ball& a, const real_ball& b) {
  const double x = middle(a), y = middle(b);
  return {std::abs(x - y), 1e-15 * (std::abs(x) + std::abs(y)) + 1e-300};
}

// |a - b| + plus compared with limit, exactly: below 0 where it is smaller.
int compare_exactly(const real_ball& a, const real_ball& b, double plus, double limit) {
  real_ball distance, more;
  arb_sub(distance.x, a.x, b.x, ARF_PREC_EXACT);
  arb_abs(distance.x, distance.x);
  arb_set_d(more.x, plus);
  arb_add(distance.x, distance.x, more.x, ARF_PREC_EXACT);
  return arf_cmp_d(arb_midref(distance.x), limit);
}

}  // namespace

// Doubles tell of most boxes; the rest is compared exactly.
bool is_inside(const exact_box& a, const exact_box& b) {
  const std::size_t n = a.variables;
  bool is_clear = true;
  for (std::size_t v = 0; v < n; ++v) {
    const rough_distance d = roughly(a.centre[v], b.centre[v]);
    const double reach = a.half[v] + d.value, error = d.error + 1e-15 * reach;
    if (reach - error > b.half[v]) return false;
    is_clear = is_clear && reach + error <= b.half[v] && std::isfinite(error);
  }
  for (std::size_t v = 0; v < n && !is_clear; ++v)
    if (compare_exactly(a.centre[v], b.centre[v], a.half[v], b.half[v]) > 0) return false;
  return true;
}

bool are_apart(const exact_box& a, const exact_box& b) {
  const std::size_t n = a.variables;
  bool is_clear = true;
  for (std::size_t v = 0; v < n; ++v) {
    const rough_distance d = roughly(a.centre[v], b.centre[v]);
    const double reach = a.half[v] + b.half[v], error = d.error + 1e-15 * (d.value + reach);
    if (d.value - error > reach) return true;
    is_clear = is_clear && d.value + error <= reach && std::isfinite(error);
  }
  for (std::size_t v = 0; v < n && !is_clear; ++v)
    if (compare_exactly(a.centre[v], b.centre[v], -a.half[v], b.half[v]) > 0) return true;
  return false;
}

exact_box box_about(const std::vector<double>& centre, double half) {
  exact_box out;
  out.variables = centre.size();
  for (std::size_t v = 0; v < centre.size(); ++v) arb_set_d(out.centre[v].x, centre[v]), out.half[v] = half;
  return out;
}

exact_box box_between(const std::vector<double>& lower, const std::vector<double>& upper) {
  exact_box out;
  out.variables = lower.size();
  for (std::size_t v = 0; v < lower.size(); ++v) {
    real_ball other;
    arb_set_d(out.centre[v].x, lower[v]);
    arb_set_d(other.x, upper[v]);
    arb_sub(other.x, other.x, out.centre[v].x, ARF_PREC_EXACT);
    arb_mul_2exp_si(other.x, other.x, -1);
    arb_add(out.centre[v].x, out.centre[v].x, other.x, ARF_PREC_EXACT);
    out.half[v] = arf_get_d(arb_midref(other.x), ARF_RND_UP);
  }
  return out;
}

ball_system::ball_system(const box_system& system) {
  const std::size_t n = system.equations.size();
  for (std::size_t v = 0; v < n; ++v) {
    from_.push_back(system.box.empty() ? 0 : system.box[v][0]);
    to_.push_back(system.box.empty() ? 1 : system.box[v][1]);
  }
  const std::vector<int> degrees = common_degrees(system.equations);
  for (const bernstein_polynomial& p : system.equations) {
    equations_.push_back(expansion(p, system.box).padded(degrees));
    errors_.push_back(p.error);
  }
  std::vector<double> edges;
  for (std::size_t v = 0; v < n; ++v) edges.push_back(to_[v] - from_[v]);
  quick_ = quick_exclusion(equations_, errors_, std::move(edges));
  for (const bernstein_polynomial& p : system.positive) {
    conditions_.emplace_back(p, system.box);
    condition_errors_.push_back(p.error);
  }
}

std::vector<real_ball> ball_system::from_corner(const exact_box& box) const {
  std::vector<real_ball> distance(variables());
  for (std::size_t v = 0; v < variables(); ++v) {
    arb_set_d(distance[v].x, from_[v]);
    arb_sub(distance[v].x, box.centre[v].x, distance[v].x, 2 * place_precision);
  }
  return distance;
}

std::vector<expansion> ball_system::about(const std::vector<expansion>& all, const exact_box& box) const {
  const std::vector<real_ball> distance = from_corner(box);
  std::vector<expansion> out;
  out.reserve(all.size());
  for (const expansion& p : all) out.push_back(p.about(distance));
  return out;
}

// The Bernstein polynomials of degree d add up to at most (|1 - t| + |t|)^d in modulus, which is 1 in the domain.
double ball_system::growth(const exact_box& box) const {
  double factor = 1;
  for (std::size_t v = 0; v < variables(); ++v) {
    const double centre = middle(box.centre[v]), size = std::abs(centre) + std::abs(from_[v]) + std::abs(to_[v]);
    const double beyond = std::max(from_[v] - (centre - box.half[v]), centre + box.half[v] - to_[v]) + 1e-15 * size;
    if (!(beyond > 0)) continue;
    int degree = 0;
    for (const auto* all : {&equations_, &conditions_})
      for (const expansion& p : *all) degree = std::max(degree, p.degrees()[v]);
    factor *= std::pow(1 + 2 * beyond / (to_[v] - from_[v]) * up, degree) * up;
  }
  return factor;
}

double ball_system::value_error(const small_matrix& inverse, std::size_t i) const {
  double sum = 0;
  for (std::size_t q = 0; q < variables(); ++q) sum += std::abs(inverse[i][q]) * errors_[q];
  return sum * up;
}

// A derivative has the coefficients degree (b_{k+1} - b_k) / edge.
double ball_system::slope_error(const small_matrix& inverse, std::size_t i, std::size_t v) const {
  return value_error(inverse, i) * 2 * equations_[0].degrees()[v] / (to_[v] - from_[v]) * up;
}

bool ball_system::combine(local& at) const {
  const std::size_t n = variables();
  small_matrix jacobian{};
  for (std::size_t q = 0; q < n; ++q)
    for (std::size_t v = 0; v < n; ++v) {
      const std::size_t k = at.of[q].linear(v);
      jacobian[q][v] = k == at.of[q].size() ? 0 : middle(at.of[q].term(k));
    }
  if (!invert(jacobian, at.inverse, n)) return false;
  for (std::size_t i = 0; i < n; ++i) {
    at.combined.push_back(at.of[0].zero());
    for (std::size_t q = 0; q < n; ++q) at.combined[i].add_multiple_of(at.of[q], at.inverse[i][q]);
  }
  return true;
}

ball_system::contents ball_system::look(const exact_box& box, bool may_be_one) const {
  const double more = growth(box);
  small_vector distance{};
  for (std::size_t v = 0; v < variables(); ++v) {
    const real_ball& x = box.centre[v];
    if (arf_bits(arb_midref(x.x)) <= 53) {  // most cells' centres are doubles
      distance[v] = middle(x) - from_[v];
      continue;
    }
    real_ball from;
    arb_set_d(from.x, from_[v]);
    arb_sub(from.x, x.x, from.x, 2 * place_precision);
    distance[v] = middle(from);
  }
  const quick_exclusion::finding quick = quick_.look(distance, box.half, more, may_be_one);
  contents out{quick.of == quick_exclusion::verdict::excluded, quick.at_most_one, quick.is_narrowed,
               quick.solutions_in};
  if (out.none || out.at_most_one || (quick.of == quick_exclusion::verdict::not_excluded && conditions_.empty()))
    return out;
  out.none = is_excluded_by_balls(box, more);
  return out;
}

bool ball_system::is_excluded_by_balls(const exact_box& box, double more) const {
  local at;
  at.of = about(equations_, box);
  for (std::size_t q = 0; q < variables(); ++q)
    if (below(at.of[q].term(0)) > (spread(at.of[q], box.half) + errors_[q] * more) * up) return true;
  if (!conditions_.empty()) {
    const std::vector<expansion> conditions = about(conditions_, box);
    for (std::size_t q = 0; q < conditions.size(); ++q)
      if (arb_is_negative(conditions[q].term(0).x) != 0 &&
          below(conditions[q].term(0)) > (spread(conditions[q], box.half) + condition_errors_[q] * more) * up)
        return true;
  }
  if (variables() == 1 || !combine(at)) return false;
  for (std::size_t i = 0; i < variables(); ++i)
    if (below(at.combined[i].term(0)) > (spread(at.combined[i], box.half) + value_error(at.inverse, i) * more) * up)
      return true;
  return false;
}

bool ball_system::fulfils_conditions(const exact_box& box) const {
  const double more = growth(box);
  const std::vector<expansion> conditions = about(conditions_, box);
  for (std::size_t q = 0; q < conditions.size(); ++q)
    if (!(arb_is_positive(conditions[q].term(0).x) != 0 &&
          below(conditions[q].term(0)) > (spread(conditions[q], box.half) + condition_errors_[q] * more) * up))
      return false;
  return true;
}

// x - R F(x) takes the box into itself and contracts it: by its value at the centre, and the largest |1 - R F'| within.
bool ball_system::is_contracted(const local& at, const exact_box& box) const {
  const double more = growth(box);
  for (std::size_t i = 0; i < variables(); ++i) {
    double reach = (at.sizes[i][0] + value_error(at.inverse, i) * more) * up;
    for (std::size_t v = 0; v < variables(); ++v) {
      const double factor = at.off_identity[i][v] + slope_spread(at.combined[i], at.sizes[i], box.half, v) +
                            slope_error(at.inverse, i, v) * more;
      reach += factor * box.half[v] * up;
    }
    if (!(reach * up < box.half[i])) return false;
  }
  return true;
}

double ball_system::least_step(const small_matrix& inverse, std::size_t v, double radius) const {
  // Nothing is gained far below the radius, or what the errors of the coefficients move a solution by.
  return std::max({1e-40 * (to_[v] - from_[v]), 1e-9 * radius, 1e-5 * value_error(inverse, v)});
}

bool ball_system::move(exact_box& here, std::size_t v, const real_ball& step) const {
  real_ball& x = here.centre[v];
  arb_sub(x.x, x.x, step.x, place_precision);
  mag_zero(arb_radref(x.x));
  if (!arb_is_finite(x.x)) return false;
  const double edge = to_[v] - from_[v], y = middle(x);
  return y > from_[v] - edge && y < to_[v] + edge;
}

bool ball_system::approach_quickly(exact_box& here, double radius) const {
  const std::size_t n = variables();
  small_vector distance{};
  for (std::size_t v = 0; v < n; ++v) distance[v] = middle(here.centre[v]) - from_[v];
  const std::optional<small_matrix> inverse = quick_.inverse_at(distance);
  if (!inverse) return false;
  exact_box at = here;
  constexpr int most_steps = 4;
  for (int step = 0; step < most_steps; ++step) {
    const std::vector<real_ball> from = from_corner(at);
    std::vector<real_ball> moves(n);
    for (std::size_t q = 0; q < n; ++q) {
      const real_ball value = equations_[q].value_at(from);
      for (std::size_t v = 0; v < n; ++v) {
        real_ball by;
        arb_set_d(by.x, (*inverse)[v][q]);
        arb_addmul(moves[v].x, value.x, by.x, place_precision);
      }
    }
    // After a step as small as the second kind the next one most likely is nothing.
    bool rests = true, is_last = true;
    for (std::size_t v = 0; v < n; ++v) {
      const double size = above(moves[v]);
      rests = rests && size <= least_step(*inverse, v, radius);
      is_last = is_last && size <= 1e-13 * (to_[v] - from_[v]);
    }
    for (std::size_t v = 0; v < n && !rests; ++v)
      if (!move(at, v, moves[v])) return false;
    if (rests || is_last) {
      here = std::move(at);
      return true;
    }
  }
  return false;
}

bool ball_system::rests(const local& at, double radius) const {
  for (std::size_t v = 0; v < variables(); ++v)
    if (!(above(at.combined[v].term(0)) <= least_step(at.inverse, v, radius))) return false;
  return true;
}

bool ball_system::approach(exact_box& here, double radius) const {
  const std::size_t n = variables();
  constexpr int most_steps = 8;
  for (int step = 0;; ++step) {
    local at;
    at.of = about(equations_, here);
    if (!combine(at)) return false;
    if (rests(at, radius) || step == most_steps) return true;
    for (std::size_t v = 0; v < n; ++v)
      if (!move(here, v, at.combined[v].term(0))) return false;
  }
}

std::optional<certified_place> ball_system::certify(const std::vector<double>& start, double radius) const {
  const std::size_t n = variables();
  exact_box here = box_about(start, 0);
  local at;
  const auto is_expanded = [&] {
    at = local();
    at.of = about(equations_, here);
    return combine(at);
  };
  const bool was_quick = approach_quickly(here, radius) && is_expanded() && rests(at, radius);
  if (!was_quick && !(approach(here, radius) && is_expanded())) return std::nullopt;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double>& sizes = at.sizes.emplace_back(at.combined[i].size());
    for (std::size_t k = 0; k < sizes.size(); ++k) sizes[k] = above(at.combined[i].term(k));
    for (std::size_t v = 0; v < n; ++v) {
      real_ball slope;
      if (const std::size_t k = at.combined[i].linear(v); k < sizes.size()) slope = at.combined[i].term(k);
      if (i == v) arb_sub_si(slope.x, slope.x, 1, place_precision);
      at.off_identity[i][v] = above(slope);
    }
  }
  certified_place out;
  out.narrow = out.whole = here;
  // Of the whole domain's shape, as large as it may be.
  bool is_certain = false;
  for (int halvings = 1; halvings <= 60 && !is_certain; ++halvings) {
    for (std::size_t v = 0; v < n; ++v) out.whole.half[v] = std::ldexp(to_[v] - from_[v], -halvings);
    is_certain = is_contracted(at, out.whole);
  }
  if (!is_certain) return std::nullopt;
  // As narrow as the errors of the coefficients let it be; a little more where the slopes ask for it.
  bool is_narrow = false;
  for (const double room : {1.0001, 1.01, 2.0, 1e3}) {
    for (std::size_t v = 0; v < n; ++v) {
      const double beyond = growth(out.narrow);
      out.narrow.half[v] = room * (at.sizes[v][0] + value_error(at.inverse, v) * beyond) + 1e-40 * (to_[v] - from_[v]);
    }
    // Where errors vanish in one coordinate, what rounding leaves of the slopes brings in those of others.
    double most = 0;
    for (std::size_t v = 0; v < n; ++v) most = std::max(most, out.narrow.half[v] / (to_[v] - from_[v]));
    for (std::size_t v = 0; v < n; ++v) out.narrow.half[v] += 1e-12 * most * (to_[v] - from_[v]);
    is_narrow = is_inside(out.narrow, out.whole) && is_contracted(at, out.narrow);
    if (is_narrow) break;
  }
  if (!is_narrow) out.narrow = out.whole;

  // 1 - R F' is smaller than 1, so that the determinants of R and of F' have the same sign.
  arb_mat_t inverse;
  arb_mat_init(inverse, static_cast<slong>(n), static_cast<slong>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      arb_set_d(arb_mat_entry(inverse, static_cast<slong>(i), static_cast<slong>(j)), at.inverse[i][j]);
  real_ball determinant;
  arb_mat_det(determinant.x, inverse, 8 * place_precision);
  arb_mat_clear(inverse);
  out.jacobian_sign = arb_is_positive(determinant.x) != 0 ? 1 : arb_is_negative(determinant.x) != 0 ? -1 : 0;
  return out;
}

std::optional<std::vector<double>> ball_system::likely_solution(const std::vector<double>& start) const {
  small_vector distance{}, reach{};
  for (std::size_t v = 0; v < variables(); ++v) distance[v] = start[v] - from_[v], reach[v] = to_[v] - from_[v];
  const std::optional<small_vector> there = quick_.walk(distance, reach);
  if (!there) return std::nullopt;
  std::vector<double> out;
  for (std::size_t v = 0; v < variables(); ++v) out.push_back((*there)[v] + from_[v]);
  return out;
}

ball_system::range ball_system::residual(const std::vector<double>& at) const {
  const exact_box here = box_about(at, 0);
  const double more = growth(here);
  range out;
  const std::vector<real_ball> distance = from_corner(here);
  for (std::size_t q = 0; q < equations_.size(); ++q) {
    const real_ball value = equations_[q].value_at(distance);
    out.most = std::max(out.most, (above(value) + errors_[q] * more) * up);
    out.least = std::max(out.least, below(value) * (2 - up) - errors_[q] * more * up);
  }
  return out;
}

}  // namespace vieta::checking

#endif
