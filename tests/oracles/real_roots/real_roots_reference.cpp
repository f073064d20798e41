#include "oracles/real_roots/real_roots_reference.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

namespace vieta::test {
namespace {

using integer = boost::multiprecision::cpp_int;
using polynomial = std::vector<integer>;  // ascending, no leading zeros; empty: 0

/// m * 2^e with m odd or zero.
void split(double x, std::int64_t& m, int& e) {
  m = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &e), 53));
  e -= 53;
  while (m != 0 && m % 2 == 0) m /= 2, ++e;
}

double high(double x) { return x; }
double low(double) { return 0; }
double high(dd x) { return x.hi; }
double low(dd x) { return x.lo; }

/// The polynomial divided by 2^least.
template <class T>
polynomial to_integers(std::span<const T> a, int& least) {
  least = 1 << 20;
  const auto add = [&](double x, integer* sum) {
    std::int64_t m;
    int e;
    split(x, m, e);
    if (m == 0) return;
    if (sum)
      *sum += integer(m) << static_cast<unsigned>(e - least);
    else
      least = std::min(least, e);
  };
  for (const T& x : a)
    for (const double part : {high(x), low(x)}) add(part, nullptr);
  polynomial p;
  for (const T& x : a) {
    p.emplace_back(0);
    for (const double part : {high(x), low(x)}) add(part, &p.back());
  }
  while (!p.empty() && p.back() == 0) p.pop_back();
  return p;
}
template <class T>
polynomial to_integers(std::span<const T> a) {
  int least;
  return to_integers(a, least);
}

std::size_t degree(const polynomial& p) { return p.size() - 1; }

polynomial derivative(const polynomial& p) {
  polynomial d;
  for (std::size_t k = 1; k < p.size(); ++k) d.push_back(p[k] * k);
  return d;
}

/// p divided by the greatest common divisor of its coefficients; signs stay.
void make_primitive(polynomial& p) {
  integer g = 0;
  for (const integer& x : p) {
    g = gcd(g, x);
    if (g == 1) return;
  }
  for (integer& x : p) x /= g;
}

/// lc(b)^(2 j) a mod b, so that the sign of the remainder is right.
polynomial signed_remainder(polynomial a, const polynomial& b) {
  int steps = 0;
  while (a.size() >= b.size()) {
    const integer leading = a.back();
    const std::size_t shift = a.size() - b.size();
    for (integer& x : a) x *= b.back();
    for (std::size_t k = 0; k < b.size(); ++k) a[k + shift] -= leading * b[k];
    ++steps;
    while (!a.empty() && a.back() == 0) a.pop_back();
  }
  if (steps % 2 == 1 && b.back() < 0)
    for (integer& x : a) x = -x;
  return a;
}

/// Sturm's chain p, p', -rem(p, p'), ...; its last element is the gcd of p and p', up to a factor.
std::vector<polynomial> sturm_chain(const polynomial& p) {
  std::vector<polynomial> chain = {p};
  polynomial next = derivative(p);
  while (!next.empty()) {
    make_primitive(next);
    chain.push_back(next);
    next = signed_remainder(chain[chain.size() - 2], chain.back());
    for (integer& x : next) x = -x;
  }
  return chain;
}

/// a / b where b divides a in the rational numbers; primitive.
polynomial quotient(polynomial a, const polynomial& b) {
  polynomial q(a.size() - b.size() + 1);
  for (std::size_t k = q.size(); k-- > 0;) {
    // Make the division of leading coefficients go through.
    const integer g = gcd(a[k + b.size() - 1], b.back()), factor = b.back() / g;
    if (factor != 1 && factor != -1) {
      for (integer& x : a) x *= factor;
      for (integer& x : q) x *= factor;
    }
    q[k] = a[k + b.size() - 1] / b.back();
    for (std::size_t j = 0; j < b.size(); ++j) a[k + j] -= q[k] * b[j];
  }
  make_primitive(q);
  return q;
}

polynomial greatest_common_divisor(polynomial a, polynomial b) {
  while (!b.empty()) {
    polynomial r = signed_remainder(a, b);
    make_primitive(r);
    a = std::move(b);
    b = std::move(r);
  }
  make_primitive(a);
  return a;
}

/// numerator / 2^bits
struct dyadic {
  integer numerator;
  unsigned bits = 0;
};

