#pragma once

#include <cstdint>

#include "vieta/core/real_roots.hpp"

namespace vieta {

/// Appends a root to `count` ascending ones. The same number again is the same root to all who read it: two crossings
/// (or two touches) there are a touch, as p has the same sign on both sides, and one of each is a crossing.
template <class T>
void append_root(T* roots, int& count, std::uint64_t& touching, T x, bool touches) {
  const bool again = count > 0 && roots[count - 1] == x;
  if (again) touches = touches == ((touching >> (count - 1) & 1) != 0);
  if (!again) roots[count++] = x;
  const std::uint64_t bit = std::uint64_t{1} << (count - 1);
  touching = touches ? touching | bit : touching & ~bit;
}

template <class T>
bool is_ascending(const T* roots, int count) {
  for (int k = 1; k < count; ++k)
    if (!(roots[k - 1] < roots[k])) return false;
  return true;
}

/// Puts roots in order, each number once. Rounding and coarse tolerances may have moved them past each other.
template <class T>
void make_ascending(T* roots, core::real_roots_answer& answer) {
  if (is_ascending(roots, answer.count)) return;
  std::uint64_t touching = answer.touching;
  const auto touches = [&](int k) { return (touching >> k & 1) != 0; };
  for (int end = 1; end < answer.count; ++end) {  // sorting by insertion: they are nearly in order
    for (int k = end; k > 0 && roots[k] < roots[k - 1]; --k) {
      const T x = roots[k];
      roots[k] = roots[k - 1];
      roots[k - 1] = x;
      if (touches(k) != touches(k - 1)) touching ^= std::uint64_t{3} << (k - 1);
    }
  }
  int kept = 0;
  answer.touching = 0;
  for (int k = 0; k < answer.count; ++k) append_root(roots, kept, answer.touching, roots[k], touches(k));
  answer.count = kept;
  if (answer.status == real_roots_status::ok || answer.status == real_roots_status::touching)
    answer.status = answer.touching != 0 ? real_roots_status::touching : real_roots_status::ok;
}

}  // namespace vieta
