#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "boxes/geometry/spline.hpp"
#include "io/boxes/local_form.hpp"
#include "io/system/new_unknowns.hpp"
#include "io/system/system_expression.hpp"
#include "vieta/boxes.hpp"

namespace vieta::io {

/// A text that was read: the numerator, without the zeros that are divisors' zeros by a common factor, and the
/// divisors.
struct box_expression {
  system_polynomial numerator;
  std::vector<system_polynomial> divisors;
};

/// The variables that polynomials of a system are in, and the box that they get their Bernstein coefficients on.
struct box_variables {
  system_names names;
  std::vector<std::array<double, 2>> box;
  new_unknowns functions = new_unknowns(true);
  std::size_t typed = 0;                           ///< variables; roots of unknowns follow them in the box
  std::size_t roots = 0;                           ///< how many of `functions` have an interval there
  std::map<std::uint32_t, local_form> sines = {};  ///< by their numbers among the names
  /// By their places. They are read once: functions of numbers that are not known exactly are new ones each time.
  std::map<std::string, box_expression> known = {};
};

/// The intervals of roots of unknowns that were found while equations were read: all must be read again then. Throws
/// vieta::error where there are none.
void add_intervals_of_roots(box_variables& on, const std::string& where);
/// The equation of each of these: r^2 - p for the square root of p.
std::vector<bernstein_polynomial> equations_of_roots(box_variables& on, const std::string& where);

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
