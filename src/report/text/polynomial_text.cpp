#include "report/text/polynomial_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/number.hpp"
#include "exact/arithmetic.hpp"
#include "exact/representation.hpp"

namespace vieta::report {

namespace {

/// The first six digits or so of a number that is too long to be written out.
std::string cut(const exact::real& value) {
  const exact::expansion x = exact::to_expansion(value);
  if (x.exponent > 1000 || x.exponent < -1000) return "2^" + std::to_string(x.exponent) + "...";
  const double number = std::ldexp(x.limb[0], static_cast<int>(x.exponent));
  const bool scientific = !(number >= 1e-4 && number < 1e6);
  char text[32];
  std::snprintf(text, sizeof text, scientific ? "%.9e" : "%#.10g", number);
  std::string digits = text;
  const std::size_t mark = std::min(digits.find('e'), digits.size());
  const std::string power = digits.substr(mark);
  digits.resize(mark - 4);  // cut, not rounded, as the dots say
  if (digits.back() == '.') digits.pop_back();
  return digits + "..." + power;
}

/// Of a number that is not negative: "12", "1/3", "0.1", "1e-400".
std::string exact_text(const exact::real& value) {
  constexpr std::size_t longest = 20;
  double number = 0;
  if (value.decimal_exponent == 0 && exact::fits_double(value, number) && number < 1e15 && number == std::floor(number))
    return std::to_string(static_cast<long long>(number));
  if (value.binary_exponent != 0 || exact::bit_length(value.numerator) > 66 ||
      exact::bit_length(value.denominator) > 66)
    return exact::fits_double(value, number) ? shortest(number) : cut(value);
  std::string digits = value.numerator.str();
  if (value.denominator != 1) {
    if (value.decimal_exponent != 0) digits += "e" + std::to_string(value.decimal_exponent);
    return digits + '/' + value.denominator.str();
  }
  const std::int64_t exponent = value.decimal_exponent;
  if (exponent == 0) return digits;
  const auto size = static_cast<std::int64_t>(digits.size());
  if (exponent > 0 && exponent + size <= static_cast<std::int64_t>(longest))
    return digits + std::string(static_cast<std::size_t>(exponent), '0');
  if (exponent < 0 && (exponent >= -static_cast<std::int64_t>(longest) / 2 || size > -exponent)) {
    if (size <= -exponent) digits.insert(0, static_cast<std::size_t>(1 - exponent - size), '0');
    digits.insert(digits.size() - static_cast<std::size_t>(-exponent), ".");
    return digits;
  }
  return digits + "e" + std::to_string(exponent);
}

struct part {
  std::string text;
  bool negative = false, zero = true;
};

part part_of(const polynomial::representation& data, std::size_t k, bool imaginary) {
  if (data.is_exact()) {
    if (imaginary && data.exact_im.empty()) return {};
    const exact::real& x = imaginary ? data.exact_im[k] : data.exact_re[k];
    if (x.is_zero()) return {};
    const bool negative = x.numerator < 0;
    return {exact_text(negative ? exact::negate(x) : x), negative, false};
  }
  if (imaginary && data.im.empty()) return {};
  const double x = imaginary ? data.im[k] : data.re[k];
  if (x == 0) return {};
  return {shortest(std::fabs(x)), std::signbit(x), false};
}

std::string times(const std::string& factor, const std::string& power) {
  if (power.empty()) return factor;
  if (factor == "1") return power;
  const bool word =
      factor.find_first_of("/e.") != std::string::npos && factor.find_first_not_of("0123456789.") != std::string::npos;
  return factor + (word ? " " : "") + power;
}

}  // namespace

std::string polynomial_text(const polynomial& p, const std::string& variable) {
  const polynomial::representation& data = p.data();
  std::string text;
  for (std::size_t k = 0; k < data.size(); ++k) {
    const part re = part_of(data, k, false), im = part_of(data, k, true);
    if (re.zero && im.zero) continue;
    const std::int64_t n = data.exponent(k);
    const std::string power = n == 0 ? "" : n == 1 ? variable : variable + '^' + std::to_string(n);
    bool negative = re.negative;
    std::string summand;
    if (im.zero) {
      summand = times(re.text, power);
    } else if (re.zero) {
      negative = im.negative;
      summand = (im.text == "1" ? "i" : im.text + 'i') + (power.empty() ? "" : ' ' + power);
    } else {
      negative = false;
      summand = '(' + std::string(re.negative ? "-" : "") + re.text + (im.negative ? '-' : '+') +
                (im.text == "1" ? "" : im.text) + "i)" + (power.empty() ? "" : ' ' + power);
    }
    text += text.empty() ? (negative ? "-" : "") : negative ? " - " : " + ";
    text += summand;
  }
  return text.empty() ? "0" : text;
}

}  // namespace vieta::report
