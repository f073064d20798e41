#include "system_text.hpp"
#include "vieta/error.hpp"
#include "vieta/solve_parameters.hpp"

// Families: the last unknown becomes a parameter with a few values.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace vieta;
  fuzz::source in(bytes, size);
  solve_options options;
  options.on.threads = 1;
  options.seed = in.byte();
  options.max_paths = 20;
  options.max_seconds = 2;
  const int n = in.between(1, 2);
  try {
    const std::vector<std::string> names = fuzz::unknowns(n + 1);
    const polynomial_system system = polynomial_system::parse(fuzz::equations(in, n, n + 1, 4, 3), names);
    parameter_values values;
    values.names = {names.back()};
    for (int row = in.between(1, 3); row > 0; --row)
      values.values.emplace_back(in.number(), in.flip() ? in.number() : 0);
    const parameters_result result = solve_parameters(system, values, options);
    fuzz::require(result.instances.size() <= values.rows());
    for (const solved_instance& instance : result.instances) {
      const path_account& p = instance.paths;
      fuzz::require(p.total == p.regular + p.singular + p.infinite + p.failed + p.stopped);
      fuzz::require(instance.solutions.size() == instance.regular + instance.singular);
      for (const solve_solution& s : instance.solutions) fuzz::require(s.point.x.size() == static_cast<std::size_t>(n));
    }
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
