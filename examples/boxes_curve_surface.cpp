// Where a space curve goes through a patch.
#include <iostream>
#include <vieta/geometry.hpp>

int main() {
  vieta::bezier_surface patch{2, 2, 3, {}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      patch.control.insert(patch.control.end(), {i / 2.0, j / 2.0, i == 1 && j == 1 ? 1.0 : 0.0});
  const vieta::bezier_curve curve{3, 3, {0.1, 0.2, -0.5, 0.4, 0.3, 1.5, 0.6, 0.8, -1.5, 0.9, 0.7, 0.5}};
  const vieta::box_system system = vieta::curve_surface_system(curve, patch);
  const vieta::boxes_result result = vieta::solve_boxes({&system, 1});
  for (const vieta::box_item& item : result.items)
    std::cout << "t = " << item.x[0] << " at u = " << item.x[1] << ", v = " << item.x[2] << '\n';
  std::cout << result.items.size() << " points, " << name(result.status[0]) << '\n';
  return result.status[0] == vieta::boxes_status::complete ? 0 : 2;
}
