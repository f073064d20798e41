#include "verify/boxes/verify_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "verify/boxes/box_claims.hpp"
#include "verify/boxes/whole_box.hpp"
#include "verify/work_limits.hpp"
#include "vieta/error.hpp"
#include "vieta/geometry.hpp"

namespace vieta {

#ifdef VIETA_HAVE_ARB

namespace {

using checking::ball_system;
using checking::boxes_claims;
using checking::certified_place;
using checking::exact_box;
using checking::item_claim;
using checking::solution_cover;
using checking::system_claim;

exact_box around(const item_claim& item) { return checking::box_about(item.x, item.radius); }

bool is_bad(const box_system& system) {
  const auto is_wrong = [](const bernstein_polynomial& p, bool may_vanish) {
    bool is_zero = true;
    for (const double c : p.coefficients) {
      if (!std::isfinite(c)) return true;
      is_zero = is_zero && c == 0;
    }
    return (is_zero && !may_vanish) || !std::isfinite(p.error);
  };
  return std::any_of(system.equations.begin(), system.equations.end(),
                     [&](const bernstein_polynomial& p) { return is_wrong(p, false); }) ||
         std::any_of(system.positive.begin(), system.positive.end(),
                     [&](const bernstein_polynomial& p) { return is_wrong(p, true); });
}

/// One system. The complaints are those of `out`.
class system_checker {
 public:
  system_checker(std::span<const box_system> systems, std::size_t s, const boxes_claims& claims,
                 const checking::work_limits& limits, boxes_verification& out, bool& is_undecided)
      : systems_(systems),
        system_(systems[s]),
        s_(s),
        claims_(claims),
        claim_(claims.systems[s]),
        limits_(limits),
        out_(out),
        is_undecided_(is_undecided) {}

  void check() {
    if (claim_.at != system_.fixed) complain("other values of the sampled variables than those of the input");
    const bool is_wrong = is_bad(system_);
    if (is_wrong != (claim_.status == boxes_status::bad_input))
      return complain(is_wrong ? "its input is no system" : "bad_input, but the input is a system");
    if (is_wrong) {
      if (!claim_.items.empty()) complain("bad_input with solutions");
      return;
    }
    check_status();
    const ball_system balls(system_);
    std::vector<double> lower, upper;
    for (std::size_t v = 0; v < balls.variables(); ++v)
      lower.push_back(balls.lower(v)), upper.push_back(balls.upper(v));
    domain_ = checking::box_between(lower, upper);
    std::vector<certified_place> places;
    bool all_proven = true;
    for (std::size_t k = 0; k < claim_.items.size(); ++k) {
      limits_.check();
      if (claim_.items[k].kind != box_kind::unique) {
        if (claim_.items[k].has_degree) leave_open(k, "the topological degree of a cluster is not looked at");
        continue;
      }
      const std::size_t before = out_.complaints.size();
      if (std::optional<certified_place> place = check_unique(balls, k, places)) places.push_back(*std::move(place));
      all_proven = all_proven && out_.complaints.size() == before;
      if (out_.complaints.size() == before) ++out_.checked;
    }
    if (all_proven) search_whole(balls, std::move(places));
  }

 private:
  [[nodiscard]] std::string name_of(std::size_t k) const {
    return (systems_.size() > 1 ? "system " + std::to_string(s_ + 1) + ", " : std::string()) + "item " +
           std::to_string(k + 1) + ": ";
  }
  void complain(const std::string& what) {
    out_.complaints.push_back((systems_.size() > 1 ? "system " + std::to_string(s_ + 1) + ": " : std::string()) + what);
  }
  void complain(std::size_t k, const std::string& what) { out_.complaints.push_back(name_of(k) + what); }
  void leave_open(std::size_t k, const std::string& what) {
    is_undecided_ = true;
    undecided_.push_back(name_of(k) + what);
  }

 public:
  [[nodiscard]] const std::vector<std::string>& undecided() const { return undecided_; }

