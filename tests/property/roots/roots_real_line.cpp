// Real roots of exact polynomials without their other roots: beside roots that are known because the polynomial is made
// of them, and beside all complex roots.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exact/integer.hpp"
#include "roots/real_line/half_shift.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

using exact::integer;
using integers = std::vector<integer>;

#ifdef VIETA_HAVE_ARB

integers times(const integers& a, const integers& b) {
  integers product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}

polynomial of(const integers& a) {
  std::vector<std::string> text;
  text.reserve(a.size());
  for (const integer& x : a) text.push_back(x.str());
  return polynomial::from_decimal(text, {});
}

roots_result real_roots_of(const polynomial& p, int digits = 15, roots_method method = roots_method::automatic) {
  roots_options options;
  options.region.real_only = true;
  options.digits = digits;
  options.method = method;
  options.on.place = where::cpu;
  return roots(p, options);
}

// n / d beside centre and radius, in decimals where there are some.
bool holds(const roots_result& r, std::size_t k, int n, int d) {
  const long double x = static_cast<long double>(n) / static_cast<long double>(d);
  const bool has_decimal = !r.decimal.empty();
  const long double at = has_decimal ? std::stold(r.decimal[k].re) : r.roots[k].value.real();
  const long double radius = has_decimal ? std::stold(r.decimal[k].radius) : r.roots[k].radius;
  return std::fabs(at - x) <= radius + 0x1p-62L * std::fabs(x);
}

TEST(RealLine, ProductsOfRationalFactors) {
  std::mt19937 g(1);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(g); };
  for (int i = 0; i < 3000; ++i) {
    std::map<double, std::pair<int, int>> roots;  // value: numerator, denominator
    std::map<double, int> multiplicity;
    integers p = {1};
    for (int k = pick(1, 7); k > 0; --k) {
      const int n = pick(-12, 12), d = pick(1, 8), m = pick(0, 5) == 0 ? 2 : 1;
      for (int j = 0; j < m; ++j) p = times(p, {-n, d});
      roots[static_cast<double>(n) / d] = {n, d};
      multiplicity[static_cast<double>(n) / d] += m;
    }
    if (pick(0, 2) == 0) p = times(p, {pick(1, 9), 0, pick(1, 9)});  // not real
    const roots_result r = real_roots_of(of(p), pick(0, 3) == 0 ? 30 : 15);
    ASSERT_EQ(r.status, roots_status::complete) << of(p).degree();
    ASSERT_EQ(r.roots.size(), roots.size());
    std::vector<std::size_t> order(r.roots.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return r.roots[a].value.real() < r.roots[b].value.real(); });
    std::size_t k = 0;
    for (const auto& [x, fraction] : roots) {
      const root& z = r.roots[order[k]];
      EXPECT_TRUE(holds(r, order[k], fraction.first, fraction.second)) << x << ' ' << z.value;
      EXPECT_EQ(z.multiplicity, multiplicity[x]);
      EXPECT_EQ(z.status, z.multiplicity == 1 ? root_status::isolated : root_status::multiple);
      EXPECT_TRUE(z.real);
      ++k;
    }
  }
}

// Of so high a degree that all roots are looked for modulo a prime first; with x^2 - 2 they are no fractions alone.
TEST(RealLine, ManyFractions) {
  std::mt19937 g(11);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(g); };
  for (int i = 0; i < 12; ++i) {
    const int most_below = i % 3 == 0 ? 1 : 6;
    std::map<double, std::pair<int, int>> known;
    while (known.size() < 70) {
      const int n = pick(-300, 300), d = pick(1, most_below);
      known[static_cast<double>(n) / d] = {n, d};
    }
    integers p = {1};
    for (const auto& [x, fraction] : known) p = times(p, {-fraction.first, fraction.second});
    const bool has_others = i % 2 == 1;
    if (has_others) p = times(p, {-2, 0, 1});
    const roots_result r = real_roots_of(of(p), i % 4 == 0 ? 40 : 15);
    ASSERT_EQ(r.status, roots_status::complete);
    ASSERT_EQ(r.roots.size(), known.size() + (has_others ? 2 : 0));
    std::size_t held = 0;
    for (std::size_t k = 0; k < r.roots.size(); ++k) {
      EXPECT_TRUE(r.roots[k].real && r.roots[k].status == root_status::isolated);
      for (const auto& [x, fraction] : known)
        held += std::abs(x - r.roots[k].value.real()) < 1e-9 && holds(r, k, fraction.first, fraction.second);
    }
    EXPECT_EQ(held, known.size());
  }
}

