#pragma once

#include <string>
#include <vector>

#include "structured.hpp"

namespace vieta::fuzz {

/// Equations in x, y, z: up to `terms` terms each, with small exponents and integers, or doubles as decimals.
inline std::vector<std::string> equations(source& in, int count, int variables, int terms, int degree) {
  std::vector<std::string> all;
  for (int e = 0; e < count; ++e) {
    std::string text;
    for (int t = in.between(1, terms); t > 0; --t) {
      const double c = in.between(0, 3) == 0 ? in.finite() : in.between(-3, 3);
      text += text.empty() ? "" : " + ";
      text += "(" + std::to_string(c) + ")";
      if (in.between(0, 7) == 0) text += "*(1 + i)";
      for (int v = 0, left = degree; v < variables; ++v) {
        const int power = in.between(0, left);
        left -= power;
        if (power > 0) text += std::string("*") + "xyz"[v] + "^" + std::to_string(power);
      }
    }
    all.push_back(text);
  }
  return all;
}

/// The names of the first `count` unknowns.
inline std::vector<std::string> unknowns(int count) {
  const std::vector<std::string> names = {"x", "y", "z"};
  return {names.begin(), names.begin() + count};
}

}  // namespace vieta::fuzz
