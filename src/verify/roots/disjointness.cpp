#include "verify/roots/disjointness.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "exact/arithmetic.hpp"

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
  // They touch, or all but do.
  const exact::real x = exact::subtract(a.re, b.re), y = exact::subtract(a.im, b.im),
                    reach = exact::add(a.radius, b.radius);
  return exact::compare(exact::add(exact::multiply(x, x), exact::multiply(y, y)), exact::multiply(reach, reach)) > 0;
}

/// The boxes that the sweep line meets, by the power of two above their heights and then by their lower ends: those of
/// one height that meet a given one begin within that height below it. Few others do, for discs of one height that are
/// disjoint and meet one vertical line lie above each other.
class open_boxes {
 public:
  void add(const extent& box) {
    by_right_.emplace(box.right, &box);
    by_height_[power_above(box)].emplace(box.bottom, &box);
  }
  void remove(const extent& box) {
    take_out(by_right_, box.right, box);
    const auto same_height = by_height_.find(power_above(box));
    take_out(same_height->second, box.bottom, box);
    if (same_height->second.empty()) by_height_.erase(same_height);
  }
  void remove_all_left_of(double x) {
    while (!by_right_.empty() && by_right_.begin()->first < x) remove(*by_right_.begin()->second);
  }
  [[nodiscard]] std::vector<const extent*> those_that_meet(const extent& box) const {
    std::vector<const extent*> found;
    for (const auto& [height, boxes] : by_height_) {
      const double lowest = std::nextafter(box.bottom - height, -std::numeric_limits<double>::infinity());
      for (auto at = boxes.lower_bound(lowest); at != boxes.end() && at->first <= box.top; ++at)
        if (box.bottom <= at->second->top) found.push_back(at->second);
    }
    return found;
  }

 private:
  using ordered = std::multimap<double, const extent*>;

  static double power_above(const extent& box) {
    const double height = box.top - box.bottom;
    if (height == 0 || !std::isfinite(height)) return height;
    int exponent = 0;
    std::frexp(height, &exponent);
    return std::ldexp(1.0, exponent);
  }
  static void take_out(ordered& from, double key, const extent& box) {
    auto at = from.lower_bound(key);
    while (at->second != &box) ++at;
    from.erase(at);
  }

  ordered by_right_;
  std::map<double, ordered> by_height_;
};

}  // namespace

// A sweep along the real axis; only discs whose boxes meet are compared exactly.
std::vector<meeting> meeting_discs(const std::vector<std::optional<disc>>& discs, const work_limits& limits) {
  std::vector<meeting> found;
  std::vector<extent> boxes;
  for (std::size_t k = 0; k < discs.size(); ++k)
    if (discs[k]) boxes.push_back(outward(k, *discs[k]));
  std::sort(boxes.begin(), boxes.end(), [](const extent& a, const extent& b) { return a.left < b.left; });
  open_boxes open;
  for (const extent& box : boxes) {
    limits.check();
    open.remove_all_left_of(box.left);
    bool stays = true;
    for (const extent* const other : open.those_that_meet(box)) {
      const disc &here = *discs[box.index], &there = *discs[other->index];
      if (are_disjoint(here, there)) continue;
      stays = exact::compare(here.radius, there.radius) <= 0;
      found.push_back(stays ? meeting{other->index, box.index} : meeting{box.index, other->index});
      if (!stays) break;
      open.remove(*other);
    }
    if (stays) open.add(box);
  }
  return found;
}

}  // namespace vieta::checking

#endif
