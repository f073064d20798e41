#include "oracles/ball_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "exact/arb.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"

#ifdef VIETA_HAVE_ARB
#if __has_include(<flint/arb_fmpz_poly.h>)
#include <flint/arb_fmpz_poly.h>
#else
#include <arb_fmpz_poly.h>
#endif
#include <flint/fmpz_poly_factor.h>
#endif

namespace vieta::test {

std::string text(const complaints& all) {
  std::string result;
  const std::size_t shown = std::min<std::size_t>(all.size(), 12);
  for (std::size_t k = 0; k < shown; ++k) result += all[k] + "\n";
  if (shown < all.size()) result += "... and " + std::to_string(all.size() - shown) + " more\n";
  return result;
}

#ifndef VIETA_HAVE_ARB

bool has_ball_oracle() { return false; }
complaints about_form(const polynomial&, const roots_result&, const roots_options&) { return {"no Arb, no oracle"}; }
complaints about_roots(const polynomial&, const roots_result&) { return {"no Arb, no oracle"}; }
complaints about_known_roots(const std::vector<known_root>&, int, const roots_result&) { return {"no Arb, no oracle"}; }
complaints about_product(const polynomial&, const roots_result&) { return {"no Arb, no oracle"}; }

#else

bool has_ball_oracle() { return true; }

namespace {

// Arb's numbers with C++ lifetimes.
struct real_ball {
  arb_t x;
  real_ball() { arb_init(x); }
  real_ball(const real_ball& other) : real_ball() { arb_set(x, other.x); }
  real_ball& operator=(const real_ball& other) {
    arb_set(x, other.x);
    return *this;
  }
  ~real_ball() { arb_clear(x); }
};
struct complex_ball {
  acb_t z;
  complex_ball() { acb_init(z); }
  complex_ball(const complex_ball& other) : complex_ball() { acb_set(z, other.z); }
  complex_ball& operator=(const complex_ball& other) {
    acb_set(z, other.z);
    return *this;
  }
  ~complex_ball() { acb_clear(z); }
};
struct complex_polynomial {
  acb_poly_t p;
  complex_polynomial() { acb_poly_init(p); }
  complex_polynomial(const complex_polynomial&) = delete;
  complex_polynomial& operator=(const complex_polynomial&) = delete;
  ~complex_polynomial() { acb_poly_clear(p); }
};

// One disc exactly as the result spells it.
struct disc {
  exact::real re, im, radius;
  bool infinite = false;  // claims nothing
};

disc disc_of(const roots_result& result, std::size_t k) {
  disc d;
  if (result.decimal.empty()) {
    const root& r = result.roots[k];
    d.infinite = !std::isfinite(r.radius) || !std::isfinite(r.value.real()) || !std::isfinite(r.value.imag());
    if (d.infinite) return d;
    d.re = exact::from_double(r.value.real());
    d.im = exact::from_double(r.value.imag());
    d.radius = exact::from_double(r.radius);
  } else {
    const decimal_root& r = result.decimal[k];
    d.infinite =
        !exact::parse_real(r.re, d.re) || !exact::parse_real(r.im, d.im) || !exact::parse_real(r.radius, d.radius);
  }
  return d;
}

bool same(const exact::real& a, const exact::real& b) { return exact::compare(a, b) == 0; }

// The digits that the discs distinguish, as bits, and room to spare.
slong precision_for(const roots_result& result) {
  std::size_t longest = 20;
  for (const decimal_root& r : result.decimal) longest = std::max({longest, r.re.size(), r.im.size()});
  return static_cast<slong>(4 * longest + 256);
}

// A disc in ball arithmetic.
struct ball_disc {
  complex_ball centre;
  real_ball radius, modulus;
};

ball_disc to_ball(const disc& d, slong precision) {
  ball_disc b;
  exact::set_arb(acb_realref(b.centre.z), d.re, precision);
  exact::set_arb(acb_imagref(b.centre.z), d.im, precision);
  exact::set_arb(b.radius.x, d.radius, precision);
  acb_abs(b.modulus.x, b.centre.z, precision);
  return b;
}

std::vector<ball_disc> to_balls(const roots_result& result, slong precision) {
  std::vector<ball_disc> balls;
  for (std::size_t k = 0; k < result.roots.size(); ++k) balls.push_back(to_ball(disc_of(result, k), precision));
  return balls;
}

bool claims_something(const roots_result& result, std::size_t k) {
  return result.roots[k].status != root_status::unproven;
}

std::string describe(const roots_result& result, std::size_t k) {
  const root& r = result.roots[k];
  std::ostringstream out;
  out.precision(17);
  out << "disc " << k << " [" << name(r.status) << ", multiplicity " << r.multiplicity;
  if (result.decimal.empty())
    out << ", (" << r.value.real() << ", " << r.value.imag() << ") +- " << r.radius;
  else
    out << ", (" << result.decimal[k].re << ", " << result.decimal[k].im << ") +- " << result.decimal[k].radius;
  out << "]: ";
  return out.str();
}

// Both claims about one root: the disc of doubles and the disc of decimals have a point in common.
void check_doubles_beside_decimals(const roots_result& result, complaints& found) {
  const slong precision = precision_for(result);
  for (std::size_t k = 0; k < result.decimal.size(); ++k) {
    const root& r = result.roots[k];
    const disc d = disc_of(result, k);
    if (d.infinite || !std::isfinite(r.value.real()) || !std::isfinite(r.value.imag()) || !std::isfinite(r.radius))
      continue;
    const ball_disc ball = to_ball(d, precision);
    complex_ball value;
    real_ball distance, reach;
    acb_set_d_d(value.z, r.value.real(), r.value.imag());
    acb_sub(value.z, value.z, ball.centre.z, precision);
    acb_abs(distance.x, value.z, precision);
    arb_set_d(reach.x, r.radius);
    arb_add(reach.x, reach.x, ball.radius.x, precision);
    if (arb_gt(distance.x, reach.x))
      found.push_back(describe(result, k) + "its value and radius as doubles lie elsewhere");
  }
}

void check_disjointness(const roots_result& result, complaints& found) {
  const slong precision = precision_for(result);
  const std::vector<ball_disc> balls = to_balls(result, precision);
  const std::size_t n = balls.size();
  complex_ball difference;
  real_ball distance, reach;
  for (std::size_t i = 0; i < n; ++i) {
    if (!claims_something(result, i)) continue;
    const root& a = result.roots[i];
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!claims_something(result, j)) continue;
      const root& b = result.roots[j];
      // Far apart already to an eye that only has doubles?
      const double apart = std::abs(a.value - b.value);
      const double size = std::abs(a.value) + std::abs(b.value);
      if (apart > 1.01 * (a.radius + b.radius) + 1e-14 * size && size > 1e-280 && size < 1e290) continue;
      acb_sub(difference.z, balls[i].centre.z, balls[j].centre.z, precision);
      acb_abs(distance.x, difference.z, precision);
      arb_add(reach.x, balls[i].radius.x, balls[j].radius.x, precision);
      if (!arb_gt(distance.x, reach.x)) found.push_back(describe(result, i) + "meets " + describe(result, j));
    }
  }
}

