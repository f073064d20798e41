// Coefficients that no double can hold, roots to 50 digits, and a root of multiplicity three.
#include <iostream>
#include <string>
#include <vector>

#include "vieta/roots.hpp"

int main() {
  vieta::roots_options options;
  options.digits = 50;

  // Texts are exact: 1/3 is a third, and 1e-400 is not zero.
  const std::vector<std::string> ascending = {"1e-400", "-1/3", "0.1"};
  const vieta::roots_result two = vieta::roots(vieta::polynomial::from_decimal(ascending), options);
  for (const vieta::decimal_root& r : two.decimal)
    std::cout << r.re << " + i " << r.im << " within " << r.radius << "\n";

  // An expression is expanded exactly, so that a multiple root stays one: a single disc that is proven to hold three.
  const auto p = vieta::polynomial::parse("(x - 2/7)^3 * (x^2 + x + 1)");
  const vieta::roots_result five = vieta::roots(p, options);
  std::cout << "\n" << five;
  return five.roots.size() == 3 && five.roots[0].multiplicity == 3 ? 0 : 2;
}
