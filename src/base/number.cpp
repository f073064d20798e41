#include "base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <ostream>

namespace vieta::report {
namespace {

/// 0.d1d2d3... * 10^exponent, d1 != 0; empty for zero.
struct digit_string {
  std::string digits;
  std::int64_t exponent = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads an unsigned or signed decimal; the sign is dropped.
bool take_apart(std::string_view text, digit_string& out) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  std::int64_t point = 0;
  bool seen_point = false, seen_digit = false;
  out = {};
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !seen_point) {
      seen_point = true;
    } else if (is_digit(text[at])) {
      seen_digit = true;
      if (!out.digits.empty() || text[at] != '0')
        out.digits += text[at], point += !seen_point;
      else
        point -= seen_point;
    } else {
      break;
    }
  }
  if (!seen_digit) return false;
  std::int64_t exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at + 1 < text.size() && text[at] == '+' && is_digit(text[at + 1])) ++at;
    const auto [end, problem] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
    if (problem != std::errc() || exponent > most || exponent < -most) return false;
    at = static_cast<std::size_t>(end - text.data());
  }
  if (at != text.size()) return false;
  out.exponent = point + exponent;
  while (!out.digits.empty() && out.digits.back() == '0') out.digits.pop_back();
  return true;
}

/// Cuts to `count` digits, away from zero.
void round_up(digit_string& number, std::size_t count) {
  if (number.digits.size() <= count) return;
  number.digits.resize(count);
  std::size_t k = count;
  while (k > 0 && number.digits[k - 1] == '9') --k;
  number.digits.resize(k);
  if (k == 0) {
    number.digits = "1";
    ++number.exponent;
  } else {
    ++number.digits[k - 1];
  }
}

std::string compose(const digit_string& number) {
  if (number.digits.empty()) return "0";
  std::string text(1, number.digits[0]);
  if (number.digits.size() > 1) text += '.' + number.digits.substr(1);
  const std::int64_t exponent = number.exponent - 1;
  if (exponent != 0) text += (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
  return text;
}

/// Digits of a double that give the same as all of them, up to 767, when they are cut behind `kept`: rounded digits
/// that have others than zeros behind `kept` are the exact ones up to there.
digit_string digits_to_cut(double value, int kept) {
  char buffer[800];
  digit_string out;
  for (const int precision : {kept + 10, 766}) {
    const auto end =
        std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::scientific, precision).ptr;
    take_apart({buffer, static_cast<std::size_t>(end - buffer)}, out);
    if (out.digits.size() > static_cast<std::size_t>(kept)) break;
  }
  return out;
}

}  // namespace

std::string rounded(double value, int digits) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

std::string fixed(double value, int decimals) {
  std::string text(static_cast<std::size_t>(decimals) + 320, '\0');  // 309 digits before the point, and a sign
  text.resize(static_cast<std::size_t>(
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals).ptr -
      text.data()));
  return text;
}

std::string shortest(double value) {
  char buffer[64];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
  return {buffer, static_cast<std::size_t>(end - buffer)};
}

