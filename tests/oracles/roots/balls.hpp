#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <cstddef>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/roots.hpp"

// The discs of a result in ball arithmetic.
namespace vieta::test {

// Arb's numbers with C++ lifetimes: the oracle's own, apart from those that the solver uses.
struct real_ball {
  arb_t x;
  real_ball() { arb_init(x); }
  real_ball(const real_ball& other) : real_ball() { arb_set(x, other.x); }
  real_ball& operator=(const real_ball& other) {
    arb_set(x, other.x);
    return *this;
  }
  ~real_ball() { arb_clear(x); }
};
struct complex_ball {
  acb_t z;
  complex_ball() { acb_init(z); }
  complex_ball(const complex_ball& other) : complex_ball() { acb_set(z, other.z); }
  complex_ball& operator=(const complex_ball& other) {
    acb_set(z, other.z);
    return *this;
  }
  ~complex_ball() { acb_clear(z); }
};
struct complex_polynomial {
  acb_poly_t p;
  complex_polynomial() { acb_poly_init(p); }
  complex_polynomial(const complex_polynomial&) = delete;
  complex_polynomial& operator=(const complex_polynomial&) = delete;
  ~complex_polynomial() { acb_poly_clear(p); }
};

// One disc exactly as the result spells it.
struct disc {
  exact::real re, im, radius;
  bool infinite = false;  // claims nothing
};

disc disc_of(const roots_result& result, std::size_t k);

// The digits that the discs distinguish, as bits, and room to spare.
slong precision_for(const roots_result& result);

// A disc in ball arithmetic.
struct ball_disc {
  complex_ball centre;
  real_ball radius, modulus;
};

ball_disc to_ball(const disc& d, slong precision);
std::vector<ball_disc> to_balls(const roots_result& result, slong precision);

bool claims_something(const roots_result& result, std::size_t k);

// "disc 3 [isolated, ...]: ", to begin a complaint with.
std::string describe(const roots_result& result, std::size_t k);

}  // namespace vieta::test

#endif
