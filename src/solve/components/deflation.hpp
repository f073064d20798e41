#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solve/components/carrier.hpp"

namespace vieta::decomposing {

/// Equations on whose slices a singular point is a simple zero.
///
/// Where the Jacobian J of f loses rank along a set: f = 0 and J(x) (b_0 + B w) = 0 for a random vector b_0 and a
/// random matrix B with as many columns as the rank, in x and w; and once more where that is not enough (Leykin,
/// Verschelde, Zhao 2006; for sets: Sommese, Wampler 2005, section 13.3.2).
class deflated_form {
 public:
  std::shared_ptr<const carrier> by;

  /// The point with its further unknowns: least squares.
  [[nodiscard]] system_point completed(const system_point& x) const;

  struct stage {
    numeric_equations equations;  ///< before it
    std::size_t unknowns = 0, rank = 0;
    std::vector<double> directions;  ///< b_0 and the columns of B: rank + 1 vectors
  };
  std::vector<stage> stages;
};

/// Forms that may make this point of a set of `dimension` simple, the likeliest first; it is known to `accuracy`,
/// relatively. A proof tells whether one does.
std::vector<deflated_form> deflate(const std::vector<std::string>& variables,
                                   const std::vector<exact_equation>& equations, std::size_t dimension,
                                   const system_point& x, double accuracy, std::uint64_t seed);

}  // namespace vieta::decomposing
