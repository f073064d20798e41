#include "vieta/minimax_rounded.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "minimax/rounded/rounded_check.hpp"
#include "minimax/rounded/truth.hpp"
#include "vieta/error.hpp"

// Correctly rounded functions: a proof that says yes must say no where something is wrong.

namespace vieta::approximation {
namespace {

#ifdef VIETA_HAVE_ARB

rounded_findings checked(const rounded_function& f, float from, float to) {
  return check_rounded(f, {from, to}, 1, run_limits(0, nullptr), nullptr);
}

lane_step& constant_near(rounded_function& f, double value) {
  for (rounded_piece& piece : f.pieces)
    for (lane_step& s : piece.program.steps)
      if (s.kind == lane_operation::constant && std::fabs(std::bit_cast<double>(s.data) - value) < 1e-9) return s;
  throw error("no such constant");
}

TEST(MinimaxRounded, FindsAWrongCoefficient) {
  rounded_function f = describe_rounded("exp2");
  EXPECT_EQ(checked(f, 1, 1.01f).wrong, 0U);
  constant_near(f, std::log(2.0) / 32).data += std::uint64_t(1) << 20;
  const rounded_findings found = checked(f, 1, 1.01f);
  EXPECT_GT(found.wrong, 0U);
  EXPECT_GE(found.wrong_at, 1);
  EXPECT_LE(found.wrong_at, 1.01f);
}

TEST(MinimaxRounded, FindsAWrongEntryOfATable) {
  rounded_function f = describe_rounded("sin");
  f.tables[0].entries[20] += 1U << 26;
  EXPECT_GT(checked(f, 2, 2.1f).wrong, 0U);
  EXPECT_GT(checked(f, 1e30f, 1.0001e30f).wrong, 0U);
  f = describe_rounded("sin");
  f.tables[1].entries[18] ^= std::uint64_t(1) << 40;  // of 2^72/(2 pi)
  EXPECT_GT(checked(f, std::ldexp(1.0f, 97), std::ldexp(1.0001f, 97)).wrong, 0U);
}

TEST(MinimaxRounded, FindsAWrongClaim) {
  for (const char* name : {"exp", "sin", "tanh", "cos"}) {
    rounded_function f = describe_rounded(name);
    for (rounded_claim& claim : f.claims)
      if (claim.kind == rounded_truth::beside_x || claim.kind == rounded_truth::beside_constant)
        claim.outwards = !claim.outwards;
    EXPECT_NE(checked(f, 1, 1.001f).claim, "") << name;
  }
  // One that is claimed too far.
  rounded_function f = describe_rounded("cos");
  f.claims[0].to = 0.01f;
  EXPECT_NE(checked(f, 1, 1.001f).claim, "");
}

TEST(MinimaxRounded, FindsWhatIsOnTheWrongSideOfANumberOfFewBits) {
  // sin(x) is below x; x itself rounds to the nearest float as it does, but not downwards.
  rounded_function f = describe_rounded("sin");
  for (rounded_claim& claim : f.claims) claim.instead = claim.instead == 0 ? 0 : 1;
  EXPECT_GT(checked(f, 1e-20f, 1.001e-20f).wrong, 0U);
}

TEST(MinimaxRounded, KnowsWhereAValueLies) {
  // exp2(3) = 8, on the grid; ball arithmetic alone could not tell the first.
  EXPECT_EQ(place_in_grid(operation::exp2, 3).side, 0);
  EXPECT_EQ(place_in_grid(operation::cbrt, 27.0 * 64).side, 0);
  EXPECT_EQ(place_in_grid(operation::log2, 0x1p-140).side, 0);
  EXPECT_EQ(place_in_grid(operation::log10, 1e10).side, 0);
  EXPECT_EQ(place_in_grid(operation::exp, 0x1p-60).side, 1);
  EXPECT_EQ(place_in_grid(operation::exp, -0x1p-60).side, -1);
  const grid_place above = place_in_grid(operation::exp, 0x1p-60);
  EXPECT_FALSE(rounds_alike(above, std::bit_cast<std::uint64_t>(1.0)));
  EXPECT_TRUE(rounds_alike(above, std::bit_cast<std::uint64_t>(1 + 0x1p-30)));
  EXPECT_FALSE(rounds_alike(above, std::bit_cast<std::uint64_t>(1 + 0x1p-24)));
  EXPECT_FALSE(rounds_alike(above, std::bit_cast<std::uint64_t>(1 - 0x1p-30)));
}

// A compiler may fuse a product with the sum that takes it. Where that is the only one there are two ways, and both are
// run.
TEST(MinimaxRounded, ProductsMeetNoSumThatIsNotFused) {
  for (const std::string& name : rounded_functions()) {
    const rounded_function f = describe_rounded(name);
    for (const rounded_piece& piece : f.pieces) {
      const std::vector<lane_step>& steps = piece.program.steps;
      const std::vector<bool> unused = unused_steps(piece.program);
      const auto is_rounded_product = [&](std::uint16_t at) {
        return steps[at].kind == lane_operation::multiply && !steps[at].exact;
      };
      for (std::size_t k = 0; k < steps.size(); ++k) {
        const lane_step& s = steps[k];
        if (unused[k]) continue;
        if (s.kind == lane_operation::add || s.kind == lane_operation::subtract) {
          EXPECT_FALSE(is_rounded_product(s.a) || is_rounded_product(s.b)) << name << ", step " << k;
        }
        if (operands_of(s.kind) == 3) {
          EXPECT_FALSE(is_rounded_product(s.c)) << name << ", step " << k;
        }
      }
    }
  }
}

TEST(MinimaxRounded, EveryFunctionAtTheEndsOfItsPieces) {
  for (const std::string& name : rounded_functions()) {
    const rounded_function f = describe_rounded(name);
    std::uint64_t inputs = 0;
    for (const rounded_claim& claim : f.claims) {
      if (std::isinf(claim.to)) continue;
      const auto bits = std::bit_cast<std::uint32_t>(std::fabs(claim.to));
      const float from = std::bit_cast<float>(bits > 2000 ? bits - 2000 : 0), to = std::bit_cast<float>(bits + 2000);
      const bool negative = std::signbit(claim.to);
      const rounded_range range = negative ? rounded_range{-to, -from} : rounded_range{from, to};
      const rounded_findings found = checked(f, range.from, range.to);
      EXPECT_EQ(found.wrong, 0U) << name << " at " << found.wrong_at;
      EXPECT_EQ(found.claim, "") << name;
      EXPECT_EQ(found.done, inputs_of(f, range)) << name;
      inputs += found.done;
    }
    EXPECT_GT(inputs, 2000U) << name;
  }
}

#endif

}  // namespace
}  // namespace vieta::approximation
