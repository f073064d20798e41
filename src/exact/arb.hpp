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

/// Arb's and FLINT's numbers with C++ lifetimes; their functions take the member.
struct real_ball {
  arb_t x;
  real_ball() { arb_init(x); }
  real_ball(const real_ball& other) : real_ball() { arb_set(x, other.x); }
  real_ball(real_ball&& other) noexcept : real_ball() { arb_swap(x, other.x); }
  real_ball& operator=(const real_ball& other) {
    arb_set(x, other.x);  // which knows that x may be other.x
    return *this;
  }
  real_ball& operator=(real_ball&& other) noexcept {
    arb_swap(x, other.x);
    return *this;
  }
  ~real_ball() { arb_clear(x); }
};
struct complex_ball {
  acb_t z;
  complex_ball() { acb_init(z); }
  complex_ball(const complex_ball& other) : complex_ball() { acb_set(z, other.z); }
  complex_ball(complex_ball&& other) noexcept : complex_ball() { acb_swap(z, other.z); }
  complex_ball& operator=(const complex_ball& other) {
    acb_set(z, other.z);
    return *this;
  }
  complex_ball& operator=(complex_ball&& other) noexcept {
    acb_swap(z, other.z);
    return *this;
  }
  ~complex_ball() { acb_clear(z); }
};
struct ball_polynomial {
  acb_poly_t p;
  ball_polynomial() { acb_poly_init(p); }
  ball_polynomial(const ball_polynomial&) = delete;
  ball_polynomial& operator=(const ball_polynomial&) = delete;
  ~ball_polynomial() { acb_poly_clear(p); }
};
/// A floating-point number of any precision.
struct big_float {
  arf_t x;
  big_float() { arf_init(x); }
  big_float(const big_float&) = delete;
  big_float& operator=(const big_float&) = delete;
  ~big_float() { arf_clear(x); }
};
struct big_integer {
  fmpz_t n;
  big_integer() { fmpz_init(n); }
  big_integer(const big_integer&) = delete;
  big_integer& operator=(const big_integer&) = delete;
  ~big_integer() { fmpz_clear(n); }
};

/// FLINT's words have 32 bits where pointers do (WebAssembly): as many of them are one of ours.
inline constexpr std::size_t words_in_one = sizeof(integer::word) / sizeof(ulong);

/// out = value, exactly.
inline void set_fmpz(fmpz_t out, const integer& value) {
  std::vector<ulong> words;
  words.reserve(words_in_one * value.words().size());
  for (const integer::word word : value.words())
    for (std::size_t k = 0; k < words_in_one; ++k) words.push_back(static_cast<ulong>(word >> (8 * sizeof(ulong) * k)));
  fmpz_set_ui_array(out, words.data(), static_cast<slong>(words.size()));
  if (value < 0) fmpz_neg(out, out);
}

/// |x| in words of ours, the lowest first; none for 0.
inline std::vector<integer::word> get_words(const fmpz_t x) {
  if (fmpz_is_zero(x)) return {};
  std::vector<ulong> words(fmpz_size(x));
  big_integer modulus;
  fmpz_abs(modulus.n, x);
  fmpz_get_ui_array(words.data(), static_cast<slong>(words.size()), modulus.n);
  std::vector<integer::word> whole((words.size() + words_in_one - 1) / words_in_one);
  for (std::size_t k = 0; k < words.size(); ++k)
    whole[k / words_in_one] |= integer::word{words[k]} << (8 * sizeof(ulong) * (k % words_in_one));
  return whole;
}

/// The value of `x`, exactly.
inline integer get_integer(const fmpz_t x) {
  if (fmpz_is_zero(x)) return 0;
  integer value{get_words(x)};
  return fmpz_sgn(x) < 0 ? -std::move(value) : value;
}

/// The value of `x`, which has at most 63 bits.
inline std::int64_t get_int64(const fmpz_t x) {
  if constexpr (sizeof(slong) == sizeof(std::int64_t)) {
    return static_cast<std::int64_t>(fmpz_get_si(x));
  } else {
    big_integer high, low;
    fmpz_fdiv_q_2exp(high.n, x, 32);
    fmpz_fdiv_r_2exp(low.n, x, 32);
    return std::int64_t{fmpz_get_si(high.n)} * (std::int64_t{1} << 32) + static_cast<std::int64_t>(fmpz_get_ui(low.n));
  }
}

