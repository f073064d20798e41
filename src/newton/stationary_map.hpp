#pragma once

#include "newton/arb_evaluator.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::systems {

/// The equations of a point where sum |f_i(x)|^2 is stationary, in ball arithmetic, for m equations in n variables.
///
/// Of a real system at a real point, J(x)^T f(x) = 0: n polynomials, with the derivative J^T J + sum f_i H_i, H_i the
/// second derivatives of f_i. Else J(x)^H f(x) = 0, which is no polynomial in x but one in x and its conjugate: with
/// y for the latter and the polynomials F_i(y) = conj(f_i(conj(y))), two times n equations
/// conj(J)(y)^T f(x) = 0, J(x)^T F(y) = 0, with the derivative [[J^H J, conj(C)], [C, conj(J^H J)]],
/// C = sum conj(f_i) H_i. A box whose y is the mirror image of its x is mapped to itself by (x, y) -> (conj y, conj x),
/// and so is its only zero: there y = conj(x).
class stationary_map {
 public:
  stationary_map(const polynomial_system::representation& system, bool with_conjugate)
      : f_(system),
        m_(system.equations()),
        n_(system.variables.size()),
        with_conjugate_(with_conjugate),
        point_(n_, 1),
        value_(m_, 1),
        jacobian_(m_, n_),
        adjoint_(n_, m_) {}

  [[nodiscard]] std::size_t size() const { return with_conjugate_ ? 2 * n_ : n_; }
  /// x, and its conjugate behind it where there is one: that part is not looked at.
  void set_point(const acb_mat_t x, slong precision);
  void equations(acb_mat_t out) const;
  void jacobian(acb_mat_t out) const;

 private:
  arb_evaluator f_;
  std::size_t m_, n_;
  bool with_conjugate_;
  slong precision_ = 53;
  ball_matrix point_, value_, jacobian_, adjoint_;
};

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
