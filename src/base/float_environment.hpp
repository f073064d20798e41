#pragma once

#include <cfenv>

namespace vieta {

/// While it lives, this thread rounds to nearest, keeps subnormal numbers, has long doubles of 64 bits and no traps,
/// whatever was set before; that is set again in the end, also when an exception passes. Every bound of a rounding
/// error stands on this: a library that was compiled with -ffast-math sets flush-to-zero as it is loaded, and a process
/// may have called fesetround. Every public function that calculates begins with one, and every thread. Where nothing
/// is to be changed, two control registers are read, and no more.
class float_environment {
 public:
  float_environment();
  ~float_environment();
  float_environment(const float_environment&) = delete;
  float_environment& operator=(const float_environment&) = delete;

 private:
  bool changed_;
  std::fenv_t before_;  ///< only where it was changed
};

}  // namespace vieta
