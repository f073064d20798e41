#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"

// What solve_boxes and solve_boxes_cuda refuse alike.

namespace vieta::boxes {

/// What an error is about, as text only when there is one: a million systems are looked at.
struct place {
  std::size_t system = 0;  ///< from 1; 0: there is one only
  const char* what = "";   ///< "equation", "condition"
  std::size_t number = 0;
  [[nodiscard]] std::string text() const {
    std::string t = system == 0 ? "" : "system " + std::to_string(system) + ": ";
    return number == 0 ? t : t + what + " " + std::to_string(number);
  }
};

/// `tolerance` and `max_boxes`.
void validate_limits(const boxes_options& options);

void validate_box(const std::vector<std::array<double, 2>>& box, std::size_t variables, const place& where);

}  // namespace vieta::boxes
