#pragma once

#include <string>
#include <string_view>

#include "vieta/polynomial_system.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/verify.hpp"

namespace vieta {

/// What was proven again, by what the result says of it.
struct newton_verification : verification {
  std::int64_t solutions = 0, stationary_points = 0, no_solutions = 0;
  std::string complete;  ///< "proven" or "counted" where that no solution is missing was found again, else empty
};

/// Checks what a result of `newton` or `solve` claims of its solutions, for up to 200 variables: `json` is its text,
/// `name` says what messages call it. x is taken as written. Each radius is proven again by Krawczyk's test in ball
/// arithmetic, on values and derivatives that are summed term by term, as is whether a solution is real, and that no
/// equation is violated where there is none. Solutions without a proof claim nothing. Those of `solve` are to be
/// different ones; and where it says that none is missing, that is counted again (completeness.hpp says what is
/// shared). Throws vieta::error for what is no such result, for other variables, and in a build without Arb. A stop is
/// looked for between solutions; the last complaint speaks of it.
newton_verification verify_newton_result(const polynomial_system& system, std::string_view json, std::string_view name,
                                         const verify_options& options = {});
/// The same of equations between quotients, with sines and roots: at each proven solution that is not undecided no
/// denominator is 0, roots are the principal ones, and angles lie within their radii.
newton_verification verify_newton_result(const rational_system& system, std::string_view json, std::string_view name,
                                         const verify_options& options = {});

}  // namespace vieta
