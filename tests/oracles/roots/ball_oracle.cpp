// What of the oracle is there without Arb, too; the rest is in form.cpp, inclusion.cpp and product.cpp.
#include "oracles/roots/ball_oracle.hpp"

#include <algorithm>

namespace vieta::test {

std::string text(const complaints& all) {
  std::string result;
  const std::size_t shown = std::min<std::size_t>(all.size(), 12);
  for (std::size_t k = 0; k < shown; ++k) result += all[k] + "\n";
  if (shown < all.size()) result += "... and " + std::to_string(all.size() - shown) + " more\n";
  return result;
}

#ifndef VIETA_HAVE_ARB

bool has_ball_oracle() { return false; }
complaints about_form(const polynomial&, const roots_result&, const roots_options&) { return {"no Arb, no oracle"}; }
complaints about_roots(const polynomial&, const roots_result&) { return {"no Arb, no oracle"}; }
complaints about_known_roots(const std::vector<known_root>&, int, const roots_result&) { return {"no Arb, no oracle"}; }
complaints about_product(const polynomial&, const roots_result&) { return {"no Arb, no oracle"}; }

#else

bool has_ball_oracle() { return true; }

#endif

}  // namespace vieta::test
