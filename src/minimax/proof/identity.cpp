#include "minimax/proof/identity.hpp"

#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/fmpq_poly.h>)
#include <flint/fmpq_poly.h>
#else
#include <fmpq_poly.h>
#endif

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

}  // namespace

bool is_zero_by_algebra(const tree& t) {
  fraction all;
  return is_rational(t) && expand(all, t) && fmpq_poly_is_zero(all.over.p) != 0;
}

}  // namespace vieta::approximation

#endif
