#include "newton/proof/ball_evaluator.hpp"

#include <cmath>

namespace vieta::systems {

namespace {

ball exactly(double x) { return {{x, 0}, 0}; }

}  // namespace

ball_evaluator::ball_evaluator(const polynomial_system::representation& system)
    : system_(system), values_(system.graph.size()) {}

void ball_evaluator::set_point(const std::vector<ball>& x) {
  const product_graph& g = system_.graph;
  values_[0] = exactly(1);
  for (std::size_t v = 0; v < x.size(); ++v) values_[1 + v] = x[v];
  for (std::size_t k = 0; k < g.left.size(); ++k)
    values_[1 + g.variables + k] = values_[g.left[k]] * values_[g.right[k]];
}

ball ball_evaluator::coefficient(std::size_t term) const {
  const auto part = [term](const std::vector<double>& plane) { return plane.empty() ? 0.0 : plane[term]; };
  ball c{{part(system_.re[0]), part(system_.im[0])}, 0};
  // What the leading doubles leave is at most twice the next ones, and the stored number may err.
  const double rest = add_up(std::fabs(part(system_.re[1])), std::fabs(part(system_.im[1])));
  c.radius = add_up(mul_up(2.0, rest), mul_up(mul_up(2.0, abs_up(c.centre)), system_.coefficient_error));
  return c;
}

void ball_evaluator::add_derivatives(node m, const ball& weight, std::vector<ball>& row) const {
  const product_graph& g = system_.graph;
  const std::size_t k = g.length[m];
  for (std::size_t i = 0; i < k; ++i) {
    const node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    ball d = weight;
    if (i > 0) d = d * values_[g.prefix_path[g.prefixes[m] + i - 1]];
    if (i + 1 < k) d = d * values_[g.suffix_path[g.suffixes[m] + k - 2 - i]];
    if (g.exponent[atom] > 1) d = d * values_[g.lower[atom]] * exactly(g.exponent[atom]);
    ball& entry = row[g.base[atom] - 1];
    entry = entry + d;
  }
}

void ball_evaluator::jacobian_row(std::size_t e, std::vector<ball>& row) const {
  row.assign(system_.variables.size(), exactly(0));
  for (std::size_t g = system_.group_begin[e]; g < system_.group_begin[e + 1]; ++g) {
    ball sum = exactly(0);
    const ball& outer = values_[system_.outer[g]];
    for (std::size_t t = system_.term_begin[g]; t < system_.term_begin[g + 1]; ++t) {
      const ball c = coefficient(t);
      if (system_.outer[g] == 0) {
        add_derivatives(system_.inner[t], c, row);
        continue;
      }
      sum = sum + c * values_[system_.inner[t]];
      add_derivatives(system_.inner[t], c * outer, row);
    }
    if (system_.outer[g] != 0) add_derivatives(system_.outer[g], sum, row);
  }
}

}  // namespace vieta::systems