void check_size(const roots_result& result, const roots_options& options, complaints& found) {
  const slong precision = precision_for(result);
  real_ball allowed;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& r = result.roots[k];
    if (r.multiplicity < 1) found.push_back(describe(result, k) + "a multiplicity below 1");
    if (r.status == root_status::unproven) {
      if (r.multiplicity != 1) found.push_back(describe(result, k) + "unproven, and yet it counts roots");
      if (r.is_real) found.push_back(describe(result, k) + "unproven, and yet real");
      continue;
    }
    const disc d = disc_of(result, k);
    if (d.infinite) {
      found.push_back(describe(result, k) + "a proof about no disc");
      continue;
    }
    if (r.status == root_status::isolated && r.multiplicity != 1) found.push_back(describe(result, k) + "isolated?");
    if (r.status == root_status::cluster && r.multiplicity < 2)
      found.push_back(describe(result, k) + "a cluster of one?");
    if (r.status == root_status::uncertain) continue;
    // |root| >= |centre| - radius, so a radius of 10^-digits |centre| is not always one of 10^-digits |root|: this is
    // the promise up to one part in a million.
    const ball_disc ball = to_ball(d, precision);
    arb_set_ui(allowed.x, 10);
    arb_pow_ui(allowed.x, allowed.x, static_cast<ulong>(options.digits), precision);
    arb_div(allowed.x, ball.modulus.x, allowed.x, precision);
    const exact::real slack{1'000'001, 1'000'000, 0, 0};
    real_ball factor;
    exact::set_arb(factor.x, slack, precision);
    arb_mul(allowed.x, allowed.x, factor.x, precision);
    if (!arb_le(ball.radius.x, allowed.x)) {
      found.push_back(describe(result, k) + "larger than " + std::to_string(options.digits) + " digits allow");
    }
  }
}

