#pragma once

#include "oracles/real_roots_case.hpp"
#include "oracles/real_roots_complaints.hpp"
#include "oracles/real_roots_polynomials.hpp"

// Hard inputs of real_roots: what the published solvers return wrongly, and what a trustworthy one must pass.
namespace vieta::test {

/// Degree and leading coefficients: zero polynomials, constants, vanishing and tiny leading coefficients.
inline std::vector<real_roots_case> degree_cases() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr auto zero = real_roots_status::zero_polynomial;
  return {
      {"zero polynomial", {0, 0, 0, 0, 0}, -1, 1, {}, scalars::both, zero},
      {"zero polynomial, negative zeros", {-0.0, 0, -0.0}, -1, 1, {}, scalars::both, zero},
      {"zero polynomial, open", {0, 0, 0, 0, 0}, -inf, inf, {}, scalars::both, zero},
      {"constant 1", {1, 0, 0, 0, 0}, -1, 1, {}},
      {"constant 1, open", {1, 0, 0, 0, 0}, -inf, inf, {}},
      {"constant, tiny", {1e-40, 0, 0}, -1, 1, {}},
      {"linear", {-0.5, 1}, -1, 1, {crossing(0.5)}},
      {"linear, open", {-0.5, 1}, -inf, inf, {crossing(0.5)}},
      {"linear, root outside", {-2, 1}, -1, 1, {}},
      {"linear through zero", {0, 3}, -1, 1, {crossing(0)}},
      {"quadratic without roots", {1, 0, 1}, -inf, inf, {}},
      {"leading 0: x-0.5 as degree 5", {-0.5, 1, 0, 0, 0, 0}, -1, 1, {crossing(0.5)}},
      {"leading 0: x-0.5 as degree 5, open", {-0.5, 1, 0, 0, 0, 0}, -inf, inf, {crossing(0.5)}},
      {"leading 0: (x-.5)(x+.25)", {-0.125, -0.25, 1, 0, 0, 0}, -1, 1, {crossing(-0.25), crossing(0.5)}},
      {"leading 0: (x-.5)(x+.25), open", {-0.125, -0.25, 1, 0, 0, 0}, -inf, inf, {crossing(-0.25), crossing(0.5)}},
      {"cubic with leading 0: x^2-.25", {-0.25, 0, 1, 0}, -1, 1, {crossing(-0.5), crossing(0.5)}},
      {"degree 4 with leading 0 and cubic 0: x-.5", {-0.5, 1, 0, 0, 0}, -1, 1, {crossing(0.5)}},
      {"degree 4 with leading 0 and cubic 0: x-.5, open", {-0.5, 1, 0, 0, 0}, -inf, inf, {crossing(0.5)}},
      {"tiny leading 1e-30 x^5", {-0.125, -0.25, 1, 0, 0, 1e-30}, -1, 1, {crossing(-0.25), crossing(0.5)}},
      {"tiny leading 1e-30 x^5, open",
       {-0.125, -0.25, 1, 0, 0, 1e-30},
       -inf,
       inf,
       {crossing(-10000000000.083333), crossing(-0.25), crossing(0.5)}},
      {"tiny leading 1e-300 x^5",
       {-0.125, -0.25, 1, 0, 0, 1e-300},
       -1,
       1,
       {crossing(-0.25), crossing(0.5)},
       scalars::only_double},
      {"tiny leading 1e-300 x^5, open",
       {-0.125, -0.25, 1, 0, 0, 1e-300},
       -inf,
       inf,
       {crossing(-1e100), crossing(-0.25), crossing(0.5)},
       scalars::only_double},
      {"subnormal leading x^3 in float",
       {-0.125, -0.25, 1, 0x1p-140},
       -1,
       1,
       {crossing(-0.25), crossing(0.5)},
       scalars::only_float},
  };
}

