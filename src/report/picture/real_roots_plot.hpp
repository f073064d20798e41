#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/picture/scene.hpp"
#include "vieta/real_roots.hpp"

namespace vieta::report {

inline constexpr std::size_t most_graphs = 6;  ///< more cannot be told apart

/// One polynomial and what was found.
struct real_roots_graph {
  std::string title;
  std::vector<double> coefficients;  ///< ascending
  std::vector<double> roots;
  std::uint64_t touching = 0;
};

/// The graphs of some polynomials on an interval with their roots: dots, and rings around those that touch. Values are
/// compressed (asinh), each polynomial by its own scale, so that small and large ones are seen together.
scene draw_real_roots(const std::vector<real_roots_graph>& graphs, real_interval<double> interval,
                      const std::string& title);

}  // namespace vieta::report