/// e where 2^(e - 1) <= |x| < 2^e. `x` is finite and not 0.
inline std::int64_t get_exponent(const arf_t x) { return get_int64(ARF_EXPREF(x)); }

/// The value of `x`, exactly; 0 when it is not finite.
inline real get_real(const arf_t x) {
  real value;
  if (!arf_is_finite(x) || arf_is_zero(x)) return value;
  big_integer mantissa, exponent;
  arf_get_fmpz_2exp(mantissa.n, exponent.n, x);
  value.numerator = get_integer(mantissa.n);
  value.binary_exponent = get_int64(exponent.n);
  return value;
}

inline void set_fmpz(fmpz_t out, std::int64_t value) {
  if constexpr (sizeof(slong) == sizeof(std::int64_t)) {
    fmpz_set_si(out, static_cast<slong>(value));
  } else {
    fmpz_set_si(out, static_cast<slong>(value >> 32));
    fmpz_mul_2exp(out, out, 32);
    fmpz_add_ui(out, out, static_cast<ulong>(value & 0xffffffff));
  }
}

/// out = x 2^exponent. Our exponents have 64 bits where FLINT's words have 32, too.
inline void mul_2exp(arf_t out, const arf_t x, std::int64_t exponent) {
  big_integer e;
  set_fmpz(e.n, exponent);
  arf_mul_2exp_fmpz(out, x, e.n);
}
inline void mul_2exp(arb_t out, const arb_t x, std::int64_t exponent) {
  big_integer e;
  set_fmpz(e.n, exponent);
  arb_mul_2exp_fmpz(out, x, e.n);
}
inline void mul_2exp(acb_t out, const acb_t x, std::int64_t exponent) {
  mul_2exp(acb_realref(out), acb_realref(x), exponent);
  mul_2exp(acb_imagref(out), acb_imagref(x), exponent);
}

/// out encloses `value`, to about `precision` bits; exactly when those bits suffice.
inline void set_arb(arb_t out, const real& value, slong precision) {
  if (value.is_zero()) {
    arb_zero(out);
    return;
  }
  big_integer numerator, denominator, exponent;
  real_ball quotient, power;

  // The error of 5^d in d rounded multiplications at most is d ulps: 64 bits and some keep it below the last bit asked.
  const slong working = precision + 80;
  set_fmpz(numerator.n, value.numerator);
  set_fmpz(denominator.n, value.denominator);
  arb_fmpz_div_fmpz(quotient.x, numerator.n, denominator.n, working);

  // 10^d = 5^d 2^d, and powers of two cost and lose nothing.
  set_fmpz(exponent.n, value.decimal_exponent);
  if (!fmpz_is_zero(exponent.n)) {
    fmpz_abs(numerator.n, exponent.n);
    arb_set_ui(power.x, 5);
    arb_pow_fmpz_binexp(power.x, power.x, numerator.n, working);
    if (fmpz_sgn(exponent.n) > 0)
      arb_mul(quotient.x, quotient.x, power.x, working);
    else
      arb_div(quotient.x, quotient.x, power.x, working);
  }
  set_fmpz(denominator.n, value.binary_exponent);
  fmpz_add(exponent.n, exponent.n, denominator.n);
  arb_mul_2exp_fmpz(quotient.x, quotient.x, exponent.n);
  arb_set_round(out, quotient.x, precision);
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
  complex_ball value;
  for (std::size_t k = p.size(); k-- > 0;) {
    set_coefficient(value.z, p, k, precision);
    acb_poly_set_coeff_acb(out, static_cast<slong>(p.exponent(k)), value.z);
  }
}

/// The same for a polynomial without imaginary parts.
inline void set_coefficients(arb_poly_t out, const polynomial::representation& p, slong precision) {
  arb_poly_zero(out);
  arb_poly_fit_length(out, static_cast<slong>(p.degree + 1));
  real_ball value;
  for (std::size_t k = p.size(); k-- > 0;) {
    if (p.is_exact())
      set_arb(value.x, p.exact_re[k], precision);
    else
      arb_set_d(value.x, p.re[k]);
    arb_poly_set_coeff_arb(out, static_cast<slong>(p.exponent(k)), value.x);
  }
}

}  // namespace vieta::exact

#endif  // VIETA_HAVE_ARB
