#pragma once

#include "newton/proof/arb_evaluator.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::systems {

/// The equations of a point where sum |f_i(x)|^2 is stationary, in ball arithmetic, for m equations in n variables.
///
/// Of a real system at a real point, J(x)^T f(x) = 0: n polynomials, with the derivative J^T J + sum f_i H_i, H_i the
/// second derivatives of f_i. Else J(x)^H f(x) = 0, which is no polynomial in x but one in x and its conjugate: with
/// y for the latter and the polynomials F_i(y) = conj(f_i(conj(y))), two times n equations
/// conj(J)(y)^T f(x) = 0, J(x)^T F(y) = 0, with the derivative [[J^H J, conj(C)], [C, conj(J^H J)]],
/// C = sum conj(f_i) H_i. A box whose y is the mirror image of its x is mapped to itself by (x, y) -> (conj y, conj x),
/// and so is its only zero: there y = conj(x). F evaluates the system as arb_evaluator does.
template <class F = arb_evaluator>
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
  F f_;
  std::size_t m_, n_;
  bool with_conjugate_;
  slong precision_ = 53;
  ball_matrix point_, value_, jacobian_, adjoint_;
};

template <class F>
void stationary_map<F>::set_point(const acb_mat_t x, slong precision) {
  precision_ = precision;
  for (std::size_t v = 0; v < n_; ++v) acb_set(point_.at(v, 0), acb_mat_entry(x, static_cast<slong>(v), 0));
  f_.set_point(point_.m, precision);
  f_.equations(value_.m);
  f_.jacobian(jacobian_.m);
  for (std::size_t e = 0; e < m_; ++e)
    for (std::size_t v = 0; v < n_; ++v) {
      if (with_conjugate_)
        acb_conj(adjoint_.at(v, e), jacobian_.at(e, v));
      else
        acb_set(adjoint_.at(v, e), jacobian_.at(e, v));
    }
}

template <class F>
void stationary_map<F>::equations(acb_mat_t out) const {
  ball_matrix g(n_, 1);
  acb_mat_mul(g.m, adjoint_.m, value_.m, precision_);
  for (std::size_t v = 0; v < n_; ++v) {
    acb_set(acb_mat_entry(out, static_cast<slong>(v), 0), g.at(v, 0));
    if (with_conjugate_) acb_conj(acb_mat_entry(out, static_cast<slong>(n_ + v), 0), g.at(v, 0));
  }
}

template <class F>
void stationary_map<F>::jacobian(acb_mat_t out) const {
  ball_matrix weight(m_, 1), curvature(n_, n_), product(n_, n_);
  for (std::size_t e = 0; e < m_; ++e) {
    if (with_conjugate_)
      acb_conj(weight.at(e, 0), value_.at(e, 0));
    else
      acb_set(weight.at(e, 0), value_.at(e, 0));
  }
  f_.second_derivatives(curvature.m, weight.m);
  acb_mat_mul(product.m, adjoint_.m, jacobian_.m, precision_);
  if (!with_conjugate_) return acb_mat_add(out, product.m, curvature.m, precision_);
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t j = 0; j < n_; ++j) {
      const auto entry = [&](std::size_t row, std::size_t column) {
        return acb_mat_entry(out, static_cast<slong>(row), static_cast<slong>(column));
      };
      acb_set(entry(i, j), product.at(i, j)), acb_conj(entry(n_ + i, n_ + j), product.at(i, j));
      acb_set(entry(n_ + i, j), curvature.at(i, j)), acb_conj(entry(i, n_ + j), curvature.at(i, j));
    }
}

}  // namespace vieta::systems

#endif  // VIETA_HAVE_ARB
