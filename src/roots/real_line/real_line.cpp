#include "roots/real_line/real_line.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "exact/arithmetic.hpp"
#include "roots/deflation.hpp"
#include "roots/factors/integer_polynomial.hpp"
#include "roots/factors/rational_roots.hpp"
#include "roots/ladder/node_ball.hpp"
#include "roots/ladder/sharpening.hpp"
#include "roots/real_line/line_alone.hpp"
#include "roots/real_line/octaves.hpp"
#include "roots/real_line/sign_rule.hpp"
#include "roots/region/algebraic_border.hpp"
#include "roots/region/border_number.hpp"
#include "roots/region/border_polynomial.hpp"
#include "roots/region/region.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

constexpr std::int64_t highest_degree = 20'000;

// A square-free factor, its roots, and how often they count.
struct line_factor {
  integer_polynomial f;
  int multiplicity = 1;
  std::int64_t stride = 1;  ///< the roots are those of f(x^stride)
  std::vector<proven_disc> discs;

  /// Most questions are answered without it.
  const polynomial& as_given() {
    if (!made_) made_.emplace(inflate(to_polynomial(f.p), stride));
    return *made_;
  }

 private:
  std::optional<polynomial> made_;
};

std::vector<line_factor> square_free_parts_of(const fmpz_poly_t f) {
  std::vector<line_factor> parts;
  integer_polynomial slope;
  fmpz_poly_derivative(slope.p, f);
  if (are_coprime_modulo_prime(f, slope.p)) {
    parts.emplace_back();
    fmpz_poly_set(parts.back().f.p, f);
    return parts;
  }
  integer_polynomial whole, twice;
  fmpz_poly_primitive_part(whole.p, f);  // so that what is primitive divides it to the last
  fmpz_poly_derivative(slope.p, whole.p);
  fmpz_poly_gcd(twice.p, whole.p, slope.p);
  fmpz_poly_derivative(slope.p, twice.p);
  // The gcd of f and its derivative has no root twice: so f has none thrice.
  if (are_coprime_modulo_prime(twice.p, slope.p)) {
    integer_polynomial once;
    fmpz_poly_div(once.p, whole.p, twice.p);
    fmpz_poly_div(once.p, once.p, twice.p);
    for (const auto& [part, multiplicity] : {std::pair{&once, 1}, std::pair{&twice, 2}}) {
      if (part->degree() < 1) continue;
      parts.emplace_back();
      fmpz_poly_set(parts.back().f.p, part->p);
      parts.back().multiplicity = multiplicity;
    }
    return parts;
  }
  fmpz_poly_factor_t found;
  fmpz_poly_factor_init(found);
  fmpz_poly_factor_squarefree(found, whole.p);
  for (slong k = 0; k < found->num; ++k) {
    parts.emplace_back();
    fmpz_poly_set(parts.back().f.p, found->p + k);
    parts.back().multiplicity = static_cast<int>(found->exp[k]);
  }
  fmpz_poly_factor_clear(found);
  return parts;
}

proven_disc disc_of(const exact::real_ball& x) {
  proven_disc disc;
  disc.is_one_root = true;
  disc.borders = on_real_axis;
  if (arb_is_zero(x.x)) return disc;
  disc.exponent = exact::get_exponent(arb_midref(x.x));
  exact::complex_ball centre;
  exact::real_ball radius;
  arb_set_arf(acb_realref(centre.z), arb_midref(x.x));
  if (arb_is_exact(x.x)) {  // a power of two
    disc.centre = get_point(centre.z, disc.exponent);
    return disc;
  }
  arb_get_rad_arb(radius.x, x.x);
  arb_mul_2exp_si(radius.x, radius.x, 1);  // roots of powers and inverses stretch discs a little
  const slong accuracy = arb_rel_accuracy_bits(x.x);
  const int digits = static_cast<int>(std::min<slong>(accuracy - 3, 3'000'000) * 30 / 100);
  shrink_to(disc, centre.z, radius.x, digits);
  if (accuracy < 150) disc.sharp.reset();  // four doubles hold it
  return disc;
}