/// Roots of multiplicity two and more, and pairs that look like one.
inline std::vector<real_roots_case> multiplicity_cases() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  return {
      {"(x-.5)^2(x^2+1)", {0.25, -1, 1.25, -1, 1}, -1, 1, {touch(0.5)}},
      {"(x-.5)^2(x^2+1), open", {0.25, -1, 1.25, -1, 1}, -inf, inf, {touch(0.5)}},
      {"-(x-.5)^2(x^2+1)", {-0.25, 1, -1.25, 1, -1}, -1, 1, {touch(0.5)}},
      {"(x-.25)^2(x+.5)^2", expand({0.25, 0.25, -0.5, -0.5}), -1, 1, {touch(-0.5), touch(0.25)}},
      {"(x-.3)^2(x+.5)^2", expand({0.3, 0.3, -0.5, -0.5}), -1, 1, {multiple(-0.5, 2), multiple(0.3, 2)}},
      {"(x-.25)^2(x+.5)^3", expand({0.25, 0.25, -0.5, -0.5, -0.5}), -1, 1, {multiple(-0.5, 3), touch(0.25)}},
      {"x^2", {0, 0, 1}, -1, 1, {touch(0)}},
      {"x^4", power(4), -1, 1, {touch(0)}},
      {"x^5", power(5), -1, 1, {crossing(0)}},
      {"x^64", power(64), -1, 1, {touch(0)}},
      {"x^63, open", power(63), -inf, inf, {crossing(0)}},
      {"x^2 at the lower end", {0, 0, 1}, 0, 1, {touch(0)}},
      {"x^2 (x-.5)", {0, 0, -0.5, 1}, -1, 1, {touch(0), crossing(0.5)}},
      {"x^2 (x-.5)(x+.25)", {0, 0, -0.125, -0.25, 1}, -1, 1, {crossing(-0.25), touch(0), crossing(0.5)}},
      {"(x-.25)^5", expand({0.25, 0.25, 0.25, 0.25, 0.25}), -1, 1, {multiple(0.25, 5)}},
      {"(x-.25)^6", expand({0.25, 0.25, 0.25, 0.25, 0.25, 0.25}), -1, 1, {multiple(0.25, 6)}},
      {"(x-.5)^3", expand({0.5, 0.5, 0.5}), -1, 1, {multiple(0.5, 3)}},
      {"quadratic touch", {0.25, -1, 1}, -1, 1, {touch(0.5)}},
      {"quadratic touch, not representable", {1, -6, 9}, -1, 1, {multiple(1.0 / 3, 2)}},
      {"touch at the lower end", {1, 2, 1}, -1, 1, {touch(-1)}},
      {"touch at the upper end", {1, -2, 1}, -1, 1, {touch(1)}},
      {"touch at both ends: (x^2-1)^2", {1, 0, -2, 0, 1}, -1, 1, {touch(-1), touch(1)}},
      {"(x+1)^2 (x-.25)(x+1.5), leading 0", {-0.375, 0.5, 3.125, 3.25, 1, 0}, -1, 1, {touch(-1), crossing(0.25)}},
      {"touch beside the interval", {1, -2, 1}, -1, 0.75, {}},
      {"near touch without root", {0.25 + 0x1p-10, -1, 1}, -1, 1, {}},
      {"pair .5 +- 2^-10", {0.25 - 0x1p-20, -1, 1}, -1, 1, {crossing(0.5 - 0x1p-10), crossing(0.5 + 0x1p-10)}},
      {"close pair .5,.5+1e-9 *(x^3+1)",
       {0.2500000005, -1.000000001, 1, 0.2500000005, -1.000000001, 1},
       -1,
       1,
       {crossing(-1), multiple(0.5000000005, 2)}},
      {"close pair .5,.5+1e-4 in float",
       expand({0.5, 0.5001, -0.75}),
       -1,
       1,
       {crossing(-0.75), multiple(0.50005, 2)},
       scalars::only_float},
      {"close pair .5,.5+1e-4 in double",
       expand({0.5, 0.5001, -0.75}),
       -1,
       1,
       {crossing(-0.75), crossing(0.5), crossing(0.5001)},
       scalars::only_double},
  };
}

