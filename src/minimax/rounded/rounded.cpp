#include <cmath>

#include "base/float_environment.hpp"
#include "minimax/code/function_name.hpp"
#include "minimax/rounded/rounded_emit.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_rounded.hpp"

namespace vieta {

using namespace approximation;

namespace {

std::vector<std::string> comment_of(const rounded_function& f, const rounded_code& code,
                                    const rounded_options& options) {
  std::vector<std::string> lines = {"SPDX-License-Identifier: 0BSD"};
  lines.push_back("The float next to " + f.name + "(x), in the rounding mode to nearest; " +
                  "the double before it rounds right in all others, too.");
  const std::string exceptions = "exceptions: " + std::to_string(code.exceptions);
  if (code.proven && code.all)
    lines.push_back("Correctly rounded: proven for all 2^32 inputs (" + exceptions + ").");
  else if (code.proven)
    lines.push_back("Correctly rounded: proven for " + std::to_string(code.inputs) + " of the 2^32 inputs (" +
                    exceptions + "); others may be wrong.");
  else
    lines.push_back("Not proven to be correctly rounded.");
  lines.push_back("It holds with products and sums rounded apart (-ffp-contract=off) and with all of them fused;");
  lines.push_back("doubles of 64 bits, rounding to nearest while it runs, no -ffast-math.");
  if (!options.command.empty()) lines.push_back("Written by: " + options.command);
  return lines;
}

}  // namespace

std::string minimax_rounded_functions() {
  std::string list;
  for (const std::string& name : rounded_functions()) list += (list.empty() ? "" : ", ") + name;
  return list;
}

rounded_code minimax_rounded(const std::string& function, const rounded_options& options) {
  const float_environment floats;
  const run_limits limits(options);
#ifndef VIETA_HAVE_ARB
  throw error("correctly rounded: found no ball arithmetic in this build, expected one with Arb");
#endif
  if (!has_doubles(options.language))
    throw error("correctly rounded: found the language " + std::string(name(options.language)) +
                ", expected c, cpp or cuda");
  if (!(options.from <= options.to))
    throw error("interval: found an interval without floats, expected its lower end first");
  const std::string called = options.name.empty() ? "rounded_" + function : options.name;
  const rounded_function f = describe_rounded(function);
  check_function_name(called, options.language);
  const rounded_range range{options.from, options.to};
  const rounded_findings found = check_rounded(f, range, options.threads, limits, options.progress);

  rounded_code code;
  code.function = function;
  code.inputs = found.done, code.wrong = found.wrong, code.wrong_at = found.wrong_at;
  constexpr std::uint64_t all_floats = std::uint64_t(1) << 32;
  code.all = found.done == all_floats;
  const bool finished = found.done == inputs_of(f, range);
  code.proven = finished && found.wrong == 0 && found.claim.empty();
  code.exceptions = found.exceptions.size() * (f.symmetry == rounded_symmetry::none ? 1 : 2);
  code.degrees = f.degrees;
  code.table_bytes = f.table_bytes();
  if (!finished && found.claim.empty()) code.stopped_by = limits.stopped_by();
  if (!found.claim.empty()) code.note = "not beside a number of few bits: x from " + found.claim;
  code.text = emit(f, found.exceptions, options.language, called, comment_of(f, code, options));
  code.seconds = limits.seconds();
  return code;
}

}  // namespace vieta
