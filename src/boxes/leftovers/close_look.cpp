#include "boxes/leftovers/close_look.hpp"

#include <algorithm>
#include <cmath>

#include "boxes/geometry/elevate.hpp"
#include "boxes/leftovers/neighbours.hpp"
#include "vieta/core/dd.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta::boxes {

namespace {

using dd = double_double<double>;

/// Bound of a sum or a product in double-double: 5 u^2 (core/dd.hpp).
constexpr double double_roundoff = float_format<double>::unit_roundoff;
constexpr double dd_roundoff = 5 * double_roundoff * double_roundoff;
constexpr std::size_t most_looks = 500;

/// Coefficients on a part of the domain, and what they may be off by.
struct local_coefficients {
  std::vector<double> values;  ///< [variables][size]
  std::array<double, 4> error{};
};

template <int N>
local_coefficients restricted(const search& s, const cell& part) {
  const core::bernstein_shape& shape = s.form().core;
  const auto size = static_cast<std::size_t>(shape.size);
  const int largest_degree = *std::max_element(shape.degree, shape.degree + N);
  std::vector<dd> given(size), out(size),
      work(static_cast<std::size_t>(core::box_workspace(N, shape.size, largest_degree)));
  dd lower[core::most_box_variables], upper[core::most_box_variables];
  for (int k = 0; k < N; ++k) {
    lower[k] = part.lower[k];
    upper[k] = part.upper[k];
  }
  local_coefficients local;
  for (int q = 0; q < N; ++q) {
    const polynomial_view& f = s.given().equations[q];
    const int exponent = s.system().exponent[q];
    const double half = std::ldexp(1.0, -(exponent / 2)), rest = std::ldexp(1.0, -(exponent - exponent / 2));
    std::size_t count = f.coefficients.size(), stride = 1;
    for (std::size_t j = 0; j < count; ++j) given[j] = f.coefficients[j] * half * rest;
    int elevations = 0;
    for (int k = N; k-- > 0;) {
      for (int d = f.degrees[k]; d < shape.degree[k]; ++d, ++elevations) elevate(given.data(), count, d, stride);
      stride *= static_cast<std::size_t>(shape.degree[k]) + 1;
    }
    const dd growth = core::restrict_box<N>(shape, 1, given.data(), lower, upper, out.data(), work.data());
    double largest = 0;
    for (const dd& c : out) {
      local.values.push_back(c.hi);
      largest = std::max(largest, std::fabs(c.hi));
    }
    // The bounds of prepare_polynomial and of `shape::rounding`, with the roundoff of double-double (a quotient counts
    // as three), and the rounding to double in the end.
    const double rounding =
        s.form().rounding / double_roundoff * dd_roundoff + 6 * 1.01 * static_cast<double>(elevations) * dd_roundoff;
    local.error[q] =
        (growth.hi * (f.error * half * rest * 1.01 + rounding) + double_roundoff * largest) * 1.01 + 0x1p-500;
  }
  return local;
}

local_coefficients restricted(const search& s, const cell& part) {
  switch (s.form().core.variables) {
    case 1:
      return restricted<1>(s, part);
    case 2:
      return restricted<2>(s, part);
    case 3:
      return restricted<3>(s, part);
    default:
      return restricted<4>(s, part);
  }
}

/// A search by itself, one box at a time.
class closer_search : public search {
 public:
  closer_search(const shape& form, const system_view& system, const boxes_options& options) {
    start(form, system, options);
    const core::bernstein_shape& s = form.core;
    const int largest = *std::max_element(s.degree, s.degree + s.variables);
    work_.resize(static_cast<std::size_t>(core::box_workspace(s.variables, s.size, largest)));
    block_.tolerance = options.tolerance;
    for (int q = 0; q < s.variables; ++q) block_.error[q][0] = search::system().error[q];
  }

  void run() {
    for (task next; take(next);) {
      do look(next.box);
      while (answer(next, block_, 0));
    }
  }
  bool holds_one(const cell& box) {
    look(box);
    return block_.empty == 0 && block_.proven != 0;
  }

 private:
  void look(const cell& box) {
    const core::bernstein_shape& s = form().core;
    for (int k = 0; k < s.variables; ++k) {
      block_.lower[k][0] = box.lower[k];
      block_.upper[k][0] = box.upper[k];
    }
    scalar_kernels().examine[s.variables - 1](s, system().coefficients.data(), block_, s.variables > 2, work_.data());
  }

  lane_block block_;
  std::vector<double> work_;
};

}  // namespace

bool holds_one(search& s, const cell& box) {
  closer_search closer(s.form(), s.given(), s.options());
  ++s.boxes_visited;
  ++s.certificates;
  return closer.holds_one(box);
}

bool look_closely(search& s, const cell& part, double tolerance, bool may_touch_domain,
                  std::vector<close_solution>& found) {
  const int n = s.form().core.variables;
  // Where what was given is less certain than rounding in double makes it, a close look shows nothing new.
  for (int q = 0; q < n; ++q)
    if (std::ldexp(s.given().equations[q].error, -s.system().exponent[q]) > s.form().rounding) return false;
  const local_coefficients local = restricted(s, part);
  const auto size = static_cast<std::size_t>(s.form().core.size);
  system_view view;
  view.variables = n;
  for (int q = 0; q < n; ++q)
    view.equations[q] = {s.form().core.degree, std::span(local.values).subspan(q * size, size), local.error[q]};
  boxes_options options;
  options.max_boxes = most_looks;
  options.tolerance = tolerance;
  closer_search closer(s.form(), view, options);
  if (closer.system().bad_equation >= 0) return false;
  closer.run();
  s.boxes_visited += closer.boxes_visited;
  s.certificates += closer.certificates;
  if (!closer.leaves.empty()) return false;
  found.clear();
  for (const boxes::found& f : closer.solutions) {
    close_solution c;
    c.jacobian_sign = closer.covers[f.cover].jacobian_sign;
    cell wider = f.box;
    for (int k = 0; k < n; ++k) {
      const double lower = part.lower[k], upper = part.upper[k];
      if (f.box.lower[k] <= 0 && !(may_touch_domain && lower == 0)) return false;
      if (f.box.upper[k] >= 1 && !(may_touch_domain && upper == 1)) return false;
      c.box.lower[k] = neighbours(lower, upper, f.box.lower[k]).below;
      c.box.upper[k] = neighbours(lower, upper, f.box.upper[k]).above;
      const double step = some_ulps(lower, upper) + 4 * (f.box.upper[k] - f.box.lower[k]);  // room for rounding
      wider.lower[k] -= step;
      wider.upper[k] += step;
    }
    const auto unique_in = [&](const cell& uniqueness) {
      for (int k = 0; k < n; ++k) {
        c.uniqueness.lower[k] = neighbours(part.lower[k], part.upper[k], uniqueness.lower[k]).above;
        c.uniqueness.upper[k] = neighbours(part.lower[k], part.upper[k], uniqueness.upper[k]).below;
      }
      return contains(n, c.uniqueness, c.box);
    };
    // A uniqueness box may be too thin for numbers in the domain's coordinates: then a wider one is tried.
    if (!unique_in(closer.covers[f.cover].box) && !(closer.holds_one(wider) && unique_in(wider))) return false;
    for (const close_solution& other : found)
      if (!apart(n, other.box, c.box)) return false;
    found.push_back(c);
  }
  return true;
}

}  // namespace vieta::boxes
