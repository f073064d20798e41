#pragma once

namespace vieta::report {

// Why an answer of `solve` is none in full, of one system and of each instance of a family alike.

inline constexpr const char* paths_failed =
    "solved in part: some paths failed, solutions may be missing; try another --seed";
inline constexpr const char* paths_not_followed_far =
    "solved in part: some paths seem to go to infinity, but were not followed far enough, solutions may be missing; "
    "try "
    "another --seed";
inline constexpr const char* only_sets =
    "solved in part: found points of sets of positive dimension, and none that is known to be isolated";
inline constexpr const char* perhaps_not_isolated =
    "solved in part: of singular solutions it is not known whether they are isolated, and how many there are";
inline constexpr const char* no_radius =
    "solved in part: found solutions with coordinates that differ so much in size that no radius is proven for all of "
    "them, or that are beyond the range of doubles";

}  // namespace vieta::report
