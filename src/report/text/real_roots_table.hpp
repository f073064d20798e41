#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

#include "vieta/real_roots.hpp"

namespace vieta::report {

/// The first `rows` polynomials (0: all) with their roots and statuses, for people; a touching root has a star. Numbers
/// have all their digits when the lines stay short with them, else six.
template <class T>
void print_table(std::ostream& out, const real_roots_result<T>& result, std::size_t rows);

extern template void print_table(std::ostream&, const real_roots_result<float>&, std::size_t);
extern template void print_table(std::ostream&, const real_roots_result<double>&, std::size_t);

}  // namespace vieta::report
