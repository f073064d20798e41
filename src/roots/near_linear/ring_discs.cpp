#include "roots/near_linear/ring_discs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "parallel_for.hpp"
#include "roots/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr double up = 1 + 0x1p-40;
constexpr std::size_t points_at_once = 16;

struct position {
  complex<dd> value;     ///< x / r
  double error = 0;      ///< relative
};

// e^(i theta) e^v for the cell's direction and v = u / unit. The series v (1 + v/2 (1 + v/3 (...))) needs no care: its
// terms fall, and |v| < 1. Its relative error is below 24 u: a step of Horner's rule costs at most 5 u of 1 + |v|.
position position_of(const cell_root& root, const ring& r, const fourier_plan& plan) {
  const complex<dd> direction = plan.direction(root.cell);
  const std::complex<double> v(root.x / r.unit, root.y / r.unit);
  std::complex<double> s = 1;
  for (int k = std::abs(v) < 1e-3 ? 7 : 24; k >= 2; --k) s = 1.0 + product(v, s) / static_cast<double>(k);
  const std::complex<double> grown = product(v, s);
  const std::complex<double> step = product({direction.re.hi, direction.im.hi}, grown);
  return {{direction.re + dd(step.real()), direction.im + dd(step.imag())}, 40 * 0x1p-53 * std::abs(grown) + 0x1p-90};
}

// The disc |u - u0| <= s in the plane: x = x0 e^(h / unit), |h| <= s.
double relative_radius(double s, const ring& r) { return std::expm1(s / r.unit) * up; }

located_root to_located(const cell_root& root, const position& at, const ring& r) {
  located_root result;
  result.centre = {at.value.re * dd(r.radius), at.value.im * dd(r.radius)};
  result.exponent = r.radius_exponent;
  // Moving the centre by its error keeps the root inside the larger disc and no other in the smaller one.
  result.radius = (relative_radius(root.radius, r) + at.error) * (1 + 2 * at.error) * up;
  result.alone = ((1 - std::exp(-root.alone / r.unit)) * (2 - up) - at.error) * (1 - 2 * at.error);
  return result;
}

// The terms of a ring with two limbs each, highest power first.
struct long_terms {
  std::vector<double> re[2], im[2], modulus;
  kernel_terms view;

  long_terms(const coefficients& a, const ring& r, std::int64_t frame) {
    const radius_powers powers(r);
    const auto width = static_cast<std::size_t>(r.highest - r.lowest + 1);
    for (int limb = 0; limb < 2; ++limb) {
      re[limb].assign(width, 0.0);
      im[limb].assign(width, 0.0);
    }
    modulus.assign(width, 0.0);
    const auto begin = std::lower_bound(a.power.begin(), a.power.end(), r.lowest);
    for (auto t = static_cast<std::size_t>(begin - a.power.begin()); t < a.terms() && a.power[t] <= r.highest; ++t) {
      const radius_powers::power weight = powers.at(a.power[t]);
      const std::int64_t shift = weight.exponent + a.exponent[t] - frame;
      const auto at = static_cast<std::size_t>(r.highest - a.power[t]);
      const auto place = [&](const std::vector<double>(&limbs)[4], std::vector<double>(&out)[2]) {
        if (limbs[0].empty()) return;
        const dd value = weight.value * (limbs[1].empty() ? dd(limbs[0][t]) : dd(two_sum(limbs[0][t], limbs[1][t])));
        out[0][at] = scale_by(value.hi, shift);
        out[1][at] = scale_by(value.lo, shift);
      };
      place(a.re, re);
      place(a.im, im);
      modulus[at] = std::hypot(re[0][at], im[0][at]) * (1 + 0x1p-50);
    }
    view.count = width;
    for (int limb = 0; limb < 2; ++limb) {
      view.re[limb] = re[limb].data();
      view.im[limb] = im[limb].data();
    }
    view.modulus = modulus.data();
  }
};

