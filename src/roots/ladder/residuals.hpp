#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "roots/fixed_point/residuals.hpp"
#include "roots/session.hpp"
#include "roots/sweep/chart.hpp"
#include "roots/sweep/nodes.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {

class ladder_device;

/// What is known of p(z_i): |p(z_i) - value * 2^exponent| <= error * 2^exponent, for the node as it stands.
struct residual {
  std::complex<double> value{0, 0};
  double error = std::numeric_limits<double>::infinity();
  double absolute_sum = 0;  ///< upper bound of sum |a_k| |z_i|^k, same scale
  std::int64_t exponent = 0;
  int bits = 0;  ///< precision it was evaluated with; 0: never
  /// log2 of the sum, about: it plans precision, also where many thousands of bits cancel and the sum itself is no
  /// double in the scale of the value.
  double log2_sum = -std::numeric_limits<double>::infinity();

  /// Correct leading bits of the value; negative when the value is all noise.
  [[nodiscard]] double accurate_bits() const { return std::log2(std::abs(value) / error); }
  /// How many bits cancelled in the sum.
  [[nodiscard]] double cancelled_bits() const { return log2_sum - std::log2(std::abs(value) + error); }
};

/// The rungs of the ladder: bits of the arithmetic that evaluates p. Above `quad` any number of bits (Arb).
namespace rung {
inline constexpr int twice = 106, quad = 203;
}

/// Highest precision that this build has.
int highest_precision();

/// Evaluates p at the chosen nodes with at least `bits[i]` bits for node i and stores what is then known of p(z_i).
/// At the lowest rung the node is first rounded to a double point of its chart, and above it, where keeps_limbs[i] is
/// 0, to a short one (see short_node_values): a node may lie anywhere near its root. Short ones are evaluated on
/// `device` if it is not null. `index` may know where the nodes were some time ago.
void evaluate_residuals(node_set& nodes, atlas& charts, short_node_values& short_nodes, const polynomial& p,
                        node_index& index, const std::vector<std::uint32_t>& chosen, const std::vector<int>& bits,
                        const std::vector<char>& keeps_limbs, std::vector<residual>& residuals, const session& context,
                        ladder_device* device = nullptr);

}  // namespace vieta
