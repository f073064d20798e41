#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

#include "roots/session.hpp"
#include "roots/sweep/nodes.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

class fixed_atlas;
class ladder_device;
class node_index;

/// |p(z_i) - value * 2^exponent| <= error * 2^exponent.
struct short_value {
  std::complex<double> value{0, 0};
  double error = 0;
  double absolute_sum = 0;  ///< about sum |a_k| |z_i|^k in the same scale, 2^1000 at most; bounds nothing
  std::int64_t exponent = 0;
  int bits = 0;         ///< log2 of absolute_sum / rounding error, at least as many as were asked for
  double log2_sum = 0;  ///< of the sum, however large
};

/// p at nodes of any precision above double-double, where a node may be any point near its root: it is rounded to about
/// 50 bits a part, so that Horner's rule in fixed point takes one short product for each digit.
class short_node_values {
 public:
  explicit short_node_values(const polynomial& p);
  short_node_values(const short_node_values&) = delete;
  short_node_values& operator=(const short_node_values&) = delete;
  ~short_node_values();

  /// Whether this build has it, and whether it pays for p: not where few terms are far apart.
  [[nodiscard]] bool serves() const { return charts_ != nullptr; }
  /// Whether node i may be rounded: not where another node is so near that they would come together.
  /// For all chosen nodes at once; the answer has the length of `chosen`.
  /// `index` may know where the nodes were some time ago.
  [[nodiscard]] std::vector<char> may_round(const node_set& nodes, node_index& index,
                                            const std::vector<std::uint32_t>& chosen, const session& context) const;
  /// Rounds the chosen nodes and evaluates p there with at least bits[i] bits; values[k] is for chosen[k]. On a device
  /// if there is one, but for what it leaves undone.
  void evaluate(node_set& nodes, const std::vector<std::uint32_t>& chosen, const std::vector<int>& bits,
                std::vector<short_value>& values, const session& context, ladder_device* device = nullptr);

 private:
  std::unique_ptr<fixed_atlas> charts_;
};

}  // namespace vieta
