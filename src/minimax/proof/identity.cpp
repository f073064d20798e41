#include "minimax/proof/identity.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/fmpq_poly.h>)
#include <flint/fmpq.h>
#include <flint/fmpq_poly.h>
#else
#include <fmpq.h>
#include <fmpq_poly.h>
#endif

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace vieta::approximation {
namespace {

struct rational_polynomial {
  fmpq_poly_t p;
  rational_polynomial() { fmpq_poly_init(p); }
  rational_polynomial(const rational_polynomial&) = delete;
  rational_polynomial& operator=(const rational_polynomial&) = delete;
  ~rational_polynomial() { fmpq_poly_clear(p); }
};

struct fraction {
  rational_polynomial over, under;
};

constexpr slong most_length = 3000;
constexpr int most_power = 1000;

bool whole_number(const std::string& text, int& out) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  return problem == std::errc() && end == text.data() + text.size();
}

bool set_decimal(fmpq_poly_t out, const std::string& decimal) {
  std::string digits = decimal;
  int exponent = 0;
  if (const std::size_t e = digits.find_first_of("eE"); e != digits.npos) {
    const bool has_plus = e + 1 < digits.size() && digits[e + 1] == '+';
    if (!whole_number(digits.substr(e + 1 + (has_plus ? 1 : 0)), exponent)) return false;
    digits.resize(e);
  }
  if (const std::size_t point = digits.find('.'); point != digits.npos) {
    exponent -= static_cast<int>(digits.size() - point) - 1;
    digits.erase(point, 1);
  }
  constexpr int most_digits = 3000;
  if (exponent > most_digits || exponent < -most_digits) return false;
  fmpz_t whole, scale;
  fmpz_init(whole);
  fmpz_init_set_ui(scale, 10);
  const bool is_read = fmpz_set_str(whole, digits.c_str(), 10) == 0;
  if (is_read) {
    fmpz_pow_ui(scale, scale, static_cast<ulong>(exponent < 0 ? -exponent : exponent));
    fmpq_poly_set_fmpz(out, whole);
    exponent < 0 ? fmpq_poly_scalar_div_fmpz(out, out, scale) : fmpq_poly_scalar_mul_fmpz(out, out, scale);
  }
  fmpz_clear(whole);
  fmpz_clear(scale);
  return is_read;
}

bool is_short(const fraction& f) {
  return fmpq_poly_length(f.over.p) <= most_length && fmpq_poly_length(f.under.p) <= most_length;
}

bool expand(fraction& out, const tree& t);

bool expand_power(fraction& out, const tree& t) {
  int power = 0;
  fraction base;
  if (t->b->kind != operation::constant || !whole_number(t->b->decimal, power) || power < 0 || power > most_power ||
      !expand(base, t->a))
    return false;
  for (auto [to, from] : {std::pair(out.over.p, base.over.p), std::pair(out.under.p, base.under.p)}) {
    if (fmpq_poly_length(from) * power > most_length) return false;
    fmpq_poly_pow(to, from, static_cast<ulong>(power));
  }
  return true;
}

bool expand_pair(fraction& out, const tree& t) {
  fraction a, b;
  if (!expand(a, t->a) || !expand(b, t->b)) return false;
  switch (t->kind) {
    case operation::multiply:
      fmpq_poly_mul(out.over.p, a.over.p, b.over.p);
      fmpq_poly_mul(out.under.p, a.under.p, b.under.p);
      return is_short(out);
    case operation::divide:
      if (fmpq_poly_is_zero(b.over.p) != 0) return false;
      fmpq_poly_mul(out.over.p, a.over.p, b.under.p);
      fmpq_poly_mul(out.under.p, a.under.p, b.over.p);
      return is_short(out);
    default:
      break;
  }
  const auto sum = t->kind == operation::add ? fmpq_poly_add : fmpq_poly_sub;
  if (fmpq_poly_equal(a.under.p, b.under.p) != 0) {
    sum(out.over.p, a.over.p, b.over.p);
    fmpq_poly_set(out.under.p, a.under.p);
    return true;
  }
  rational_polynomial left, right;
  fmpq_poly_mul(left.p, a.over.p, b.under.p);
  fmpq_poly_mul(right.p, b.over.p, a.under.p);
  sum(out.over.p, left.p, right.p);
  fmpq_poly_mul(out.under.p, a.under.p, b.under.p);
  return is_short(out);
}

bool expand(fraction& out, const tree& t) {
  fmpq_poly_one(out.under.p);
  switch (t->kind) {
    case operation::constant:
      return set_decimal(out.over.p, t->decimal);
    case operation::variable:
      fmpq_poly_set_coeff_si(out.over.p, 1, 1);
      return true;
    case operation::negate:
      if (!expand(out, t->a)) return false;
      fmpq_poly_neg(out.over.p, out.over.p);
      return true;
    case operation::power:
      return expand_power(out, t);
    case operation::add:
    case operation::subtract:
    case operation::multiply:
    case operation::divide:
      return expand_pair(out, t);
    default:
      return false;
  }
}

/// No other operation occurs, so that none is multiplied out in vain.
bool is_rational(const tree& t) {
  switch (t->kind) {
    case operation::constant:
    case operation::variable:
      return true;
    case operation::negate:
      return is_rational(t->a);
    case operation::power:
      return t->b->kind == operation::constant && is_rational(t->a);
    case operation::add:
    case operation::subtract:
    case operation::multiply:
    case operation::divide:
      return is_rational(t->a) && is_rational(t->b);
    default:
      return false;
  }
}

/// Taylor series whose coefficients below `length` are rational, and known.
class rational_series {
 public:
  rational_series(const fmpq_poly_t x, slong length) : length_(length) { fmpq_poly_set(x_.p, x); }

  bool expand(fmpq_poly_t out, slong& known, const tree& t) const {
    known = length_;
    if (t->kind == operation::constant) return set_decimal(out, t->decimal);
    if (t->kind == operation::variable) return fmpq_poly_set(out, x_.p), true;
    if (t->kind == operation::pi || !t->a) return false;
    rational_polynomial a;
    if (!expand(a.p, known, t->a)) return false;
    if (!t->b) return apply(out, t->kind, a.p, known);
    rational_polynomial b;
    slong of_b = 0;
    if (!expand(b.p, of_b, t->b)) return false;
    known = std::min(known, of_b);
    switch (t->kind) {
      case operation::add:
        return fmpq_poly_add(out, a.p, b.p), true;
      case operation::subtract:
        return fmpq_poly_sub(out, a.p, b.p), true;
      case operation::multiply:
        return fmpq_poly_mullow(out, a.p, b.p, known), true;
      case operation::divide:
        return divide(out, a.p, b.p, known);
      case operation::power:
        return raise(out, a.p, b.p, known);
      default:
        return false;
    }
  }

  static slong zeros(const fmpq_poly_t p, slong known) {
    slong k = 0;
    while (k < known && (k >= fmpq_poly_length(p) || fmpz_is_zero(fmpq_poly_numref(p) + k) != 0)) ++k;
    return k;
  }

 private:
  /// Zeros that both have are cancelled: as many of the last coefficients are not known then.
  static bool divide(fmpq_poly_t out, const fmpq_poly_t a, const fmpq_poly_t b, slong& known) {
    const slong common = zeros(b, known);
    if (common == known || zeros(a, known) < common) return false;
    rational_polynomial over, under;
    fmpq_poly_shift_right(over.p, a, common);
    fmpq_poly_shift_right(under.p, b, common);
    known -= common;
    fmpq_poly_div_series(out, over.p, under.p, known);
    return true;
  }
  static bool starts_with(const fmpq_poly_t p, slong value) {
    fmpq_t first;
    fmpq_init(first);
    fmpq_poly_get_coeff_fmpq(first, p, 0);
    const bool is_so = fmpq_equal_si(first, value) != 0;
    fmpq_clear(first);
    return is_so;
  }
  static bool raise(fmpq_poly_t out, const fmpq_poly_t a, const fmpq_poly_t exponent, slong& known) {
    if (fmpq_poly_length(exponent) > 1) return false;
    fmpq_t power;
    fmpq_init(power);
    fmpq_poly_get_coeff_fmpq(power, exponent, 0);
    bool is_found = false;
    if (fmpz_is_one(fmpq_denref(power)) != 0 && fmpz_bits(fmpq_numref(power)) <= 10) {
      const slong n = fmpz_get_si(fmpq_numref(power));
      fmpq_poly_pow_trunc(out, a, static_cast<ulong>(n < 0 ? -n : n), known);
      rational_polynomial one, under;
      fmpq_poly_one(one.p);
      fmpq_poly_set(under.p, out);
      is_found = n >= 0 || divide(out, one.p, under.p, known);
    } else if (starts_with(a, 1)) {
      fmpq_poly_log_series(out, a, known);
      fmpq_poly_scalar_mul_fmpq(out, out, power);
      fmpq_poly_exp_series(out, out, known);
      is_found = true;
    }
    fmpq_clear(power);
    return is_found;
  }
  static bool root(fmpq_poly_t out, const fmpq_poly_t a, ulong of, slong known) {
    if (!starts_with(a, 1)) return false;
    fmpq_poly_log_series(out, a, known);
    fmpq_poly_scalar_div_ui(out, out, of);
    fmpq_poly_exp_series(out, out, known);
    return true;
  }
  static bool apply(fmpq_poly_t out, operation kind, const fmpq_poly_t a, slong n) {
    rational_polynomial one;
    fmpq_poly_one(one.p);
    switch (kind) {
      case operation::negate:
        return fmpq_poly_neg(out, a), true;
      case operation::sqrt:
        return root(out, a, 2, n);
      case operation::cbrt:
        return root(out, a, 3, n);
      case operation::log:
        return starts_with(a, 1) && (fmpq_poly_log_series(out, a, n), true);
      default:
        break;
    }
    if (!starts_with(a, 0)) return false;
    switch (kind) {
      case operation::exp:
        return fmpq_poly_exp_series(out, a, n), true;
      case operation::expm1:
        fmpq_poly_exp_series(out, a, n);
        return fmpq_poly_sub(out, out, one.p), true;
      case operation::log1p:
        fmpq_poly_add(one.p, one.p, a);
        return fmpq_poly_log_series(out, one.p, n), true;
      case operation::sin:
        return fmpq_poly_sin_series(out, a, n), true;
      case operation::cos:
        return fmpq_poly_cos_series(out, a, n), true;
      case operation::tan:
        return fmpq_poly_tan_series(out, a, n), true;
      case operation::asin:
        return fmpq_poly_asin_series(out, a, n), true;
      case operation::atan:
        return fmpq_poly_atan_series(out, a, n), true;
      case operation::sinh:
        return fmpq_poly_sinh_series(out, a, n), true;
      case operation::cosh:
        return fmpq_poly_cosh_series(out, a, n), true;
      case operation::tanh:
        return fmpq_poly_tanh_series(out, a, n), true;
      case operation::asinh:
        return fmpq_poly_asinh_series(out, a, n), true;
      case operation::atanh:
        return fmpq_poly_atanh_series(out, a, n), true;
      default:
        return false;
    }
  }

  rational_polynomial x_;
  slong length_;
};

}  // namespace