void check_order(const roots_result& result, complaints& found) {
  const slong precision = precision_for(result);
  const std::vector<ball_disc> balls = to_balls(result, precision);
  real_ball next;
  exact::real rounding{1'000'000'000'001, 1'000'000'000'000, 0, 0};  // moduli this close count as equal
  real_ball factor;
  exact::set_arb(factor.x, rounding, precision);
  for (std::size_t k = 0; k + 1 < balls.size(); ++k) {
    if (!claims_something(result, k) || !claims_something(result, k + 1)) continue;
    arb_mul(next.x, balls[k + 1].modulus.x, factor.x, precision);
    if (arb_gt(balls[k].modulus.x, next.x))
      found.push_back(describe(result, k) + "comes before one of smaller modulus");
  }
}

void check_symmetry(const roots_result& result, complaints& found) {
  const auto is_mirror = [&](const disc& d, std::size_t k) {
    if (k >= result.roots.size() || !claims_something(result, k)) return false;
    const disc other = disc_of(result, k);
    return !other.infinite && same(d.re, other.re) && same(d.im, exact::negate(other.im)) &&
           same(d.radius, other.radius);
  };
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    const root& r = result.roots[k];
    if (!claims_something(result, k)) continue;
    const disc d = disc_of(result, k);
    if (d.infinite) continue;
    if (r.is_real && (!d.im.is_zero() || r.value.imag() != 0)) {
      found.push_back(describe(result, k) + "real, with an imaginary part");
    }
    if (d.im.is_zero()) continue;
    std::size_t mirror = result.roots.size();
    if (is_mirror(d, k + 1))
      mirror = k + 1;
    else if (k > 0 && is_mirror(d, k - 1))
      mirror = k - 1;
    if (mirror == result.roots.size()) {
      bool elsewhere = false;
      for (std::size_t j = 0; j < result.roots.size(); ++j) elsewhere = elsewhere || is_mirror(d, j);
      found.push_back(describe(result, k) +
                      (elsewhere ? "its conjugate is there, but not beside it" : "no disc is its exact conjugate"));
      continue;
    }
    const root& other = result.roots[mirror];
    if (other.value != std::conj(r.value) || other.radius != r.radius || other.multiplicity != r.multiplicity ||
        other.status != r.status) {
      found.push_back(describe(result, k) + "its conjugate differs in more than the sign");
    }
  }
}

void check_counts(const polynomial& p, const roots_result& result, const roots_options& options, complaints& found) {
  const auto expect = [&](bool truth, const std::string& complaint) {
    if (!truth) found.push_back(complaint);
  };
  expect(result.decimal.empty() || result.decimal.size() == result.roots.size(),
         "decimal roots: not one for each root");
  if (options.digits > 15 && !result.roots.empty())
    expect(!result.decimal.empty(), "many digits, but no decimal roots");
  std::int64_t sum = 0, isolated = 0, clusters = 0, uncertain = 0, unproven = 0;
  for (const root& r : result.roots) {
    sum += r.multiplicity;
    (r.status == root_status::isolated    ? isolated
     : r.status == root_status::cluster   ? clusters
     : r.status == root_status::uncertain ? uncertain
                                          : unproven) += 1;
  }
  expect(sum == p.degree(),
         "multiplicities add up to " + std::to_string(sum) + ", degree " + std::to_string(p.degree()));
  expect(result.report.degree == p.degree(), "the report's degree is wrong");
  expect(result.report.isolated == isolated && result.report.clusters == clusters &&
             result.report.uncertain == uncertain && result.report.unproven == unproven,
         "the report's numbers of discs are wrong");
  if (result.status == roots_status::complete) {
    expect(unproven == 0, "complete, with unproven roots");
    expect(uncertain == 0 || options.uncertainty > 0, "complete, with discs larger than asked for");
  } else {
    expect(unproven + uncertain > 0, "partial, and yet every disc is as asked for");
    expect(!result.report.stopped_by.empty(), "partial, without a reason");
  }
}

