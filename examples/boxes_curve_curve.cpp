// Where two plane Bezier cubics cross: parameters on both, with proofs.
#include <iostream>
#include <vieta/geometry.hpp>

int main() {
  const vieta::bezier_curve a{3, 2, {0, 0, 0.4, 2, 0.6, -1, 1, 1}}, b{3, 2, {0, 0.8, 0.5, -1, 0.5, 2, 1, 0.2}};
  const vieta::box_system system = vieta::curve_curve_system(a, b);
  const vieta::boxes_result result = vieta::solve_boxes({&system, 1});
  for (const vieta::box_item& item : result.items)
    std::cout << name(item.kind) << ": s = " << item.x[0] << ", t = " << item.x[1] << ", within " << item.radius
              << '\n';
  std::cout << result.items.size() << " crossings, " << name(result.status[0]) << '\n';
  return result.status[0] == vieta::boxes_status::complete ? 0 : 2;
}
