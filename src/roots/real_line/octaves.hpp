#pragma once

#include <functional>
#include <vector>

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>

namespace vieta::real_line {

struct positive_roots {
  /// In ascending order, each to 2^-52 at least. The disc about a ball's centre that is larger by a hundredth holds no
  /// other root.
  std::vector<exact::real_ball> roots;
  bool complete = true;  ///< not stopped early
  slong bits = 0;        ///< the most that were needed
};

/// All positive roots of a square-free polynomial that does not vanish at 0.
positive_roots find_positive_roots(const fmpz_poly_t f, const std::function<bool()>& must_stop);

}  // namespace vieta::real_line

#endif
