#include "minimax/code/rates.hpp"

#include <algorithm>

namespace vieta::approximation {

const std::vector<rate_model>& rate_models() {
  // AMD: GCN3 and RDNA instruction set references; v_rcp_f32, v_sqrt_f32 and their like at a quarter of the rate.
  // NVIDIA: CUDA C++ Programming Guide, "Throughput of native arithmetic instructions", compute capability 8.6 to 9.0:
  // 128 multiply-adds, 16 reciprocals or roots, 64 comparisons, 64 conversions, 64 integer operations a clock.
  static const std::vector<rate_model> models = {{"gcn", 4, 1, 1, 1}, {"rdna", 4, 1, 1, 1}, {"nvidia", 8, 2, 2, 2}};
  return models;
}

int slots(const program& p, const rate_model& rates) {
  int total = 0;
  for (const step& s : p.steps) {
    switch (s.kind) {
      case step_kind::input:
      case step_kind::constant:  // literals travel in instructions
      case step_kind::absolute:  // modifiers are free
      case step_kind::negate:
        break;
      case step_kind::select_less:
      case step_kind::select_equal:
        total += rates.comparison + 1;
        break;
      case step_kind::minimum:
      case step_kind::maximum:
        total += rates.comparison;
        break;
      case step_kind::divide:
        total += rates.special + (p.steps[static_cast<std::size_t>(s.a)].value == 1 ? 0 : 1);
        break;
      case step_kind::square_root:
      case step_kind::call:
        total += rates.special;
        break;
      case step_kind::copy_sign:
        total += rates.bits;
        break;
      case step_kind::round_even:
        total += rates.conversion;
        break;
      case step_kind::scale_by_power_of_two:  // to an integer; ldexp, or a shift and a product
        total += rates.conversion + rates.bits;
        break;
      case step_kind::binary_exponent:
        total += 2 * rates.bits + rates.conversion;
        break;
      case step_kind::binary_significand:
        total += 3 * rates.bits;
        break;
      default:
        ++total;
    }
  }
  return total;
}

program_cost cost(const program& p) {
  program_cost total;
  total.full_rate = slots(p, {"", 0, 1, 1, 1});
  total.quarter_rate = slots(p, {"", 1, 1, 1, 1}) - total.full_rate;
  std::vector<std::size_t> last(p.steps.size(), 0);
  for (std::size_t i = 0; i < p.steps.size(); ++i)
    for (const int used : {p.steps[i].a, p.steps[i].b, p.steps[i].c, p.steps[i].d})
      if (used >= 0) last[static_cast<std::size_t>(used)] = i;
  if (p.result >= 0) last[static_cast<std::size_t>(p.result)] = p.steps.size();
  int alive = 0;
  for (std::size_t i = 0; i < p.steps.size(); ++i) {
    if (p.steps[i].kind != step_kind::constant) ++alive;
    total.registers = std::max(total.registers, alive);
    for (std::size_t k = 0; k <= i; ++k)
      if (last[k] == i && k != i && p.steps[k].kind != step_kind::constant) --alive;
  }
  return total;
}

}  // namespace vieta::approximation
