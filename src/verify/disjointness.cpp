#include "verify/disjointness.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <map>

namespace vieta::checking {
namespace {

using exact::big_float;
using exact::real_ball;

/// The disc's extent along the real axis and the imaginary axis, rounded outward to doubles.
struct extent {
  std::size_t index;
  double left, right, bottom, top;
};

extent outward(std::size_t k, const disc& d) {
  constexpr slong precision = 128;
  real_ball re, im, radius, edge;
  exact::set_arb(re.x, d.re, precision);
  exact::set_arb(im.x, d.im, precision);
  exact::set_arb(radius.x, d.radius, precision);
  const auto bound = [&](const real_ball& middle, int sign) {
    (sign < 0 ? arb_sub : arb_add)(edge.x, middle.x, radius.x, precision);
    big_float end;
    (sign < 0 ? arb_get_lbound_arf : arb_get_ubound_arf)(end.x, edge.x, precision);
    return arf_get_d(end.x, sign < 0 ? ARF_RND_FLOOR : ARF_RND_CEIL);
  };
  return {k, bound(re, -1), bound(re, 1), bound(im, -1), bound(im, 1)};
}

bool are_disjoint(const disc& a, const disc& b) {
  for (slong precision = 128; precision <= 131072; precision *= 4) {
    real_ball x, y, distance, sum, other;
    const auto difference = [&](real_ball& out, const exact::real& from, const exact::real& to) {
      exact::set_arb(out.x, from, precision);
      exact::set_arb(other.x, to, precision);
      arb_sub(out.x, out.x, other.x, precision);
    };
    difference(x, a.re, b.re);
    difference(y, a.im, b.im);
    arb_hypot(distance.x, x.x, y.x, precision);
    exact::set_arb(sum.x, a.radius, precision);
    exact::set_arb(other.x, b.radius, precision);
    arb_add(sum.x, sum.x, other.x, precision);
    if (arb_gt(distance.x, sum.x)) return true;
    if (arb_le(distance.x, sum.x)) return false;
  }
  return false;
}

}  // namespace

// A sweep along the real axis; only discs whose boxes meet are compared exactly.
std::vector<std::pair<std::size_t, std::size_t>> meeting_discs(const std::vector<std::optional<disc>>& discs,
                                                               const work_limits& limits) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  std::vector<extent> boxes;
  for (std::size_t k = 0; k < discs.size(); ++k)
    if (discs[k]) boxes.push_back(outward(k, *discs[k]));
  std::sort(boxes.begin(), boxes.end(), [](const extent& a, const extent& b) { return a.left < b.left; });
  std::multimap<double, const extent*> open;  // by the right end
  for (const extent& box : boxes) {
    limits.check();
    open.erase(open.begin(), open.lower_bound(box.left));
    for (const auto& [right, other] : open)
      if (box.bottom <= other->top && other->bottom <= box.top &&
          !are_disjoint(*discs[box.index], *discs[other->index]))
        found.push_back(std::minmax(box.index, other->index));
    open.emplace(box.right, &box);
  }
  return found;
}

}  // namespace vieta::checking

#endif
