#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vieta::approximation {

/// What a step does with doubles, or with integers of 64 bits that wrap.
enum class lane_operation : std::uint8_t {
  input,              ///< x
  constant,           ///< a double; its bits are `data`
  whole,              ///< an integer; `data`
  add,                ///< a + b
  subtract,           ///< a - b
  multiply,           ///< a * b
  multiply_add,       ///< a * b + c
  multiply_subtract,  ///< a * b - c
  negated_add,        ///< c - a * b
  divide,             ///< a / b
  root,               ///< the square root of a
  bits,               ///< the bits of a as an integer
  from_bits,          ///< the double whose bits are a
  from_whole,         ///< the signed integer a, rounded
  look_up,            ///< entry a of table `data`, a double
  look_up_whole,      ///< the same, an integer
  whole_add,          ///< a + b
  whole_subtract,     ///< a - b
  whole_multiply,     ///< a * b
  whole_and,          ///< a & b
  whole_or,           ///< a | b
  shift_left,         ///< a << data
  shift_left_by,      ///< a << b
  shift_right,        ///< a >> data, zeros come in
  signed_shift,       ///< a >> data, copies of the sign come in
};

struct lane_step {
  lane_operation kind = lane_operation::input;
  std::uint16_t a = 0, b = 0, c = 0;  ///< steps before this one
  std::uint64_t data = 0;
  bool exact = false;  ///< a product that needs no rounding: whether it is fused with a sum is all one
};

/// Numbers that a program looks up: bits of doubles, or integers.
struct lane_table {
  std::string name;
  std::vector<std::uint64_t> entries;
  bool whole = false;
};

/// A straight line of operations from one double to another: the same description is run on many numbers at once and
/// printed as code.
struct lane_program {
  std::vector<lane_step> steps;  ///< the last one is the result

  [[nodiscard]] std::uint16_t put(const lane_step& s);
};

/// A value of a program that is being written.
struct lane {
  lane_program* of;
  std::uint16_t at;
};
/// An integer of it.
struct whole_lane {
  lane_program* of;
  std::uint16_t at;
};

lane input_of(lane_program& p);
lane operator+(lane a, lane b);  ///< a product that stands in it may be fused
lane operator-(lane a, lane b);
lane operator*(lane a, lane b);
lane operator/(lane a, lane b);
lane operator+(lane a, double b);
lane operator-(lane a, double b);
lane operator*(lane a, double b);
lane operator+(double a, lane b);
lane operator-(double a, lane b);
lane operator/(double a, lane b);
lane exact_product(lane a, double b);
lane square_root(lane a);
whole_lane bits_of(lane a);
lane from_bits(whole_lane a);
lane from_whole(whole_lane a);
whole_lane operator+(whole_lane a, whole_lane b);
whole_lane operator-(whole_lane a, whole_lane b);
whole_lane operator*(whole_lane a, whole_lane b);
whole_lane operator+(whole_lane a, std::uint64_t b);
whole_lane operator-(whole_lane a, std::uint64_t b);
whole_lane operator*(whole_lane a, std::uint64_t b);
whole_lane operator&(whole_lane a, std::uint64_t b);
whole_lane operator|(whole_lane a, std::uint64_t b);
whole_lane operator<<(whole_lane a, unsigned by);
whole_lane operator<<(whole_lane a, whole_lane by);
whole_lane operator>>(whole_lane a, unsigned by);
whole_lane signed_shift(whole_lane a, unsigned by);
lane look_up(whole_lane index, std::size_t table);
whole_lane look_up_whole(whole_lane index, std::size_t table);
/// By Horner's rule; the constant term comes first.
lane polynomial(lane x, const std::vector<double>& coefficients);
/// Where `index` tells which of polynomials of one degree: their coefficients are entries index * number + k of
/// `table`.
lane polynomial(lane x, whole_lane index, std::size_t table, std::size_t number);

/// How many of the steps before it a step reads: its a, b and c, in this order.
int operands_of(lane_operation kind);
/// Which steps the result does not need.
std::vector<bool> unused_steps(const lane_program& p);

}  // namespace vieta::approximation
