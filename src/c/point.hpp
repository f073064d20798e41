#pragma once

#include <cstddef>
#include <vector>

#include "vieta.h"
#include "vieta/newton.hpp"

namespace vieta::c {

/// A solution of a system as C has it: coordinates in doubles, and a radius that is about these.
class point {
 public:
  point(const newton_solution& s, bool regular, std::size_t multiplicity);

  /// Its arrays belong to this object.
  [[nodiscard]] vieta_point plain() const;

 private:
  std::vector<double> re_, im_;
  vieta_point plain_{};
};

/// The k-th of them; where there is none, or `points` is null, a point of which nothing is known.
vieta_point plain_point(const std::vector<point>* points, std::size_t k);

/// `variables` coordinates; `im` may be null.
system_point read_point(std::size_t variables, const double* re, const double* im);

}  // namespace vieta::c