/// Ends of the interval: roots at them, infinite, equal, in the wrong order, NaN.
inline std::vector<real_roots_case> interval_cases() {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto bad = real_roots_status::bad_input;
  const std::vector<double> ends = {0.25, 0, -1.25, 0, 1}, quartic = {-1, 0, 0, 0, 1}, halves = {-0.25, 0, 1};
  return {
      {"roots at both ends: (x^2-1)(x^2-.25)", ends, -1, 1, {crossing(-1), crossing(-0.5), crossing(0.5), crossing(1)}},
      {"roots at ends x(x^2-1)(x^2-.25)",
       {0, 0.25, 0, -1.25, 0, 1},
       -1,
       1,
       {crossing(-1), crossing(-0.5), crossing(0), crossing(0.5), crossing(1)}},
      {"root at lo only: (x+1)(x-3)(x^2+1)", {-3, -2, -2, -2, 1}, -1, 1, {crossing(-1)}},
      {"root at hi only: (x-1)(x+3)(x^2+1)", {-3, 2, -2, 2, 1}, -1, 1, {crossing(1)}},
      {"root at zero and lo = 0", {0, -0.5, 1}, 0, 1, {crossing(0), crossing(0.5)}},
      {"root at zero and hi = 0", {0, -0.5, 1}, -1, 0, {crossing(0)}},
      {"root just beyond hi", {-1.0625, 1}, -1, 1, {}},
      {"interval away from zero", expand({2.5, 3, 3.25, 9}), 2, 4, {crossing(2.5), crossing(3), crossing(3.25)}},
      {"interval of one point, a root", halves, 0.5, 0.5, {crossing(0.5)}},
      {"interval of one point, no root", halves, 0.25, 0.25, {}},
      {"interval of one point, zero", {0, 1, 1}, 0, 0, {crossing(0)}},
      {"one point of a quartic", power(4, -0.0625), 0.5, 0.5, {crossing(0.5)}},
      {"lo > hi", halves, 1, -1, {}, scalars::both, bad},
      {"lo NaN", halves, nan, 1, {}, scalars::both, bad},
      {"hi NaN", halves, -1, nan, {}, scalars::both, bad},
      {"interval [-inf,inf] x^4-1", quartic, -inf, inf, {crossing(-1), crossing(1)}},
      {"interval [0,inf] x^4-1", quartic, 0, inf, {crossing(1)}},
      {"interval [-inf,0] x^4-1", quartic, -inf, 0, {crossing(-1)}},
      {"root at lo, no hi", expand({-2, 0.25, 3}), 0.25, inf, {crossing(0.25), crossing(3)}},
      {"root at hi, no lo", expand({-2, 0.25, 3}), -inf, 0.25, {crossing(-2), crossing(0.25)}},
      {"roots at lo and before it, no hi",
       expand({-40, -3, 5, 64}),
       -3,
       inf,
       {crossing(-3), crossing(5), crossing(64)}},
      {"roots on both sides of lo, no hi", expand({-2, 0.5, 3, 40}), 1, inf, {crossing(3), crossing(40)}},
      {"roots on both sides of hi, no lo", expand({-2, 0.5, 3, 40}), -inf, -1, {crossing(-2)}},
      {"all roots before lo, no hi", expand({-2, 0.5, 3, 40}), 50, inf, {}},
      {"lo beyond the bound of the roots", expand({-2, 0.5, 3, 40}), 1e30, inf, {}},
      {"all roots beyond lo, no hi", expand({-2, 0.5, 3}), -50, inf, {crossing(-2), crossing(0.5), crossing(3)}},
      {"double root before lo, no hi", expand({-2, -2, 1, 3}), -1, inf, {crossing(1), crossing(3)}},
      {"double root beyond lo, no hi", expand({-2, -2, 1, 3}), -2.5, inf, {multiple(-2, 2), crossing(1), crossing(3)}},
      {"double root at lo, no hi", expand({-2, -2, 1, 3}), -2, inf, {multiple(-2, 2), crossing(1), crossing(3)}},
      {"root 2^-15 before lo, no hi", {-0.5, 1}, 0.5 + 0x1p-15, inf, {}},
      {"root 2^-15 beyond hi, no lo", {-0.5, 1}, -inf, 0.5 - 0x1p-15, {}},
      {"root 2^-15 beyond lo, no hi", {-0.5, 1}, 0.5 - 0x1p-15, inf, {crossing(0.5)}},
      {"root at lo, an ulp beyond .5, no hi", {-0.5 - 0x1p-24, 1}, 0.5 + 0x1p-24, inf, {crossing(0.5 + 0x1p-24)}},
      {"roots on both sides of wide ends", expand({-2000, -3, 5, 3000}), -1000, 1000, {crossing(-3), crossing(5)}},
      {"roots at wide ends, degree 6",
       expand({-1024, -3, 5, 7, 512, 3072}),
       -1024,
       512,
       {crossing(-1024), crossing(-3), crossing(5), crossing(7), crossing(512)},
       scalars::only_double},
      {"interval [-inf,-inf]", quartic, -inf, -inf, {}},
      {"interval [inf,inf]", quartic, inf, inf, {}},
      {"interval [inf,-inf]", quartic, inf, -inf, {}, scalars::both, bad},
      {"huge interval x^4-1 [-1e12,1e12]", quartic, -1e12, 1e12, {crossing(-1), crossing(1)}},
      {"huge interval x^9-1 [-1e38,1e38]", power(9, -1), -1e38, 1e38, {crossing(1)}},
      {"huge interval, one side [1e-3,1e30]", quartic, 0.0009765625, 1e30, {crossing(1)}},
      {"tiny interval around zero", {0x1p-100, 1, 1}, -0x1p-99, 0x1p-99, {crossing(-0x1p-100)}},
      {"tiny interval with two roots", {0x1p-121, -0x1.8p-60, 1}, 0, 0x1p-59, {crossing(0x1p-61), crossing(0x1p-60)}},
  };
}

