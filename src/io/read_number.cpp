#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "io/batch/read_batch.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta {
namespace {

constexpr std::size_t longest_expression = 200;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// `typed`: what to call it where it is no double. Nothing beyond the range of doubles.
std::optional<exact_number> exactly(const exact::real& value, std::string_view typed = {}) {
  exact_number out;
  if (exact::fits_double(value, out.nearest)) return out;
  out.nearest = io::nearest_double(value);
  if (!std::isfinite(out.nearest) || out.nearest == 0) return std::nullopt;
  out.text = typed.empty() ? exact::fraction_text(value) : std::string(typed);
  return out;
}

/// A ball of a hundred digits or so about a number that is known to 10^log10_error.
std::optional<exact_number> ball_about(const exact::real& value, double log10_error) {
  constexpr std::int64_t digits = 100;
  exact_number out;
  out.nearest = io::nearest_double(value);
  if (!std::isfinite(out.nearest)) return std::nullopt;
  const double size = out.nearest == 0 ? 0 : std::clamp(std::floor(std::log10(std::abs(out.nearest))), -100.0, 400.0);
  const std::int64_t places = digits - static_cast<std::int64_t>(size);
  if (!(log10_error < static_cast<double>(-places - 1))) return std::nullopt;
  exact::real scaled = value;
  scaled.decimal_exponent += places;
  exact::integer above = scaled.numerator, below = scaled.denominator;
  (scaled.decimal_exponent >= 0 ? above : below) *= exact::power_of_ten(std::abs(scaled.decimal_exponent));
  (scaled.binary_exponent >= 0 ? above : below) <<= static_cast<std::size_t>(std::abs(scaled.binary_exponent));
  const std::string power = 'e' + std::to_string(-places);
  // One unit for what is cut off, and one for what is not known.
  out.text = '[' + exact::integer(above / below).str() + power + " +/- 2" + power + ']';
  return out;
}

struct constant_parts {
  exact::real re, im;
  bool has_im = false;
};
/// Of a constant polynomial.
std::optional<constant_parts> constant_of(const polynomial& p) {
  const polynomial::representation& data = p.data();
  if (data.size() == 0) return constant_parts{};
  if (p.degree() != 0) return std::nullopt;
  if (data.is_exact()) {
    const bool has_im = !data.exact_im.empty();
    return constant_parts{data.exact_re[0], has_im ? data.exact_im[0] : exact::real{}, has_im};
  }
  if (!std::isfinite(data.re[0]) || (!data.im.empty() && !std::isfinite(data.im[0]))) return std::nullopt;
  return constant_parts{exact::from_double(data.re[0]),
                        data.im.empty() ? exact::real{} : exact::from_double(data.im[0]), !data.im.empty()};
}

/// "-3*sqrt(2)/4" as "-sqrt(9/8)": a fraction times the square root of another one; empty for all else.
std::string as_square_root(std::string_view text) {
  constexpr std::string_view word = "sqrt(";
  const std::size_t at = text.find(word), end = text.find(')');
  if (at == std::string_view::npos || end == std::string_view::npos || end < at) return {};
  std::string_view before = trimmed(text.substr(0, at)), after = trimmed(text.substr(end + 1));
  exact::real factor{1, 1, 0, 0}, divisor = factor, square;
  const bool has_sign = before.starts_with('-') || before.starts_with('+'), is_negative = before.starts_with('-');
  if (has_sign) before = trimmed(before.substr(1));
  if (before.ends_with('*')) before = trimmed(before.substr(0, before.size() - 1));
  if (!before.empty() && !exact::parse_real(before, factor)) return {};
  if (!after.empty() && !(after.starts_with('/') && exact::parse_real(trimmed(after.substr(1)), divisor))) return {};
  const std::size_t from = at + word.size();
  if (!exact::parse_real(trimmed(text.substr(from, end - from)), square)) return {};
  if (factor.numerator <= 0 || divisor.numerator <= 0 || square.numerator <= 0) return {};
  const exact::real inverse{divisor.denominator, divisor.numerator, -divisor.decimal_exponent,
                            -divisor.binary_exponent};
  const exact::real whole = exact::multiply(factor, inverse);
  return (is_negative ? "-sqrt(" : "sqrt(") +
         exact::fraction_text(exact::multiply(exact::multiply(whole, whole), square)) + ')';
}

}  // namespace

std::optional<std::pair<exact_number, exact_number>> read_complex_number(std::string_view text) {
  const float_environment floats;
  text = trimmed(text);
  if (text.size() > longest_expression || text.find('t') == 0) return std::nullopt;
  try {
    // Beside a variable pi and e are numbers.
    const rational_function value = read_rational("0*t + (" + std::string(text) + ")", "number", format::expression);
    const auto above = constant_of(value.numerator), below = constant_of(value.denominator);
    if (!above || !below || !below->im.is_zero() || exact::compare(below->re, exact::real{1, 1, 0, 0}) != 0)
      return std::nullopt;
    const double size = std::max(std::abs(io::nearest_double(above->re)), std::abs(io::nearest_double(above->im)));
    const double log10_error = std::log10(value.uncertainty) + std::log10(size) + 1;
    const auto part = [&](const exact::real& x, bool is_there) {
      return value.uncertainty > 0 && is_there ? ball_about(x, log10_error) : exactly(x);
    };
    auto re = part(above->re, true), im = part(above->im, above->has_im);
    if (!re || !im) return std::nullopt;
    return std::pair(*std::move(re), *std::move(im));
  } catch (const error&) {
    return std::nullopt;
  }
}

std::optional<exact_number> read_number(std::string_view text) {
  const float_environment floats;
  text = trimmed(text);
  const std::string_view digits = text.substr(text.starts_with('+') ? 1 : 0);
  double value = 0;
  const auto [stop, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure == std::errc{} && stop == digits.data() + digits.size() && std::isinf(value))
    return exact_number{value, {}};
  if (exact::real plain; exact::parse_real(text, plain)) {
    if (std::abs(plain.decimal_exponent) > 2000 || text.size() > 20'000) return std::nullopt;
    return exactly(plain, digits);
  }
  auto z = read_complex_number(text);
  if (!z || z->second.nearest != 0 || !z->second.text.empty()) return std::nullopt;
  if (z->first.text.starts_with('[')) {
    if (std::string root = as_square_root(text); !root.empty()) z->first.text = std::move(root);
  }
  return std::move(z->first);
}

}  // namespace vieta
