#include "io/system/term_arithmetic.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "exact/arithmetic.hpp"
#include "vieta/error.hpp"

namespace vieta::io {

namespace {

using exact::real;

constexpr std::size_t product_cost = 1024, place_cost = 256;  // of a term's memory, and of finding its place

using factors = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

factors sorted(factors f) {
  std::sort(f.begin(), f.end());
  return f;
}

/// Exponents of powers of two, where `none` stands for zero.
std::int64_t product_of(std::int64_t a, std::int64_t b) {
  return a == system_term::none || b == system_term::none ? system_term::none : a + b;
}
std::int64_t sum_of(std::int64_t a, std::int64_t b) {
  return a == system_term::none || b == system_term::none ? std::max(a, b) : std::max(a, b) + 1;
}

std::shared_ptr<const real> multiple_of_pi(real multiple) { return std::make_shared<const real>(std::move(multiple)); }

bool is_exactly_real(const system_term& t) { return t.error_exponent == system_term::none && t.im.is_zero(); }

/// More digits than these say nothing beside such an error.
void shorten(system_term& t) {
  constexpr std::int64_t longest = 4 * exact::constant_bits;
  for (real* part : {&t.re, &t.im}) {
    if (exact::bit_length(part->numerator) + exact::bit_length(part->denominator) <= longest) continue;
    exact::approximation shorter = exact::rounded(*part);
    if (!shorter.is_exact) t.error_exponent = sum_of(t.error_exponent, shorter.error_exponent);
    *part = std::move(shorter.value);
  }
}

}  // namespace

void refuse_power() {
  throw error("found a higher power than " + std::to_string(most_power) + ", expected powers up to " +
              std::to_string(most_power));
}

std::int64_t size_of(const system_term& t) {
  const auto bits = [](const exact::real& x) {
    return x.is_zero() ? system_term::none : exact::to_expansion(x).exponent;
  };
  const std::int64_t larger = std::max(bits(t.re), bits(t.im));
  return larger == system_term::none ? larger : larger + 1;
}

system_term term_of_one() {
  system_term t;
  t.re.numerator = 1;
  return t;
}
bool is_one(const system_term& t) {
  return t.error_exponent == system_term::none && t.im.is_zero() && exact::compare(t.re, real{1, 1, 0, 0}) == 0;
}
system_polynomial constant_of(const exact::approximation& number) {
  system_term t;
  t.re = number.value;
  if (!number.is_exact) t.error_exponent = number.error_exponent;
  return {t};
}

system_polynomial constant_called(std::string_view name) {
  system_polynomial number = constant_of(*exact::constant_called(name));
  if (name != "e") number[0].times_pi = multiple_of_pi({1, 1, 0, 0});
  return number;
}

bool are_same(const system_polynomial& p, const system_polynomial& q) {
  return std::equal(p.begin(), p.end(), q.begin(), q.end(), [](const system_term& s, const system_term& t) {
    return s.error_exponent == system_term::none && t.error_exponent == system_term::none &&
           sorted(s.factors) == sorted(t.factors) && exact::compare(s.re, t.re) == 0 && exact::compare(s.im, t.im) == 0;
  });
}

void negate(system_polynomial& p) {
  for (system_term& t : p) {
    t.re = exact::negate(std::move(t.re)), t.im = exact::negate(std::move(t.im));
    if (t.times_pi) t.times_pi = multiple_of_pi(exact::negate(*t.times_pi));
  }
}

/// Equal monomials add up, zeros drop out; the order is that of first appearance.
system_polynomial term_arithmetic::collected(system_polynomial p) {
  if (p.size() > 1) {
    std::map<factors, std::size_t> place;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      charge(place_cost + 16 * p[k].factors.size());
      const auto [found, is_new] = place.emplace(sorted(p[k].factors), kept);
      if (is_new) {
        if (kept != k) p[kept] = std::move(p[k]);
        ++kept;
        continue;
      }
      system_term& t = p[found->second];
      t.re = arithmetic_.add(t.re, p[k].re);
      t.im = arithmetic_.add(t.im, p[k].im);
      t.error_exponent = sum_of(t.error_exponent, p[k].error_exponent);
      if (!t.times_pi) continue;
      t.times_pi = p[k].times_pi ? multiple_of_pi(arithmetic_.add(*t.times_pi, *p[k].times_pi)) : nullptr;
      if (t.times_pi && t.times_pi->is_zero()) t = system_term{std::move(t.factors), {}, {}};
    }
    p.resize(kept);
  }
  std::erase_if(p, [](const system_term& t) { return t.is_zero(); });
  return p;
}