dyadic to_dyadic(double x) {
  std::int64_t m;
  int e;
  split(x, m, e);
  if (m == 0) return {};
  return e >= 0 ? dyadic{integer(m) << static_cast<unsigned>(e), 0} : dyadic{integer(m), static_cast<unsigned>(-e)};
}

dyadic to_dyadic(dd x) {
  const dyadic a = to_dyadic(x.hi), b = to_dyadic(x.lo);
  const unsigned bits = std::max(a.bits, b.bits);
  return {(a.numerator << (bits - a.bits)) + (b.numerator << (bits - b.bits)), bits};
}

bool less(const dyadic& a, const dyadic& b) { return (a.numerator << b.bits) < (b.numerator << a.bits); }

dyadic middle(const dyadic& a, const dyadic& b) {
  const unsigned bits = std::max(a.bits, b.bits);
  return {(a.numerator << (bits - a.bits)) + (b.numerator << (bits - b.bits)), bits + 1};
}

int sign_at(const polynomial& p, const dyadic& x) {
  integer value = 0;
  for (std::size_t k = p.size(); k-- > 0;) {
    value *= x.numerator;
    value += p[k] << static_cast<unsigned>(x.bits * (degree(p) - k));
  }
  return value.sign();
}

/// Sign variations of the chain at x. The roots in (a, b] number variations(a) - variations(b) (Sturm 1829), where p is
/// square-free.
int variations(const std::vector<polynomial>& chain, const dyadic& x) {
  int count = 0, last = 0;
  for (const polynomial& p : chain) {
    const int s = sign_at(p, x);
    if (s != 0 && last != 0 && s != last) ++count;
    if (s != 0) last = s;
  }
  return count;
}

long double to_long_double(const dyadic& x) {
  const integer m = abs(x.numerator);
  if (m == 0) return 0;
  const unsigned size = static_cast<unsigned>(msb(m)) + 1, drop = size > 100 ? size - 100 : 0;
  const long double value =
      std::ldexp(static_cast<long double>(integer(m >> drop)), static_cast<int>(drop) - static_cast<int>(x.bits));
  return x.numerator < 0 ? -value : value;
}

dd to_dd(const dyadic& x) {
  const double first = static_cast<double>(to_long_double(x));
  const dyadic d = to_dyadic(first);
  const unsigned bits = std::max(x.bits, d.bits);
  const dyadic rest{(x.numerator << (bits - x.bits)) - (d.numerator << (bits - d.bits)), bits};
  return two_sum(first, static_cast<double>(to_long_double(rest)));
}
template <class T>
T to_number(const dyadic& x) {
  if constexpr (std::is_same_v<T, dd>)
    return to_dd(x);
  else
    return to_long_double(x);
}

/// Whether [a, b] is narrower than 2^-precision of its distance from zero.
bool narrow(const dyadic& a, const dyadic& b, unsigned precision) {
  if (a.numerator.sign() * b.numerator.sign() <= 0) return false;
  const unsigned bits = std::max(a.bits, b.bits);
  const integer low = a.numerator << (bits - a.bits), high = b.numerator << (bits - b.bits);
  return integer(high - low) << precision < std::min(integer(abs(low)), integer(abs(high)));
}

/// The root of p in (a, b), where p has different signs.
dyadic refine(const polynomial& p, dyadic a, dyadic b, unsigned precision) {
  const int at_a = sign_at(p, a);
  while (!narrow(a, b, precision)) {
    const dyadic x = middle(a, b);
    const int s = sign_at(p, x);
    if (s == 0) return x;
    (s == at_a ? a : b) = x;
  }
  return middle(a, b);
}

/// The roots of the square-free p in (a, b], of which there are at_a - at_b.
void isolate(const std::vector<polynomial>& chain, const dyadic& a, int at_a, const dyadic& b, int at_b,
             unsigned precision, std::vector<dyadic>& roots) {
  if (at_a == at_b) return;
  const polynomial& p = chain.front();
  if (at_a - at_b == 1) {
    if (sign_at(p, b) == 0) {
      roots.push_back(b);
      return;
    }
    if (sign_at(p, a) != 0) {  // else a is a root itself, which does not belong here, and tells nothing
      roots.push_back(refine(p, a, b, precision));
      return;
    }
  }
  const dyadic x = middle(a, b);
  const int at_x = variations(chain, x);
  isolate(chain, a, at_a, x, at_x, precision, roots);
  isolate(chain, x, at_x, b, at_b, precision, roots);
}

