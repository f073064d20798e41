#include "minimax/samples/level.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "minimax/fit/eliminate.hpp"
#include "minimax/proof/ball.hpp"
#include "minimax/proof/sample_with_bits.hpp"

#ifdef VIETA_HAVE_ARB
#include "minimax/samples/ball_matrix.hpp"
#endif

namespace vieta::approximation {

#ifndef VIETA_HAVE_ARB

double proven_level(const problem&, const std::vector<long double>&, double) { return 0; }
double proven_fixed_error(const problem&) { return 0; }
double proven_level_of_quotient(const problem&, const std::vector<std::string>&, const std::vector<std::string>&,
                                const std::vector<minimax_point>&) {
  return 0;
}

#else

namespace {

using exact::big_float;
using exact::real_ball;

bool sample_in_balls(const problem& p, double x, slong bits, ball_sample& out) {
  real_ball at, f;
  arb_set_d(at.x, x);
  arb_set_d(f.x, static_cast<double>(p.callable(x)));
  return sample_in_balls(p, at.x, f.x, bits, out);
}

/// Each that says something new.
std::vector<constraint> independent(const problem& p) {
  problem some = p;
  some.constraints.clear();
  std::size_t free = p.exponents.size();
  for (const constraint& c : p.constraints) {
    some.constraints.push_back(c);
    const std::size_t left = eliminate<long double>(
                                 some, [](const tree& t) { return evaluate(t, 0); }, 1e-16)
                                 .directions.size();
    if (left == free) some.constraints.pop_back();
    free = left;
  }
  return some.constraints;
}

/// The left side of a constraint over the coefficients: column `j` of the equations, times -1.
void put_constraint(const constraint& c, const std::vector<int>& exponents, slong bits, ball_matrix& m, std::size_t j) {
  real_ball at;
  if (c.at) evaluate(at.x, c.at, at.x, bits);
  for (std::size_t k = 0; k < exponents.size(); ++k) {
    const int e = exponents[k];
    arb_ptr const entry = m.at(k, j);
    if (c.coefficient >= 0) {
      arb_set_si(entry, e == c.coefficient ? -1 : 0);
      continue;
    }
    if (e < c.derivative) continue;
    arb_pow_ui(entry, at.x, static_cast<ulong>(e - c.derivative), bits);
    for (int d = 0; d < c.derivative; ++d) arb_mul_si(entry, entry, e - d, bits);
    arb_neg(entry, entry);
  }
}

/// The level with so many bits: a ball in which it lies.
bool level_of(const problem& p, const std::vector<constraint>& constraints, const std::vector<long double>& reference,
              slong bits, arb_t level) {
  const std::size_t powers = p.exponents.size(), points = reference.size(), n = points + constraints.size();
  ball_matrix m(n, n), right(n, 1), weights(n, 1);
  std::vector<real_ball> targets(n);
  for (std::size_t i = 0; i < points; ++i) {
    ball_sample s;
    if (!sample_in_balls(p, static_cast<double>(reference[i]), bits, s)) return false;
    targets[i] = s.target;
    for (std::size_t k = 0; k < powers; ++k) {
      arb_pow_ui(m.at(k, i), s.argument.x, static_cast<ulong>(p.exponents[k]), bits);
      arb_mul(m.at(k, i), m.at(k, i), s.factor.x, bits);
    }
  }
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    put_constraint(constraints[i], p.exponents, bits, m, points + i);
    real_ball value;
    evaluate(targets[points + i].x, constraints[i].value, value.x, bits);
    arb_neg(targets[points + i].x, targets[points + i].x);
  }
  // The last equation gives the weights a size: by numbers that no weights of interest are orthogonal to.
  constexpr std::size_t step = 37, many = 101;
  for (std::size_t i = 0; i < n; ++i) arb_set_ui(m.at(powers, i), many + i * i * step % many);
  arb_one(right.at(powers, 0));
  if (!arb_mat_solve(weights.a, m.a, right.a, bits)) return false;
  real_ball sum, size, term;
  for (std::size_t i = 0; i < n; ++i) {
    arb_addmul(sum.x, weights.at(i, 0), targets[i].x, bits);
    if (i >= points) continue;
    arb_abs(term.x, weights.at(i, 0));
    arb_add(size.x, size.x, term.x, bits);
  }
  arb_abs(sum.x, sum.x);
  arb_div(level, sum.x, size.x, bits);
  return arb_is_finite(level);
}

/// p(u), from its coefficients.
void value_of_polynomial(arb_t out, const std::vector<int>& exponents, const std::vector<std::string>& coefficients,
                         const arb_t u, slong bits) {
  real_ball c, term;
  arb_zero(out);
  for (std::size_t k = 0; k < exponents.size(); ++k) {
    set_decimal(c.x, coefficients[k], bits);
    arb_pow_ui(term.x, u, static_cast<ulong>(exponents[k]), bits);
    arb_addmul(out, c.x, term.x, bits);
  }
}

/// Where constraints p(A) = B of p/q stand, and what p misses there. Nothing where one is of another kind.
class fixed_values {
 public:
  fixed_values(const problem& p, const std::vector<std::string>& of_p, const std::vector<std::string>& of_q,
               const std::vector<int>& powers_of_q, slong bits)
      : bits_(bits) {
    for (const constraint& c : p.constraints) {
      const bool at_zero = c.coefficient == 0;  // q(0) is 1
      is_known_ = is_known_ && (at_zero || (c.at && c.derivative == 0));
      if (!is_known_) return;
      real_ball zero, value, q;
      at_.emplace_back();
      if (c.at) evaluate(at_.back().x, c.at, zero.x, bits);
      missed_.emplace_back();
      real_ball& missed = missed_.back();
      evaluate(missed.x, c.value, zero.x, bits);
      value_of_polynomial(q.x, powers_of_q, of_q, at_.back().x, bits);
      value_of_polynomial(value.x, p.exponents, of_p, at_.back().x, bits);
      arb_mul(missed.x, missed.x, q.x, bits);
      arb_sub(missed.x, missed.x, value.x, bits);
    }
    for (std::size_t i = 0; i < at_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) is_known_ = is_known_ && arb_overlaps(at_[i].x, at_[j].x) == 0;
  }