/// (a + d) (b + e) = a b + (d |b| + |a| e + d e), at most, for the coefficients.
system_term term_arithmetic::multiply(const system_term& a, const system_term& b) {
  system_term t;
  t.factors = a.factors;
  charge(product_cost + 16 * (a.factors.size() + b.factors.size()) + a.factors.size() * b.factors.size());
  for (const auto& f : b.factors) {
    const auto same =
        std::find_if(t.factors.begin(), t.factors.end(), [&](const auto& g) { return g.first == f.first; });
    if (same == t.factors.end()) {
      t.factors.push_back(f);
    } else if (f.second > most_power - same->second) {
      refuse_power();
    } else {
      same->second += f.second;
    }
  }
  const auto times = [&](const real& x, const real& y) { return arithmetic_.multiply(x, y); };
  t.re = arithmetic_.add(times(a.re, b.re), exact::negate(times(a.im, b.im)));
  t.im = arithmetic_.add(times(a.re, b.im), times(a.im, b.re));
  const std::int64_t d = a.error_exponent, e = b.error_exponent;
  if (d == system_term::none && e == system_term::none) return t;
  t.error_exponent = sum_of(sum_of(product_of(d, size_of(b)), product_of(size_of(a), e)), product_of(d, e));
  if (a.times_pi && is_exactly_real(b)) t.times_pi = multiple_of_pi(times(*a.times_pi, b.re));
  if (b.times_pi && is_exactly_real(a)) t.times_pi = multiple_of_pi(times(*b.times_pi, a.re));
  shorten(t);
  return t;
}

system_polynomial term_arithmetic::multiply(const system_polynomial& a, const system_polynomial& b) {
  system_polynomial p;
  for (const system_term& s : a)
    for (const system_term& t : b) p.push_back(multiply(s, t));
  return collected(std::move(p));
}

/// By a number: (a + bi) / (c + di) = (a + bi) (c - di) / (c^2 + d^2). Where it is known up to e only,
/// 1/(v + e) = 1/v + e/(v (v + e)), and the last is at most 2 |e| / |v|^2 where |e| < |v|/2.
system_polynomial term_arithmetic::divide(system_polynomial p, const system_term& c) {
  const bool is_exact = c.error_exponent == system_term::none, is_nothing = c.re.is_zero() && c.im.is_zero();
  const std::int64_t least = is_nothing ? system_term::none : size_of(c) - 2;  // |v| >= 2^this
  const real norm = arithmetic_.add(arithmetic_.multiply(c.re, c.re), arithmetic_.multiply(c.im, c.im));
  system_term conjugate;
  conjugate.re = c.re, conjugate.im = exact::negate(c.im);
  if (!is_exact) {
    if (is_nothing || c.error_exponent > least - 200)
      throw error(
          "found a divisor that cannot be told from zero, expected one that is not the difference of equal "
          "constants");
    system_term inverse;
    inverse.re = arithmetic_.divide(c.re, norm);
    if (!c.im.is_zero()) inverse.im = arithmetic_.divide(conjugate.im, norm);
    inverse.error_exponent = 1 + c.error_exponent - 2 * least;
    shorten(inverse);
    for (system_term& t : p) t = multiply(t, inverse);
    return p;
  }
  for (system_term& t : p) {
    t = multiply(t, conjugate);
    if (!t.re.is_zero()) t.re = arithmetic_.divide(t.re, norm);
    if (!t.im.is_zero()) t.im = arithmetic_.divide(t.im, norm);
    if (t.error_exponent != system_term::none) t.error_exponent -= 2 * least;  // as norm >= 2^(2 least)
    if (t.times_pi) t.times_pi = multiple_of_pi(arithmetic_.divide(*t.times_pi, norm));
  }
  return p;
}

system_polynomial term_arithmetic::raised_to(system_polynomial base, std::uint32_t exponent) {
  if (exponent == 0) return {term_of_one()};
  if (base.size() == 1 && base[0].factors.size() == 1 && is_one(base[0])) {
    if (base[0].factors[0].second > most_power / exponent) refuse_power();
    base[0].factors[0].second *= exponent;
    return base;
  }
  system_polynomial result = {term_of_one()};
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 == 1) result = multiply(result, base);
    if (exponent > 1) base = multiply(base, base);
  }
  return result;
}

}  // namespace vieta::io