struct dyadic_root {
  dyadic value;
  int multiplicity;
};
void list_roots(const std::vector<polynomial>& chain, const dyadic& lo, const dyadic& hi, int multiplicity,
                unsigned precision, std::vector<dyadic_root>& out) {
  std::vector<dyadic> roots;
  if (sign_at(chain.front(), lo) == 0) roots.push_back(lo);
  if (less(lo, hi)) isolate(chain, lo, variations(chain, lo), hi, variations(chain, hi), precision, roots);
  for (const dyadic& x : roots) out.push_back({x, multiplicity});
}

/// 2^k above all roots of p in modulus (Cauchy).
dyadic root_bound(const polynomial& p) {
  unsigned most = 0;
  for (const integer& x : p)
    if (x != 0) most = std::max(most, static_cast<unsigned>(msb(abs(x))));
  const unsigned leading = static_cast<unsigned>(msb(abs(p.back())));
  return {integer(1) << (most + 2 - leading), 0};
}

/// All in [from, to] of a polynomial that is not zero.
std::vector<dyadic_root> all_roots(polynomial p, const dyadic& from, const dyadic& to, unsigned precision) {
  make_primitive(p);
  std::vector<dyadic_root> out;
  if (degree(p) == 0) return out;
  std::vector<polynomial> chain = sturm_chain(p);
  if (degree(chain.back()) == 0) {
    list_roots(chain, from, to, 1, precision, out);
    return out;
  }
  // Square-free factors: w holds the roots of multiplicity m and more, once each; c holds what is left (Musser 1971).
  polynomial c = chain.back();
  polynomial w = quotient(p, c);
  for (int m = 1; degree(w) > 0; ++m) {
    const polynomial y = greatest_common_divisor(w, c);
    const polynomial factor = quotient(w, y);
    if (degree(factor) > 0) list_roots(sturm_chain(factor), from, to, m, precision, out);
    w = y;
    c = quotient(c, y);
  }
  std::sort(out.begin(), out.end(), [](const dyadic_root& x, const dyadic_root& y) { return less(x.value, y.value); });
  return out;
}

template <class Root, class T>
std::vector<Root> roots_in(std::span<const T> a, T lo, T hi) {
  const polynomial p = to_integers(a);
  const dyadic bound = root_bound(p);
  const auto end = [&](T x) {
    if (std::isinf(high(x))) return dyadic{high(x) < 0 ? integer(-bound.numerator) : bound.numerator, 0};
    return to_dyadic(x);
  };
  using number = decltype(Root::value);
  std::vector<Root> out;
  for (const dyadic_root& r : all_roots(p, end(lo), end(hi), std::is_same_v<number, dd> ? 132 : 66))
    out.push_back({to_number<number>(r.value), r.multiplicity});
  return out;
}

}  // namespace

int exact_sign(std::span<const double> a, double x) {
  const polynomial p = to_integers(a);
  return p.empty() ? 0 : sign_at(p, to_dyadic(x));
}
int exact_sign(std::span<const dd> a, dd x) {
  const polynomial p = to_integers(a);
  return p.empty() ? 0 : sign_at(p, to_dyadic(x));
}

std::vector<exact_root> exact_real_roots(std::span<const double> a, double lo, double hi) {
  return roots_in<exact_root>(a, lo, hi);
}
std::vector<exact_dd_root> exact_real_roots(std::span<const dd> a, dd lo, dd hi) {
  return roots_in<exact_dd_root>(a, lo, hi);
}

std::vector<double> taylor_coefficients(std::span<const dd> a, dd x) {
  int least;
  polynomial t = to_integers(a, least);
  const dyadic at = to_dyadic(x);
  // In z = 2^bits (y - x), times 2^(bits n).
  const std::size_t n = t.size();
  for (std::size_t k = 0; k < n; ++k) t[k] <<= static_cast<unsigned>(at.bits * (n - 1 - k));
  for (std::size_t m = 0; m < n; ++m) {
    for (std::size_t k = n - 1; k-- > m;) t[k] += t[k + 1] * at.numerator;
  }
  std::vector<double> result(a.size(), 0.0);
  for (std::size_t m = 0; m < n; ++m) {
    const long double value = to_long_double({t[m], at.bits * static_cast<unsigned>(n - 1 - m)});
    result[m] = static_cast<double>(std::ldexp(value, least));
  }
  return result;
}

}  // namespace vieta::test
