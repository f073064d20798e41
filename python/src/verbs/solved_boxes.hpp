#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::python {

using box_edges = std::vector<std::array<double, 2>>;

/// Systems and their solutions. Those from an array have names, and no equations of their own.
struct solved_boxes {
  std::vector<box_system> systems;
  boxes_result result;
  std::size_t variables = 0;
};

/// Room for the answers of systems from an array, with names x1, x2, ... for their variables.
inline solved_boxes unnamed_systems(std::size_t count, std::size_t variables, const box_edges& box) {
  box_system names;
  for (std::size_t k = 1; k <= variables; ++k) names.variables.push_back("x" + std::to_string(k));
  names.box = box;
  names.equations.resize(variables);
  return {std::vector<box_system>(count, names), {}, variables};
}

}  // namespace vieta::python
