#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "io/token_reader.hpp"

namespace vieta::io {

/// How a .pol file writes one real number.
enum class pol_number { integer, fraction_in_two_words, any };

/// What the head of a .pol file says about the coefficients that follow, in either form.
struct pol_header {
  bool sparse = false;
  bool complex = true;
  bool chebyshev = false;
  pol_number number = pol_number::any;
  std::int64_t degree = -1;
  std::optional<std::int64_t> terms;  // the older form declares how many terms a sparse file has
};

/// Whether this is an option of the newer form, such as "Degree", without its value.
bool is_pol_option(std::string_view name);

pol_header read_pol_header(token_reader& in);

}  // namespace vieta::io
