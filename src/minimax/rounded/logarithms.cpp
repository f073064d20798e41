#include <algorithm>
#include <bit>
#include <cmath>

#include "minimax/rounded/description.hpp"

// log, log2, log10, log1p and cbrt: x = 2^k m, and m times a number c of few bits is 1 + r with a small r, exactly.

namespace vieta::approximation {

namespace {

constexpr std::uint64_t bits_of_one = std::uint64_t(1023) << 52;
constexpr std::uint64_t exponent_mask = ~((std::uint64_t(1) << 52) - 1);

const float behind_minus_one = std::nextafter(-1.0f, 0.0f);

double from_bits(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::string fraction_text(double value) { return std::to_string(std::llround(value * 0x1p20)) + "/1048576"; }

/// About 1/(middle of [from, to)), with 21 bits at most; 1 where 1 lies within.
double reciprocal(double from, double to) {
  if (from <= 1 && to > 1) return 1;
  return std::nearbyint(0x1p20 * 2 / (from + to)) * 0x1p-20;
}

}  // namespace

void describe_logarithm(rounded_function& f) {
  // 64 parts of [0.707, 1.414), with 1 in the middle of its own: there the value is as good as r.
  constexpr unsigned index_bits = 6;
  constexpr std::uint64_t width = std::uint64_t(1) << (52 - index_bits);
  constexpr std::uint64_t first = bits_of_one - (37 * width + width / 2);
  const std::string name = f.name, unit = name == "log2" ? "/log(2)" : name == "log10" ? "/log(10)" : "";
  std::vector<double> reciprocals, logarithms;
  double most = 0;
  for (std::uint64_t i = 0; i < (1U << index_bits); ++i) {
    const double from = from_bits(first + i * width), to = from_bits(first + (i + 1) * width);
    const double c = reciprocal(from, to);
    reciprocals.push_back(c);
    logarithms.push_back(nearest_double("-log(" + fraction_text(c) + ")" + unit));
    most = std::max({most, std::fabs(from * c - 1), std::fabs(to * c - 1)});
  }
  const std::size_t c_table = add_table(f, "reciprocals", reciprocals),
                    log_table = add_table(f, "logarithms", logarithms);
  const std::vector<double> p = fit(f, "log1p(x)" + unit, "x*p(x)", -most, most, 0x1p-56, 5);
  const double one_power = nearest_double("log(2)" + unit);

  const auto limit = static_cast<double>(infinite);
  const bool of_one_more = f.kind == operation::log1p;
  const auto value = [&](lane x) {
    const whole_lane bits = bits_of(x), above = bits - first;
    const lane k = from_whole(signed_shift(above, 52));
    const whole_lane index = (above >> (52 - index_bits)) & ((1U << index_bits) - 1);
    const whole_lane mantissa = bits - (above & exponent_mask);
    const lane m = from_bits(mantissa), c = look_up(index, c_table);
    // 1 + x has up to 53 bits: its first 31 times c are a double, and the rest is small.
    const lane m_high = of_one_more ? from_bits(mantissa & ~((std::uint64_t(1) << 22) - 1)) : m;
    const lane r = of_one_more ? (m - m_high) * c + (m_high * c - 1) : m * c - 1;
    const lane whole = k * one_power + look_up(index, log_table);
    return r * polynomial(r, p) + whole;
  };
  if (of_one_more) {
    constexpr float small = 0x1p-5f;
    const std::vector<double> near_zero =
        fit(f, "log1p(x)", "x+x^2*p(x)", -static_cast<double>(small), static_cast<double>(small), 0x1p-56, 7);
    add_piece(f, -infinite, -1, false, [](lane x) { return (x - x) / (x - x); });
    add_piece(f, -1, behind_minus_one, false, [](lane x) { return -1 / ((x + 1) * (x + 1)); });
    add_piece(f, behind_minus_one, -small, false, [&](lane x) { return value(x + 1); });
    add_piece(f, -small, small, false, [&](lane x) { return (x * x) * polynomial(x, near_zero) + x; });
    add_piece(f, small, infinite, true, [&](lane x) { return value(x + 1); });
    claim(f, -infinite, -1, rounded_truth::nothing);
    claim(f, -1, behind_minus_one, rounded_truth::exactly, -limit);
    claim_beside_x(f, 0x1p-26f, true, false);
    f.claims.push_back({-0.0f, least_float, rounded_truth::x_itself, 0, false, 1});
  } else {
    add_piece(f, -infinite, -0.0f, false, [](lane x) { return (x - x) / (x - x); });
    add_piece(f, -0.0f, least_float, false, [](lane x) { return -1 / (x * x); });
    add_piece(f, least_float, infinite, true, value);
    claim(f, -infinite, -0.0f, rounded_truth::nothing);
    claim(f, -0.0f, least_float, rounded_truth::exactly, -limit);
  }
  add_piece(f, infinite, infinite, false, [](lane x) { return x + x; });
  claim(f, infinite, infinite, rounded_truth::exactly, limit);
}

void describe_cube_root(rounded_function& f) {
  constexpr unsigned index_bits = 5;
  constexpr std::uint64_t parts = std::uint64_t(1) << index_bits;
  f.cubes = true;
  std::vector<double> reciprocals, roots;
  double most = 0;
  for (std::uint64_t i = 0; i < parts; ++i) {
    const double from = 1 + static_cast<double>(i) / parts, to = from + 1.0 / parts;
    const double c = i == 0 ? 1 : reciprocal(from, to);
    reciprocals.push_back(c);
    most = std::max({most, std::fabs(from * c - 1), std::fabs(to * c - 1)});
  }
  for (int power = 1; power <= 4; power *= 2)
    for (const double c : reciprocals)
      roots.push_back(nearest_double("cbrt(" + std::to_string(power) + "/(" + fraction_text(c) + "))"));
  const std::size_t c_table = add_table(f, "reciprocals", reciprocals), root_table = add_table(f, "roots", roots);
  const std::vector<double> p = fit(f, "cbrt(1+x)-1", "x*p(x)", -most, most, 0x1p-50, 5);
  add_piece(f, 0, least_float, false, [](lane x) { return x + x; });
  add_piece(f, least_float, infinite, true, [&](lane x) {
    const whole_lane bits = bits_of(x), exponent = bits >> 52;
    const whole_lane third = (exponent * 43691) >> 17;  // exponent / 3, for up to 16 bits; 1023 is 3 * 341
    const whole_lane index = (bits >> (52 - index_bits)) & (parts - 1);
    const lane m = from_bits((bits & ~exponent_mask) | bits_of_one);
    const lane r = m * look_up(index, c_table) - 1;
    const lane root = look_up(((exponent - third * 3) << index_bits) + index, root_table);
    const lane y = (root * r) * polynomial(r, p) + root;
    return from_bits(bits_of(y) + ((third - 341) << 52));
  });
  add_piece(f, infinite, infinite, false, [](lane x) { return x + x; });
  claim(f, 0, least_float, rounded_truth::exactly, 0);
  claim(f, infinite, infinite, rounded_truth::exactly, static_cast<double>(infinite));
}

}  // namespace vieta::approximation
