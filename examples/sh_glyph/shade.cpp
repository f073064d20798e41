#include "shade.hpp"

#include <cmath>

namespace sh_glyph {
namespace {

double dot(const vector& a, const vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
vector unit(const vector& a) {
  const double r = std::sqrt(dot(a, a));
  return {a[0] / r, a[1] / r, a[2] / r};
}

/// Of |x| - |f(x / |x|)|, pointing outwards.
vector normal_at(const glyph& g, const vector& position, double& value) {
  const vector direction = unit(position);
  const auto f = evaluate(g, direction);
  value = f.value;
  const double r = std::sqrt(dot(position, position));
  vector n;
  for (int i = 0; i < 3; ++i) n[i] = direction[i] * r - std::copysign(1.0, f.value) * f.gradient[i];
  return unit(n);
}

}  // namespace

std::vector<std::uint8_t> shade(const glyph& g, const std::vector<ray>& rays, const std::vector<double>& hits) {
  std::vector<std::uint8_t> rgb;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    double colour[3] = {1, 1, 1};
    if (hits[i] < no_hit) {
      const vector position = camera::position(rays[i], hits[i]), direction = unit(position);
      double f = 0;
      const vector normal = normal_at(g, position, f);
      const ray& r = rays[i];
      const vector to_eye = unit({-r.direction[0], -r.direction[1], -r.direction[2]});
      const vector to_light = unit({to_eye[0] + 0.3, to_eye[1] + 0.6, to_eye[2] + 0.2});
      const vector half_way = unit({to_eye[0] + to_light[0], to_eye[1] + to_light[1], to_eye[2] + to_light[2]});
      const double diffuse = std::fmax(dot(normal, to_light), 0.0);
      const double shine = std::pow(std::fmax(dot(normal, half_way), 0.0), 60);
      for (int k = 0; k < 3; ++k) {
        const double base = f < 0 ? 0.45 : 0.15 + 0.85 * std::fabs(direction[k]);
        colour[k] = base * (0.18 + 0.8 * diffuse) + 0.25 * shine;
      }
    }
    for (const double c : colour)  // sRGB's gamma, nearly
      rgb.push_back(static_cast<std::uint8_t>(std::lround(255 * std::pow(std::fmin(c, 1.0), 1 / 2.2))));
  }
  return rgb;
}

}  // namespace sh_glyph
