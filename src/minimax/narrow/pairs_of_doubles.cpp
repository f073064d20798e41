#include "minimax/narrow/pairs_of_doubles.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "minimax/big.hpp"
#include "minimax/fit/sampling.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

#ifdef VIETA_HAVE_ARB
namespace {

/// Without exponent, as other coefficients are written. x = m 2^-n has n digits behind the point, those of m 5^n.
std::string exact_decimal(const arf_t x) {
  fmpz_t m, e;
  fmpz_init(m), fmpz_init(e);
  arf_get_fmpz_2exp(m, e, x);
  const slong exponent = fmpz_get_si(e);
  std::size_t behind = 0;
  if (exponent >= 0) {
    fmpz_mul_2exp(m, m, static_cast<ulong>(exponent));
  } else {
    behind = static_cast<std::size_t>(-exponent);
    fmpz_t power;
    fmpz_init(power);
    fmpz_ui_pow_ui(power, 5, static_cast<ulong>(-exponent));
    fmpz_mul(m, m, power);
    fmpz_clear(power);
  }
  const bool negative = fmpz_sgn(m) < 0;
  fmpz_abs(m, m);
  char* const text = fmpz_get_str(nullptr, 10, m);
  std::string digits = text;
  flint_free(text);
  fmpz_clear(m), fmpz_clear(e);
  if (digits.size() <= behind) digits.insert(0, behind + 1 - digits.size(), '0');
  digits.insert(digits.size() - behind, ".");
  return (negative ? "-" : "") + digits;
}

/// The sum of the two doubles next to a number; empty where there is no such double.
std::string pair_text(const std::string& number) {
  const big value = approximation::number_of(number);  // not a namesake of a file beside this one
  const double high = static_cast<double>(value);
  if (!std::isfinite(high)) return "";
  const big first = high;
  arf_t sum;
  arf_init(sum);
  arf_sub(sum, value.get(), first.get(), ARF_PREC_EXACT, ARF_RND_NEAR);
  const big second = arf_get_d(sum, ARF_RND_NEAR);
  arf_add(sum, first.get(), second.get(), ARF_PREC_EXACT, ARF_RND_NEAR);
  std::string text = exact_decimal(sum);
  arf_clear(sum);
  return text;
}

/// Empty where no format is a pair, and where long double is exact enough.
std::vector<std::string> as_pairs_of_doubles(const minimax_problem& given, const best_form& best,
                                             const std::vector<extended>& chosen, const number_format& format,
                                             const std::vector<extended>& also, session& work) {
  const auto is_pair = [&](std::size_t k) { return format[k].kind() == coefficient_format::double_double; };
  const auto is_there = [](const best_form& of, std::size_t size) {
    return of.in_big && of.found.converged && of.found.all_digits.size() == size;
  };
  std::vector<std::string> texts = exact_texts(format, chosen);
  std::size_t pairs = 0;
  for (std::size_t k = 0; k < texts.size(); ++k) pairs += is_pair(k) ? 1 : 0;
  if (pairs == 0 || !is_there(best, texts.size()) || !work.stopped_by().empty()) return {};
  std::vector<std::string> digits = best.found.all_digits;
  if (pairs < texts.size()) {
    const std::vector<int> exponents = read(given).exponents;
    minimax_problem beside = given;
    for (std::size_t k = 0; k < texts.size(); ++k)
      if (!is_pair(k)) beside.constraints.push_back("c" + std::to_string(exponents[k]) + "=" + texts[k]);
    try {
      const best_form rest = solve(read(beside), also, work);
      if (!is_there(rest, texts.size())) return {};
      digits = rest.found.all_digits;
    } catch (const error&) {
      return {};  // constraints leave none of them free
    }
  }
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (!is_pair(k)) continue;
    texts[k] = pair_text(digits[k]);
    if (texts[k].empty()) return {};
  }
  return texts;
}

}  // namespace
#endif

void take_texts(attempt& tried, [[maybe_unused]] const minimax_problem& given, [[maybe_unused]] const best_form& best,
                const number_format& format, [[maybe_unused]] const std::vector<extended>& also,
                [[maybe_unused]] session& work, [[maybe_unused]] const error_of_texts& measure) {
  minimax_result& result = tried.result;
  const auto is_pair = [&](std::size_t k) { return format[k].kind() == coefficient_format::double_double; };
  tried.texts = exact_texts(format, tried.coefficients);
#ifdef VIETA_HAVE_ARB
  std::vector<std::string> pairs = as_pairs_of_doubles(given, best, tried.coefficients, format, also, work);
  if (!pairs.empty()) {
    const auto [error, at] = measure(tried.coefficients, pairs);
    if (error < result.max_error) {
      bool all = true;
      for (std::size_t k = 0; k < pairs.size(); ++k) all = all && is_pair(k);
      if (all) result.rounded_error = error;  // they are rounded one by one
      tried.texts = std::move(pairs);
      result.max_error = error;
      result.worst_at = at;
    }
  }
#endif
  for (std::size_t k = 0; k < tried.coefficients.size(); ++k) {
    result.coefficients.push_back(format[k].as_double(tried.coefficients[k]));
    if (is_pair(k)) report::to_double(tried.texts[k], result.coefficients.back());
    result.decimals.push_back(is_pair(k) ? tried.texts[k] : format[k].text(tried.coefficients[k]));
  }
}

}  // namespace vieta::approximation
