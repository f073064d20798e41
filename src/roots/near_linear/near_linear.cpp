#include "roots/near_linear/near_linear.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "base/parallel_for.hpp"
#include "base/team/one_process.hpp"
#include "roots/near_linear/columns.hpp"
#include "roots/near_linear/devices/join_parts.hpp"
#include "roots/near_linear/devices/search_devices.hpp"
#include "roots/near_linear/kept/kept_groups.hpp"
#include "roots/near_linear/ranges/rank_ranges.hpp"
#include "roots/near_linear/region/region_search.hpp"
#include "roots/near_linear/rings/repeated_roots.hpp"
#include "roots/near_linear/rings/ring_record.hpp"
#include "roots/near_linear/rings/ring_search.hpp"
#include "roots/sweep/neighbours.hpp"
#include "roots/sweep/scaled.hpp"
#include "vieta/device_memory.hpp"
#include "vieta/error.hpp"
#include "vieta/target.hpp"

namespace vieta::near_linear {
namespace {

constexpr int most_searches = 3;
constexpr double rounded_up = 1 + 0x1p-40;

// Without members: it comes from no node.
proven_disc to_disc(const located_root& root) {
  proven_disc disc;
  disc.centre = {qd(root.centre.re), qd(root.centre.im)};
  disc.exponent = root.exponent;
  disc.radius = (root.radius * std::hypot(root.centre.re.hi, root.centre.im.hi) + 0x1p-100) * rounded_up;
  disc.bits = 53;
  return disc;
}

std::vector<proven_disc> to_discs(const std::vector<located_root>& roots, int threads) {
  std::vector<proven_disc> discs(roots.size());
  parallel_for(roots.size(), 1024, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) discs[i] = to_disc(roots[i]);
  });
  return discs;
}

// Whether logarithms of the roots' moduli are small enough for rings to be planned: a double has digits for their
// parts.
bool has_rings(const envelope& hull, double largest) {
  return -hull.least_log_modulus() < largest && hull.largest_log_modulus() < largest;
}
constexpr double largest_log_modulus = 1e12;           // as in the proofs of ring_terms.cpp
constexpr double largest_log_modulus_on_device = 1e9;  // exponents of two have 32 bits there

// All roots that ranks have found together: where they are, or on rank 0.
void take_ranges(const std::shared_ptr<rank_ranges>& ranges, std::int64_t degree, const session& context,
                 found_roots& result) {
  ranges->exchange();
  if (context.keeps_ranges)
    result.in_ranges = ranges;
  else
    result.in_columns = ranges->gather(degree);
}

// One search by devices of ranks; all roots that were found, where they are not all there are.
device_roots search_by_ranks(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                             const device_limits& limits, const session& context, found_roots& result) {
  const auto ranges = std::make_shared<rank_ranges>(*context.options.on.ranks);
  const bool is_all = ranges->search(a, hull, rings, {true, limits.density, limits.tolerance}, context);
  result.device = ranges->device();
  result.used_residuals = result.used_residuals || ranges->used_residuals();
  if (!is_all) return join_parts(ranges->all_parts(), a.degree, context.threads);
  take_ranges(ranges, a.degree, context, result);
  return {};
}

