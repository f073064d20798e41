#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "options.hpp"
#include "vieta/minimax.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta::cli {

/// What was given to `vieta minimax`, as text where the library reads it.
struct minimax_arguments {
  std::string function, pareto_of, samples, form, weight, exponents, coefficients = "f32", rates = "gcn", emit, name,
                                                                     full_range, plot, on = "auto", fixed;
  std::vector<std::string> intervals, constraints, machines, beside;
  int degree = 3, pareto_degree = 7, denominator = 0, threads = 0;
  double max_seconds = 0, error = 0;  ///< error: the largest that is allowed; 0: not given
  bool absolute = false, relative = false, estrin = false, fma = false, half = false, half2 = false, bfloat16 = false,
       hex = false, exhaustive = false, no_search = false, no_proof = false, positive = false, aaa = false,
       wide = false, rounded = false;
  std::vector<std::pair<double, double>> sampled;  ///< what `samples` holds: a pipe is read once
  output_options out;
};

/// "acos" alone means its usual form.
bool is_short(const std::string& function);

/// `minimax acos --full-range`, `minimax --full-range acos`: one function says both.
void complete(minimax_arguments& given);

/// "0,pi/2": the two ends, as text.
std::pair<std::string, std::string> parse_interval(const std::string& text);

std::string without_blanks_around(const std::string& text);

/// What would change nothing is a slip, and is told as one.
void expect_what_options_need(const minimax_arguments& given, const CLI::App& verb);

/// What `pareto` has no use for: it makes all degrees, in the usual form.
void expect_no_more_of_pareto(const CLI::App& verb);

/// The question for the library. Throws vieta::error for what cannot be read.
minimax_problem problem_of(const minimax_arguments& given);

/// The command that writes the same text again.
std::string command_line(const minimax_arguments& given, code_language language);

}  // namespace vieta::cli
