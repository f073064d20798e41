#include "minimax/fixed/fixed_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "vieta/error.hpp"

namespace vieta::approximation {

namespace {

constexpr int word = 32;

std::uint64_t modulus(std::int64_t x) { return x < 0 ? std::uint64_t(0) - std::uint64_t(x) : std::uint64_t(x); }

std::int64_t shifted(std::int64_t x, int shift) { return shift >= 0 ? x >> shift : x * (std::int64_t(1) << -shift); }

std::int64_t half_of(int shift) { return shift > 0 ? std::int64_t(1) << (shift - 1) : 0; }

int bits_of(std::uint64_t x) { return x == 0 ? 0 : 1 + static_cast<int>(std::log2(static_cast<long double>(x))); }

/// Bounds of what Horner's rule meets on the domain, as real numbers: |v_k| of the partial sums, |v_{k+1} u| of the
/// products.
struct horner_bounds {
  std::vector<double> value, product;
};

/// An interval of real numbers.
struct span {
  double lo, hi;
};

/// By intervals, a little larger: for u and x in these. The first `by_x` of the coefficients meet a product with x.
horner_bounds bounds_of(const std::vector<double>& c, std::size_t by_x, span u, span x) {
  constexpr double larger = 1.0001;
  horner_bounds b;
  b.value.resize(c.size()), b.product.resize(c.size());
  double below = 0, above = 0;
  for (std::size_t k = c.size(); k-- > 0;) {
    const auto [lo, hi] = k < by_x ? x : u;
    const auto [least, most] = std::minmax({below * lo, below * hi, above * lo, above * hi});
    b.product[k] = larger * std::max(std::fabs(least), std::fabs(most));
    below = least + c[k], above = most + c[k];
    b.value[k] = larger * std::max(std::fabs(below), std::fabs(above)) + (larger - 1) * std::fabs(c[k]);
  }
  return b;
}

/// The same by all inputs, a little larger: sharper, where there are few of them.
horner_bounds bounds_met(const std::vector<double>& c, const fixed_program& p, double u_scale) {
  horner_bounds b;
  b.value.assign(c.size(), 0), b.product.assign(c.size(), 0);
  for (std::int64_t x = p.first_input; x <= p.last_input; ++x) {
    if (p.is_beyond(x)) continue;
    const std::int64_t u = p.squares ? (x * x + half_of(p.square_shift)) >> p.square_shift : x;
    double v = 0;
    for (std::size_t k = c.size(); k-- > 0;) {
      const double factor = k < static_cast<std::size_t>(p.times_x)
                                ? std::ldexp(static_cast<double>(x), -p.input.fraction)
                                : static_cast<double>(u) * u_scale;
      b.product[k] = std::max(b.product[k], std::fabs(v * factor));
      v = v * factor + c[k];
      b.value[k] = std::max(b.value[k], std::fabs(v));
    }
  }
  return b;
}

/// The most bits behind the point with which a number of this size stays below 2^bits.
int most_fraction(double size, int bits) {
  constexpr int least_size = -200;
  const int exponent = size > 0 ? std::max(std::ilogb(size) + 1, least_size) : least_size;  // size < 2^exponent
  return bits - exponent;
}

}  // namespace

std::int64_t run(const fixed_program& p, std::int64_t x) {
  if (p.is_beyond(x)) {
    const int shift = p.input.fraction - p.output.fraction;
    return x < 0 ? 0 : shifted(x + half_of(shift), shift);
  }
  const std::int64_t u = p.squares ? (x * x + half_of(p.square_shift)) >> p.square_shift : x;
  std::int64_t a = p.first;
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    a = shifted(a * (p.is_by_x(k) ? x : u) + p.steps[k].constant, p.steps[k].shift);
  }
  return a;
}

bool stays_below(const fixed_program& p, std::int64_t x) {
  if (p.is_beyond(x)) return true;
  // In doubles, which hold such numbers up to 2^-52 of them.
  const double limit = std::ldexp(1.0 - 0x1p-50, p.width - 1);
  const auto is_below = [&](double factor, std::int64_t a, std::int64_t constant) {
    const double product = static_cast<double>(a) * factor;
    return std::fabs(product) < limit && std::fabs(product + static_cast<double>(constant)) < limit;
  };
  const auto w = static_cast<double>(x);
  if (p.squares && !is_below(w, x, half_of(p.square_shift))) return false;
  const std::int64_t u = p.squares ? (x * x + half_of(p.square_shift)) >> p.square_shift : x;
  std::int64_t a = p.first;
  for (std::size_t k = 0; k < p.steps.size(); ++k) {
    const std::int64_t factor = p.is_by_x(k) ? x : u;
    if (!is_below(static_cast<double>(factor), a, p.steps[k].constant)) return false;
    const int shift = p.steps[k].shift;
    const std::int64_t sum = a * factor + p.steps[k].constant;
    if (shift < 0 && !(std::fabs(std::ldexp(static_cast<double>(sum), -shift)) < limit)) return false;
    a = shifted(sum, shift);
    if (k + 1 < p.steps.size() && modulus(a) >= std::uint64_t(1) << (word - 1)) return false;
  }
  return true;
}

