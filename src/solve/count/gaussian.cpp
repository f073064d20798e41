#include "solve/count/gaussian.hpp"

#include <cstdint>
#include <utility>

namespace vieta::counting {

polynomial_system with_unit_as_variable(std::vector<std::string> variables,
                                        const std::vector<exact_equation>& equations) {
  const auto unit = static_cast<std::uint32_t>(variables.size());
  variables.emplace_back("the imaginary unit");
  systems::system_builder builder(std::move(variables));
  using term = systems::system_builder::term;
  for (const exact_equation& equation : equations) {
    std::vector<term> terms;
    for (const exact_term& t : equation)
      for (const exact::real* part : {&t.re, &t.im}) {
        if (part->is_zero()) continue;
        term& to = terms.emplace_back();
        to.factors.assign(t.powers.begin(), t.powers.end());
        if (part == &t.im) to.factors.emplace_back(unit, 1);
        to.exact_re = *part;
      }
    builder.add_exact(std::move(terms));
  }
  std::vector<term> square(2);
  square[0].factors.emplace_back(unit, 2);
  square[0].exact_re.numerator = square[1].exact_re.numerator = 1;
  builder.add_exact(std::move(square));
  return builder.finish();
}

}  // namespace vieta::counting
