#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vieta/boxes.hpp"

namespace vieta::checking {

/// What a result of `boxes` says, as its JSON has it.
struct item_claim {
  box_kind kind = box_kind::unique;
  std::vector<double> x, lower, upper, point;
  double radius = 0, residual = 0;
  bool has_residual = false, on_border = false, condition_undecided = false, has_degree = false, has_point = false;
  int jacobian_sign = 0;
  std::vector<std::pair<std::vector<double>, std::vector<double>>> boxes;  ///< of other kinds: lower, upper
};
struct system_claim {
  boxes_status status = boxes_status::complete;
  std::vector<std::pair<std::string, double>> at;
  std::vector<item_claim> items;
};
struct boxes_claims {
  std::vector<system_claim> systems;
  std::int64_t boxes_visited = 0;
  std::int64_t count_systems = 0, complete = 0, unique = 0, clusters = 0, curves = 0, unresolved = 0, bad_inputs = 0;
};

/// Throws vieta::error for what is no such result, or speaks of other systems than these.
boxes_claims read_boxes_claims(std::string_view json, std::string_view name, std::span<const box_system> systems);

}  // namespace vieta::checking