 private:
  void check_status() {
    const auto has = [&](box_kind kind) {
      return std::any_of(claim_.items.begin(), claim_.items.end(),
                         [&](const item_claim& item) { return item.kind == kind; });
    };
    const boxes_status is = claim_.status;
    const bool is_open = has(box_kind::cluster) || has(box_kind::curve) || has(box_kind::unresolved);
    if (is == boxes_status::complete && is_open) complain("complete, but not all of its items are unique solutions");
    if (is == boxes_status::clusters && !has(box_kind::cluster)) complain("clusters, but there is none");
    const bool has_open_condition = std::any_of(claim_.items.begin(), claim_.items.end(),
                                                [](const item_claim& item) { return item.condition_undecided; });
    if (is == boxes_status::complete && has_open_condition) complain("complete, but a condition is undecided");
    // `merge_pieces` may have kept the item of another piece.
    if (is == boxes_status::conditions && !has_open_condition && system_.piece_of < 0)
      complain("conditions, but none is undecided");
    if (is == boxes_status::conditions && is_open)
      complain("conditions, but not all of its items are unique solutions");
    if (is == boxes_status::positive_dim && !has(box_kind::curve)) complain("positive_dim, but there is no curve");
  }

  /// The certified place, also where something else that is said of the item is wrong.
  std::optional<certified_place> check_unique(const ball_system& balls, std::size_t k,
                                              const std::vector<certified_place>& before) {
    const item_claim& item = claim_.items[k];
    const exact_box within = around(item), box = checking::box_between(item.lower, item.upper);
    std::optional<certified_place> place = balls.certify(item.x, item.radius);
    if (!place) {
      complain(k, "no proof found that there is a solution near x");
      return {};
    }
    if (checking::are_apart(place->narrow, within))
      complain(k, "the solution is farther from x than the radius");
    else if (!checking::is_inside(place->narrow, within))
      complain(k, "no proof found that the solution is within the radius of x");
    for (std::size_t j = 0; j < before.size(); ++j)
      if (checking::is_inside(place->narrow, before[j].whole)) complain(k, "the same solution as an item before it");
    if (!checking::is_inside(place->narrow, box)) {
      complain(k, "no proof found that its box holds the solution");
    } else {
      solution_cover cover(balls, {*place}, {}, {}, limits_);
      const solution_cover::verdict found = cover.look(box, box, most_cells);
      if (found == solution_cover::verdict::missing) complain(k, "its box holds another solution");
      if (found == solution_cover::verdict::not_known)
        leave_open(k, "not decided: whether its box holds another solution");
    }
    if (checking::are_apart(place->narrow, domain_)) complain(k, "the solution lies outside of the box of the system");
    check_border(item, k, place->narrow);
    if (item.jacobian_sign != 0 && (system_.is_rewritten || item.jacobian_sign != place->jacobian_sign))
      complain(k, "its Jacobian has the other sign, or a sign that is not proven");
    if (item.has_residual) {
      const ball_system::range range = balls.residual(item.x);
      if (range.least > item.residual)
        complain(k, "the residual is larger: " + report::rounded(range.least, 3));
      else if (range.most > item.residual)
        complain(k, "no proof found that the residual is no larger");
    }
    if (!item.condition_undecided && !balls.fulfils_conditions(place->narrow))
      complain(k, "no proof found that it fulfils the conditions");
    if (item.condition_undecided && system_.positive.empty()) complain(k, "an undecided condition, but there is none");
    check_point(item, k);
    return place;
  }

  void check_border(const item_claim& item, std::size_t k, const exact_box& narrow) {
    if (!item.on_border) {
      if (!checking::is_inside(narrow, domain_))
        complain(k, "no proof found that it lies within the box of the system");
      return;
    }
    bool is_near = false;
    for (std::size_t v = 0; v < item.x.size(); ++v) {
      const double lower = system_.box.empty() ? 0 : system_.box[v][0],
                   upper = system_.box.empty() ? 1 : system_.box[v][1];
      const double reach = item.radius * (1 + 1e-9) + 1e-15 * (std::abs(lower) + std::abs(upper));
      is_near = is_near || item.x[v] - reach <= lower || item.x[v] + reach >= upper;
    }
    if (!is_near) complain(k, "on the border, but it is farther from it than the radius");
  }

  void check_point(const item_claim& item, std::size_t k) {
    if (item.has_point != !system_.curves.empty()) return complain(k, "a point of curves that are not there, or none");
    if (item.has_point && item.point != point_of(system_.curves[0], item.x[0]))
      complain(k, "another point of the curve");
  }

