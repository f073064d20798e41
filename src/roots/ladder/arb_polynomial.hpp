#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace vieta {

/// A polynomial with ball coefficients of some precision, evaluated at complex balls the cheapest way that its shape
/// allows: term by term when it is sparse, else by rectangular splitting (Paterson and Stockmeyer 1973).
class arb_polynomial {
 public:
  arb_polynomial(const polynomial& p, slong bits);
  arb_polynomial(const arb_polynomial&) = delete;
  arb_polynomial& operator=(const arb_polynomial&) = delete;
  ~arb_polynomial();

  /// value encloses p(z); O(terms) multiplications.
  void evaluate(acb_t value, const acb_t z, slong bits) const;
  /// The same for p and p'.
  void evaluate_with_derivative(acb_t value, acb_t derivative, const acb_t z, slong bits) const;
  /// An upper bound of sum |a_k| |z|^k that is not much above it.
  void absolute_sum(arf_t sum, const acb_t z) const;
  /// Taylor coefficients at z.
  void shift(acb_poly_t shifted, const acb_t z, slong bits) const;
  /// The k-th derivative, dense.
  void derivative(acb_poly_t result, slong k, slong bits) const;

 private:
  void dense(acb_poly_t out) const;
  void evaluate_dense_real(acb_t value, const acb_t z, slong bits) const;
  void evaluate_sparse(acb_t value, const acb_t z, slong bits) const;

  bool is_sparse_, is_real_;
  std::vector<std::int64_t> power_;  ///< sparse: exponents of the terms, ascending
  std::vector<acb_struct> term_;     ///< sparse: their coefficients
  acb_poly_t complex_;               ///< dense
  arb_poly_t real_;                  ///< dense and real
  std::vector<arb_struct> modulus_;  ///< |coefficients|, 30 bits, of the terms or of all powers
};

/// The same polynomial at several precisions, each made once. Thread safe.
class arb_polynomial_cache {
 public:
  explicit arb_polynomial_cache(const polynomial& p) : p_(p) {}
  /// With at least `bits` bits.
  const arb_polynomial& at(slong bits);

 private:
  const polynomial& p_;
  std::mutex lock_;
  std::map<slong, std::unique_ptr<arb_polynomial>> made_;
};

}  // namespace vieta

#endif
