#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oracles/real_roots_case.hpp"
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
  /// `seconds`, if wanted: of the device, where that can be told.
  virtual std::vector<listed_roots> solve(const std::vector<shader_problem>& problems, double* seconds = nullptr) = 0;
};

}  // namespace vieta::test
