// The diffuse light of a sphere on a white sphere, with stand-ins for acos and atan, and the differences in 8 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace sphere_light {

inline constexpr float pi = 3.14159265F;
inline constexpr int size = 512;

/// sum c_k u^k
inline float polynomial(const std::vector<double>& c, float u) {
  float value = 0;
  for (std::size_t k = c.size(); k-- > 0;) value = value * u + static_cast<float>(c[k]);
  return value;
}

/// A pair of functions; no coefficients: the exact one.
struct functions {
  std::string name;
  std::vector<double> acos, atan;
  int cost = 0;
  bool odd = true;  ///< atan(t) is t p(t^2) on [0, 1], else p(t)

  [[nodiscard]] float acos_of(float x) const {
    if (acos.empty()) return std::acos(x);
    const float positive = std::sqrt(1 - std::abs(x)) * polynomial(acos, std::abs(x));
    return x < 0 ? pi - positive : positive;
  }
  [[nodiscard]] float atan_of(float x) const {  // x >= 0
    if (atan.empty()) return std::atan(x);
    const float t = x > 1 ? 1 / x : x, r = odd ? t * polynomial(atan, t * t) : polynomial(atan, t);
    return x > 1 ? pi / 2 - r : r;
  }
};

/// The irradiance over pi of a surface whose normal makes an angle with this cosine to the centre of a light of
/// radiance 1, at a squared distance; sine_squared = (radius / distance)^2.
inline float irradiance(const functions& f, float cosine, float sine_squared) {
  if (cosine * cosine > sine_squared) return sine_squared * std::max(cosine, 0.0F);
  const float sine = std::sqrt(1 - cosine * cosine), x = std::sqrt(1 / sine_squared - 1);
  const float y = std::clamp(-x * cosine / sine, -1.0F, 1.0F), s = sine * std::sqrt(1 - y * y);
  return ((cosine * f.acos_of(y) - x * s) * sine_squared + f.atan_of(s / x)) / pi;
}

/// The unit sphere seen from far away, light at (1.4, 1.4, 1.4).
inline std::vector<float> render(const functions& f, float radius) {
  std::vector<float> image(static_cast<std::size_t>(size) * size, 0.0F);
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i) {
      const float x = (static_cast<float>(i) + 0.5F) / (0.5F * size) - 1,
                  y = (static_cast<float>(j) + 0.5F) / (0.5F * size) - 1;
      if (x * x + y * y >= 1) continue;
      const float z = std::sqrt(1 - x * x - y * y), a = 1.4F - x, b = 1.4F - y, c = 1.4F - z;
      const float squared = a * a + b * b + c * c, cosine = (a * x + b * y + c * z) / std::sqrt(squared);
      image[static_cast<std::size_t>(j * size + i)] = irradiance(f, cosine, std::min(radius * radius / squared, 1.0F));
    }
  return image;
}

/// sRGB in 8 bits, the brightest pixel of the exact image at 0.9.
inline int eight_bits(float light, float brightest) {
  const float v = std::clamp(light * 0.9F / brightest, 0.0F, 1.0F);
  return static_cast<int>(std::lround(255 * (v <= 0.0031308F ? 12.92F * v : 1.055F * std::pow(v, 1 / 2.4F) - 0.055F)));
}

struct comparison {
  int largest = 0, black = 0, spurious = 0;
  float seam = 0;  ///< largest jump of the difference between neighbours, in steps: bands show there
};

inline comparison compare(const std::vector<float>& exact, const std::vector<float>& image) {
  const float brightest = *std::max_element(exact.begin(), exact.end());
  comparison c;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const int a = eight_bits(exact[i], brightest), b = eight_bits(image[i], brightest);
    c.largest = std::max(c.largest, std::abs(a - b));
    c.black += a >= 4 && b == 0;
    if (a == 0) c.spurious = std::max(c.spurious, b);
    if (i % size != 0)
      c.seam =
          std::max(c.seam, 255 * 0.9F / brightest * std::abs((image[i] - exact[i]) - (image[i - 1] - exact[i - 1])));
  }
  return c;
}

}  // namespace sphere_light
