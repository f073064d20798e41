#pragma once

#include <span>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/components.hpp"
#include "vieta/export.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/newton.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/roots.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta {

// Results as the JSON text that the program prints with --json: docs/reference/json.md describes every key.

/// How numbers are written of which more is known than a double holds: as strings with all their digits, or as JSON
/// numbers, the nearest doubles, so that a reader need not convert them; radii grow by that rounding and are proven
/// about these doubles. What lies beyond the range of doubles is null then.
enum class json_numbers { exact, doubles };

VIETA_API std::string to_json(const roots_result& result, json_numbers numbers = json_numbers::exact);
VIETA_API std::string to_json(const verification& result);

/// `stopped_by` ("", "time" or "cancelled") is what the result itself does not hold.
VIETA_API std::string to_json(const root_batch_result& result, const std::string& stopped_by = "");

/// `interval` and `stopped_by` are what the result itself does not hold.
VIETA_API std::string to_json(const real_roots_result<float>& result, real_interval<double> interval,
                              const std::string& stopped_by = "");
VIETA_API std::string to_json(const real_roots_result<double>& result, real_interval<double> interval,
                              const std::string& stopped_by = "");

/// `code` may be null: then there is no "code", and "float_error" is null.
VIETA_API std::string to_json(const minimax_result& result, const minimax_code* code = nullptr);

VIETA_API std::string to_json(std::span<const box_system> systems, const boxes_result& result);

/// Coordinates with `digits` significant digits, or as many as are known (0).
VIETA_API std::string to_json(const polynomial_system& system, const newton_result& result, int digits = 0,
                              json_numbers numbers = json_numbers::exact);

VIETA_API std::string to_json(const polynomial_system& system, const solve_result& result, int digits = 0,
                              json_numbers numbers = json_numbers::exact);

VIETA_API std::string to_json(const polynomial_system& system, const decomposition& result, int digits = 0,
                              json_numbers numbers = json_numbers::exact);

/// `unknowns` are the variables that `values` does not name, in their order.
VIETA_API std::string to_json(const std::vector<std::string>& unknowns, const parameter_values& values,
                              const parameters_result& result, int digits = 0,
                              json_numbers numbers = json_numbers::exact);

}  // namespace vieta
