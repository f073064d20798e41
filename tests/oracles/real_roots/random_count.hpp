#pragma once

#include <cstdlib>

namespace vieta::test {

/// How many random cases: `usual`, or what VIETA_RANDOM_COUNT says.
inline int random_count(int usual) {
  const char* const wished = std::getenv("VIETA_RANDOM_COUNT");
  return wished != nullptr ? std::atoi(wished) : usual;
}

}  // namespace vieta::test
