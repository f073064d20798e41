#include "io/polynomial/fraction_algebra.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "exact/arithmetic.hpp"

namespace vieta::io {

namespace {

using terms = term_algebra::terms;

/// Error bounds are powers of two, rounded upwards: short numbers.
terms rounded_up(terms a) {
  for (term& t : a) t.re = {1, 1, 0, exact::to_expansion(t.re).exponent + 1};
  return a;
}

terms moduli(terms a) {
  const auto modulus = [](exact::real x) { return x.numerator < 0 ? exact::negate(std::move(x)) : x; };
  for (term& t : a) {
    t.re = exact::add(modulus(t.re), modulus(t.im));
    t.im = {};
  }
  return rounded_up(std::move(a));
}

void append_terms(terms& all, terms more) {
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

fraction fraction_algebra::quotient(const fraction& a, const fraction& b) {
  const bool constant = is_polynomial(b) && is_exact(b) && b.above.value.size() == 1 && b.above.value[0].exponent == 0;
  if (constant && a.above.error.empty()) {
    fraction result = a;
    result.above.value = algebra_.quotient(a.above.value, b.above.value[0]);
    return result;
  }
  fraction inverse{b.below, b.above};
  if (is_polynomial(b)) inverse.above.value = algebra_.power({}, 0);
  return product(a, inverse);
}

fraction fraction_algebra::power(const fraction& base, std::int64_t n) {
  fraction result{raise(base.above, n), {}};
  if (!is_polynomial(base)) result.below = raise(base.below, n);
  return result;
}

fraction fraction_algebra::lowest_terms(fraction a) {
  if (is_polynomial(a) || !is_exact(a) || a.above.value.empty()) return a;
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
