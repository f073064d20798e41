#pragma once

#include "vieta/series.hpp"

namespace vieta::own_basis {

/// divisor b_(k+1) = (slope u + shift) b_k - back b_(k-1), whole numbers (Abramowitz and Stegun 1964, 22.7).
struct recurrence {
  long slope = 1, shift = 0, back = 0, divisor = 1;
};

inline recurrence recurrence_of(series_basis basis, long k) {
  switch (basis) {
    case series_basis::chebyshev:
      return {k == 0 ? 1 : 2, 0, 1, 1};
    case series_basis::legendre:
      return {2 * k + 1, 0, k, k + 1};
    case series_basis::hermite:
      return {2, 0, 2 * k, 1};
    case series_basis::hermite_e:
      return {1, 0, k, 1};
    case series_basis::laguerre:
      return {-1, 2 * k + 1, k, k + 1};
  }
  return {};
}

}  // namespace vieta::own_basis
