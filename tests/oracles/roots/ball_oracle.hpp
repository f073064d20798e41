#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vieta/roots.hpp"

// A slow and obvious judge of `roots`. It knows a result only through the public interface, and shares no code with the
// solver or with `verify`: true roots come from FLINT's own certified root finders, everything else is ball arithmetic.
namespace vieta::test {

/// Whether this build has Arb. Without it every function below says so in its one complaint.
bool has_ball_oracle();

/// What is wrong with a result, one line each; empty when all is well.
using complaints = std::vector<std::string>;

/// What a result shows by itself: discs pairwise disjoint, multiplicities add up to the degree, radii as small as their
/// status says, documented order, exact conjugates and exactly real roots for a real polynomial, counts of the report.
complaints about_form(const polynomial& p, const roots_result& result, const roots_options& options = {});

/// Every disc that claims something holds exactly `multiplicity` roots of p, and `real` is true of real roots only.
/// True roots by arb_fmpz_poly_complex_roots (real coefficients) or acb_poly_find_roots (complex ones).
/// `isolated` discs of a real polynomial that hold a real root have to say so.
/// High degrees, roots far from the unit circle and multiple roots of complex polynomials are beyond those finders;
/// there each disc is counted alone, by Newton and Pellet's test.
complaints about_roots(const polynomial& p, const roots_result& result);

/// The same with roots known from elsewhere, each within 10^-digits of its modulus, or as inexact as it is written when
/// that is zero: "0.e-14" stands for all numbers below 1e-14.
struct known_root {
  std::string re, im;
  std::int64_t multiplicity = 1;
};
complaints about_known_roots(const std::vector<known_root>& known, int digits, const roots_result& result);

/// a_n prod (x - disc_i)^multiplicity_i, in balls, encloses every coefficient of p.
complaints about_product(const polynomial& p, const roots_result& result);

/// All complaints in one text, a line each: EXPECT_EQ("", text(...)).
std::string text(const complaints& all);

}  // namespace vieta::test
