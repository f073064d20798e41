#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "roots/sweep/neighbours.hpp"
#include "roots/sweep/nodes.hpp"

namespace vieta {

/// Which nodes are near each other, kept from one look to the next: only those that have moved since then are put in
/// order again.
class node_index {
 public:
  /// Looks at all nodes for where they are now.
  void update(const node_set& nodes, int threads);
  [[nodiscard]] const polar_index& places() const { return *index_; }

 private:
  struct place {
    std::complex<double> leading;
    std::int64_t exponent;
    bool operator==(const place&) const = default;
  };
  std::vector<place> known_;
  std::optional<polar_index> index_;
};

/// Groups of nodes that are the same number to three limbs, each in the order of the nodes' numbers.
std::vector<std::vector<std::uint32_t>> coincident_nodes(const node_set& nodes, const node_index& index);

}  // namespace vieta
