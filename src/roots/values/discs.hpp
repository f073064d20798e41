#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "roots/values/search.hpp"
#include "roots/values/value_source.hpp"

namespace vieta::values {

/// |x - centre| <= radius holds exactly `multiplicity` roots, counted with multiplicity.
struct root_disc {
  complex<dd> centre;
  double radius = 0;
  std::int64_t multiplicity = 1;
  bool is_one_root = true;  ///< all of them are one number
};

/// A disc for each root, all disjoint, where the nodes lead to as many: then each holds exactly one, as a disc of
/// radius n |p/p'| holds at least one. Nothing where they do not. `is_small` says when a disc needs no further step.
/// Proof: docs/method/series.md.
std::optional<std::vector<root_disc>> prove_all(
    const value_source& p, const std::vector<std::complex<double>>& nodes,
    const std::function<bool(const complex<dd>& z, double radius)>& is_small, const search_limits& limits);

/// Makes those of all roots' discs smaller that hold one root and are not small. The discs are disjoint.
void shrink(const value_source& p, std::vector<root_disc>& discs,
            const std::function<bool(const complex<dd>& z, double radius)>& is_small, const search_limits& limits);

}  // namespace vieta::values
