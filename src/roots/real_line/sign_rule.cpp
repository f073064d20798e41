#include "roots/real_line/sign_rule.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
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

// f(x / 2)
rounded_polynomial left_half(const rounded_polynomial& f) {
  rounded_polynomial out = f;
  for (slong k = 0; k < fmpz_poly_length(out.c.p); ++k)
    fmpz_fdiv_q_2exp(out.c.p->coeffs + k, out.c.p->coeffs + k, static_cast<ulong>(k));
  _fmpz_poly_normalise(out.c.p);
  out.error += 1;
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

// Of f in (0, 1), by the coefficients of on_half_line. The sum of C(j, i) for i <= j <= n is C(n + 1, i + 1).
signs signs_of_interval(const integer_polynomial& seen, slong n, ulong error) {
  exact::big_integer a, bound;
  fmpz_set_ui(bound.n, static_cast<ulong>(n) + 1);
  fmpz_mul_ui(bound.n, bound.n, error);
  int changes = 0, last = 0;
  for (slong i = 0; i <= n; ++i) {
    fmpz_poly_get_coeff_fmpz(a.n, seen.p, i);
    if (error > 0 && fmpz_cmpabs(a.n, bound.n) <= 0) return signs::others;
    const int sign = fmpz_sgn(a.n);
    if (sign != 0 && last != 0 && sign != last) ++changes;
    if (sign != 0) last = sign;
    fmpz_mul_ui(bound.n, bound.n, static_cast<ulong>(n - i));
    fmpz_divexact_ui(bound.n, bound.n, static_cast<ulong>(i) + 2);
  }
  return changes == 0 ? signs::all_the_same : changes % 2 == 1 ? signs::odd_changes : signs::others;
}

// The Bernstein coefficients on [0, 1] are those of on_half_line over C(n, i) = C(n + 1, i + 1) (i + 1) / (n + 1).
bernstein_doubles bernstein_of(const integer_polynomial& seen, slong n, ulong error) {
  std::vector<double> mantissas, errors;
  std::vector<std::int64_t> exponents;
  exact::big_integer a, binomial;
  fmpz_one(binomial.n);
  for (slong i = 0; i <= n; ++i) {
    slong of_a = 0, of_binomial = 0;
    fmpz_poly_get_coeff_fmpz(a.n, seen.p, i);
    mantissas.push_back(fmpz_get_d_2exp(&of_a, a.n) / fmpz_get_d_2exp(&of_binomial, binomial.n));
    errors.push_back(static_cast<double>(error) * static_cast<double>(n + 1) / static_cast<double>(i + 1));
    exponents.push_back(of_a - of_binomial);
    fmpz_mul_ui(binomial.n, binomial.n, static_cast<ulong>(n - i));
    fmpz_divexact_ui(binomial.n, binomial.n, static_cast<ulong>(i) + 1);
  }
  return make_bernstein_doubles(mantissas, exponents, errors);
}

bool is_above(fmpz_t a, ulong bound) {
  fmpz_abs(a, a);
  return fmpz_cmp_ui(a, bound) > 0;
}

// 0 < x < 1. An odd number of changes means a root. Parts of the interval are looked at in doubles first.
bool has_no_root(const rounded_polynomial& f, int halvings) {
  constexpr int halvings_in_doubles = 8;
  const integer_polynomial seen = on_half_line(f);
  signs told = signs_of_interval(seen, f.n, f.error);
  if (told == signs::others) told = signs_of_parts(bernstein_of(seen, f.n, f.error), halvings_in_doubles);
  if (told == signs::all_the_same) return true;
  if (told == signs::odd_changes || halvings == 0) return false;
  const rounded_polynomial right = right_half(f);
  exact::big_integer middle;
  fmpz_poly_get_coeff_fmpz(middle.n, right.c.p, 0);
  return is_above(middle.n, right.error) && has_no_root(right, halvings - 1) && has_no_root(left_half(f), halvings - 1);
}

// Beside the largest coefficient the values of f are not smaller, where signs tell.
slong bits_for(slong n) { return 2 * n + 200; }

// A shift takes milliseconds at the most.
bool is_affordable(slong n) {
  constexpr slong most = 3'000'000;
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
  constexpr int halvings = 5;
  const slong n = fmpz_poly_degree(f);
  if (sign_changes(f) % 2 == 1 || fmpz_is_zero(f->coeffs) != 0 || !is_affordable(n)) return false;
  exact::big_integer bound;
  fmpz_poly_bound_roots(bound.n, f);
  const auto e = static_cast<slong>(fmpz_bits(bound.n));
  // Where the interval is a few times as wide as the moduli of roots, powers of its width hide the values.
  return has_no_root(scaled(f, e, bits_for(n) + n * std::min<slong>(e, 2)), halvings);
}

bool has_clearly_no_root_in_octave(const fmpz_poly_t f, slong e) {
  constexpr int halvings = 2;
  const slong n = fmpz_poly_degree(f);
  if (!is_affordable(n)) return false;
  const rounded_polynomial g = right_half(scaled(f, e, bits_for(n)));
  exact::big_integer least;
  fmpz_poly_get_coeff_fmpz(least.n, g.c.p, 0);
  return is_above(least.n, g.error) && has_no_root(g, halvings);
}

}  // namespace vieta::real_line

#endif
