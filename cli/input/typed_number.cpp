#include "input/typed_number.hpp"

#include <cstdio>

#include "vieta/io.hpp"

namespace vieta::cli {

std::string typed_decimals(std::string_view text) {
  const auto z = read_complex_number(text);
  if (!z) return {};
  char decimals[80];
  std::snprintf(decimals, sizeof decimals, "%.17g%+.17gi", z->first.nearest, z->second.nearest);
  return decimals;
}

}  // namespace vieta::cli
