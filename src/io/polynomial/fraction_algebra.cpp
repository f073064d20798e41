#include "io/polynomial/fraction_algebra.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

namespace {

using term_list = term_algebra::terms;

/// Error bounds are powers of two, rounded upwards: short numbers.
term_list rounded_up(term_list a) {
  for (term& t : a) t.re = {1, 1, 0, exact::to_expansion(t.re).exponent + 1};
  return a;
}

term_list moduli(term_list a) {
  const auto modulus = [](exact::real x) { return x.numerator < 0 ? exact::negate(std::move(x)) : x; };
  for (term& t : a) {
    t.re = exact::add(modulus(t.re), modulus(t.im));
    t.im = {};
  }
  return rounded_up(std::move(a));
}

void append_terms(term_list& all, term_list more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

bool same(const term& a, const term& b) {
  return a.exponent == b.exponent && exact::compare(a.re, b.re) == 0 && exact::compare(a.im, b.im) == 0;
}

bool same(const known_terms& a, const known_terms& b) {
  return a.error.empty() && b.error.empty() && a.value.size() == b.value.size() &&
         std::equal(a.value.begin(), a.value.end(), b.value.begin(),
                    [](const term& s, const term& t) { return same(s, t); });
}

bool is_constant(const known_terms& a) {
  const auto one_at_0 = [](const term_list& t) { return t.size() == 1 && t[0].exponent == 0; };
  return one_at_0(a.value) && (a.error.empty() || one_at_0(a.error));
}

}  // namespace

fraction fraction_algebra::constant(const exact::approximation& number, bool imaginary) {
  fraction result;
  if (!number.value.is_zero()) result.above.value = {imaginary ? term{0, {}, number.value} : term{0, number.value, {}}};
  if (!number.is_exact) result.above.error = {term{0, {1, 1, 0, number.error_exponent}, {}}};
  return result;
}

fraction fraction_algebra::negated(fraction a) {
  a.above.value = term_algebra::negated(std::move(a.above.value));
  return a;
}

known_terms fraction_algebra::add(known_terms a, known_terms b) {
  append_terms(a.value, std::move(b.value));
  a.value = algebra_.sum(std::move(a.value));
  append_terms(a.error, std::move(b.error));
  if (!a.error.empty()) a.error = rounded_up(algebra_.sum(std::move(a.error)));
  return a;
}

/// (a + d) (b + e) = a b + (d |b| + |a| e + d e), at most.
known_terms fraction_algebra::multiply(const known_terms& a, const known_terms& b) {
  known_terms result{algebra_.product(a.value, b.value), {}};
  if (a.error.empty() && b.error.empty()) return result;
  terms error = algebra_.product(a.error, moduli(b.value));
  append_terms(error, algebra_.product(moduli(a.value), b.error));
  append_terms(error, algebra_.product(a.error, b.error));
  for (term& t : result.value)
    for (exact::real* part : {&t.re, &t.im}) {
      constexpr std::int64_t longest = 4 * exact::constant_bits;  // more says nothing beside such an error
      if (exact::bit_length(part->numerator) + exact::bit_length(part->denominator) <= longest) continue;
      exact::approximation shorter = exact::rounded(*part);
      if (!shorter.is_exact) error.push_back(term{t.exponent, {1, 1, 0, shorter.error_exponent}, {}});
      *part = std::move(shorter.value);
    }
  result.error = rounded_up(algebra_.sum(std::move(error)));
  return result;
}

known_terms fraction_algebra::raise(const known_terms& base, std::int64_t n) {
  if (base.error.empty()) return {algebra_.power(base.value, n), {}};
  known_terms result{algebra_.power({}, 0), {}};
  for (known_terms square = base; n > 0; n /= 2) {
    if (n % 2 == 1) result = multiply(result, square);
    if (n > 1) square = multiply(square, square);
  }
  return result;
}

fraction fraction_algebra::sum(fraction a, fraction b) {
  if (is_polynomial(a) && is_polynomial(b)) return {add(std::move(a.above), std::move(b.above)), {}};
  if (is_polynomial(a)) return sum(std::move(b), std::move(a));
  if (is_polynomial(b)) return {add(std::move(a.above), multiply(b.above, a.below)), std::move(a.below)};
  if (same(a.below, b.below)) return {add(std::move(a.above), std::move(b.above)), std::move(a.below)};
  if (a.below.error.empty() && b.below.error.empty()) {  // (1+r) and (1+r)^2
    if (a.below.value.back().exponent < b.below.value.back().exponent) std::swap(a, b);
    const auto [factor, rest] = algebra_.divided(a.below.value, b.below.value);
    if (rest.empty()) return {add(std::move(a.above), multiply(b.above, {factor, {}})), std::move(a.below)};
  }
  return {add(multiply(a.above, b.below), multiply(b.above, a.below)), multiply(a.below, b.below)};
}

fraction fraction_algebra::product(const fraction& a, const fraction& b) {
  fraction result{multiply(a.above, b.above), {}};
  if (is_polynomial(a)) {
    result.below = b.below;
  } else if (is_polynomial(b)) {
    result.below = a.below;
  } else {
    result.below = multiply(a.below, b.below);
  }
  return result;
}

/// 1/(v + d) = 1/v + d/(v (v + d)), and the last is at most 2 |d| / |v|^2 where |d| < |v|/2.
known_terms fraction_algebra::inverse(const known_terms& number) {
  known_terms result{algebra_.quotient(algebra_.power({}, 0), number.value[0]), {}};
  if (number.error.empty()) return result;
  const auto bits = [](const exact::real& x) { return x.is_zero() ? INT64_MIN : exact::to_expansion(x).exponent; };
  const term& v = number.value[0];
  const std::int64_t size = std::max(bits(v.re), bits(v.im)) - 1;  // |v| >= 2^size
  const std::int64_t error = bits(number.error[0].re);             // |d| < 2^error
  if (error > size - 200)
    throw vieta::error(
        "found a divisor that cannot be told from zero, expected one that is not the difference of "
        "equal constants");
  const exact::approximation re = exact::rounded(result.value[0].re), im = exact::rounded(result.value[0].im);
  result.value = {term{0, re.value, im.value}};
  terms errors = {term{0, {1, 1, 0, 1 + error - 2 * size}, {}}};
  for (const exact::approximation& part : {re, im})
    if (!part.is_exact) errors.push_back(term{0, {1, 1, 0, part.error_exponent}, {}});
  result.error = rounded_up(algebra_.sum(std::move(errors)));
  return result;
}

fraction fraction_algebra::quotient(const fraction& a, const fraction& b) {
  if (is_polynomial(b) && is_constant(b.above)) {
    fraction result = a;
    if (is_exact(b) && a.above.error.empty())
      result.above.value = algebra_.quotient(a.above.value, b.above.value[0]);
    else
      result.above = multiply(a.above, inverse(b.above));
    return result;
  }
  fraction turned{b.below, b.above};
  if (is_polynomial(b)) turned.above.value = algebra_.power({}, 0);
  return product(a, turned);
}

fraction fraction_algebra::power(const fraction& base, std::int64_t n) {
  fraction result{raise(base.above, n), {}};
  if (!is_polynomial(base)) result.below = raise(base.below, n);
  return result;
}

fraction fraction_algebra::lowest_terms(fraction a) {
  if (is_polynomial(a) || a.above.value.empty()) return a;
  if (!is_exact(a)) {
    // Powers of x are common factors for sure, however well the coefficients are known.
    std::int64_t common = INT64_MAX;
    for (terms* t : {&a.above.value, &a.above.error, &a.below.value, &a.below.error})
      if (!t->empty()) common = std::min(common, t->front().exponent);
    for (terms* t : {&a.above.value, &a.above.error, &a.below.value, &a.below.error})
      for (term& one : *t) one.exponent -= common;
    return is_constant(a.below) ? quotient({std::move(a.above), {}}, {std::move(a.below), {}}) : a;
  }
  terms divisor = a.below.value, rest = algebra_.divided(a.above.value, divisor).second;
  while (!rest.empty()) {
    rest = algebra_.quotient(rest, term{0, rest.back().re, rest.back().im});
    terms next = algebra_.divided(divisor, rest).second;
    divisor = std::exchange(rest, std::move(next));
  }
  if (divisor.back().exponent > 0) {
    a.above.value = algebra_.divided(a.above.value, divisor).first;
    a.below.value = algebra_.divided(a.below.value, divisor).first;
  }
  if (a.below.value.back().exponent == 0) {
    a.above.value = algebra_.quotient(a.above.value, a.below.value[0]);
    a.below.value.clear();
  }
  return a;
}

}  // namespace vieta::io
