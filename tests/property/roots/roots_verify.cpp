// What `verify` says of true results, and of discs whose number of roots is known because the polynomial is made of its
// roots: a true result is never said not to hold, and no test proves what is false. VIETA_RANDOM_COUNT: how many of
// each.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "oracles/real_roots/random_count.hpp"
#include "verify/roots/quick/quick_count.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/roots.hpp"
#include "vieta/verify.hpp"

namespace vieta {
namespace {

#ifdef VIETA_HAVE_ARB

class random_source {
 public:
  explicit random_source(unsigned seed) : engine_(seed) {}
  int pick(int least, int most) { return std::uniform_int_distribution(least, most)(engine_); }
  bool one_in(int n) { return pick(1, n) == 1; }

 private:
  std::mt19937 engine_;
};

std::string number(random_source& random) {
  switch (random.pick(0, 4)) {
    case 0:
      return "10^" + std::to_string(random.pick(0, 60));
    case 1:
      return std::to_string(random.pick(-9, 9)) + "/" + std::to_string(random.pick(1, 9));
    case 2:
      return "(1+" + std::to_string(random.pick(-3, 3)) + "/10^" + std::to_string(random.pick(5, 40)) + ")";
    default:
      return std::to_string(random.pick(-20, 20));
  }
}

// A product of powers of linear factors, and sometimes of one without rational roots.
std::string product(random_source& random, bool is_real) {
  std::string text = "1";
  for (int k = random.pick(1, 5); k > 0; --k) {
    const std::string imaginary = is_real || random.one_in(3) ? "" : "-" + number(random) + "*i";
    text +=
        "*(x-(" + number(random) + ")" + imaginary + ")^" + std::to_string(random.one_in(2) ? 1 : random.pick(2, 4));
  }
  if (random.one_in(3))
    text += "*(x^" + std::to_string(random.pick(2, 9)) + "-" + std::to_string(random.pick(1, 5)) + "*x-" +
            std::to_string(random.pick(1, 9)) + (is_real ? "" : "*i") + ")^" + std::to_string(random.pick(1, 3));
  return text;
}

TEST(Verify, TrueResultsAreNotRefuted) {
  random_source random(47);
  int undecided = 0;
  const int count = test::random_count(300);
  for (int i = 0; i < count; ++i) {
    const std::string text = product(random, random.one_in(2));
    const polynomial p = polynomial::parse(text);
    if (p.degree() < 1) continue;
    roots_options options;
    options.on.place = where::cpu, options.on.threads = 1;
    options.digits = random.one_in(4) ? random.pick(16, 60) : 15;
    std::string region;
    switch (random.pick(0, 5)) {
      case 0:
        options.region.real_only = true;
        region = " on the real axis";
        break;
      case 1:
        options.region.in_disc = {{static_cast<double>(random.pick(-3, 3)), 0},
                                  static_cast<double>(random.pick(1, 20))};
        region = " in a disc";
        break;
      case 2:
        options.region.in_box = {static_cast<double>(random.pick(-20, 0)), static_cast<double>(random.pick(0, 20)), -3,
                                 static_cast<double>(random.pick(0, 3))};
        region = " in a box";
        break;
      default:
        break;
    }
    const roots_result r = roots(p, options);
    verify_options work;
    work.threads = 1;
    const verification v = verify(p, r, work);
    EXPECT_TRUE(v.holds || !v.decided) << text << region << ": " << v.complaints[0];
    undecided += v.holds ? 0 : 1;
    if (HasFailure()) return;
  }
  EXPECT_LE(undecided, 1 + count / 50);
  RecordProperty("undecided", undecided);
}

// Discs about roots that are Gaussian integers over 8, of every size from much too small to much too large.
// What is multiplied out, and the same with one claim changed.
TEST(Verify, WholeRoots) {
  random_source random(7);
  for (int trial = 0; trial < test::random_count(300); ++trial) {
    std::string text = std::to_string(random.pick(1, 9));
    for (int factor = random.pick(1, 8); factor > 0; --factor)
      text += "*(x-" + std::to_string(random.pick(0, 40)) + ")^" + std::to_string(random.pick(1, 3));
    const polynomial p = polynomial::parse(text);
    const roots_result result = roots(p);
    ASSERT_TRUE(verify(p, result).holds) << text;
    for (int forgery = 0; forgery < 5; ++forgery) {
      roots_result other = result;
      root& z = other.roots[static_cast<std::size_t>(random.pick(0, static_cast<int>(other.roots.size()) - 1))];
      if (forgery == 0) z.value += random.one_in(2) ? 1 : -1;
      if (forgery == 1) ++z.multiplicity;
      if (forgery == 2) z.status = z.status == root_status::multiple ? root_status::isolated : root_status::multiple;
      if (forgery == 3) z.imaginary = true;
      if (forgery == 4) other.roots.push_back(other.roots.back());
      EXPECT_FALSE(verify(p, other).holds) << text << ", forgery " << forgery;
    }
  }
}

TEST(Verify, DoublesProveNothingFalse) {
  random_source random(48);
  int proven = 0, right = 0;
  for (int i = 0; i < test::random_count(300); ++i) {
    const bool is_real = random.one_in(2);
    std::vector<std::pair<int, int>> roots;
    std::string text = "1";
    const int size = random.one_in(2) ? 8 : 60;
    for (int k = random.pick(6, 12); k > 0; --k) {
      const int a = random.pick(-size, size), b = random.pick(-size, size);
      if (is_real) {
        text += "*((8*x-" + std::to_string(a) + ")^2+" + std::to_string(b * b) + ")";
        roots.emplace_back(a, b), roots.emplace_back(a, -b);
      } else {
        text += "*(8*x-(" + std::to_string(a) + ")-(" + std::to_string(b) + ")*i)*(x-" + std::to_string(k) + ")";
        roots.emplace_back(a, b), roots.emplace_back(8 * k, 0);
      }
    }
    const polynomial p = polynomial::parse(text);
    const checking::quick_counter counter(p.data());
    ASSERT_TRUE(counter.is_usable()) << text;
    std::vector<checking::disc> discs;
    std::vector<int> counts;
    for (const auto& [a, b] : roots) {
      for (int k = 0; k < 4; ++k) {
        // Distances in units of 2^-e.
        const int e = random.pick(4, 70), dx = random.pick(-5, 5), dy = random.pick(-5, 5), r = random.pick(1, 8);
        const double unit = std::ldexp(1.0, -e);
        exact::real re = exact::from_double(a / 8.0), im = exact::from_double(b / 8.0);
        re = exact::add(re, exact::from_double(dx * unit)), im = exact::add(im, exact::from_double(dy * unit));
        const exact::real radius = exact::from_double(r * unit);
        int inside = 0;
        for (const auto& [x, y] : roots) {
          const exact::real u = exact::subtract(re, exact::from_double(x / 8.0)),
                            v = exact::subtract(im, exact::from_double(y / 8.0));
          const exact::real square = exact::add(exact::multiply(u, u), exact::multiply(v, v));
          if (exact::compare(square, exact::multiply(radius, radius)) <= 0) ++inside;
        }
        discs.push_back({re, im, radius});
        counts.push_back(inside);
      }
    }
    const std::vector<bool> found = counter.hold_one(discs);
    for (std::size_t k = 0; k < discs.size(); ++k) {
      ASSERT_TRUE(!found[k] || counts[k] == 1) << text << ", disc " << k;
      proven += found[k] ? 1 : 0;
      right += counts[k] == 1 ? 1 : 0;
    }
  }
  EXPECT_GT(proven, right / 8);
}

#endif

}  // namespace
}  // namespace vieta
