#include "roots/near_linear/region/region_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "base/parallel_for.hpp"
#include "roots/near_linear/cell_search.hpp"
#include "roots/near_linear/region/sector_table.hpp"
#include "roots/near_linear/rings/ring_discs.hpp"

namespace vieta::near_linear {
namespace {

// How close to a border a root may be for its side to be told: far more than rounding, far less than a step of a
// contour.
constexpr double unclear_angle = 1e-13, unclear_log = 1e-13;

std::complex<double> coefficient(const double* table, std::size_t stride, std::size_t place, int m) {
  const auto batch = static_cast<std::size_t>(m / batch_terms), lane = static_cast<std::size_t>(m % batch_terms);
  const double* const at = table + (batch * stride + place) * cell_stride + lane;
  return {at[0], at[batch_terms]};
}

std::int64_t all_cells(const ring& r) { return static_cast<std::int64_t>(r.cells() * r.passes()); }

}  // namespace

region_search::region_search(const coefficients& a, const envelope& hull, const std::vector<ring>& rings,
                             double density, std::int64_t margin, const session& context)
    : a_(a),
      hull_(hull),
      rings_(rings),
      density_(density),
      tolerance_(0.75 * std::pow(10.0, -std::min(context.options.digits, 15))),  // room for rounding the centre
      context_(context),
      parts_(rings.size()) {
  double chosen = 0, all = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    parts_[i].cells = cells_in_region(rings[i], context.options.region, margin);
    parts_[i].angles = angles_of(parts_[i].cells, rings[i]);
    for (const cell_span& span : parts_[i].cells) chosen += static_cast<double>(span.count());
    all += static_cast<double>(all_cells(rings[i]));
  }
  share_ = all > 0 ? chosen / all : 0;
  find_borders();
}

int region_search::rings() const {
  return static_cast<int>(
      std::count_if(parts_.begin(), parts_.end(), [](const ring_part& p) { return !p.cells.empty(); }));
}

// Rings without a gap between them, up to rounding.
bool region_search::touches(std::size_t ring, std::size_t next) const {
  const double outer = rings_[ring].log_radius() + rings_[ring].half_height;
  const double inner = rings_[next].log_radius() - rings_[next].half_height;
  return std::abs(outer - inner) <= 8e-16 * (2 + std::abs(outer));
}

void region_search::find_borders() {
  const std::vector<angle_span> none;
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    const auto& inside = i > 0 && touches(i - 1, i) ? parts_[i - 1].angles : none;
    const auto& outside = i + 1 < rings_.size() && touches(i, i + 1) ? parts_[i + 1].angles : none;
    parts_[i].inner = difference(parts_[i].angles, inside);
    parts_[i].outer = difference(parts_[i].angles, outside);
    // What lies between two rings must be free of roots.
    if (i + 1 < rings_.size() && !touches(i, i + 1) && !parts_[i].cells.empty() && !parts_[i + 1].cells.empty()) {
      const double outer = rings_[i].log_radius() + rings_[i].half_height;
      const double next = rings_[i + 1].log_radius() - rings_[i + 1].half_height;
      if (hull_.end_of_gap(outer + 1e-12) < next - 1e-12) change_.is_known = false;
    }
  }
}

bool region_search::is_sector(std::size_t ring) const {
  std::int64_t cells = 0;
  for (const cell_span& span : parts_[ring].cells) cells += span.count();
  return sector_table::serves(rings_[ring], cells);
}