  void search_whole(const ball_system& balls, std::vector<certified_place> places) {
    std::vector<exact_box> others, open_boxes;
    for (std::size_t t = 0; system_.piece_of >= 0 && t < systems_.size(); ++t)
      if (t != s_ && systems_[t].piece_of == system_.piece_of)
        for (const item_claim& item : claims_.systems[t].items)
          if (item.kind == box_kind::unique) others.push_back(around(item));
    for (const item_claim& item : claim_.items)
      for (const auto& [lower, upper] : item.boxes) open_boxes.push_back(checking::box_between(lower, upper));
    solution_cover cover(balls, std::move(places), std::move(others), std::move(open_boxes), limits_);
    const auto cells =
        most_cells + cells_for_each_box * claims_.boxes_visited / static_cast<std::int64_t>(systems_.size());
    switch (cover.look(domain_, domain_, cells)) {
      case solution_cover::verdict::full:
        if (claim_.status == boxes_status::complete) ++out_.systems_complete;
        return;
      case solution_cover::verdict::missing:
        return complain("its box has a solution that is not listed");
      case solution_cover::verdict::not_known:
        is_undecided_ = true;
        undecided_.push_back((systems_.size() > 1 ? "system " + std::to_string(s_ + 1) + ": " : std::string()) +
                             "not decided: whether its box has a solution that is not listed");
    }
  }

  /// A cell takes about as long as thirty boxes of the solver.
  static constexpr std::int64_t most_cells = 4000, cells_for_each_box = 8;
  std::span<const box_system> systems_;
  const box_system& system_;
  std::size_t s_;
  const boxes_claims& claims_;
  const system_claim& claim_;
  const checking::work_limits& limits_;
  boxes_verification& out_;
  bool& is_undecided_;
  std::vector<std::string> undecided_;
  exact_box domain_;
};

void check_counts(const boxes_claims& claims, boxes_verification& out) {
  std::int64_t complete = 0, bad = 0, kinds[4] = {};
  for (const system_claim& s : claims.systems) {
    complete += s.status == boxes_status::complete;
    bad += s.status == boxes_status::bad_input;
    for (const item_claim& item : s.items) ++kinds[static_cast<int>(item.kind)];
  }
  const auto compare = [&](const char* what, std::int64_t said, std::int64_t counted) {
    if (said != counted)
      out.complaints.push_back(std::string("report: ") + what + ": found " + std::to_string(said) + ", expected " +
                               std::to_string(counted));
  };
  compare("systems", claims.count_systems, static_cast<std::int64_t>(claims.systems.size()));
  compare("complete", claims.complete, complete), compare("bad_inputs", claims.bad_inputs, bad);
  compare("unique", claims.unique, kinds[0]), compare("clusters", claims.clusters, kinds[1]);
  compare("curves", claims.curves, kinds[2]), compare("unresolved", claims.unresolved, kinds[3]);
}

}  // namespace

boxes_verification verify_boxes_result(std::span<const box_system> systems, std::string_view json,
                                       std::string_view name, const verify_options& options) {
  const float_environment floats;
  const boxes_claims claims = checking::read_boxes_claims(json, name, systems);
  const checking::work_limits limits(options);
  boxes_verification out;
  check_counts(claims, out);
  bool is_undecided = false;
  std::vector<std::string> undecided;
  std::size_t s = 0;
  try {
    for (; s < systems.size(); ++s) {
      system_checker one(systems, s, claims, limits, out, is_undecided);
      one.check();
      undecided.insert(undecided.end(), one.undecided().begin(), one.undecided().end());
    }
  } catch (const checking::stopped&) {
    is_undecided = true;
    undecided.push_back(limits.complaint(s, systems.size(), systems.size() == 1 ? "system" : "systems"));
  }
  out.decided = !is_undecided || !out.complaints.empty();
  out.holds = !is_undecided && out.complaints.empty();
  out.complaints.insert(out.complaints.end(), undecided.begin(), undecided.end());
  return out;
}

#else

boxes_verification verify_boxes_result(std::span<const box_system>, std::string_view, std::string_view name,
                                       const verify_options&) {
  throw error(std::string(name) + ": found a build without Arb, expected one with it for verify");
}

#endif

}  // namespace vieta
