#include "boxes/curves/tracer.hpp"

#include <algorithm>
#include <cmath>

namespace vieta::boxes {

namespace {

/// A curve may lie outside of the domain by this much of its edge, where rounding may be all that there is to it.
constexpr double border_slack = 0x1p-40;
/// The longest step, so that pictures of curves look like curves.
constexpr double longest_step = 0.125;
/// A step that contracts less is made shorter: it keeps the turn of a curve within a tube below a third or so.
constexpr double enough_contraction = 0.35;
/// How far a tube reaches back behind the point that it begins at, and to the sides, in lengths of the step.
constexpr double reach_back = 0.05, reach_aside = 0.06;
/// The image has to keep this far from the walls, in lengths of the edge: so what is outside of a tube can be told to
/// be empty by boxes that are not much smaller.
constexpr double clearance = 0.02;
constexpr int most_rounds = 4, most_point_rounds = 10;

std::array<double, 4> middle_of(const cell& box) {
  std::array<double, 4> x{};
  for (std::size_t k = 0; k < 4; ++k) x[k] = box.lower[k] + (box.upper[k] - box.lower[k]) / 2;
  return x;
}

bool has_clearance(int n, const cell& box, const tube_sight& seen) {
  for (int k = 0; k < n; ++k) {
    const double wall = clearance * (box.upper[k] - box.lower[k]);
    if (k != seen.axis && !(seen.from[k] > box.lower[k] + wall && seen.to[k] < box.upper[k] - wall)) return false;
  }
  return true;
}

/// How far the points lie from the first one.
double extent_of(int n, const std::vector<cell>& points) {
  double extent = 0;
  for (const cell& p : points)
    for (int k = 0; k < n; ++k) extent = std::max(extent, std::fabs(p.lower[k] - points.front().lower[k]));
  return extent;
}

}  // namespace

/// Looks at the box and, until it is proven, at a box around its image and around `with` (epsilon inflation: Rump
/// 1983).
bool tracer::prove(cell& box, int axis, const cell& with, double margin, tube_sight& seen) {
  const bool is_point = box.lower[axis] == box.upper[axis];
  const double enough = is_point ? 0.9 : enough_contraction;
  const int rounds = is_point ? most_point_rounds : most_rounds;
  for (int round = 0; round < rounds; ++round) {
    if (!spend()) {
      stopped_ = true;
      return false;
    }
    seen = map_.look(box, axis);
    contraction_ = seen.empty ? 1 : seen.contraction;
    if (seen.empty || !(seen.contraction < enough)) return false;
    if (seen.proven() && has_clearance(n_, box, seen)) return true;
    for (int k = 0; k < n_; ++k) {
      if (k == axis) continue;
      double lower = seen.from[k], upper = seen.to[k];
      if (!is_point) lower = std::min(lower, with.lower[k]), upper = std::max(upper, with.upper[k]);
      const double more = 0.1 * (upper - lower) + margin;
      box.lower[k] = lower - more;
      box.upper[k] = upper + more;
    }
  }
  return false;
}

/// A box that encloses the one solution of a tube at a value of the parameter gets as small as rounding permits.
void tracer::refine(cell& point, int axis) {
  for (int round = 0; round < most_point_rounds; ++round) {
    if (!spend()) {
      stopped_ = true;
      return;
    }
    const tube_sight seen = map_.look(point, axis);
    if (seen.empty) return;  // it is not: else the proof would be wrong
    double before = 0, after = 0;
    for (int k = 0; k < n_; ++k) {
      before = std::max(before, point.upper[k] - point.lower[k]);
      point.lower[k] = std::max(point.lower[k], seen.from[k]);
      point.upper[k] = std::min(point.upper[k], seen.to[k]);
      after = std::max(after, point.upper[k] - point.lower[k]);
    }
    if (!(after < 0.5 * before)) return;
  }
}

bool tracer::is_known(const cell& point) const {
  for (const chain& c : chains_)
    for (const tube& t : c.tubes)
      if (!apart(n_, t.box, point)) return true;
  return false;
}

bool tracer::find_point(const cell& box, int axis, cell& point) {
  point = box;
  const double t = box.lower[axis] + (box.upper[axis] - box.lower[axis]) / 2;
  point.lower[axis] = point.upper[axis] = t;
  double widest = 0;
  for (int k = 0; k < n_; ++k) widest = std::max(widest, box.upper[k] - box.lower[k]);
  tube_sight seen;
  // Larger than the box, where there is none on this side, and smaller: where there is one it comes out the same.
  for (int k = 0; k < n_; ++k) {
    if (k == axis) continue;
    point.lower[k] -= widest / 8;
    point.upper[k] += widest / 8;
  }
  if (!prove(point, axis, point, 1e-9 * widest + 0x1p-45, seen)) return false;
  refine(point, axis);
  for (int k = 0; k < n_; ++k)
    if (point.lower[k] < -border_slack || point.upper[k] > 1 + border_slack) return false;
  return !is_known(point);
}

/// One tube from the point `at` to where the parameter is `end`; `along` points in the direction of travel. `leaves`:
/// the curve may go over the border along another axis, `leaves_along`.
tracer::attempt tracer::try_step(const cell& at, const std::array<double, 4>& along, int orientation, int axis,
                                 double end, tube& found, int& leaves_along) {
  const std::array<double, 4> c = middle_of(at);
  const bool up = along[axis] > 0;
  const double length = std::fabs(end - c[axis]), back = reach_back * length;
  cell box = at;
  if (up) {
    box.lower[axis] = std::max(at.lower[axis] - back, std::min(at.lower[axis], 0.0));
    box.upper[axis] = end;
  } else {
    box.lower[axis] = end;
    box.upper[axis] = std::min(at.upper[axis] + back, std::max(at.upper[axis], 1.0));
  }
  if (!(box.lower[axis] <= at.lower[axis] && at.upper[axis] <= box.upper[axis])) return attempt::failed;
  for (int k = 0; k < n_; ++k) {
    if (k == axis) continue;
    const double slope = along[k] / along[axis];
    for (const double t : {box.lower[axis], box.upper[axis]}) {
      const double there = c[k] + slope * (t - c[axis]);
      box.lower[k] = std::min(box.lower[k], there);
      box.upper[k] = std::max(box.upper[k], there);
    }
    const double aside = reach_aside * std::max(length, std::fabs(slope) * length);
    box.lower[k] -= aside;
    box.upper[k] += aside;
  }
  tube_sight seen;
  if (!prove(box, axis, at, reach_aside * length, seen)) return attempt::failed;
  // The direction in which the parameter grows is that of travel.
  if (!contains(n_, box, at) || seen.orientation * orientation != (up ? 1 : -1)) return attempt::failed;
  found.box = box;
  found.axis = axis;
  found.hull = box;
  // A second look, at the enclosure: closer by far.
  for (int round = 0; round < 2; ++round) {
    for (int k = 0; k < n_; ++k) {
      found.hull.lower[k] = std::max(found.hull.lower[k], seen.from[k]);
      found.hull.upper[k] = std::min(found.hull.upper[k], seen.to[k]);
    }
    if (round == 0 || seen.contraction < 1) {
      found.least_slope = seen.least_slope;
      found.most_slope = seen.most_slope;
    }
    if (round == 1) break;
    if (!spend()) {
      stopped_ = true;
      return attempt::failed;
    }
    seen = map_.look(found.hull, axis);
    if (seen.empty) return attempt::failed;  // it is not
    if (!(seen.contraction < 1)) break;
  }
  // The domain's doubles have to tell the solutions from the walls.
  for (int k = 0; k < n_; ++k) {
    const double lower = domain_.at(k, box.lower[k]).above, upper = domain_.at(k, box.upper[k]).below;
    if (k == axis
            ? !(lower < upper)
            : !(lower <= domain_.at(k, found.hull.lower[k]).below && domain_.at(k, found.hull.upper[k]).above <= upper))
      return attempt::failed;
  }
  for (int k = 0; k < n_; ++k) {
    if (k == axis) continue;
    if (found.hull.lower[k] < -border_slack || found.hull.upper[k] > 1 + border_slack) {
      leaves_along = k;
      return attempt::leaves;
    }
  }
  return attempt::proven;
}

void tracer::walk(const cell& start, int orientation, double step, bool may_close, one_way& way) {
  way.points = {start};
  int last_axis = -1;
  while (true) {
    const cell at = way.points.back();
    const std::array<double, 4> c = middle_of(at);
    std::array<double, 4> along{};
    way.ends = curve_end::cluster;
    if (!map_.tangent(c, along)) return;
    int forced = -1;
    for (int k = 0; k < n_; ++k) {
      along[k] *= orientation;
      const bool low = at.lower[k] <= border_slack, high = at.upper[k] >= 1 - border_slack;
      if (!low && !high) continue;
      constexpr double clear = 1e-6;  // of going along the border
      if ((low && along[k] < -clear) || (high && along[k] > clear)) {
        way.ends = curve_end::border;
        return;
      }
      if (std::fabs(along[k]) > clear) forced = k;
    }
    int steepest = 0;
    for (int k = 1; k < n_; ++k)
      if (std::fabs(along[k]) > std::fabs(along[steepest])) steepest = k;
    if (last_axis >= 0 && std::fabs(along[last_axis]) > 0.7) steepest = last_axis;
    tube found;
    bool to_border = false, proven = false, closed = false;
    int toward = -1;  // an axis along which the curve may leave
    int shortened = 0;
    while (!proven) {
      if (!(step >= shortest_) || stopped_) {
        if (stopped_) way.ends = curve_end::stopped;
        return;
      }
      const int axis = toward >= 0 ? toward : forced >= 0 ? forced : steepest;
      const bool up = along[axis] > 0;
      const double from = up ? at.upper[axis] : at.lower[axis], border = up ? 1 : 0;
      const double length = step * std::fabs(along[axis]), left = std::fabs(border - from);
      to_border = toward >= 0 || left < 1.3 * length;
      const double end = to_border ? border : from + (up ? length : -length);
      int leaves_along = -1;
      const attempt outcome = try_step(at, along, orientation, axis, end, found, leaves_along);
      if (stopped_) continue;
      if (outcome == attempt::leaves && toward < 0 && std::fabs(along[leaves_along]) > 1e-6 &&
          (along[leaves_along] > 0 ? found.hull.upper[leaves_along] > 1 : found.hull.lower[leaves_along] < 0)) {
        toward = leaves_along;
        continue;
      }
      toward = -1;
      if (outcome != attempt::proven) {
        step *= contraction_ > 1.5 && contraction_ < HUGE_VAL ? std::max(0.1, 0.6 / contraction_) : 0.5;
        continue;
      }
      proven = true;
      if (!may_close || way.tubes.empty() || apart(n_, found.box, start)) continue;
      // The start is on the tube, ahead, or else it has to be clear that it is not ahead.
      const bool ahead = up ? start.lower[axis] > at.upper[axis] : start.upper[axis] < at.lower[axis];
      const bool behind = up ? start.upper[axis] < at.lower[axis] : start.lower[axis] > at.upper[axis];
      if (ahead && contains(n_, found.box, start)) {
        closed = true;
      } else if (!behind && ++shortened < 12) {
        proven = false;
        step *= 0.77;
      }
    }
    last_axis = found.axis;
    way.tubes.push_back(found);
    if (closed) {
      way.points.push_back(start);
      way.ends = curve_end::closed;
      return;
    }
    cell next = found.hull;
    const double end = along[found.axis] > 0 ? found.box.upper[found.axis] : found.box.lower[found.axis];
    next.lower[found.axis] = next.upper[found.axis] = end;
    refine(next, found.axis);
    way.points.push_back(next);
    if (stopped_) {
      way.ends = curve_end::stopped;
      return;
    }
    if (to_border) {
      way.ends = curve_end::border;
      return;
    }
    if (meets(way)) return;  // another walk ended before it came here
    if (contraction_ < 0.6 * enough_contraction) step = std::min({longest_step, 2 * step});
  }
}

bool tracer::meets(one_way& way) const {
  for (std::size_t c = 0; c < chains_.size(); ++c)
    for (std::size_t t = 0; t < chains_[c].tubes.size(); ++t)
      if (contains(n_, chains_[c].tubes[t].box, way.points.back())) {
        way.met = c, way.met_tube = t;
        return true;
      }
  return false;
}

/// A walk that came to a known chain goes on as that one: its last point lies in a tube, on the chain's own curve. All
/// chains go forward as tangents are oriented. What of a chain is left out then lies between its tube and the walk's
/// first point, which no tube held: the walk's tubes hold it.
void tracer::join(chain& made, const one_way& forth, const one_way& back) {
  if (forth.met == back.met && forth.met != none) return;
  std::size_t gone[2] = {none, none};
  if (forth.met != none) {
    const chain& c = chains_[forth.met];
    const int axis = c.tubes[forth.met_tube].axis;
    const cell &at = made.points.back(), &next = c.points[forth.met_tube + 1], &before = c.points[forth.met_tube];
    const bool up = before.upper[axis] < next.lower[axis], down = next.upper[axis] < before.lower[axis];
    if ((up && at.upper[axis] < next.lower[axis]) || (down && next.upper[axis] < at.lower[axis])) {
      const auto first = static_cast<std::ptrdiff_t>(forth.met_tube);
      made.tubes.insert(made.tubes.end(), c.tubes.begin() + first, c.tubes.end());
      made.points.insert(made.points.end(), c.points.begin() + first + 1, c.points.end());
      made.ends = c.ends;
      gone[0] = forth.met;
    }
  }
  if (back.met != none) {
    const chain& c = chains_[back.met];
    const int axis = c.tubes[back.met_tube].axis;
    const cell &at = made.points.front(), &next = c.points[back.met_tube + 1], &before = c.points[back.met_tube];
    const bool up = before.upper[axis] < next.lower[axis], down = next.upper[axis] < before.lower[axis];
    if ((up && before.upper[axis] < at.lower[axis]) || (down && at.upper[axis] < before.lower[axis])) {
      const auto past = static_cast<std::ptrdiff_t>(back.met_tube) + 1;
      made.tubes.insert(made.tubes.begin(), c.tubes.begin(), c.tubes.begin() + past);
      made.points.insert(made.points.begin(), c.points.begin(), c.points.begin() + past);
      made.begins = c.begins;
      gone[1] = back.met;
    }
  }
  if (gone[0] != none && gone[1] != none && gone[0] < gone[1]) std::swap(gone[0], gone[1]);
  for (const std::size_t c : gone)
    if (c != none) chains_.erase(chains_.begin() + static_cast<std::ptrdiff_t>(c));
}

bool tracer::trace(const cell& point) {
  one_way forth, back;
  walk(point, 1, longest_step / 2, true, forth);
  if (forth.ends != curve_end::closed) walk(point, -1, longest_step / 2, false, back);
  if (forth.tubes.empty() && back.tubes.empty()) return false;
  // Scraps between two ends where rounding stops the walk belong to the cluster there.
  if (forth.ends == curve_end::cluster && back.ends == curve_end::cluster && forth.met == none && back.met == none &&
      extent_of(n_, forth.points) < 400 * shortest_ && extent_of(n_, back.points) < 400 * shortest_)
    return false;
  chain made;
  made.begins = forth.ends == curve_end::closed ? curve_end::closed : back.ends;
  made.ends = forth.ends;
  made.points.assign(back.points.rbegin(), back.points.rend());
  made.tubes.assign(back.tubes.rbegin(), back.tubes.rend());
  // Both begin with the same point.
  made.points.insert(made.points.end(), forth.points.begin() + (back.points.empty() ? 0 : 1), forth.points.end());
  made.tubes.insert(made.tubes.end(), forth.tubes.begin(), forth.tubes.end());
  join(made, forth, back);
  chains_.push_back(std::move(made));
  return true;
}

bool tracer::uncovered(cell& box) const {
  for (bool again = true; again;) {
    again = false;
    for (const chain& c : chains_)
      for (const tube& t : c.tubes) {
        if (apart(n_, t.box, box)) continue;
        int open = -1, axes = 0;
        for (int k = 0; k < n_; ++k)
          if (box.lower[k] < t.box.lower[k] || box.upper[k] > t.box.upper[k]) open = k, ++axes;
        if (axes == 0) return false;
        if (axes > 1) continue;
        if (box.lower[open] >= t.box.lower[open] && t.box.upper[open] > box.lower[open]) {
          box.lower[open] = t.box.upper[open];
          again = true;
        } else if (box.upper[open] <= t.box.upper[open] && t.box.lower[open] < box.upper[open]) {
          box.upper[open] = t.box.lower[open];
          again = true;
        }
      }
  }
  return true;
}

}  // namespace vieta::boxes
