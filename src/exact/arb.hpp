#pragma once

// Arb behind one door: Debian 12 ships it beside FLINT 2.9, FLINT 3 has it inside. Include this, never Arb's own files.
#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb.h>)
#include <flint/acb.h>
#include <flint/acb_poly.h>
#include <flint/arb.h>
#include <flint/arb_poly.h>
#else
#include <acb.h>
#include <acb_poly.h>
#include <arb.h>
#include <arb_poly.h>
#define VIETA_ARB_IS_APART 1
#endif

#include <cstdint>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "exact/representation.hpp"

namespace vieta::exact {

/// For bug reports: "Arb 2.23.0, FLINT 2.9.0", or "FLINT 3.1.0".
inline std::string arb_and_flint() {
  std::string text;
#ifdef VIETA_ARB_IS_APART
  text = std::string("Arb ") + arb_version + ", ";
#endif
  return text + "FLINT " + FLINT_VERSION;
}

/// out = value, exactly.
inline void set_fmpz(fmpz_t out, const integer& value) {
  const auto& backend = value.backend();
  static_assert(sizeof(*backend.limbs()) == sizeof(ulong), "limbs are handed over as they are");
  std::vector<ulong> limbs(backend.limbs(), backend.limbs() + backend.size());
  fmpz_set_ui_array(out, limbs.data(), static_cast<slong>(limbs.size()));
  if (value < 0) fmpz_neg(out, out);
}

/// The value of `x`, exactly.
inline integer get_integer(const fmpz_t x) {
  if (fmpz_is_zero(x)) return 0;
  std::vector<ulong> limbs(fmpz_size(x));
  fmpz_t modulus;
  fmpz_init(modulus);
  fmpz_abs(modulus, x);
  fmpz_get_ui_array(limbs.data(), static_cast<slong>(limbs.size()), modulus);
  fmpz_clear(modulus);
  integer value = 0;
  boost::multiprecision::import_bits(value, limbs.begin(), limbs.end(), 0, false);
  return fmpz_sgn(x) < 0 ? integer(-value) : value;
}

inline void set_fmpz(fmpz_t out, std::int64_t value) {
  static_assert(sizeof(slong) == sizeof(std::int64_t));
  fmpz_set_si(out, static_cast<slong>(value));
}

/// out encloses `value`, to about `precision` bits; exactly when those bits suffice.
inline void set_arb(arb_t out, const real& value, slong precision) {
  if (value.is_zero()) {
    arb_zero(out);
    return;
  }
  fmpz_t numerator, denominator, exponent;
  fmpz_init(numerator);
  fmpz_init(denominator);
  fmpz_init(exponent);
  arb_t quotient, power;
  arb_init(quotient);
  arb_init(power);

  // The error of 5^d in d rounded multiplications at most is d ulps: 64 bits and some keep it below the last bit asked.
  const slong working = precision + 80;
  set_fmpz(numerator, value.numerator);
  set_fmpz(denominator, value.denominator);
  arb_fmpz_div_fmpz(quotient, numerator, denominator, working);

  // 10^d = 5^d 2^d, and powers of two cost and lose nothing.
  set_fmpz(exponent, value.decimal_exponent);
  if (!fmpz_is_zero(exponent)) {
    fmpz_abs(numerator, exponent);
    arb_set_ui(power, 5);
    arb_pow_fmpz_binexp(power, power, numerator, working);
    if (fmpz_sgn(exponent) > 0)
      arb_mul(quotient, quotient, power, working);
    else
      arb_div(quotient, quotient, power, working);
  }
  set_fmpz(denominator, value.binary_exponent);
  fmpz_add(exponent, exponent, denominator);
  arb_mul_2exp_fmpz(quotient, quotient, exponent);
  arb_set_round(out, quotient, precision);

  arb_clear(power);
  arb_clear(quotient);
  fmpz_clear(exponent);
  fmpz_clear(denominator);
  fmpz_clear(numerator);
}

/// The coefficient of term `k` (not of x^k: see representation::exponent). Doubles are exact at any precision.
inline void set_coefficient(acb_t out, const polynomial::representation& p, std::size_t k, slong precision) {
  acb_zero(out);
  if (p.is_exact()) {
    set_arb(acb_realref(out), p.exact_re[k], precision);
    if (!p.exact_im.empty()) set_arb(acb_imagref(out), p.exact_im[k], precision);
  } else {
    arb_set_d(acb_realref(out), p.re[k]);
    if (!p.im.empty()) arb_set_d(acb_imagref(out), p.im[k]);
  }
}

/// All coefficients x^0..x^degree, zeros included: sparse polynomials become dense here.
inline void set_coefficients(acb_poly_t out, const polynomial::representation& p, slong precision) {
  acb_poly_zero(out);
  acb_poly_fit_length(out, static_cast<slong>(p.degree + 1));
  acb_t value;
  acb_init(value);
  for (std::size_t k = p.size(); k-- > 0;) {
    set_coefficient(value, p, k, precision);
    acb_poly_set_coeff_acb(out, static_cast<slong>(p.exponent(k)), value);
  }
  acb_clear(value);
}

/// The same for a polynomial without imaginary parts.
inline void set_coefficients(arb_poly_t out, const polynomial::representation& p, slong precision) {
  arb_poly_zero(out);
  arb_poly_fit_length(out, static_cast<slong>(p.degree + 1));
  arb_t value;
  arb_init(value);
  for (std::size_t k = p.size(); k-- > 0;) {
    if (p.is_exact())
      set_arb(value, p.exact_re[k], precision);
    else
      arb_set_d(value, p.re[k]);
    arb_poly_set_coeff_arb(out, static_cast<slong>(p.exponent(k)), value);
  }
  arb_clear(value);
}

}  // namespace vieta::exact

#endif  // VIETA_HAVE_ARB
