#include "minimax/lanes/lane_kernel.hpp"

// Plain loops over arrays, which the compiler turns into vectors: errno and floating-point exceptions are out of the
// way by the flags of this file. Doubles travel as their bits.

namespace vieta::approximation::VIETA_ISA {
namespace {

constexpr std::uint64_t grid = grid_mask;

inline double number(std::uint64_t bits) { return __builtin_bit_cast(double, bits); }
inline std::uint64_t bits(double number) { return __builtin_bit_cast(std::uint64_t, number); }
inline double magnitude(double x) { return __builtin_fabs(x); }

template <class F>
void each(std::uint64_t* __restrict out, std::size_t n, const F& f) {
  for (std::size_t k = 0; k < n; ++k) out[k] = f(k);
}

template <class F>
void doubles(std::uint64_t* __restrict out, const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c,
             std::size_t n, const F& f) {
  for (std::size_t k = 0; k < n; ++k) out[k] = bits(f(number(a[k]), number(b[k]), number(c[k])));
}

void run_step(const placed_program::placed_step& s, const std::uint64_t* const* tables, bool fused,
              std::uint64_t* memory, std::size_t n) {
  std::uint64_t* const out = memory + s.out * lanes_at_once;
  const std::uint64_t *const a = memory + s.a * lanes_at_once, *const b = memory + s.b * lanes_at_once,
                             *const c = memory + s.c * lanes_at_once;
  const std::uint64_t data = s.data;
  switch (s.kind) {
    case lane_operation::add:
      return doubles(out, a, b, c, n, [](double x, double y, double) { return x + y; });
    case lane_operation::subtract:
      return doubles(out, a, b, c, n, [](double x, double y, double) { return x - y; });
    case lane_operation::multiply:
      return doubles(out, a, b, c, n, [](double x, double y, double) { return x * y; });
    case lane_operation::multiply_add:
      if (fused) return doubles(out, a, b, c, n, [](double x, double y, double z) { return __builtin_fma(x, y, z); });
      return doubles(out, a, b, c, n, [](double x, double y, double z) { return x * y + z; });
    case lane_operation::multiply_subtract:
      if (fused) return doubles(out, a, b, c, n, [](double x, double y, double z) { return __builtin_fma(x, y, -z); });
      return doubles(out, a, b, c, n, [](double x, double y, double z) { return x * y - z; });
    case lane_operation::negated_add:
      if (fused) return doubles(out, a, b, c, n, [](double x, double y, double z) { return __builtin_fma(-x, y, z); });
      return doubles(out, a, b, c, n, [](double x, double y, double z) { return z - x * y; });
    case lane_operation::divide:
      return doubles(out, a, b, c, n, [](double x, double y, double) { return x / y; });
    case lane_operation::root:
      return doubles(out, a, b, c, n, [](double x, double, double) { return __builtin_sqrt(x); });
    case lane_operation::bits:
    case lane_operation::from_bits:
      return each(out, n, [=](std::size_t k) { return a[k]; });
    case lane_operation::from_whole:
      return each(out, n, [=](std::size_t k) { return bits(static_cast<double>(static_cast<std::int64_t>(a[k]))); });
    case lane_operation::look_up:
    case lane_operation::look_up_whole: {
      const std::uint64_t* const entries = tables[data];
      return each(out, n, [=](std::size_t k) { return entries[a[k]]; });
    }
    case lane_operation::whole_add:
      return each(out, n, [=](std::size_t k) { return a[k] + b[k]; });
    case lane_operation::whole_subtract:
      return each(out, n, [=](std::size_t k) { return a[k] - b[k]; });
    case lane_operation::whole_multiply:
      return each(out, n, [=](std::size_t k) { return a[k] * b[k]; });
    case lane_operation::whole_and:
      return each(out, n, [=](std::size_t k) { return a[k] & b[k]; });
    case lane_operation::whole_or:
      return each(out, n, [=](std::size_t k) { return a[k] | b[k]; });
    case lane_operation::shift_left:
      return each(out, n, [=](std::size_t k) { return a[k] << data; });
    case lane_operation::shift_left_by:
      return each(out, n, [=](std::size_t k) { return a[k] << (b[k] & 63); });
    case lane_operation::shift_right:
      return each(out, n, [=](std::size_t k) { return a[k] >> data; });
    case lane_operation::signed_shift:
      return each(out, n,
                  [=](std::size_t k) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(a[k]) >> data); });
    case lane_operation::input:
    case lane_operation::constant:
    case lane_operation::whole:
      return;
  }
}

void run(const placed_program::placed_step* steps, std::size_t count, const std::uint64_t* const* tables, bool fused,
         std::uint64_t* memory, std::size_t n) {
  for (std::size_t k = 0; k < count; ++k) run_step(steps[k], tables, fused, memory, n);
}

void floats(std::uint32_t first, std::uint64_t* __restrict out, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint32_t one = first + static_cast<std::uint32_t>(k);
    out[k] = bits(static_cast<double>(__builtin_bit_cast(float, one)));
  }
}

struct two_doubles {
  double high, low;
};

