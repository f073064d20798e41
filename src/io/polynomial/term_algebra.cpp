#include "io/polynomial/term_algebra.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

namespace {

void check_degree(std::int64_t degree) {
  if (degree > term_algebra::max_degree) {
    throw error("found degree " + std::to_string(degree) + ", expected at most " +
                std::to_string(term_algebra::max_degree));
  }
}

bool is_zero(const term& t) { return t.re.is_zero() && t.im.is_zero(); }

term constant(exact::real value) { return {0, std::move(value), {}}; }

exact::real whole(std::int64_t value) { return {exact::integer(value), 1, 0, 0}; }

}  // namespace

term term_algebra::multiply(const term& a, const term& b) {
  const std::int64_t exponent = a.exponent + b.exponent;
  const auto times = [this](const real& x, const real& y) { return arithmetic_.multiply(x, y); };
  if (a.im.is_zero() && b.im.is_zero()) return {exponent, times(a.re, b.re), {}};
  return {exponent, arithmetic_.add(times(a.re, b.re), exact::negate(times(a.im, b.im))),
          arithmetic_.add(times(a.re, b.im), times(a.im, b.re))};
}

term term_algebra::divide(const term& a, const term& b) {
  if (b.im.is_zero()) {
    return {a.exponent, arithmetic_.divide(a.re, b.re), a.im.is_zero() ? real{} : arithmetic_.divide(a.im, b.re)};
  }
  const term conjugate{0, b.re, exact::negate(b.im)};
  const real norm = arithmetic_.add(arithmetic_.multiply(b.re, b.re), arithmetic_.multiply(b.im, b.im));
  return divide(multiply(a, conjugate), constant(norm));
}

void term_algebra::accumulate(term& sum, const term& summand) {
  sum.re = arithmetic_.add(sum.re, summand.re);
  sum.im = arithmetic_.add(sum.im, summand.im);
}

term_algebra::terms term_algebra::negated(terms a) {
  for (term& t : a) t = {t.exponent, exact::negate(std::move(t.re)), exact::negate(std::move(t.im))};
  return a;
}

term_algebra::terms term_algebra::sum(terms summands) {
  const auto before = [](const term& a, const term& b) { return a.exponent < b.exponent; };
  if (!std::is_sorted(summands.begin(), summands.end(), before)) {
    std::stable_sort(summands.begin(), summands.end(), before);
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < summands.size(); ++k) {
    if (kept > 0 && summands[kept - 1].exponent == summands[k].exponent) {
      accumulate(summands[kept - 1], summands[k]);
    } else {
      if (kept != k) summands[kept] = std::move(summands[k]);
      ++kept;
    }
  }
  summands.resize(kept);
  std::erase_if(summands, is_zero);
  return summands;
}

term_algebra::terms term_algebra::product(const terms& a, const terms& b) {
  if (a.empty() || b.empty()) return {};
  check_degree(a.back().exponent + b.back().exponent);
  terms result;
  if (a.size() == 1 || b.size() == 1) {  // the powers stay distinct and in order
    for (const term& s : a) {
      for (const term& t : b) result.push_back(multiply(s, t));
    }
    return result;
  }
  constexpr std::int64_t pair_cost = 256;  // of finding the place in the map, and its memory
  std::map<std::int64_t, term> collected;
  for (const term& s : a) {
    for (const term& t : b) {
      arithmetic_.charge(pair_cost);
      term next = multiply(s, t);
      const auto [place, fresh] = collected.try_emplace(next.exponent, std::move(next));
      if (!fresh) accumulate(place->second, next);
    }
  }
  for (auto& [exponent, t] : collected) {
    if (!is_zero(t)) result.push_back(std::move(t));
  }
  return result;
}

term_algebra::terms term_algebra::quotient(const terms& a, const term& divisor) {
  terms result;
  for (const term& t : a) result.push_back(divide(t, divisor));
  return result;
}

