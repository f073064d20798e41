#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exact/exact_real.hpp"
#include "systems/product_graph.hpp"
#include "vieta/polynomial_system.hpp"

namespace vieta {

/// What a system holds: ready to be evaluated. Equation e is
///
///     sum over its groups g of  outer_g * sum over the terms t of g of  c_t inner_t,
///
/// where outer and inner are nodes of the product graph. A common factor of many terms is an outer node: then each of
/// these terms costs one multiply-add, and the derivatives of the factor are needed once.
struct polynomial_system::representation {
  std::vector<std::string> variables;
  systems::product_graph graph;
  std::vector<std::size_t> group_begin;  ///< of equation e: [group_begin[e], group_begin[e + 1])
  std::vector<systems::node> outer;      ///< for each group
  std::vector<std::size_t> term_begin;   ///< of group g
  std::vector<systems::node> inner;      ///< for each term; ascending within its group

  /// Coefficients, up to four doubles for each part; planes that would hold zeros only are empty.
  std::array<std::vector<double>, 4> re, im;
  /// |exact - stored| <= coefficient_error * |stored|; 0 when all are stored exactly.
  double coefficient_error = 0;
  /// Exact coefficients, one for each term, where the planes do not hold all of them exactly and they are known.
  std::vector<exact::real> exact_re, exact_im;

  [[nodiscard]] std::size_t equations() const { return group_begin.size() - 1; }
  [[nodiscard]] std::size_t terms() const { return inner.size(); }
  [[nodiscard]] bool is_real() const { return im[0].empty(); }
};

namespace systems {

/// Builds a system, equation by equation.
class system_builder {
 public:
  struct term {
    std::vector<product_graph_builder::factor> factors;  ///< distinct variables
    std::array<double, 4> re{}, im{};                    ///< normalised
    exact::real exact_re, exact_im;                      ///< used by `add_exact` only
  };

  explicit system_builder(std::vector<std::string> variables);

  /// An equation whose monomials are all different. The coefficients are `re` + i `im`.
  void add(const std::vector<term>& terms);
  /// The same; the coefficients are `exact_re` + i `exact_im`.
  void add_exact(std::vector<term> terms);
  /// What `add_exact` is given is within this of the coefficients that are meant, relatively; 0 says nothing.
  void approximate(double relative);
  /// For a family that knows its own structure: one group, in the representation's sense, of the equation at hand.
  struct member {
    node inner = 0;  ///< 0, the number of a variable plus one, or what `joined` gave
    const term* coefficient = nullptr;
  };
  void append_group(node outer, const std::vector<member>& members);
  void end_equation();
  /// x_1 ... x_k from x_1 ... x_{k-1} and x_2 ... x_k.
  node joined(node prefix, node suffix) { return graph_.joined(prefix, suffix); }

  /// States how well `add` was told its coefficients.
  void set_coefficient_error(double relative) { data_.coefficient_error = relative; }

  polynomial_system finish();

 private:
  void sort_group(std::size_t from, std::size_t to);

  polynomial_system::representation data_;
  product_graph_builder graph_;
  std::vector<std::uint32_t> uses_;  // of each variable in the equation at hand
  bool exact_ = false, approximate_ = false;
};

}  // namespace systems
}  // namespace vieta
