#pragma once

#include <vector>

namespace vieta::approximation {

/// Whole numbers, one for each column of a lattice.
struct lattice_point {
  std::vector<long double> nearest;              ///< those that bring sum_k m_k columns[k] close to `target`
  std::vector<std::vector<long double>> shorts;  ///< combinations of the columns that are short: a basis of the lattice
};

/// In the Euclidean norm: LLL reduction of the columns (Lenstra, Lenstra and Lovász 1982), then Babai's nearest plane
/// (1986). Each column has as many entries as `target`, at least as many as there are columns. Empty without FLINT, and
/// where a column is no combination of finite numbers. Cost: O(n^4) operations for n columns; below a millisecond for
/// ten.
lattice_point nearest_lattice_point(const std::vector<std::vector<long double>>& columns,
                                    const std::vector<long double>& target);

}  // namespace vieta::approximation
