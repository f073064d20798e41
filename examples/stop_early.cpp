// A hard polynomial and little time: what is proven so far comes back, and says of itself how much it is worth.
#include <iostream>
#include <map>
#include <string>

#include "vieta/roots.hpp"

int main() {
  // (((x + 1)^2 x + 1)^2 x + 1)^2 x + ...: the centres of the Mandelbrot set. Double precision is far from enough.
  std::string text = "x+1";
  for (int level = 1; level < 10; ++level) text.insert(0, "(").append(")^2*x+1");
  const auto p = vieta::polynomial::parse(text);

  vieta::roots_options options;
  options.max_seconds = 0.3;
  options.progress = [](const vieta::roots_progress& now) {
    if (now.settled == 0) return;
    std::cout << now.settled << " of " << now.total << " roots after " << now.seconds << " s\n";
  };
  const vieta::roots_result result = vieta::roots(p, options);

  std::cout << name(result.status) << ", stopped by '" << result.report.stopped_by << "'\n";
  std::map<std::string, int> count;  // isolated, cluster, wide: proven; unproven: an approximation, no more
  for (const vieta::root& r : result.roots) count[name(r.status)] += 1;
  for (const auto& [status, discs] : count) std::cout << discs << " discs are " << status << "\n";
  return 0;
}
