// Which acos and atan are good enough for the diffuse light of a sphere? An image decides, not a norm.
//
// A white sphere is lit by a spherical light of radius 1 m and of 10 cm. Near the horizon of a surface point its
// irradiance takes one acos and one atan (Lagarde and de Rousiers, "Moving Frostbite to physically based rendering",
// SIGGRAPH course 2014, listing 7; after Snyder, Microsoft research report, 1996). Each pair of stand-ins is rendered
// and compared with the exact functions in 8 bits.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
#include <vieta/minimax_code.hpp>

namespace {

constexpr float pi = 3.14159265F;
constexpr int size = 512;

/// sum c_k u^k
float polynomial(const std::vector<double>& c, float u) {
  float value = 0;
  for (std::size_t k = c.size(); k-- > 0;) value = value * u + static_cast<float>(c[k]);
  return value;
}

/// A pair of functions; no coefficients: the exact one.
struct functions {
  std::string name;
  std::vector<double> acos, atan;
  int cost = 0;

  [[nodiscard]] float acos_of(float x) const {
    if (acos.empty()) return std::acos(x);
    const float positive = std::sqrt(1 - std::abs(x)) * polynomial(acos, std::abs(x));
    return x < 0 ? pi - positive : positive;
  }
  [[nodiscard]] float atan_of(float x) const {  // x >= 0
    if (atan.empty()) return std::atan(x);
    const float t = x > 1 ? 1 / x : x, r = t * polynomial(atan, t * t);
    return x > 1 ? pi / 2 - r : r;
  }
};

/// The irradiance over pi of a surface whose normal makes an angle with this cosine to the centre of a light of
/// radiance 1, at a squared distance; sine_squared = (radius / distance)^2.
float irradiance(const functions& f, float cosine, float sine_squared) {
  if (cosine * cosine > sine_squared) return sine_squared * std::max(cosine, 0.0F);
  const float sine = std::sqrt(1 - cosine * cosine), x = std::sqrt(1 / sine_squared - 1);
  const float y = std::clamp(-x * cosine / sine, -1.0F, 1.0F), s = sine * std::sqrt(1 - y * y);
  return ((cosine * f.acos_of(y) - x * s) * sine_squared + f.atan_of(s / x)) / pi;
}

/// The unit sphere seen from far away, light at (1.4, 1.4, 1.4).
std::vector<float> render(const functions& f, float radius) {
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
int eight_bits(float light, float brightest) {
  const float v = std::clamp(light * 0.9F / brightest, 0.0F, 1.0F);
  return static_cast<int>(std::lround(255 * (v <= 0.0031308F ? 12.92F * v : 1.055F * std::pow(v, 1 / 2.4F) - 0.055F)));
}

struct comparison {
  int largest = 0, black = 0, spurious = 0;
  float seam = 0;  ///< largest jump of the difference between neighbours, in steps: bands show there
};

comparison compare(const std::vector<float>& exact, const std::vector<float>& image) {
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

std::vector<double> coefficients(const char* function, int degree, vieta::minimax_error error, bool slope, int& cost) {
  vieta::minimax_problem problem = vieta::minimax_short_form(function, degree);
  problem.error = error;
  if (slope) problem.constraints = {"c0=1"};
  vieta::minimax_options options;
  options.format = vieta::coefficient_format::float32;
  const vieta::minimax_result result = vieta::minimax(problem, options);
  vieta::code_options code;
  code.most_floats = 1000;
  code.full_range = function;
  const vieta::minimax_code text = vieta::emit_code(result, code);
  cost += text.full_rate + 4 * text.quarter_rate;
  return result.coefficients;
}

}  // namespace

int main() {
  using vieta::minimax_error;
  std::vector<functions> all;
  for (int acos_degree = 1; acos_degree <= 3; ++acos_degree)
    for (int atan_degree = 1; atan_degree <= 4; ++atan_degree)
      for (const minimax_error error : {minimax_error::relative, minimax_error::absolute})
        for (const bool slope : {false, true}) {
          functions f;
          f.acos = coefficients("acos", acos_degree, minimax_error::relative, false, f.cost);
          f.atan = coefficients("atan", atan_degree, error, slope, f.cost);
          f.name = "acos P" + std::to_string(acos_degree) + ", atan OP" + std::to_string(2 * atan_degree + 1) + ' ' +
                   vieta::name(error) + (slope ? ", c1=1" : "");
          all.push_back(std::move(f));
        }
  std::stable_sort(all.begin(), all.end(), [](const functions& a, const functions& b) { return a.cost < b.cost; });

  const std::vector<float> large = render({}, 1), small = render({}, 0.1F);
  std::printf("%-38s cost |  1 m: steps black spurious seam | 10 cm: steps black spurious seam\n", "");
  const functions* cheapest = nullptr;
  bool absolute_goes_black = false, slope_saves_it = true;
  for (const functions& f : all) {
    const comparison a = compare(large, render(f, 1)), b = compare(small, render(f, 0.1F));
    std::printf("%-38s %4d | %11d %5d %8d %4.2f | %12d %5d %8d %4.2f\n", f.name.c_str(), f.cost, a.largest, a.black,
                a.spurious, static_cast<double>(a.seam), b.largest, b.black, b.spurious, static_cast<double>(b.seam));
    if (!cheapest && a.largest <= 1 && b.largest <= 1) cheapest = &f;
    if (f.name == "acos P1, atan OP3 absolute") absolute_goes_black = b.black > 1000;
    if (f.name.ends_with("relative, c1=1")) slope_saves_it = slope_saves_it && b.black == 0;
  }
  std::printf("\nan odd cubic of least absolute error turns the small light black: %s\n",
              absolute_goes_black ? "yes" : "no");
  std::printf("c1=1 (least relative error) never does: %s\n", slope_saves_it ? "yes" : "no");
  std::printf("cheapest within one step: %s\n", cheapest ? cheapest->name.c_str() : "none");
  return cheapest && absolute_goes_black && slope_saves_it ? 0 : 1;
}
