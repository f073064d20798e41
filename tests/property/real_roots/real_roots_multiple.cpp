// real_roots on products of linear factors with small integer coefficients, one of them squared: exact in T by
// construction, so that the roots are known, and which one is multiple. VIETA_RANDOM_COUNT: polynomials of each degree.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <random>

#include "oracles/real_roots/random_count.hpp"
#include "oracles/real_roots/real_roots_run.hpp"

namespace vieta::test {
namespace {

struct rational {
  int over, under;  // under > 0
  double value() const { return static_cast<double>(over) / under; }
};

/// Polynomials of one degree with one multiple root each, all roots between -1 and 1 but perhaps simple ones beyond.
template <class T>
struct products {
  int degree;
  std::vector<T> numbers;
  std::vector<std::vector<double>> roots;  // in [-1, 1], ascending
  std::vector<double> multiple;

  polynomial_batch<T> view() const { return {numbers.data(), roots.size(), degree}; }
};

template <class T>
products<T> make_products(int degree, int multiplicity, int count, std::mt19937_64& random) {
  const std::int64_t most = std::int64_t{1} << std::numeric_limits<T>::digits;
  products<T> all{degree, {}, {}, {}};
  while (static_cast<int>(all.roots.size()) < count) {
    std::vector<rational> distinct;
    while (static_cast<int>(distinct.size()) < degree - multiplicity + 1) {
      rational r{std::uniform_int_distribution<int>(-13, 13)(random),
                 std::uniform_int_distribution<int>(1, 13)(random)};
      const int common = std::gcd(r.over, r.under);
      r = {r.over / common, r.under / common};
      const bool first = distinct.empty();
      bool usable = std::abs(r.over) != r.under && !(first && (r.over == 0 || std::abs(r.over) > r.under));
      for (const rational& other : distinct) usable &= other.over * r.under != r.over * other.under;
      if (usable) distinct.push_back(r);
    }
    std::vector<std::int64_t> a = {1};
    bool fits = true;
    for (int factor = 0; factor < degree && fits; ++factor) {
      const rational& r = distinct[static_cast<std::size_t>(std::max(0, factor - multiplicity + 1))];
      a.push_back(0);
      for (std::size_t k = a.size(); k-- > 0;) {
        a[k] = (k > 0 ? r.under * a[k - 1] : 0) - r.over * a[k];
        fits &= std::abs(a[k]) < most;
      }
    }
    if (!fits) continue;
    for (const std::int64_t a_k : a) all.numbers.push_back(static_cast<T>(a_k));
    std::vector<double> inside;
    for (const rational& r : distinct)
      if (std::abs(r.value()) < 1) inside.push_back(r.value());
    std::sort(inside.begin(), inside.end());
    all.roots.push_back(inside);
    all.multiple.push_back(distinct[0].value());
  }
  return all;
}

template <class T>
class RealRootsMultiple : public testing::Test {
 protected:
  static std::string describe(const products<T>& all, std::size_t i) {
    std::string text = "coefficients:";
    const std::size_t size = static_cast<std::size_t>(all.degree) + 1;
    for (std::size_t k = 0; k < size; ++k)
      text += ' ' + std::to_string(static_cast<std::int64_t>(all.numbers[i * size + k]));
    return text;
  }

  /// By every method, on every SIMD level: f(products, answer i, i).
  template <class F>
  void for_all(int multiplicity, int highest, int count, const F& f) {
    for (const isa level : levels_here()) {
      const at_level here(level);
      std::mt19937_64 random(static_cast<std::uint64_t>(multiplicity));
      for (int degree = multiplicity; degree <= highest; ++degree) {
        const products<T> all = make_products<T>(degree, multiplicity, count, random);
        for (const real_roots_method method : all_methods) {
          const auto result = real_roots(all.view(), {-1, 1}, options_for<T>(method));
          for (std::size_t i = 0; i < result.count; ++i) {
            SCOPED_TRACE(std::string(name(level)) + ", " + text(method) + ", " + describe(all, i));
            f(all, listed(result, i), i);
            if (this->HasFailure()) return;
          }
        }
      }
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRootsMultiple, Scalars);

// In double the noise hides no other root. In float it may hide a whole cluster, of which one change of sign is left;
// that is `clustered` then, never `ok`.
TYPED_TEST(RealRootsMultiple, ExactDoubleRootsAreTouches) {
  int wrong = 0;
  this->for_all(2, 7, random_count(2000),
                [&](const products<TypeParam>& all, const listed_roots& found, std::size_t i) {
                  wrong += found.status == real_roots_status::ok || found.status == real_roots_status::unresolved;
                  if constexpr (sizeof(TypeParam) == 8) {
                    EXPECT_EQ(found.status, real_roots_status::touching);
                    ASSERT_EQ(static_cast<std::size_t>(found.count), all.roots[i].size());
                    for (int k = 0; k < found.count; ++k) {
                      const double root = all.roots[i][static_cast<std::size_t>(k)];
                      EXPECT_NEAR(found.roots[static_cast<std::size_t>(k)], root, 1e-5);
                      EXPECT_EQ((found.touching >> k & 1) != 0, root == all.multiple[i]) << root;
                    }
                  }
                });
  EXPECT_EQ(wrong, 0);
}

// A place that is met exactly has derivatives that are all noise.
TYPED_TEST(RealRootsMultiple, QuintupleRootsAreNeverOk) {
  int wrong = 0;
  this->for_all(5, 7, random_count(300), [&](const products<TypeParam>&, const listed_roots& found, std::size_t) {
    wrong += found.status == real_roots_status::ok;
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace vieta::test