slong leading_zeros_by_algebra(const tree& t, const arb_poly_t x, slong most) {
  constexpr slong most_bits = 2000;
  rational_polynomial argument, found;
  fmpq_t c;
  fmpq_init(c);
  bool is_exact = true;
  for (slong k = 0; k < arb_poly_length(x) && is_exact; ++k) {
    arb_srcptr ball = arb_poly_get_coeff_ptr(x, k);
    is_exact = arb_is_exact(ball) != 0 && arb_is_finite(ball) != 0 &&
               (arb_is_zero(ball) != 0 || (arf_cmpabs_2exp_si(arb_midref(ball), most_bits) < 0 &&
                                           arf_cmpabs_2exp_si(arb_midref(ball), -most_bits) > 0));
    if (!is_exact) break;
    arf_get_fmpq(c, arb_midref(ball));
    fmpq_poly_set_coeff_fmpq(argument.p, k, c);
  }
  fmpq_clear(c);
  slong known = most;
  if (!is_exact || !rational_series(argument.p, most).expand(found.p, known, t)) return 0;
  return rational_series::zeros(found.p, known);
}

bool is_zero_by_algebra(const tree& t) {
  fraction all;
  return is_rational(t) && expand(all, t) && fmpq_poly_is_zero(all.over.p) != 0;
}

std::optional<std::pair<slong, slong>> degrees_by_algebra(const tree& t) {
  constexpr slong most_degree = 200;  // of which a common divisor is found in no time
  fraction all;
  if (!is_rational(t) || !expand(all, t) || fmpq_poly_is_zero(all.under.p) != 0) return std::nullopt;
  const slong of_p = fmpq_poly_degree(all.over.p), of_q = fmpq_poly_degree(all.under.p);
  if (of_p > most_degree || of_q > most_degree) return std::nullopt;
  rational_polynomial common;
  fmpq_poly_gcd(common.p, all.over.p, all.under.p);
  const slong shared = fmpq_poly_degree(common.p);
  return std::pair(of_p - shared, of_q - shared);
}

}  // namespace vieta::approximation

#endif
