#include "solve/unknowns/radicals.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "exact/arithmetic.hpp"

namespace vieta::tracking {

namespace {

/// Longer radicands are left alone.
constexpr std::size_t most_bits = 2000;

gaussian operator+(const gaussian& a, const gaussian& b) { return {exact::add(a.re, b.re), exact::add(a.im, b.im)}; }

gaussian operator*(const gaussian& a, const gaussian& b) {
  if (a.im.is_zero() && b.im.is_zero()) return {exact::multiply(a.re, b.re), {}};
  return {exact::subtract(exact::multiply(a.re, b.re), exact::multiply(a.im, b.im)),
          exact::add(exact::multiply(a.re, b.im), exact::multiply(a.im, b.re))};
}

gaussian scaled(const gaussian& a, const exact::real& by) {
  return {exact::multiply(a.re, by), exact::multiply(a.im, by)};
}

exact::real one() {
  exact::real x;
  x.numerator = 1;
  return x;
}

/// The rational square root of r > 0, if there is one.
std::optional<exact::real> rational_root(exact::real r) {
  if (r.decimal_exponent % 2 != 0) r.numerator *= 10, r.decimal_exponent -= 1;
  if (r.binary_exponent % 2 != 0) r.numerator *= 2, r.binary_exponent -= 1;
  const exact::integer common = gcd(r.numerator, r.denominator);
  r.numerator /= common, r.denominator /= common;
  const exact::integer top = sqrt(r.numerator), bottom = sqrt(r.denominator);
  if (top * top != r.numerator || bottom * bottom != r.denominator) return std::nullopt;
  return exact::real{top, bottom, r.decimal_exponent / 2, r.binary_exponent / 2};
}

/// a + b sqrt(last radicand), where that radicand is bit `half` of sets.
std::pair<radical_number, radical_number> halves(const radical_number& a, std::size_t half) {
  const auto middle = a.begin() + static_cast<std::ptrdiff_t>(std::min(half, a.size()));
  return {{a.begin(), middle}, {middle, a.end()}};
}

radical_number joined(radical_number a, const radical_number& b, std::size_t half) {
  if (is_zero(b)) return a;
  a.resize(half);
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

exact::real radical_field::product_of(std::size_t set) const {
  exact::real product = one();
  for (std::size_t k = 0; k < radicands_.size(); ++k)
    if ((set >> k & 1U) != 0) product = exact::multiply(product, radicands_[k]);
  return product;
}

std::optional<radical_number> radical_field::square_root(const exact::real& r) {
  if (exact::bit_length(r.numerator) + exact::bit_length(r.denominator) > static_cast<std::int64_t>(most_bits) ||
      std::max(std::abs(r.decimal_exponent), std::abs(r.binary_exponent)) > static_cast<std::int64_t>(most_bits))
    return std::nullopt;
  const std::size_t sets = std::size_t{1} << radicands_.size();
  for (std::size_t set = 0; set < sets; ++set) {  // sqrt(r) = sqrt(r p) / p sqrt(p), p the product of a set
    const exact::real product = product_of(set);
    const auto root = rational_root(exact::multiply(r, product));
    if (!root) continue;
    radical_number x(set + 1);
    x[set].re = exact::divide(*root, product);
    return x;
  }
  if (radicands_.size() == most_radicands) return std::nullopt;
  radicands_.push_back(r);
  radical_number x(sets + 1);
  x[sets].re = one();
  return x;
}

radical_number radical_field::multiply(const radical_number& a, const radical_number& b) const {
  radical_number result;
  for (std::size_t s = 0; s < a.size(); ++s) {
    if (a[s].is_zero()) continue;
    for (std::size_t t = 0; t < b.size(); ++t) {
      if (b[t].is_zero()) continue;
      gaussian product = a[s] * b[t];
      if ((s & t) != 0) product = scaled(product, product_of(s & t));
      const std::size_t at = s ^ t;
      if (result.size() <= at) result.resize(at + 1);
      result[at] = result[at] + product;
    }
  }
  return result;
}

radical_number radical_field::inverse(const radical_number& a) const {
  std::size_t half = 0;  // of the last radicand that occurs
  for (std::size_t s = 1; s < a.size(); ++s)
    if (!a[s].is_zero()) half = std::bit_floor(s);
  if (half == 0) {
    const gaussian& g = a[0];
    const exact::real norm = exact::add(exact::multiply(g.re, g.re), exact::multiply(g.im, g.im));
    return {gaussian{exact::divide(g.re, norm), exact::negate(exact::divide(g.im, norm))}};
  }
  // 1 / (u + v s) = (u - v s) / (u^2 - v^2 s^2)
  const auto [u, v] = halves(a, half);
  const radical_number conjugate = joined(u, negate(v), half);
  return multiply(conjugate, inverse(multiply(a, conjugate)));
}

std::optional<complex<qd>> radical_field::value(const radical_number& a) const {
  complex<qd> sum{qd(0.0), qd(0.0)};
  for (std::size_t s = 0; s < a.size(); ++s) {
    if (a[s].is_zero()) continue;
    const auto re = rounded(a[s].re), im = rounded(a[s].im), square = rounded(product_of(s));
    if (!re || !im || !square) return std::nullopt;
    const qd root = s == 0 ? qd(1.0) : sqrt(*square);
    sum += complex<qd>{*re * root, *im * root};
  }
  return sum;
}

radical_number radical_of(std::int64_t whole) {
  gaussian g;
  g.re.numerator = whole;
  return {g};
}

radical_number radical_of(const gaussian& a) { return {a}; }

radical_number add(const radical_number& a, const radical_number& b) {
  radical_number sum = a.size() < b.size() ? b : a;
  const radical_number& other = a.size() < b.size() ? a : b;
  for (std::size_t s = 0; s < other.size(); ++s) sum[s] = sum[s] + other[s];
  return sum;
}

radical_number negate(radical_number a) {
  for (gaussian& g : a) g = {exact::negate(g.re), exact::negate(g.im)};
  return a;
}

bool is_zero(const radical_number& a) {
  return std::all_of(a.begin(), a.end(), [](const gaussian& g) { return g.is_zero(); });
}

radical_number turned(radical_number a) {
  for (gaussian& g : a) g = {exact::negate(g.im), g.re};
  return a;
}

std::optional<qd> rounded(const exact::real& x) {
  const exact::expansion e = exact::to_expansion(x);
  if (e.limb[0] == 0) return qd(0.0);
  if (e.exponent > 1000 || e.exponent < -800) return std::nullopt;
  const int by = static_cast<int>(e.exponent);
  return qd(std::ldexp(e.limb[0], by), std::ldexp(e.limb[1], by), std::ldexp(e.limb[2], by), std::ldexp(e.limb[3], by));
}

}  // namespace vieta::tracking
