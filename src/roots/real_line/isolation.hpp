#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "roots/real_line/local_model.hpp"

#ifdef VIETA_HAVE_ARB

namespace vieta::real_line {

/// A part of an interval about which everything is known, or which needs more bits. Its points are those of t = place +
/// reach s, -1 <= s <= 1, in the model's interval.
struct leaf {
  judgement known;
  std::shared_ptr<const local_model> model;  ///< of the interval; kept where f is univalent
  double_model doubles;                      ///< of the leaf itself, by s; the same
  double place = 0, reach = 1;
  /// That leaves with the same one make up: what to look at again, if need be. Null: all of it is known to have no
  /// root.
  std::shared_ptr<const dyadic> interval;
  double growth = 1;        ///< of the bits to be kept then
  bool needs_more = false;  ///< not the bits kept, but those of the model at the root did not suffice
};

struct work_order {
  double degree = 1;
  slong most_bits = 128;
  std::function<bool()> must_stop;
};

/// What is to be looked at, and how many bits it may keep.
struct target {
  dyadic interval;
  double growth = 1;
};

/// Halves the model's interval as often as it takes, where the targets are, which are parts of it in ascending order.
/// The leaves of each target come one after the other, in ascending order; one list for each target.
void isolate(const std::shared_ptr<local_model>& model, const std::vector<target>& targets, const work_order& order,
             std::vector<std::vector<leaf>>& found);

/// The same for the right half of the right half of [-1, 1] alone, 1/2 <= y <= 1, in doubles: they tell all where a
/// polynomial has few terms and does not cancel. Nothing: they do not.
std::optional<std::vector<leaf>> isolate_in_doubles(const std::shared_ptr<local_model>& model, const work_order& order);

}  // namespace vieta::real_line

#endif
