#include "input/typed_number.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include "exact/representation.hpp"
#include "io/batch/read_batch.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"

namespace vieta::cli {

namespace {

/// Of a constant polynomial.
std::optional<std::complex<double>> constant_of(const polynomial& p) {
  const polynomial::representation& data = p.data();
  if (data.size() == 0) return 0.0;
  if (p.degree() != 0) return std::nullopt;
  if (data.is_exact())
    return std::complex<double>(io::nearest_double(data.exact_re[0]),
                                data.exact_im.empty() ? 0.0 : io::nearest_double(data.exact_im[0]));
  return std::complex<double>(data.re[0], data.im.empty() ? 0.0 : data.im[0]);
}

}  // namespace

std::optional<std::complex<double>> typed_complex(std::string_view text) {
  // Beside a variable pi and e are numbers.
  constexpr std::size_t longest = 200;
  if (text.size() > longest || text.find('t') == 0) return std::nullopt;
  try {
    const rational_function value =
        read_rational("0*t + (" + std::string(text) + ")", "number", vieta::format::expression);
    const auto above = constant_of(value.numerator), below = constant_of(value.denominator);
    if (!above || !below || *below != 1.0 || !std::isfinite(above->real()) || !std::isfinite(above->imag()))
      return std::nullopt;
    return above;
  } catch (const error&) {
    return std::nullopt;
  }
}

std::optional<double> typed_number(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  const std::string_view digits = text.substr(text.starts_with('+') ? 1 : 0);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(digits.data(), end, value);
  if (stop == end && failure == std::errc{} && !std::isnan(value)) return value;
  if (stop == end || text.empty()) return std::nullopt;  // too large, nan
  const auto z = typed_complex(text);
  return z && z->imag() == 0 ? std::optional(z->real()) : std::nullopt;
}

std::string typed_decimals(std::string_view text) {
  const auto z = typed_complex(text);
  if (!z) return {};
  char decimals[80];
  std::snprintf(decimals, sizeof decimals, "%.17g%+.17gi", z->real(), z->imag());
  return decimals;
}

}  // namespace vieta::cli
