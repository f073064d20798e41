#include <algorithm>
#include <cmath>

#include "boxes/curves/curve_search.hpp"
#include "boxes/curves/curves.hpp"
#include "boxes/leftovers/leftovers.hpp"

namespace vieta::boxes {

namespace {

/// A connected group of this extent is no curve but one place.
constexpr double least_extent = 1e-3;
constexpr std::size_t most_polyline = 5000;

/// Turns chains and leaves into items, in coordinates of the system's box.
class curve_items {
 public:
  curve_items(curve_search& search, const curve_system& system, const domain_view& domain, boxes_result& result,
              const std::function<bool()>& must_stop)
      : s_(search),
        system_(system),
        domain_(domain),
        n_(system.variables),
        result_(result),
        first_(result.items.size()),
        must_stop_(must_stop) {}

  void run() {
    boxes_status status = s_.out_of_budget ? boxes_status::budget : boxes_status::complete;
    const auto worse = [&](boxes_status other) { status = std::max(status, other); };  // in this order
    for (const chain& c : s_.walker.chains()) {
      append(c);
      for (const curve_end end : {c.begins, c.ends})
        if (end == curve_end::stopped || end == curve_end::cluster)
          worse(end == curve_end::stopped ? boxes_status::budget : boxes_status::clusters);
    }
    for (const std::vector<leaf>& group : connected_groups(n_, s_.leaves, must_stop_)) {
      const box_kind kind = append(group);
      worse(kind == box_kind::unresolved ? boxes_status::budget
            : kind == box_kind::curve    ? boxes_status::positive_dim
                                         : boxes_status::clusters);
    }
    std::sort(result_.items.begin() + static_cast<std::ptrdiff_t>(first_), result_.items.end(),
              [](const box_item& a, const box_item& b) { return a.x < b.x; });
    result_.status.push_back(status);
    result_.report.complete += status == boxes_status::complete;
  }

 private:
  [[nodiscard]] double edge(int k) const { return domain_.to(k) - domain_.from(k); }

  solution_box outward(const cell& box) const {
    solution_box out;
    for (int k = 0; k < n_; ++k) {
      out.lower[k] = domain_.at(k, box.lower[k]).below;
      out.upper[k] = domain_.at(k, box.upper[k]).above;
    }
    return out;
  }
  /// Within what is proven; `tracer` made sure that the solutions stay inside.
  solution_box inward(const cell& box) const {
    solution_box in;
    for (int k = 0; k < n_; ++k) {
      in.lower[k] = domain_.at(k, box.lower[k]).above;
      in.upper[k] = domain_.at(k, box.upper[k]).below;
    }
    return in;
  }

  void set_residual(box_item& item) {
    std::array<double, 4> t{};
    double off = 0;
    for (int k = 0; k < n_; ++k) {
      t[k] = domain_.local(k, item.x[k]);
      off += domain_.error_of_local(k, system_.form->core.degree[k]);
    }
    item.residual = s_.walker.map().residual(t, off);
  }

  /// The middle of a box that encloses a solution in each of its coordinates, as a double; `radius` grows with it.
  std::array<double, 4> place(const cell& box, double& radius) const {
    std::array<double, 4> x{};
    for (int k = 0; k < n_; ++k) {
      const double lower = box.lower[k], upper = box.upper[k];
      x[k] = domain_.at(k, std::clamp(lower + (upper - lower) / 2, 0.0, 1.0)).nearest;
      const double reach = std::max(domain_.at(k, upper).above - x[k], x[k] - domain_.at(k, lower).below);
      radius = std::max(reach * (1 + 0x1p-50), radius);
    }
    return x;
  }

  /// Bounds of the length of a curve between two points of a tube, by its slopes and by their distance.
  void add_length(const tube& t, const cell& a, const cell& b, traced_curve& trace) const {
    // In lengths of the longest edge: squares of edges may leave the range of doubles.
    const double longest = longest_edge();
    double least_square = 0, most_square = 0, apart_square = 0;
    for (int k = 0; k < n_; ++k) {
      const double part = edge(k) / longest, low = t.least_slope[k] * part, high = t.most_slope[k] * part;
      const double nearest = low > 0 ? low : high < 0 ? -high : 0, farthest = std::max(std::fabs(low), std::fabs(high));
      least_square += nearest * nearest;
      most_square += farthest * farthest;
      const double gap = std::max({0.0, a.lower[k] - b.upper[k], b.lower[k] - a.upper[k]}) * part;
      apart_square += gap * gap;
    }
    const int k = t.axis;
    const double least = std::max({0.0, a.lower[k] - b.upper[k], b.lower[k] - a.upper[k]}),
                 most = std::max(a.upper[k] - b.lower[k], b.upper[k] - a.lower[k]);
    // A few dozen roundings of positive numbers, those of the sum of up to 10^5 of them, and those of differences of
    // corners, which are below 2.
    constexpr double little = 0x1p-36;
    const double chord = std::sqrt(apart_square) - 0x1p-50,
                 along = std::sqrt(least_square) * std::max(0.0, least - 0x1p-50);
    trace.least_length += std::max(0.0, std::max(chord, along)) * (1 - little) * longest;
    trace.most_length += std::sqrt(most_square) * (most + 0x1p-50) * (1 + little) * longest;
  }
  [[nodiscard]] double longest_edge() const {
    double longest = 0;
    for (int k = 0; k < n_; ++k) longest = std::max(longest, edge(k));
    return longest;
  }