/// NaN, infinite, huge, tiny and vanishing coefficients.
inline std::vector<real_roots_case> coefficient_cases() {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto bad = real_roots_status::bad_input;
  const std::vector<double> even = power(4, -0.0625);
  const std::vector<expected_root> halves = {crossing(-0.5), crossing(0.5)};
  const double x = 0.45508986056222733, r = 0.5 - 0x1p-24;
  return {
      {"even x^4-.0625", even, -1, 1, halves},
      {"even x^4-.0625, negated", scaled(even, -1), -1, 1, halves},
      {"even x^4-.0625, open", even, -inf, inf, halves},
      {"odd x^3-.25x", {0, -0.25, 0, 1}, -1, 1, {crossing(-0.5), crossing(0), crossing(0.5)}},
      {"odd x^5+x", {0, 1, 0, 0, 0, 1}, -1, 1, {crossing(0)}},
      {"x^20-2^-20", power(20, -0x1p-20), -1, 1, halves},
      {"x^9-2^-9", power(9, -0x1p-9), -1, 1, {crossing(0.5)}},
      {"NaN coefficient", {nan, 1, 0, 0, 1}, -1, 1, {}, scalars::both, bad},
      {"NaN leading coefficient", {-0.5, 1, 0, 0, nan}, -1, 1, {}, scalars::both, bad},
      {"NaN in the middle, open", {-0.5, 1, nan, 0, 1}, -inf, inf, {}, scalars::both, bad},
      {"all NaN", {nan, nan, nan}, -1, 1, {}, scalars::both, bad},
      {"Inf coefficient", {-0.5, 1, inf, 0, 1}, -1, 1, {}, scalars::both, bad},
      {"-Inf constant", {-inf, 1, 0, 0, 1}, -1, 1, {}, scalars::both, bad},
      {"Inf leading, open", {-0.5, 1, 0, 0, inf}, -inf, inf, {}, scalars::both, bad},
      {"huge 2^127*(x^4-.0625)", scaled(even, 0x1p127), -1, 1, halves},
      {"huge 2^1023*(x^4-.0625)", scaled(even, 0x1p1023), -1, 1, halves, scalars::only_double},
      {"huge 1e38*(x^4-.0625)", scaled(even, 1e38), -1, 1, halves},
      {"tiny 1e-38*(x^4-.0625)", scaled(even, 0x1p-126), -1, 1, halves},
      {"denormal 2^-140*(x^4-1/16)", scaled(even, 0x1p-140), -1, 1, halves},
      {"denormal 2^-1064*(x^4-1/16)", scaled(even, 0x1p-1064), -1, 1, halves, scalars::only_double},
      {"denormal, open", scaled(even, 0x1p-140), -inf, inf, halves},
      {"1e25 scale, discriminant overflows",
       scaled({0, -0.25, 0, 1, 0, 1}, 1e25),
       -1,
       1,
       {crossing(-x), crossing(0), crossing(x)}},
      {"coefficients beyond the range of float",
       {-1e-38, 0, 0, 0, 1e38},
       -1,
       1,
       {crossing(-1e-19), crossing(1e-19)},
       scalars::both,
       real_roots_status::ok,
       true},
      {"coefficients beyond the range of double",
       {-1e-300, 0, 0, 0, 1e300},
       -1,
       1,
       {crossing(-1e-150), crossing(1e-150)},
       scalars::only_double,
       real_roots_status::ok,
       true},
      {"roots of very different size",
       expand({1e-6, 1, 1e6}),
       -inf,
       inf,
       {crossing(1e-6), crossing(1), crossing(1e6)},
       scalars::only_double},
      {"x^10-1e38 in float",
       power(10, -1e38),
       -inf,
       inf,
       {crossing(-6309.57344480193249), crossing(6309.57344480193249)}},
      // Products of small values, slopes and steps underflow on the way to these roots.
      {"tiny roots: 2^50 x^2 - 2^-44, perturbed",
       {-0x1.19a7a6p-44, 0x1.df826p-2, 0x1.6f6426p+50, -0x1.1ccd8cp-14, 0x1.33a1f2p-46, 0x1.38dep-18},
       -1,
       1,
       {crossing(-6.3679381909743744e-15), crossing(6.0781314491559557e-15)}},
      {"a_0 = 0, negative zero", {-0.0, -0.25, 0, 1}, -1, 1, {crossing(-0.5), crossing(0), crossing(0.5)}},
      {"zero at an interior inflection: (x-.5)^3+(x-.5)", {-0.625, 1.75, -1.5, 1}, -1, 1, {crossing(0.5)}},
      {"root one ulp below .5", {-r, 1}, 0, 0.5, {crossing(r)}},
  };
}

