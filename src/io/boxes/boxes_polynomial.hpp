#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "boxes/geometry/spline.hpp"
#include "io/system/system_expression.hpp"
#include "vieta/boxes.hpp"

namespace vieta::io {

/// The variables that polynomials of a system are in, and the box that they get their Bernstein coefficients on.
struct box_variables {
  system_names names;
  std::vector<std::array<double, 2>> box;
};

/// One equation or condition: a text, or an object with `degrees` and either `bernstein`, `power` or, with `knots`,
/// `control`. `where` begins the errors; `knots` stays empty unless it is a spline. `squares`, where it is not null: a
/// text may have divisors with variables, whose squares are put there, and is its numerator.
bernstein_polynomial read_box_polynomial(const nlohmann::json& value, const std::string& where, box_variables& on,
                                         boxes::spline_knots& knots,
                                         std::vector<bernstein_polynomial>* squares = nullptr);

/// A number of the file, as the nearest double; `error_bound` grows when that is not the number itself. "nan" and "inf"
/// in strings are taken: their system is bad input, and not the file.
double number_of(const nlohmann::json& value, const std::string& where, double& error_bound);

/// Throws where an object has a key that is not known.
void refuse_other_keys(const nlohmann::json& object, const std::set<std::string>& known, const std::string& where);

}  // namespace vieta::io
