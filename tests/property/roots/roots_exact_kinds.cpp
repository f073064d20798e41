// What exact coefficients decide, a thousand generated polynomials for each kind (VIETA_RANDOM_COUNT says how many; ten
// thousand take 40 s), whose roots are known because the polynomials are made of them: multiplicities and reality,
// roots on borders (at square roots, too), and pairs that are as close as nobody would believe. Comparisons are of
// integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "exact/integer.hpp"
#include "oracles/real_roots/random_count.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"

namespace vieta {
namespace {

#ifdef VIETA_HAVE_ARB

using exact::integer;
using integers = std::vector<integer>;

constexpr int usual = 1000;

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

roots_result solve(const integers& a, const roots_region& region = {}, int digits = 15) {
  roots_options options;
  options.on.place = where::cpu;
  options.on.threads = 1;
  options.digits = digits;
  options.region = region;
  return roots(of(a), options);
}

exact::real fraction(const integer& n, const integer& d) { return {n, d, 0, 0}; }

// Whether x lies in the disc, as it is given in decimals or doubles; im: of a real x it has to be 0.
bool holds(const roots_result& r, std::size_t k, const exact::real& x) {
  exact::real centre = exact::from_double(r.roots[k].value.real()), radius = exact::from_double(r.roots[k].radius);
  if (!r.decimal.empty() &&
      !(exact::parse_real(r.decimal[k].re, centre) && exact::parse_real(r.decimal[k].radius, radius)))
    return false;
  exact::real distance = exact::subtract(centre, x);
  if (distance.numerator < 0) distance = exact::negate(std::move(distance));
  return exact::compare(distance, radius) <= 0;
}

class random_source {
 public:
  explicit random_source(unsigned seed) : engine_(seed) {}
  int pick(int least, int most) { return std::uniform_int_distribution(least, most)(engine_); }
  bool one_in(int n) { return pick(1, n) == 1; }

