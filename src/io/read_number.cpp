#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"
#include "io/batch/read_batch.hpp"
#include "roots/region/border_number.hpp"
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

/// A number before an operator: "3*", "3", or nothing, which is 1.
bool read_factor(std::string_view text, exact::real& out) {
  if (text.ends_with('*')) text.remove_suffix(1);
  out = exact::real{1, 1, 0, 0};
  return text.empty() || (exact::parse_real(text, out) && out.numerator > 0);
}

exact::real inverse_of(const exact::real& x) {
  return {x.denominator, x.numerator, -x.decimal_exponent, -x.binary_exponent};
}

/// The last sign that is none of an exponent ("1e-3").
std::size_t last_sign(std::string_view text) {
  for (std::size_t k = text.size(); k-- > 0;)
    if ((text[k] == '+' || text[k] == '-') && (k == 0 || (text[k - 1] != 'e' && text[k - 1] != 'E'))) return k;
  return text.npos;
}

struct power_text {
  std::string_view before, base, after;
  int above = 1, below = 2;  ///< the exponent
};

/// "sqrt(2)", "cbrt(1/3)", "2^(1/3)", "(2/3)^(2/5)", and what stands before and after.
std::optional<power_text> find_power(std::string_view text) {
  power_text out;
  for (const std::string_view word : {"sqrt(", "cbrt("}) {
    const std::size_t at = text.find(word);
    if (at == text.npos) continue;
    const std::size_t end = text.find(')', at);
    if (end == text.npos) return std::nullopt;
    out.before = text.substr(0, at), out.base = text.substr(at + word.size(), end - at - word.size());
    out.after = text.substr(end + 1);
    if (word.front() == 'c') out.below = 3;
    return out;
  }
  const std::size_t at = text.find("^("), end = at == text.npos ? at : text.find(')', at);
  if (end == text.npos || at == 0) return std::nullopt;
  const std::string_view exponent = text.substr(at + 2, end - at - 2);
  const std::size_t slash = exponent.find('/');
  if (slash == exponent.npos) return std::nullopt;
  for (const auto& [part, number] :
       {std::pair(exponent.substr(0, slash), &out.above), {exponent.substr(slash + 1), &out.below}}) {
    const auto [stop, failure] = std::from_chars(part.data(), part.data() + part.size(), *number);
    if (failure != std::errc{} || stop != part.data() + part.size() || *number < 1 || *number > 12) return std::nullopt;
  }
  std::size_t from = at;
  if (text[at - 1] == ')') {
    from = text.rfind('(', at);
    if (from == text.npos) return std::nullopt;
    out.base = text.substr(from + 1, at - from - 2);
  } else {
    while (from > 0 && (text[from - 1] == '.' || (text[from - 1] >= '0' && text[from - 1] <= '9'))) --from;
    if (from > 0 && text[from - 1] == '/') return std::nullopt;  // 1/2^(1/3) is 1 over the root
    out.base = text.substr(from, at - from);
  }
  out.before = text.substr(0, from), out.after = text.substr(end + 1);
  return out;
}

/// "1 - 3*sqrt(2)/4" as "1-sqrt(9/8)", "2*cbrt(2)" as "(16)^(1/3)": a fraction and a root of another one; empty for all
/// else.
std::string as_root(std::string_view typed) {
  std::string text;
  for (const char c : typed)
    if (c != ' ') text += c;
  const std::optional<power_text> found = find_power(text);
  if (!found || found->below < 2) return {};
  std::string_view before = found->before, after = found->after;
  exact::real offset, factor, divisor{1, 1, 0, 0}, base;
  bool is_negative = false;
  if (const std::size_t sign = last_sign(before); sign != before.npos) {
    is_negative = before[sign] == '-';
    if (sign > 0 && !exact::parse_real(before.substr(0, sign), offset)) return {};
    before = before.substr(sign + 1);
  }
  if (const std::size_t sign = last_sign(after); sign != after.npos) {
    exact::real more;
    if (!offset.is_zero() || !exact::parse_real(after.substr(sign + 1), more)) return {};
    offset = after[sign] == '-' ? exact::negate(std::move(more)) : more;
    after = after.substr(0, sign);
  }
  if (!read_factor(before, factor)) return {};
  if (!after.empty()) {
    const bool divides = after.front() == '/';
    if ((!divides && after.front() != '*') || !exact::parse_real(after.substr(1), divisor) || divisor.numerator <= 0)
      return {};
    if (!divides) divisor = inverse_of(divisor);
  }
  if (!exact::parse_real(found->base, base) || base.numerator <= 0) return {};
  const exact::real whole = exact::multiply(factor, inverse_of(divisor));
  exact::real radicand{1, 1, 0, 0};
  for (int k = 0; k < found->above; ++k) radicand = exact::multiply(radicand, base);
  for (int k = 0; k < found->below; ++k) radicand = exact::multiply(radicand, whole);
  const std::string root = found->below == 2
                               ? "sqrt(" + exact::fraction_text(radicand) + ')'
                               : '(' + exact::fraction_text(radicand) + ")^(1/" + std::to_string(found->below) + ')';
  if (offset.is_zero()) return (is_negative ? "-" : "") + root;
  return exact::fraction_text(offset) + (is_negative ? "-" : "+") + root;
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
  if (std::string root = as_root(text); !root.empty())
    if (const std::optional<border_number> number = parse_border(root))
      return exact_number{vieta::nearest_double(*number), std::move(root)};
  auto z = read_complex_number(text);
  if (!z || z->second.nearest != 0 || !z->second.text.empty()) return std::nullopt;
  return std::move(z->first);
}

}  // namespace vieta
