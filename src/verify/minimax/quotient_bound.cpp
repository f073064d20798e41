#include "verify/minimax/quotient_bound.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "verify/minimax/ball_matrix.hpp"
#include "verify/minimax/best_bound.hpp"

namespace vieta::checking {
namespace {

using approximation::make;
using approximation::operation;
using approximation::problem;
using approximation::tree;
using exact::real_ball;

/// What an error is made of at a point: target - factor * p(u)/q(u).
struct place {
  real_ball u, factor, target;
  std::ptrdiff_t interval = 0;  ///< q may have another sign on another one
};

using balls = std::vector<real_ball>;

class levelled_quotient {
 public:
  levelled_quotient(const known_quotient& start, slong precision) : precision_(precision) {
    p_.resize(start.p.size()), q_.resize(start.q.size());
    for (std::size_t k = 0; k < p_.size(); ++k) arb_set_d(p_[k].x, start.p[k]);
    for (std::size_t k = 0; k < q_.size(); ++k) arb_set_d(q_[k].x, start.q[k]);
    arb_set_d(level_.x, start.level);
    while (fixed_ + 1 < start.q.size() && start.q[fixed_] == 0) ++fixed_;  // a pole may be at 0 itself
  }

  /// Coefficients for a q that the factors do not have yet.
  [[nodiscard]] const balls& q() const { return q_; }
  void value(real_ball& out, const balls& c, const real_ball& u) const {
    arb_zero(out.x);
    for (std::size_t k = c.size(); k-- > 0;) {
      arb_mul(out.x, out.x, u.x, precision_);
      arb_add(out.x, out.x, c[k].x, precision_);
    }
  }

  /// Newton's method for target q - factor p = sign level q at all places; false where it does not end.
  bool level(const std::vector<place>& places, const std::vector<int>& signs) {
    constexpr int most_rounds = 40;
    real_ball before;
    for (int round = 0; round < most_rounds; ++round) {
      arb_set(before.x, level_.x);
      if (!step(places, signs)) return false;
      arb_sub(before.x, before.x, level_.x, precision_);
      arb_mul_2exp_si(before.x, before.x, 80);
      arb_abs(before.x, before.x);
      real_ball size;
      arb_abs(size.x, level_.x);
      if (!arb_is_finite(size.x)) return false;
      if (arb_lt(before.x, size.x) != 0) return true;
    }
    return false;
  }

  /// The smallest error, where errors times the sign of the factor alternate and q has one sign; else nothing.
  [[nodiscard]] std::optional<double> least_error(const std::vector<place>& places) const {
    real_ball below, error, of_q, least;
    int last = 0, of_last_q = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const place& at = places[i];
      value(of_q, q_, at.u);
      value(error, p_, at.u);
      arb_mul(error.x, error.x, at.factor.x, precision_);
      arb_div(error.x, error.x, of_q.x, precision_);
      arb_sub(error.x, at.target.x, error.x, precision_);
      if (arb_is_finite(error.x) == 0 || arb_contains_zero(error.x) != 0 || arb_contains_zero(at.factor.x) != 0)
        return std::nullopt;
      const int sign = sign_of(error) * sign_of(at.factor), now = sign_of(of_q);
      if (i > 0 && (sign == last || (now != of_last_q && at.interval == places[i - 1].interval))) return std::nullopt;
      last = sign, of_last_q = now;
      arb_abs(error.x, error.x);
      if (i == 0)
        least = error;
      else
        arb_min(least.x, least.x, error.x, precision_);
    }
    exact::big_float bound;
    arb_get_abs_lbound_arf(bound.x, least.x, 53);
    return arf_get_d(bound.x, ARF_RND_DOWN);
  }

  static int sign_of(const real_ball& b) { return arb_is_positive(b.x) != 0 ? 1 : -1; }

