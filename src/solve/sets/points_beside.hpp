#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "solve/count/all_points.hpp"
#include "solve/end_points.hpp"
#include "solve/sets/common_factors.hpp"
#include "vieta/solve.hpp"

namespace vieta::tracking {

/// Modulo a prime: not finite, and of the isolated solutions all that is known of finitely many. Not counted where
/// there are other sets than those of the common factors.
solution_count count_beside(const counting::apart_from_sets& apart, std::uint64_t seed, double most_operations,
                            const std::function<bool()>& must_stop);

/// All isolated solutions that were counted, by exact algebra; nothing where that is too much work.
std::vector<counting::known_point> points_beside(const counting::apart_from_sets& apart, const solution_count& count,
                                                 std::uint64_t seed, double most_operations,
                                                 const std::function<bool()>& must_stop);

/// These solutions take the place of the ends that are nearest to them, as many as each has paths; a singular end that
/// is left goes to the zero next to it on a set of the common factors, where a proof finds one there. What is left of
/// the other paths has not come to an isolated solution: they count as infinite. False where not all simple solutions
/// are certified: then those that are are added to the ends.
bool take_points_beside(const systems::session& with, const counting::apart_from_sets& apart,
                        const std::vector<counting::known_point>& points, const solution_count& count,
                        std::vector<judged_end>& ends);

}  // namespace vieta::tracking
