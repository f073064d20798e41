#pragma once

#include <string>
#include <vector>

#include "report/picture/scene.hpp"

namespace vieta::report {

/// Numbers from one end to the other.
struct sweep_axis {
  std::string name;
  double from = 0, to = 1;
  std::size_t count = 1;
};

/// How many real solutions the instances of a grid have: a coloured cell for each; lines between colours are the real
/// discriminant. `counts` has the first axis as its fastest; -1 is drawn as not decided. Without a second axis
/// one row of cells.
scene draw_sweep(const sweep_axis& across, const sweep_axis& up, const std::vector<int>& counts,
                 const std::string& title);

}  // namespace vieta::report