// Descartes' rule says so at once for some of them.
// Long parts: roots modulo a prime are lifted until fractions are seen (PARI took 0.6 of the time of a search in
// intervals). Two of them may be nearer to each other than that tells apart, and not all roots need be fractions.
TEST(RealLine, FractionsWithLongParts) {
  const integer ten = 10;
  for (const int count : {6, 10, 26, 50}) {
    integers p{1};
    integer power = 1;
    for (int k = 1; k <= count; ++k) {
      power = power * ten;
      p = times(p, {-power - integer(1), power});
    }
    for (const int kind : {0, 1, 2}) {
      integers q = p;
      int more = 0;
      if (kind == 1) q = times(q, {-2, 0, 1}), more = 2;
      if (kind == 2)
        q = times(times(q, {-power * power * power - integer(1), power * power * power}), {3, 7}), more = 2;
      const roots_result r = real_roots_of(of(q), 40);
      ASSERT_EQ(r.status, roots_status::complete) << count << ' ' << kind;
      ASSERT_EQ(r.roots.size(), static_cast<std::size_t>(count + more)) << count << ' ' << kind;
      ASSERT_EQ(r.decimal.size(), r.roots.size());
      // 1 + 10^-k, as decimals: each in exactly one disc.
      for (int k = 1; k <= count; ++k) {
        int holding = 0;
        for (const auto& d : r.decimal) {
          exact::real_ball distance, radius;
          arb_set_str(distance.x, d.re.c_str(), 2000);
          arb_set_str(radius.x, d.radius.c_str(), 2000);
          exact::real_ball root;
          arb_set_str(root.x, ("1e-" + std::to_string(k)).c_str(), 2000);
          arb_add_ui(root.x, root.x, 1, 2000);
          arb_sub(distance.x, distance.x, root.x, 2000);
          arb_abs(distance.x, distance.x);
          holding += arb_gt(distance.x, radius.x) == 0 ? 1 : 0;
        }
        EXPECT_EQ(holding, 1) << count << ' ' << kind << ' ' << k;
      }
    }
  }
}

TEST(RealLine, NoRootsAndOne) {
  std::mt19937 g(12);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(g); };
  for (int i = 0; i < 1000; ++i) {
    integers p = {1};
    for (int k = pick(1, 6); k > 0; --k) {
      const int a = pick(-9, 9), b = pick(1, 5), c = pick(1, 9);
      p = times(p, {a * a + c * c, -2 * a * b, b * b});
    }
    ASSERT_TRUE(real_roots_of(of(p)).roots.empty());
    const int n = pick(-30, 30), d = pick(1, 9);
    const roots_result r = real_roots_of(of(times(p, {-n, d})));
    ASSERT_EQ(r.roots.size(), 1u);
    ASSERT_TRUE(holds(r, 0, n, d));
  }
}

