#pragma once

#include <cstdint>
#include <vector>

#include "minimax/check/float_arithmetic.hpp"
#include "minimax/code/program.hpp"

namespace vieta::approximation {

/// A step with places for its operands and its result. A place from `first_constant` on is a constant's. For an input
/// `a` says which one.
struct alignas(16) instruction {
  step_kind kind = step_kind::input;
  std::int8_t inexact = -1;                  ///< which of the inexact steps it is; -1: rounded correctly
  operation function = operation::constant;  ///< of a call
  std::uint16_t out = 0, a = 0, b = 0, c = 0, d = 0;
};
inline constexpr std::uint16_t first_constant = 0x8000;

/// A program made ready for a machine: results lie in few places, which later ones take over. No instruction writes to
/// a place that it reads.
struct machine_code {
  machine on;
  std::vector<instruction> instructions;
  std::vector<float> constants;
  int places = 0, inexact = 0;
  std::uint16_t result = 0;
  bool calls = false;  ///< functions of the C library
};

machine_code translate(const program& p, const machine& m);

/// Which ways the inexact steps err, in turn: bit k is set where the k-th errs downwards. All combinations up to 2^6,
/// else all one way and each one alone the other way.
std::vector<std::uint64_t> error_directions(int inexact);

/// Runs an instruction with `memory`, which keeps several numbers at each place: apply(instruction, f) computes
/// out = f(a, b, c, d).
template <class Memory>
VT_HD void run_instruction(const instruction& i, const machine& m, std::uint64_t directions, Memory& memory) {
  const double direction = i.inexact >= 0 && (directions >> i.inexact & 1) != 0 ? -1 : 1;
  with_step(i.kind, m, direction, [&](const auto& f) { memory.apply(i, f); });
}

}  // namespace vieta::approximation
