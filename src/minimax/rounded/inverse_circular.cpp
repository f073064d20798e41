#include <bit>
#include <cmath>

#include "minimax/rounded/description.hpp"

// asin, acos and atan; and erf, which has pieces like atan.

namespace vieta::approximation {

namespace {

const float behind_one = std::nextafter(1.0f, 2.0f);

lane not_a_number(lane x) { return (x - x) / (x - x); }

void describe_arc_tangent(rounded_function& f) {
  constexpr float small = 0x1p-4f, large = 32;
  constexpr unsigned shift = 49;  // eight parts to each power of two
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x) >> shift; };
  const std::uint64_t first = bits(static_cast<double>(small)), last = bits(static_cast<double>(large));
  std::vector<double> middles, values;
  for (std::uint64_t i = first; i < last; ++i) {
    const double middle = (std::bit_cast<double>(i << shift) + std::bit_cast<double>((i + 1) << shift)) / 2;
    middles.push_back(middle);
    values.push_back(nearest_double("atan(" + std::to_string(std::llround(middle * 0x1p20)) + "/1048576)"));
  }
  const std::size_t middle_table = add_table(f, "middles", middles), value_table = add_table(f, "values", values);
  const std::vector<double> p = fit(f, "atan(x)", "x+x^3*p(x^2)", 0, static_cast<double>(small), 0x1p-56, 3);
  const auto value = [&](lane x) {
    const lane square = x * x;
    return (x * square) * polynomial(square, p) + x;
  };
  add_piece(f, 0, small, false, value);
  add_piece(f, small, large, true, [&](lane x) {
    const whole_lane index = (bits_of(x) >> shift) - first;
    const lane c = look_up(index, middle_table);
    return look_up(index, value_table) + value((x - c) / (x * c + 1));
  });
  const double quarter = nearest_double("pi/2");
  add_piece(f, large, infinite, false, [&](lane x) { return value(-1 / x) + quarter; });
  claim_beside_x(f, 0x1p-13f, false);
  claim(f, 0, least_float, rounded_truth::exactly, 0);
  claim(f, infinite, infinite, rounded_truth::exactly, quarter);
}

}  // namespace

void describe_inverse_circular(rounded_function& f) {
  if (f.kind == operation::atan) return describe_arc_tangent(f);
  constexpr float half = 0.5f;
  const double quarter = nearest_double("pi/2");
  const std::vector<double> p = fit(f, "asin(x)", "x+x^3*p(x^2)", 0, 0.5, 0x1p-56, 10);
  // asin(s), with s and its square.
  const auto value = [&](lane s, lane square) { return (s * square) * polynomial(square, p) + s; };
  const auto rest_of_one = [](lane x) { return 0.5 - exact_product(x, 0.5); };  // exactly
  if (f.kind == operation::acos) {
    add_piece(f, -infinite, -1, false, not_a_number);
    // acos(x) = pi - 2 asin(sqrt((1 + x)/2)), pi/2 - asin(x), 2 asin(sqrt((1 - x)/2)).
    add_piece(f, -1, -half, false, [&](lane x) {
      const lane square = exact_product(x, 0.5) + 0.5;
      return value(square_root(square), square) * -2.0 + 2 * quarter;
    });
    add_piece(f, -half, half, true, [&](lane x) { return quarter - value(x, x * x); });
    add_piece(f, half, behind_one, false, [&](lane x) {
      const lane square = rest_of_one(x);
      return exact_product(value(square_root(square), square), 2);
    });
    claim(f, -infinite, -1, rounded_truth::nothing);
    claim(f, 1, behind_one, rounded_truth::exactly, 0);
  } else {
    add_piece(f, 0, half, true, [&](lane x) { return value(x, x * x); });
    add_piece(f, half, behind_one, false, [&](lane x) {
      const lane square = rest_of_one(x);
      return value(square_root(square), square) * -2.0 + quarter;
    });
    claim_beside_x(f, 0x1p-13f, true);
    claim(f, 0, least_float, rounded_truth::exactly, 0);
  }
  add_piece(f, behind_one, infinite, false, not_a_number);
  claim(f, behind_one, infinite, rounded_truth::nothing);
  claim(f, infinite, infinite, rounded_truth::nothing);
}

void describe_error_function(rounded_function& f) {
  constexpr float small = 0.5f, large = 4;
  const std::vector<double> p = fit(f, "erf(x)", "x*p(x^2)", 0, static_cast<double>(small), 0x1p-56, 7);
  add_piece(f, 0, small, false, [&](lane x) { return x * polynomial(x * x, p); });
  // Quarters from [i/4, (i + 1)/4), with i from 2 to 15, around their middles.
  constexpr int first = 2, last = 16, degree = 12;
  std::vector<double> coefficients;
  for (int i = first; i < last; ++i) {
    double reached = 0;
    const std::string middle = std::to_string(2 * i + 1) + "/8";
    for (const double c : fit_degree("erf(x+" + middle + ")", "p(x)", -0.1251, 0.1251, degree, reached))
      coefficients.push_back(c);
  }
  f.degrees.push_back(degree);
  const std::size_t table = add_table(f, "pieces", coefficients);
  add_piece(f, small, large, true, [&](lane x) {
    const lane shifted = (exact_product(x, 4) - 0.5) + integer_shift;
    const lane t = (x - 0.125) - exact_product(shifted - integer_shift, 0.25);
    return polynomial(t, (bits_of(shifted) & 15) - first, table, degree + 1);
  });
  add_piece(f, large, infinite, false, [](lane x) { return 1 - 0x1p-300 / x; });
  claim_beside(f, large, infinite, 1, false);
  claim(f, 0, least_float, rounded_truth::exactly, 0);
  claim(f, infinite, infinite, rounded_truth::exactly, 1);
}

}  // namespace vieta::approximation
