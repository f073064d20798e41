// Reads a polynomial in any of the formats that vieta knows, and counts its real roots.
// Usage: roots_of_a_file FILE
#include <algorithm>
#include <iostream>

#include "vieta/error.hpp"
#include "vieta/io.hpp"
#include "vieta/roots.hpp"

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: roots_of_a_file FILE\n";
    return 1;
  }
  try {
    const vieta::polynomial p = vieta::read_polynomial(words[1]);
    const vieta::roots_result result = vieta::roots(p);
    vieta::print(std::cout, result, 5);  // the first five roots, and the report
    const auto real = std::count_if(result.roots.begin(), result.roots.end(), [](const auto& r) { return r.real; });
    std::cout << real << " of the " << p.degree() << " roots are real\n";
    return result.status == vieta::roots_status::complete ? 0 : 2;
  } catch (const vieta::error& e) {  // a malformed file: the message names file, line and what was expected
    std::cerr << e.what() << "\n";
    return 1;
  }
}
