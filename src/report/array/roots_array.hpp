#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "vieta/roots.hpp"

namespace vieta::report {

/// The roots of one polynomial as a NumPy array of complex numbers, each as often as its multiplicity says ...
void write_npy(std::ostream& out, const roots_result& result);

/// ... or as lines "re,im,radius,multiplicity,status" below a line with these words, with all digits that were asked
/// for.
void write_csv(std::ostream& out, const roots_result& result);

/// What stands below a table of roots, for people: how many, of which statuses, and what was done.
void print_summary(std::ostream& out, const roots_result& result);

/// The same of roots that are not there: `result` has none.
struct discs_counted {
  std::int64_t roots = 0;  ///< with their multiplicities
  std::int64_t discs = 0, real = 0, isolated = 0, multiple = 0, clusters = 0, wide = 0, unproven = 0, at_border = 0;
  std::string largest_radius;  ///< empty: of none
};
void print_summary(std::ostream& out, const roots_result& result, const discs_counted& counts);

}  // namespace vieta::report