/// Roots in balls, each as many times as its multiplicity says.
struct true_root {
  complex_ball z;
  std::int64_t multiplicity = 1;
};

// p = factor * (a polynomial with integer coefficients), for real coefficients; the integers.
void set_integers(fmpz_poly_t out, const polynomial::representation& p) {
  const std::size_t n = p.size();
  std::vector<exact::real> values;
  exact::real unit{1, 1, 0, 0};
  unit.decimal_exponent = unit.binary_exponent = std::numeric_limits<std::int64_t>::max();
  for (std::size_t k = 0; k < n; ++k) {
    values.push_back(p.is_exact() ? p.exact_re[k] : exact::from_double(p.re[k]));
    const exact::real& v = values.back();
    if (v.is_zero()) continue;
    unit.denominator = unit.denominator / gcd(unit.denominator, v.denominator) * v.denominator;
    unit.decimal_exponent = std::min(unit.decimal_exponent, v.decimal_exponent);
    unit.binary_exponent = std::min(unit.binary_exponent, v.binary_exponent);
  }
  fmpz_poly_zero(out);
  fmpz_t integer;
  fmpz_init(integer);
  for (std::size_t k = n; k-- > 0;) {
    if (values[k].is_zero()) continue;
    exact::set_fmpz(integer, exact::numerator_over(values[k], unit));
    fmpz_poly_set_coeff_fmpz(out, static_cast<slong>(p.exponent(k)), integer);
  }
  fmpz_clear(integer);
}

void append_roots_of_integers(fmpz_poly_t f, slong bits, std::vector<true_root>& out) {
  fmpz_poly_factor_t squarefree;
  fmpz_poly_factor_init(squarefree);
  fmpz_poly_factor_squarefree(squarefree, f);
  for (slong i = 0; i < squarefree->num; ++i) {
    const slong degree = fmpz_poly_degree(squarefree->p + i);
    acb_ptr roots = _acb_vec_init(degree);
    arb_fmpz_poly_complex_roots(roots, squarefree->p + i, 0, bits);
    for (slong k = 0; k < degree; ++k) {
      true_root r;
      acb_set(r.z.z, roots + k);
      r.multiplicity = squarefree->exp[i];
      out.push_back(r);
    }
    _acb_vec_clear(roots, degree);
  }
  fmpz_poly_factor_clear(squarefree);
}

void append_roots_of_complex(const polynomial::representation& p, std::int64_t zeros, slong bits,
                             std::vector<true_root>& out, complaints& found) {
  const auto degree = static_cast<slong>(p.degree - zeros);
  acb_ptr roots = _acb_vec_init(degree);
  slong isolated = 0;
  for (slong precision = bits + 64; precision <= 200'000; precision *= 2) {
    complex_polynomial f;
    exact::set_coefficients(f.p, p, precision);
    acb_poly_shift_right(f.p, f.p, static_cast<slong>(zeros));
    isolated = acb_poly_find_roots(roots, f.p, nullptr, 0, precision);
    bool sharp = isolated == degree;
    for (slong k = 0; k < degree && sharp; ++k) sharp = acb_rel_accuracy_bits(roots + k) >= bits;
    if (sharp) break;
    isolated = 0;
  }
  if (isolated != degree) found.push_back("oracle: acb_poly_find_roots did not isolate the roots");
  for (slong k = 0; k < isolated; ++k) {
    true_root r;
    acb_set(r.z.z, roots + k);
    out.push_back(r);
  }
  _acb_vec_clear(roots, degree);
}

std::vector<true_root> true_roots(const polynomial& p, slong bits, complaints& found) {
  const polynomial::representation& data = p.data();
  std::vector<true_root> roots;
  std::int64_t zeros = 0;
  for (std::size_t k = 0; k < data.size(); ++k) {
    complex_ball coefficient;
    exact::set_coefficient(coefficient.z, data, k, 64);
    if (acb_is_zero(coefficient.z)) continue;
    zeros = data.exponent(k);
    break;
  }
  if (zeros > 0) {
    true_root zero;
    zero.multiplicity = zeros;
    roots.push_back(zero);
  }
  if (p.degree() == zeros) return roots;
  if (!p.is_real()) {
    append_roots_of_complex(data, zeros, bits, roots, found);
    return roots;
  }
  fmpz_poly_t f;
  fmpz_poly_init(f);
  set_integers(f, data);
  fmpz_poly_shift_right(f, f, static_cast<slong>(zeros));
  append_roots_of_integers(f, bits, roots);
  fmpz_poly_clear(f);
  return roots;
}

