#include "roots/real_line/sign_rule.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cstdlib>

namespace vieta::real_line {
namespace {

void shift_by_one(fmpz_poly_t f) {
  exact::big_integer one;
  fmpz_one(one.n);
  fmpz_poly_taylor_shift(f, f, one.n);
}

// f(2^e x), times a power of two.
void scale(fmpz_poly_t f, slong e) {
  const slong n = fmpz_poly_degree(f);
  for (slong k = 0; k <= n; ++k)
    fmpz_mul_2exp(f->coeffs + k, f->coeffs + k, static_cast<ulong>(e >= 0 ? e * k : -e * (n - k)));
}

// 0 < x < 1. An odd number of changes means a root.
bool has_no_root(integer_polynomial f, int halvings) {
  integer_polynomial seen;
  fmpz_poly_reverse(seen.p, f.p, fmpz_poly_length(f.p));
  shift_by_one(seen.p);
  const int changes = sign_changes(seen.p);
  if (changes == 0) return true;
  if (changes % 2 == 1 || halvings == 0) return false;
  scale(f.p, -1);
  integer_polynomial right = f;
  shift_by_one(right.p);
  return fmpz_is_zero(right.p->coeffs) == 0 && has_no_root(right, halvings - 1) && has_no_root(f, halvings - 1);
}

// A shift takes milliseconds at the most.
bool is_affordable(const fmpz_poly_t f, slong more_bits) {
  constexpr slong most = 2'000'000;
  const slong n = fmpz_poly_degree(f);
  return n * (std::abs(fmpz_poly_max_bits(f)) + n * (1 + more_bits)) <= most;
}

}  // namespace

int sign_changes(const fmpz_poly_t f) {
  int changes = 0, last = 0;
  for (slong k = 0; k < f->length; ++k) {
    const int sign = fmpz_sgn(f->coeffs + k);
    if (sign != 0 && last != 0 && sign != last) ++changes;
    if (sign != 0) last = sign;
  }
  return changes;
}

bool has_clearly_no_positive_root(const fmpz_poly_t f) {
  constexpr int halvings = 5;
  if (sign_changes(f) % 2 == 1 || fmpz_is_zero(f->coeffs) != 0) return false;
  exact::big_integer bound;
  fmpz_poly_bound_roots(bound.n, f);
  const auto bits = static_cast<slong>(fmpz_bits(bound.n));
  if (!is_affordable(f, bits)) return false;
  integer_polynomial g;
  fmpz_poly_set(g.p, f);
  scale(g.p, bits);
  return has_no_root(g, halvings);
}

bool has_clearly_no_root_in_octave(const fmpz_poly_t f, slong e) {
  constexpr int halvings = 2;
  if (!is_affordable(f, std::abs(e))) return false;
  integer_polynomial g;
  fmpz_poly_set(g.p, f);
  scale(g.p, e - 1);
  shift_by_one(g.p);
  return fmpz_is_zero(g.p->coeffs) == 0 && has_no_root(g, halvings);
}

}  // namespace vieta::real_line

#endif