// Of balls whose discs have so many digits.
slong bits_for(int digits) { return digits <= 15 ? 0 : static_cast<slong>(std::min(digits, 3'000'000) * 3.34) + 16; }

// x = +-y^(1/stride)
void add_roots(line_factor& to, const std::vector<exact::real_ball>& ys, slong stride, bool negative) {
  for (const exact::real_ball& y : ys) {
    exact::real_ball x;
    const slong accuracy = arb_is_exact(y.x) ? 256 : arb_rel_accuracy_bits(y.x);
    if (stride == 1)
      arb_set(x.x, y.x);
    else
      arb_root_ui(x.x, y.x, static_cast<ulong>(stride), accuracy + 40);
    if (negative) arb_neg(x.x, x.x);
    to.discs.push_back(disc_of(x));
  }
}

void mirror(fmpz_poly_t f) {
  for (slong k = 1; k < fmpz_poly_length(f); k += 2) fmpz_neg(f->coeffs + k, f->coeffs + k);
}

// Where Descartes' rule has looked before the search: it says that there is no root, or does not know.
struct sides_without_roots {
  sides_without_roots() = default;
  explicit sides_without_roots(const fmpz_poly_t f) {
    positive = real_line::has_clearly_no_positive_root(f);
    integer_polynomial mirrored;
    fmpz_poly_set(mirrored.p, f);
    mirror(mirrored.p);
    negative = real_line::has_clearly_no_positive_root(mirrored.p);
  }
  bool positive = false, negative = false;
};

// False: stopped.
bool find_roots_of(line_factor& part, const std::optional<sides_without_roots>& known, roots_on_line& out,
                   const session& context) {
  if (part.stride == 1) {
    if (const std::vector<exact::real_ball> all = rational_roots_if_all(part.f.p, bits_for(context.options.digits));
        !all.empty()) {
      add_roots(part, all, 1, false);
      return true;
    }
  }
  const std::function<bool()> must_stop = [&] { return context.must_stop(); };
  const ulong own_stride = fmpz_poly_deflation(part.f.p);
  integer_polynomial q;
  fmpz_poly_deflate(q.p, part.f.p, own_stride);
  const slong stride = static_cast<slong>(own_stride) * static_cast<slong>(part.stride);
  const bool is_whole = known && own_stride == 1;
  const auto find = [&](const fmpz_poly_t f, bool below, bool above) {
    if (is_whole ? (above ? known->positive : known->negative) : real_line::has_clearly_no_positive_root(f))
      return true;
    const real_line::positive_roots found = real_line::find_positive_roots(f, must_stop);
    out.bits = std::max(out.bits, static_cast<int>(found.bits));
    if (above) add_roots(part, found.roots, stride, false);
    if (below) add_roots(part, found.roots, stride, true);
    return found.complete;
  };
  if (!find(q.p, stride % 2 == 0, true)) return false;
  if (stride % 2 == 0) return true;
  mirror(q.p);
  return find(q.p, true, false);
}

bool meet(const proven_disc& a, const proven_disc& b) {
  exact::complex_ball x, y;
  exact::real_ball r, s;
  set_disc(x.z, r.x, a);
  set_disc(y.z, s.x, b);
  arb_sub(acb_realref(x.z), acb_realref(x.z), acb_realref(y.z), ARF_PREC_EXACT);
  arb_abs(acb_realref(x.z), acb_realref(x.z));
  arb_add(r.x, r.x, s.x, ARF_PREC_EXACT);
  return !arb_gt(acb_realref(x.z), r.x);
}

