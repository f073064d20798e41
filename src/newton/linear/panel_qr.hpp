#pragma once

#include "newton/column_array.hpp"

namespace vieta::systems {

/// Least squares by Householder reflections in panels of columns: Q = I - V T V^H for a panel (Schreiber, Van Loan,
/// SIAM J. Sci. Stat. Comput. 10 (1989)). T is never formed: with its inverse, the lower triangle of V^H V and 1 / beta
/// on the diagonal (Joffrain et al., ACM TOMS 32 (2006)), W = T^H V^H A comes row by row from above,
/// w_i = beta_i (v_i^H A - sum over j < i of (v_i^H v_j) w_j), and what is to the right of the panel loses V W. All but
/// the panels themselves are matrix products of lazy sums. b is one more column. The GPU's schedule
/// (cuda/qr_schedule.hpp) is the same algorithm for kernels of a device.
class panel_qr {
 public:
  /// `matrix` row after row, rows >= columns; panels of `panel` columns, a multiple of 8.
  panel_qr(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b, std::size_t panel,
           int threads);

  /// False at a diagonal entry of R that is zero or not finite, and where the work must end.
  bool factor(const stop_question& stop = {});
  /// R x = Q^H b in tiles: those of the diagonal one after the other, what is above each of them dealt to threads.
  void substitute_back(multi_array& x);
  [[nodiscard]] double condition() const { return diagonal_ratio(diagonal_); }

 private:
  bool factor_panel(std::size_t first, std::size_t width);
  void reflect_rest(std::size_t first, std::size_t width);

  std::size_t rows_, columns_, panel_, stride_;
  int threads_;
  multi_array a_;                   ///< row after row, `stride_` numbers from one to the next, b behind the columns
  multi_array left_, down_, gram_;  ///< beta v^H and -v row after row, and their product
  multi_array w_;
  std::vector<complex<qd>> diagonal_;
  void (*product_)(std::size_t, std::size_t, std::size_t, std::size_t, std::size_t, bool, const const_planes&,
                   const const_planes&, const planes&) = nullptr;
};

}  // namespace vieta::systems