// The proof of `prove` once more at w = x / r, a double, near the root's centre: p there with 106 bits.
bool prove_again(const cell_root& root, std::complex<double> w, std::complex<double> value, double absolute_sum,
                 const ring& r, const ring_bounds& bounds, double moved, located_root& out) {
  // C = sum b_k w^(k - centre), the kernel's value is sum b_k w^(k - lowest).
  const double size = std::abs(w);
  const double factor = std::exp(static_cast<double>(r.lowest - r.centre) * std::log(size)) * (1 + 1e-6);
  const double steps = 3.0 * static_cast<double>(r.highest - r.lowest + 1) + 4;
  // 100 u^2 m^2: compensated Horner (docs/method/roots.md); 2^-75: the weights r^k; 2^-52: rounding of the result.
  const double relative = 101 * 0x1p-106 * steps * steps + 0x1p-74;
  const double error = relative * absolute_sum * (1 + 1e-9) + 0x1p-1000;
  const double from_centre = std::hypot(root.x, root.y) * up, largest = bounds.reach() / 64, t = from_centre + largest;
  if (!(t < bounds.reach()) || !(moved < largest / 4)) return false;
  const double residual = (std::abs(value) * (1 + 0x1p-50) + error) * factor + bounds.outside();
  // The derivative of the sum over the powers kept: that of C~, by Cauchy's bound for their difference; root.slope is
  // reduced by the error of its evaluation already.
  const double margin = bounds.reach() - from_centre;
  const double slope = root.slope - (bounds.value_error(bounds.reach()) / margin + 2 * bounds.curvature(t) * moved) * up;
  const double curvature = bounds.curvature(t);
  double radius = residual / slope * (1 + 0x1p-20);
  radius *= 1 + 2 * curvature * radius / slope;
  const bool holds = (residual + curvature * radius * radius * up) * up < slope * radius * (2 - up);
  if (!(slope > 0) || !holds || !(radius + moved < root.alone)) return false;
  out.centre = {dd(w.real()) * dd(r.radius), dd(w.imag()) * dd(r.radius)};
  out.radius = relative_radius(radius, r);
  // Discs about the old centre that hold one root hold discs about the new one.
  out.alone = (1 - std::exp(-(root.alone - moved) / r.unit)) * (2 - up);
  return true;
}

}  // namespace

std::vector<located_root> locate(const std::vector<cell_root>& roots, const ring& r, const ring_terms& terms,
                                 const fourier_plan& plan, const coefficients& a, double tolerance,
                                 const session& context, int threads, bool& used_residuals) {
  std::vector<located_root> result(roots.size());
  std::vector<std::uint32_t> large;
  parallel_for(roots.size(), 4096, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) result[i] = to_located(roots[i], position_of(roots[i], r, plan), r);
  });
  for (std::uint32_t i = 0; i < roots.size(); ++i) {
    if (!(result[i].radius <= tolerance)) large.push_back(i);
  }
  // |w|^k must stay within the range of double.
  if (large.empty() || static_cast<double>(r.highest - r.lowest) * r.half_height > 300) return result;
  used_residuals = true;
  if (getenv("ONE"))
    fprintf(stderr, "  large %zu of %zu width %ld\n", large.size(), roots.size(), (long)(r.highest - r.lowest));
  if (getenv("NOP")) return result;
  const long_terms sums(a, r, terms.frame());
  parallel_for(large.size(), points_at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t from = first; from < last && !context.must_stop(); from += points_at_once) {
      const std::size_t count = std::min(points_at_once, last - from);
      double re[points_at_once], im[points_at_once], value_re[points_at_once], value_im[points_at_once],
          sum[points_at_once];
      position at[points_at_once];
      for (std::size_t i = 0; i < count; ++i) {
        at[i] = position_of(roots[large[from + i]], r, plan);
        re[i] = at[i].value.re.hi;
        im[i] = at[i].value.im.hi;
      }
      kernel_points points;
      points.count = count;
      points.re[0] = re;
      points.im[0] = im;
      context.kernel.horner_compensated(sums.view, points, {.re = value_re, .im = value_im, .absolute_sum = sum});
      for (std::size_t i = 0; i < count; ++i) {
        // In u: how far w lies from the centre of the root's disc.
        const double moved = (at[i].error + 0x1p-52) * 1.01 * r.unit;
        located_root again = result[large[from + i]];
        if (prove_again(roots[large[from + i]], {re[i], im[i]}, {value_re[i], value_im[i]}, sum[i], r, terms.bounds(),
                        moved, again) &&
            again.radius < result[large[from + i]].radius) {
          result[large[from + i]] = again;
        }
      }
    }
  });
  return result;
}

}  // namespace vieta::near_linear
