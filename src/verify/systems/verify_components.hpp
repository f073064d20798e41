#pragma once

#include <cstdint>
#include <string_view>

#include "vieta/rational_system.hpp"
#include "vieta/verify.hpp"

namespace vieta {

struct components_verification : verification {
  std::int64_t components = 0, witness_points = 0, isolated = 0;
  bool complete = false;  ///< that no component is missing was found again, from degrees
};

/// Checks what a result of `components` proves: each witness point by `verify_newton_result`, as a solution of the
/// equations and its slices, and that those of a component are different, so that its degree is no smaller; isolated
/// solutions as solutions; and where `complete` is "proven", that the points that were proven again are as many as
/// Bezout's inequality allows. What is measured (which points belong together, traces, multiplicities, that isolated
/// solutions are so) is not looked at; points of sets without full rank are left open. Throws vieta::error for what is
/// no such result, for other variables, coefficients that are not known exactly, and in a build without Arb.
components_verification verify_components_result(const rational_system& system, std::string_view json,
                                                 std::string_view name, const verify_options& options = {});

}  // namespace vieta
