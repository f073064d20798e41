#pragma once

#include <iosfwd>

#include "vieta/solve_parameters.hpp"

namespace vieta::report {

/// {"variables": [...], "parameters": [...], "instances": [...], "report": {...}}, piece by piece, so that instances
/// need not be kept: docs/reference/json.md.
class parameters_json {
 public:
  /// `digits` significant digits of coordinates, or as many as are known (0).
  parameters_json(std::ostream& out, const std::vector<std::string>& unknowns, const parameter_values& values,
                  int digits = 0);
  void add(const solved_instance& instance);
  void end(const parameters_report& report);

 private:
  std::ostream& out_;
  const parameter_values& values_;
  int digits_;
  bool first_ = true;
};

}  // namespace vieta::report