/// Roots so small, or so large, beside the others or the interval that no one scale has room for all of them.
inline std::vector<real_roots_case> size_cases() {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr auto ok = real_roots_status::ok;
  constexpr scalars single = scalars::only_float, twice = scalars::only_double;
  const double root = 1.1456439237389600;  // its square is 1.3125
  std::vector<real_roots_case> cases = {
      {"2^-60 and 2^70, open", {0x1p10, -0x1p70, 1}, -inf, inf, {crossing(0x1p-60), crossing(0x1p70)}, single},
      {"2^-60 and -2^70, negated", {0x1p10, -0x1p70, -1}, -1e30, 1e30, {crossing(-0x1p70), crossing(0x1p-60)}, single},
      {"2^-60 in [0, 2^80]", {0x1p10, -0x1p70, -1}, 0, 0x1p80, {crossing(0x1p-60)}, single},
      {"2^-500 and 2^530, open", {0x1p30, -0x1p530, 1}, -inf, inf, {crossing(0x1p-500), crossing(0x1p530)}, twice},
      {"2^-500 and 2^530 as degree 6",
       {0x1p30, -0x1p530, 1, 0, 0, 0, 0},
       -1e300,
       1e300,
       {crossing(0x1p-500), crossing(0x1p530)},
       twice},
      {"2^-70, 1, 2^70",
       {-1, 0x1p70, -0x1p70, 1},
       -inf,
       inf,
       {crossing(0x1p-70), crossing(1), crossing(0x1p70)},
       single},
      {"(x-2^-60)^2 (x-2^70)",
       {-0x1p-50, 0x1p11, -0x1p70, 1},
       -inf,
       inf,
       {multiple(0x1p-60, 2), crossing(0x1p70)},
       single},
      {"subnormal root in a wide interval",
       {0x1p-120, -0x1p10, 1},
       -2048,
       2048,
       {crossing(0x1p-130), crossing(0x1p10)},
       single},
      {"subnormal root: middles of exponents underflow", {-1e-37, 1e5}, -1, 1, {crossing(1e-42)}, single},
      {"subnormal root, degree 4", {-0x1p-123, -0x1p17, 0, 0, -1}, -1, 1, {crossing(-0x1p-140)}, single},
      {"subnormal root, degree 7", {-0x1p-125, 0x1p17, 0, 0, 0, 0, 0, 1}, 0, 1, {crossing(0x1p-142)}, single},
      {"subnormal root in double", {-0x1p-1000, 0x1p65, 0, 0, 0, 1}, -1, 1, {crossing(0x1p-1065)}, twice},
      {"zero and 2^-70 and 2^70",
       {0, 1, -0x1p70, 1},
       -inf,
       inf,
       {crossing(0), crossing(0x1p-70), crossing(0x1p70)},
       single},
      {"values near zero are subnormal",
       {-0x1.5p-130, 0, 1},
       -1,
       1,
       {crossing(-root * 0x1p-65), crossing(root * 0x1p-65)},
       single},
      {"values near zero are subnormal, degree 6",
       {-0x1.5p-130, 0, 1, 0, 0, 0, 1},
       -1,
       1,
       {crossing(-root * 0x1p-65), crossing(root * 0x1p-65)},
       single},
      {"values near zero are subnormal, degree 6 in double",
       {-0x1.5p-1060, 0, 1, 0, 0, 0, 1},
       -1,
       1,
       {crossing(-root * 0x1p-530), crossing(root * 0x1p-530)},
       twice},
      {"values near zero are subnormal, all are tiny",
       {-0x1.5p-130, 0, 0x1p-80, 0, 0, 0, 0x1p-80},
       -0.5,
       0.5,
       {crossing(-root * 0x1p-25), crossing(root * 0x1p-25)},
       single},
      {"2^-69 beside 2^127 x^4",
       {-0x1p-149, 0, 0, 0, 0x1p127},
       -1,
       1,
       {crossing(-0x1p-69), crossing(0x1p-69)},
       single,
       ok,
       true},
      {"a root near the largest number", {-0x1.8p0, 0x1p-127}, -inf, inf, {crossing(0x1.8p127)}, single, ok, true},
      {"a root beyond the largest number", {1, -2, 0x1p-149}, -inf, inf, {crossing(0.5)}, single, ok, true},
  };
  for (real_roots_case& c : cases) c.many_scales = true;
  return cases;
}

