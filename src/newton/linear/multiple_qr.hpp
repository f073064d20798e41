#pragma once

#include <cstddef>
#include <functional>

#include "newton/evaluator.hpp"

namespace vieta::systems {

enum class qr_method {
  householder,             ///< in panels of columns from some size on: panel_qr.hpp
  householder_by_columns,  ///< one column after the other: the reference
  gram_schmidt,
};

/// Least squares by a QR factorisation in the matrix's own precision (1 to 4 doubles): x minimises |b - A x|.
///
/// `matrix` holds rows * columns numbers, row after row; `b` has `rows` numbers; rows >= columns. b is carried along as
/// one more column (Higham, Accuracy and Stability, 19.3 and 20.3): no Q is formed. Householder: 2 n^2 (m - n/3)
/// multiply-adds, nearly all of them in matrix products from 96 columns on; modified Gram-Schmidt, as in Verschelde and
/// Yu (2014): 2 m n^2, column by column. Results do not depend on the number of threads.
struct qr_outcome {
  bool solved = false;   ///< false: a diagonal entry of R is zero or not finite, or the work was stopped
  bool stopped = false;  ///< `must_stop` said so: a factorisation may take minutes
  double condition = 0;  ///< max |r_kk| / min |r_kk|, never above the condition number
};
qr_outcome solve_least_squares(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                               qr_method method, int threads, multi_array& x,
                               const std::function<bool()>& must_stop = {});

}  // namespace vieta::systems
