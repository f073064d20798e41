#pragma once

#include <string>
#include <vector>

#include "minimax/function/tree.hpp"
#include "minimax/lanes/lane_program.hpp"

namespace vieta::approximation {

enum class rounded_symmetry : std::uint8_t { none, odd, even };

/// From `from` up to but not including `to` the value is that of `program`. Not a number counts as the last piece's.
struct rounded_piece {
  float from = 0, to = 0;
  bool hot = false;  ///< asked for first
  lane_program program;
};

/// What is known of the function besides its series: where all of them lie beside one number, the series would have to
/// be taken to hundreds of bits to tell on which side.
enum class rounded_truth : std::uint8_t {
  beside_x,         ///< between x and its neighbour in the grid of 25 bits
  beside_constant,  ///< between `base` and its neighbour there
  beyond,           ///< above 2^128: rounding ends at the largest float or at infinity
  below,            ///< between 0 and 2^-150
  exactly,          ///< `base`
  x_itself,         ///< x, with its sign: of zeros
  nothing,          ///< not a number
};

struct rounded_claim {
  float from = 0, to = 0;  ///< with `from`, without `to`
  rounded_truth kind = rounded_truth::nothing;
  double base = 0;
  bool outwards = false;  ///< away from 0, seen from the number beside which the values lie
  /// Where the piece's value is too near to the grid: x times this (beside_x), or this (beside_constant).
  double instead = 0;
};

/// A function of floats that is calculated in double, and how. With a symmetry all of it is about x >= 0.
struct rounded_function {
  std::string name;
  operation kind = operation::exp;
  rounded_symmetry symmetry = rounded_symmetry::none;
  std::vector<lane_table> tables;
  std::vector<rounded_piece> pieces;  ///< ascending, without gaps
  std::vector<rounded_claim> claims;
  /// The function is algebraic: y with y^3 = x exactly (of cbrt) occurs, and is put right where it is near.
  bool cubes = false;
  bool periodic = false;     ///< sin, cos, tan
  std::vector<int> degrees;  ///< of the polynomials, one for each form

  [[nodiscard]] std::size_t table_bytes() const;
};

/// The functions that have a description.
std::vector<std::string> rounded_functions();
/// Throws vieta::error for others, and where ball arithmetic is missing.
rounded_function describe_rounded(const std::string& name);

// By family.
void describe_exponential(rounded_function& f);
void describe_hyperbolic(rounded_function& f);
void describe_logarithm(rounded_function& f);
void describe_cube_root(rounded_function& f);
void describe_circular(rounded_function& f);
void describe_inverse_circular(rounded_function& f);
void describe_error_function(rounded_function& f);

}  // namespace vieta::approximation
