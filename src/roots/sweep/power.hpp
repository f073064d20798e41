#pragma once

#include <cstdint>

#include "vieta/core/config.hpp"

namespace vieta {

/// base^exponent by binary powering, exponent >= 1; T is anything with a product. The kernels use it as well.
template <class T>
VT_HD T power(T base, std::int64_t exponent) {
  while ((exponent & 1) == 0) {
    base = base * base;
    exponent >>= 1;
  }
  T result = base;
  while ((exponent >>= 1) != 0) {
    base = base * base;
    if ((exponent & 1) != 0) result = result * base;
  }
  return result;
}

/// The same for exponent >= 0; `one` is what exponent 0 gives.
template <class T>
VT_HD T power(const T& base, std::int64_t exponent, const T& one) {
  return exponent == 0 ? one : power<T>(base, exponent);
}

}  // namespace vieta
