#pragma once

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#include <cstdint>
#include <map>
#include <vector>

#include "newton/proof/arb_evaluator.hpp"

namespace vieta::verify_newton {

/// A system as a plain list of terms c x^a in ball arithmetic, and its derivatives by the rules of school: no graph of
/// products, nothing shared by terms. It looks like arb_evaluator from outside.
class plain_system {
 public:
  explicit plain_system(const polynomial_system::representation& system);

  [[nodiscard]] std::size_t size() const { return variables_; }
  void set_point(const acb_mat_t x, slong precision);
  void equations(acb_mat_t out) const;
  void jacobian(acb_mat_t out) const;
  void second_derivatives(acb_mat_t out, const acb_mat_t weight) const;

 private:
  struct term {
    std::size_t number = 0;  ///< its coefficient, in the system's order
    std::map<std::uint32_t, unsigned> powers;
  };
  /// out = c x^a, differentiated for the variables `by` (~0: for none).
  void value(acb_t out, const term& t, std::uint32_t by = ~0U, std::uint32_t and_by = ~0U) const;

  const polynomial_system::representation& system_;
  std::size_t variables_;
  slong precision_ = 53;
  std::vector<std::vector<term>> equations_;
  systems::ball_matrix x_;
};

}  // namespace vieta::verify_newton

#endif  // VIETA_HAVE_ARB