// Truncated exponentials n! sum x^k / k! have no real root of even degree, and one of odd degree; a polynomial with the
// square of x^2 - 2 moved by one unit in any coefficient has two roots more, or none.
TEST(RealLine, LongCoefficientsThatCancel) {
  integers p = {1};
  for (int n = 1; n <= 120; ++n) {
    for (integer& a : p) a *= integer(n);
    p.push_back(1);
    const roots_result r = real_roots_of(of(p));
    ASSERT_EQ(r.status, roots_status::complete) << n;
    ASSERT_EQ(r.roots.size(), n % 2 == 0 ? 0u : 1u) << n;
  }
  integers nearly = {4, 0, -4, 0, 1};
  for (int k = 0; k < 40; ++k) {
    nearly = times(nearly, {1, 1, 1});
    for (const int move : {-1, 1}) {
      integers moved = nearly;
      for (integer& a : moved) a *= integer("1000000000000000000000000000000");
      moved[0] += move;
      const roots_result r = real_roots_of(of(moved));
      ASSERT_EQ(r.status, roots_status::complete) << k;
      ASSERT_EQ(r.roots.size(), move < 0 ? 4u : 0u) << k;
    }
  }
}

// The same roots as where all complex roots are found.
TEST(RealLine, RandomPolynomials) {
  std::mt19937 g(2);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(g); };
  for (int i = 0; i < 400; ++i) {
    integers p;
    const int kind = pick(0, 3), n = pick(1, kind == 0 ? 150 : 40);
    for (int k = 0; k <= n; ++k) {
      integer a = pick(-9, 9);
      if (kind == 1) a *= exact::integer(1) << static_cast<std::size_t>(pick(0, 200));
      p.push_back(a);
    }
    if (kind == 2) p = times(p, p);
    if (kind == 3) {
      integers spread(4 * p.size());  // in x^4, and a term that spoils it now and then
      for (std::size_t k = 0; k < p.size(); ++k) spread[4 * k] = p[k];
      if (pick(0, 1) == 0) spread[3] += 1;
      p = spread;
    }
    const polynomial q = of(p);
    if (q.degree() < 1) continue;
    const roots_result r = real_roots_of(q), all = real_roots_of(q, 15, roots_method::ehrlich_aberth);
    ASSERT_EQ(all.status, roots_status::complete) << i;
    ASSERT_EQ(r.status, roots_status::complete) << i;
    ASSERT_EQ(r.roots.size(), all.roots.size()) << i;
    for (std::size_t k = 0; k < r.roots.size(); ++k) {
      EXPECT_EQ(r.roots[k].multiplicity, all.roots[k].multiplicity) << i;
      EXPECT_LE(std::abs(r.roots[k].value - all.roots[k].value), r.roots[k].radius + all.roots[k].radius) << i;
    }
    if (i % 8 == 0) {
      const verification checked = verify(q, r);
      EXPECT_TRUE(checked.holds) << i << ' ' << (checked.complaints.empty() ? "" : checked.complaints[0]);
    }
  }
}

integers chebyshev(int n) {
  integers before = {1}, now = {0, 1};
  for (int k = 1; k < n; ++k) {
    integers next = times(now, {0, 2});
    for (std::size_t i = 0; i < before.size(); ++i) next[i] -= before[i];
    before = std::exchange(now, next);
  }
  return now;
}

TEST(RealLine, ChebyshevAndWilkinson) {
  for (const int n : {1, 2, 3, 20, 101, 260, 1000}) {
    const roots_result r = real_roots_of(of(chebyshev(n)));
    ASSERT_EQ(r.status, roots_status::complete);
    ASSERT_EQ(r.report.method, n == 1 ? "ehrlich-aberth" : "real-line");
    std::vector<double> found;
    for (const root& z : r.roots) found.push_back(z.value.real());
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k)
      EXPECT_NEAR(found[static_cast<std::size_t>(k)], -std::cos(3.14159265358979323846 * (2 * k + 1) / (2 * n)), 1e-15);
  }
  integers p = {1};
  for (int k = 1; k <= 100; ++k) p = times(p, {-k, 1});
  const roots_result r = real_roots_of(of(p));
  ASSERT_EQ(r.roots.size(), 100u);
  for (std::size_t k = 0; k < 100; ++k) EXPECT_EQ(r.roots[k].value.real(), static_cast<double>(k + 1));
}

