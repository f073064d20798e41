#pragma once

#include "exact/arb.hpp"
#include "minimax/function/tree.hpp"
#ifdef VIETA_HAVE_ARB

namespace vieta::approximation {

/// A polynomial of balls with a C++ lifetime.
struct real_polynomial {
  arb_poly_t p;
  real_polynomial() { arb_poly_init(p); }
  real_polynomial(const real_polynomial& other) : real_polynomial() { arb_poly_set(p, other.p); }
  real_polynomial& operator=(const real_polynomial& other) {
    arb_poly_set(p, other.p);
    return *this;
  }
  ~real_polynomial() { arb_poly_clear(p); }
};

/// out encloses the values of `t` on the ball `x`; not finite where `t` may have a pole or leave the real numbers.
void evaluate(arb_t out, const tree& t, const arb_t x, slong precision);

/// A constant: encloses its value, of any number of digits.
void set_decimal(arb_t out, const std::string& decimal, slong precision);

/// The function `kind` at a ball.
void apply(arb_t out, operation kind, const arb_t x, slong precision);

/// Taylor coefficients 0 .. length - 1 of the function `kind` at every point of the ball `x`.
void series(arb_poly_t out, operation kind, const arb_t x, slong length, slong precision);

}  // namespace vieta::approximation

#endif  // VIETA_HAVE_ARB
