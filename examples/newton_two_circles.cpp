// Two circles of radius 2, about (0, 0) and (2 sqrt(2), 0): where they cross, to fifty digits, with a proof.
#include <iostream>
#include <vieta/newton.hpp>
#include <vieta/system_io.hpp>

int main() {
  // c = 2 sqrt(2) is a third unknown. The circles cross at (sqrt(2), sqrt(2)).
  const std::string equations[] = {"x^2 + y^2 - 4", "(x - c)^2 + y^2 - 4", "c^2 - 8"};
  const vieta::polynomial_system system = vieta::polynomial_system::parse(equations);
  const vieta::system_point starts[] = {{{1.4, 0.0}, {1.5, 0.0}, {2.8, 0.0}}};
  vieta::newton_options options;
  options.digits = 50;
  const vieta::newton_result result = vieta::newton(system, starts, options);
  for (const vieta::newton_solution& s : result.solutions) {
    std::cout << name(s.status) << (s.certified ? ", certified" : "") << " within " << s.radius << '\n';
    for (std::size_t v = 0; v < s.x.size(); ++v)
      std::cout << system.variables()[v] << " = " << vieta::to_decimal(s.x[v].re, 50) << '\n';
  }
  return result.report.certified == 1 ? 0 : 2;
}
