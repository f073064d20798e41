#include "system_text.hpp"
#include "vieta/error.hpp"
#include "vieta/solve.hpp"

// Small systems from every kind of start: each path has an end, and the account adds up.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace vieta;
  fuzz::source in(bytes, size);
  solve_options options;
  options.on.threads = 1;
  options.precision = in.between(0, 4);
  options.digits = in.flip() ? 0 : in.between(1, 60);
  options.start = static_cast<start_kind>(in.between(0, 3));
  options.seed = in.byte();
  options.max_paths = 30;
  options.max_seconds = 2;
  const int n = in.between(1, 3);
  try {
    const polynomial_system system = polynomial_system::parse(fuzz::equations(in, n, n, 4, 3), fuzz::unknowns(n));
    const solve_result result = solve(system, options);
    const path_account& p = result.report.paths;
    fuzz::require(p.total == p.regular + p.singular + p.infinite + p.failed + p.stopped);
    fuzz::require(result.report.status != solve_status::solved || p.failed + p.stopped == 0);
    fuzz::require(result.solutions.size() == result.report.regular + result.report.singular);
    for (const solve_solution& s : result.solutions) {
      fuzz::require(s.point.x.size() == static_cast<std::size_t>(n) && s.multiplicity >= 1);
      fuzz::require(!s.point.certified || (s.regular && std::isfinite(s.point.radius)));
    }
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
