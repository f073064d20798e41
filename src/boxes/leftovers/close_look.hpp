#pragma once

#include <vector>

#include "boxes/search.hpp"

namespace vieta::boxes {

/// Enclosures wider than this, in edges of the domain, are those of solutions that rounding in double makes uncertain:
/// they get a close look.
inline constexpr double wide_enclosure = 0x1p-40;

/// A solution that a close look has proven: where it is, and where it is the only one.
struct close_solution {
  cell box, uniqueness;
  std::int8_t jacobian_sign = 0;
};

/// Whether one look proves that exactly one solution lies in a box, which may reach beyond the domain a little.
bool holds_one(search& s, const cell& box);

/// Solves the system of `s` once more on a small part of the domain (or a little beyond), with coefficients of that
/// part that are taken from the given ones in double-double. Rounding is relative to the size of the equations on the
/// part then: close to a solution that is very small.
///
/// `tolerance` is that of the search, in edges of the part. True when all solutions in the part are found, proven and
/// clear of its border (except where `may_touch_domain` and that is the border of the domain). At most some hundred
/// looks, which count as those of `s`.
bool look_closely(search& s, const cell& part, double tolerance, bool may_touch_domain,
                  std::vector<close_solution>& found);

}  // namespace vieta::boxes
