#include "roots/region/multiple_roots.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "roots/factors/integer_polynomial.hpp"
#include "roots/ladder/sharpening.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

// Each root of p and each conjugate once; false where that would take too long, or p has no root twice.
bool distinct_roots_of_norm(const polynomial& p, polynomial& out) {
  constexpr std::int64_t highest_degree = 2000, most_bits = 10'000'000;
  gaussian_polynomial f;
  unit_of_x unit;
  if (p.degree() > highest_degree || !to_integers(p, f, &unit)) return false;
  const std::int64_t bits = std::max(std::abs(fmpz_poly_max_bits(f.re.p)), std::abs(fmpz_poly_max_bits(f.im.p)));
  if (2 * bits * (p.degree() + 1) > most_bits) return false;
  integer_polynomial norm, square, slope, common;
  fmpz_poly_sqr(norm.p, f.re.p);
  fmpz_poly_sqr(square.p, f.im.p);
  fmpz_poly_add(norm.p, norm.p, square.p);
  fmpz_poly_derivative(slope.p, norm.p);
  if (are_coprime_modulo_prime(norm.p, slope.p)) return false;
  fmpz_poly_gcd(common.p, norm.p, slope.p);
  fmpz_poly_div(square.p, norm.p, common.p);
  out = to_polynomial(square.p, unit);
  return true;
}

bool may_be_one_root(const proven_disc& disc) {
  return !disc.holds_one_root() && std::isfinite(disc.radius) && !disc.covers_others;
}

}  // namespace

void tell_multiple_roots(const polynomial& p, std::vector<proven_disc>& discs, const session& context) {
  if (p.is_real() || std::none_of(discs.begin(), discs.end(), may_be_one_root)) return;
  polynomial distinct;
  if (!distinct_roots_of_norm(p, distinct)) return;
  constexpr int most_digits = 1000;
  for (proven_disc& disc : discs) {
    if (!may_be_one_root(disc)) continue;
    proven_disc smaller = disc;
    for (int digits = std::max(context.options.digits, 16); digits <= most_digits; digits *= 2) {
      if (context.must_stop()) return;
      if (!sharpen(p, smaller, digits, context)) break;
      if (!proves_one_root(distinct, smaller)) continue;
      disc = smaller;
      disc.is_one_root = true;
      break;
    }
  }
}

#else

void tell_multiple_roots(const polynomial&, std::vector<proven_disc>&, const session&) {}

#endif

}  // namespace vieta
