#include "minimax/narrow/formats.hpp"

#include "minimax/fit/coefficients.hpp"
#include "vieta/error.hpp"

namespace vieta::approximation {

void check_formats(const minimax_options& options, const problem& p) {
  const std::vector<coefficient_format>& all = options.formats;
  if (all.empty()) return;
  if (contains(p.form, operation::denominator) || !p.denominator.empty())
    throw error("format: found '" + formats_text(all) + "' beside a denominator, expected one format for p and q");
  if (all.size() > p.exponents.size())
    throw error("format: found " + std::to_string(all.size()) + " formats for " + std::to_string(p.exponents.size()) +
                " coefficients, expected no more than one for each");
}

std::vector<std::string> exact_coefficients(const minimax_result& result) {
  const number_format formats(result.format, 0, result.formats);
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < result.coefficients.size(); ++k) {
    const coefficient_format kind = formats[k].kind();
    const bool is_text = kind == coefficient_format::decimals || kind == coefficient_format::double_double;
    texts.push_back(is_text ? result.decimals.at(k) : formats[k].exact_text(result.coefficients[k]));
  }
  return texts;
}

std::string formats_text(std::span<const coefficient_format> all) {
  // The last holds for all that follow.
  while (all.size() > 1 && all[all.size() - 1] == all[all.size() - 2]) all = all.first(all.size() - 1);
  std::string text;
  for (const coefficient_format one : all) text += (text.empty() ? "" : ",") + std::string(name(one));
  return text;
}

}  // namespace vieta::approximation