std::vector<located_root> region_search::run() {
  std::vector<ring_result> results(rings_.size());
  std::vector<std::size_t> large, small;
  std::size_t room = 0, small_room = 0;
  for (std::size_t i = 0; i < rings_.size(); ++i) {
    if (parts_[i].cells.empty()) continue;
    (is_small(i) ? small : large).push_back(i);
    if (!is_sector(i)) (is_small(i) ? small_room : room) = std::max(is_small(i) ? small_room : room, rings_[i].cells());
  }
  auto table = std::make_unique_for_overwrite<double[]>(room * batches * cell_stride);
  for (const std::size_t i : large) search(i, table.get(), context_.threads, results[i]);
  table.reset();
  parallel_for(small.size(), 1, context_.threads, [&](std::size_t first, std::size_t last) {
    const auto own = std::make_unique_for_overwrite<double[]>(small_room * batches * cell_stride);
    for (std::size_t k = first; k < last; ++k) search(small[k], own.get(), 1, results[small[k]]);
  });
  std::vector<located_root> all;
  for (const ring_result& result : results) {
    all.insert(all.end(), result.roots.begin(), result.roots.end());
    change_.add(result.change);
    used_residuals_ = used_residuals_ || result.used_residuals;
  }
  return all;
}

void region_search::search(std::size_t ring, double* table, int threads, ring_result& result) const {
  if (context_.must_stop()) {
    result.change.is_known = false;
    return;
  }
  if (!is_sector(ring)) return search_transformed(ring, table, threads, result);
  for (const cell_span& span : parts_[ring].cells) {
    for (std::int64_t from = span.first; from < span.last; from += sector_table::most_cells)
      search_sector(ring, {from, std::min(from + sector_table::most_cells, span.last)}, threads, result);
  }
}

void region_search::follow_border(std::size_t ring, const contour& border, const std::function<bool(std::int64_t)>& has,
                                  argument_change& change) const {
  const ring_part& part = parts_[ring];
  const auto subtract = [&](argument_change more) {
    more.value = -more.value;
    change.add(more);
  };
  for (const angle_span& arc : part.outer) change.add(border.along_circle(arc, true, has));
  for (const angle_span& arc : part.inner) subtract(border.along_circle(arc, false, has));
  const std::int64_t all = all_cells(rings_[ring]);
  for (const cell_span& span : part.cells) {
    if (span.count() >= all) continue;
    const std::int64_t low = span.first % all, high = (span.last - 1) % all;
    if (has(low)) change.add(border.across(low, false));
    if (has(high)) subtract(border.across(high, true));
  }
}

void region_search::search_sector(std::size_t ring, const cell_span& cells, int threads, ring_result& result) const {
  const near_linear::ring& r = rings_[ring];
  const fourier_plan directions(r.log2_cells + r.log2_passes);
  const sector_table table(a_, hull_, r, directions, cells, threads);
  const cell_search searcher(r, table.terms(), directions, cell_kernels(context_.kernel.level), density_);
  std::vector<cell_root> roots;
  searcher.run(
      table.data(), table.stride(), 0, table.stride(), [&](std::size_t place) { return table.cell_numbers()[place]; },
      roots);
  // Places behind the end hold no cell.
  const std::vector<located_root> found =
      ring_locator(r, table.terms(), directions, a_, tolerance_, context_, threads).run(roots, result.used_residuals);
  result.roots.insert(result.roots.end(), found.begin(), found.end());
  const std::int64_t all = all_cells(r);
  const auto place_of = [&](std::int64_t cell) { return ((cell - cells.first) % all + all) % all; };
  const contour border(r, table.terms().bounds(), [&](std::int64_t cell, std::complex<double>* out) {
    for (int m = 0; m < taylor_terms; ++m)
      out[m] = coefficient(table.data(), table.stride(), static_cast<std::size_t>(place_of(cell)), m);
  });
  follow_border(
      ring, border, [&](std::int64_t cell) { return place_of(cell) < cells.count(); }, result.change);
}

