#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "solve/tape/coefficient_tape.hpp"
#include "solve/tape/terms.hpp"
#include "solve/track/kernels.hpp"
#include "systems/product_graph.hpp"

namespace vieta::tracking {

/// A term of a homotopy: (target + t change), or in a family with parameters `coefficient` at p(t), times a monomial in
/// the homogeneous unknowns.
struct homotopy_term {
  std::vector<systems::product_graph_builder::factor> factors;
  complex<qd> target{qd(0.0), qd(0.0)}, change{qd(0.0), qd(0.0)};
  parameter_polynomial coefficient;
};

/// A homotopy of homogeneous polynomials, ready for the kernels. Unknown 0 makes the system homogeneous. In a `toric`
/// one a term is target exp(-rate t) times its monomial, with rates that each path brings along.
class homotopy_tape {
 public:
  homotopy_tape(std::uint32_t variables, const std::vector<std::vector<homotopy_term>>& equations, bool toric = false,
                std::uint32_t parameters = 0);
  [[nodiscard]] tape_view view() const;

  /// As a message to other members of a team: an empty one, and all that it holds.
  homotopy_tape() : variables_(0), toric_(false) {}
  auto fields() {
    return std::tie(coefficients_, variables_, products_, toric_, left_, right_, term_begin_, entry_begin_, run_begin_,
                    product_runs_, term_node_, entry_term_, entry_node_, target_, change_, entry_factor_);
  }
  [[nodiscard]] auto fields() const {
    return std::tie(coefficients_, variables_, products_, toric_, left_, right_, term_begin_, entry_begin_, run_begin_,
                    product_runs_, term_node_, entry_term_, entry_node_, target_, change_, entry_factor_);
  }

 private:
  using node = systems::node;

  void add_derivatives(const systems::product_graph& g, node m, std::vector<std::pair<std::uint32_t, node>>& out,
                       std::vector<double>& factors);
  node product(node a, node b);

  coefficient_tape coefficients_;
  std::uint32_t variables_, products_ = 0;
  bool toric_;
  std::vector<node> left_, right_;
  std::map<std::pair<node, node>, node> known_;
  std::vector<std::size_t> term_begin_, entry_begin_, run_begin_;
  std::size_t product_runs_ = 0;
  std::vector<std::uint32_t> term_node_, entry_term_, entry_node_;
  std::vector<double> target_, change_, entry_factor_;
};

}  // namespace vieta::tracking