 private:
  std::mt19937 engine_;
};

TEST(ExactKinds, MultiplicityAndReality) {
  random_source random(1);
  for (int i = 0; i < test::random_count(usual); ++i) {
    std::map<std::pair<int, int>, int> real;  // numerator of 1 / 840, 840: multiplicity
    integers p = {1};
    std::int64_t pairs = 0;
    for (int k = random.pick(1, 4); k > 0; --k) {
      const int d = random.pick(1, 8), n = random.pick(-20, 20), m = random.one_in(3) ? random.pick(2, 4) : 1;
      for (int j = 0; j < m; ++j) p = times(p, {-n, d});
      real[{n * (840 / d), 840}] += m;
    }
    // (x - a/b)^2 + (c/b)^2: (b x - a)^2 + c^2
    if (random.one_in(2)) {
      const int a = random.pick(-9, 9), b = random.pick(1, 5), c = random.pick(1, 7), m = random.one_in(3) ? 2 : 1;
      for (int j = 0; j < m; ++j) p = times(p, {a * a + c * c, -2 * a * b, b * b});
      pairs = m;
    }
    const roots_result r = solve(p);
    ASSERT_EQ(r.status, roots_status::complete) << i;
    std::int64_t others = 0;
    for (std::size_t k = 0; k < r.roots.size(); ++k) {
      const root& z = r.roots[k];
      EXPECT_EQ(z.status, z.multiplicity == 1 ? root_status::isolated : root_status::multiple) << i;
      if (!z.real) {
        others += z.multiplicity;
        continue;
      }
      const auto known = std::find_if(real.begin(), real.end(), [&](const auto& x) {
        return holds(r, k, fraction(x.first.first, x.first.second));
      });
      ASSERT_NE(known, real.end()) << i << ": " << z.value;
      EXPECT_EQ(z.multiplicity, known->second) << i;
      real.erase(known);
    }
    EXPECT_TRUE(real.empty()) << i;
    EXPECT_EQ(others, 2 * pairs) << i;
    if (HasFailure()) return;
  }
}

std::int64_t count_of(const roots_result& r) {
  std::int64_t roots = 0;
  for (const root& z : r.roots) roots += z.multiplicity;
  return roots;
}

// c +- r and a pair c + r (u +- i v) / w on the circle, u^2 + v^2 = w^2; others within or without.
TEST(ExactKinds, RootsOnCircles) {
  constexpr int triples[][3] = {{3, 4, 5}, {5, 12, 13}, {8, 15, 17}, {7, 24, 25}, {20, 21, 29}};
  random_source random(2);
  for (int i = 0; i < test::random_count(usual); ++i) {
    const int q = random.pick(1, 9), c = random.pick(-12, 12), r = random.pick(1, 30);  // over q
    integers p = {1};
    std::int64_t inside = 0;
    for (int sign : {-1, 1}) {
      if (random.one_in(2)) p = times(p, {-(c + sign * r), q}), ++inside;
    }
    if (random.one_in(2)) {
      const auto& [u, v, w] = triples[random.pick(0, 4)];
      // w (q x - c) = r (u +- i v): its square is |...|^2 = (r w)^2
      const int a = w * q, b = w * c + r * (random.one_in(2) ? u : -u), m = random.one_in(4) ? 2 : 1;
      for (int j = 0; j < m; ++j)
        p = times(p, {integer(b) * b + integer(r) * r * v * v, integer(-2) * a * b, integer(a) * a});
      inside += 2 * m;
    }
    for (int k = random.pick(0, 2); k > 0; --k) {
      const int n = random.pick(-60, 60);
      p = times(p, {-n, q});
      inside += std::abs(n - c) <= r;
    }
    if (p.size() == 1) continue;
    roots_region region;
    region.in_disc = roots_region::disc{};
    region.in_disc->exact_re = std::to_string(c) + '/' + std::to_string(q);
    region.in_disc->exact_radius = std::to_string(r) + '/' + std::to_string(q);
    const roots_result found = solve(p, region);
    ASSERT_EQ(found.status, roots_status::complete) << i;
    ASSERT_EQ(count_of(found), inside) << i;
  }
}

// |x - c|^2 = r for a fraction r that may be no square: c +- r^(1/2), and pairs.
TEST(ExactKinds, RootsOnCirclesOfSquareRoots) {
  random_source random(3);
  for (int i = 0; i < test::random_count(usual); ++i) {
    const int q = random.pick(1, 5), c = random.one_in(2) ? 0 : random.pick(-7, 7), r = random.pick(2, 60);
    // (q x - c)^2 = r, in y = q x - c
    integers p = {1};
    std::int64_t inside = 0;
    const auto with_pair = [&](int a) {
      p = times(p, {integer(c) * c + 2 * a * c + r, integer(-2) * q * (c + a), integer(q) * q});
    };
    if (random.one_in(2)) p = times(p, {integer(c) * c - r, integer(-2) * q * c, integer(q) * q}), inside += 2;
    if (random.one_in(2)) {
      const int most = static_cast<int>(std::sqrt(r - 1));
      with_pair(random.pick(-most, most));  // y^2 - 2 a y + r
      inside += 2;
    }
    for (int k = random.pick(0, 2); k > 0; --k) {
      const int n = random.pick(-40, 40);
      p = times(p, {-n, q});
      inside += (n - c) * (n - c) <= r;
    }
    if (p.size() == 1) continue;
    roots_region region;
    region.in_disc = roots_region::disc{};
    region.in_disc->exact_re = std::to_string(c) + '/' + std::to_string(q);
    region.in_disc->exact_radius = "sqrt(" + std::to_string(r) + '/' + std::to_string(q * q) + ')';
    const roots_result found = solve(p, region);
    ASSERT_EQ(found.status, roots_status::complete) << i;
    ASSERT_EQ(count_of(found), inside) << i << ' ' << region.in_disc->exact_re << ' ' << region.in_disc->exact_radius;
  }
}

// Sides of boxes through roots: fractions, and square roots of them. Half-planes, strips and segments.
TEST(ExactKinds, RootsOnSides) {
  random_source random(4);
  for (int i = 0; i < test::random_count(usual); ++i) {
    integers p = {1};
    std::int64_t inside = 0;
    roots_region region;
    region.in_box = roots_region::box{0, INFINITY, -INFINITY, INFINITY};
    const int q = random.pick(1, 7);
    if (random.one_in(2)) {  // re >= s / q: a real root and a pair there, others beside it
      const int s = random.pick(-20, 20), v = random.pick(1, 9);
      region.in_box->exact_re0 = std::to_string(s) + '/' + std::to_string(q);
      if (random.one_in(2)) p = times(p, {-s, q}), ++inside;
      if (random.one_in(2)) p = times(p, {s * s + v * v, -2 * s * q, q * q}), inside += 2;
      for (int k = random.pick(1, 2); k > 0; --k) {
        const int n = random.pick(-30, 30);
        p = times(p, {-n, q});
        inside += n >= s;
      }
    } else {  // |re| <= r^(1/2) / q, of real roots alone
      const int r = random.pick(2, 50);
      region.real_only = random.one_in(2);
      region.in_box->exact_re1 = "sqrt(" + std::to_string(r) + '/' + std::to_string(q * q) + ')';
      region.in_box->exact_re0 = '-' + region.in_box->exact_re1;
      for (int k = random.pick(1, 2); k > 0; --k) p = times(p, {-r, 0, q * q}), inside += 2;
      for (int k = random.pick(0, 2); k > 0; --k) {
        const int n = random.pick(-20, 20);
        p = times(p, {-n, q});
        inside += n * n <= r;
      }
    }
    const roots_result found = solve(p, region);
    ASSERT_EQ(found.status, roots_status::complete) << i;
    ASSERT_EQ(count_of(found), inside) << i << ' ' << region.in_box->exact_re0;
  }
}

// n / d and n / d + 10^-k beside others, to k digits and some: two discs, and each holds its root.
TEST(ExactKinds, ClosePairs) {
  random_source random(5);
  for (int i = 0; i < test::random_count(usual); ++i) {
    const int d = random.pick(1, 9), n = random.pick(-30, 30), k = random.pick(3, 40);
    integer ten = 1;
    for (int j = 0; j < k; ++j) ten *= 10;
    integers p = times({-n, d}, {-(ten * n + d), ten * d});
    if (random.one_in(2)) p = times(p, {random.pick(1, 9), 0, 1});
    if (random.one_in(2)) p = times(p, {random.pick(300, 900), 7});
    const roots_result r = solve(p, {}, k + 4);
    ASSERT_EQ(r.status, roots_status::complete) << i;
    ASSERT_EQ(r.roots.size(), p.size() - 1)
        << i << ": " << n << '/' << d << ", 10^-" << k << ", degree " << p.size() - 1;
    const exact::real first = fraction(n, d), second = fraction(ten * n + d, ten * d);
    int of_first = 0, of_second = 0;
    for (std::size_t j = 0; j < r.roots.size(); ++j) {
      EXPECT_EQ(r.roots[j].status, root_status::isolated);
      if (!r.roots[j].real) continue;
      of_first += holds(r, j, first), of_second += holds(r, j, second);
    }
    ASSERT_EQ(of_first, 1) << i << ": 10^-" << k;
    ASSERT_EQ(of_second, 1) << i << ": 10^-" << k;
  }
}

// Multiple roots a few units in the last place of a double apart: each disc holds as many roots as it says, and none of
// those of another one. (A cluster whose centre became a double reached over the disc beside it.)
TEST(ExactKinds, DiscsOfRootsNextToEachOtherInDoubles) {
  random_source random(8);
  for (int i = 0; i < test::random_count(400); ++i) {
    const int a = random.pick(-20, 20), d = random.pick(1, 9);
    std::map<int, int> known;  // (a + away 10^-15) / d: away, how often
    for (int k = random.pick(2, 4); k > 0; --k) known[random.pick(-6, 6)] += random.pick(1, 3);
    std::string text = "1";
    for (const auto& [away, often] : known)
      text += "*(" + std::to_string(d) + "*x-(" + std::to_string(a) + ")-(" + std::to_string(away) + "e-15))^" +
              std::to_string(often);
    const roots_result r = roots(polynomial::parse(text));
    for (std::size_t k = 0; k < r.roots.size(); ++k) {
      const bool has_decimal = !r.decimal.empty();
      const long double re = has_decimal ? std::stold(r.decimal[k].re) : r.roots[k].value.real();
      const long double im = has_decimal ? std::stold(r.decimal[k].im) : r.roots[k].value.imag();
      const long double radius = has_decimal ? std::stold(r.decimal[k].radius) : r.roots[k].radius;
      if (!(r.roots[k].radius < 1)) continue;  // nothing is claimed
      const long double slack = 0x1p-61L * (std::fabs(re) + 0x1p-50L);
      int least = 0, most = 0;
      for (const auto& [away, often] : known) {
        const long double root = (static_cast<long double>(a) + static_cast<long double>(away) * 1e-15L) / d;
        const long double distance = std::hypot(re - root, im);
        least += distance <= radius - slack ? often : 0;
        most += distance <= radius + slack ? often : 0;
      }
      EXPECT_LE(least, r.roots[k].multiplicity) << text << ", disc " << k;
      EXPECT_GE(most, r.roots[k].multiplicity) << text << ", disc " << k;
    }
  }
}

TEST(ExactKinds, RootsOnBordersAtRootsOfFractions) {
  random_source random(7);
  for (int i = 0; i < test::random_count(usual) / 5; ++i) {
    const int k = random.pick(2, 4), n = random.pick(2, 30), d = random.pick(1, 4), o = random.pick(-5, 5);
    const double size = std::pow(static_cast<double>(n) / d, 1.0 / k);
    const std::string radical = "(" + std::to_string(n) + "/" + std::to_string(d) + ")^(1/" + std::to_string(k) + ")";
    const std::string power = ")^" + std::to_string(k) + "-" + std::to_string(n) + "/" + std::to_string(d) + ")";
    const int kind = random.pick(0, 2), multiplicity = random.one_in(4) ? 2 : 1;
    // x - o, or -i x - o
    std::string text = std::string(kind == 2 ? "((-i*x-(" : "((x-(") + std::to_string(o) + ")" + power + "^" +
                       std::to_string(multiplicity);
    if (kind == 0 && random.one_in(2)) {  // a turn by 45 degrees keeps the circle
      text = "((x-(" + std::to_string(o) + "))^" + std::to_string(2 * k) + "-i*" + std::to_string(n * n) + "/" +
             std::to_string(d * d) + ")";
    }
    std::int64_t expected = kind == 0 ? polynomial::parse(text).degree() : multiplicity;
    for (int j = random.pick(0, 2); j > 0; --j) {
      const int a = random.pick(-40, 40);
      const double x = a / 4.0;
      const double side = o + size;  // these are not looked at where they are fractions
      if (std::abs(std::abs(x - o) - size) < 1e-9 || std::abs(side) < 1e-9) continue;
      text += "*(4*x-(" + std::to_string(a) + "))";
      expected += kind == 0 ? std::abs(x - o) < size : kind == 1 ? x > side : 0 > side;
    }
    roots_options options;
    options.on.place = where::cpu, options.on.threads = 1;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (kind == 0)
      options.region.in_disc = {{static_cast<double>(o), 0}, 0, "", "", radical};
    else
      options.region.in_box = {-infinity, infinity, -infinity, infinity, "", "", "", ""};
    const std::string at = std::to_string(o) + "+" + radical;
    if (kind == 1) options.region.in_box->exact_re0 = at;
    if (kind == 2) options.region.in_box->exact_im0 = at;
    const roots_result r = roots(polynomial::parse(text), options);
    EXPECT_EQ(r.status, roots_status::complete) << text << " at " << at;
    EXPECT_EQ(r.report.at_border, 0) << text << " at " << at;
    EXPECT_EQ(count_of(r), expected) << text << " at " << at;
    if (HasFailure()) return;
  }
}

#else

TEST(ExactKinds, WithoutArb) { GTEST_SKIP() << "this build has no Arb"; }

#endif

}  // namespace
}  // namespace vieta