void region_search::search_transformed(std::size_t ring, double* table, int threads, ring_result& result) const {
  const near_linear::ring& r = rings_[ring];
  ring_terms terms(a_, hull_, r);
  const fourier_plan plan(r.log2_cells), directions(r.log2_cells + r.log2_passes);
  const kernel_table& kernel = cell_kernels(context_.kernel.level);
  const cell_search searcher(r, terms, plan, kernel, density_);
  const auto passes = static_cast<std::int64_t>(r.passes()), all = all_cells(r);
  // The place of a cell in its pass.
  const auto place_of = [&](std::int64_t cell) {
    const auto j = static_cast<std::size_t>(cell / passes);
    return j % plan.rows() * plan.columns() + j / plan.rows();
  };
  std::vector<cell_root> roots;
  for (std::int64_t pass = 0; pass < passes && !context_.must_stop(); ++pass) {
    if (pass > 0) terms.turn(directions, static_cast<std::size_t>(pass));
    if (!fill_table(terms, plan, kernel, threads, table, [&] { return context_.must_stop(); })) break;
    std::vector<char> wanted(r.cells() / search_lanes, 0);
    for (const cell_span& span : parts_[ring].cells) {
      for (std::int64_t cell = span.first + ((pass - span.first) % passes + passes) % passes; cell < span.last;
           cell += passes)
        wanted[place_of(cell % all) / search_lanes] = 1;
    }
    std::vector<std::size_t> groups;
    for (std::size_t g = 0; g < wanted.size(); ++g) {
      if (wanted[g] != 0) groups.push_back(g);
    }
    constexpr std::size_t task = 64;
    std::vector<std::vector<cell_root>> found((groups.size() + task - 1) / task);
    parallel_for(found.size(), 1, threads, [&](std::size_t first, std::size_t last) {
      for (std::size_t t = first; t < last && !context_.must_stop(); ++t) {
        for (std::size_t k = t * task; k < std::min((t + 1) * task, groups.size()); ++k)
          searcher.run(table, static_cast<std::size_t>(pass), groups[k] * search_lanes, (groups[k] + 1) * search_lanes,
                       found[t]);
      }
    });
    for (const auto& part : found) roots.insert(roots.end(), part.begin(), part.end());
    const contour border(r, terms.bounds(), [&](std::int64_t cell, std::complex<double>* out) {
      for (int m = 0; m < taylor_terms; ++m) out[m] = coefficient(table, r.cells(), place_of(cell), m);
    });
    follow_border(
        ring, border, [&](std::int64_t cell) { return cell % passes == pass; }, result.change);
  }
  if (context_.must_stop()) result.change.is_known = false;
  result.roots =
      ring_locator(r, terms, directions, a_, tolerance_, context_, threads).run(roots, result.used_residuals);
}

std::optional<std::int64_t> region_search::expected() const {
  const double turns = change_.value / (2 * std::numbers::pi), error = change_.error / (2 * std::numbers::pi);
  const double whole = std::round(turns);
  const bool holds = change_.is_known && std::abs(turns - whole) + error < 0.45;
  return holds ? std::optional(static_cast<std::int64_t>(whole)) : std::nullopt;
}

std::optional<std::int64_t> region_search::count_inside(const std::vector<located_root>& roots) const {
  // Mirror images of discs that meet discs inside lie inside then, too: symmetry may be relied on.
  double around = 0;
  for (const located_root& root : roots) around = std::max(around, 8 * root.radius);
  std::int64_t inside = 0;
  for (const located_root& root : roots) {
    const std::complex<double> z(root.centre.re.hi, root.centre.im.hi);
    const double log = std::log(std::abs(z)) + static_cast<double>(root.exponent) * std::numbers::ln2,
                 angle = std::arg(z) / (2 * std::numbers::pi);
    const double near_log = unclear_log * (1 + std::abs(log)) + around, near_angle = unclear_angle + around;
    bool in = false, out = false;
    for (std::size_t i = 0; i < rings_.size(); ++i) {
      const double inner = rings_[i].log_radius() - rings_[i].half_height, outer = inner + 2 * rings_[i].half_height;
      if (log < inner - near_log || log > outer + near_log) continue;
      for (const double side : {-near_angle, near_angle}) {
        const double turned = angle + side - std::floor(angle + side);
        const auto at = static_cast<std::int64_t>(turned * 0x1p50);
        const bool covered = std::any_of(parts_[i].angles.begin(), parts_[i].angles.end(),
                                         [&](const angle_span& span) { return span.first <= at && at < span.last; });
        (covered ? in : out) = true;
      }
    }
    if (in && out) return std::nullopt;
    inside += in ? 1 : 0;
  }
  return inside;
}

}  // namespace vieta::near_linear
