#pragma once

#include "exact/arb.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq_poly.h>

#include <cstdint>

#include "exact/representation.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::checking {

/// FLINT's type with a C++ lifetime.
struct rational_polynomial {
  fmpq_poly_t p;
  rational_polynomial() { fmpq_poly_init(p); }
  rational_polynomial(const rational_polynomial&) = delete;
  rational_polynomial& operator=(const rational_polynomial&) = delete;
  ~rational_polynomial() { fmpq_poly_clear(p); }
};

/// p(x) = x^zeros q(x^stride), q = re + i im, of p itself or of p(i x), which is real where x is on the imaginary axis.
struct rational_parts {
  std::int64_t zeros = 0, stride = 0;
  rational_polynomial re, im;
  bool is_known = false;  ///< false: coefficients with too many digits, or too high a degree

  rational_parts(const polynomial::representation& p, bool turned);
};

/// f(x^stride), and a root 0 once more if it `has_zero`.
polynomial to_polynomial(const fmpz_poly_struct& f, std::int64_t stride, bool has_zero);

}  // namespace vieta::checking

#endif
