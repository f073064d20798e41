#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oracles/real_roots/real_roots_case.hpp"
#include "shaders/random_problems.hpp"
#include "vieta/shaders.hpp"

namespace vieta::test {

/// Runs the shader of one language and degree on problems.
class shader_runner {
 public:
  /// Null with the reason if this machine lacks what it takes; throws if the shader does not compile.
  static std::unique_ptr<shader_runner> open(shader_language language, int degree, std::string& why_not);
  virtual ~shader_runner() = default;
  virtual std::string device() const = 0;
  virtual std::vector<listed_roots> solve(const std::vector<shader_problem>& problems) = 0;
  /// By real_roots_first. For C alone.
  virtual std::vector<listed_roots> first(const std::vector<shader_problem>& problems);
  /// By real_roots_first_quick. For C alone.
  virtual std::vector<listed_roots> first_quick(const std::vector<shader_problem>& problems);
  /// As on a GPU that takes subnormal numbers for 0. For C on x86-64 alone.
  virtual std::vector<listed_roots> without_subnormals(const std::vector<shader_problem>& problems);
  /// How long the device takes for them, at best. Not for WGSL.
  virtual double seconds(const std::vector<shader_problem>& problems) = 0;
};

}  // namespace vieta::test
