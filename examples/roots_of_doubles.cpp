// All roots of x^5 - x - 1, from five lines of C++.
#include <iostream>
#include <vector>

#include "vieta/roots.hpp"

int main() {
  // Coefficients ascend: -1 - x + x^5.
  const std::vector<double> coefficients = {-1, -1, 0, 0, 0, 1};
  const vieta::roots_result result = vieta::roots(coefficients);

  // Every root comes with a radius: a true root is proven to lie that close. Real roots say so.
  for (const vieta::root& r : result.roots) {
    std::cout << r.value << " within " << r.radius << (r.real ? ", real" : "") << "\n";
  }

  // The same as a table, with a report of what was done.
  std::cout << "\n" << result;
  return result.status == vieta::roots_status::complete ? 0 : 2;
}
