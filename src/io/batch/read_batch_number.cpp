#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "io/batch/read_batch.hpp"

namespace vieta::io {

namespace {

bool ends_word(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == ',' || c == ';' || c == '#' || c == ']' || c == '[';
}

/// What std::from_chars does not read: a plus sign, fractions, numbers beyond the range of doubles.
bool read_rare(std::string_view word, double& value) {
  exact::real number;
  // "(1/2)" is what one sign for a half becomes.
  if (word.size() > 2 && word.front() == '(' && word.back() == ')') word = word.substr(1, word.size() - 2);
  if (exact::parse_real(word, number)) {
    value = nearest_double(number);
    if (word.front() == '-' && number.is_zero()) value = -0.0;
    return true;
  }
  if (!word.starts_with('+') || word.starts_with("+-")) return false;
  word.remove_prefix(1);  // "+inf"
  const char* const end = word.data() + word.size();
  const auto [stop, failure] = std::from_chars(word.data(), end, value);
  return failure == std::errc{} && stop == end;
}

}  // namespace

double nearest_double(const exact::real& value) {
  if (double exact = 0; exact::fits_double(value, exact)) return exact;
  const exact::expansion e = exact::to_expansion(value);
  return std::ldexp(e.limb[0], static_cast<int>(std::clamp<std::int64_t>(e.exponent, -5000, 5000)));
}

double rest_of(const exact::real& number) {
  if (double exact = 0; exact::fits_double(number, exact)) return 0;
  const exact::expansion e = exact::to_expansion(number);
  constexpr int least = -960;  // what is left of a smaller number is below the range of doubles, or the number is
  if (e.exponent < least) return std::numeric_limits<double>::quiet_NaN();
  return std::ldexp(e.limb[1], static_cast<int>(std::clamp<std::int64_t>(e.exponent, -5000, 5000)));
}

std::optional<double> rest_of(std::string_view word, double value) {
  if (!std::isfinite(value)) return 0;
  if (std::abs(value) < 0x1p-950) {  // which digits a double has lost is not to be seen from it
    exact::real small;
    return exact::parse_real(word, small) ? rest_of(small) : 0;
  }
  // Decimals of at most 15 digits, 22 of them behind the point: digits and power of ten are doubles, and so is what one
  // fused operation leaves of them.
  std::int64_t digits = 0;
  int count = 0, behind = 0;
  bool plain = true, whole = true;
  for (const char c : word.substr(word.front() == '-' || word.front() == '+' ? 1 : 0)) {
    if (c >= '0' && c <= '9') {
      digits = count < 15 ? 10 * digits + (c - '0') : digits;
      count += digits != 0;
      behind += !whole;
    } else if (c == '.' && whole) {
      whole = false;
    } else {
      plain = false;
      whole = whole && c == '/';
      break;
    }
  }
  if (!whole && (count == 16 || count == 17)) return std::nullopt;
  if (plain && count <= 15 && behind <= 22) {
    if (behind == 0) return 0;
    double power = 1;
    for (int k = 0; k < behind; ++k) power *= 10;
    const double size = static_cast<double>(digits);
    return std::fma(-value, power, value < 0 ? -size : size) / power;
  }
  exact::real number;
  return exact::parse_real(word, number) ? rest_of(number) : 0;
}

std::string_view first_word(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), ends_word);
  return text.substr(0, std::max<std::size_t>(1, static_cast<std::size_t>(end - text.begin())));
}

std::size_t read_double(std::string_view text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure == std::errc{} && (stop == end || ends_word(*stop))) return static_cast<std::size_t>(stop - text.data());
  const std::string_view word = first_word(text);
  return read_rare(word, value) ? word.size() : 0;
}

}  // namespace vieta::io
