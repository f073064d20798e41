// The bisector surface between a curved patch and a plane one, sampled 80 x 80: the centres of spheres that touch both.
// With a file name it writes the surface there (.ply, .obj or .vtk).
#include <fstream>
#include <iostream>
#include <vieta/geometry.hpp>
#include <vieta/sampled_mesh.hpp>

int main(int count, char** values) {
  const std::vector<std::size_t> samples = {80, 80, 0, 0};
  const std::vector<vieta::box_system> systems = vieta::slices(vieta::example_bisector(), samples);
  const vieta::boxes_result result = vieta::solve_boxes(systems);
  // The centre lies on the normal of the first patch, as far from it as from the point (s, t) of the second.
  const auto centre = [](std::span<const double> uv, std::span<const double> st) {
    return vieta::example_bisector_centre(uv[0], uv[1], st[0], st[1]);
  };
  const vieta::sampled_mesh mesh = vieta::join_slices(samples, systems, result, centre);
  std::cout << mesh.points.size() << " points, " << mesh.quads.size() << " quadrilaterals, " << result.report.complete
            << " of " << systems.size() << " slices proven\n";
  if (count > 1) {
    std::ofstream out(values[1]);
    vieta::write_mesh(out, mesh, vieta::mesh_format_of(values[1]));
  }
  return result.report.complete == systems.size() ? 0 : 2;
}