  [[nodiscard]] bool is_known() const { return is_known_; }
  [[nodiscard]] std::size_t count() const { return at_.size(); }

  /// What p needs besides at u to meet them all: Lagrange's polynomial through what it misses.
  void add_missed(arb_t p, const arb_t u) const {
    real_ball term, part;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      arb_set(term.x, missed_[i].x);
      for (std::size_t j = 0; j < at_.size(); ++j) {
        if (j == i) continue;
        arb_sub(part.x, u, at_[j].x, bits_);
        arb_mul(term.x, term.x, part.x, bits_);
        arb_sub(part.x, at_[i].x, at_[j].x, bits_);
        arb_div(term.x, term.x, part.x, bits_);
      }
      arb_add(p, p, term.x, bits_);
    }
  }

  /// The sign of the product of all u - A; 0 where that is not clear.
  [[nodiscard]] int sign_at(const arb_t u) const {
    int sign = 1;
    real_ball part;
    for (const real_ball& at : at_) {
      arb_sub(part.x, u, at.x, bits_);
      sign *= arb_is_positive(part.x) ? 1 : arb_is_negative(part.x) ? -1 : 0;
    }
    return sign;
  }

 private:
  slong bits_;
  bool is_known_ = true;
  std::vector<real_ball> at_, missed_;
};

}  // namespace

double proven_level(const problem& p, const std::vector<long double>& reference, double wanted) {
  constexpr slong first_bits = 192, most_bits = 6144, enough_bits = 40;
  constexpr double nothing = 1e-12;
  const std::vector<constraint> constraints = independent(p);
  if (reference.size() + constraints.size() != p.exponents.size() + 1) return 0;
  real_ball level;
  big_float least, wide;
  for (slong bits = first_bits; bits <= most_bits; bits *= 2) {
    if (!level_of(p, constraints, reference, bits, level.x)) continue;
    arb_get_abs_lbound_arf(least.x, level.x, 53);
    arb_get_abs_ubound_arf(wide.x, level.x, 53);
    if (arb_rel_accuracy_bits(level.x) >= enough_bits || arf_cmp_d(wide.x, nothing * wanted) < 0) break;
  }
  return std::max(0.0, arf_get_d(least.x, ARF_RND_DOWN));
}