// Whether doubles tell that all discs, whose centres are real, lie apart.
bool are_clearly_apart(const std::vector<line_factor>& parts) {
  struct interval {
    double centre, radius;
  };
  std::vector<interval> all;
  for (const line_factor& part : parts) {
    for (const proven_disc& disc : part.discs) {
      if (disc.sharp || std::abs(disc.exponent) > 900) return false;
      const auto exponent = static_cast<int>(disc.exponent);
      all.push_back({std::ldexp(disc.centre.re.x0, exponent), std::ldexp(disc.radius, exponent)});
    }
  }
  std::sort(all.begin(), all.end(), [](const interval& a, const interval& b) { return a.centre < b.centre; });
  for (std::size_t i = 1; i < all.size(); ++i) {
    const interval &a = all[i - 1], &b = all[i];
    // The other parts of a centre are 2^-53 of it at most; subnormal radii are rounded.
    const double reach = a.radius + b.radius + 0x1p-50 * (std::abs(a.centre) + std::abs(b.centre)) + 0x1p-1000;
    if (!(b.centre - a.centre > reach * (1 + 0x1p-40))) return false;
  }
  return true;
}

// The roots of all factors differ: digits are added where discs meet.
bool part_neighbours(std::vector<line_factor>& parts, const session& context) {
  if (are_clearly_apart(parts)) return true;
  struct place {
    std::size_t part, disc;
    exact::real_ball centre;
  };
  std::vector<place> order;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < parts[i].discs.size(); ++k) {
      exact::complex_ball centre;
      exact::real_ball radius;
      set_disc(centre.z, radius.x, parts[i].discs[k]);
      order.push_back({i, k, {}});
      arb_set(order.back().centre.x, acb_realref(centre.z));
    }
  }
  std::sort(order.begin(), order.end(),
            [](const place& a, const place& b) { return arf_cmp(arb_midref(a.centre.x), arb_midref(b.centre.x)) < 0; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    line_factor &a = parts[order[i - 1].part], &b = parts[order[i].part];
    proven_disc &first = a.discs[order[i - 1].disc], &second = b.discs[order[i].disc];
    for (int digits = 32; meet(first, second); digits *= 2) {
      constexpr int most = 1 << 22;
      if (context.must_stop() || digits > most) return false;
      if (first.radius > 0 && !sharpen(a.as_given(), first, digits, context)) return false;
      if (second.radius > 0 && !sharpen(b.as_given(), second, digits, context)) return false;
    }
  }
  return true;
}

// Whether f(x^stride) = 0 at x = number, exactly.
bool vanishes_at(const fmpz_poly_t f, const exact::real& number, std::int64_t stride) {
  constexpr std::int64_t most_bits = 20'000'000;  // of the value
  exact::real unit;
  unit.numerator = 1;
  unit.denominator = number.denominator;
  unit.decimal_exponent = std::min<std::int64_t>(0, number.decimal_exponent);
  unit.binary_exponent = std::min<std::int64_t>(0, number.binary_exponent);
  const std::int64_t size = exact::bit_length(number.numerator) + exact::bit_length(number.denominator) +
                            std::abs(number.binary_exponent) + 4 * std::abs(number.decimal_exponent);
  if (size * stride > most_bits / std::max<std::int64_t>(1, fmpz_poly_degree(f))) return false;
  exact::big_integer above, below, power, value, term;
  exact::set_fmpz(above.n, exact::numerator_over(number, unit));
  exact::set_fmpz(below.n, unit.denominator * (exact::power_of_ten(-unit.decimal_exponent)
                                               << static_cast<std::size_t>(-unit.binary_exponent)));
  fmpz_gcd(term.n, above.n, below.n);
  fmpz_divexact(above.n, above.n, term.n);
  fmpz_divexact(below.n, below.n, term.n);
  fmpz_pow_ui(above.n, above.n, static_cast<ulong>(stride));
  fmpz_pow_ui(below.n, below.n, static_cast<ulong>(stride));
  // Homogeneous: the sum of a_k above^k below^(n-k).
  const slong n = fmpz_poly_degree(f);
  fmpz_one(power.n);
  for (slong k = n; k >= 0; --k) {
    fmpz_mul(value.n, value.n, above.n);
    fmpz_addmul(value.n, f->coeffs + k, power.n);
    fmpz_mul(power.n, power.n, below.n);
  }
  return fmpz_is_zero(value.n) != 0;
}