// All integers, of either sign, far from 0, and spread widely; or one of them off by a little.
TEST(RealLine, IntegersAndWhatAlmostIsTheirProduct) {
  std::mt19937 g(4);
  const auto pick = [&](int least, int most) { return std::uniform_int_distribution(least, most)(g); };
  for (int i = 0; i < 120; ++i) {
    const int count = pick(8, 40), far = i % 5 == 0 ? (1 << 28) - 100000 : 0, step = i % 7 == 0 ? 1000 : i % 3 + 1;
    std::set<int> known;
    while (static_cast<int>(known.size()) < count) known.insert((i % 2 == 0 ? far : -far) + step * pick(-count, count));
    integers p = {i % 4 == 0 ? -1 : 1};
    for (const int root : known) p = times(p, {integer(-root), 1});
    const bool is_moved = i % 6 == 5;
    if (is_moved) p[0] += 3;  // no root is an integer then, or few are
    const roots_result r = real_roots_of(of(p));
    ASSERT_EQ(r.status, roots_status::complete);
    if (is_moved) {
      const roots_result all = vieta::roots(of(p));
      const auto real = std::count_if(all.roots.begin(), all.roots.end(), [](const root& z) { return z.real; });
      ASSERT_EQ(static_cast<std::ptrdiff_t>(r.roots.size()), real) << i;
      continue;
    }
    ASSERT_EQ(r.roots.size(), known.size()) << i;
    std::vector<std::size_t> order(r.roots.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return r.roots[a].value.real() < r.roots[b].value.real(); });
    std::size_t k = 0;
    for (const int root : known) ASSERT_TRUE(holds(r, order[k++], root, 1)) << i << ": " << root;
  }
}

// Roots that doubles do not tell apart are apart, and decimals say so (Mignotte 1982).
TEST(RealLine, RootsThatAreCloserThanDoubles) {
  for (const int n : {20, 60, 150}) {
    integers p(static_cast<std::size_t>(n) + 1);
    p[0] = -2, p[1] = 4000, p[2] = -2000000, p.back() += 1;
    const roots_result r = real_roots_of(of(p));
    EXPECT_EQ(r.status, roots_status::complete);
    ASSERT_EQ(r.roots.size(), 4u);
    ASSERT_EQ(r.decimal.size(), 4u);
    EXPECT_NE(r.decimal[0].re, r.decimal[1].re);
    EXPECT_TRUE(verify(of(p), r).holds);
  }
  const polynomial near = polynomial::parse("(x-1)*(x-1-1e-40)*(x+1)");
  EXPECT_EQ(real_roots_of(near).roots.size(), 3u);
  // One of both is a double, and its disc a point.
  const polynomial nearer = polynomial::parse("(x-1)^2*(x-1-1e-80)*(3x-1)");
  const roots_result apart = real_roots_of(nearer);
  ASSERT_EQ(apart.decimal.size(), 3u);
  EXPECT_NE(apart.decimal[1].re, apart.decimal[2].re);
  EXPECT_TRUE(verify(nearer, apart).holds);
  // One of two that are next to each other is in the disc, the other one is not.
  roots_options options;
  options.region.in_disc = {0.0, 1.0};
  const roots_result in_disc = roots(near, options);
  EXPECT_EQ(in_disc.status, roots_status::complete);
  ASSERT_EQ(in_disc.roots.size(), 2u);
  EXPECT_EQ(in_disc.decimal.size(), 2u);
}

