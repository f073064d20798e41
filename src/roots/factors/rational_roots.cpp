#include "roots/factors/rational_roots.hpp"

#ifdef VIETA_HAVE_ARB

#include <flint/fmpq.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

#include "roots/factors/lifted_fractions.hpp"
#include "roots/real_line/sign_rule.hpp"

namespace vieta {
namespace {

constexpr slong most_bits_of_integers = 29;

// The sum of the roots times the leading coefficient, and n^2 times their variance times its square. `f` has at least
// three coefficients, the leading one first.
struct moments {
  exact::big_integer sum, variance;
  moments(const fmpz* leading, slong n, slong step) {
    const fmpz *second = leading + step, *third = second + step;
    exact::big_integer squares;
    fmpz_neg(sum.n, second);
    fmpz_mul(squares.n, second, second);
    subtract_twice(squares.n, leading, third);
    fmpz_mul_ui(variance.n, squares.n, static_cast<ulong>(n));
    fmpz_submul(variance.n, second, second);
  }

 private:
  // a -= 2 b c
  static void subtract_twice(fmpz_t a, const fmpz* b, const fmpz* c) {
    exact::big_integer product;
    fmpz_mul(product.n, b, c);
    fmpz_submul_ui(a, product.n, 2);
  }
};

// Whether Newton's inequalities for polynomials with real roots alone hold, a_k^2 >= a_(k-1) a_(k+1) (1 + 1 / k)
// (1 + 1 / (n - k)), to rounding.
bool meets_newtons_inequalities(const fmpz_poly_t f) {
  const slong n = fmpz_poly_degree(f);
  const auto height = [&](slong k) {
    slong exponent = 0;
    const double mantissa = fmpz_get_d_2exp(&exponent, f->coeffs + k);
    return mantissa == 0 ? -INFINITY : std::log2(std::abs(mantissa)) + static_cast<double>(exponent);
  };
  double before = height(0), here = height(1);
  for (slong k = 1; k < n; ++k) {
    const double after = height(k + 1), both = before + after;
    const double needed = std::log2((1 + 1.0 / static_cast<double>(k)) * (1 + 1.0 / static_cast<double>(n - k)));
    if (both - 2 * here > -needed + 1e-12 * (std::abs(both) + 1) && !std::isinf(both)) return false;
    before = here, here = after;
  }
  return true;
}

struct fraction {
  slong above = 0;
  slong below = 1;
};

// Modulo 2^31 - 1, four places at once: other processors' words of FLINT have 32 bits.
class values_modulo_prime {
 public:
  explicit values_modulo_prime(const fmpz_poly_t f) : coefficients_(static_cast<std::size_t>(fmpz_poly_length(f))) {
    for (std::size_t k = 0; k < coefficients_.size(); ++k)
      coefficients_[k] = fmpz_fdiv_ui(f->coeffs + k, static_cast<ulong>(prime));
  }
  using places = std::array<std::int64_t, 4>;
  // Bit i: f(at[i]) = 0 modulo the prime.
  [[nodiscard]] unsigned zeros(const places& at) const {
    std::array<std::uint64_t, 4> x{}, value{};
    for (std::size_t i = 0; i < 4; ++i)
      x[i] = static_cast<std::uint64_t>(at[i] < 0 ? at[i] + static_cast<std::int64_t>(prime) : at[i]);
    // Values stay below 2^31 + 2, so that no sum passes 2^63.
    for (std::size_t k = coefficients_.size(); k-- > 0;) {
      for (std::size_t i = 0; i < 4; ++i) {
        const std::uint64_t sum = value[i] * x[i] + coefficients_[k], once = (sum & prime) + (sum >> 31);
        value[i] = (once & prime) + (once >> 31);
      }
    }
    unsigned found = 0;
    for (std::size_t i = 0; i < 4; ++i) found |= (value[i] % prime == 0 ? 1U : 0U) << i;
    return found;
  }

