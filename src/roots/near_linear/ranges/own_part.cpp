#include "roots/near_linear/ranges/own_part.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/parallel_for.hpp"
#include "base/parallel_sort.hpp"
#include "roots/near_linear/column_rules.hpp"

namespace vieta::near_linear {
namespace {

constexpr std::size_t samples_of_part = 1024;

/// Ascends with the number.
std::uint64_t key_of(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  return bits >> 63 != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}

double log_modulus(const located_root& root) {
  return std::log(std::hypot(root.centre.re.hi, root.centre.im.hi)) +
         static_cast<double>(root.exponent) * std::numbers::ln2;
}

/// Discs so near to the border of their cell that another cell's search may have found the root, too: `list_border` of
/// a device's kernels says the same. Roots lie in their cells to within 1e-6 of its size, and discs are no larger than
/// `wide`.
struct cell_borders {
  const std::vector<ring>& rings;
  double wide;

  explicit cell_borders(const std::vector<ring>& all) : rings(all) {
    double cells = 1;
    for (const ring& r : rings) cells = std::max(cells, std::ldexp(1.0, r.log2_cells + r.log2_passes));
    wide = std::max(1e-6 / cells, 4e-15);
  }
  [[nodiscard]] bool has(const located_root& root, std::size_t own) const {
    const ring& r = rings[own];
    const double reach = 2.5 * wide + 1e-14;
    const double cells = std::ldexp(1.0, r.log2_cells + r.log2_passes) / (2 * std::numbers::pi);
    const double half = 0.5 * (1 + 1e-4) + 1.1 * reach * cells;
    const double angle = std::atan2(root.centre.im.hi, root.centre.re.hi) * cells;
    if (std::ceil(angle - half) != std::floor(angle + half)) return true;
    // Rings touch, and those on both sides may be much taller or lower.
    double tallest = r.half_height;
    if (own > 0) tallest = std::max(tallest, rings[own - 1].half_height);
    if (own + 1 < rings.size()) tallest = std::max(tallest, rings[own + 1].half_height);
    const double place = log_modulus(root), margin = 2e-5 * tallest + reach + 1e-14 * std::abs(place);
    return !(std::abs(place - r.log_radius()) < r.half_height - margin);
  }
};

struct sorted_root {
  double log_modulus = 0, argument = 0;
  std::uint32_t pass = 0, number = 0;
};

}  // namespace

bool lie_side_by_side(const std::vector<ring>& rings) {
  for (std::size_t i = 1; i < rings.size(); ++i) {
    const ring &inner = rings[i - 1], &outer = rings[i];
    const double end = inner.log_radius() + inner.half_height, begin = outer.log_radius() - outer.half_height;
    // Half of what `cell_borders` takes for a border.
    const double common = 1e-5 * std::max(inner.half_height, outer.half_height) + 5e-15 * std::abs(end);
    if (!(end - begin <= common)) return false;
  }
  return true;
}

own_part part_of(const std::vector<pass_searched>& passes, const std::vector<ring>& rings, bool is_real, int digits,
                 int threads) {
  using namespace column_rules;
  const double tolerance = std::pow(10.0, -digits);
  const cell_borders borders(rings);
  own_part part;
  part_summary& told = part.summary;
  struct chosen_root {
    std::uint32_t pass = 0, number = 0;
    half side = half::upper;
  };
  std::vector<chosen_root> chosen;
  for (std::uint32_t p = 0; p < passes.size(); ++p) {
    told.used_residuals = told.used_residuals || passes[p].used_residuals;
    told.stopped = told.stopped || !passes[p].whole;
    for (std::uint32_t k = 0; k < passes[p].roots.size(); ++k) {
      const located_root& root = passes[p].roots[k];
      const half side = is_real ? half_of(root) : half::upper;
      const double radius = rounded_radius(root);
      told.is_clear = told.is_clear && std::abs(root.exponent) <= most_exponent && is_small(root, radius, tolerance) &&
                      side != half::unclear && !may_be_imaginary(root);
      told.largest = std::max(told.largest, radius), told.nearest = std::min(told.nearest, root.alone);
      if (!(root.radius <= borders.wide)) ++told.wide;
      if (side == half::lower) continue;
      chosen.push_back({p, k, side});
      told.count += is_real && side == half::upper ? 2 : 1;
    }
  }
  // The order of `to_columns`.
  const auto side_of = [&](std::uint32_t p, std::uint32_t k) {
    return is_real ? half_of(passes[p].roots[k]) : half::upper;
  };
  const auto make = [&](std::size_t i) -> sorted_root {
    const located_root& root = passes[chosen[i].pass].roots[chosen[i].number];
    const std::complex<double> z = {root.centre.re.hi, chosen[i].side == half::real ? 0.0 : root.centre.im.hi};
    return {std::log(std::abs(z)) + static_cast<double>(root.exponent) * 0.6931471805599453, std::arg(z),
            chosen[i].pass, chosen[i].number};
  };
  const auto before = [&](const sorted_root& a, const sorted_root& b) {
    if (a.log_modulus != b.log_modulus) return a.log_modulus < b.log_modulus;
    if (std::abs(a.argument) != std::abs(b.argument)) return std::abs(a.argument) < std::abs(b.argument);
    if (a.argument != b.argument) return a.argument > b.argument;
    return a.pass != b.pass ? a.pass < b.pass : a.number < b.number;
  };
  const std::vector<sorted_root> order = make_sorted<sorted_root>(chosen.size(), threads, make, before);
  device_roots& out = part.roots;
  for (plain_array<double>* const column : {&out.re, &out.im, &out.radius}) column->resize(order.size());
  out.exponent.resize(order.size());
  out.border.keys.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const located_root& root = passes[order[i].pass].roots[order[i].number];
    const bool on_axis = side_of(order[i].pass, order[i].number) == half::real;
    out.re.data()[i] = root.centre.re.hi;
    out.im.data()[i] = on_axis && is_real ? 0.0 : root.centre.im.hi;
    out.radius.data()[i] = rounded_radius(root);
    out.exponent.data()[i] = static_cast<std::int32_t>(root.exponent);
    out.border.keys.data()[i] = key_of(order[i].log_modulus);
    const pass_searched& pass = passes[order[i].pass];
    if (!borders.has(root, pass.ring)) continue;
    const std::uint64_t number = static_cast<std::uint64_t>(pass.ring) << 44 | static_cast<std::uint64_t>(pass.pass)
                                                                                   << 32;
    told.candidates.push_back(
        {root, number + order[i].number, static_cast<std::uint32_t>(i), is_real && !on_axis ? 2U : 1U});
  }
  out.count = told.count;
  out.upper_half = is_real;
  const std::size_t step = order.size() / samples_of_part + 1;
  for (std::size_t i = step / 2; i < order.size(); i += step) told.samples.push_back(out.border.keys[i]);
  return part;
}

own_part part_of(device_roots found) {
  own_part part;
  part_summary& told = part.summary;
  told.count = found.count, told.wide = found.border.wide;
  told.used_residuals = found.used_residuals, told.stopped = found.stopped;
  told.device = found.device;
  const std::size_t size = found.re.size();
  // As `assemble_from_device` wants them: far enough from subnormal numbers.
  told.is_clear = found.lost == 0 && std::all_of(found.exponent.begin(), found.exponent.end(),
                                                 [](std::int32_t e) { return e > -950 && e < 1000; });
  for (std::size_t i = 0; i < size; ++i) told.largest = std::max(told.largest, found.radius[i]);
  for (const std::uint32_t place : found.border.at) {
    located_root root;
    root.centre = {dd(found.re[place]), dd(found.im[place])};
    root.exponent = found.exponent[place];
    root.radius = found.radius[place], root.alone = found.alone[place];
    told.candidates.push_back({root, 0, place, found.upper_half && found.im[place] != 0 ? 2U : 1U});
  }
  const std::size_t step = size / samples_of_part + 1;
  for (std::size_t i = step / 2; i < size; i += step) told.samples.push_back(found.border.keys[i]);
  part.roots = std::move(found);
  return part;
}

}  // namespace vieta::near_linear
