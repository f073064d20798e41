#include "solve/sets/points_beside.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <tuple>
#include <utility>

#include "exact/arithmetic.hpp"
#include "solve/count/all_points.hpp"
#include "solve/count/gaussian.hpp"
#include "solve/count/modular_count.hpp"
#include "solve/effort.hpp"
#include "solve/sets/cones.hpp"
#include "systems/point_sizes.hpp"
#include "systems/representation.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"

namespace vieta::tracking {

namespace {

/// An end belongs to a point, or to a set, within this, or so many times its accuracy.
constexpr double belongs_within = 1e-4, times_accuracy = 100;

/// Numbers are longer where sets were left out by their projections, and nothing else tells points from these.
constexpr double times_beside_cones = 3;

double reach_of(const judged_end& e) { return std::max(belongs_within, times_accuracy * e.accuracy); }

/// How far an end is from x, relatively: the coordinate that is the farthest by its own size counts.
double way_between(const system_point& a, const system_point& b) {
  double most = 0;
  for (std::size_t v = 0; v < a.size(); ++v)
    most = std::max(most, systems::modulus(a[v] - b[v]) / std::max(1.0, systems::modulus(b[v])));
  return most;
}

/// The equations of a set, and as many hyperplanes near x as make it a point.
/// Nothing where coefficients are beyond the range of doubles.
std::optional<polynomial_system> cut_near(const std::vector<counting::exact_equation>& set,
                                          const std::vector<std::string>& variables, const system_point& x,
                                          std::mt19937_64& random) {
  try {
    systems::system_builder builder(variables);
    using term = systems::system_builder::term;
    const auto add = [&](const counting::exact_equation& equation) {
      std::vector<term> terms;
      for (const counting::exact_term& t : equation) {
        term& to = terms.emplace_back();
        to.factors.assign(t.powers.begin(), t.powers.end());
        to.exact_re = t.re, to.exact_im = t.im;
      }
      builder.add_exact(std::move(terms));
    };
    for (const counting::exact_equation& equation : set) add(equation);
    for (std::size_t k = set.size(); k < variables.size(); ++k) {
      counting::exact_equation plane;
      std::complex<double> sum = 0;
      for (std::size_t v = 0; v < x.size(); ++v) {
        const std::complex<double> a(static_cast<double>(random() % 1999) - 999,
                                     static_cast<double>(random() % 900 + 100));
        sum += a * std::complex<double>(x[v].re.x0, x[v].im.x0);
        counting::exact_term& t = plane.emplace_back();
        t.powers.emplace_back(static_cast<std::uint32_t>(v), 1);
        t.re = exact::from_double(a.real()), t.im = exact::from_double(a.imag());
      }
      counting::exact_term& t = plane.emplace_back();
      t.re = exact::from_double(-sum.real()), t.im = exact::from_double(-sum.imag());
      add(plane);
    }
    return builder.finish();
  } catch (const error&) {
    return std::nullopt;
  }
}

/// The proven point of a set that is next to the end, if there is one near it.
std::optional<judged_end> on_a_set(const systems::session& with, const counting::apart_from_sets& apart,
                                   const judged_end& end) {
  std::optional<judged_end> nearest;
  double least = reach_of(end);
  std::mt19937_64 random(20261129);
  newton_options options;
  options.digits = 60, options.on.threads = 1, options.on.place = where::cpu;
  for (const std::vector<counting::exact_equation>& set : apart.sets) {
    const std::optional<polynomial_system> cut = cut_near(set, with.system.variables, end.point.x, random);
    if (!cut) continue;
    const newton_solution s = newton(*cut, std::span(&end.point.x, 1), options).solutions[0];
    if (!s.certified) continue;
    const double way = way_between(s.x, end.point.x);
    if (!(way <= least)) continue;
    least = way;
    const double accuracy = std::max(accuracy_of_points, s.radius / systems::unit_of_accuracy(s.x));
    nearest = singular_end_at(with, s.x, accuracy);
    nearest->winding = end.winding, nearest->lies = membership::on_a_set;
  }
  return nearest;
}

/// Which ends are at isolated solutions: as many as each has paths, the nearest ones first.
std::vector<bool> ends_at(const std::vector<counting::known_point>& points, const std::vector<judged_end>& ends) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> ways;
  for (std::size_t p = 0; p < points.size(); ++p)
    for (std::size_t k = 0; k < ends.size(); ++k) {
      const end_kind kind = ends[k].kind;
      if (kind != end_kind::regular && kind != end_kind::singular) continue;
      const double way = way_between(ends[k].point.x, points[p].x);
      if (way <= reach_of(ends[k])) ways.emplace_back(way, p, k);
    }
  std::sort(ways.begin(), ways.end());
  std::vector<std::size_t> open;
  for (const counting::known_point& p : points) open.push_back(p.multiplicity);
  std::vector<bool> taken(ends.size(), false);
  for (const auto& [way, p, k] : ways)
    if (open[p] > 0 && !taken[k]) --open[p], taken[k] = true;
  return taken;
}

std::vector<judged_end> regular_ones(const std::vector<judged_end>& ends) {
  std::vector<judged_end> regular;
  std::copy_if(ends.begin(), ends.end(), std::back_inserter(regular),
               [](const judged_end& e) { return e.kind == end_kind::regular; });
  return regular;
}

}  // namespace