 private:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 31) - 1;
  std::vector<std::uint64_t> coefficients_;
};

// The integer roots, where the sum and the sum of squares of n real roots say that a look at all integers among which
// they would be is quick: n of them, or fewer, so that not all are integers. They lie within sqrt(n - 1) standard
// deviations of their mean (Samuelson 1968; Laguerre 1880), and all but a quarter within two (Chebyshev). Nothing: too
// many to look at.
std::optional<std::vector<fraction>> integers_near_mean(const fmpz_poly_t f) {
  constexpr double most_steps = 4e6;
  const slong n = fmpz_poly_degree(f);
  const auto size = static_cast<double>(n);
  const moments of(f->coeffs + n, n, -1);  // the leading coefficient is 1 or -1
  const double mean = fmpz_get_d(of.sum.n) / fmpz_get_d(f->coeffs + n) / size;
  std::vector<fraction> found;
  const double deviation = std::sqrt(fmpz_get_d(of.variance.n)) / size,
               reach = deviation * std::sqrt(size - 1) * (1 + 1e-9) + 2;
  if (!(std::abs(mean) + reach < std::ldexp(1.0, most_bits_of_integers) && 2 * reach * size < most_steps))
    return std::nullopt;
  const values_modulo_prime values(f);
  const auto middle = static_cast<std::int64_t>(std::floor(mean));
  const auto last = static_cast<std::int64_t>(std::ceil(reach)) + 1;
  const auto doubtful = static_cast<std::int64_t>(std::ceil(2 * deviation)) + 2;
  for (std::int64_t away = 0; away <= last; away += 2) {
    const values_modulo_prime::places at{middle - away, middle - away - 1, middle + away + 1, middle + away + 2};
    const unsigned zeros = values.zeros(at);
    for (std::size_t i = 0; i < 4 && zeros != 0; ++i)
      if ((zeros >> i & 1) != 0) found.push_back({static_cast<slong>(at[i]), 1});
    const auto count = static_cast<slong>(found.size());
    if (count >= n || (away > doubtful && 4 * count < 3 * n)) break;
  }
  return found;
}

// They are roots modulo a prime, too (Wang 1981).
std::vector<fraction> fractions_modulo_prime(const fmpz_poly_t f, bool are_integers) {
  ulong prime = 2147483659UL;  // the first above 2^31
  std::vector<fraction> found;
  if (are_integers) {  // a short prime makes short work
    exact::big_integer bound;
    fmpz_poly_bound_roots(bound.n, f);
    if (fmpz_bits(bound.n) > most_bits_of_integers) return found;
    prime = n_nextprime(2 * fmpz_get_ui(bound.n) + 1000, 1);
  }
  exact::big_integer modulus, root;
  fmpz_set_ui(modulus.n, prime);
  for (const ulong value : roots_modulo(f, prime)) {
    if (are_integers) {
      found.push_back({static_cast<slong>(value) - (2 * value > prime ? static_cast<slong>(prime) : 0), 1});
      continue;
    }
    fmpz_set_ui(root.n, value);
    fmpq_t number;
    fmpq_init(number);
    if (fmpq_reconstruct_fmpz(number, root.n, modulus.n) != 0)
      found.push_back({fmpz_get_si(fmpq_numref(number)), fmpz_get_si(fmpq_denref(number))});
    fmpq_clear(number);
  }
  return found;
}

std::vector<integer_polynomial> linear_factors_of(const std::vector<fraction>& roots) {
  std::vector<integer_polynomial> factors(roots.size());
  for (std::size_t k = 0; k < roots.size(); ++k) {
    fmpz_poly_set_coeff_si(factors[k].p, 1, roots[k].below);
    fmpz_poly_set_coeff_si(factors[k].p, 0, -roots[k].above);
  }
  return factors;
}

constexpr slong short_bits = 192;  // four doubles hold such numbers

// Of b x - a; none where balls of so many bits do not tell all of them apart.
std::vector<exact::real_ball> roots_of(const std::vector<integer_polynomial>& factors, slong bits) {
  std::vector<exact::real_ball> roots(factors.size());
  std::vector<std::size_t> order(factors.size());
  for (std::size_t k = 0; k < roots.size(); ++k) {
    arb_set_fmpz(roots[k].x, factors[k].p->coeffs);
    arb_neg(roots[k].x, roots[k].x);
    arb_div_fmpz(roots[k].x, roots[k].x, factors[k].p->coeffs + 1, bits);
    // A quotient without a remainder is exact, and longer than what is kept of an exact root then.
    if (arb_is_exact(roots[k].x) != 0 && arb_bits(roots[k].x) > short_bits)
      arb_add_error_2exp_si(roots[k].x, exact::get_exponent(arb_midref(roots[k].x)) - bits);
    order[k] = k;
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return arf_cmp(arb_midref(roots[a].x), arb_midref(roots[b].x)) < 0; });
  exact::real_ball before, here;  // and somewhat larger
  for (std::size_t i = 0; i < order.size(); ++i) {
    arb_set(here.x, roots[order[i]].x);
    mag_mul_2exp_si(arb_radref(here.x), arb_radref(here.x), 4);
    if (i > 0 && arb_overlaps(before.x, here.x) != 0) return {};
    arb_swap(before.x, here.x);
  }
  return roots;
}

