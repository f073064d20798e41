#pragma once

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#ifdef VIETA_ARB_IS_APART
#include <acb_mat.h>
#else
#include <flint/acb_mat.h>
#endif

#include <vector>

#include "systems/representation.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/qd.hpp"

namespace vieta::systems {

struct ball_matrix {
  acb_mat_t m;
  ball_matrix(std::size_t rows, std::size_t columns) {
    acb_mat_init(m, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ball_matrix(const ball_matrix&) = delete;
  ball_matrix& operator=(const ball_matrix&) = delete;
  ~ball_matrix() { acb_mat_clear(m); }
  [[nodiscard]] acb_ptr at(std::size_t i, std::size_t j) const {
    return acb_mat_entry(m, static_cast<slong>(i), static_cast<slong>(j));
  }
};

/// out = value, exactly.
void set_acb(acb_t out, const complex<qd>& value);
/// The nearest quad-double or so: within 2^-205 of the midpoint, relatively to each part.
complex<qd> midpoint(const acb_t z);

/// A ball that holds the coefficient of a term.
void coefficient_of(acb_t out, const polynomial_system::representation& system, std::size_t term, slong precision);

/// Evaluates a system in ball arithmetic, from exact coefficients where they are known: every result holds the true one
/// for every point of the input balls. Slow and plain.
class arb_evaluator {
 public:
  explicit arb_evaluator(const polynomial_system::representation& system);

  /// `x` is a column of balls.
  void set_point(const acb_mat_t x, slong precision);
  void equations(acb_mat_t out) const;
  /// Equation e alone; may be called from several threads.
  void equation(acb_t out, std::size_t e) const;
  void jacobian(acb_mat_t out) const;
  /// sum over the equations of weight_e times the matrix of second derivatives of f_e. For k variables in a term it
  /// takes O(k^2) operations.
  void second_derivatives(acb_mat_t out, const acb_mat_t weight) const;

 private:
  void coefficient(acb_t out, std::size_t term) const { coefficient_of(out, system_, term, precision_); }
  void add_derivatives(acb_mat_t out, std::size_t row, node m, const acb_t weight) const;
  void add_second_derivatives(acb_mat_t out, node m, const acb_t weight) const;

  const polynomial_system::representation& system_;
  slong precision_ = 53;
  std::vector<exact::complex_ball> values_;
};

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