std::pair<term_algebra::terms, term_algebra::terms> term_algebra::divided(const terms& a, const terms& divisor) {
  constexpr std::int64_t step_cost = 256;
  const term& lead = divisor.back();
  std::map<std::int64_t, term> rest;
  for (const term& t : a) rest.emplace(t.exponent, t);
  std::pair<terms, terms> result;
  while (!rest.empty() && rest.rbegin()->first >= lead.exponent) {
    arithmetic_.charge(step_cost);
    term factor = divide(rest.rbegin()->second, lead);
    factor.exponent -= lead.exponent;
    rest.erase(std::prev(rest.end()));
    for (const term& t : divisor) {
      if (&t == &lead) continue;
      term next = multiply(factor, t);
      next.re = exact::negate(std::move(next.re)), next.im = exact::negate(std::move(next.im));
      const auto [place, fresh] = rest.try_emplace(next.exponent, next);
      if (!fresh) accumulate(place->second, next);
      if (is_zero(place->second)) rest.erase(place);
    }
    result.first.push_back(std::move(factor));
  }
  std::reverse(result.first.begin(), result.first.end());
  for (auto& [exponent, t] : rest) result.second.push_back(std::move(t));
  return result;
}

term term_algebra::power_of_term(const term& base, std::int64_t n) {
  term result = constant(whole(1));
  if (base.im.is_zero() && base.re.numerator == 1 && base.re.denominator == 1 && base.re.decimal_exponent == 0 &&
      base.re.binary_exponent == 0) {
    result.exponent = base.exponent * n;
    return result;
  }
  for (term square = base;; square = multiply(square, square)) {
    if (n % 2 == 1) result = multiply(result, square);
    if ((n /= 2) == 0) return result;
  }
}

term_algebra::terms term_algebra::power_by_squaring(const terms& base, std::int64_t n) {
  terms result{constant(whole(1))};
  for (terms square = base;; square = product(square, square)) {
    if (n % 2 == 1) result = product(result, square);
    if ((n /= 2) == 0) return result;
  }
}

/// q = p^n satisfies p q' = n p' q. With p = a_0 + a_1 y + ..., y = x^stride, this gives each coefficient of q from
/// those before it: k a_0 q_k = sum over j >= 1 of (n j - (k - j)) a_j q_{k-j}.
term_algebra::terms term_algebra::power_by_recurrence(const terms& base, std::int64_t n, std::int64_t stride) {
  const std::int64_t lowest = base.front().exponent;
  const std::int64_t size = n * ((base.back().exponent - lowest) / stride) + 1;
  term first = base.front();
  first.exponent = 0;
  terms q{power_of_term(first, n)};
  constexpr std::int64_t step_cost = 64;
  for (std::int64_t k = 1; k < size; ++k) {
    term next;
    for (std::size_t index = 1; index < base.size(); ++index) {
      const std::int64_t j = (base[index].exponent - lowest) / stride;
      const term& before = q[static_cast<std::size_t>(std::max<std::int64_t>(k - j, 0))];
      if (j > k || is_zero(before)) continue;
      accumulate(next, multiply(multiply(base[index], before), constant(whole(n * j - (k - j)))));
    }
    q.push_back(is_zero(next) ? next : divide(next, multiply(first, constant(whole(k)))));
    arithmetic_.charge(step_cost);
  }
  for (std::int64_t k = 0; k < size; ++k) q[static_cast<std::size_t>(k)].exponent = n * lowest + k * stride;
  std::erase_if(q, is_zero);
  return q;
}

term_algebra::terms term_algebra::power(const terms& base, std::int64_t n) {
  if (n == 0) return {constant(whole(1))};
  if (base.empty() || n == 1) return base;
  if (base.back().exponent > 0) {
    if (n > max_degree) check_degree(n);
    check_degree(base.back().exponent * n);
  }
  if (base.size() == 1) return {power_of_term(base.front(), n)};
  std::int64_t stride = base.back().exponent - base.front().exponent;  // not 0: exponents ascend
  for (const term& t : base) stride = std::gcd(stride, t.exponent - base.front().exponent);
  const std::int64_t steps = n * ((base.back().exponent - base.front().exponent) / stride);
  constexpr std::int64_t most_steps = std::int64_t{1} << 20;
  return n > 2 && steps <= most_steps ? power_by_recurrence(base, n, stride) : power_by_squaring(base, n);
}

}  // namespace vieta::io