/// Exactly (Knuth 1969, section 4.2.2).
inline two_doubles sum_of(double a, double b) {
  const double sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// The first two terms exactly but for what the low part rounds off, the others in double (docs/method/minimax.md).
inline two_doubles value_of(const taylor_piece& p, double t, double t_rest) {
  double rest = p.c[taylor_piece::terms - 1];
  for (int k = taylor_piece::terms - 2; k > 0; --k) rest = rest * t + p.c[k];
  rest = (rest * t + p.slope_rest) * t + p.first_rest;
  const double product = p.c[0] * t, product_rest = __builtin_fma(p.c[0], t, -product);
  const two_doubles main = sum_of(p.first, product);
  return sum_of(main.high, (main.low + product_rest) + (rest + p.c[0] * t_rest));
}

void taylor(const taylor_piece& piece, double from, double scale, double* __restrict high, double* __restrict low,
            std::size_t n) {
  const taylor_piece p = piece;
  for (std::size_t k = 0; k < n; ++k) {
    const two_doubles v = value_of(p, (static_cast<double>(static_cast<int>(k)) + from) * scale, 0);
    high[k] = v.high;
    low[k] = v.low;
  }
}

void turn(const taylor_piece* pieces, unsigned index_bits, const turn_stretch& at, double* __restrict high,
          double* __restrict low, std::size_t n) {
  std::uint64_t indices[lanes_at_once], near[lanes_at_once], rest[lanes_at_once];
  std::uint64_t place = at.high, place_low = at.low;
  for (std::size_t k = 0; k < n; ++k) {
    near[k] = place;
    rest[k] = place_low;
    place_low += at.step_low;
    place += at.step_high + (place_low < at.step_low ? 1 : 0);
  }
  const unsigned shift = 64 - index_bits;
  const std::uint64_t half = std::uint64_t(1) << (shift - 1), mask = (std::uint64_t(1) << index_bits) - 1;
  const double scale = number((std::uint64_t(1023) - shift + 1) << 52);  // half a piece is 1
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t index = (near[k] + half) >> shift;
    indices[k] = index & mask;
    near[k] -= index << shift;
  }
  for (std::size_t k = 0; k < n; ++k) {
    const double t = static_cast<double>(static_cast<std::int64_t>(near[k])) * scale;
    const double t_rest = static_cast<double>(static_cast<std::int64_t>(rest[k] >> 1)) * (scale * 0x1p-63);
    const two_doubles v = value_of(pieces[indices[k]], t, t_rest);
    high[k] = v.high;
    low[k] = v.low;
  }
}

void divide(double* high, double* low, const double* by_high, const double* by_low, double error, double* error_out,
            std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double quotient = high[k] / by_high[k];
    const double rest = __builtin_fma(-quotient, by_high[k], high[k]) + (low[k] - quotient * by_low[k]);
    const double q = magnitude(quotient);
    error_out[k] = 1.0001 * (error * (1 + q) / magnitude(by_high[k])) + q * 0x1p-98;
    high[k] = quotient;
    low[k] = rest / by_high[k];
  }
}

std::size_t compare(const double* high, const double* low, const double* error, const std::uint64_t* y,
                    std::uint8_t* __restrict marks, std::size_t n) {
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t border = (bits(high[k]) + (grid + 1) / 2) & ~grid;
    const double b = number(border), off = (high[k] - b) + low[k], of_y = number(y[k]) - b;
    const std::uint64_t apart = y[k] - border + grid;  // below 2 grid + 1 where y is no farther than one cell
    const bool same = (off > error[k] && of_y > 0) || (-off > error[k] && of_y < 0);
    const std::uint64_t mark = same && apart <= 2 * grid ? 0 : 1;
    marks[k] = static_cast<std::uint8_t>(mark);
    all += mark;
  }
  return all;
}

std::size_t beside(const std::uint64_t* x, double base, bool outwards, double instead, const std::uint64_t* y,
                   std::uint8_t* __restrict marks, std::size_t n) {
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t from = x != nullptr ? x[k] : bits(base);
    const std::uint64_t other = bits(x != nullptr ? number(from) * instead : instead);
    const std::uint64_t value = instead != 0 && ((y[k] + near_ulps) & grid) <= 2 * near_ulps ? other : y[k];
    const std::uint64_t apart = outwards ? value - from : from - value;
    const std::uint64_t mark = apart - 1 < grid ? 0 : 1;
    marks[k] = static_cast<std::uint8_t>(mark);
    all += mark;
  }
  return all;
}

std::size_t outside(const std::uint64_t* y, std::uint64_t mask, std::uint64_t from, std::uint64_t to,
                    std::uint8_t* __restrict marks, std::size_t n) {
  std::uint64_t all = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const std::uint64_t mark = (y[k] & mask) - from <= to - from ? 0 : 1;
    marks[k] = static_cast<std::uint8_t>(mark);
    all += mark;
  }
  return all;
}

}  // namespace

constinit const lane_kernels lane_table_of_kernels = {isa::VIETA_ISA, run,     floats, taylor, turn,
                                                      divide,         compare, beside, outside};

}  // namespace vieta::approximation::VIETA_ISA