namespace {

/// The largest |x| of which the form is run.
std::uint64_t most_of(const fixed_program& p) {
  const std::uint64_t most = std::max(modulus(p.first_input), modulus(p.last_input));
  return p.end == 0 ? most : std::min(most, modulus(p.end));
}

/// With the numbers that meet in a product or sum below 2^(bits). `c` are the coefficients of all steps: the first
/// `times_x` of them stand beside p.
fixed_program with_bits(fixed_program p, const std::vector<double>& c, int bits, bool all_inputs, bool sharp) {
  const double x_scale = std::ldexp(1.0, -p.input.fraction), u_scale = std::ldexp(1.0, -p.factor_fraction);
  const double x_size = static_cast<double>(most_of(p)) * x_scale;
  const double u_size = p.squares ? x_size * x_size + u_scale : x_size;
  const span x_span{std::max(static_cast<double>(p.first_input) * x_scale, -x_size),
                    std::min(static_cast<double>(p.last_input) * x_scale, x_size)};
  const span u_span = p.squares ? span{0, u_size} : x_span;
  const auto by_x = static_cast<std::size_t>(p.times_x);
  horner_bounds b = all_inputs ? bounds_met(c, p, u_scale) : bounds_of(c, by_x, u_span, x_span);
  for (std::size_t k = 0; k < by_x && !sharp; ++k) b.product[k] = b.value[k + 1] * x_size;
  const std::size_t degree = c.size() - 1;
  // What a partial sum v_k meets next: its product with u or x, and the sum with the next coefficient.
  const auto fraction_before = [&](std::size_t k) {  // of v_k
    if (k == 0) return p.output.fraction;
    // What is multiplied again has 32 bits, so that a wide product is one instruction where processors have it.
    const int alone = most_fraction(b.value[k], std::min(word - 2, bits));
    return std::min(alone, most_fraction(std::max(b.product[k - 1], b.value[k - 1]), bits) -
                               (k <= by_x ? p.input.fraction : p.factor_fraction));
  };
  constexpr int longest = 62;
  // Of a coefficient: those of the constants in the form and of powers of the scale, far below a unit of 32 bits.
  constexpr double double_rounding = 0x1p-44;
  p.first_fraction = std::min(fraction_before(degree), longest);
  p.first = std::llround(std::ldexp(c[degree], p.first_fraction));
  double error = std::fabs(std::ldexp(static_cast<double>(p.first), -p.first_fraction) - c[degree]) +
                 double_rounding * std::fabs(c[degree]);
  int fraction = p.first_fraction;
  p.steps.clear();
  for (std::size_t k = degree; k-- > 0;) {
    const bool is_by_x = k < by_x;
    fixed_step step;
    const int wide = fraction + (is_by_x ? p.input.fraction : p.factor_fraction);
    step.fraction = std::min(fraction_before(k), k == 0 ? longest : wide);
    step.shift = wide - step.fraction;
    const std::int64_t rounded = std::llround(std::ldexp(c[k], wide));
    step.constant = rounded + half_of(step.shift);
    const double factor_error = p.squares && !is_by_x ? 0.5 * u_scale : 0;
    error = error * (is_by_x ? x_size : u_size) + b.value[k + 1] * factor_error +
            std::fabs(std::ldexp(static_cast<double>(rounded), -wide) - c[k]) + double_rounding * std::fabs(c[k]) +
            (step.shift > 0 ? std::ldexp(0.5, -step.fraction) : 0);
    fraction = step.fraction;
    p.steps.push_back(step);
  }
  p.rounding = std::ldexp(error, p.output.fraction) * 1.0001;
  return p;
}

/// No product and no sum reaches 2^(width - 1): by all inputs, or by the bounds.
bool is_safe(const fixed_program& p, bool all_inputs, std::uint64_t limit) {
  if (modulus(p.first) >= std::uint64_t(1) << (word - 1)) return false;
  for (const fixed_step& s : p.steps)
    if (modulus(s.constant) >= limit || s.shift >= p.width || s.shift <= -p.width) return false;
  for (std::int64_t x = p.first_input; all_inputs && x <= p.last_input; ++x)
    if (!stays_below(p, x)) return false;
  return true;
}

}  // namespace

fixed_program make_fixed_program(const fixed_form& form, std::vector<double> coefficients, const fixed_format& input,
                                 const fixed_format& output, std::int64_t first, std::int64_t last, bool wide,
                                 std::int64_t end, bool sharp) {
  double power = form.factor;
  for (double& c : coefficients) c *= power, power *= form.scale;
  coefficients.insert(coefficients.begin(), form.beside_p.begin(), form.beside_p.end());
  fixed_program p;
  p.end = end;
  p.input = input, p.output = output;
  p.first_input = first, p.last_input = last;
  p.squares = form.squares, p.times_x = form.times_x;
  const bool is_short = input.storage() <= 16 && output.storage() <= 16;
  p.width = is_short && !wide ? 32 : 64;
  p.factor_fraction = input.fraction;
  if (p.squares) {
    const std::uint64_t x_most = most_of(p);
    p.square_shift = std::max(0, bits_of(x_most * x_most + x_most) - (p.width / 2 - 1));
    p.factor_fraction = 2 * input.fraction - p.square_shift;
  }
  // One bit for the roundings; more where bounds that are met do not hold for the numbers as rounded.
  for (int spare = is_short ? 1 : 2; spare < 8; ++spare) {
    const fixed_program tried = with_bits(p, coefficients, p.width - spare, is_short, sharp);
    if (is_safe(tried, is_short, std::uint64_t(1) << (p.width - 1))) return tried;
  }
  throw error("fixed point: found coefficients of too different sizes, expected a smaller interval or a lower degree");
}

}  // namespace vieta::approximation
