#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vieta/boxes.hpp"

/// One reader per format of systems for `solve_boxes`. `name` stands for the file in messages.
namespace vieta::io {

std::vector<box_system> read_boxes_json(std::string_view text, const std::string& name);
/// parse_box_system.
box_system box_system_of(const std::vector<std::string>& variables, const std::vector<std::array<double, 2>>& box,
                         std::span<const std::string> equations);
std::vector<box_system> read_boxes_npy(std::string_view bytes, const std::string& name);

}  // namespace vieta::io