double proven_fixed_error(const problem& p) {
  constexpr slong bits = 192;
  double most = 0;
  for (const auto& known : p.samples) {
    ball_sample s;
    big_float least;
    if (!sample_in_balls(p, known.first, bits, s) || !arb_is_zero(s.factor.x)) continue;
    arb_get_abs_lbound_arf(least.x, s.target.x, 53);
    most = std::max(most, arf_get_d(least.x, ARF_RND_DOWN));
  }
  return most;
}

double proven_level_of_quotient(const problem& p, const std::vector<std::string>& of_p,
                                const std::vector<std::string>& of_q, const std::vector<minimax_point>& places) {
  constexpr slong bits = 1024;
  if (of_q.empty() || of_p.size() != p.exponents.size()) return 0;
  std::vector<int> powers_of_q(of_q.size());
  for (std::size_t k = 0; k < of_q.size(); ++k) powers_of_q[k] = static_cast<int>(k);
  // p q* - p* q has no more zeros than its degree, where it is not 0. Where both meet p(A) = B it is 0 at A, so that
  // the signs of its quotient by u - A count, and it may have a zero less.
  const fixed_values fixed(p, of_p, of_q, powers_of_q, bits);
  const std::size_t all_zeros = static_cast<std::size_t>(p.exponents.back()) + of_q.size() + 1;
  if (!fixed.is_known() || fixed.count() + 1 >= all_zeros) return 0;
  const std::size_t need = all_zeros - fixed.count();
  if (places.size() < need) return 0;
  ball_sample s;
  real_ball q, value;
  int sign_of_q = 0;
  for (const auto& known : p.samples) {
    if (!sample_in_balls(p, known.first, bits, s)) return 0;
    value_of_polynomial(q.x, powers_of_q, of_q, s.argument.x, bits);
    const int sign = arb_is_positive(q.x) ? 1 : arb_is_negative(q.x) ? -1 : 0;
    if (sign == 0 || (sign_of_q != 0 && sign != sign_of_q)) return 0;
    sign_of_q = sign;
  }
  struct levelled {
    real_ball argument;
    double size = 0;
    int sign = 0;
  };
  std::vector<levelled> all;
  for (const minimax_point& place : places) {
    if (!sample_in_balls(p, place.x, bits, s)) return 0;
    value_of_polynomial(value.x, p.exponents, of_p, s.argument.x, bits);
    fixed.add_missed(value.x, s.argument.x);
    value_of_polynomial(q.x, powers_of_q, of_q, s.argument.x, bits);
    arb_div(value.x, value.x, q.x, bits);
    arb_mul(value.x, value.x, s.factor.x, bits);
    arb_sub(value.x, s.target.x, value.x, bits);
    const int sign = fixed.sign_at(s.argument.x);
    if (sign == 0) continue;  // a constraint fixes the error there
    if (arb_contains_zero(value.x) || arb_contains_zero(s.factor.x)) return 0;
    big_float least;
    arb_get_abs_lbound_arf(least.x, value.x, 53);
    all.push_back({s.argument, arf_get_d(least.x, ARF_RND_DOWN),
                   sign * (arb_is_positive(value.x) ? 1 : -1) * (arb_is_positive(s.factor.x) ? 1 : -1)});
  }
  std::sort(all.begin(), all.end(), [](const levelled& a, const levelled& b) {
    return arf_cmp(arb_midref(a.argument.x), arb_midref(b.argument.x)) < 0;
  });
  if (all.size() < need) return 0;
  while (all.size() > need) all.erase(all.front().size < all.back().size ? all.begin() : all.end() - 1);
  double least = all.front().size;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (!arb_lt(all[i - 1].argument.x, all[i].argument.x) || all[i - 1].sign == all[i].sign) return 0;
    least = std::min(least, all[i].size);
  }
  return least;
}

bool given_sample(const problem& p, const big& x, sample<big>& out) {
  constexpr slong more = 64;
  ball_sample s;
  if (!sample_in_balls(p, static_cast<double>(x), 2 * big::precision + more, s)) return false;
  // What cannot be told from 0 is 0.
  const auto known = [](const arb_t ball) { return arb_contains_zero(ball) ? big(0) : big::middle(ball); };
  out = {known(s.target.x), known(s.factor.x), known(s.argument.x)};
  return true;
}

#endif

}  // namespace vieta::approximation
