#include "boxes/leftovers/finish.hpp"

#include <algorithm>
#include <cmath>

#include "boxes/leftovers/close_look.hpp"
#include "boxes/leftovers/leftovers.hpp"
#include "vieta/core/bernstein_value.hpp"
#include "vieta/core/exponent.hpp"

namespace vieta::boxes {

namespace {

/// A connected group of this extent is no curve but one place.
constexpr double smallest_curve = 1e-3;
/// Clusters below this size get a close look: about there rounding in double begins to hide what they are.
constexpr double largest_for_close_look = 0x1p-16;
/// The tolerance of a close look at a solution that is proven already.
constexpr double tolerance_within = 1e-8;

class finisher {
 public:
  finisher(search& s, boxes_result& result, const std::function<bool()>& must_stop)
      : s_(s),
        result_(result),
        must_stop_(must_stop),
        n_(s.form().core.variables),
        domain_{s.given().box == nullptr ? nullptr : s.given().box->data()} {}

  void run() {
    const std::size_t first = result_.items.size();
    boxes_status status = s_.out_of_budget ? boxes_status::budget : boxes_status::complete;
    if (s_.options().method == boxes_method::krawczyk)
      for (found& f : s_.solutions) sharpen(f);
    merge_conflicts();
    std::erase_if(s_.solutions, [&](found& f) { return !resolvable(f); });
    for (const found& f : s_.solutions) append_unique(f);
    if (!s_.leaves.empty() || !conflicts_.empty()) {
      std::vector<std::vector<leaf>> groups = connected_groups(n_, uncovered(), must_stop_);
      for (std::vector<leaf>& group : groups) {
        if (must_stop_()) give_up(group);
        if (resolved(group, groups)) continue;
        const box_kind kind = append_group(group, groups);
        if (kind == box_kind::unresolved) status = boxes_status::budget;
        if (status == boxes_status::budget) continue;
        if (kind == box_kind::curve) status = boxes_status::positive_dim;
        if (kind == box_kind::cluster && status == boxes_status::complete) status = boxes_status::clusters;
      }
    }
    std::sort(result_.items.begin() + static_cast<std::ptrdiff_t>(first), result_.items.end(),
              [](const box_item& a, const box_item& b) { return a.x < b.x; });
    for (std::size_t k = first; k < result_.items.size(); ++k) {
      count(result_.items[k]);
      // What may be no solution of the system, a zero that a divisor shares, say, is not proven to be one.
      if (result_.items[k].condition_undecided && status == boxes_status::complete) status = boxes_status::conditions;
    }
    result_.status.push_back(status);
    result_.report.complete += status == boxes_status::complete;
  }

 private:
  void count(const box_item& item) {
    boxes_report& r = result_.report;
    r.unique += item.kind == box_kind::unique;
    r.clusters += item.kind == box_kind::cluster;
    r.curves += item.kind == box_kind::curve;
    r.unresolved += item.kind == box_kind::unresolved;
  }

