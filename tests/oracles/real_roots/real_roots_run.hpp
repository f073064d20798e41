#pragma once

#include <cstdlib>
#include <span>
#include <vector>

#include "base/simd/isa.hpp"
#include "oracles/real_roots/real_roots_case.hpp"
#include "vieta/real_roots.hpp"

// The public interface of real_roots as the tests use it.
namespace vieta::test {

inline constexpr real_roots_method all_methods[] = {real_roots_method::automatic, real_roots_method::derivatives,
                                                    real_roots_method::bernstein};

inline const char* text(real_roots_method method) {
  return method == real_roots_method::automatic     ? "auto"
         : method == real_roots_method::derivatives ? "derivatives"
                                                    : "bernstein";
}

/// Lowers the SIMD level as long as it lives.
class at_level {
 public:
  explicit at_level(isa level) { setenv("VIETA_ISA", name(level), 1); }
  ~at_level() { unsetenv("VIETA_ISA"); }
  at_level(const at_level&) = delete;
  at_level& operator=(const at_level&) = delete;
};

/// Those that this machine has and that were built.
inline std::vector<isa> levels_here() {
  std::vector<isa> levels;
  for (const isa level : levels_of_family) {
    const at_level lowered(level);
    if (detect_isa() == level) levels.push_back(level);
  }
  return levels;
}

template <class T>
real_roots_options<T> options_for(real_roots_method method, double absolute = 0, double relative = 0) {
  real_roots_options<T> options;
  options.absolute_tolerance = static_cast<T>(absolute);
  options.relative_tolerance = static_cast<T>(relative);
  options.method = method;
  options.on.place = where::cpu;
  options.on.threads = 1;
  return options;
}

template <class T>
listed_roots listed(const real_roots_result<T>& result, std::size_t i) {
  const std::size_t degree = static_cast<std::size_t>(result.degree);
  listed_roots answer;
  answer.roots.assign(result.values.begin() + static_cast<std::ptrdiff_t>(i * degree),
                      result.values.begin() + static_cast<std::ptrdiff_t>((i + 1) * degree));
  answer.count = result.counts[i];
  answer.status = result.statuses[i];
  answer.touching = result.touching[i];
  return answer;
}

template <class T>
std::vector<T> rounded(const std::vector<double>& a) {
  std::vector<T> numbers;
  for (const double x : a) numbers.push_back(static_cast<T>(x));
  return numbers;
}

/// One polynomial by itself.
template <class T>
listed_roots solve_alone(const std::vector<double>& a, double lo, double hi, const real_roots_options<T>& options) {
  const std::vector<T> numbers = rounded<T>(a);
  return listed(
      real_roots(std::span<const T>(numbers), real_interval<T>{static_cast<T>(lo), static_cast<T>(hi)}, options), 0);
}

}  // namespace vieta::test
