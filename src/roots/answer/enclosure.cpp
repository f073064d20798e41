#include "roots/answer/enclosure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "roots/answer/margins.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {
namespace {

constexpr std::int64_t most_shifted = 500;    // degree: a Taylor shift takes n^2 / 2 quad-double steps
constexpr double smallest_height = 0x1p-850;  // below it a quad-double loses limbs to underflow

struct sum_term {
  double power = 0;
  double log2_height = 0;  // of the modulus: from above below the leading term, which has it from below
};

// Whether sum_{k < n} h_k R^k < h_n R^n for R = 2^t for certain; the leading term comes last.
bool leads(const std::vector<sum_term>& terms, double t) {
  const sum_term& leading = terms.back();
  double sum = 0;
  for (std::size_t k = 0; k + 1 < terms.size(); ++k) {
    const double gap = (leading.power - terms[k].power) * t;
    const double size = std::abs(terms[k].log2_height) + std::abs(leading.log2_height) + std::abs(gap);
    sum += std::exp2(terms[k].log2_height - leading.log2_height - gap + (log2_error + 0x1p-50 * size));
  }
  return sum * (1 + 0x1p-50 * static_cast<double>(terms.size())) < 1;
}

// log2 of a radius that is certain, hardly above the least one.
std::optional<double> log2_radius(const std::vector<sum_term>& terms) {
  double low = -infinity;  // there the largest term is as high as the leading one
  for (std::size_t k = 0; k + 1 < terms.size(); ++k) {
    low = std::max(low, (terms[k].log2_height - terms.back().log2_height) / (terms.back().power - terms[k].power));
  }
  double high = low + 1.25;  // a geometric series: the sum is at most 1 / (2^1.25 - 1)
  if (!std::isfinite(low) || !leads(terms, high)) return {};
  for (int step = 0; step < 16; ++step) {
    const double middle = 0.5 * (low + high);
    (leads(terms, middle) ? high : low) = middle;
  }
  return high;
}

std::optional<double> log2_radius_about_zero(const coefficients& q, double uncertainty) {
  std::vector<sum_term> terms;
  for (std::size_t k = 0; k < q.terms(); ++k) {
    const double factor = k + 1 < q.terms() ? 1 + uncertainty : 1 - uncertainty;
    terms.push_back({static_cast<double>(q.power[k]), q.log2_modulus[k] + std::log2(factor)});
  }
  return log2_radius(terms);
}

// The mean of the roots, times 2^-exponent, rounded to double: any point would do.
scaled_complex mean_of_roots(const coefficients& q) {
  const std::size_t n = q.terms() - 1;
  const auto at = [&](std::size_t k) {
    return scaled_complex{{q.re[0][k], q.is_real() ? 0.0 : q.im[0][k]}, q.exponent[k]};
  };
  if (n == 0 || q.power[n - 1] != q.degree - 1) return {};
  scaled_complex mean = at(n - 1) / at(n);
  mean.value = mean.value / -static_cast<double>(q.degree) + 0.0;  // no -0
  if (q.is_real()) mean.value.imag(0);
  mean.normalise();
  return mean;
}

// Taylor coefficients at c of q in the unit 2^(exponent of c), with what rounding and uncertainty change in them:
// c_k from above for k < n, the leading one from below.
std::vector<sum_term> terms_about(const scaled_complex& c, const coefficients& q, double uncertainty) {
  const auto n = static_cast<std::size_t>(q.degree);
  const auto exponent_of = [&](std::size_t t) { return q.exponent[t] + q.power[t] * c.exponent; };
  std::int64_t top = exponent_of(0);
  for (std::size_t t = 1; t < q.terms(); ++t) top = std::max(top, exponent_of(t));
  std::vector<qd> re(n + 1, qd(0.0)), im(n + 1, qd(0.0));
  std::vector<double> size(n + 1, smallest_height);  // sum of moduli, from above
  for (std::size_t t = 0; t < q.terms(); ++t) {
    const auto part = [&](const std::vector<double>(&planes)[4]) {
      const auto limb = [&](int l) { return planes[l].empty() ? 0.0 : scale_by(planes[l][t], exponent_of(t) - top); };
      return qd(limb(0), limb(1), limb(2), limb(3));
    };
    const auto k = static_cast<std::size_t>(q.power[t]);
    re[k] = part(q.re);
    if (!q.is_real()) im[k] = part(q.im);
    size[k] += std::hypot(re[k].x0, im[k].x0) * up;
  }
  const double cx = c.value.real(), cy = c.value.imag(), modulus = std::hypot(cx, cy) * up;
  for (std::size_t first = 0; first < n; ++first) {
    for (std::size_t k = n; k-- > first;) {
      if (q.is_real()) {
        re[k] = re[k] + re[k + 1] * cx;
      } else {
        const qd x = re[k + 1], y = im[k + 1];
        re[k] = re[k] + (x * cx - y * cy);
        im[k] = im[k] + (x * cy + y * cx);
      }
      size[k] = (size[k] + modulus * size[k + 1]) * up;
    }
  }
  // At most 2 n steps lie behind a coefficient, each with an error below 2^-195 of the sum of moduli.
  const double unknown = (uncertainty + 0x1p-190 * static_cast<double>(n)) * up;
  std::vector<sum_term> terms;
  for (std::size_t k = 0; k <= n; ++k) {
    const double value = std::hypot(re[k].x0, im[k].x0);
    const double height = k < n ? (value * up + unknown * size[k] * up) * up : value * down - unknown * size[k] * up;
    terms.push_back({static_cast<double>(k), std::log2(height)});  // NaN or -infinity: no radius comes of it
  }
  return terms;
}

}  // namespace

std::optional<proven_disc> enclose_all_roots(const coefficients& q, std::int64_t stride, double uncertainty) {
  const std::optional<double> about_zero = log2_radius_about_zero(q, uncertainty);
  if (!about_zero) return {};
  proven_disc disc;
  disc.multiplicity = q.degree * stride;
  const double log2_radius_of_x = *about_zero / static_cast<double>(stride) + 0x1p-50 * std::abs(*about_zero);
  disc.exponent = static_cast<std::int64_t>(std::floor(log2_radius_of_x));
  disc.centre = {qd(0.0), qd(0.0)};
  disc.radius = std::exp2(log2_radius_of_x - static_cast<double>(disc.exponent)) * up;
  if (stride != 1 || q.degree > most_shifted) return disc;

  const scaled_complex mean = mean_of_roots(q);
  if (!(std::abs(mean.value) > 0)) return disc;
  // Exponents of terms about it have to be numbers of 64 bits.
  if (!(std::abs(static_cast<double>(mean.exponent)) * static_cast<double>(q.degree) < 0x1p60)) return disc;
  const std::optional<double> about_mean = log2_radius(terms_about(mean, q, uncertainty));
  if (!about_mean || std::abs(*about_mean) > 900) return disc;
  if (*about_mean + static_cast<double>(mean.exponent) > *about_zero) return disc;
  disc.exponent = mean.exponent;
  disc.centre = {qd(mean.value.real()), qd(mean.value.imag())};
  disc.radius = std::exp2(*about_mean) * up;
  return disc;
}

}  // namespace vieta