// Searches on a device until all roots are found; with what several searches found together where one is not enough.
void find_on_device(const coefficients& a, const session& context, bool keeps, found_roots& result) {
  std::optional<devices_search> devices;
  std::optional<kept_groups> groups;  // for a checkpoint
  const bool by_ranks = shared::is_shared(context.options.on) && !keeps;
  if constexpr (!is_one_process)
    if (keeps) groups.emplace(a, context.options.on);
  if (!keeps && !by_ranks) devices.emplace(a, context.options.on);
  const envelope hull(a, context.threads);
  if (!has_rings(hull, largest_log_modulus_on_device)) return;
  // Ranks and checkpoints, which may go from one device to another, have the plan that any device can do.
  ring_limits plan = devices ? limits_for_device(hull, context.threads, devices->most_cells_log2())
                             : limits_for_device(hull, context.threads);
  std::vector<ring> rings = plan_rings(hull, plan);
  result.rings = static_cast<int>(rings.size());
  std::vector<located_root> roots;
  device_limits limits;
  limits.tolerance = 0.77 * std::pow(10.0, -std::min(context.options.digits, 15));  // and 2^-53 for each rounding
  if (context.options.cancel != nullptr || context.options.max_seconds > 0)
    limits.must_stop = [&] { return context.must_stop(); };  // waits for the device each time
  if (context.options.progress) {                            // as well
    limits.progress = [&](std::int64_t found) { context.options.progress({found, a.degree, 53, context.seconds()}); };
  }
  if (!is_one_process && groups) groups->open(rings, context);
  // A device is at ease with finer grids than the CPU's.
  for (limits.density = first_density; result.searches < most_searches && !context.must_stop(); limits.density *= 1.6) {
    if (result.searches > 0) {  // roots were missed, or not proven: a finer grid (see above), and smaller cells
      constexpr double careful = 5;
      plan.amplification = std::min(plan.amplification, careful) / result.searches;
      rings = plan_rings(hull, plan);
    }
    ++result.searches;
    device_roots found = by_ranks ? search_by_ranks(a, hull, rings, limits, context, result)
                         : !is_one_process && groups
                             ? groups->run(hull, rings, limits, context, static_cast<std::uint32_t>(result.searches))
                             : devices->run(hull, rings, limits, context.threads);
    if (result.in_ranges || result.in_columns) return;
    if (!by_ranks) result.device = found.device;
    result.used_residuals = result.used_residuals || found.used_residuals;
    if (found.count == a.degree) {
      result.in_columns = std::move(found);
      return;
    }
    for (std::size_t i = 0; i < found.re.size(); ++i) {
      located_root root;
      root.centre = {dd(found.re[i]), dd(found.im[i])};
      root.exponent = found.exponent[i];
      root.radius = found.radius[i];
      root.alone = found.alone[i];
      roots.push_back(root);
      if (found.upper_half && found.im[i] != 0) roots.push_back(mirrored(root));
    }
    if (result.searches > 1) keep_each_once(roots, context.threads);
    const std::int64_t missing = a.degree - static_cast<std::int64_t>(roots.size());
    if (missing <= 0 || missing > 100 + a.degree / 100) break;
  }
  result.discs = to_discs(roots, context.threads);
}

// The roots of a region, as many as there are, or false where that is not known in the end.
bool find_in_region(const coefficients& a, const session& context, const envelope& hull, found_roots& result) {
  constexpr double worth_while = 0.3;  // of all cells
  if (!has_rings(hull, largest_log_modulus)) return false;
  const std::vector<ring> rings = plan_rings(hull);
  std::vector<located_root> roots;
  double density = 1;
  for (std::int64_t margin = 1; margin <= most_searches && !context.must_stop(); ++margin, density *= 1.6) {
    region_search search(a, hull, rings, density, margin, context);
    if (search.share() > worth_while) return false;
    ++result.searches;
    result.rings = search.rings();
    const std::vector<located_root> more = search.run();
    result.used_residuals = result.used_residuals || search.used_residuals();
    roots.insert(roots.end(), more.begin(), more.end());
    keep_each_once(roots, context.threads);
    const std::optional<std::int64_t> expected = search.expected(), inside = search.count_inside(roots);
    result.region_is_complete = expected && inside && *expected == *inside;
    if (result.region_is_complete) break;
  }
  result.discs = to_discs(roots, context.threads);
  result.was_region = true;
  return true;
}

// Whether a device is to be asked. Where there is none, or none of use, `find` notes what that says.
bool wants_device(const coefficients& a, const session& context) {
  if (context.options.on.place == where::cuda) return true;
  return context.options.on.place == where::automatic && has_cuda() && pays_on_device(a);
}

}  // namespace

