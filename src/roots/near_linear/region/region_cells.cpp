#include "roots/near_linear/region/region_cells.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace vieta::near_linear {
namespace {

constexpr double cell_slack = 1e-9;
constexpr std::int64_t gap = 8;  // cells: spans that are closer are joined

enum class part { none, some, all };

// What a disc has of the region.
part in_region(const roots_region& region, std::complex<double> centre, double radius) {
  bool all = true;
  const auto above = [&](double x, double bound) {                                         // x >= bound
    const double about = std::isinf(bound) ? radius : radius + 0x1p-50 * std::abs(bound);  // what rounding loses
    if (x + about < bound) return false;
    all = all && x - about >= bound;
    return true;
  };
  if (region.real_only) {
    if (std::abs(centre.imag()) > radius) return part::none;
    all = false;
  }
  if (const auto& b = region.in_box) {
    if (!above(centre.real(), b->re0) || !above(-centre.real(), -b->re1) || !above(centre.imag(), b->im0) ||
        !above(-centre.imag(), -b->im1))
      return part::none;
  }
  if (const auto& d = region.in_disc) {
    const double apart = std::abs(centre - d->centre);
    radius += 0x1p-50 * (std::abs(d->centre) + d->radius);  // what rounding loses
    if (apart > d->radius + radius) return part::none;
    all = all && apart + radius <= d->radius;
  }
  return all ? part::all : part::some;
}

// Halves an arc of the ring until its pieces are cells, or have all or nothing of the region.
class arc_search {
 public:
  arc_search(const ring& r, const roots_region& region) : region_(region) {
    const double log_radius = r.log_radius();
    const auto radius_at = [](double log) { return std::exp(std::clamp(log, -600.0, 600.0)); };
    inner_ = radius_at(log_radius - r.half_height) * (1 - cell_slack);
    outer_ = radius_at(log_radius + r.half_height) * (1 + cell_slack);
    cells_ = static_cast<std::int64_t>(r.cells() * r.passes());
  }
  std::vector<cell_span> run() {
    look({0, cells_});
    return std::move(found_);
  }

 private:
  void look(const cell_span& span) {
    const double half_angle = std::numbers::pi * static_cast<double>(span.count()) / static_cast<double>(cells_);
    const double middle =
        std::numbers::pi * static_cast<double>(span.first + span.last - 1) / static_cast<double>(cells_);
    std::complex<double> centre = 0;
    double radius = outer_;
    if (half_angle < 1) {
      const double to_centre = 0.5 * (inner_ + outer_);
      centre = std::polar(to_centre, middle);
      radius = std::max(std::abs(std::polar(outer_, half_angle) - to_centre),
                        std::abs(std::polar(inner_, half_angle) - to_centre));
    }
    radius = radius * (1 + cell_slack) + cell_slack * outer_;
    const part has = in_region(region_, centre, radius);
    if (has == part::none) return;
    if (has == part::all || span.count() == 1) {
      if (!found_.empty() && span.first - found_.back().last <= gap)
        found_.back().last = span.last;
      else
        found_.push_back(span);
      return;
    }
    const std::int64_t half = span.first + span.count() / 2;
    look({span.first, half});
    look({half, span.last});
  }

  const roots_region& region_;
  double inner_ = 0, outer_ = 0;
  std::int64_t cells_ = 0;
  std::vector<cell_span> found_;
};

}  // namespace

std::vector<cell_span> cells_in_region(const ring& r, const roots_region& region, std::int64_t margin) {
  const auto cells = static_cast<std::int64_t>(r.cells() * r.passes());
  std::vector<cell_span> found = arc_search(r, region).run();
  if (found.empty()) return found;
  if (found.size() > 1 && found.front().first + cells - found.back().last <= gap) {
    found.front().first = found.back().first - cells;
    found.pop_back();
  }
  std::vector<cell_span> wider;
  for (cell_span span : found) {
    span.first -= margin;
    span.last += margin;
    if (!wider.empty() && span.first <= wider.back().last)
      wider.back().last = span.last;
    else
      wider.push_back(span);
  }
  if (wider.size() > 1 && wider.back().last - cells >= wider.front().first) {
    wider.front().first = wider.back().first - cells;
    wider.pop_back();
  }
  for (cell_span& span : wider) {
    if (span.count() >= cells) return {{0, cells}};
    if (span.first < 0) {
      span.first += cells;
      span.last += cells;
    }
  }
  std::sort(wider.begin(), wider.end(), [](const cell_span& a, const cell_span& b) { return a.first < b.first; });
  return wider;
}

std::vector<angle_span> angles_of(const std::vector<cell_span>& cells, const ring& r) {
  constexpr std::int64_t circle = std::int64_t{1} << angle_bits;
  const std::int64_t half = circle >> (r.log2_cells + r.log2_passes + 1);
  std::vector<angle_span> angles;
  for (const cell_span& span : cells) {
    if (span.count() >= static_cast<std::int64_t>(r.cells() * r.passes())) return {{0, circle}};
    const std::int64_t first = (2 * span.first - 1) * half, last = (2 * span.last - 1) * half;
    if (first < 0) {
      angles.push_back({0, last});
      angles.push_back({first + circle, circle});
    } else if (last > circle) {
      angles.push_back({first, circle});
      angles.push_back({0, last - circle});
    } else {
      angles.push_back({first, last});
    }
  }
  std::sort(angles.begin(), angles.end(), [](const angle_span& a, const angle_span& b) { return a.first < b.first; });
  return angles;
}

std::vector<angle_span> difference(const std::vector<angle_span>& angles, const std::vector<angle_span>& others) {
  std::vector<angle_span> left;
  for (angle_span span : angles) {
    for (const angle_span& other : others) {
      if (other.last <= span.first || other.first >= span.last) continue;
      if (other.first > span.first) left.push_back({span.first, other.first});
      span.first = std::min(span.last, other.last);
    }
    if (span.first < span.last) left.push_back(span);
  }
  return left;
}

}  // namespace vieta::near_linear
