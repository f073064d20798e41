// The public interface of real_roots on the CPU: every hard case by every method and SIMD level, layouts, threads,
// lanes.
#include "vieta/real_roots.hpp"

#include <gtest/gtest.h>

#include "oracles/real_roots/real_roots_batch.hpp"
#include "oracles/real_roots/real_roots_cases.hpp"
#include "oracles/real_roots/real_roots_touches_in_noise.hpp"
#include "real_roots/to_unit.hpp"

namespace vieta::test {
namespace {

template <class T>
class RealRoots : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(RealRoots, Scalars);

TYPED_TEST(RealRoots, EveryHardCase) {
  for (const isa level : levels_here()) {
    const at_level lowered(level);
    for (const real_roots_method method : all_methods) {
      SCOPED_TRACE(std::string(name(level)) + ", " + text(method));
      for (const real_roots_case& c : real_roots_cases()) {
        if (!applies<TypeParam>(c)) continue;
        EXPECT_EQ(
            mismatch<TypeParam>(c, solve_alone<TypeParam>(c.coefficients, c.lo, c.hi, options_for<TypeParam>(method))),
            "");
      }
    }
  }
}

TYPED_TEST(RealRoots, EveryHardCaseAmongOthers) {
  for (const real_roots_method method : all_methods) {
    SCOPED_TRACE(text(method));
    for (const real_roots_case& c : real_roots_cases()) {
      if (!applies<TypeParam>(c)) continue;
      batch<TypeParam> all = mixture<TypeParam>(static_cast<int>(c.coefficients.size()) - 1, 40, 41);
      for (std::size_t k = 0; k < c.coefficients.size(); ++k) {
        all.numbers[17 * c.coefficients.size() + k] = static_cast<TypeParam>(c.coefficients[k]);
      }
      const real_interval<TypeParam> interval{static_cast<TypeParam>(c.lo), static_cast<TypeParam>(c.hi)};
      EXPECT_EQ(mismatch<TypeParam>(c, listed(real_roots(all.view(), interval, options_for<TypeParam>(method)), 17)),
                "");
    }
  }
}

TYPED_TEST(RealRoots, EveryHardCaseWithLeadingZeros) {
  for (const real_roots_method method : all_methods) {
    SCOPED_TRACE(text(method));
    for (const std::size_t size : {25u, 34u, 65u}) {
      for (const real_roots_case& c : real_roots_cases()) {
        if (!applies<TypeParam>(c) || c.coefficients.size() > size || c.coefficients.size() > 12) continue;
        std::vector<double> padded = c.coefficients;
        padded.resize(size, 0.0);
        EXPECT_EQ(mismatch<TypeParam>(c, solve_alone<TypeParam>(padded, c.lo, c.hi, options_for<TypeParam>(method))),
                  "");
      }
    }
  }
}

TYPED_TEST(RealRoots, NeighboursInOtherLanesChangeNothing) {
  constexpr TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  const TypeParam poisons[] = {
      std::numeric_limits<TypeParam>::quiet_NaN(), infinity, -infinity, 0, std::numeric_limits<TypeParam>::max(),
      std::numeric_limits<TypeParam>::denorm_min()};
  for (const isa level : levels_here()) {
    const at_level lowered(level);
    for (const real_roots_method method : all_methods) {
      for (const int degree : {1, 2, 3, 5, 10, 18, 24, 40}) {
        SCOPED_TRACE(std::string(name(level)) + ", " + text(method) + ", degree " + std::to_string(degree));
        const batch<TypeParam> clean = mixture<TypeParam>(degree, 150, 42);
        const std::size_t row = static_cast<std::size_t>(degree) + 1;
        const auto options = options_for<TypeParam>(method, 1e-4);
        const auto expected = real_roots(clean.view(), {-1, 1}, options);
        for (std::size_t i = 0; i < clean.count(); i += 7) {
          const auto alone = real_roots(std::span(clean.numbers).subspan(i * row, row), {-1, 1}, options);
          ASSERT_EQ(difference(expected, i, alone, 0), "") << "polynomial " << i << " alone";
        }
        batch<TypeParam> poisoned = clean;
        std::size_t which = 0;
        for (std::size_t i = 0; i < poisoned.count(); ++i) {
          if (i % 5 == 1 || i % 5 == 2) continue;
          const std::size_t place = i % 2 ? 0 : degree;  // or all of them
          for (std::size_t k = 0; k < row; ++k) {
            if (i % 3 == 0 || k == place) poisoned.numbers[i * row + k] = poisons[which % std::size(poisons)];
          }
          ++which;
        }
        const auto result = real_roots(poisoned.view(), {-1, 1}, options);
        for (std::size_t i = 0; i < poisoned.count(); ++i) {
          if (i % 5 == 1 || i % 5 == 2)
            ASSERT_EQ(difference(expected, i, result, i), "") << "polynomial " << i;
          else
            ASSERT_LE(result.counts[i], degree);
        }
      }
    }
  }
}

// Each polynomial is brought to the unit interval by a power of two of its own, so that p(2^-s x) 2^t has the roots of
// p times 2^s, to the last bit; what leaves the range of T that way takes the careful path.
TYPED_TEST(RealRoots, PowersOfTwoMoveRootsInIntervalsWithoutEnd) {
  constexpr TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  const std::pair<TypeParam, TypeParam> intervals[] = {{-infinity, infinity}, {0, infinity}, {-infinity, 0}};
  for (const isa level : levels_here()) {
    const at_level lowered(level);
    for (const real_roots_method method : all_methods) {
      for (const int degree : {1, 2, 3, 4, 5, 10, 18, 40}) {
        SCOPED_TRACE(std::string(name(level)) + ", " + text(method) + ", degree " + std::to_string(degree));
        const batch<TypeParam> clean = mixture<TypeParam>(degree, 70, 42);
        const std::size_t row = static_cast<std::size_t>(degree) + 1;
        batch<TypeParam> moved = clean;
        const auto shift = [](std::size_t i) { return static_cast<int>(i % 7) - 3; };
        for (std::size_t i = 0; i < moved.count(); ++i)
          for (std::size_t k = 0; k < row; ++k)
            moved.numbers[i * row + k] = std::ldexp(moved.numbers[i * row + k], 5 - shift(i) * static_cast<int>(k));
        const auto options = options_for<TypeParam>(method);
        for (const auto& [lo, hi] : intervals) {
          const auto expected = real_roots(clean.view(), {lo, hi}, options);
          const auto found = real_roots(moved.view(), {lo, hi}, options);
          for (std::size_t i = 0; i < clean.count(); ++i) {
            if (i % 7 == 0) {
              const auto alone = real_roots(std::span(moved.numbers).subspan(i * row, row), {lo, hi}, options);
              ASSERT_EQ(difference(found, i, alone, 0), "") << "polynomial " << i << " alone";
            }
            TypeParam scaled[65];
            const TypeParam* const first = clean.numbers.data() + i * row;
            if (to_unit(first, 1, degree, real_interval<TypeParam>{lo, hi}, scaled, 1) == does_not_fit) continue;
            ASSERT_EQ(found.counts[i], expected.counts[i]) << "polynomial " << i;
            ASSERT_EQ(found.statuses[i], expected.statuses[i]) << "polynomial " << i;
            for (std::size_t k = 0; k < found.counts[i]; ++k) {
              const std::size_t at = i * static_cast<std::size_t>(degree) + k;
              ASSERT_EQ(found.values[at], std::ldexp(expected.values[at], shift(i))) << "polynomial " << i;
            }
          }
        }
      }
    }
  }
}

// Half of the roots within a thousandth: between them all is noise, which no fast kernel decides. Among them some that
// the chain in lanes does not take either.
TYPED_TEST(RealRoots, WhatIsLeftOverIsSolvedTogetherAsAlone) {
  for (const isa level : levels_here()) {
    const at_level lowered(level);
    for (const real_roots_method method : all_methods) {
      for (const int degree : {2, 3, 4, 7, 16, 20, 40}) {
        SCOPED_TRACE(std::string(name(level)) + ", " + text(method) + ", degree " + std::to_string(degree));
        std::mt19937_64 random(43);
        batch<TypeParam> all{degree, {}};
        for (int i = 0; i < 40; ++i) {
          std::vector<double> a = clustered<TypeParam>(degree, 1e-3, random);
          if (i % 10 == 3) a.front() = 0;
          if (i % 10 == 5) a.back() = std::numeric_limits<double>::quiet_NaN();
          if (i % 10 == 7) a.back() = 0;
          if (i % 10 == 9) std::fill(a.begin(), a.end(), 0.0);
          all.add(a);
        }
        const auto options = options_for<TypeParam>(method, 1e-4);
        const auto together = real_roots(all.view(), {-1, 1}, options);
        const std::size_t row = static_cast<std::size_t>(degree) + 1;
        for (std::size_t i = 0; i < all.count(); ++i) {
          const auto alone = real_roots(std::span(all.numbers).subspan(i * row, row), {-1, 1}, options);
          ASSERT_EQ(difference(together, i, alone, 0), "") << "polynomial " << i;
        }
      }
    }
  }
}

// The sign variations of two complex roots may vanish when an interval is halved, or may never have been there, near an
// end. Then control points within the noise are all that tells of a touch.
TYPED_TEST(RealRoots, TouchesWithinTheNoiseAreListed) {
  for (const int degree : {2, 3, 4, 5, 6, 8, 11, 12, 16, 20, 24}) {
    for (const int others : {0, 1, degree / 2}) {
      for (const double reach : {1.0, 0.25}) {
        const touches_in_noise<TypeParam> all(degree, 4000, others, reach);
        EXPECT_GT(all.clear(), 800u);
        for (const isa level : levels_here()) {
          const at_level lowered(level);
          for (const real_roots_method method : all_methods) {
            const auto found = real_roots(all.view(), {-1, 1}, options_for<TypeParam>(method));
            EXPECT_EQ(all.missed(found), 0u) << "degree " << degree << ", " << others << " other real roots, reach "
                                             << reach << ", " << name(level) << ", " << text(method);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace vieta::test
