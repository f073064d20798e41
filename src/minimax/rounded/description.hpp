#pragma once

#include <limits>
#include <string>
#include <vector>

#include "minimax/rounded/rounded_function.hpp"

// What the descriptions of functions are written with.

namespace vieta::approximation {

constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float largest_float = std::numeric_limits<float>::max();
constexpr float least_float = std::numeric_limits<float>::denorm_min();
constexpr double integer_shift = 0x1.8p52;  ///< x + this: x as an integer in the last bits

/// The double next to a constant expression such as "2*pi/64"; 0 where that is 0.
double nearest_double(const std::string& expression);
/// The same as a sum of `count` numbers of `bits` bits each, the last of 53.
std::vector<double> split_constant(const std::string& expression, int bits, int count);
/// Of the best p in `form` for `function` on [from, to], of the least degree whose relative error is below `error`.
/// Ascending. Adds the degree to those of `f`.
std::vector<double> fit(rounded_function& f, const std::string& function, const std::string& form, double from,
                        double to, double error, int first_degree);
/// As `fit`, of the degree given; `error` is what it reaches.
std::vector<double> fit_degree(const std::string& function, const std::string& form, double from, double to, int degree,
                               double& error);

std::size_t add_table(rounded_function& f, const std::string& name, const std::vector<double>& entries);
std::size_t add_table(rounded_function& f, const std::string& name, const std::vector<std::uint64_t>& entries);

/// A piece that `write` writes: it gets x and returns the value.
template <class Write>
void add_piece(rounded_function& f, float from, float to, bool hot, const Write& write) {
  rounded_piece piece{from, to, hot, {}};
  write(input_of(piece.program));
  f.pieces.push_back(std::move(piece));
}

/// For a function with f(x) ~ x: up to `to` the values lie beside x, and a double cannot tell.
void claim_beside_x(rounded_function& f, float to, bool outwards);
/// The same on both sides of zero; `outwards` on either.
void claim_beside_x(rounded_function& f, float to, bool outwards_below, bool outwards_above);
/// For a function with f(x) ~ base.
void claim_beside(rounded_function& f, float from, float to, double base, bool outwards);
void claim(rounded_function& f, float from, float to, rounded_truth kind, double base = 0);

/// exp of `x` times log(base): pieces of a program that share tables and a polynomial.
struct exponential {
  explicit exponential(rounded_function& f, const std::string& base);
  /// 2^(k/32) and what it is to be multiplied by, 1 + `rest`: `rest` is a product.
  struct parts {
    lane power, rest;
  };
  [[nodiscard]] parts of(lane x) const;
  [[nodiscard]] lane value(lane x) const {
    const parts e = of(x);
    return e.rest + e.power;
  }

 private:
  bool of_two_;
  std::size_t table_;
  double by_ = 0;
  std::vector<double> step_, polynomial_;
};

}  // namespace vieta::approximation
