#include "roots/real_line/sign_rule.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "roots/real_line/bernstein_signs.hpp"

namespace vieta::real_line {
namespace {

void shift_by_one(fmpz_poly_t f) {
  exact::big_integer one;
  fmpz_one(one.n);
  fmpz_poly_taylor_shift(f, f, one.n);
}

// Coefficients c_0 .. c_n, each off by at most `error`.
struct rounded_polynomial {
  integer_polynomial c;
  slong n = 0;
  ulong error = 0;
};

// f(2^e x), times a power of two: so many bits of the largest coefficient.
rounded_polynomial scaled(const fmpz_poly_t f, slong e, slong bits) {
  rounded_polynomial out;
  out.n = fmpz_poly_degree(f);
  slong most = 0;
  const auto power = [&](slong k) { return e >= 0 ? e * k : -e * (out.n - k); };
  for (slong k = 0; k <= out.n; ++k) most = std::max(most, static_cast<slong>(fmpz_bits(f->coeffs + k)) + power(k));
  exact::big_integer a;
  for (slong k = out.n; k >= 0; --k) {
    const slong by = power(k) - std::max<slong>(0, most - bits);
    if (by >= 0) {
      fmpz_mul_2exp(a.n, f->coeffs + k, static_cast<ulong>(by));
    } else {
      fmpz_fdiv_q_2exp(a.n, f->coeffs + k, static_cast<ulong>(-by));
      out.error = 1;
    }
    fmpz_poly_set_coeff_fmpz(out.c.p, k, a.n);
  }
  return out;
}

// f((x + 1) / 2). The sum of C(j, k) 2^-j over j is 2 at most.
rounded_polynomial right_half(const rounded_polynomial& f) {
  rounded_polynomial out = f;
  for (slong k = 0; k < fmpz_poly_length(out.c.p); ++k)
    fmpz_mul_2exp(out.c.p->coeffs + k, out.c.p->coeffs + k, static_cast<ulong>(f.n - k));
  shift_by_one(out.c.p);
  fmpz_poly_scalar_fdiv_2exp(out.c.p, out.c.p, static_cast<ulong>(f.n));
  out.error = 2 * f.error + 1;
  return out;
}

// (1 + x)^n f(1 / (1 + x)), whose positive roots are those of f in (0, 1).
integer_polynomial on_half_line(const rounded_polynomial& f) {
  integer_polynomial seen;
  fmpz_poly_reverse(seen.p, f.c.p, f.n + 1);
  shift_by_one(seen.p);
  return seen;
}

// The Bernstein coefficients on [0, 1] are those of on_half_line over C(n, i); these are off by at most
// C(n + 1, i + 1) error, since the sum of C(j, i) for i <= j <= n is C(n + 1, i + 1) = C(n, i) (n + 1) / (i + 1).
bernstein_integers bernstein_of(integer_polynomial seen, slong n, ulong error) {
  // Values between halves may be smaller than all coefficients, by these bits at most, or the rule does not tell.
  const slong margin = 64 + n / 8;
  exact::big_integer binomial;
  fmpz_one(binomial.n);
  slong most = 0, least = std::numeric_limits<slong>::max();
  fmpz_poly_fit_length(seen.p, n + 1);
  for (slong i = fmpz_poly_length(seen.p); i <= n; ++i) fmpz_zero(seen.p->coeffs + i);
  const auto next = [&](slong i) {
    fmpz_mul_ui(binomial.n, binomial.n, static_cast<ulong>(n - i));
    fmpz_divexact_ui(binomial.n, binomial.n, static_cast<ulong>(i) + 1);
  };
  for (slong i = 0; i <= n; next(i++)) {
    if (fmpz_is_zero(seen.p->coeffs + i) != 0) continue;
    const slong bits = static_cast<slong>(fmpz_bits(seen.p->coeffs + i)) - static_cast<slong>(fmpz_bits(binomial.n));
    most = std::max(most, bits), least = std::min(least, bits);
  }
  // 2^lowest is the unit. Whole numbers that are exact have fractions here.
  const slong lowest = error == 0 ? least - margin : std::max<slong>(0, least - margin);
  bernstein_integers f;
  f.size = static_cast<std::size_t>(n) + 1;
  constexpr slong limb_bits = 64;
  const slong limbs = (most - lowest + 1 + 3 + limb_bits - 1) / limb_bits;  // a sign, and two bits to spare
  f.limbs = static_cast<std::size_t>(limbs);
  f.error = (error > 0 && lowest < limb_bits ? error * static_cast<ulong>(n + 1) >> lowest : 0) + 2;
  f.s.resize(f.size * f.limbs);
  fmpz_one(binomial.n);
  exact::big_integer b;
  for (slong i = 0; i <= n; next(i++)) {
    if (lowest < 0) fmpz_mul_2exp(seen.p->coeffs + i, seen.p->coeffs + i, static_cast<ulong>(-lowest));
    fmpz_fdiv_q(b.n, seen.p->coeffs + i, binomial.n);
    if (lowest > 0) fmpz_fdiv_q_2exp(b.n, b.n, static_cast<ulong>(lowest));
    // Words of FLINT have 32 bits in WebAssembly, the lower one first.
    fmpz_get_signed_ui_array(reinterpret_cast<ulong*>(f.s.data() + i * limbs), limbs * (limb_bits / FLINT_BITS), b.n);
  }
  return f;
}

bool is_above(fmpz_t a, ulong bound) {
  fmpz_abs(a, a);
  return fmpz_cmp_ui(a, bound) > 0;
}

// f(x) = sum S_k (x^k - x^(k+1)) + S_n x^n, where S_k = c_0 + ... + c_k: no root in [0, 1] where these have one sign.
bool has_sums_of_one_sign(const rounded_polynomial& f) {
  exact::big_integer sum, bound, modulus;
  int first = 0;
  for (slong k = 0; k <= f.n; ++k) {
    if (k < fmpz_poly_length(f.c.p)) fmpz_add(sum.n, sum.n, f.c.p->coeffs + k);
    fmpz_add_ui(bound.n, bound.n, f.error);
    const int sign = fmpz_sgn(sum.n);
    if (k == 0) first = sign;
    fmpz_abs(modulus.n, sum.n);
    if (sign == 0 || sign != first || fmpz_cmp(modulus.n, bound.n) <= 0) return false;
  }
  return true;
}

// 0 < x < 1. An odd number of changes means a root.
bool has_no_root(const rounded_polynomial& f, int divisions) {
  if (has_sums_of_one_sign(f)) return true;
  return signs_of_parts(bernstein_of(on_half_line(f), f.n, f.error), divisions) == signs::all_the_same;
}

// Beside the largest coefficient the values of f are not smaller, where signs tell.
slong bits_for(std::int64_t n) { return static_cast<slong>(2 * n + 200); }

// A shift takes milliseconds at the most.
bool is_affordable(std::int64_t n) {
  constexpr std::int64_t most = 3'000'000;
  return n * (bits_for(n) + n) <= most;
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
  constexpr int divisions = 16;
  constexpr slong lowest = 40;  // below, a search in doubles is as quick
  const slong n = fmpz_poly_degree(f);
  const int changes = sign_changes(f);
  if (changes == 0) return true;
  if (n < lowest || changes % 2 == 1 || fmpz_is_zero(f->coeffs) != 0 || !is_affordable(n)) return false;
  // 2^e is about the geometric mean of all roots' moduli: neither the roots below it nor those above, in the reversed
  // polynomial, are much smaller than 1 then.
  slong of_first = 0, of_last = 0;
  const double first = fmpz_get_d_2exp(&of_first, f->coeffs), last = fmpz_get_d_2exp(&of_last, f->coeffs + n);
  const double mean = std::log2(std::abs(first / last)) + static_cast<double>(of_first - of_last);
  rounded_polynomial g = scaled(f, std::lround(mean / static_cast<double>(n)), bits_for(n));
  if (!has_no_root(g, divisions)) return false;
  fmpz_poly_reverse(g.c.p, g.c.p, n + 1);
  return has_no_root(g, divisions);
}

bool has_clearly_no_root_in_octave(const fmpz_poly_t f, slong e) {
  constexpr int divisions = 12;
  const slong n = fmpz_poly_degree(f);
  if (!is_affordable(n)) return false;
  const rounded_polynomial g = right_half(scaled(f, e, bits_for(n)));
  exact::big_integer least;
  fmpz_poly_get_coeff_fmpz(least.n, g.c.p, 0);
  return is_above(least.n, g.error) && has_no_root(g, divisions);
}

}  // namespace vieta::real_line

#endif
