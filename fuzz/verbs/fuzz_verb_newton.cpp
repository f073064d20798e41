#include "system_text.hpp"
#include "vieta/error.hpp"
#include "vieta/newton.hpp"

// Small systems with starting points, every solver and precision.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace vieta;
  fuzz::source in(bytes, size);
  newton_options options;
  options.on.threads = 1;
  options.precision = in.between(0, 4);
  options.digits = in.flip() ? 0 : in.between(1, 60);
  options.max_iterations = in.between(1, 30);
  options.damping = in.flip();
  options.solver = static_cast<newton_solver>(in.between(0, 4));
  const int n = in.between(1, 3);
  const int m = in.between(0, 3) == 0 ? n + 1 : n;
  try {
    const polynomial_system system = polynomial_system::parse(fuzz::equations(in, m, n, 4, 4), fuzz::unknowns(n));
    std::vector<system_point> starts(static_cast<std::size_t>(in.between(1, 3)));
    for (system_point& start : starts)
      for (int k = 0; k < n; ++k) start.push_back({qd(in.number()), qd(in.flip() ? in.number() : 0)});
    const newton_result result = newton(system, starts, options);
    fuzz::require(result.solutions.size() == starts.size());
    for (const newton_solution& s : result.solutions) {
      fuzz::require(s.x.size() == static_cast<std::size_t>(n));
      fuzz::require(s.certified == (s.proof == newton_proof::solution));
      fuzz::require(std::isinf(s.radius) == (s.proof == newton_proof::none) && s.radius >= 0);
      fuzz::require(s.iterations <= options.max_iterations);
      if (s.real == realness::real)
        for (const auto& z : s.x) fuzz::require(z.im.x0 == 0);
    }
  } catch (const error& refused) {
    fuzz::check_refusal(refused.what());
  }
  return 0;
}
