#include "minimax/rounded/description.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "minimax/proof/ball.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax.hpp"

namespace vieta::approximation {

namespace {

constexpr int most_degree_of_piece = 40;

std::string text_of(double value) {
  char buffer[40];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr};
}

}  // namespace

double nearest_double(const std::string& expression) { return split_constant(expression, 53, 1)[0]; }

std::vector<double> split_constant(const std::string& expression, int bits, int count) {
  std::vector<double> parts;
#ifdef VIETA_HAVE_ARB
  constexpr slong precision = 300;
  exact::real_ball value, zero;
  evaluate(value.x, parse(expression, "constant"), zero.x, precision);
  for (int k = 0; k < count; ++k) {
    exact::big_float part;
    if (!arb_contains_zero(value.x))
      arf_set_round(part.x, arb_midref(value.x), k + 1 < count ? bits : 53, ARF_RND_NEAR);
    parts.push_back(arf_get_d(part.x, ARF_RND_NEAR));
    arb_sub_arf(value.x, value.x, part.x, precision);
  }
#else
  static_cast<void>(bits), static_cast<void>(count);
  throw error("correctly rounded functions: found no ball arithmetic in this build, expected one with Arb: " +
              expression);
#endif
  return parts;
}

std::vector<double> fit_degree(const std::string& function, const std::string& form, double from, double to, int degree,
                               double& error) {
  minimax_problem p;
  p.function = function, p.form = form, p.degree = degree;
  p.intervals = {{text_of(from), text_of(to)}};
  p.error = minimax_error::relative;
  minimax_options options;
  // All floats are run in the end, which is the proof of the whole.
  options.search = false, options.prove = false;
  const minimax_result result = minimax(p, options);
  error = result.optimum;
  return result.coefficients;
}

std::vector<double> fit(rounded_function& f, const std::string& function, const std::string& form, double from,
                        double to, double error, int first_degree) {
  for (int degree = first_degree;; ++degree) {
    double reached = 0;
    const std::vector<double> coefficients = fit_degree(function, form, from, to, degree, reached);
    if (reached > error && degree < most_degree_of_piece) continue;
    f.degrees.push_back(degree);
    return coefficients;
  }
}

std::size_t add_table(rounded_function& f, const std::string& name, const std::vector<double>& entries) {
  lane_table table{name, {}, false};
  for (const double entry : entries) table.entries.push_back(std::bit_cast<std::uint64_t>(entry));
  f.tables.push_back(std::move(table));
  return f.tables.size() - 1;
}
std::size_t add_table(rounded_function& f, const std::string& name, const std::vector<std::uint64_t>& entries) {
  f.tables.push_back({name, entries, true});
  return f.tables.size() - 1;
}

void claim(rounded_function& f, float from, float to, rounded_truth kind, double base) {
  f.claims.push_back({from, to, kind, base, false, 0});
}
void claim_beside(rounded_function& f, float from, float to, double base, bool outwards) {
  f.claims.push_back(
      {from, to, rounded_truth::beside_constant, base, outwards, base * (outwards ? 1 + 0x1p-40 : 1 - 0x1p-40)});
}
void claim_beside_x(rounded_function& f, float to, bool outwards) {
  f.claims.push_back({least_float, to, rounded_truth::beside_x, 0, outwards, outwards ? 1 + 0x1p-40 : 1 - 0x1p-40});
}
void claim_beside_x(rounded_function& f, float to, bool outwards_below, bool outwards_above) {
  f.claims.push_back(
      {-to, -0.0f, rounded_truth::beside_x, 0, outwards_below, outwards_below ? 1 + 0x1p-40 : 1 - 0x1p-40});
  claim_beside_x(f, to, outwards_above);
}

exponential::exponential(rounded_function& f, const std::string& base) : of_two_(base == "2") {
  constexpr int steps = 32;
  std::vector<std::uint64_t> powers;
  for (std::uint64_t i = 0; i < steps; ++i) {
    const double power = nearest_double("exp2(" + std::to_string(i) + "/32)");
    powers.push_back(std::bit_cast<std::uint64_t>(power) - (i << 47));  // adding k << 47 makes it 2^(k/32)
  }
  table_ = add_table(f, "powers", powers);
  constexpr double edge = 0.51;
  if (of_two_) {
    polynomial_ = fit(f, "expm1(x*log(2)/32)", "x*p(x)", -edge, edge, 0x1p-51, 4);
  } else {
    by_ = nearest_double("32/log(2)");
    step_ = split_constant("log(2)/32", 36, 2);  // times k, of 15 bits at most, exactly
    const double to = edge * step_[0];
    polynomial_ = fit(f, "expm1(x)", "x*p(x)", -to, to, 0x1p-51, 4);
  }
}

exponential::parts exponential::of(lane x) const {
  const lane shifted = of_two_ ? exact_product(x, 32) + integer_shift : x * by_ + integer_shift;
  const lane k = shifted - integer_shift;
  const whole_lane bits = bits_of(shifted);
  const lane power = from_bits(look_up_whole(bits & 31, table_) + (bits << 47));
  const lane r = of_two_ ? exact_product(x, 32) - k : (x - exact_product(k, step_[0])) - k * step_[1];
  return {power, (power * r) * polynomial(r, polynomial_)};
}

}  // namespace vieta::approximation