 private:
  bool step(const std::vector<place>& places, const std::vector<int>& signs) {
    const std::size_t m = p_.size(), n = q_.size() - 1, all = m + n + 1;
    ball_matrix rows(static_cast<slong>(all), static_cast<slong>(all)), right(static_cast<slong>(all), 1),
        change(static_cast<slong>(all), 1);
    real_ball power, size, of_p, of_q;
    for (std::size_t i = 0; i < all; ++i) {
      const place& at = places[i];
      arb_mul_si(size.x, level_.x, -signs[i], precision_);
      arb_add(size.x, size.x, at.target.x, precision_);  // target - sign level
      value(of_p, p_, at.u), value(of_q, q_, at.u);
      arb_one(power.x);
      for (std::size_t k = 0; k < std::max(m, n + 1); ++k) {
        if (k < m) {
          arb_mul(rows.at(i, k), power.x, at.factor.x, precision_);
          arb_neg(rows.at(i, k), rows.at(i, k));
        }
        if (k != fixed_ && k <= n) arb_mul(rows.at(i, m + k - (k > fixed_ ? 1 : 0)), power.x, size.x, precision_);
        arb_mul(power.x, power.x, at.u.x, precision_);
      }
      arb_mul_si(rows.at(i, all - 1), of_q.x, -signs[i], precision_);
      arb_mul(right.at(i, 0), at.factor.x, of_p.x, precision_);
      arb_submul(right.at(i, 0), size.x, of_q.x, precision_);
    }
    if (arb_mat_approx_solve(change.a, rows.a, right.a, precision_) == 0) return false;
    const auto add = [&](real_ball& to, std::size_t k) {
      arb_add(to.x, to.x, change.at(k, 0), precision_);
      arb_get_mid_arb(to.x, to.x);
    };
    for (std::size_t k = 0; k < m; ++k) add(p_[k], k);
    for (std::size_t k = 0; k <= n; ++k)
      if (k != fixed_) add(q_[k], m + k - (k > fixed_ ? 1 : 0));
    add(level_, all - 1);
    return true;
  }

  slong precision_;
  std::size_t fixed_ = 0;  ///< of q's coefficients the one that stays
  balls p_, q_;
  real_ball level_;
};

/// In the order of u, each u once; false where a value is not known.
bool places_at(std::vector<place>& out, const problem& all, const levelled_quotient& q,
               const std::vector<double>& points, slong precision) {
  for (const double x : points) {
    problem own;
    const problem& p = at_sample(all, x, own);
    const tree unit = p.factor ? p.factor : approximation::constant("1");
    const tree rest = p.without_p ? make(operation::subtract, p.f, p.without_p) : p.f;
    place at;
    real_ball of_q;
    if (!value_at(at.u.x, p.argument, x, precision) || !value_at(at.factor.x, weighted_error(p, unit), x, precision) ||
        !value_at(at.target.x, p, weighted_error(p, rest), x, precision))
      return false;
    at.interval = std::count_if(p.intervals.begin(), p.intervals.end(),
                                [&](const auto& i) { return approximation::evaluate(i.second, 0) < x; });
    q.value(of_q, q.q(), at.u);  // the factor has 1/q
    arb_mul(at.factor.x, at.factor.x, of_q.x, precision);
    out.push_back(at);
  }
  std::sort(out.begin(), out.end(),
            [](const place& a, const place& b) { return arf_cmp(arb_midref(a.u.x), arb_midref(b.u.x)) < 0; });
  for (std::size_t i = 1; i < out.size(); ++i)
    if (arb_overlaps(out[i - 1].u.x, out[i].u.x) != 0) return false;
  return true;
}

}  // namespace

std::optional<double> quotient_bound_below(const problem& p, const known_quotient& start,
                                           const std::vector<double>& points) {
  constexpr std::size_t most = 120;
  const std::size_t needed = start.p.size() + start.q.size();
  if (start.p.empty() || start.q.size() < 2 || points.size() != needed || needed > most || !p.constraints.empty())
    return std::nullopt;
  for (std::size_t k = 0; k < p.exponents.size(); ++k)
    if (p.exponents[k] != static_cast<int>(k)) return std::nullopt;
  for (slong precision = 256 + 16 * static_cast<slong>(needed); precision <= 16384; precision *= 4) {
    levelled_quotient found(start, precision);
    std::vector<place> places;
    if (!places_at(places, p, found, points, precision)) return std::nullopt;
    for (const int first : {1, -1}) {
      std::vector<int> signs;
      for (std::size_t i = 0; i < places.size(); ++i)
        signs.push_back((i % 2 == 0 ? first : -first) * levelled_quotient::sign_of(places[i].factor));
      levelled_quotient one(start, precision);
      if (!one.level(places, signs)) continue;
      if (const std::optional<double> least = one.least_error(places)) return least;
    }
  }
  return std::nullopt;
}

}  // namespace vieta::checking

#endif