// How many roots lie in each disc. A root that lies in none, in two, or on a border is a complaint. Balls of roots that
// are small lie inside or outside; with `touching` it is enough that a ball meets no other disc.
void check_inclusion(const std::vector<true_root>& roots, const roots_result& result, bool touching, slong precision,
                     bool real_roots_are_known, complaints& found) {
  const std::vector<ball_disc> balls = to_balls(result, precision);
  const std::size_t n = balls.size();
  std::vector<std::int64_t> count(n, 0);
  std::vector<char> holds_real(n, 0);
  complex_ball difference;
  real_ball distance;
  const bool all_claimed = std::all_of(result.roots.begin(), result.roots.end(),
                                       [](const root& r) { return r.status != root_status::unproven; });
  for (const true_root& r : roots) {
    std::int64_t places = 0;
    bool undecided = false;
    for (std::size_t k = 0; k < n; ++k) {
      if (!claims_something(result, k)) continue;
      acb_sub(difference.z, r.z.z, balls[k].centre.z, precision);
      acb_abs(distance.x, difference.z, precision);
      if (arb_gt(distance.x, balls[k].radius.x)) continue;
      if (!touching && !arb_le(distance.x, balls[k].radius.x)) undecided = true;
      ++places;
      count[k] += r.multiplicity;
      if (acb_is_real(r.z.z)) holds_real[k] = 1;
    }
    char* shown = arb_get_str(acb_realref(r.z.z), 20, 0);
    char* shown_im = arb_get_str(acb_imagref(r.z.z), 20, 0);
    const std::string where = std::string("the root ") + shown + " + i " + shown_im;
    flint_free(shown);
    flint_free(shown_im);
    if (undecided) found.push_back(where + " lies on a border, or the oracle is too coarse");
    if (places > 1) found.push_back(where + " lies in " + std::to_string(places) + " discs");
    if (places == 0 && all_claimed) found.push_back(where + " lies in no disc");
  }
  for (std::size_t k = 0; k < n; ++k) {
    if (!claims_something(result, k)) continue;
    if (count[k] != result.roots[k].multiplicity) {
      found.push_back(describe(result, k) + "holds " + std::to_string(count[k]) + " roots");
    }
    if (!real_roots_are_known || count[k] == 0) continue;
    if (result.roots[k].is_real && holds_real[k] == 0) found.push_back(describe(result, k) + "its root is not real");
    if (result.roots[k].status == root_status::isolated && !result.roots[k].is_real && holds_real[k] != 0) {
      found.push_back(describe(result, k) + "its root is real, and nothing says so");
    }
  }
}

// The text of a decimal that may end in "0.e-14": nothing but an exponent of what is not known.
bool is_unknown_zero(const std::string& text, exact::real& size) {
  if (!exact::parse_real(text, size)) {
    size = {};
    return false;
  }
  if (!size.is_zero()) return false;
  const std::size_t e = text.find_first_of("eE");
  if (e == std::string::npos) return false;
  return exact::parse_real("1" + text.substr(e), size);
}

// FLINT's finders start near the unit circle, and take forever when roots lie far from it or are many. Complex multiple
// roots are not for them either.
bool is_beyond_the_finders(const polynomial& p, const roots_result& result) {
  if (p.degree() > (p.is_real() ? 130 : 64)) return true;
  const auto is_cluster = [](const root& r) { return r.status == root_status::cluster; };
  if (!p.is_real() && std::any_of(result.roots.begin(), result.roots.end(), is_cluster)) return true;
  double least = INFINITY, largest = 0;
  for (const root& r : result.roots) {
    const double size = std::abs(r.value);
    if (r.radius == 0 && size == 0) continue;
    least = std::min(least, size);
    largest = std::max(largest, size);
  }
  return !(largest < 1e12 * least && largest < 1e9 && least > 1e-9);
}

