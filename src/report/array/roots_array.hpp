#pragma once

#include <iosfwd>

#include "vieta/roots.hpp"

namespace vieta::report {

/// The roots of one polynomial as a NumPy array of complex numbers, each as often as its multiplicity says ...
void write_npy(std::ostream& out, const roots_result& result);

/// ... or as lines "re,im,radius,multiplicity,status" below a line with these words, with all digits that were asked
/// for.
void write_csv(std::ostream& out, const roots_result& result);

/// What stands below a table of roots, for people: how many, of which statuses, and what was done.
void print_summary(std::ostream& out, const roots_result& result);

}  // namespace vieta::report
