#include <cmath>

#include "minimax/proof/ball.hpp"
#include "minimax/rounded/description.hpp"

// sin, cos and tan: x is k + r parts of a turn, of which there are 64. The values at k come from a table.

namespace vieta::approximation {

namespace {

constexpr unsigned part_bits = 6;
constexpr std::uint64_t table_parts = std::uint64_t(1) << part_bits;
constexpr float where_products_round =
    0x1p23f;  ///< from here on x times 29 bits is followed by whole numbers too large

/// The first 128 bits of 2^(8 j) / (2 pi) behind the point, for the exponents of large floats: the higher 64 first.
std::vector<std::uint64_t> windows_of_turn() {
  std::vector<std::uint64_t> all;
#ifdef VIETA_HAVE_ARB
  constexpr slong precision = 400;
  constexpr int bytes = 14;
  exact::real_ball turn, pi;
  arb_const_pi(pi.x, precision);
  arb_mul_2exp_si(pi.x, pi.x, 1);
  arb_inv(turn.x, pi.x, precision);
  exact::big_integer whole, part;
  for (int j = 0; j < bytes; ++j) {
    exact::real_ball shifted;
    arb_mul_2exp_si(shifted.x, turn.x, 8 * j + 128);
    arb_floor(shifted.x, shifted.x, precision);
    arf_get_fmpz(whole.n, arb_midref(shifted.x), ARF_RND_DOWN);
    for (const ulong from : {64UL, 0UL}) {
      fmpz_fdiv_q_2exp(part.n, whole.n, from);
      fmpz_fdiv_r_2exp(part.n, part.n, 64);
      all.push_back(fmpz_get_ui(part.n));
    }
  }
#endif
  return all;
}

struct place {
  whole_lane part;  ///< 0 to 63
  lane rest;        ///< in table_parts, up to half of one
};

}  // namespace

void describe_circular(rounded_function& f) {
  f.periodic = true;
  std::vector<double> sines;
  for (std::uint64_t i = 0; i < table_parts + table_parts / 4; ++i)
    sines.push_back(nearest_double("sin(2*pi*" + std::to_string(i) + "/64)"));
  const std::size_t sine_table = add_table(f, "sines", sines), window_table = add_table(f, "turns", windows_of_turn());
  const std::vector<double> by = split_constant("32/pi", 29, 3);  // 24 bits times 29 are a double
  const double edge = 0.51;
  const std::vector<double> sine = fit(f, "sin(pi*x/32)", "x*p(x^2)", 0, edge, 0x1p-56, 2),
                            versine = fit(f, "cos(pi*x/32)-1", "x^2*p(x^2)", 0, edge, 0x1p-48, 2);

  const auto value = [&](const place& at) {
    const lane square = at.rest * at.rest;
    const lane sin_rest = at.rest * polynomial(square, sine), less = square * polynomial(square, versine);
    const lane s = look_up(at.part, sine_table), c = look_up(at.part + table_parts / 4, sine_table);
    // sin(a + b) = cos a sin b + (sin a + sin a (cos b - 1)), and so on.
    const auto of_sine = [&] { return c * sin_rest + (s * less + s); };
    const auto of_cosine = [&] { return (c * less + c) - s * sin_rest; };
    return f.kind == operation::sin ? of_sine() : f.kind == operation::cos ? of_cosine() : of_sine() / of_cosine();
  };

  add_piece(f, 0, where_products_round, true, [&](lane x) {
    // Cody and Waite (1980), in parts of a turn: the first two products are exact, and so is their sum but for its last
    // bits.
    const lane product = exact_product(x, by[0]);
    const lane shifted = product + integer_shift;
    const lane rest = (product - (shifted - integer_shift)) + exact_product(x, by[1]);
    return value({bits_of(shifted) & (table_parts - 1), x * by[2] + rest});
  });
  add_piece(f, where_products_round, infinite, false, [&](lane x) {
    // Payne and Hanek (1983): an integer times 128 bits of 1/(2 pi), of which whole turns fall off by themselves.
    const whole_lane bits = bits_of(x), exponent = (bits >> 52) - (1023 + 23);
    const whole_lane mantissa = (((bits >> 29) & 0x7fffff) | 0x800000) << (exponent & 7);
    const whole_lane window = (exponent >> 3) << 1;
    const whole_lane high = look_up_whole(window, window_table), low = look_up_whole(window + 1, window_table);
    const whole_lane carried = mantissa * (low >> 32) + ((mantissa * (low & 0xffffffff)) >> 32);
    const whole_lane turns = mantissa * high + (carried >> 32);
    const whole_lane part = (turns + (std::uint64_t(1) << (63 - part_bits))) >> (64 - part_bits);
    const lane rest =
        exact_product(from_whole((carried << 32) >> 1), 0x1p-63) + from_whole(turns - (part << (64 - part_bits)));
    return value({part, exact_product(rest, 0x1p-58)});
  });
  add_piece(f, infinite, infinite, false, [](lane x) { return x - x; });
  if (f.kind == operation::cos)
    claim_beside(f, least_float, 0x1p-14f, 1, false);
  else
    claim_beside_x(f, 0x1p-13f, f.kind == operation::tan);
  claim(f, 0, least_float, rounded_truth::exactly, f.kind == operation::cos ? 1 : 0);
  claim(f, infinite, infinite, rounded_truth::nothing);
}

}  // namespace vieta::approximation
