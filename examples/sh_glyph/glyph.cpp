#include "glyph.hpp"

#include <cmath>
#include <cstdint>

#include "vieta/core/binomial.hpp"

namespace sh_glyph {
namespace {

// The same numbers everywhere: the standard's distributions differ from library to library.
class random_numbers {
 public:
  explicit random_numbers(unsigned seed) : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  double uniform() {  // splitmix64 (Steele, Lea, Flood 2014)
    std::uint64_t x = state_ += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return static_cast<double>((x ^ x >> 31) >> 11) * 0x1p-53;
  }
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  vector direction() {
    const vector v = {normal(), normal(), normal()};
    const double r = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return {v[0] / r, v[1] / r, v[2] / r};
  }

 private:
  std::uint64_t state_;
};

/// A number that carries its gradient.
struct dual {
  double v, x, y, z;
  explicit dual(double value) : v(value), x(0), y(0), z(0) {}
  dual(double value, double dx, double dy, double dz) : v(value), x(dx), y(dy), z(dz) {}
  friend dual operator+(const dual& a, const dual& b) { return {a.v + b.v, a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend dual operator-(const dual& a, const dual& b) { return {a.v - b.v, a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend dual operator-(const dual& a, double b) { return {a.v - b, a.x, a.y, a.z}; }
  friend dual operator*(const dual& a, double b) { return {a.v * b, a.x * b, a.y * b, a.z * b}; }
  friend dual operator*(const dual& a, const dual& b) {
    return {a.v * b.v, a.v * b.x + b.v * a.x, a.v * b.y + b.v * a.y, a.v * b.z + b.v * a.z};
  }
};

void add_harmonics(glyph& g, const vector& direction, double weight) {
  // Values of single harmonics: evaluate with one coefficient at a time. Slow and simple.
  std::vector<double> one(g.coefficients.size(), 0.0);
  for (int l = 0; l <= g.bands; l += 2) {
    const double narrowness = std::exp(-1.0 * l * (l + 1) / (g.bands * (g.bands + 1)));
    for (int m = -l; m <= l; ++m) {
      const auto i = static_cast<std::size_t>(l * (l + 1) / 2 + m);
      one[i] = 1;
      g.coefficients[i] += weight * narrowness * value({"", g.bands, one}, direction);
      one[i] = 0;
    }
  }
}

// |f| <= 1: the largest of many samples, with more than they can miss (second derivatives are at most L (L + 1) max
// |f|).
void scale_into_unit_ball(glyph& g) {
  constexpr int samples = 20000;
  const double golden = 2.399963229728653;
  double largest = 0;
  for (int i = 0; i < samples; ++i) {
    const double z = 1 - (2 * i + 1.0) / samples, r = std::sqrt(1 - z * z);
    largest = std::fmax(largest, std::fabs(value(g, {r * std::cos(golden * i), r * std::sin(golden * i), z})));
  }
  for (double& c : g.coefficients) c = static_cast<float>(c * 0.96 / largest);  // a shader has the same numbers
}

template <int Bands>
plane_sampling<Bands> make_sampling() {
  // The values h(angle) give h = sum a_n cos 2 n angle + b_n sin 2 n angle by a discrete Fourier transform, and
  // cos 2 n angle, sin 2 n angle = real and imaginary part of (c + i s)^(2 n), times (c^2 + s^2)^(L / 2 - n).
  constexpr int count = Bands + 1;
  const double pi = std::acos(-1.0);
  plane_sampling<Bands> r{};
  for (int j = 0; j < count; ++j) {
    r.cosine[j] = std::cos(pi * j / count);
    r.sine[j] = std::sin(pi * j / count);
  }
  for (int n = 0; n <= Bands / 2; ++n) {
    double real[count] = {}, imaginary[count] = {};
    for (int k = 0; k <= 2 * n; ++k) {
      const double term = vieta::binomial(2 * n, k) * (k % 4 < 2 ? 1 : -1);
      for (int i = 0; i <= Bands / 2 - n; ++i)
        (k % 2 == 0 ? real : imaginary)[k + 2 * i] += term * vieta::binomial(Bands / 2 - n, i);
    }
    for (int j = 0; j < count; ++j) {
      const double weight = (n == 0 ? 1.0 : 2.0) / count;
      const double angle = 2 * pi * (n * j % count) / count;
      for (int k = 0; k < count; ++k)
        r.to_form[k][j] += weight * (real[k] * std::cos(angle) + imaginary[k] * std::sin(angle));
    }
  }
  return r;
}

}  // namespace

const recurrence<double>& harmonic_recurrence() {
  static const recurrence<double> r;
  return r;
}

template <int Bands>
const plane_sampling<Bands>& sampling() {
  static const plane_sampling<Bands> s = make_sampling<Bands>();
  return s;
}
template const plane_sampling<2>& sampling();
template const plane_sampling<4>& sampling();
template const plane_sampling<6>& sampling();
template const plane_sampling<8>& sampling();
template const plane_sampling<10>& sampling();
template const plane_sampling<12>& sampling();

double value(const glyph& g, const vector& unit) {
  return with_bands(g.bands, [&](auto bands) {
    return evaluate<bands()>(harmonic_recurrence(), g.coefficients.data(), unit[0], unit[1], unit[2]);
  });
}

value_and_gradient evaluate(const glyph& g, const vector& unit) {
  const dual x(unit[0], 1, 0, 0), y(unit[1], 0, 1, 0), z(unit[2], 0, 0, 1);
  const dual f = with_bands(
      g.bands, [&](auto bands) { return evaluate<bands()>(harmonic_recurrence(), g.coefficients.data(), x, y, z); });
  // The formula extends f beyond the sphere in some way; only the part along the sphere has a meaning.
  const double outwards = f.x * unit[0] + f.y * unit[1] + f.z * unit[2];
  return {f.v, {f.x - outwards * unit[0], f.y - outwards * unit[1], f.z - outwards * unit[2]}};
}

glyph make_glyph(const std::string& kind, int bands, unsigned seed) {
  glyph g{kind, bands, std::vector<double>(static_cast<std::size_t>(harmonics(bands)), 0.0)};
  random_numbers random(seed);
  if (kind == "lobes") {
    for (const double weight : {1.0, 0.8, 0.6}) add_harmonics(g, random.direction(), weight);
  } else {
    for (int l = kind == "top" ? bands : 0; l <= bands; l += 2)
      for (int m = -l; m <= l; ++m)
        g.coefficients[static_cast<std::size_t>(l * (l + 1) / 2 + m)] = random.normal() / (l + 1);
  }
  scale_into_unit_ball(g);
  return g;
}

}  // namespace sh_glyph
