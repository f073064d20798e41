#include "solve/count/all_points.hpp"

#include "exact/arb.hpp"
#ifdef VIETA_HAVE_ARB

#if __has_include(<flint/arb_fmpz_poly.h>)
#include <flint/arb_fmpz_poly.h>
#else
#include <arb_fmpz_poly.h>
#endif
#include <flint/fmpz_poly.h>
#include <flint/fmpz_poly_factor.h>

#include <algorithm>
#include <optional>
#include <random>
#include <span>
#include <utility>

#include "exact/remainders.hpp"
#include "solve/count/exact_terms.hpp"
#include "solve/count/gaussian.hpp"
#include "solve/count/modular_system.hpp"
#include "solve/count/quotient.hpp"
#include "solve/count/substitution.hpp"

namespace vieta::counting {

namespace {

using exact::rational;
using exact::remainders;

/// More solutions than this make rational numbers too long.
constexpr std::size_t most_points = 100;
constexpr std::size_t most_primes = 1500;
/// Bits of coordinates, relative to them; what is smaller than 2^-nothing counts as 0.
constexpr slong wanted_bits = 215, nothing = 900, most_bits = 30000;

/// Those of the minimal polynomial, of all numerators, and of the characteristic polynomial, one after another, modulo
/// one prime.
struct residues {
  std::uint64_t prime = 0;
  std::size_t degree = 0;
  std::vector<std::uint16_t> standard;  ///< monomials: another set betrays a bad prime
  std::vector<std::uint64_t> values;
};

std::optional<residues> residues_of(const polynomial_system::representation& system, std::uint64_t seed,
                                    std::uint64_t prime_seed, std::size_t own, work_budget& budget) {
  const prime_field field(prime_seed);
  const auto equations = equations_modulo(field, system, budget);
  if (!equations) return std::nullopt;
  const std::size_t n = system.variables.size();
  monomial_table table(n);
  groebner_basis basis(field, table);
  if (!basis.compute(generators_of(*equations, table), budget)) return std::nullopt;
  quotient_ring ring(field, table, basis);
  if (ring.find_dimension(most_points) != quotient_ring::size::finite || ring.dimension() == 0) return std::nullopt;
  // The same whole numbers for each prime.
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> form, functional;
  for (std::size_t v = 0; v < n; ++v) form.push_back(v < own ? field.number(random() % 900 + 100) : 0);
  for (std::size_t k = 0; k < ring.dimension(); ++k) functional.push_back(field.number(random() % 900 + 100));
  const auto projections = ring.project(form, functional, true, budget);
  if (!projections) return std::nullopt;
  residues result;
  result.prime = field.prime(), result.degree = projections->minimal.size() - 1;
  result.standard = ring.standard_exponents();
  const auto take = [&](const std::vector<std::uint64_t>& p, std::size_t degree) {
    for (std::size_t k = 0; k < degree; ++k) result.values.push_back(field.reduced(p[k]));
  };
  take(projections->minimal, result.degree);
  for (std::size_t k = 0; k <= own; ++k) take(projections->numerators[k], result.degree);
  take(projections->characteristic, ring.dimension());
  return result;
}

struct whole_polynomial {
  fmpz_poly_t p;
  whole_polynomial() { fmpz_poly_init(p); }
  whole_polynomial(const whole_polynomial&) = delete;
  whole_polynomial& operator=(const whole_polynomial&) = delete;
  ~whole_polynomial() { fmpz_poly_clear(p); }
};

/// The polynomials with these coefficients, times one common denominator.
std::vector<whole_polynomial> with_common_denominator(std::span<const rational> numbers, std::size_t degree) {
  exact::big_integer common, factor;
  fmpz_one(common.n);
  for (const rational& x : numbers) fmpz_lcm(common.n, common.n, fmpq_denref(x.q));
  std::vector<whole_polynomial> polynomials(numbers.size() / degree);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    fmpz_divexact(factor.n, common.n, fmpq_denref(numbers[k].q));
    fmpz_mul(factor.n, factor.n, fmpq_numref(numbers[k].q));
    fmpz_poly_set_coeff_fmpz(polynomials[k / degree].p, static_cast<slong>(k % degree), factor.n);
  }
  fmpz_poly_set_coeff_fmpz(polynomials[0].p, static_cast<slong>(degree), common.n);
  return polynomials;
}

qd as_four_doubles(const arb_t x) {
  double limb[4] = {0, 0, 0, 0};
  exact::big_float rest, part;
  arf_set(rest.x, arb_midref(x));
  for (double& l : limb) {
    l = arf_get_d(rest.x, ARF_RND_NEAR);
    arf_set_d(part.x, l);
    arf_sub(rest.x, rest.x, part.x, ARF_PREC_EXACT, ARF_RND_NEAR);
  }
  return {limb[0], limb[1], limb[2], limb[3]};
}

/// Upper bound of the distance between a number that the ball holds and x.
double error_of(const acb_t ball, const complex<qd>& x) {
  exact::complex_ball difference;
  exact::real_ball part;
  for (const auto& [out, limbs] :
       {std::pair{acb_realref(difference.z), &x.re}, std::pair{acb_imagref(difference.z), &x.im}}) {
    for (const double limb : {limbs->x0, limbs->x1, limbs->x2, limbs->x3}) {
      arb_set_d(part.x, limb);
      arb_add(out, out, part.x, ARF_PREC_EXACT);
    }
  }
  acb_sub(difference.z, difference.z, ball, most_bits);
  mag_t bound;
  mag_init(bound);
  acb_get_mag(bound, difference.z);
  // Rounded up by Arb; one more for tiny ones.
  const double error = mag_get_d(bound) * (1 + 0x1p-50) + 0x1p-1060;
  mag_clear(bound);
  return error;
}

bool is_known(const arb_t x) {
  return arb_rel_accuracy_bits(x) >= wanted_bits || mag_cmp_2exp_si(arb_radref(x), -nothing) < 0;
}

/// The solutions that belong to the zeros of one factor of the minimal polynomial; false where bits do not suffice.
bool add_points(std::vector<known_point>& points, const std::vector<whole_polynomial>& polynomials,
                const fmpz_poly_t factor, std::size_t multiplicity, const std::function<bool()>& must_stop) {
  const slong count = fmpz_poly_degree(factor);
  const std::size_t first = points.size();
  for (slong bits = 500; bits <= most_bits; bits *= 2) {
    points.resize(first);
    if (must_stop && must_stop()) return false;
    const acb_ptr zeros = _acb_vec_init(count);
    arb_fmpz_poly_complex_roots(zeros, factor, 0, bits);
    bool known = true;
    for (slong k = 0; k < count && known; ++k) {
      known_point& point = points.emplace_back();
      point.multiplicity = multiplicity;
      point.real =
          acb_is_real(zeros + k) != 0;  // discs that isolate zeros touch the real line only where they are real
      exact::complex_ball denominator, x;
      arb_fmpz_poly_evaluate_acb(denominator.z, polynomials[1].p, zeros + k, bits);
      for (std::size_t v = 2; v < polynomials.size() && known; ++v) {
        arb_fmpz_poly_evaluate_acb(x.z, polynomials[v].p, zeros + k, bits);
        acb_div(x.z, x.z, denominator.z, bits);
        // A part of a complex number that is tiny beside the other need not be known as well.
        known = acb_is_finite(x.z) != 0 && (acb_rel_accuracy_bits(x.z) >= wanted_bits ||
                                            (is_known(acb_realref(x.z)) && is_known(acb_imagref(x.z))));
        point.x.push_back({as_four_doubles(acb_realref(x.z)), as_four_doubles(acb_imagref(x.z))});
        point.error = std::max(point.error, error_of(x.z, point.x.back()));
      }
    }
    _acb_vec_clear(zeros, count);
    if (known) return true;
  }
  points.resize(first);
  return false;
}

/// With the imaginary unit as one more unknown.
std::vector<known_point> all_points_over_gaussian(const polynomial_system::representation& system, std::uint64_t seed,
                                                  double most_operations, const std::function<bool()>& must_stop,
                                                  bool prove) {
  const auto equations = exact_equations_of(system);
  if (!equations) return {};
  const std::size_t n = system.variables.size();
  const polynomial_system real = with_unit_as_variable(system.variables, *equations);
  std::vector<known_point> points;
  for (known_point& p : all_points(real.data(), seed, most_operations, must_stop, prove)) {
    if (!(p.x[n].im.x0 > p.error)) continue;  // then t is i
    p.x.resize(n);
    points.push_back(std::move(p));
  }
  return points;
}

}  // namespace