  /// Two enclosures that overlap, where neither lies in the other's uniqueness box, may be one solution or two: both
  /// become a leaf. (It takes rounding errors of the size of a uniqueness box.)
  void merge_conflicts() {
    std::vector<found>& all = s_.solutions;
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        if (apart(n_, all[a].box, all[b].box)) continue;
        conflicts_.push_back({all[a].box, leaf::cause::tolerance});
        conflicts_.push_back({all[b].box, leaf::cause::tolerance});
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(b));
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(a));
        a = static_cast<std::size_t>(-1);
        break;
      }
  }

  /// A solution whose uniqueness box is too thin for the domain's doubles gets a wider one. What they cannot tell from
  /// its surroundings even then becomes a leaf: exactly one solution is there, but no box of doubles holds it alone.
  bool resolvable(found& f) {
    const cover& first = s_.covers[f.cover];
    if (resolves(n_, domain_, f.box, first.box)) return true;
    cell wider = f.box;
    for (int k = 0; k < n_; ++k) {
      const double step = some_ulps(domain_.from(k), domain_.to(k)) + 4 * (f.box.upper[k] - f.box.lower[k]);
      wider.lower[k] -= step;
      wider.upper[k] += step;
    }
    const cover second{wider, first.jacobian_sign};
    if (resolves(n_, domain_, f.box, wider) && holds_one(s_, wider)) {
      f.cover = s_.covers.size();
      s_.covers.push_back(second);
      return true;
    }
    conflicts_.push_back({f.box, leaf::cause::tolerance});
    return false;
  }

  /// The longest edge of a box.
  [[nodiscard]] double extent_of(const cell& box) const { return extent_of(box, n_); }
  /// Along the first so many axes.
  [[nodiscard]] static double extent_of(const cell& box, int axes) {
    double extent = 0;
    for (int k = 0; k < axes; ++k) extent = std::max(extent, box.upper[k] - box.lower[k]);
    return extent;
  }
  [[nodiscard]] cell widened(cell box, double by) const {
    for (int k = 0; k < n_; ++k) {
      box.lower[k] -= by;
      box.upper[k] += by;
    }
    return box;
  }

  [[nodiscard]] cell common(const cell& a, const cell& b) const {
    cell both;
    for (int k = 0; k < n_; ++k) {
      both.lower[k] = std::max(a.lower[k], b.lower[k]);
      both.upper[k] = std::min(a.upper[k], b.upper[k]);
    }
    return both;
  }

  /// A close look at an enclosure that is wide.
  void sharpen(found& f) {
    const double extent = extent_of(f.box);
    if (!(extent > wide_enclosure)) return;
    // Within the uniqueness box there is one solution only: this one.
    const cell part = common(widened(f.box, extent), s_.covers[f.cover].box);
    std::vector<close_solution> closer;
    if (look_closely(s_, part, tolerance_within, false, closer) && closer.size() == 1) f.box = closer[0].box;
  }

  void give_up(std::vector<leaf>& group) {
    for (leaf& l : group) {
      if (l.why != leaf::cause::budget) result_.report.stopped_by = "time";
      l.why = leaf::cause::budget;
    }
  }

  /// A close look at a group that may turn out to be simple solutions, or none.
  bool resolved(const std::vector<leaf>& group, const std::vector<std::vector<leaf>>& groups) {
    const bool given_up =
        std::any_of(group.begin(), group.end(), [](const leaf& l) { return l.why == leaf::cause::budget; });
    const cell hull = hull_of(n_, group);
    const double extent = extent_of(hull);
    if (s_.options().method != boxes_method::krawczyk || given_up || !(extent < largest_for_close_look)) return false;
    const cell part = common(widened(hull, extent), {{0, 0, 0, 0}, {1, 1, 1, 1}});
    // What is smaller than the tolerance stays a cluster: rounding shall decide nothing, and no more than that.
    const double least = s_.options().tolerance, local_tolerance = least / extent_of(part);
    std::vector<close_solution> closer;
    if (!(local_tolerance < 0.25) || !is_alone(part, group, groups) ||
        !look_closely(s_, part, local_tolerance, true, closer))
      return false;
    for (const close_solution& a : closer)
      for (const close_solution& b : closer)
        if (&a != &b && !apart(n_, widened(a.box, least), b.box)) return false;
    if (!std::all_of(closer.begin(), closer.end(),
                     [&](const close_solution& c) { return resolves(n_, domain_, c.box, c.uniqueness); }))
      return false;
    for (const close_solution& c : closer) {
      s_.solutions.push_back({c.box, s_.covers.size()});
      s_.covers.push_back({c.uniqueness, c.jacobian_sign});
      append_unique(s_.solutions.back());
    }
    return true;
  }

  /// What is left of the leaves outside of uniqueness boxes, whose zeros are known.
  std::vector<leaf> uncovered() {
    std::vector<leaf> all;
    std::vector<cell> parts, cut;
    for (const leaf& l : s_.leaves) {
      parts.assign(1, l.box);
      for (const cover& c : s_.covers) {
        cut.clear();
        for (const cell& p : parts) subtract(n_, p, c.box, cut);
        std::swap(parts, cut);
      }
      for (const cell& p : parts)
        if (!filtered_out(p)) all.push_back({p, l.why});
    }
    all.insert(all.end(), conflicts_.begin(), conflicts_.end());
    return all;
  }

  /// -1, 1 for the sign that all conditions F > 0 have on a box: 1 where all hold, -1 where one fails; 0: not known.
  int conditions(const cell& box) {
    int sign = 1;
    for (const bernstein_polynomial& f : s_.given().positive) {
      degrees d{};
      for (int k = 0; k < n_; ++k) d[k] = std::max(1, f.degrees[k]);
      const shape own(n_, d);
      std::vector<double> c(static_cast<std::size_t>(own.core.size));
      double error = 0;
      int exponent = 0;
      if (!prepare_polynomial(own, {f.degrees.data(), f.coefficients, f.error}, c.data(), error, exponent)) {
        if (!(f.error > 0)) return -1;  // zero everywhere: not positive
        sign = 0;
        continue;
      }
      const double growth = restrict_polynomials(own.core, 1, c.data(), box, s_.scratch);
      error = growth * (error + own.rounding) * 1.02;
      const auto [least, most] = std::minmax_element(s_.scratch.begin(), s_.scratch.begin() + own.core.size);
      if (*most < -error) return -1;
      if (!(*least > error)) sign = 0;
    }
    return sign;
  }
  bool filtered_out(const cell& box) { return !s_.given().positive.empty() && conditions(box) < 0; }

  void residual(box_item& item, const std::array<double, 4>& t) const {
    switch (n_) {
      case 1:
        return residual_of<1>(item, t);
      case 2:
        return residual_of<2>(item, t);
      case 3:
        return residual_of<3>(item, t);
      default:
        return residual_of<4>(item, t);
    }
  }
  template <int N>
  void residual_of(box_item& item, const std::array<double, 4>& t) const {
    const core::bernstein_shape& shape = s_.form().core;
    if constexpr (N == 2)  // loops of known length for what is met often
      if (shape.degree[0] == 3 && shape.degree[1] == 3) return residual_in<2, 4>(core::fixed_shape<3, 3>{}, item, t);
    residual_in<N, 65>(shape, item, t);
  }
  template <int N, int MostSide, class S>
  void residual_in(const S& shape, box_item& item, const std::array<double, 4>& t) const {
    double basis[N][MostSide];
    core::for_each_axis<N, S>(
        [&](auto k) { core::bernstein_polynomials(shape.degree_of(k), t[static_cast<std::size_t>(k)], basis[k]); });
    const prepared_system& system = s_.system();
    double off = 0;
    for (int k = 0; k < N; ++k) off += domain_.error_of_local(k, s_.form().core.degree[k]);
    for (int q = 0; q < N; ++q) {
      const double value = core::bernstein_value<N>(
          shape, system.coefficients.data() + static_cast<std::ptrdiff_t>(q) * shape.size, basis);
      item.residual = std::max(
          item.residual, scale_by_power_of_two(std::fabs(value) + system.error[q] * 1.01 + off, system.exponent[q]));
    }
  }

  void append_unique(const found& f) {
    const int sign = s_.given().positive.empty() ? 1 : conditions(f.box);
    if (sign < 0) return;
    const cover& c = s_.covers[f.cover];
    std::array<double, 4> t{};
    box_item item = unique_item(n_, f.box, c.box, c.jacobian_sign, domain_, t.data());
    item.condition_undecided = sign == 0;
    residual(item, t);
    result_.items.push_back(item);
  }

  solution_box outside(const cell& box) {
    solution_box out;
    for (int k = 0; k < n_; ++k) {
      out.lower[k] = domain_.at(k, box.lower[k]).below;
      out.upper[k] = domain_.at(k, box.upper[k]).above;
    }
    return out;
  }

  /// No other solution, known or possible, is in the box, none outside of the domain, and none that fails a condition:
  /// its degree speaks of the group alone.
  bool holds_only(const cell& box, const std::vector<leaf>& group, const std::vector<std::vector<leaf>>& groups) {
    for (int k = 0; k < n_; ++k)
      if (box.lower[k] < 0 || box.upper[k] > 1) return false;
    return (s_.given().positive.empty() || conditions(box) > 0) && is_alone(box, group, groups);
  }
  bool is_alone(const cell& box, const std::vector<leaf>& group, const std::vector<std::vector<leaf>>& groups) {
    for (const found& f : s_.solutions)
      if (!apart(n_, box, f.box)) return false;
    for (const std::vector<leaf>& other : groups)
      for (const leaf& l : other)
        if (&other != &group && !apart(n_, box, l.box)) return false;
    return true;
  }

  // Roots of unknowns change much where these do not, at zeros of multiplicity: sqrt(x) x^2 has a zero, and no curve.
  box_kind append_group(const std::vector<leaf>& group, const std::vector<std::vector<leaf>>& groups) {
    box_item item;
    const cell hull = hull_of(n_, group);
    const double extent = extent_of(hull);
    bool curve = false, budget = false;
    for (const leaf& l : group) {
      curve = curve || l.why == leaf::cause::curve;
      budget = budget || l.why == leaf::cause::budget;
    }
    item.kind = budget                                                                       ? box_kind::unresolved
                : curve && n_ > 1 && extent_of(hull, n_ - s_.given().roots) > smallest_curve ? box_kind::curve
                                                                                             : box_kind::cluster;
    const solution_box around = outside(hull);
    item.lower = around.lower;
    item.upper = around.upper;
    std::array<double, 4> t{};
    for (int k = 0; k < n_; ++k) {
      item.x[k] = domain_.at(k, hull.lower[k] + (hull.upper[k] - hull.lower[k]) / 2).nearest;
      t[k] = domain_.local(k, item.x[k]);
      item.radius = std::max({item.radius, item.upper[k] - item.x[k], item.x[k] - item.lower[k]});
      item.on_border = item.on_border || hull.lower[k] <= 0 || hull.upper[k] >= 1;
    }
    residual(item, t);
    if (item.kind == box_kind::cluster) {
      // A little larger: at its own border a group cannot be kept clear of its solutions.
      const cell wider = widened(hull, extent);
      item.degree_known = holds_only(wider, group, groups) && topological_degree(s_, wider, item.degree);
    }
    item.first_box = result_.boxes.size();
    item.boxes = group.size();
    for (const leaf& l : group) result_.boxes.push_back(outside(l.box));
    if (item.kind == box_kind::curve) {
      item.first_point = result_.polylines.size();
      for (std::array<double, 4> p : polyline_of(s_, group)) {
        for (int k = 0; k < n_; ++k) p[k] = domain_.at(k, p[k]).nearest;
        result_.polylines.push_back(p);
      }
      item.points = result_.polylines.size() - item.first_point;
    }
    result_.items.push_back(item);
    return item.kind;
  }

  search& s_;
  boxes_result& result_;
  const std::function<bool()>& must_stop_;
  int n_;
  domain_view domain_;
  std::vector<leaf> conflicts_;
};

}  // namespace

void append_items(search& s, boxes_result& result, const std::function<bool()>& must_stop) {
  boxes_report& r = result.report;
  ++r.systems;
  result.first.push_back(result.items.size());
  const std::size_t system = result.status.size();
  if (s.system().bad_equation >= 0) {
    result.status.push_back(boxes_status::bad_input);
    ++r.bad_inputs;
    return;
  }
  finisher(s, result, must_stop).run();
  r.boxes_visited += s.boxes_visited;
  r.most_visited = std::max(r.most_visited, s.boxes_visited);
  r.certificates += s.certificates;
  for (visited_box v : s.visited) {
    v.system = system;
    result.visited.push_back(v);
  }
}

}  // namespace vieta::boxes
