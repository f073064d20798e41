#pragma once

#include <cstddef>
#include <vector>

#include "minimax/fit/exchange_problem.hpp"

namespace vieta::approximation {

/// The order of the zero that all directions have at `at`: constraints bring such zeros.
template <class R>
int order_of_common_zero(const unknowns<R>& free, const R& at) {
  using std::abs;
  for (int order = 0; order <= static_cast<int>(free.fixed_at.size()); ++order)
    for (const std::vector<R>& d : free.directions) {
      R value = 0, size = 0;
      for (std::size_t k = 0; k < free.exponents.size(); ++k) {
        if (free.exponents[k] < order) continue;
        R term = d[k] * power(at, free.exponents[k] - order);
        for (int j = 0; j < order; ++j) term = term * R(free.exponents[k] - j);
        value = value + term;
        size = size + abs(term);
      }
      if (abs(value) > size * R(1e-9)) return order;
    }
  return 0;
}

/// Arguments where all directions vanish and change sign: zeros of odd order that constraints or powers bring.
template <class R>
std::vector<R> common_odd_zeros(const unknowns<R>& free) {
  using std::abs;
  std::vector<R> zeros;
  const std::size_t of_p = free.exponents.size(), all = free.offset.size();
  // At 0 by exponents. A direction of q brings a multiple of p/q besides, which begins one power later than p.
  int lowest = -1;
  for (std::size_t k = 0; k < of_p && lowest < 0; ++k)
    for (const std::vector<R>& d : free.directions)
      if (abs(d[k]) > R(0)) lowest = free.exponents[k];
  if (all > of_p && lowest > free.exponents[0] + 1) lowest = free.exponents[0] + 1;
  if (lowest % 2 == 1) zeros.push_back(R(0));
  for (const R& at : free.fixed_at) {
    bool known = !(abs(at) > R(0));
    for (const R& zero : zeros) known = known || !(abs(zero - at) > R(0));
    if (!known && (all > of_p ? 1 : order_of_common_zero(free, at)) % 2 == 1) zeros.push_back(at);
  }
  return zeros;
}

}  // namespace vieta::approximation