std::vector<known_point> all_points(const polynomial_system::representation& system, std::uint64_t seed,
                                    double most_operations, const std::function<bool()>& must_stop, bool prove,
                                    std::size_t own) {
  const std::size_t unknowns = own > 0 ? own : system.variables.size();
  if (!system.is_real()) return all_points_over_gaussian(system, seed, most_operations, must_stop, prove);
  work_budget budget{most_operations, must_stop};
  std::vector<residues> seen;
  std::optional<remainders> all;
  std::vector<rational> numbers;
  std::size_t next_attempt = 2, added = 0;
  bool stands = false;
  for (std::uint64_t k = 0; k < most_primes; ++k) {
    if (must_stop && must_stop()) return {};
    auto r = residues_of(system, seed, seed + 0x9e3779b97f4a7c15 * (k + 1), unknowns, budget);
    if (!r) return {};
    if (!all) {
      all.emplace(r->values.size());
      seen.push_back(*r);
    }
    // The first prime may be the bad one: then nothing ever stands.
    if (r->degree != seen[0].degree || r->standard != seen[0].standard) continue;
    stands = !numbers.empty() && exact::agree(numbers, r->prime, r->values);
    if (stands) break;
    numbers.clear();
    all->add(r->prime, r->values);
    if (!budget.spend(50 * static_cast<double>(r->values.size() * ++added))) return {};
    if (added < next_attempt) continue;
    next_attempt = added + added / 2 + 1;
    numbers = all->reconstructed();
  }
  if (!stands) return {};
  const std::size_t degree = seen[0].degree, parts = (unknowns + 2) * degree;
  const std::span<const rational> known(numbers);
  const auto polynomials = with_common_denominator(known.first(parts), degree);
  const auto characteristic = with_common_denominator(known.subspan(parts), known.size() - parts);
  std::vector<known_point> points;
  fmpz_poly_factor_t factors;
  fmpz_poly_factor_init(factors);
  fmpz_poly_factor_squarefree(factors, characteristic[0].p);
  bool done = true;
  const auto equations = prove ? exact_equations_of(system) : std::nullopt;
  std::vector<const fmpz_poly_struct*> fractions;
  for (std::size_t k = 1; k < polynomials.size(); ++k) fractions.push_back(polynomials[k].p);
  for (slong f = 0; f < factors->num && done; ++f) {
    const std::size_t before = points.size();
    done = add_points(points, polynomials, factors->p + f, static_cast<std::size_t>(factors->exp[f]), must_stop);
    if (!done || !equations) continue;
    // That quotients are finite says that the denominator does not vanish.
    const bool proven = vanish_at_zeros(*equations, fractions, factors->p + f, must_stop);
    for (std::size_t k = before; k < points.size(); ++k) points[k].proven = proven;
  }
  fmpz_poly_factor_clear(factors);
  if (!done) points.clear();
  return points;
}

}  // namespace vieta::counting

#else

namespace vieta::counting {

std::vector<known_point> all_points(const polynomial_system::representation&, std::uint64_t, double,
                                    const std::function<bool()>&, bool, std::size_t) {
  return {};
}

}  // namespace vieta::counting

#endif
