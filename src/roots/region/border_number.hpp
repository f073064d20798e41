#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exact/exact_real.hpp"
#include "vieta/roots.hpp"

namespace vieta {

/// offset +- radicand^(1/index). The radicand is above 0, and no power of a fraction whose exponent divides the index:
/// s^index - radicand is irreducible (Capelli 1898).
struct radical {
  exact::real offset, radicand;
  int index = 2;
  bool is_negative = false;
};

/// A number of a region without any rounding: least <= number <= most, which are equal unless a ball or a root was
/// given.
struct border_number {
  exact::real least, most;
  bool is_exact = true;
  std::optional<radical> root = {};  ///< where it is one
  /// Of a square root alone, which has the sign of `least`.
  std::optional<exact::real> square = {};
};

/// "0.3", "1/3", "[0.785 +/- 1e-3]", "sqrt(2)", "-sqrt(1/2)", "1-(2/3)^(1/3)"; nothing for all else, and beyond
/// 10^+-1000, where no region reaches.
std::optional<border_number> parse_border(std::string_view text);

/// Of the text where there is one, else of the double, which is finite then. Throws vieta::error for another text.
border_number border_of(double number, const std::string& text);

/// The double next to it.
double nearest_double(const border_number& number);

/// Whether some number of the region has a text.
bool has_texts(const roots_region& region);

/// The same region with the nearest double beside each text. Throws vieta::error for what is no number.
roots_region with_nearest_doubles(roots_region region);

}  // namespace vieta
