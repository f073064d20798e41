#pragma once

#include <stdexcept>

#include "oracles/real_roots/real_roots_case.hpp"
#include "shaders/random_problems.hpp"
#include "vieta/core/real_roots.hpp"

namespace vieta::test {

template <int N>
listed_roots solve_by_core(const shader_problem& problem) {
  float a[N + 1], roots[N] = {};
  std::copy_n(problem.a.begin(), N + 1, a);
  const core::real_roots_answer answer =
      core::real_roots<N>(a, problem.lo, problem.hi, problem.absolute_tolerance, problem.relative_tolerance,
                          core::strided<float>{roots, 1});
  return {{roots, roots + N}, answer.count, answer.status, answer.touching};
}

/// What the same mathematics gives on the CPU.
inline listed_roots core_answer(const shader_problem& problem) {
  switch (problem.a.size() - 1) {
    case 2:
      return solve_by_core<2>(problem);
    case 3:
      return solve_by_core<3>(problem);
    case 4:
      return solve_by_core<4>(problem);
    case 5:
      return solve_by_core<5>(problem);
    case 8:
      return solve_by_core<8>(problem);
    case 12:
      return solve_by_core<12>(problem);
    case 18:
      return solve_by_core<18>(problem);
    case 26:
      return solve_by_core<26>(problem);
    case 32:
      return solve_by_core<32>(problem);
    default:
      throw std::logic_error("core_answer: a degree that is not compiled");
  }
}

}  // namespace vieta::test
