#include "verify/roots/region_plane.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "exact/arithmetic.hpp"
#include "verify/roots/region_geometry.hpp"

namespace vieta::checking {
namespace {

using exact::real;

/// Sides that are rounded outward.
struct sides {
  double left, right, bottom, top;

  explicit sides(const disc& d) {
    constexpr slong precision = 64;
    exact::real_ball centre, radius, side;
    exact::big_float end;
    exact::set_arb(radius.x, d.radius, precision);
    const auto find = [&](const real& x, double& least, double& most) {
      exact::set_arb(centre.x, x, precision);
      arb_sub(side.x, centre.x, radius.x, precision);
      arb_get_lbound_arf(end.x, side.x, precision);
      least = arf_get_d(end.x, ARF_RND_FLOOR);
      arb_add(side.x, centre.x, radius.x, precision);
      arb_get_ubound_arf(end.x, side.x, precision);
      most = arf_get_d(end.x, ARF_RND_CEIL);
    };
    find(d.re, left, right);
    find(d.im, bottom, top);
  }
  [[nodiscard]] bool may_meet(const sides& other) const {
    return left <= other.right && other.left <= right && bottom <= other.top && other.bottom <= top;
  }
};

bool are_apart(const disc& a, const disc& b) {
  const real reach = exact::add(a.radius, b.radius);
  return exact::compare(square_of_distance(exact::subtract(a.re, b.re), exact::subtract(a.im, b.im)),
                        exact::multiply(reach, reach)) > 0;
}

/// Groups of indices that were joined.
class groups {
 public:
  explicit groups(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t of(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::size_t a, std::size_t b) { parent_[of(a)] = of(b); }

 private:
  std::vector<std::size_t> parent_;
};

int sign_of(const polynomial::representation& p, std::size_t term) {
  if (p.is_exact()) {
    const exact::integer& n = p.exact_re[term].numerator;
    return n < 0 ? -1 : p.exact_re[term].is_zero() ? 0 : 1;
  }
  return p.re[term] < 0 ? -1 : p.re[term] > 0 ? 1 : 0;
}

}  // namespace

region_cover::verdict compare_with_plane(const std::vector<counted_disc>& plane,
                                         const std::vector<counted_disc>& listed, const roots_region& region,
                                         bool real_coefficients) {
  using verdict = region_cover::verdict;
  std::vector<sides> extents;
  for (const counted_disc& one : listed) extents.emplace_back(one.where);
  // First those of the plane, then the listed ones.
  groups meeting(plane.size() + listed.size());
  std::vector<bool> meets(plane.size());
  for (std::size_t i = 0; i < plane.size(); ++i) {
    const sides own(plane[i].where);
    for (std::size_t k = 0; k < listed.size(); ++k) {
      if (!own.may_meet(extents[k]) || are_apart(plane[i].where, listed[k].where)) continue;
      meeting.join(i, plane.size() + k);
      meets[i] = true;
    }
  }
  std::vector<std::int64_t> surplus(plane.size() + listed.size());
  for (std::size_t i = 0; i < plane.size(); ++i) surplus[meeting.of(i)] += plane[i].roots;
  for (std::size_t k = 0; k < listed.size(); ++k) surplus[meeting.of(plane.size() + k)] -= listed[k].roots;
  verdict outcome = verdict::full;
  for (std::size_t i = 0; i < plane.size(); ++i) {
    if (meets[i] && surplus[meeting.of(i)] == 0) continue;
    const disc& d = plane[i].where;
    const bool is_real = real_coefficients && d.im.is_zero() && plane[i].roots == 1;
    if (is_outside(region, {d.re, d.im, d.radius, is_real ? real{} : d.radius})) continue;
    const bool is_there = is_inside(region, d) && (is_real || !region.real_only);
    if (!meets[i] && is_there) return verdict::missing;
    outcome = verdict::not_known;
  }
  return outcome;
}

bool are_all_by_signs(const polynomial::representation& p, const std::vector<counted_disc>& listed) {
  std::int64_t above = 0, below = 0, zeros = 0;
  int before = 0, before_below = 0;
  for (std::size_t term = 0; term < p.size(); ++term) {
    const int sign = sign_of(p, term), sign_below = p.exponent(term) % 2 == 0 ? sign : -sign;
    if (sign == 0) continue;
    if (before == 0) zeros = p.exponent(term);
    above += before != 0 && sign != before ? 1 : 0;
    below += before_below != 0 && sign_below != before_below ? 1 : 0;
    before = sign, before_below = sign_below;
  }
  for (const counted_disc& one : listed) {
    const real& re = one.where.re;
    if (re.is_zero() && one.where.radius.is_zero()) {
      zeros -= one.roots;
      continue;
    }
    // Of the side where all of the disc is.
    if (exact::compare(absolute(re), one.where.radius) <= 0) return false;
    (is_negative(re) ? below : above) -= one.roots;
  }
  return above == 0 && below == 0 && zeros == 0;
}

}  // namespace vieta::checking

#endif
