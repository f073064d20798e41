#include "minimax/rounded/description.hpp"

// exp, exp2, expm1, and the hyperbolic functions, which are made of exp.

namespace vieta::approximation {

namespace {

constexpr float beside_one = 0x1p-27f;

/// x + x^3 p(x^2) up to `to`.
void add_odd_piece(rounded_function& f, float to, const std::string& function, int first_degree) {
  const std::vector<double> p = fit(f, function, "x+x^3*p(x^2)", 0, static_cast<double>(to), 0x1p-56, first_degree);
  add_piece(f, 0, to, false, [&](lane x) {
    const lane square = x * x;
    return (x * square) * polynomial(square, p) + x;
  });
}

}  // namespace

void describe_exponential(rounded_function& f) {
  const bool two = f.kind == operation::exp2, less_one = f.kind == operation::expm1;
  const exponential e(f, two ? "2" : "e");
  const float low = two ? -150 : -104, high = two ? 129 : 89;
  if (less_one) {
    constexpr float small = 0.34375f;
    add_piece(f, -infinite, low, false, [](lane x) { return -0x1p-300 / x - 1; });
    const auto main = [&](lane x) {
      const exponential::parts parts = e.of(x);
      return parts.rest + (parts.power - 1);
    };
    add_piece(f, low, -small, false, main);
    const std::vector<double> p =
        fit(f, "expm1(x)", "x+x^2*p(x)", -static_cast<double>(small), static_cast<double>(small), 0x1p-56, 8);
    add_piece(f, -small, small, false, [&](lane x) { return (x * x) * polynomial(x, p) + x; });
    add_piece(f, small, high, true, main);
    claim_beside(f, -largest_float, -17.5f, -1, false);
    claim_beside_x(f, 0x1p-26f, false, true);
    f.claims.push_back({-0.0f, least_float, rounded_truth::x_itself, 0, false, 1});
    claim(f, -infinite, -largest_float, rounded_truth::exactly, -1);
  } else {
    add_piece(f, -infinite, low, false, [](lane x) { return -0x1p-300 / x; });
    add_piece(f, low, high, true, [&](lane x) { return e.value(x); });
    claim(f, -infinite, -largest_float, rounded_truth::exactly, 0);
    claim(f, -largest_float, low, rounded_truth::below);
    claim_beside(f, -beside_one, -0.0f, 1, false);
    claim(f, -0.0f, least_float, rounded_truth::exactly, 1);
    claim_beside(f, least_float, beside_one, 1, true);
  }
  add_piece(f, high, infinite, false, [](lane x) { return x * 0x1p200; });
  claim(f, high, infinite, rounded_truth::beyond);
  claim(f, infinite, infinite, rounded_truth::exactly, static_cast<double>(infinite));
}

void describe_hyperbolic(rounded_function& f) {
  const exponential e(f, "e");
  constexpr float high = 90;
  if (f.kind == operation::tanh) {
    constexpr float small = 0.3125f, large = 9.125f;
    add_odd_piece(f, small, "tanh(x)", 9);
    add_piece(f, small, large, true, [&](lane x) { return 1 - 2 / (e.value(x + x) + 1); });
    add_piece(f, large, infinite, false, [](lane x) { return 1 - 0x1p-300 / x; });
    claim_beside_x(f, 0x1p-13f, false);
    claim_beside(f, large, infinite, 1, false);
    claim(f, infinite, infinite, rounded_truth::exactly, 1);
    claim(f, 0, least_float, rounded_truth::exactly, 0);
    return;
  }
  const bool is_sinh = f.kind == operation::sinh;
  if (is_sinh) add_odd_piece(f, 1, "sinh(x)", 5);
  add_piece(f, is_sinh ? 1.0f : 0.0f, high, true, [&](lane x) {
    const lane power = e.value(x);
    return (is_sinh ? power - 1 / power : power + 1 / power) * 0.5;
  });
  add_piece(f, high, infinite, false, [](lane x) { return x * 0x1p200; });
  if (is_sinh)
    claim_beside_x(f, 0x1p-13f, true);
  else
    claim_beside(f, least_float, 0x1p-13f, 1, true);
  claim(f, 0, least_float, rounded_truth::exactly, is_sinh ? 0 : 1);
  claim(f, high, infinite, rounded_truth::beyond);
  claim(f, infinite, infinite, rounded_truth::exactly, static_cast<double>(infinite));
}

}  // namespace vieta::approximation
