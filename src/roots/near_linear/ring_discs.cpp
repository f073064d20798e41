#include "roots/near_linear/ring_discs.hpp"

#include <algorithm>
#include <cmath>

#include "parallel_for.hpp"
#include "roots/scaled.hpp"

namespace vieta::near_linear {
namespace {

constexpr double up = 1 + 0x1p-40;
constexpr std::size_t points_at_once = 16;

struct position {
  complex<dd> value;  ///< x / r
  double error = 0;   ///< relative
};

// e^(i theta) e^v for the cell's direction and v = u / unit. The series v (1 + v/2 (1 + v/3 (...))) needs no care: its
// terms fall, and |v| < 1. Relative error: 13 u for the series and the product by v, 3 u for the direction.
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
  result.alone = (-std::expm1(-root.alone / r.unit) * (2 - up) - at.error) * (1 - 2 * at.error);
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

// A root whose disc is to become smaller: w = x / r, a double, near the centre of its disc.
struct moving_root {
  std::complex<double> w;
  double moved = 0;  ///< distance from the centre of the cell root's disc in u, at most
};

// What the compensated sum at w says, times w^(lowest - centre): the value of C there, up to `error`.
struct long_value {
  std::complex<double> value;
  double error = 0;
};

long_value value_of(std::complex<double> w, std::complex<double> sum, double absolute_sum, const ring& r) {
  const double power = static_cast<double>(r.lowest - r.centre);
  const double size = std::exp(power * std::log(std::abs(w))), angle = power * std::arg(w);
  const double steps = 3.0 * static_cast<double>(r.highest - r.lowest + 1) + 4;
  // 100 u^2 m^2: compensated Horner (docs/method/roots.md); 2^-75: the weights r^k.
  const double relative = 101 * 0x1p-106 * steps * steps + 0x1p-74;
  return {product(sum, std::polar(size, angle)),
          (relative * absolute_sum * (1 + 1e-9) + 0x1p-1000) * size * (1 + 1e-6)};
}

// The proof of `prove` once more about w, where C is known much better.
bool prove_again(const cell_root& root, const moving_root& at, const long_value& c, const ring& r,
                 const ring_bounds& bounds, located_root& out) {
  const double from_centre = std::hypot(root.x, root.y) * up, largest = bounds.reach() / 64, t = from_centre + largest;
  if (!(t < bounds.reach()) || !(at.moved < largest / 4)) return false;
  // 1e-6: the power of w.
  const double residual = std::abs(c.value) * (1 + 1e-6) + c.error + bounds.outside();
  // The derivative of the sum over the powers kept is that of C~, by Cauchy's bound for their difference; root.slope is
  // reduced by the error of its evaluation already.
  const double margin = bounds.reach() - from_centre, curvature = bounds.curvature(t);
  const double slope = root.slope - (bounds.value_error(bounds.reach()) / margin + 2 * curvature * at.moved) * up;
  double radius = residual / slope * (1 + 0x1p-20);
  radius *= 1 + 2 * curvature * radius / slope;
  const bool holds = (residual + curvature * radius * radius * up) * up < slope * radius * (2 - up);
  if (!(slope > 0) || !holds || !(radius + at.moved < root.alone)) return false;
  out.centre = {dd(at.w.real()) * dd(r.radius), dd(at.w.imag()) * dd(r.radius)};
  out.radius = relative_radius(radius, r);
  // Discs about the old centre that hold one root hold discs about the new one.
  out.alone = -std::expm1(-(root.alone - at.moved) / r.unit) * (2 - up);
  return true;
}

// Makes the discs of some roots smaller, by Newton's steps with long sums.
void shrink(const std::vector<cell_root>& roots, const std::uint32_t* chosen, std::size_t count, const ring& r,
            const ring_bounds& bounds, const fourier_plan& plan, const kernel_terms& sums, double tolerance,
            const session& context, std::vector<located_root>& result) {
  constexpr int most_steps = 3;
  double re[points_at_once], im[points_at_once], sum_re[points_at_once], sum_im[points_at_once], sum[points_at_once];
  moving_root at[points_at_once];
  for (std::size_t i = 0; i < count; ++i) {
    const position start = position_of(roots[chosen[i]], r, plan);
    at[i] = {{start.value.re.hi, start.value.im.hi}, (start.error + 0x1p-52) * 1.01 * r.unit};
  }
  for (int step = 0; step < most_steps; ++step) {
    for (std::size_t i = 0; i < count; ++i) {
      re[i] = at[i].w.real();
      im[i] = at[i].w.imag();
    }
    kernel_points points;
    points.count = count;
    points.re[0] = re;
    points.im[0] = im;
    context.kernel.horner_compensated(sums, points, {.re = sum_re, .im = sum_im, .absolute_sum = sum});
    bool done = true;
    for (std::size_t i = 0; i < count; ++i) {
      const cell_root& root = roots[chosen[i]];
      const long_value c = value_of(at[i].w, {sum_re[i], sum_im[i]}, sum[i], r);
      located_root& best = result[chosen[i]];
      located_root again = best;
      if (prove_again(root, at[i], c, r, bounds, again) && again.radius < best.radius) best = again;
      if (best.radius <= tolerance) continue;
      done = false;
      const std::complex<double> h = c.value / root.derivative;
      if (!(std::abs(h) < bounds.reach() / 256)) continue;
      at[i].w -= product(at[i].w, h / r.unit);
      at[i].moved += std::abs(h) * (1 + std::abs(h) / r.unit) * 1.01 + 0x1p-50 * r.unit;
    }
    if (done) break;
  }
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
  const long_terms sums(a, r, terms.frame());
  parallel_for(large.size(), points_at_once, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t from = first; from < last && !context.must_stop(); from += points_at_once) {
      shrink(roots, large.data() + from, std::min(points_at_once, last - from), r, terms.bounds(), plan, sums.view,
             tolerance, context, result);
    }
  });
  return result;
}

}  // namespace vieta::near_linear
