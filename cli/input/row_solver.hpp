#pragma once

#include <string>
#include <vector>

#include "vieta/io.hpp"
#include "vieta/real_roots.hpp"

namespace vieta::cli {

struct row_solver_options {
  double max_seconds = 0;  ///< 0: no limit
  bool progress = false;
};

template <class T>
struct row_answers {
  real_roots_result<T> result;
  std::string stopped_by;      ///< "", "time" or "cancelled"
  std::size_t left_alone = 0;  ///< polynomials that were not looked at then, and are unresolved
};

/// Solves rows that are a text in double, whatever T: those where double is not enough once more in double-double.
/// Others as T. Piece after piece, so that there is a progress line, and Ctrl-C and the end of the time have an effect.
template <class T>
row_answers<T> solve_rows(const polynomial_rows& rows, real_interval<double> interval,
                          const real_roots_options<T>& options, const row_solver_options& how);

extern template row_answers<float> solve_rows(const polynomial_rows&, real_interval<double>,
                                              const real_roots_options<float>&, const row_solver_options&);
extern template row_answers<double> solve_rows(const polynomial_rows&, real_interval<double>,
                                               const real_roots_options<double>&, const row_solver_options&);

/// Polynomials `begin` to `end` as rows of T: where they are if they are that already, else in `buffer`. A polynomial
/// whose coefficients do not fit T is multiplied by a power of two, which leaves its roots as they are.
template <class T>
polynomial_batch<T> rows_as(const polynomial_rows& rows, std::size_t begin, std::size_t end, std::vector<T>& buffer);

extern template polynomial_batch<float> rows_as(const polynomial_rows&, std::size_t, std::size_t, std::vector<float>&);
extern template polynomial_batch<double> rows_as(const polynomial_rows&, std::size_t, std::size_t,
                                                 std::vector<double>&);

}  // namespace vieta::cli
