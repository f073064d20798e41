#include "verify/roots/region_cover.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "exact/arithmetic.hpp"
#include "roots/region/border_number.hpp"

namespace vieta::checking {
namespace {

using exact::add;
using exact::compare;
using exact::from_double;
using exact::multiply;
using exact::real;
using exact::subtract;

const real& larger(const real& a, const real& b) { return compare(a, b) < 0 ? b : a; }
const real& smaller(const real& a, const real& b) { return compare(a, b) < 0 ? a : b; }

/// 2^result is above the modulus of every root (Fujiwara 1916). None where the leading coefficient is not clear.
std::optional<std::int64_t> bound_of_roots(const polynomial::representation& p) {
  constexpr slong precision = 64;
  std::vector<std::pair<std::int64_t, std::int64_t> > above;  // powers, and exponents of what |coefficient| is below
  std::int64_t leading = 0;
  bool has_leading = false;
  for (std::size_t t = 0; t < p.size(); ++t) {
    exact::complex_ball value;
    exact::real_ball modulus;
    exact::big_float bound;
    exact::set_coefficient(value.z, p, t, precision);
    acb_abs(modulus.x, value.z, precision);
    arb_get_ubound_arf(bound.x, modulus.x, precision);
    if (arf_is_zero(bound.x)) continue;
    if (COEFF_IS_MPZ(*ARF_EXPREF(bound.x))) return std::nullopt;
    above.emplace_back(p.exponent(t), fmpz_get_si(ARF_EXPREF(bound.x)));
    if (p.exponent(t) != p.degree) continue;
    arb_get_lbound_arf(bound.x, modulus.x, precision);
    if (arf_sgn(bound.x) <= 0 || COEFF_IS_MPZ(*ARF_EXPREF(bound.x))) return std::nullopt;
    leading = fmpz_get_si(ARF_EXPREF(bound.x)) - 1;  // 2^leading <= |a_n|
    has_leading = true;
  }
  if (!has_leading) return std::nullopt;
  std::int64_t result = -4000;
  for (const auto& [power, exponent] : above)
    if (power < p.degree) {
      const double ratio = static_cast<double>(exponent - leading) / static_cast<double>(p.degree - power);
      result = std::max(result, static_cast<std::int64_t>(std::ceil(ratio)) + 2);
    }
  return result;
}

}  // namespace

/// The rectangle that region and roots may share. False where there is none.
bool region_cover::find_bounds(cell& whole) const {
  const std::optional<std::int64_t> exponent = bound_of_roots(p_);
  if (!exponent || *exponent > 60000) throw stopped();
  const real most = times_power_of_two(from_double(1), *exponent);
  real re0 = exact::negate(most), re1 = most, im0 = re0, im1 = most;
  const auto cut = [](real& lower, real& upper, double low, const std::string& low_text, double high,
                      const std::string& high_text) {
    if (!low_text.empty() || !std::isinf(low)) lower = larger(lower, border_of(low, low_text).least);
    if (!high_text.empty() || !std::isinf(high)) upper = smaller(upper, border_of(high, high_text).most);
  };
  if (const auto& d = region_.in_disc) {
    const border_number x = border_of(d->centre.real(), d->exact_re), y = border_of(d->centre.imag(), d->exact_im);
    const real r = border_of(d->radius, d->exact_radius).most;
    re0 = larger(re0, subtract(x.least, r)), re1 = smaller(re1, add(x.most, r));
    im0 = larger(im0, subtract(y.least, r)), im1 = smaller(im1, add(y.most, r));
  }
  if (const auto& b = region_.in_box) {
    cut(re0, re1, b->re0, b->exact_re0, b->re1, b->exact_re1);
    cut(im0, im1, b->im0, b->exact_im0, b->im1, b->exact_im1);
  }
  if (region_.real_only) im0 = larger(im0, real()), im1 = smaller(im1, real());
  if (compare(re0, re1) > 0 || compare(im0, im1) > 0) return false;
  whole = {{half(add(re0, re1)), half(add(im0, im1)), half(subtract(re1, re0)), half(subtract(im1, im0))}, {}};
  return true;
}

/// Listed discs are tiny: larger ones about the same roots spare most of the cells.
void region_cover::widen(const std::vector<counted_disc>& listed) {
  for (const counted_disc& one : listed) {
    narrow_.push_back(one.where);
    disc wide = one.where;
    real size = larger(absolute(one.where.re), absolute(one.where.im));
    if (size.is_zero()) size = from_double(1);
    std::int64_t step = 3;
    for (int attempt = 0; attempt < 12; ++attempt, step += step < 12 ? 3 : step / 2) {
      disc next = one.where;
      next.radius = times_power_of_two(size, -step);
      if (compare(next.radius, one.where.radius) <= 0) break;
      --attempts_left_;
      if (counter_.first_attempt(next, one.roots).count != one.roots) continue;
      wide = std::move(next);
      break;
    }
    wide_.push_back(std::move(wide));
  }
}

bool region_cover::is_covered(const cell& c) const {
  return std::any_of(c.near.begin(), c.near.end(), [&](std::size_t k) { return holds(wide_[k], c); });
}

/// One cell; `full` where nothing is left to do in it, `not_known` where it is to be cut: the parts go to `open`.
region_cover::verdict region_cover::examine(cell& c, std::vector<cell>& open) {
  if (is_outside(region_, c) || is_covered(c)) return verdict::full;
  const real& longer = larger(c.half_width, c.half_height);
  disc around{c.re, c.im, add(longer, half(longer))};  // 3/2 > sqrt(2)
  const auto may_meet = [&](const disc& other) {
    const real reach = add(around.radius, other.radius);
    return compare(absolute(subtract(around.re, other.re)), reach) <= 0 &&
           compare(absolute(subtract(around.im, other.im)), reach) <= 0;
  };
  std::erase_if(c.near, [&](std::size_t k) { return !may_meet(wide_[k]); });
  if (--attempts_left_ < 0) throw stopped();
  const std::optional<std::int64_t> count = counter_.first_attempt(around, 0).count;
  if (count && *count == 0) return verdict::full;
  const bool is_point = longer.is_zero();
  if (count && is_inside(region_, around) &&
      std::none_of(c.near.begin(), c.near.end(), [&](std::size_t k) { return may_meet(narrow_[k]); })) {
    // On the axis one root of a real polynomial, in a disc that is its own mirror image, is real.
    if (!region_.real_only || is_point || (real_ && *count == 1 && around.im.is_zero())) return verdict::missing;
  }
  if (is_point) throw stopped();
  const bool across = compare(times_power_of_two(c.half_width, 1), c.half_height) > 0;
  const bool along = compare(times_power_of_two(c.half_height, 1), c.half_width) > 0;
  const real dx = across ? half(c.half_width) : real(), dy = along ? half(c.half_height) : real();
  for (const int right : {-1, 1})
    for (const int up : {-1, 1}) {
      if ((!across && right > 0) || (!along && up > 0)) continue;
      open.push_back({{across ? (right > 0 ? add(c.re, dx) : subtract(c.re, dx)) : c.re,
                       along ? (up > 0 ? add(c.im, dy) : subtract(c.im, dy)) : c.im, across ? dx : c.half_width,
                       along ? dy : c.half_height},
                      c.near});
    }
  return verdict::not_known;
}

region_cover::verdict region_cover::look(const std::vector<counted_disc>& listed) {
  constexpr std::int64_t most_work = 20'000'000;  // terms looked at, over and over
  attempts_left_ = std::min<std::int64_t>(200 * (static_cast<std::int64_t>(listed.size()) + 10),
                                          most_work / static_cast<std::int64_t>(p_.size()) + 1);
  cell whole;
  if (!find_bounds(whole)) return verdict::full;
  widen(listed);
  for (std::size_t k = 0; k < listed.size(); ++k) whole.near.push_back(k);
  // One layer of cells after the other, so that a root that is missing is found before small cells are looked at.
  for (std::vector<cell> now = {std::move(whole)}, next; !now.empty(); now.swap(next)) {
    next.clear();
    for (cell& c : now)
      if (examine(c, next) == verdict::missing) return verdict::missing;
  }
  return verdict::full;
}

}  // namespace vieta::checking

#endif