// b / a and (b + 1) / a, or (b +- sqrt(2)) / a, of 700 digits; by themselves, and beside other factors. Thousands of
// halves away.
TEST(RealLine, LongQuadratics) {
  integer a = 1, b = 1;
  for (int k = 0; k < 828; ++k) a *= 7;
  for (int k = 0; k < 1466; ++k) b *= 3;
  for (const integers& pair :
       {integers{b * (b + 1), -a * (2 * b + 1), a * a}, integers{b * b - 2, -2 * a * b, a * a}}) {
    for (const integers& other : {integers{1}, integers{7, 1, 0, 0, 0, 1}}) {
      const integers p = times(pair, other);
      const roots_result r = real_roots_of(of(p));
      EXPECT_EQ(r.status, roots_status::complete);
      ASSERT_EQ(r.roots.size(), other.size() == 1 ? 2u : 3u);
      ASSERT_EQ(r.decimal.size(), r.roots.size());
      std::set<std::string> different;
      for (const auto& z : r.decimal) different.insert(z.re);
      EXPECT_EQ(different.size(), r.roots.size());
      EXPECT_TRUE(verify(of(p), r).holds);
    }
  }
  // 1 and 2 are exact: powers of two are.
  const roots_result exact = real_roots_of(polynomial::parse("x^2-3x+2"));
  ASSERT_EQ(exact.roots.size(), 2u);
  EXPECT_EQ(exact.roots[0].radius + exact.roots[1].radius, 0);
}

TEST(RealLine, BoxesAndComplexCoefficients) {
  roots_options options;
  options.region.real_only = true;
  options.region.in_box = {1, 1, 0, 0};
  const roots_result r = roots(polynomial::parse("(x-1)^2*(x-1-1e-80)*(3x-1)"), options);
  EXPECT_EQ(r.status, roots_status::complete);
  ASSERT_EQ(r.roots.size(), 1u);
  EXPECT_EQ(r.roots[0].multiplicity, 2);
  const roots_result complex = real_roots_of(polynomial::parse("(x-i)*(x-2)*(3x+1)^2*(x^2+2i*x-1)"));
  ASSERT_EQ(complex.roots.size(), 2u);
  EXPECT_EQ(complex.roots[0].multiplicity, 2);
  EXPECT_TRUE(complex.roots[1].real);
  EXPECT_TRUE(real_roots_of(polynomial::parse("x^4+3")).roots.empty());
  EXPECT_EQ(real_roots_of(polynomial::parse("x^100000-2")).roots.size(), 2u);
}

// More digits cost as many bits and hardly more, also where the polynomial cancels much (Bessel polynomials).
TEST(RealLine, DigitsCostTheirBits) {
  constexpr int n = 120;
  integers p(n + 1);
  integer value = 1;  // (2 n - k)! / (k! (n - k)!), from k = n down
  for (int k = n; k >= 0; --k) {
    p[static_cast<std::size_t>(k)] = value;
    if (k > 0) value = value * (2 * n - k + 1) * k / (n - k + 1);
  }
  roots_options options;
  const int few = roots(of(p), options).report.precision_bits;
  options.digits = 40;
  const roots_result more = roots(of(p), options);
  EXPECT_EQ(more.report.isolated, n);
  EXPECT_LT(more.report.precision_bits, few + 350);
  EXPECT_TRUE(verify(of(p), more).holds);
}

// ((t + 1) / 2)^h has coefficients that are all far below 1: where the high terms are small, nothing of them is left.
TEST(RealLine, SmallHighTermsAreShiftedToNothing) {
  for (const slong length : {161, 162, 200, 321, 322, 400, 641, 700}) {
    for (const long high : {-3, -1, 1, 2, 5, 100}) {
      real_line::integer_row c(length);
      fmpz_set_si(c[0], 7);
      fmpz_set_si(c[length - 1], high);
      double error = 0;
      const real_line::integer_row half = real_line::half_shift(c, true, error);
      ASSERT_EQ(half.size(), length);
      long sum = 0;
      for (slong k = 0; k < length; ++k) sum += fmpz_get_si(half[k]);
      EXPECT_LE(std::abs(static_cast<double>(sum - 7 - high)), error) << length << ' ' << high;
    }
  }
}

TEST(RealLine, StopsWhenAsked) {
  const polynomial p = of(chebyshev(200));
  std::atomic<bool> cancel = true;
  roots_options options;
  options.region.real_only = true;
  options.cancel = &cancel;
  const roots_result r = roots(p, options);
  EXPECT_EQ(r.status, roots_status::partial);
  EXPECT_EQ(r.report.stopped_by, "cancelled");
}

#endif

}  // namespace
}  // namespace vieta
