#pragma once

#include <iosfwd>

#include "vieta/real_roots.hpp"

namespace vieta::report {

/// The roots as a two-dimensional array, a row of `degree` places for each polynomial, filled up with NaN: as a NumPy
/// file of float32 or float64 ...
template <class T>
void write_npy(std::ostream& out, const real_roots_result<T>& result);

/// ... or as lines of numbers with commas between them.
template <class T>
void write_csv(std::ostream& out, const real_roots_result<T>& result);

extern template void write_npy(std::ostream&, const real_roots_result<float>&);
extern template void write_npy(std::ostream&, const real_roots_result<double>&);
extern template void write_csv(std::ostream&, const real_roots_result<float>&);
extern template void write_csv(std::ostream&, const real_roots_result<double>&);

}  // namespace vieta::report
