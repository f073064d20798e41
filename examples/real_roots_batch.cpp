// A ray tracer's inner loop as one call: every pixel of a picture is a ray, every ray meets a torus where a quartic is
// zero, and all quartics are solved together. The picture is made of letters.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "vieta/real_roots.hpp"

int main() {
  constexpr std::size_t width = 72, height = 30, pixels = width * height;
  constexpr float ring = 2, tube = 0.9F, tilt = 0.9F;

  // The ray of a pixel: origin + t * direction, in the frame of the torus, which is tilted towards us.
  const auto rotate = [](float x, float y, float z) {
    return std::array{x, y * std::cos(tilt) - z * std::sin(tilt), y * std::sin(tilt) + z * std::cos(tilt)};
  };
  const auto origin = [&](std::size_t pixel) {
    const std::size_t row = pixel / width;
    const float x = (static_cast<float>(pixel % width) + 0.5F) / width * 2 - 1;
    const float y = 1 - (static_cast<float>(row) + 0.5F) / height * 2;
    return rotate(3.1F * x, 2.6F * y, 4);
  };
  const std::array<float, 3> direction = rotate(0, 0, -1);

  // The torus is (|p|^2 + R^2 - r^2)^2 = 4 R^2 (x^2 + y^2). Coefficients of each quartic in t side by side.
  std::vector<float> coefficients(5 * pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const auto o = origin(i), d = direction;
    const float b = o[0] * d[0] + o[1] * d[1] + o[2] * d[2], k = 4 * ring * ring;
    const float c = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + ring * ring - tube * tube;
    float* a = &coefficients[5 * i];
    a[0] = c * c - k * (o[0] * o[0] + o[1] * o[1]);
    a[1] = 4 * b * c - 2 * k * (o[0] * d[0] + o[1] * d[1]);
    a[2] = 4 * b * b + 2 * c - k * (d[0] * d[0] + d[1] * d[1]);
    a[3] = 4 * b;
    a[4] = 1;
  }

  // All hits in front of the eye. A second picture could use the same arrays again: nothing is allocated in here.
  std::vector<float> hits(4 * pixels);
  std::vector<std::uint8_t> counts(pixels);
  std::vector<vieta::real_roots_status> statuses(pixels);
  const vieta::real_roots_report report =
      vieta::real_roots_into(vieta::polynomial_batch<float>{coefficients.data(), pixels, 4}, {0, 100},
                             {hits.data(), counts.data(), statuses.data()});

  for (std::size_t y = 0; y < height; ++y) {
    std::string line;
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t i = y * width + x;
      if (counts[i] == 0) {
        line += ' ';
        continue;
      }
      // The nearest hit comes first. Light from behind the eye: the normal there against the ray.
      const auto o = origin(i);
      std::array<float, 3> p{};
      for (std::size_t j = 0; j < 3; ++j) p[j] = o[j] + hits[4 * i] * direction[j];
      const float from_axis = ring / std::hypot(p[0], p[1]);
      const std::array<float, 3> normal = {p[0] * (1 - from_axis), p[1] * (1 - from_axis), p[2]};
      const float light = -(normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2]) / tube;
      line += ".:-=+*#%@"[std::clamp(static_cast<int>(light * 9), 0, 8)];
    }
    std::cout << line.erase(line.find_last_not_of(' ') + 1) << '\n';
  }
  std::cout << report;
  return report.ok + report.touching == pixels ? 0 : 2;
}
