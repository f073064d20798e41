#include "newton/stationary_map.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::systems {

void stationary_map::set_point(const acb_mat_t x, slong precision) {
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

void stationary_map::equations(acb_mat_t out) const {
  ball_matrix g(n_, 1);
  acb_mat_mul(g.m, adjoint_.m, value_.m, precision_);
  for (std::size_t v = 0; v < n_; ++v) {
    acb_set(acb_mat_entry(out, static_cast<slong>(v), 0), g.at(v, 0));
    if (with_conjugate_) acb_conj(acb_mat_entry(out, static_cast<slong>(n_ + v), 0), g.at(v, 0));
  }
}

void stationary_map::jacobian(acb_mat_t out) const {
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
