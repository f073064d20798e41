#include "oracles/roots/families.hpp"

#include <cmath>
#include <numbers>

#include "exact/exact_real.hpp"
#include "exact/representation.hpp"

namespace vieta::test {
namespace {

using exact::integer;
using integers = std::vector<integer>;  // ascending

polynomial make(const integers& a) {
  std::vector<exact::real> values;
  for (const integer& c : a) values.push_back({c, 1, 0, 0});
  return make_polynomial(std::move(values), {});
}

integers product(const integers& a, const integers& b) {
  integers c(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}

// next = (alpha x + beta) * p + gamma * q
integers recurrence(const integers& p, const integers& q, const integer& alpha, const integer& beta,
                    const integer& gamma) {
  integers next(p.size() + 1);
  for (std::size_t k = 0; k < p.size(); ++k) {
    next[k + 1] += alpha * p[k];
    next[k] += beta * p[k];
  }
  for (std::size_t k = 0; k < q.size(); ++k) next[k] += gamma * q[k];
  return next;
}

integers mandelbrot_integers(int level) {
  integers m = {1, 1};
  for (int k = 1; k < level; ++k) {
    m = product(m, m);
    m.insert(m.begin(), integer(1));
  }
  return m;
}

integers random_vector(int degree, int bits, std::uint64_t seed) {
  random_numbers random(seed);
  integers a(static_cast<std::size_t>(degree) + 1);
  for (integer& c : a) {
    for (int done = 0; done < bits; done += 32) c = (c << 32u) + (random.bits() >> 32u);
    c >>= static_cast<unsigned>((32 - bits % 32) % 32);
    if ((random.bits() & 1u) != 0) c = -c;
  }
  if (a.front() == 0) a.front() = 1;
  if (a.back() == 0) a.back() = 1;
  return a;
}

// a / b as integers, from "7/3", "-2", "1.0000000001"
std::pair<integer, integer> fraction(const std::string& text) {
  exact::real value;
  exact::parse_real(text, value);
  integer a = value.numerator, b = value.denominator;
  for (std::int64_t k = value.decimal_exponent; k > 0; --k) a *= 10;
  for (std::int64_t k = value.decimal_exponent; k < 0; ++k) b *= 10;
  return {a, b};
}

}  // namespace

polynomial wilkinson(int degree) {
  integers p = {1};
  for (int k = 1; k <= degree; ++k) p = recurrence(p, {}, 1, -k, 0);
  return make(p);
}

polynomial chebyshev(int degree) {
  integers before = {1}, p = {0, 1};
  for (int k = 1; k < degree; ++k) before = std::exchange(p, recurrence(p, before, 2, 0, -1));
  return make(p);
}

polynomial hermite(int degree) {
  integers before = {1}, p = {0, 2};
  for (int k = 1; k < degree; ++k) before = std::exchange(p, recurrence(p, before, 2, 0, -2 * k));
  return make(p);
}

polynomial laguerre(int degree) {
  // M_k = k! L_k: M_{k+1} = (2k + 1 - x) M_k - k^2 M_{k-1}
  integers before = {1}, p = {1, -1};
  for (int k = 1; k < degree; ++k) before = std::exchange(p, recurrence(p, before, -1, 2 * k + 1, -k * k));
  return make(p);
}

polynomial mandelbrot(int level) { return make(mandelbrot_integers(level)); }

polynomial exponential_sum(int degree) {
  std::vector<exact::real> a;
  integer factorial = 1;
  for (int k = 0; k <= degree; ++k) {
    if (k > 0) factorial *= k;
    a.push_back({1, factorial, 0, 0});
  }
  return make_polynomial(std::move(a), {});
}

polynomial mignotte(int degree, int a) {
  integers p(static_cast<std::size_t>(degree) + 1);
  p[0] = -2;
  p[1] = integer(4) * a;
  p[2] = integer(-2) * a * a;
  p.back() += 1;
  return make(p);
}

polynomial unity(int degree) {
  integers p(static_cast<std::size_t>(degree) + 1);
  p.front() = -1;
  p.back() += 1;
  return make(p);
}

polynomial from_roots(const std::vector<std::pair<std::string, int>>& roots) {
  integers p = {1};
  for (const auto& [root, multiplicity] : roots) {
    const auto [a, b] = fraction(root);
    for (int k = 0; k < multiplicity; ++k) p = recurrence(p, {}, b, -a, 0);
  }
  return make(p);
}

polynomial random_integers(int degree, int bits, std::uint64_t seed) { return make(random_vector(degree, bits, seed)); }

polynomial random_square(int degree, int bits, std::uint64_t seed) {
  const integers p = random_vector(degree, bits, seed);
  return make(product(p, p));
}

polynomial random_signs(int degree, int terms, std::uint64_t seed) {
  random_numbers random(seed);
  std::vector<double> a(static_cast<std::size_t>(degree) + 1, 0.0);
  const auto sign = [&] { return (random.bits() & 1u) != 0 ? 1.0 : -1.0; };
  a.front() = sign();
  a.back() = sign();
  for (int placed = 2; placed < terms;) {
    double& c = a[random.bits() % a.size()];
    if (c != 0) continue;
    c = sign();
    ++placed;
  }
  return polynomial::from_coefficients(a);
}

polynomial random_bits(int degree, std::uint64_t seed) {
  random_numbers random(seed);
  std::vector<double> a(static_cast<std::size_t>(degree) + 1);
  for (double& c : a) c = static_cast<double>(random.bits() & 1u);
  a.front() = a.back() = 1;
  return polynomial::from_coefficients(a);
}

polynomial mandelbrot255_without_its_cubic_factor() {
  integers rest = mandelbrot_integers(8);
  const integers divisor = {1, 1, 2, 1};
  integers quotient(rest.size() - 3);
  for (std::size_t k = quotient.size(); k-- > 0;) {
    quotient[k] = rest[k + 3];
    for (std::size_t j = 0; j < 4; ++j) rest[k + j] -= quotient[k] * divisor[j];
  }
  return make(quotient);
}

std::uint64_t random_numbers::bits() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27u)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31u);
}

double random_numbers::uniform() { return static_cast<double>(bits() >> 11u) * 0x1p-53; }

double random_numbers::gaussian() {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

double random_numbers::of_any_size(double low, double high) {
  const double modulus = std::pow(10.0, low + (high - low) * uniform());
  return (bits() & 1u) != 0 ? modulus : -modulus;
}

std::vector<std::complex<double>> gaussian_complex(int degree, std::uint64_t seed) {
  random_numbers random(seed);
  std::vector<std::complex<double>> a(static_cast<std::size_t>(degree) + 1);
  for (std::complex<double>& c : a) {
    const double re = random.gaussian();
    c = {re, random.gaussian()};
  }
  return a;
}

std::vector<double> gaussian_real(int degree, std::uint64_t seed) {
  random_numbers random(seed);
  std::vector<double> a(static_cast<std::size_t>(degree) + 1);
  for (double& c : a) c = random.gaussian();
  return a;
}

}  // namespace vieta::test
