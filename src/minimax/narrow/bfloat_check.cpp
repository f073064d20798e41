#include "minimax/narrow/bfloat_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "minimax/check/run_program.hpp"
#include "minimax/fit/coefficients.hpp"
#include "minimax/proof/smooth_values.hpp"

namespace vieta::approximation {
namespace {

std::vector<float> bfloats_of(const float_domain& domain) {
  std::vector<float> all;
  constexpr std::uint32_t count = 0x10000;
  for (std::uint32_t bits = 0; bits < count; ++bits) {
    const auto x = std::bit_cast<float>(bits << 16);
    // From 0 means without -0, as for floats.
    const auto holds = [x](const std::pair<double, double>& i) {
      return x >= i.first && x <= i.second && !(i.first == 0 && std::signbit(x));
    };
    if (std::isfinite(x) && std::any_of(domain.intervals.begin(), domain.intervals.end(), holds)) all.push_back(x);
  }
  return all;
}

}  // namespace

bfloat_error check_bfloats(const program& p, const float_domain& domain) {
  const std::vector<float> x = bfloats_of(domain);
  std::vector<double> exact(x.begin(), x.end());
  true_values truth(domain.function);
  truth(exact.data(), exact.data(), exact.size());
  const number_format bfloat(coefficient_format::bfloat16, 0);
  bfloat_error found;
  found.correctly_rounded = 1;
  for (const char* const machine : {"ieee", "ieee-fma"}) {
    std::vector<float> y(x.size());
    run(p, find_machine(machine), x.data(), nullptr, y.data(), x.size());
    std::uint64_t inputs = 0, right = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto nearest = static_cast<double>(bfloat.nearest(exact[i]));
      if (!std::isfinite(exact[i]) || !std::isfinite(nearest)) continue;
      ++inputs;
      const auto got = static_cast<double>(bfloat.nearest(y[i]));
      right += got == nearest ? 1 : 0;
      const double off = std::fabs(got - exact[i]), size = std::max(std::fabs(exact[i]), 0x1p-126);
      const double error = std::isnan(off) ? HUGE_VAL : domain.relative ? off / size : off;
      found.units = std::max(found.units, std::isnan(off) ? HUGE_VAL : off / bfloat.step(nearest));
      if (error <= found.error) continue;
      found.error = error;
      found.worst_at = x[i];
    }
    found.inputs = inputs;
    if (inputs > 0)
      found.correctly_rounded =
          std::min(found.correctly_rounded, static_cast<double>(right) / static_cast<double>(inputs));
  }
  return found;
}

}  // namespace vieta::approximation
