// The text and the headers that it is made of: the same outcome to the last bit, as C++ is compiled here, without fused
// operations.
#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "../../shaders/real_roots.h"
#include "vieta/core/shader/quick.hpp"
#include "vieta/core/shader/real_roots.hpp"

namespace vieta::test {
namespace {

constexpr int degree = REAL_ROOTS_DEGREE;
using coefficients = float[degree + 1];

template <class Core>
void expect_same(const RealRoots& text, const Core& core) {
  ASSERT_EQ(text.count, core.count);
  ASSERT_EQ(text.status, core.status);
  ASSERT_EQ(text.touching, core.touching);
  for (int k = 0; k < text.count; ++k)
    ASSERT_EQ(std::bit_cast<std::uint32_t>(text.roots[k]), std::bit_cast<std::uint32_t>(core.roots[k]));
}

void compare(const coefficients& a, float lo, float hi, float relative) {
  expect_same(real_roots(a, lo, hi, 0, relative), core::shader::real_roots<degree>(a, lo, hi, 0, relative));
  expect_same(real_roots_first(a, lo, hi, 0, relative), core::shader::real_roots_first<degree>(a, lo, hi, 0, relative));
  expect_same(real_roots_first_quick(a, lo, hi, 0, relative),
              core::shader::real_roots_first_quick<degree>(a, lo, hi, 0, relative));
}

TEST(ShaderCore, IsTheText) {
  std::mt19937 random(19);
  std::uniform_real_distribution<float> uniform(-1, 1);
  for (int trial = 0; trial < 20'000 && !HasFatalFailure(); ++trial) {
    coefficients a = {};
    if (trial % 3 == 0) {  // random coefficients, some of them 0
      for (float& c : a) c = trial % 7 == 0 && uniform(random) > 0 ? 0 : uniform(random);
    } else {  // real roots, some of them alike
      a[0] = 1;
      float root = 0;
      for (int n = 0; n < degree; ++n) {
        if (n == 0 || trial % 3 == 1 || uniform(random) > -0.5f) root = uniform(random);
        for (int k = n + 1; k > 0; --k) a[k] = a[k - 1] - root * a[k];
        a[0] *= -root;
      }
    }
    const float wide = trial % 5 == 0 ? 20.0f : 1.0f;
    compare(a, -wide, trial % 2 == 0 ? wide : 0.25f * wide, trial % 4 == 0 ? 2e-4f : 0);
  }
}

}  // namespace
}  // namespace vieta::test
