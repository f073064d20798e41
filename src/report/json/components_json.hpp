#pragma once

#include <iosfwd>
#include <vector>

#include "vieta/components.hpp"

namespace vieta::report {

/// Where a point lies that was asked for.
struct asked_point {
  system_point x;
  std::vector<containment> on;        ///< of each component
  std::vector<std::size_t> isolated;  ///< solutions that it is, by number from 0 on
};

/// What was asked for beside the decomposition.
struct components_answers {
  std::vector<std::vector<newton_solution>> samples;  ///< of each component; empty where none were asked for
  std::vector<asked_point> points;
};

/// {"variables": [...], "components": [...], "isolated": [...], "undecided": [...], "report": {...}}:
/// docs/reference/json.md. Coordinates as for `newton`.
void write_json(std::ostream& out, const polynomial_system& system, const decomposition& result,
                const components_answers& answers, int digits = 0);

void print(std::ostream& out, const polynomial_system& system, const decomposition& result,
           const components_answers& answers, int digits);

}  // namespace vieta::report
