#include "camera.hpp"

#include <cmath>

namespace sh_glyph {
namespace {
constexpr double distance = 5;  // of the eye, on the z axis
}  // namespace

ray camera::through(int column, int row, int size) const {
  const double x = window_.x + window_.half_width * ((2 * column + 1.0) / size - 1);
  const double y = window_.y - window_.half_width * ((2 * row + 1.0) / size - 1);
  return {{0, 0, distance}, {x, y, -distance}};
}

vector camera::position(const ray& r, double u) {
  const double* const d = r.direction;
  const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const double along = -(r.origin[0] * d[0] + r.origin[1] * d[1] + r.origin[2] * d[2]) / square + u / std::sqrt(square);
  return {r.origin[0] + along * d[0], r.origin[1] + along * d[1], r.origin[2] + along * d[2]};
}

std::vector<ray> rays_of(const view& window, int size) {
  const camera c(window);
  std::vector<ray> rays;
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) rays.push_back(c.through(column, row, size));
  return rays;
}

}  // namespace sh_glyph
