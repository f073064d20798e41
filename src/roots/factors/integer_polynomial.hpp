#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/fmpz_poly_factor.h>)
#include <flint/fmpz_poly_factor.h>
#endif
#include <flint/fmpz_poly.h>

#include "exact/representation.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// FLINT's polynomial with a C++ lifetime; its functions take the member.
struct integer_polynomial {
  fmpz_poly_t p;
  integer_polynomial() { fmpz_poly_init(p); }
  integer_polynomial(const integer_polynomial& other) : integer_polynomial() { fmpz_poly_set(p, other.p); }
  integer_polynomial& operator=(const integer_polynomial& other) {
    fmpz_poly_set(p, other.p);
    return *this;
  }
  ~integer_polynomial() { fmpz_poly_clear(p); }
  [[nodiscard]] bool is_zero() const { return fmpz_poly_is_zero(p) != 0; }
  [[nodiscard]] slong degree() const { return fmpz_poly_degree(p); }
};

/// re + i im
struct gaussian_polynomial {
  integer_polynomial re, im;
};

/// 10^tens 2^twos
struct unit_of_x {
  std::int64_t tens = 0, twos = 0;
};

/// The coefficients of p over a common denominator that is dropped; false when that would need absurdly many digits, or
/// the degree is above a million. With `unit` those of p(unit y) where p itself would need them, as where exponents
/// grow from coefficient to coefficient.
bool to_integers(const polynomial& p, gaussian_polynomial& out, unit_of_x* unit = nullptr);

/// Whether two polynomials share no factor modulo one large prime, and so none over the rationals. "No" may be a chance
/// of the prime.
bool are_coprime_modulo_prime(const fmpz_poly_t a, const fmpz_poly_t b);

/// Exactly this polynomial, of x / unit.
polynomial to_polynomial(const fmpz_poly_t p, const unit_of_x& unit = {});

}  // namespace vieta

#endif