// |c_m| r^m > sum_{k != m} |c_k| r^k for the Taylor coefficients at z: exactly m roots within r of z.
bool pellet(const acb_poly_t p, const acb_t z, const arb_t r, std::int64_t m, slong precision) {
  complex_polynomial shifted;
  acb_poly_taylor_shift_horner(shifted.p, p, z, precision);
  real_ball power, size, main, others;
  arb_one(power.x);
  for (slong k = 0; k < acb_poly_length(shifted.p); ++k) {
    acb_abs(size.x, acb_poly_get_coeff_ptr(shifted.p, k), precision);
    arb_mul(size.x, size.x, power.x, precision);
    if (k == m)
      arb_set(main.x, size.x);
    else
      arb_add(others.x, others.x, size.x, precision);
    arb_mul(power.x, power.x, r, precision);
  }
  return arb_gt(main.x, others.x);
}

// At least m roots lie in the disc: Newton on the (m-1)st derivative, then a count around the point it ends at.
bool holds_at_least(const polynomial& p, const ball_disc& d, std::int64_t m, slong precision) {
  complex_polynomial f, derived;
  exact::set_coefficients(f.p, p.data(), precision);
  if (arb_is_zero(d.radius.x)) {
    for (slong k = 0; k < m; ++k) {
      if (!acb_is_zero(acb_poly_get_coeff_ptr(f.p, k))) return false;
    }
    return acb_is_zero(d.centre.z);
  }
  acb_poly_set(derived.p, f.p);
  for (std::int64_t k = 1; k < m; ++k) acb_poly_derivative(derived.p, derived.p, precision);
  complex_ball z = d.centre, value, slope;
  acb_get_mid(z.z, z.z);
  for (int step = 0; step < 40; ++step) {
    acb_poly_evaluate2(value.z, slope.z, derived.p, z.z, precision);
    acb_get_mid(value.z, value.z);
    acb_get_mid(slope.z, slope.z);
    if (acb_is_zero(value.z) || acb_is_zero(slope.z)) break;
    acb_div(value.z, value.z, slope.z, precision);
    acb_sub(z.z, z.z, value.z, precision);
    acb_get_mid(z.z, z.z);
  }
  real_ball distance, small, reach;
  acb_sub(value.z, z.z, d.centre.z, precision);
  acb_abs(distance.x, value.z, precision);
  // A cluster may need nearly the whole disc; a simple root that lies near the border, next to nothing.
  for (const slong shift : {2, 20, 60, 200}) {
    arb_mul_2exp_si(small.x, d.radius.x, -shift);
    arb_add(reach.x, distance.x, small.x, precision);
    if (arb_le(reach.x, d.radius.x) && pellet(f.p, z.z, small.x, m, precision)) return true;
  }
  return false;
}

// Discs that are disjoint (about_form), hold at least their multiplicity each, and add up to the degree hold exactly
// that.
complaints one_by_one(const polynomial& p, const roots_result& result) {
  complaints found;
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < result.roots.size(); ++k) {
    if (!claims_something(result, k)) continue;
    const std::int64_t m = result.roots[k].multiplicity;
    sum += m;
    const disc d = disc_of(result, k);
    bool proven = false;
    const slong least = m * precision_for(result) + 128;
    for (slong precision = least; precision <= 16 * least && !proven; precision *= 2) {
      proven = !d.infinite && holds_at_least(p, to_ball(d, precision), m, precision);
    }
    if (!proven) found.push_back(describe(result, k) + "the oracle cannot confirm that it holds that many roots");
  }
  if (sum > p.degree()) found.push_back("more roots than the degree");
  return found;
}

}  // namespace

complaints about_form(const polynomial& p, const roots_result& result, const roots_options& options) {
  complaints found;
  check_counts(p, result, options, found);
  if (!result.decimal.empty() && result.decimal.size() != result.roots.size()) return found;
  check_size(result, options, found);
  check_disjointness(result, found);
  check_doubles_beside_decimals(result, found);
  check_order(result, found);
  if (p.is_real()) check_symmetry(result, found);
  return found;
}

