#pragma once

#include <cmath>

#include "minimax/function/tree.hpp"

namespace vieta::approximation {

/// Calls `apply` with the C library's function in double for an operation on one number; false where it has none.
template <class Apply>
bool with_double_function(operation kind, const Apply& apply) {
  switch (kind) {
    case operation::sqrt:
      apply([](double a) { return std::sqrt(a); });
      return true;
    case operation::exp:
      apply([](double a) { return std::exp(a); });
      return true;
    case operation::exp2:
      apply([](double a) { return std::exp2(a); });
      return true;
    case operation::log:
      apply([](double a) { return std::log(a); });
      return true;
    case operation::log1p:
      apply([](double a) { return std::log1p(a); });
      return true;
    case operation::log2:
      apply([](double a) { return std::log2(a); });
      return true;
    case operation::sin:
      apply([](double a) { return std::sin(a); });
      return true;
    case operation::cos:
      apply([](double a) { return std::cos(a); });
      return true;
    case operation::tan:
      apply([](double a) { return std::tan(a); });
      return true;
    case operation::asin:
      apply([](double a) { return std::asin(a); });
      return true;
    case operation::acos:
      apply([](double a) { return std::acos(a); });
      return true;
    case operation::atan:
      apply([](double a) { return std::atan(a); });
      return true;
    case operation::tanh:
      apply([](double a) { return std::tanh(a); });
      return true;
    case operation::erf:
      apply([](double a) { return std::erf(a); });
      return true;
    default:
      return false;
  }
}

}  // namespace vieta::approximation
