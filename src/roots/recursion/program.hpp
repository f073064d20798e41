#pragma once

#include <cstdint>
#include <vector>

#include "exact/exact_real.hpp"
#include "vieta/polynomial_program.hpp"

namespace vieta {

/// What a program is without its loops: each operation takes the values of earlier ones, by index.
struct polynomial_program::representation {
  enum class kind : std::uint8_t { variable, constant, sum, difference, product };
  struct operation {
    kind what = kind::variable;
    std::uint32_t a = 0, b = 0;  ///< indices of operands; of a constant: a, in `constants`
  };
  std::vector<operation> tape;  ///< the last one is the value
  std::vector<exact::real> constants;
  std::int64_t degree = -1;
};

}  // namespace vieta