found_roots find(const coefficients& a, const session& context, bool only_region, bool keeps) {
  found_roots result;
  keeps = !is_one_process && keeps && !context.options.checkpoint.file.empty();
  const bool has_region = only_region && !context.options.region.is_plane() && context.options.on.place != where::cuda;
  if (has_region && find_in_region(a, context, envelope(a, context.threads), result)) return result;
  if (wants_device(a, context)) {
    try {
      find_on_device(a, context, keeps, result);
      return result;
    } catch (const error& trouble) {
      if (context.options.on.place == where::cuda) throw;
      result = {};
      result.note = trouble.what();
    }
  }
  const envelope hull(a, context.threads);
  if (!has_rings(hull, largest_log_modulus)) return result;
  const std::vector<ring> rings = plan_rings(hull);
  result.rings = static_cast<int>(rings.size());
  std::optional<ring_record> record;
  if constexpr (!is_one_process)
    if (keeps) record.emplace(a, rings, std::string("cpu ") + name(context.kernel.level), context);
  std::vector<located_root> roots;
  const bool in_columns = only_region && context.options.region.is_plane() && context.options.digits <= 15;
  for (double density = 1; result.searches < most_searches && !context.must_stop(); density *= 1.6) {
    ++result.searches;
    rings_searched more;
    if (in_columns && !record && result.searches == 1 && shared::is_shared(context.options.on)) {
      const auto ranges = std::make_shared<rank_ranges>(*context.options.on.ranks);
      const bool is_all = ranges->search(a, hull, rings, {false, density, 0}, context);
      result.used_residuals = ranges->used_residuals();
      if (is_all) {
        take_ranges(ranges, a.degree, context, result);
        return result;
      }
      more = ranges->all_located();
    } else {
      more = search_rings(a, hull, rings, density, context, record ? &*record : nullptr,
                          static_cast<std::uint32_t>(result.searches));
    }
    result.used_residuals = result.used_residuals || more.used_residuals;
    roots.insert(roots.end(), more.roots.begin(), more.roots.end());
    keep_each_once(roots, context.threads);
    // A finer grid finds close pairs; where many roots are missing they are ill-conditioned or multiple.
    const std::int64_t missing = a.degree - static_cast<std::int64_t>(roots.size());
    if (missing <= 0 || missing > 100 + a.degree / 100) break;
  }
  if (in_columns) result.in_columns = to_columns(roots, a.degree, a.is_real(), context.options.digits, context.threads);
  if (!result.in_columns) result.discs = to_discs(roots, context.threads);
  return result;
}

std::vector<proven_disc> discs_of(const device_roots& roots) {
  std::vector<proven_disc> discs;
  discs.reserve(static_cast<std::size_t>(roots.count));
  for (std::size_t i = 0; i < roots.re.size(); ++i) {
    located_root root;
    root.centre = {dd(roots.re[i]), dd(roots.im[i])};
    root.exponent = roots.exponent[i];
    root.radius = roots.radius[i];
    discs.push_back(to_disc(root));
    if (roots.upper_half && roots.im[i] != 0) discs.push_back(to_disc(mirrored(root)));
  }
  return discs;
}

void add_unproven(std::vector<proven_disc>& discs, const node_set& nodes) {
  for (std::size_t i = discs.size(); i < nodes.size(); ++i) {
    proven_disc disc;
    disc.centre = nodes.mantissa[i];
    disc.exponent = nodes.exponent[i];
    disc.radius = std::numeric_limits<double>::infinity();
    discs.push_back(std::move(disc));
  }
}

// The simultaneous iteration is faster below degree 1,500, for sparse polynomials too (docs/benchmarks.md). It knows
// each root to 25 digits when it is done; the near-linear method to 15, and more of them cost about two microseconds
// for each root and term, as long as the simultaneous iteration takes for 160 pairs of roots (from random polynomials
// of degree 2,000 with --digits 20).
bool pays(const coefficients& a, const roots_options& options) {
  const bool sharpened = options.digits > 15 && options.region.is_plane();
  return a.degree >= least_degree && (!sharpened || static_cast<std::int64_t>(a.terms()) < a.degree / 160);
}

// Measured (docs/benchmarks.md): on an H200 the first call of a process waits 0.13 s for the driver, as long as 16
// threads take for degree 45,000 to 75,000, and most machines have fewer threads; later calls are faster from degree
// 1,000 on.
bool pays_on_device(const coefficients& a) { return a.degree >= (device_is_awake() ? 1'000 : 30'000); }

}  // namespace vieta::near_linear
