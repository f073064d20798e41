#pragma once

#include <string>
#include <vector>

#include "minimax/code/program.hpp"

namespace vieta::approximation {

/// Operations at full rate, those of the unit for reciprocals, roots and other functions, and values alive at once.
struct program_cost {
  int full_rate = 0, quarter_rate = 0, registers = 0;
};
program_cost cost(const program& p);

/// What operations take, in the time of one multiply-add; division is a reciprocal and a product.
struct rate_model {
  const char* name;
  int special;     ///< reciprocal, root, other functions
  int comparison;  ///< without the selection that follows
  int conversion;  ///< between floats and integers, and rounding to a whole number
  int bits;        ///< shift, and, integer addition
};
/// gcn, rdna, nvidia.
const std::vector<rate_model>& rate_models();
int slots(const program& p, const rate_model& rates);

}  // namespace vieta::approximation
