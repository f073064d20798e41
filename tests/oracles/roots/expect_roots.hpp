#pragma once

#include <gtest/gtest.h>

#include "oracles/roots/ball_oracle.hpp"
#include "oracles/roots/families.hpp"
#include "vieta/roots.hpp"

namespace vieta::test {

/// Tests that ask the oracle are skipped where there is none.
class RootsBeforeTheOracle : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_ball_oracle()) GTEST_SKIP() << "this build has no Arb, so there is no oracle";
  }
};

inline roots_options digits(int wanted, int threads = 1) {
  roots_options options;
  options.digits = wanted;
  options.on.threads = threads;
  return options;
}

/// Solves, and expects what can be seen of the result without knowing the roots.
inline roots_result expect_solved(const polynomial& p, const roots_options& options = digits(15)) {
  roots_result result = roots(p, options);
  EXPECT_EQ(name(result.status), std::string("complete")) << "stopped by '" << result.report.stopped_by << "'";
  EXPECT_EQ("", text(about_form(p, result, options)));
  return result;
}

/// The same, and every claim about the true roots. For moderate degrees: the oracle is slow.
inline roots_result expect_proven(const polynomial& p, const roots_options& options = digits(15)) {
  roots_result result = expect_solved(p, options);
  EXPECT_EQ("", text(about_roots(p, result)));
  return result;
}

/// The same, and the product of the discs encloses p.
inline roots_result expect_everything(const polynomial& p, const roots_options& options = digits(15)) {
  roots_result result = expect_proven(p, options);
  EXPECT_EQ("", text(about_product(p, result)));
  return result;
}

}  // namespace vieta::test