void points_beside_sets::count(double most_operations, bool dependent_ones) {
  if (isolated_.counted || must_stop_()) return;
  if (dependent_ones || !common_ones_) apart_ = counting::apart_from_common_factors(with_.system, dependent_ones);
  common_ones_ = true;
  if (apart_ && !apart_->others) {
    isolated_.counted = true;
    return;
  }
  if (apart_) count_others(most_operations);
  if (!isolated_.counted && dependent_ones) count_apart_from_cones(most_operations);
}

void points_beside_sets::count_others(double most_operations) {
  const counting::modular_count c =
      counting::count_solutions(apart_->others->data(), seed_, most_operations, must_stop_);
  if (c.what != counting::modular_count::outcome::finite || !c.has_simple) return;
  const std::size_t each = has_unit_ ? 2 : 1;  // with i and -i for the imaginary unit
  isolated_ = {true, true, c.simple / each, c.multiple / each, c.with_multiplicity / each};
}

void points_beside_sets::count_apart_from_cones(double most_operations) {
  const std::size_t n = with_.system.variables.size();
  const auto exact = counting::exact_equations_of(with_.system);
  if (!exact) return;
  std::optional<polynomial_system> system;
  if (!with_.system.is_real())
    system = counting::with_unit_as_variable(with_.system.variables, *exact);
  else if (apart_)
    system = apart_->others;
  else
    system.emplace(std::make_shared<polynomial_system::representation>(with_.system));
  auto others =
      counting::apart_from_cones(*system, with_.system.is_real() ? n : n + 1, seed_, most_operations, must_stop_);
  if (!others) return;
  has_unit_ = !with_.system.is_real();
  if (!apart_) apart_.emplace();
  apart_->others = std::move(others), by_cones_ = true;
  count_others(most_operations);
}

std::vector<counting::known_point> points_beside_sets::points(bool prove) const {
  std::vector<counting::known_point> points;
  if (!isolated_.counted || isolated_.with_multiplicity == 0) return points;
  const std::size_t n = with_.system.variables.size(), own = has_unit_ ? n + 1 : n;
  const double times = by_cones_ ? times_beside_cones : 1;
  points = counting::all_points(apart_->others->data(), seed_, times * operations_for_points, must_stop_, prove,
                                prove ? 0 : own);
  if (has_unit_) std::erase_if(points, [&](const counting::known_point& p) { return !(p.x[n].im.x0 > p.error); });
  for (counting::known_point& p : points) p.x.resize(n);
  return points;
}

bool points_beside_sets::are_all_simple(const std::vector<judged_end>& found,
                                        const std::vector<judged_end>& ends) const {
  return found.size() == isolated_.simple && certified_solutions(found) == isolated_.simple &&
         isolated_.with_multiplicity <= ends.size();
}

bool points_beside_sets::take(std::vector<judged_end>& ends) const {
  if (!isolated_.counted) return false;
  std::vector<counting::known_point> points;
  std::vector<judged_end> found = regular_ones(ends);
  // Where these are all, as counted, their places need not be known, which take long where coefficients are.
  if (isolated_.multiple > 0 || !are_all_simple(found, ends)) {
    points = this->points(false);
    found.clear();
    std::size_t multiple = 0;
    for (const counting::known_point& p : points) {
      multiple += p.multiplicity > 1;
      if (p.multiplicity > 1) continue;
      judged_end e = regular_end_at(with_, p.x);
      if (e.kind == end_kind::regular) found.push_back(std::move(e));
    }
    if (!are_all_simple(found, ends) || multiple != isolated_.multiple) {
      adopt(ends, found);
      return false;
    }
  }
  const std::vector<bool> taken = ends_at(points, ends);
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (points[k].multiplicity == 1) continue;
    for (std::size_t i = 0; i < points[k].multiplicity; ++i) {
      judged_end& e = found.emplace_back(singular_end_at(with_, points[k].x, accuracy_of_points));
      e.known_point = ends.size() + k + 1, e.lies = membership::isolated;
    }
  }
  std::vector<judged_end> stopped;
  for (std::size_t k = 0; k < ends.size() && found.size() < ends.size(); ++k) {
    if (ends[k].kind == end_kind::stopped) stopped.push_back(std::move(ends[k]));
    if (taken[k] || ends[k].kind != end_kind::singular) continue;
    auto there = on_a_set(with_, *apart_, ends[k]);
    found.push_back(there ? std::move(*there) : std::move(ends[k]));
  }
  for (judged_end& e : stopped)
    if (found.size() < ends.size()) found.push_back(std::move(e));
  judged_end far;
  far.kind = end_kind::infinite;
  found.resize(ends.size(), far);
  ends = std::move(found);
  return true;
}

std::optional<std::vector<solve_solution>> points_beside_sets::alone() const {
  std::vector<judged_end> ends(isolated_.with_multiplicity);
  if (!take(ends)) return std::nullopt;
  std::vector<solve_solution> points = solutions_of(ends);
  for (solve_solution& s : points) s.point.steps = {};
  return points;
}

}  // namespace vieta::tracking
