#pragma once

#include <cstdint>

#include "vieta/core/config.hpp"
#include "vieta/core/real_roots_status.hpp"

// Roots in ascending order, each number once: rounding and coarse tolerances may have moved them past each other.
// `Places` is anything with roots[k]; bit k of `touching` says that root k is a touch.

namespace vieta::core {

struct real_roots_answer {
  int count = 0;
  real_roots_status status = real_roots_status::ok;
  std::uint64_t touching = 0;  ///< bit k: root k is a touch
};

template <class Places>
VT_HD bool is_ascending(Places roots, int count) {
  bool ascending = true;
  VT_UNROLL_NOT
  for (int k = 1; k < count; ++k) ascending = ascending && roots[k - 1] < roots[k];
  return ascending;
}

/// Appends a root to `count` ascending ones. The same number again is the same root to all who read it: two crossings
/// (or two touches) there are a touch, as p has the same sign on both sides, and one of each is a crossing.
template <class Places, class T>
VT_HD void append_root(Places roots, int& count, std::uint64_t& touching, T x, bool touches) {
  const bool again = count > 0 && roots[count - 1] == x;
  if (again) touches = touches == ((touching >> (count - 1) & 1) != 0);
  if (!again) roots[count++] = x;
  const std::uint64_t bit = std::uint64_t{1} << (count - 1);
  touching = touches ? touching | bit : touching & ~bit;
}

/// Puts the roots of an answer in order, each number once.
template <class Places>
VT_HD void make_ascending(Places roots, real_roots_answer& answer) {
  if (is_ascending(roots, answer.count)) return;
  std::uint64_t marks = answer.touching;
  VT_UNROLL_NOT
  for (int end = 1; end < answer.count; ++end) {  // sorting by insertion: they are nearly in order
    VT_UNROLL_NOT
    for (int k = end; k > 0; --k) {
      const auto x = roots[k];
      if (!(x < roots[k - 1])) break;
      roots[k] = roots[k - 1];
      roots[k - 1] = x;
      if ((marks >> k & 1) != (marks >> (k - 1) & 1)) marks ^= std::uint64_t{3} << (k - 1);
    }
  }
  const int all = answer.count;
  answer.count = 0;
  answer.touching = 0;
  VT_UNROLL_NOT
  for (int k = 0; k < all; ++k) append_root(roots, answer.count, answer.touching, roots[k], (marks >> k & 1) != 0);
  if (answer.status == real_roots_status::ok || answer.status == real_roots_status::touching)
    answer.status = answer.touching != 0 ? real_roots_status::touching : real_roots_status::ok;
}

}  // namespace vieta::core
