#include "systems/variables_found.hpp"

#include <cstddef>

namespace vieta {

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
  return text + ')';
}

}  // namespace vieta