double shortest_error(double value) {
  if (value == 0) return 0;
  const double modulus = std::abs(value);
  // Half of the way to the next double, at the most: nothing farther away reads back as this one.
  const double most = std::nextafter(modulus, std::numeric_limits<double>::infinity()) - modulus;
  char buffer[64];
  const char* const end =
      std::to_chars(std::begin(buffer), std::end(buffer), modulus, std::chars_format::scientific).ptr;
  __extension__ typedef unsigned __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way
  wide digits = 0;
  int decimals = 0, exponent = 0;
  bool behind_point = false;
  const char* at = buffer;
  for (; at != end && *at != 'e'; ++at) {
    if (*at == '.') {
      behind_point = true;
      continue;
    }
    digits = 10 * digits + static_cast<unsigned>(*at - '0');
    decimals += behind_point;
  }
  if (at == end) return most;
  ++at;
  std::from_chars(*at == '+' ? at + 1 : at, end, exponent);
  // value = mantissa 2^binary, the decimal digits 10^-places; their difference times 5^places 2^larger is an integer,
  // small enough to survive a subtraction modulo 2^128.
  int binary = 0;
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(modulus, &binary), 53));
  binary -= 53;
  int places = decimals - exponent;
  constexpr int most_places = 26, most_zeros = 20;  // 5^26 < 2^61, and 10^20 times 17 digits is below 2^127
  if (places < -most_zeros || places > most_places || binary > 70 || binary < -120) return most / 2;
  for (; places < 0; ++places) digits *= 10;
  wide power = 1;
  for (int k = 0; k < places; ++k) power *= 5;
  const int larger = std::max({places, -binary, 0});
  const wide difference = (digits << (larger - places)) - ((wide{mantissa} * power) << (larger + binary));
  const wide size = difference >> 127 != 0 ? -difference : difference;
  const double error = std::ldexp(static_cast<double>(size) / static_cast<double>(power), -larger) * (1 + 0x1p-50);
  return std::min(error, most / 2);
}

std::string upward(double value, int digits) {
  if (!std::isfinite(value)) return shortest(value);
  digit_string number = digits_to_cut(value, digits);
  round_up(number, static_cast<std::size_t>(digits));
  return compose(number);
}

std::string downward(double value, int digits) {
  if (!std::isfinite(value)) return shortest(value);
  digit_string number = digits_to_cut(value, digits);
  if (number.digits.size() > static_cast<std::size_t>(digits)) number.digits.resize(static_cast<std::size_t>(digits));
  double cut = 0;
  to_double(compose(number), cut);
  return rounded(cut, digits);  // so few digits come back as they were
}

std::string upward(std::string_view decimal, int digits) {
  digit_string number;
  if (!take_apart(decimal, number)) return std::string(decimal);
  round_up(number, static_cast<std::size_t>(digits));
  return compose(number);
}

std::string upward_exact(double value) {
  constexpr int most_digits = 19;
  if (!std::isfinite(value)) return shortest(value);
  const digit_string all = digits_to_cut(value, most_digits);
  digit_string few;
  take_apart(shortest(value), few);
  // The shortest text may lie below the value; some more digits, rounded up, do not: 19 are always enough.
  std::string text;
  for (std::size_t count : {few.digits.size(), std::size_t{17}, std::size_t{18}, std::size_t{most_digits}}) {
    digit_string number = all;
    round_up(number, count);
    text = compose(number);
    if (double back = 0; to_double(text, back) && back == value) break;
  }
  return text;
}

bool to_double(std::string_view decimal, double& out) {
  std::string_view digits = decimal;
  const bool negative = !digits.empty() && digits.front() == '-';
  if (!digits.empty() && (negative || digits.front() == '+')) digits.remove_prefix(1);
  digit_string number;
  if (digits.empty() || digits.front() == '-' || digits.front() == '+' || !take_apart(digits, number)) return false;
  double value = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem == std::errc::result_out_of_range)
    value = number.exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  else if (problem != std::errc() || end != digits.data() + digits.size())
    return false;
  out = negative ? -value : value;
  return true;
}

bool to_scientific(std::string_view decimal, scientific& out) {
  digit_string number;
  if (!take_apart(decimal, number)) return false;
  out = {};
  if (number.digits.empty()) return true;
  out.exponent = number.exponent - 1;
  for (std::size_t k = std::min<std::size_t>(number.digits.size(), 18); k-- > 0;)
    out.mantissa = out.mantissa / 10 + (number.digits[k] - '0');
  if (decimal.front() == '-') out.mantissa = -out.mantissa;
  return true;
}

std::string number_or_null(double value) { return std::isfinite(value) ? shortest(value) : "null"; }

void write(std::ostream& out, std::string_view text) {
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace vieta::report
