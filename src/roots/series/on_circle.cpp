#include "roots/series/on_circle.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <utility>

#include "exact/representation.hpp"

namespace vieta::own_basis {
namespace {

// Twice the sum of c_|k| w^(n+k)/2, exactly.
polynomial palindrome(const polynomial& c) {
  const polynomial::representation& p = c.data();
  const auto n = static_cast<std::size_t>(p.degree);
  const auto spread = [&](auto& out, const auto& values, auto twice) {
    out.resize(2 * n + 1);
    for (std::size_t t = 0; t < values.size(); ++t) {
      const auto k = static_cast<std::size_t>(p.exponent(t));
      out[n + k] = out[n - k] = k == 0 ? twice(values[t]) : values[t];
    }
  };
  if (!p.is_exact()) {
    std::vector<double> re, im;
    const auto twice = [](double x) { return 2 * x; };
    spread(re, p.re, twice);
    if (!p.im.empty()) spread(im, p.im, twice);
    return make_polynomial(std::move(re), std::move(im));
  }
  std::vector<exact::real> re, im;
  const auto twice = [](exact::real x) {
    ++x.binary_exponent;
    return x;
  };
  spread(re, p.exact_re, twice);
  if (!p.exact_im.empty()) spread(im, p.exact_im, twice);
  return make_polynomial(std::move(re), std::move(im));
}

// Holds 1/w for all w of the disc.
std::pair<std::complex<double>, double> inverse_disc(std::complex<double> c, double r) {
  const double size = std::abs(c), down = 1 - 0x1p-48;
  const double power = (size * down - r) * (size * down + r) * down;
  const std::complex<double> centre = std::conj(c) / (std::norm(c) - r * r);
  return {centre, (r / power + 0x1p-48 * std::abs(centre)) * (1 + 0x1p-46)};
}

// u = (w + 1/w)/2 for all w of the disc: |u(w) - u(c)| = |w - c| |1 - 1/(w c)|/2, and 1/(w c) = 1/c^2 - (w - c)/(w
// c^2).
values::root_disc to_series(std::complex<double> c, double r) {
  const complex<dd> w{dd(c.real()), dd(c.imag())};
  const complex<dd> one{dd(1.0), dd(0.0)}, inverse = one / w, square = inverse * inverse, sum = w + inverse;
  values::root_disc disc;
  disc.centre = {sum.re * 0.5, sum.im * 0.5};
  const double size = std::abs(c) * (1 - 0x1p-48);
  const double slope = std::hypot(1 - square.re.hi, square.im.hi) + 0x1p-50 * (1 + 1 / (size * size));
  disc.radius = (r / 2 * (slope + r / (size * size * (size - r))) + 0x1p-95 * (size + 1 / size)) * (1 + 0x1p-44);
  return disc;
}

// For each root of q the one whose disc meets the inverse of its own; its own index at 1 and -1. Empty if that is
// unclear.
std::vector<std::size_t> partners(const std::vector<root>& roots) {
  std::vector<std::size_t> order(roots.size()), found(roots.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto angle = [&](std::size_t i) { return std::arg(roots[i].value); };
  std::vector<double> angles(roots.size());
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return angle(a) < angle(b); });
  double widest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) angles[k] = angle(order[k]);
  for (const root& z : roots) widest = std::max(widest, z.radius / std::abs(z.value));
  constexpr double pi = 3.141592653589793;
  for (std::size_t i = 0; i < roots.size(); ++i) {
    // Names of their own: clang 14 lets no lambda see those of a structured binding.
    const auto image = inverse_disc(roots[i].value, roots[i].radius);
    const std::complex<double> centre = image.first;
    const double radius = image.second;
    // Seen from 0 a disc of relative radius t < 1/2 is less than 1.1 t wide to either side.
    const double reach = 1.2 * (radius / std::abs(centre) + widest) + 0x1p-48;
    int touched = 0;
    const auto look = [&](double low, double high) {
      for (auto at = std::lower_bound(angles.begin(), angles.end(), low); at != angles.end() && *at <= high; ++at) {
        const std::size_t j = order[static_cast<std::size_t>(at - angles.begin())];
        if (std::abs(roots[j].value - centre) * (1 - 0x1p-46) > radius + roots[j].radius) continue;
        ++touched;
        found[i] = j;
      }
    };
    const double middle = std::arg(centre);
    look(middle - reach, middle + reach);
    if (middle + reach > pi) look(-4, middle + reach - 2 * pi);
    if (middle - reach < -pi) look(middle - reach + 2 * pi, 4);
    if (touched != 1) return {};
  }
  return found;
}

}  // namespace

std::optional<std::vector<values::root_disc>> roots_by_circle(const polynomial& c, const session& context,
                                                              roots_report& report) {
  roots_options options;
  options.max_seconds = context.limits.seconds_left();
  options.cancel = context.options.cancel;
  options.progress = context.options.progress;
  options.on = context.options.on;
  options.on.place = where::cpu;
  const roots_result found = roots(palindrome(c), options);
  report.sweeps += found.report.sweeps;
  report.updates_per_root += found.report.updates_per_root;
  report.refinements += found.report.refinements;
  report.precision_bits = std::max(report.precision_bits, found.report.precision_bits);
  if (found.report.unproven > 0) return {};
  for (const root& z : found.roots) {
    const double size = std::abs(z.value);
    if (!(size > 0x1p-400 && size < 0x1p400 && z.radius < size / 4)) return {};
  }
  const std::vector<std::size_t> other = partners(found.roots);
  if (other.empty()) return {};
  std::vector<values::root_disc> discs;
  for (std::size_t i = 0; i < other.size(); ++i) {
    const root &w = found.roots[i], &v = found.roots[other[i]];
    if (other[other[i]] != i || v.multiplicity != w.multiplicity) return {};
    if (other[i] < i) continue;
    const bool is_own = other[i] == i;
    if (is_own && w.multiplicity % 2 != 0) return {};
    values::root_disc disc = to_series(w.value, w.radius);
    if (const values::root_disc same = to_series(v.value, v.radius); same.radius < disc.radius) disc = same;
    disc.multiplicity = is_own ? w.multiplicity / 2 : w.multiplicity;
    disc.is_one_root =
        disc.multiplicity == 1 || (w.status == root_status::multiple && v.status == root_status::multiple);
    discs.push_back(disc);
  }
  report.method += ", " + found.report.method;
  return discs;
}

}  // namespace vieta::own_basis
