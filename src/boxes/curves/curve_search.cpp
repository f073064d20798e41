#include "boxes/curves/curve_search.hpp"

#include <algorithm>
#include <cmath>

namespace vieta::boxes {

namespace {

/// A box whose map contracts so well is worth an attempt to find a point on a curve.
constexpr double enough_to_start = 0.6;
/// So many boxes of a generation, all of them below this edge, that neither tubes cover nor a look tells to be empty:
/// there seems to be a curve without tangents, or a surface.
constexpr std::size_t many_boxes = 4096;
constexpr double small_edge = 0x1p-7;
/// Boxes are not cut to be thinner than this, in lengths of their longest edge.
constexpr double thinnest = 0x1p-5;
/// Boxes in which nothing is left to see are left at this size.
constexpr double largest_blurred = 1e-5;

}  // namespace

curve_search::curve_search(const curve_system& system, const domain_view& domain, const boxes_options& options,
                           const std::function<bool()>& must_stop)
    : walker(system, domain, options.tolerance, [this] { return spend(); }),
      n_(system.variables),
      options_(options),
      must_stop_(must_stop) {}

bool curve_search::spend() {
  if (out_of_budget) return false;
  if (++looks >= options_.max_boxes) out_of_budget = true;
  if (must_stop_()) out_of_budget = out_of_time = true;
  return true;
}

bool curve_search::looks_singular() const {
  if (next_.size() < many_boxes) return false;
  return std::all_of(next_.begin(), next_.end(), [this](const cell& box) {
    for (int k = 0; k < n_; ++k)
      if (box.upper[k] - box.lower[k] > small_edge) return false;
    return true;
  });
}

void curve_search::run() {
  cell whole{};
  for (int k = 0; k < n_; ++k) whole.upper[k] = 1;
  next_ = {whole};
  if (must_stop_()) out_of_budget = out_of_time = true;
  while (!next_.empty()) {
    if (looks_singular()) {
      for (const cell& box : next_) leave(box, leaf::cause::curve);
      break;
    }
    now_.clear();
    std::swap(now_, next_);
    for (const cell& box : now_) examine(box);
  }
  // Tubes that came later may cover what was left.
  std::vector<leaf> rest;
  for (leaf l : leaves)
    if (walker.uncovered(l.box)) rest.push_back(l);
  leaves = std::move(rest);
}

void curve_search::examine(cell box) {
  using fate = visited_box::fate;
  if (!walker.uncovered(box)) return record(box, fate::covered);
  if (!spend()) {
    record(box, fate::left_over);
    return leave(box, leaf::cause::budget);
  }
  const tube_sight seen = walker.map().look(box, -1);
  if (seen.empty) return record(box, seen.one_sign ? fate::one_sign : fate::no_solution);
  const cell given = box;
  double kept = 1;
  double widest = 0;
  for (int k = 0; k < n_; ++k) widest = std::max(widest, box.upper[k] - box.lower[k]);
  for (int k = 0; k < n_; ++k) {
    box.lower[k] = std::max(box.lower[k], seen.from[k]);
    box.upper[k] = std::min(box.upper[k], seen.to[k]);
    // In a box that is very thin along an unknown the map tells of nothing but rounding.
    const double more = (thinnest * widest - (box.upper[k] - box.lower[k])) / 2;
    if (more > 0) {
      box.lower[k] = std::max(given.lower[k], box.lower[k] - more);
      box.upper[k] = std::min(given.upper[k], box.upper[k] + more);
    }
    const double edge = given.upper[k] - given.lower[k];
    if (edge > 0) kept *= (box.upper[k] - box.lower[k]) / edge;
  }
  cell point;
  if (seen.contraction < enough_to_start && walker.find_point(box, seen.axis, point) && walker.trace(point)) {
    if (!walker.uncovered(box)) return record(given, fate::proven);
    kept = 0;
  }
  double longest = 0;
  int axis = 0;
  for (int k = 0; k < n_; ++k)
    if (box.upper[k] - box.lower[k] > longest) longest = box.upper[k] - box.lower[k], axis = k;
  // Where rounding hides an equation smaller boxes tell no more.
  if (longest <= options_.tolerance || (seen.blurred && longest < largest_blurred)) {
    record(box, fate::left_over);
    return leave(box, out_of_budget ? leaf::cause::budget : leaf::cause::tolerance);
  }
  if (kept < 0.5) {
    record(given, fate::narrowed);
    next_.push_back(box);
    return;
  }
  record(box, fate::divided);
  cell half = box;
  half.upper[axis] = box.lower[axis] = box.lower[axis] + longest / 2;
  next_.push_back(half);
  next_.push_back(box);
}

}  // namespace vieta::boxes
