#include "verbs/minimax_fixed.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "vieta/error.hpp"
#include "work/interrupt.hpp"

namespace vieta::cli {

namespace {

/// Those of x and of the value.
std::pair<fixed_format, fixed_format> formats_of(const std::string& text) {
  try {
    return parse_fixed_formats(text);
  } catch (const error& refused) {
    throw error("--fixed: " + std::string(refused.what()).substr(std::string("fixed point: ").size()));
  }
}

code_language language_of(const minimax_arguments& given) {
  return given.emit.empty() ? code_language::c : parse_code_language(given.emit);
}

}  // namespace

void expect_what_fixed_point_needs(const minimax_arguments& given, const CLI::App& verb) {
  if (given.fixed.empty()) {
    if (given.wide) throw error("--wide: found no --fixed, expected one as well");
    return;
  }
  formats_of(given.fixed);
  if (!given.full_range.empty() && given.full_range != "gelu")
    throw error("--fixed: found beside --full-range of " + given.full_range + ", expected that of gelu or none");
  for (const char* option :
       {"--positive", "--estrin", "--fma", "--half", "--hex", "--machine", "--on", "--denominator-degree", "--samples"})
    if (verb.count(option) > 0) throw error("--fixed: found beside " + std::string(option) + ", expected one of them");
}

fixed_code make_fixed_code(const minimax_arguments& given, const minimax_result& result) {
  fixed_options options;
  std::tie(options.input, options.output) = formats_of(given.fixed);
  options.language = language_of(given);
  options.full_range = given.full_range;
  options.name = given.name;
  options.wide = given.wide;
  options.command = command_line(given, options.language);
  options.cancel = &interrupt::flag();
  if (given.exhaustive) options.most_inputs = 0;
  if (given.max_seconds > 0) options.max_seconds = std::max(given.max_seconds - result.report.seconds, 1e-3);
  return emit_fixed(result, options);
}

std::string fixed_code_line(const minimax_arguments& given, const fixed_code& code) {
  const auto [input, output] = formats_of(given.fixed);
  const auto units = [](double value) { return report::rounded(value, 4); };
  std::string text = "fixed point, " + name(input) + " to " + name(output) + ", ";
  text += (code.exhaustive ? "all " : "") + std::to_string(code.inputs) + " inputs: error " + units(code.error) +
          " units in the last place (at " + std::to_string(code.worst_at) + ")";
  text += std::isfinite(code.bound) ? ", proven at most " + units(std::ceil(code.bound * 1e4) / 1e4)
                                    : std::string(", not proven");
  text += "; " + report::rounded(std::floor(code.correctly_rounded * 1000) / 10, 4) + " % correctly rounded\n";
  return text + "cost: " + std::to_string(code.multiplications) + " products of " + std::to_string(code.width) +
         " bits" + (code.saturates ? ", and a clamp\n" : "\n");
}

}  // namespace vieta::cli
