#include "verify/boxes/whole_box.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vieta::checking {

solution_cover::solution_cover(const ball_system& system, std::vector<certified_place> known,
                               std::vector<exact_box> others, std::vector<exact_box> open_boxes,
                               const work_limits& limits)
    : system_(system),
      known_(std::move(known)),
      others_(std::move(others)),
      open_boxes_(std::move(open_boxes)),
      limits_(limits) {
  for (const exact_box& box : open_boxes_) {
    for (std::size_t v = 0; v < box.variables; ++v) {
      const double centre = middle(box.centre[v]), half = box.half[v];
      const double slack = 1e-15 * (std::abs(centre) + half);
      open_sides_.push_back({centre - half - slack, centre + half + slack});
    }
  }
}

/// There may be thousands of these: doubles tell of most that they are elsewhere.
bool solution_cover::is_open(const exact_box& cell) const {
  if (open_boxes_.empty()) return false;
  const std::size_t n = cell.variables;
  small_vector centre{};
  for (std::size_t v = 0; v < n; ++v) centre[v] = middle(cell.centre[v]);
  for (std::size_t k = 0; k < open_boxes_.size(); ++k) {
    const extent* const sides = open_sides_.data() + k * n;
    std::size_t v = 0;
    while (v < n && centre[v] >= sides[v].least && centre[v] <= sides[v].most) ++v;
    if (v == n && is_inside(cell, open_boxes_[k])) return true;
  }
  return false;
}

/// To the part that holds its solutions, and a little more, so that what is known of a solution by then is within, too.
void solution_cover::narrow(exact_box& cell, const std::array<quick_exclusion::extent, 4>& part) {
  for (std::size_t v = 0; v < cell.variables; ++v) {
    const double half = 0.5 * (part[v].most - part[v].least) * 1.02 + 1e-6 * cell.half[v];
    if (!(half < 0.9 * cell.half[v] && cell.half[v] > 1e-30)) continue;
    exact::real_ball move;
    // Of few bits, so that centres are doubles further on.
    arb_set_d(move.x, static_cast<double>(static_cast<float>(0.5 * (part[v].most + part[v].least))));
    arb_add(cell.centre[v].x, cell.centre[v].x, move.x, ARF_PREC_EXACT);
    cell.half[v] = half;
  }
}

/// `not_known` where the cell is to be cut, after it was narrowed.
solution_cover::verdict solution_cover::examine(exact_box& cell, const exact_box& domain, bool may_look) {
  const auto holds_cell = [&](const exact_box& box) { return is_inside(cell, box); };
  if (std::any_of(known_.begin(), known_.end(), [&](const certified_place& p) { return holds_cell(p.whole); }))
    return verdict::full;
  const bool has_known =
      std::any_of(known_.begin(), known_.end(), [&](const certified_place& p) { return is_inside(p.narrow, cell); });
  const ball_system::contents holds = system_.look(cell, has_known);
  if (holds.none || holds.at_most_one || is_open(cell)) return verdict::full;
  if (holds.is_narrowed) narrow(cell, holds.solutions_in);
  // Newton's method from here, where no known solution is near.
  const bool is_near =
      std::any_of(known_.begin(), known_.end(), [&](const certified_place& p) { return !are_apart(p.whole, cell); });
  if (is_near || !may_look) return verdict::not_known;
  std::vector<double> start;
  for (std::size_t v = 0; v < cell.variables; ++v) start.push_back(middle(cell.centre[v]));
  const std::optional<std::vector<double>> near = system_.likely_solution(start);
  if (!near) return verdict::not_known;
  const exact_box there = box_about(*near, 0);
  if (std::any_of(known_.begin(), known_.end(), [&](const certified_place& p) { return is_inside(there, p.whole); }))
    return verdict::not_known;
  std::optional<certified_place> found = system_.certify(*near);
  if (!found || !std::all_of(known_.begin(), known_.end(),
                             [&](const certified_place& p) { return are_apart(p.narrow, found->narrow); }))
    return verdict::not_known;
  // One beyond the domain, or listed elsewhere, is as good as known.
  const bool is_elsewhere =
      are_apart(found->narrow, domain) ||
      std::any_of(others_.begin(), others_.end(), [&](const exact_box& b) { return is_inside(found->narrow, b); });
  const bool may_be_open = std::any_of(open_boxes_.begin(), open_boxes_.end(),
                                       [&](const exact_box& b) { return !are_apart(found->narrow, b); });
  if (!is_elsewhere && !may_be_open && is_inside(found->narrow, domain) && system_.fulfils_conditions(found->narrow))
    return verdict::missing;
  if (is_elsewhere || system_.is_excluded(found->narrow)) {
    const bool holds_it = holds_cell(found->whole);
    known_.push_back(*std::move(found));
    if (holds_it) return verdict::full;
  }
  return verdict::not_known;
}

solution_cover::verdict solution_cover::look(const exact_box& whole, const exact_box& domain, std::int64_t most_cells) {
  // One layer of cells after the other, so that what is missing is found before small cells are looked at.
  // Newton's method takes as long as many cells: it is tried when all edges have been halved three times more.
  const std::size_t layers = 3 * whole.variables;
  std::size_t layer = 0;
  for (std::vector<exact_box> now = {whole}, next; !now.empty(); now.swap(next), ++layer) {
    next.clear();
    for (exact_box& cell : now) {
      limits_.check();
      if (--most_cells < 0) return verdict::not_known;
      const small_vector before = cell.half;
      const verdict found = examine(cell, domain, layer % layers == layers - 1);
      if (found == verdict::missing) return found;
      if (found == verdict::full) continue;
      double left = 1;
      for (std::size_t v = 0; v < cell.variables; ++v) left *= cell.half[v] / before[v];
      if (left < 0.25) {  // better than a cut
        next.push_back(std::move(cell));
        continue;
      }
      // The edge that is longest beside that of the whole.
      std::size_t axis = 0;
      for (std::size_t v = 1; v < cell.variables; ++v)
        if (cell.half[v] * whole.half[axis] > cell.half[axis] * whole.half[v]) axis = v;
      if (!(cell.half[axis] > 1e-300)) return verdict::not_known;
      for (const int side : {-1, 1}) {
        exact_box part = cell;
        part.half[axis] *= 0.5;
        exact::real_ball move;
        arb_set_d(move.x, side * part.half[axis]);
        arb_add(part.centre[axis].x, part.centre[axis].x, move.x, ARF_PREC_EXACT);
        next.push_back(std::move(part));
      }
    }
  }
  return verdict::full;
}

}  // namespace vieta::checking

#endif