complaints about_roots(const polynomial& p, const roots_result& result) {
  if (is_beyond_the_finders(p, result)) return one_by_one(p, result);
  complaints last;
  for (slong bits = precision_for(result); bits <= 4 * precision_for(result); bits *= 2) {
    last.clear();
    const std::vector<true_root> roots = true_roots(p, bits, last);
    std::int64_t sum = 0;
    for (const true_root& r : roots) sum += r.multiplicity;
    if (sum != p.degree()) last.push_back("oracle: found " + std::to_string(sum) + " roots");
    check_inclusion(roots, result, false, 2 * bits, p.is_real(), last);
    if (last.empty()) break;
  }
  return last;
}

complaints about_known_roots(const std::vector<known_root>& known, int digits, const roots_result& result) {
  complaints found;
  const slong precision = precision_for(result) + 4 * digits;
  std::vector<true_root> roots;
  for (const known_root& k : known) {
    true_root r;
    r.multiplicity = k.multiplicity;
    exact::real unknown_re, unknown_im, value;
    const bool re_is_unknown = is_unknown_zero(k.re, unknown_re), im_is_unknown = is_unknown_zero(k.im, unknown_im);
    if (exact::parse_real(k.re, value)) exact::set_arb(acb_realref(r.z.z), value, precision);
    if (exact::parse_real(k.im, value)) exact::set_arb(acb_imagref(r.z.z), value, precision);
    // 10^-digits of the modulus, and what the zeros leave open
    real_ball error, part, limit;
    arb_set_ui(part.x, 10);
    arb_pow_ui(part.x, part.x, static_cast<ulong>(digits), precision);
    acb_abs(error.x, r.z.z, precision);
    arb_div(error.x, error.x, part.x, precision);
    // (Beside a modulus of 1, "0.e0" is a plain zero: more than ten digits are known of every number here.)
    arb_set_ui(part.x, 10);
    arb_pow_ui(part.x, part.x, static_cast<ulong>(digits - 10), precision);
    arb_mul(limit.x, error.x, part.x, precision);
    for (const auto& [is_unknown, size] :
         {std::pair(re_is_unknown, unknown_re), std::pair(im_is_unknown, unknown_im)}) {
      exact::set_arb(part.x, size, precision);
      if (is_unknown && arb_lt(part.x, limit.x)) arb_add(error.x, error.x, part.x, precision);
    }
    mag_t radius;
    mag_init(radius);
    arb_get_mag(radius, error.x);
    acb_add_error_mag(r.z.z, radius);
    mag_clear(radius);
    roots.push_back(r);
  }
  check_inclusion(roots, result, true, precision, false, found);
  return found;
}

complaints about_product(const polynomial& p, const roots_result& result) {
  complaints found;
  const slong precision = 2 * precision_for(result) + 8 * static_cast<slong>(p.degree());
  const auto degree = static_cast<slong>(p.degree());
  const std::vector<ball_disc> balls = to_balls(result, precision);
  acb_ptr factors = _acb_vec_init(degree);
  slong used = 0;
  for (std::size_t k = 0; k < balls.size(); ++k) {
    if (!claims_something(result, k)) return {"no product: " + describe(result, k) + "is unproven"};
    for (std::int64_t copy = 0; copy < result.roots[k].multiplicity && used < degree; ++copy, ++used) {
      acb_set(factors + used, balls[k].centre.z);
      mag_t radius;
      mag_init(radius);
      arb_get_mag(radius, balls[k].radius.x);
      acb_add_error_mag(factors + used, radius);
      mag_clear(radius);
    }
  }
  complex_polynomial product, original;
  acb_poly_product_roots(product.p, factors, used, precision);
  _acb_vec_clear(factors, degree);
  exact::set_coefficients(original.p, p.data(), precision);
  complex_ball leading;
  acb_poly_get_coeff_acb(leading.z, original.p, degree);
  acb_poly_scalar_mul(product.p, product.p, leading.z, precision);
  complex_ball theirs, ours;
  for (slong k = 0; k <= degree; ++k) {
    acb_poly_get_coeff_acb(theirs.z, original.p, k);
    acb_poly_get_coeff_acb(ours.z, product.p, k);
    if (!acb_overlaps(ours.z, theirs.z)) {
      found.push_back("the product of the discs misses the coefficient of x^" + std::to_string(k));
    }
  }
  return found;
}

#endif

}  // namespace vieta::test
