#include <cstdio>
#include <vieta/polynomial.hpp>
#include <vieta/roots.hpp>

int main() {
  const auto result = vieta::roots(vieta::polynomial::parse("x^2 - 2"));
  for (const auto& root : result.roots) std::printf("%.15g +- %.1g\n", root.value.real(), root.radius);
  return result.status == vieta::roots_status::complete && result.roots.size() == 2 ? 0 : 1;
}
