#include "minimax/check/float_inputs.hpp"

namespace vieta::approximation {
namespace {

/// The first rank in [from, to) whose number is not below `x`, or with `above` not at or below it.
std::int64_t first_rank(bool half, double x, bool above, std::int64_t from, std::int64_t to) {
  while (from < to) {
    const std::int64_t middle = from + (to - from) / 2;
    const auto value = static_cast<double>(half ? half_of(middle) : float_of(middle));
    if (value < x || (above && value == x))
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

}  // namespace

float_inputs inputs_between(bool half, double lo, double hi, std::uint64_t most) {
  const std::int64_t end_of_all = half ? 0x7c00 : 0x7f800001;  // infinite floats are inputs, infinite halves are not
  float_inputs all;
  all.half = half;
  // From 0 means without -0.
  all.first = lo == 0 ? 0 : first_rank(half, lo, false, -end_of_all, end_of_all);
  const std::int64_t end = first_rank(half, hi, true, -end_of_all, end_of_all);
  if (end <= all.first) return all;
  all.last = static_cast<std::uint64_t>(end - all.first) - 1;
  all.stride = most == 0 || all.last < most ? 1 : (all.last + 1) / most;
  all.count = (all.last + all.stride - 1) / all.stride + 1;
  return all;
}

}  // namespace vieta::approximation
