#pragma once

#include <cstdint>

#include "vieta/real_roots.hpp"

namespace vieta {

/// One polynomial whose coefficients are known to more digits than doubles have: value[k] + rest[k] (rest may be null:
/// zeros).
struct long_coefficients {
  const double* value;
  const double* rest;
  int degree;
};

/// Whether rounding the coefficients to doubles may move a root by more than eight units in its last place, or the
/// answer has something that double did not tell for certain.
bool wants_more_digits(const long_coefficients& p, const double* roots, int count, real_roots_status status);

/// Roots that are all simple, ascending, and told apart in double are made right to a unit or two in their last place
/// by Newton's iteration in double-double, each with a change of sign that is certain. False, and nothing is done,
/// where that is not plain.
bool polish_in_dd(const long_coefficients& p, real_interval<double> interval, double* roots, int count);

struct long_answer {
  int count;
  real_roots_status status;
  std::uint64_t touching;
};

/// The real roots, found in double-double and rounded to doubles. `roots` has `degree` places.
long_answer real_roots_in_dd(const long_coefficients& p, real_interval<double> interval,
                             const real_roots_options<double>& options, double* roots);

}  // namespace vieta
