#include "verify/systems/meeting_solutions.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace vieta::verify_newton {
namespace {

using exact::real_ball;

/// The values of a linear form on the box about one solution.
struct extent {
  std::size_t place;
  double least, greatest;
};

/// A linear form of no special direction: solutions that agree in it are rare.
class linear_form {
 public:
  explicit linear_form(std::size_t variables) : weights_(2 * variables) {
    std::mt19937_64 random(1);
    for (double& w : weights_) norm_ += w = std::ldexp(static_cast<double>(random() >> 11), -53) + 0.5;
  }

  [[nodiscard]] extent on(const solution_claim& claim, std::size_t place) const {
    double value = 0, size = *claim.radius;
    for (std::size_t v = 0; v < claim.x.size(); ++v) {
      const double re = nearest(claim.x[v].first), im = nearest(claim.x[v].second);
      value += weights_[2 * v] * re + weights_[2 * v + 1] * im;
      size += (std::fabs(re) + std::fabs(im)) * rounding;
    }
    const double reach = norm_ * size;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (!std::isfinite(value - reach) || !std::isfinite(value + reach)) return {place, -infinity, infinity};
    return {place, value - reach, value + reach};
  }

 private:
  /// More than what a sum of 400 products loses, relative to the sum of their moduli.
  static constexpr double rounding = 1e-12;

  static double nearest(const exact::real& value) {
    real_ball ball;
    exact::set_arb(ball.x, value, 64);
    return arf_get_d(arb_midref(ball.x), ARF_RND_NEAR);
  }

  std::vector<double> weights_;
  double norm_ = 0;
};

bool are_different(const solution_claim& a, const solution_claim& b) {
  constexpr slong precision = 1024;
  real_ball sum, other;
  arb_set_d(sum.x, *a.radius);
  arb_set_d(other.x, *b.radius);
  arb_add(sum.x, sum.x, other.x, precision);
  const auto difference = [&](arb_t out, const exact::real& from, const exact::real& to) {
    exact::set_arb(out, from, precision);
    exact::set_arb(other.x, to, precision);
    arb_sub(out, out, other.x, precision);
  };
  for (std::size_t v = 0; v < a.x.size(); ++v) {
    real_ball re, im;
    difference(re.x, a.x[v].first, b.x[v].first);
    difference(im.x, a.x[v].second, b.x[v].second);
    arb_hypot(re.x, re.x, im.x, precision);
    if (arb_gt(re.x, sum.x)) return true;
  }
  return false;
}

}  // namespace

// A sweep along the values of the form: only boxes whose values overlap are compared.
std::vector<meeting> meeting_solutions(const std::vector<solution_claim>& claims,
                                       const std::vector<std::size_t>& places, const checking::work_limits& limits) {
  std::vector<meeting> found;
  if (places.empty()) return found;
  const linear_form form(claims[places[0]].x.size());
  std::vector<extent> boxes;
  for (const std::size_t k : places) boxes.push_back(form.on(claims[k], k));
  std::sort(boxes.begin(), boxes.end(), [](const extent& a, const extent& b) {
    return a.least < b.least || (a.least == b.least && a.place < b.place);
  });
  std::multimap<double, std::size_t> open;  // by the greatest value
  for (const extent& box : boxes) {
    limits.check();
    open.erase(open.begin(), open.lower_bound(box.least));
    const auto same = std::find_if(open.begin(), open.end(), [&](const auto& other) {
      return !are_different(claims[other.second], claims[box.place]);
    });
    if (same == open.end())
      open.emplace(box.greatest, box.place);
    else
      found.push_back({same->second, box.place});
  }
  return found;
}

}  // namespace vieta::verify_newton

#endif  // VIETA_HAVE_ARB