bool vanishes_at(const fmpz_poly_t f, const border_number& number, std::int64_t stride) {
  if (!number.root) return vanishes_at(f, number.least, stride);
  if (!number.square) return vanishes_at(f, *number.root, stride);
  integer_polynomial all;
  fmpz_poly_inflate(all.p, f, static_cast<ulong>(stride));
  return is_divisible(all.p, *number.square, true);
}

bool is_exact_side(double near, const std::string& text) {
  if (text.empty()) return true;
  const border_number side = border_of(near, text);
  return side.is_exact || side.root;
}

// The root itself takes the place of its disc where it is an end of the box (or is known to be there, if that is no
// double); another one comes clear of it with more digits.
void decide_ends(line_factor& part, const session& context) {
  const roots_region& region = context.options.region;
  const auto is_unclear = [&](const proven_disc& disc) { return place_of(region, disc, true) == membership::unclear; };
  const auto decide = [&](proven_disc& disc, double near, const std::string& text, std::uint8_t meaning) {
    if (!std::isfinite(near) || near == 0 || !is_unclear(disc)) return;
    const border_number end = border_of(near, text);
    if (!end.is_exact && !end.root) return;
    const slong bits =
        text.empty() ? ARF_PREC_EXACT : 128 + 4 * static_cast<slong>(disc.sharp ? disc.sharp->digits : 60);
    exact::complex_ball centre;
    exact::real_ball radius, at;
    set_disc(centre.z, radius.x, disc);
    if (text.empty()) {
      arb_set_d(at.x, near);
    } else {
      end.root ? set_radical(at.x, *end.root, bits) : exact::set_arb(at.x, end.least, bits);
    }
    arb_sub(acb_realref(centre.z), acb_realref(centre.z), at.x, bits);
    arb_abs(acb_realref(centre.z), acb_realref(centre.z));
    if (arb_gt(acb_realref(centre.z), radius.x) || !vanishes_at(part.f.p, end, part.stride)) return;
    // The only root in this disc, if it is certain to lie in it.
    if (!arb_le(acb_realref(centre.z), radius.x)) return;
    if (!text.empty()) {
      disc.borders |= meaning;
      return;
    }
    disc.centre = {qd(scale_by(near, -disc.exponent)), qd(0.0)};
    disc.radius = 0;
    disc.sharp.reset();
  };
  const roots_region::box& box = *region.in_box;
  for (proven_disc& disc : part.discs) {
    decide(disc, box.re0, box.exact_re0, on_left);
    decide(disc, box.re1, box.exact_re1, on_right);
    constexpr int most = 1 << 20;
    // Within a ball nothing is ever decided.
    const bool is_exact = is_exact_side(box.re0, box.exact_re0) && is_exact_side(box.re1, box.exact_re1);
    const int enough = is_exact ? most : 1 << 10;
    for (int digits = 32; disc.radius > 0 && is_unclear(disc) && digits <= enough && !context.must_stop(); digits *= 2)
      if (!sharpen(part.as_given(), disc, digits, context)) break;
  }
}

}  // namespace