  void append(const chain& c) {
    box_item item;
    item.kind = box_kind::curve;
    item.trace = static_cast<int>(result_.traced.size());
    traced_curve trace;
    trace.begins = c.begins, trace.ends = c.ends;
    trace.first_axis = result_.axes.size();
    item.first_box = result_.boxes.size(), item.boxes = c.tubes.size();
    item.first_point = result_.polylines.size(), item.points = c.points.size();
    for (int k = 0; k < n_; ++k) item.lower[k] = HUGE_VAL, item.upper[k] = -HUGE_VAL;
    for (std::size_t i = 0; i < c.tubes.size(); ++i) {
      const tube& t = c.tubes[i];
      const solution_box around = outward(t.hull);
      for (int k = 0; k < n_; ++k) {
        item.lower[k] = std::min(item.lower[k], around.lower[k]);
        item.upper[k] = std::max(item.upper[k], around.upper[k]);
        item.on_border = item.on_border || t.hull.lower[k] <= 0 || t.hull.upper[k] >= 1;
      }
      result_.boxes.push_back(inward(t.box));
      result_.axes.push_back(static_cast<std::uint8_t>(t.axis));
      add_length(t, c.points[i], c.points[i + 1], trace);
    }
    for (const cell& p : c.points) result_.polylines.push_back(place(p, item.radius));
    item.x = result_.polylines[item.first_point + item.points / 2];
    set_residual(item);
    result_.traced.push_back(trace);
    result_.items.push_back(item);
    ++result_.report.curves;
  }

  box_kind append(const std::vector<leaf>& group) {
    const auto any = [&](leaf::cause why) {
      return std::any_of(group.begin(), group.end(), [why](const leaf& l) { return l.why == why; });
    };
    box_item item;
    const cell hull = hull_of(n_, group);
    double extent = 0;
    for (int k = 0; k < n_; ++k) {
      extent = std::max(extent, hull.upper[k] - hull.lower[k]);
      item.on_border = item.on_border || hull.lower[k] <= 0 || hull.upper[k] >= 1;
    }
    boxes_report& r = result_.report;
    if (any(leaf::cause::budget))
      item.kind = box_kind::unresolved, ++r.unresolved;
    else if (any(leaf::cause::curve) && extent > least_extent)
      item.kind = box_kind::curve, ++r.curves;
    else
      item.kind = box_kind::cluster, ++r.clusters;
    const solution_box around = outward(hull);
    item.lower = around.lower, item.upper = around.upper;
    item.x = place(hull, item.radius);
    set_residual(item);
    item.first_box = result_.boxes.size(), item.boxes = group.size();
    for (const leaf& l : group) result_.boxes.push_back(outward(l.box));
    if (item.kind == box_kind::curve && group.size() <= most_polyline) {
      double unused = 0;
      item.first_point = result_.polylines.size(), item.points = group.size();
      for (const leaf& l : group) result_.polylines.push_back(place(l.box, unused));
    }
    result_.items.push_back(item);
    return item.kind;
  }

  curve_search& s_;
  const curve_system& system_;
  const domain_view& domain_;
  int n_;
  boxes_result& result_;
  std::size_t first_;
  const std::function<bool()>& must_stop_;
};

}  // namespace

void solve_curves(const shape& form, const box_system& given, const boxes_options& options,
                  const std::function<bool()>& must_stop, boxes_result& result) {
  boxes_report& r = result.report;
  ++r.systems;
  result.first.push_back(result.items.size());
  const std::size_t number = result.status.size();
  curve_system system;
  if (!system.prepare(form, given)) {
    result.status.push_back(boxes_status::bad_input);
    ++r.bad_inputs;
    return;
  }
  const domain_view domain{given.box.empty() ? nullptr : given.box.front().data()};
  curve_search search(system, domain, options, must_stop);
  search.run();
  curve_items(search, system, domain, result, must_stop).run();
  if (search.out_of_time) r.stopped_by = "time";
  r.boxes_visited += search.looks;
  r.most_visited = std::max(r.most_visited, search.looks);
  for (const chain& c : search.walker.chains()) r.certificates += c.tubes.size();
  for (visited_box v : search.visited) {
    v.system = number;
    result.visited.push_back(v);
  }
}

}  // namespace vieta::boxes
