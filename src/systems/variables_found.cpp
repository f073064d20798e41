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
  std::size_t constants_found = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k < most) list += (k == 0 ? "" : ", ") + names[k];
    if (names[k] == "pi" || names[k] == "e") {
      constants += (constants.empty() ? "" : " and ") + names[k];
      ++constants_found;
    }
  }
  if (names.size() > most) list += ", ...";
  std::string text = std::to_string(names.size()) + (names.size() == 1 ? " variable" : " variables");
  if (list.empty()) return text;
  text += " (" + list;
  if (constants_found > 0)
    text +=
        "; " + constants +
        (constants_found == 1 ? " is a variable here: write its number" : " are variables here: write their numbers");
  for (const std::string& name : names)
    if (const std::string product = as_product(name, names); !product.empty())
      return text + "; " + name + " is a variable of its own, the product is " + product + ')';
  return text + ')';
}

}  // namespace vieta