std::optional<roots_on_line> find_roots_on_line(const polynomial& q, std::int64_t stride, const session& context,
                                                bool is_answer) {
  gaussian_polynomial f;
  if (q.degree() > highest_degree || q.degree() < 1 || !to_integers(q, f)) return {};
  // A real root is one of both parts.
  integer_polynomial whole;  // without these: all other roots, and their conjugates
  fmpz_poly_one(whole.p);
  if (!f.im.is_zero()) {
    integer_polynomial common, square;
    fmpz_poly_gcd(common.p, f.re.p, f.im.p);
    fmpz_poly_div(square.p, f.re.p, common.p);
    fmpz_poly_sqr(whole.p, square.p);
    fmpz_poly_div(square.p, f.im.p, common.p);
    fmpz_poly_sqr(square.p, square.p);
    fmpz_poly_add(whole.p, whole.p, square.p);
    fmpz_poly_swap(f.re.p, common.p);
  }
  roots_on_line out;
  if (f.re.degree() < 1) return out;
  const bool may_be_real_alone = may_have_real_roots_alone(f.re.p);
  // The gcd of long numbers is dear, and mostly 1. Fractions are looked for where all roots may be real.
  constexpr slong long_bits = 4096;
  if (may_be_real_alone || std::abs(fmpz_poly_max_bits(f.re.p)) < long_bits) fmpz_poly_primitive_part(f.re.p, f.re.p);
  // The rule is quicker than square-free parts, and the parts of a polynomial have no other roots.
  std::optional<sides_without_roots> known;
  if (fmpz_poly_deflation(f.re.p) == 1) may_be_real_alone ? known.emplace() : known.emplace(f.re.p);
  if (stride == 1 && known && known->positive && known->negative) return out;
  std::vector<line_factor> parts = square_free_parts_of(f.re.p);
  for (line_factor& part : parts) {
    part.stride = stride;
    if (context.must_stop() || !find_roots_of(part, known, out, context)) {
      out.complete = false;
      break;
    }
  }
  if (out.complete) out.complete = part_neighbours(parts, context);
  if (is_answer && out.complete) {
    for (const line_factor& part : parts) fmpz_poly_mul(whole.p, whole.p, part.f.p);
    if (stride > 1) fmpz_poly_inflate(whole.p, whole.p, static_cast<ulong>(stride));
  }
  for (line_factor& part : parts) {
    if (out.complete) {
      const auto is_enough = [&](const proven_disc& disc) { return is_sharp(disc, context.options.digits); };
      if (!std::all_of(part.discs.begin(), part.discs.end(), is_enough))
        sharpen_all(part.as_given(), part.discs, context.options.digits, context);
      if (context.options.region.in_box) decide_ends(part, context);
    }
    for (proven_disc& disc : part.discs) {
      disc.multiplicity = part.multiplicity;
      disc.is_one_root = true;
      disc.borders |= on_real_axis;
      out.discs.push_back(std::move(disc));
    }
  }
  // Of complex roots of f itself, decimals bring in those that lie beside a real one.
  if (is_answer && out.complete && !real_line::hold_real_roots_alone(whole.p, out.discs, context.options.digits, [&] {
        return context.must_stop();
      }))
    return {};
  return out;
}

std::vector<proven_disc> discs_of_fractions(const polynomial& p, const session& context) {
  gaussian_polynomial f;
  std::vector<proven_disc> discs;
  if (!p.is_real() || !to_integers(p, f) || !may_have_telling_fractions_alone(f.re.p)) return discs;
  integer_polynomial slope;
  fmpz_poly_primitive_part(f.re.p, f.re.p);
  fmpz_poly_derivative(slope.p, f.re.p);
  if (!are_coprime_modulo_prime(f.re.p, slope.p)) return discs;
  const slong bits = std::max<slong>(128, bits_for(context.options.digits));
  for (const exact::real_ball& x : rational_roots_if_all(f.re.p, bits)) {
    discs.push_back(disc_of(x));
    discs.back().bits = static_cast<int>(bits);
  }
  return discs;
}

}  // namespace vieta

#else

namespace vieta {

std::optional<roots_on_line> find_roots_on_line(const polynomial&, std::int64_t, const session&, bool) { return {}; }
std::vector<proven_disc> discs_of_fractions(const polynomial&, const session&) { return {}; }

}  // namespace vieta

#endif
