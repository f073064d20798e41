#pragma once

#include <vector>

namespace vieta::test {

/// Whether a root of the polynomial in [-1, 1] that stands alone, in the precision of float, has no listed root within
/// the tolerance and what rounding may move it by. The roots are those of core::real_roots in double. Degrees 3 to 6,
/// 8, 10, 18 and 26; throws otherwise.
bool misses_clearly(const std::vector<float>& a, const std::vector<float>& listed, double tolerance);

}  // namespace vieta::test
