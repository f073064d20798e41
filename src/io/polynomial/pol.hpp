#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/representation.hpp"
#include "io/token_reader.hpp"
#include "vieta/polynomial.hpp"

namespace vieta::io {

/// How a .pol file writes one real number.
enum class pol_number { integer, fraction_in_two_words, any };

/// What the head of a .pol file says about the coefficients that follow, in either form.
struct pol_header {
  bool sparse = false;
  bool complex = true;
  bool chebyshev = false;
  bool secular = false;  // weights and poles instead of coefficients
  pol_number number = pol_number::any;
  std::int64_t degree = -1;
  std::optional<std::int64_t> terms;  // the older form declares how many terms a sparse file has
};

/// Whether this is an option of the newer form, such as "Degree", without its value.
bool is_pol_option(std::string_view name);

pol_header read_pol_header(token_reader& in);

/// weight / (x - pole); both with exponent 0.
struct secular_term {
  term weight, pole;
};
/// The polynomial whose roots solve the equation that the terms add up to 1, exactly: the product of all x - pole, less
/// the sum over a common denominator. It has as many roots as there are different poles with a weight. Throws where the
/// work would not end soon.
polynomial from_secular(std::vector<secular_term> terms, const std::string& name);

}  // namespace vieta::io
