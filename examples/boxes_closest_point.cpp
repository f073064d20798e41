// The point of a cubic closest to a given one: of all feet of perpendiculars, and both ends, the nearest.
#include <cmath>
#include <iostream>
#include <vector>
#include <vieta/geometry.hpp>

namespace {
std::vector<double> at(const vieta::bezier_curve& c, double t) {
  std::vector<double> p = c.control;
  for (int m = c.degree; m > 0; --m)
    for (int k = 0; k < 2 * m; ++k) p[k] = (1 - t) * p[k] + t * p[k + 2];
  return {p[0], p[1]};
}
}  // namespace

int main() {
  const vieta::bezier_curve curve{3, 2, {0, 0, 1, 2, 2, -2, 3, 0}};
  const std::vector<double> point = {1.2, 1};
  const vieta::box_system system = vieta::closest_point_system(point, curve);
  const vieta::boxes_result result = vieta::solve_boxes({&system, 1});
  std::vector<double> candidates = {0, 1};
  for (const vieta::box_item& item : result.items) candidates.push_back(item.x[0]);
  double best = 0, least = HUGE_VAL;
  for (const double t : candidates) {
    const std::vector<double> p = at(curve, t);
    const double distance = std::hypot(p[0] - point[0], p[1] - point[1]);
    if (distance < least) least = distance, best = t;
  }
  std::cout << result.items.size() << " feet; closest at t = " << best << ", distance " << least << '\n';
  return result.status[0] == vieta::boxes_status::complete ? 0 : 2;
}