/// Well-known ill-conditioned polynomials.
inline std::vector<real_roots_case> ill_conditioned_cases() {
  std::vector<real_roots_case> cases = {
      {"Wilkinson10 [0,11]", expand(integers(1, 10)), 0, 11, crossings(1, 10), scalars::only_double},
      {"Wilkinson10 float [0,11]",
       expand(integers(1, 10)),
       0,
       11,
       {crossing(1), crossing(2), cluster(3, 0.45, 1), perhaps(7, 3.5)},
       scalars::only_float},
      {"Wilkinson10, open", expand(integers(1, 10)), -std::numeric_limits<double>::infinity(),
       std::numeric_limits<double>::infinity(), crossings(1, 10), scalars::only_double},
      {"Wilkinson20 [0,21]",
       expand(integers(1, 20)),
       0,
       21,
       {crossing(1), crossing(2), crossing(3), crossing(4), crossing(5), crossing(6), perhaps(14, 7.5)},
       scalars::only_double},
      {"cluster 1017,1017.4,1018.1",
       expand({1017, 1017.4, 1018.1}),
       1000,
       1100,
       {crossing(1016.99999990157617), crossing(1017.4000001545862171), crossing(1018.0999999438376128)},
       scalars::only_double},
      {"cluster 1017,1017.4,1018.1 in float",
       expand({1017, 1017.4, 1018.1}),
       1000,
       1100,
       {cluster(1017.5, 20, 3)},
       scalars::only_float},
  };
  for (const int n : {4, 10, 16, 24}) {
    cases.push_back({"Chebyshev T" + std::to_string(n), chebyshev_coefficients(n), -1, 1, chebyshev_roots(n),
                     n > 10 ? scalars::only_double : scalars::both});
  }
  return cases;
}

/// All of them.
inline std::vector<real_roots_case> real_roots_cases() {
  std::vector<real_roots_case> all;
  for (const auto& part : {degree_cases(), multiplicity_cases(), interval_cases(), coefficient_cases(), size_cases(),
                           ill_conditioned_cases(), real_roots_complaints()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace vieta::test
