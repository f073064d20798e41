#pragma once

#include <gtest/gtest.h>

#include <string>

#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta::test {

inline minimax_problem of(const std::string& function, int degree, const char* lo = "-1", const char* hi = "1") {
  minimax_problem p;
  p.function = function;
  p.degree = degree;
  p.intervals = {{lo, hi}};
  return p;
}

inline minimax_result solve(const minimax_problem& p, coefficient_format format = coefficient_format::float64) {
  minimax_options options;
  options.format = format;
  return minimax(p, options);
}

inline void expect_refused(const minimax_problem& p, const std::string& saying) {
  try {
    minimax(p);
    FAIL() << "expected an error about " << saying;
  } catch (const error& e) {
    EXPECT_NE(std::string(e.what()).find(saying), std::string::npos) << e.what();
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
  }
}

}  // namespace vieta::test
