#include "systems/variables_found.hpp"

#include <algorithm>
#include <cstddef>

namespace vieta {

namespace {

/// "x*y" for the name "xy" beside x and y; empty for others. Nobody who has both means one more variable.
std::string as_product(const std::string& name, const std::vector<std::string>& names) {
  for (std::size_t length = 1; length < name.size(); ++length) {
    const std::string first = name.substr(0, length), rest = name.substr(length);
    if (std::find(names.begin(), names.end(), first) == names.end()) continue;
    if (std::find(names.begin(), names.end(), rest) != names.end()) return first + '*' + rest;
    if (const std::string product = as_product(rest, names); !product.empty()) return first + '*' + product;
  }
  return "";
}

}  // namespace

std::string variables_found(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  std::string list, constants;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k < most) list += (k == 0 ? "" : ", ") + names[k];
    if (names[k] == "pi") constants += "; pi is a variable here: write its number";
    if (names[k] == "e") constants += "; e is a variable here: Euler's number is exp(1)";
  }
  if (names.size() > most) list += ", ...";
  std::string text = std::to_string(names.size()) + (names.size() == 1 ? " variable" : " variables");
  if (list.empty()) return text;
  text += " (" + list + constants;
  for (const std::string& name : names)
    if (const std::string product = as_product(name, names); !product.empty())
      return text + "; " + name + " is a variable of its own, the product is " + product + ')';
  return text + ')';
}

}  // namespace vieta
