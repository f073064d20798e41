#include "reference.hpp"

#include <cmath>
#include <utility>

namespace sh_glyph {
namespace {

using vieta::dd;

/// Gauss-Jordan with row exchanges.
std::vector<dd> inverse_of(std::vector<dd> a, int n) {
  std::vector<dd> b(static_cast<std::size_t>(n * n), dd(0.0));
  for (int i = 0; i < n; ++i) b[i * n + i] = dd(1.0);
  for (int column = 0; column < n; ++column) {
    int pivot = column;
    for (int i = column; i < n; ++i)
      if (abs(a[i * n + column]) > abs(a[pivot * n + column])) pivot = i;
    for (int k = 0; k < n; ++k) {
      std::swap(a[pivot * n + k], a[column * n + k]);
      std::swap(b[pivot * n + k], b[column * n + k]);
    }
    const dd scale = dd(1.0) / a[column * n + column];
    for (int k = 0; k < n; ++k) {
      a[column * n + k] *= scale;
      b[column * n + k] *= scale;
    }
    for (int i = 0; i < n; ++i) {
      if (i == column) continue;
      const dd factor = a[i * n + column];
      for (int k = 0; k < n; ++k) {
        a[i * n + k] -= factor * a[column * n + k];
        b[i * n + k] -= factor * b[column * n + k];
      }
    }
  }
  return b;
}

/// T(angle) = cos(angle) f(direction at this angle in the plane of the ray): the ray is inside the glyph where
/// |T| > sigma. T is a trigonometric polynomial of degree L + 1 with |T| <= 1.
class section {
 public:
  section(int bands, const dd* form, dd sigma) : bands_(bands), form_(form), sigma_(sigma) {}

  struct sample {
    dd value;
    double slope;
  };
  sample at(double angle) const {
    const dd c(std::cos(angle)), s(std::sin(angle));
    // Horner's scheme for sum form[k] c^(L-k) s^k, and its derivatives by c and s in double.
    dd f(0.0), power(1.0);
    double by_c = 0, by_s = 0;
    for (int k = bands_; k >= 0; --k) {
      const double q = static_cast<double>(form_[k]);
      f = f * s + form_[k] * power;
      if (k > 0) by_s = by_s * s.hi + k * q * power.hi;
      power = power * c;
    }
    double c_power = 1;
    for (int k = bands_ - 1; k >= 0; --k) {
      by_c = by_c * s.hi + (bands_ - k) * static_cast<double>(form_[k]) * c_power;
      c_power *= c.hi;
    }
    // c and s are not quite on the unit circle: T = c F(c, s) / N^((L + 1) / 2).
    const dd norm = c * c + s * s;
    dd scale = sqrt(norm);
    for (int k = 0; k < bands_ / 2; ++k) scale = scale * norm;
    const double f_slope = -s.hi * by_c + c.hi * by_s;
    return {c * f / scale, -s.hi * static_cast<double>(f) + c.hi * f_slope};
  }

  /// The smallest angle in [a, b] with |T| >= sigma; more than b if there is none.
  double first(double a, double b) {
    const double middle = a + (b - a) / 2, half = (b - a) / 2;
    const sample m = at(middle);
    const dd size = abs(m.value);
    // Bernstein's inequality: |T''| <= (L + 1)^2 max |T|. A little more, for the rounding of the slope.
    const double bend = (bands_ + 1) * (bands_ + 1);
    const double reach = std::fabs(m.slope) * half * (1 + 1e-12) + bend * half * half / 2 + 1e-12 * half;
    if (size + reach < sigma_) return b + 1;
    if (half < 1e-13) {
      if (size < sigma_ && sigma_ - size < 1e-24) decided_ = false;
      return size >= sigma_ ? middle : b + 1;
    }
    const double left = first(a, middle);
    return left <= middle ? left : first(middle, b);
  }
  bool decided() const { return decided_; }

 private:
  int bands_;
  const dd* form_;
  dd sigma_;
  bool decided_ = true;
};

}  // namespace

reference::reference(const glyph& g) : bands_(g.bands) {
  for (const double c : g.coefficients) coefficients_.emplace_back(c);
  const int n = bands_ + 1;
  std::vector<dd> powers;
  for (int j = 0; j < n; ++j) {
    const double angle = std::acos(-1.0) * (j + 0.3) / n;
    cosine_.push_back(std::cos(angle));
    sine_.push_back(std::sin(angle));
    for (int k = 0; k < n; ++k) {
      dd power(1.0);
      for (int i = 0; i < bands_; ++i) power = power * (i < k ? sine_.back() : cosine_.back());
      powers.push_back(power);
    }
  }
  inverse_ = inverse_of(powers, n);
}

reference::answer reference::first_hit(const ray& r) const {
  dd o[3], d[3];
  dd along(0.0), length(0.0);
  for (int i = 0; i < 3; ++i) {
    o[i] = dd(r.origin[i]);
    d[i] = dd(r.direction[i]);
    along += o[i] * d[i];
    length += d[i] * d[i];
  }
  length = sqrt(length);
  dd square(0.0);
  for (int i = 0; i < 3; ++i) {
    d[i] /= length;
    o[i] -= along / length * d[i];
    square += o[i] * o[i];
  }
  const dd sigma = sqrt(square);
  if (sigma > dd(1.0)) return {};
  for (auto& x : o) x /= sigma;

  const int n = bands_ + 1;
  dd values[largest_band + 1], form[largest_band + 1];
  for (int j = 0; j < n; ++j) {
    // F is homogeneous: its value at (c, s) is f at the unit vector, times N^(L / 2).
    const dd c(cosine_[j]), s(sine_[j]);
    const dd norm = c * c + s * s, scale = dd(1.0) / sqrt(norm);
    dd v[3];
    for (int i = 0; i < 3; ++i) v[i] = (c * o[i] + s * d[i]) * scale;
    values[j] = with_bands(
        bands_, [&](auto bands) { return evaluate<bands()>(recurrence_, coefficients_.data(), v[0], v[1], v[2]); });
    for (int i = 0; i < bands_ / 2; ++i) values[j] = values[j] * norm;
  }
  for (int k = 0; k < n; ++k) {
    form[k] = dd(0.0);
    for (int j = 0; j < n; ++j) form[k] += inverse_[k * n + j] * values[j];
  }

  section s(bands_, form, sigma);
  const double widest = std::acos(-1.0) / 2;
  const double angle = s.first(-widest, widest);
  answer a;
  if (angle <= widest) a.u = static_cast<double>(sigma) * std::tan(angle);
  a.decided = s.decided();
  return a;
}

}  // namespace sh_glyph