// What fractions the degree and the size of the coefficients make worth a look.
struct fraction_search {
  bool are_integers, may_be_short, may_be_long;
};
fraction_search search_for(const fmpz_poly_t f) {
  constexpr slong lowest = 64, lowest_of_integers = 8, highest = 1000;
  constexpr slong lowest_lifted = 6, highest_lifted = 400, most_bits_lifted = 1 << 15;
  const slong n = fmpz_poly_degree(f), size = std::abs(fmpz_poly_max_bits(f));
  const bool are_integers = fmpz_is_pm1(f->coeffs + n) != 0;
  const bool may_be_short = n >= (are_integers ? lowest_of_integers : lowest) && n <= highest && size <= 32 * n;
  // Where coefficients are short, a search in intervals is as quick.
  const bool may_be_long = n >= lowest_lifted && n <= highest_lifted && size >= 12 * n && size <= most_bits_lifted;
  return {are_integers, may_be_short, may_be_long};
}

}  // namespace

bool may_have_telling_fractions_alone(const fmpz_poly_t f) {
  const auto [are_integers, may_be_short, may_be_long] = search_for(f);
  return ((are_integers && may_be_short) || may_be_long) && may_have_real_roots_alone(f);
}

bool may_have_real_roots_alone(const fmpz_poly_t f) {
  const slong n = fmpz_poly_degree(f);
  if (n < 2) return true;
  integer_polynomial mirrored;
  fmpz_poly_set(mirrored.p, f);
  for (slong k = 1; k <= n; k += 2) fmpz_neg(mirrored.p->coeffs + k, mirrored.p->coeffs + k);
  const bool has_zero = fmpz_is_zero(f->coeffs) != 0;
  if (!has_zero && real_line::sign_changes(f) + real_line::sign_changes(mirrored.p) < n) return false;
  if (!meets_newtons_inequalities(f) || fmpz_sgn(moments(f->coeffs + n, n, -1).variance.n) <= 0) return false;
  return has_zero || fmpz_sgn(moments(f->coeffs, n, 1).variance.n) > 0;
}

std::vector<exact::real_ball> rational_roots_if_all(const fmpz_poly_t f, slong wanted_bits) {
  const slong n = fmpz_poly_degree(f), bits = std::max<slong>(short_bits, wanted_bits);
  const auto [are_integers, may_be_short, may_be_long] = search_for(f);
  if ((!may_be_short && !may_be_long) || !may_have_real_roots_alone(f)) return {};
  if (may_be_short) {
    std::optional<std::vector<fraction>> found;
    if (are_integers) found = integers_near_mean(f);
    if (!found) found = fractions_modulo_prime(f, are_integers);
    if (static_cast<slong>(found->size()) == n) {
      const std::vector<integer_polynomial> factors = linear_factors_of(*found);
      if (is_product_of(factors, f)) return roots_of(factors, bits);
    }
  }
  return may_be_long ? roots_of(lifted_linear_factors(f), bits) : std::vector<exact::real_ball>{};
}

}  // namespace vieta

#endif
