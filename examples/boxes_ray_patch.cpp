// Rays against a rational patch, a quarter of a cylinder of radius 1 about the z axis: a picture of who hits.
#include <cmath>
#include <iostream>
#include <vector>
#include <vieta/geometry.hpp>

int main() {
  // A quarter of a circle needs the weight sqrt(1/2) in its middle.
  const double w = std::sqrt(0.5);
  const vieta::bezier_surface cylinder{
      2, 1, 3, {1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1}, {1, 1, w, w, 1, 1}};
  constexpr int width = 40, height = 12;
  std::vector<vieta::box_system> rays;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      rays.push_back(vieta::ray_patch_system({3, -0.2 + 1.4 * (column + 0.5) / width, 1.2 - 1.4 * (row + 0.5) / height},
                                             {-1, 0, 0}, cylinder));
  const vieta::boxes_result result = vieta::solve_boxes(rays);
  std::size_t hits = 0;
  for (std::size_t k = 0; k < rays.size(); ++k) {
    hits += result.of(k).size();
    std::cout << (result.of(k).empty() ? '.' : '#') << (k % width == width - 1 ? "\n" : "");
  }
  std::cout << hits << " hits of " << rays.size() << " rays, " << result.report.complete << " proven\n";
  return result.report.complete == rays.size() ? 0 : 2;
}
