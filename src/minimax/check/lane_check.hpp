#pragma once

#include "minimax/check/stretch_check.hpp"
#include "minimax/code/machine_code.hpp"

// What one lane of a GPU does. The tests run the same on the processor.

namespace vieta::approximation {

/// How many inputs a lane looks at together: an instruction is read once for all of them.
inline constexpr int lane_width = 4;
struct alignas(16) lane_values {
  float x[lane_width];
};

/// Inputs whose true values are given by polynomials: `reference` is the first of these; the pieces of a divided one
/// are for run_block_size inputs each.
struct piece_place {
  std::uint64_t begin = 0;
  std::uint32_t count = 0, reference = 0, weight = 0;
  bool reference_divided = false, weight_divided = false;
};

/// A program that runs one way, as arrays.
struct lane_code {
  const instruction* instructions = nullptr;
  const float* constants = nullptr;
  int count = 0;  ///< of instructions
  std::uint16_t result = 0;
  machine on;
  std::uint64_t directions = 0;
};

/// What errors are measured by.
struct lane_measure {
  bool relative = false, weighted = false;
  double least = 0;
};

/// One lane's numbers: `stride` apart in `memory`, so that those of neighbouring lanes lie side by side.
struct lane_memory {
  lane_values* memory;
  unsigned stride;
  const float* constants;
  bool flush, half;

  VT_HD lane_values get(std::uint16_t place) const {
    if (place < first_constant) return memory[place * stride];
    const float c = constants[place - first_constant];
    return {{c, c, c, c}};
  }
  template <class F>
  VT_HD void apply(const instruction& i, const F& f) const {
    const lane_values a = get(i.a), b = get(i.b), c = get(i.c), d = get(i.d);  // what f ignores is not read
    lane_values out;
    VT_UNROLL
    for (int k = 0; k < lane_width; ++k) {
      float y = f(a.x[k], b.x[k], c.x[k], d.x[k]);
      if (flush) y = flushed(y);
      out.x[k] = half ? to_half(y) : y;
    }
    memory[i.out * stride] = out;
  }
};

/// Runs the program on the inputs `first` to `first` + lane_width - 1 of the place, and takes the largest error.
VT_HD void check_lane(const lane_code& code, const float_inputs& inputs, const smooth_piece* pieces,
                      const piece_place& place, std::uint32_t first, const lane_measure& measure, lane_values* memory,
                      unsigned stride, worst_input& worst) {
  lane_memory at{memory, stride, code.constants, code.on.flush, code.on.half};
  const std::uint32_t block = first / static_cast<std::uint32_t>(run_block_size);
  lane_values x;
  VT_UNROLL
  for (int k = 0; k < lane_width; ++k) {
    const std::uint32_t i = first + static_cast<std::uint32_t>(k);
    x.x[k] = inputs[place.begin + (i < place.count ? i : place.count - 1)];
  }
  VT_UNROLL_NOT
  for (int k = 0; k < code.count; ++k) {
    const instruction i = code.instructions[k];
    if (i.kind == step_kind::input)
      memory[i.out * stride] = x;
    else
      run_instruction(i, code.on, code.directions, at);
  }
  const lane_values y = at.get(code.result);
  const smooth_piece& reference = pieces[place.reference + (place.reference_divided ? block : 0)];
  const smooth_piece& weight = pieces[place.weight + (place.weight_divided ? block : 0)];
  VT_UNROLL
  for (int k = 0; k < lane_width; ++k) {
    const auto wide = static_cast<double>(x.x[k]);
    const double exact = value_at(reference, wide);
    const double error = measure.relative
                             ? relative_error(exact, y.x[k], measure.least)
                             : weighted_error(exact, y.x[k], measure.weighted ? value_at(weight, wide) : 1.0);
    // Beyond the end the last input is looked at once more, so it is the same answer.
    const std::uint32_t i = first + static_cast<std::uint32_t>(k);
    if (error >= worst.error) take(worst, error, place.begin + (i < place.count ? i : place.count - 1));
  }
}

}  // namespace vieta::approximation
