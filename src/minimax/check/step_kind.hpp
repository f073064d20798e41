#pragma once

#include <cstdint>

namespace vieta::approximation {

/// One operation of a machine. `multiply_add` is a * b + c and `multiply_subtract` c - a * b: with one rounding or two,
/// as the machine has it.
enum class step_kind : std::uint8_t {
  input,
  constant,
  add,
  subtract,
  multiply,
  divide,
  multiply_add,
  multiply_subtract,
  negate,
  absolute,
  square_root,
  minimum,
  maximum,
  select_less,
  select_equal,
  copy_sign,
  round_even,
  scale_by_power_of_two,  ///< a 2^b, b a whole number
  binary_exponent,        ///< e of a = m 2^e with sqrt(1/2) <= m < sqrt(2), for a normal number a > 0
  binary_significand,     ///< m
  call,
};

}  // namespace vieta::approximation
