#include "verify/roots/exact_factors.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpz_poly.h>

#include "exact/arithmetic.hpp"
#include "verify/roots/count/rational_parts.hpp"

namespace vieta::checking {
namespace {

// Each root of f once, in powers of x^stride, and 0 once if it is one; the polynomial 1 where f has no roots.
polynomial distinct_roots(const fmpq_poly_t f, std::int64_t stride, bool has_zero) {
  rational_polynomial slope, common, each;
  fmpq_poly_derivative(slope.p, f);
  fmpq_poly_gcd(common.p, f, slope.p);
  fmpq_poly_div(each.p, f, common.p);
  fmpz_poly_t numerator;
  fmpz_poly_init(numerator);
  fmpq_poly_get_numerator(numerator, each.p);
  polynomial distinct = to_polynomial(*numerator, stride, has_zero);
  fmpz_poly_clear(numerator);
  return distinct;
}

// p(x) and conj(p)(x), or p(i x) and its conjugate, have in common what real and imaginary part have: with each root
// its conjugate. Zero apart.
polynomial roots_in_pairs_of(const polynomial::representation& p, bool turned) {
  const rational_parts parts(p, turned);
  if (!parts.is_known) return {};
  rational_polynomial common;
  fmpq_poly_gcd(common.p, parts.re.p, parts.im.p);
  return distinct_roots(common.p, parts.stride, parts.zeros > 0);
}

}  // namespace

// The norm p conj(p) has all roots of p, and their conjugates.
polynomial distinct_roots_of(const polynomial::representation& p) {
  const rational_parts parts(p, false);
  if (!parts.is_known) return {};
  if (fmpq_poly_is_zero(parts.im.p)) return distinct_roots(parts.re.p, parts.stride, parts.zeros > 0);
  rational_polynomial norm, square;
  fmpq_poly_mul(norm.p, parts.re.p, parts.re.p);
  fmpq_poly_mul(square.p, parts.im.p, parts.im.p);
  fmpq_poly_add(norm.p, norm.p, square.p);
  return distinct_roots(norm.p, parts.stride, parts.zeros > 0);
}

template <class Make>
answer exact_factors::has_one_root_in(factor& f, const disc& d, const Make& make) {
  std::call_once(f.made, [&] {
    limits_.check();
    f.p = make();
    if (f.p.degree() > 0) f.counter = std::make_unique<root_counter>(f.p.data(), limits_);
  });
  if (!f.counter) return f.p.degree() == 0 ? answer::no : answer::not_known;
  const root_counter::attempt first = f.counter->first_attempt(d, 1);
  const std::optional<std::int64_t> count = first.count ? first.count : f.counter->last_attempt(d, 1, first.precision);
  return !count ? answer::not_known : *count == 1 ? answer::yes : answer::no;
}

// Of complex coefficients the norm has the conjugates as well: more roots than one say nothing.
answer exact_factors::have_one_root_in(const disc& d) {
  const answer found = has_one_root_in(distinct_, d, [&] { return distinct_roots_of(p_); });
  return found == answer::no && !p_.im.empty() + !p_.exact_im.empty() > 0 ? answer::not_known : found;
}

answer exact_factors::have_real_root_in(const disc& d) {
  if (!d.im.is_zero()) return answer::no;
  return has_one_root_in(on_real_axis_, d, [&] { return roots_in_pairs_of(p_, false); });
}

answer exact_factors::have_imaginary_root_in(const disc& d) {
  if (!d.re.is_zero()) return answer::no;
  // x = i w: w = -i x
  const disc turned = {d.im, exact::negate(d.re), d.radius};
  return has_one_root_in(on_imaginary_axis_, turned, [&] { return roots_in_pairs_of(p_, true); });
}

}  // namespace vieta::checking

#endif
