#include "vieta/minimax.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "c/common.hpp"
#include "vieta/json.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/minimax_fixed.hpp"

struct vieta_minimax {
  vieta::minimax_result result;
};

namespace vieta::c {
namespace {

minimax_problem problem_of(const std::string& function, const vieta_minimax_options& given) {
  minimax_problem problem;
  const int degree = given.degree != 0 ? given.degree : 3;
  const bool own_interval = given.lo != nullptr || given.hi != nullptr;
  if (function.empty()) throw error("function: found nothing, expected an expression or a short form such as acos");
  // The name of a function; one letter is a variable, a number is one, and so is pi.
  const bool is_word = function.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == function.npos &&
                       function.size() > 1 && function[0] >= 'a' && function != "pi";
  if (is_word && !own_interval)
    problem = minimax_short_form(function, degree);
  else
    problem.function = is_word ? function + "(x)" : function;
  problem.degree = degree;
  problem.denominator_degree = given.denominator_degree;
  if (own_interval) problem.intervals = {{text_or(given.lo, "-1"), text_or(given.hi, "1")}};
  if (given.form != nullptr) problem.form = given.form;
  if (given.error != nullptr) {
    const std::string kind = given.error;
    if (kind != "absolute" && kind != "relative")
      throw vieta::error("error: found '" + kind + "', expected absolute or relative");
    problem.error = kind == "absolute" ? minimax_error::absolute : minimax_error::relative;
  }
  return problem;
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::guarded;
using vieta::c::required;

vieta_code vieta_minimax_of(const char* function, const vieta_minimax_options* options, const vieta_run* run,
                            vieta_minimax** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    const vieta_minimax_options given = options == nullptr ? vieta_minimax_options{} : *options;
    vieta::c::running work(run);
    vieta::minimax_options how;
    vieta::set_format(how, vieta::c::text_or(given.format, "f64"));
    how.search = given.no_search == 0;
    how.prove = given.no_proof == 0;
    work.apply(how,
               [](const vieta::minimax_progress& told) { return std::pair(static_cast<double>(told.count), 0.0); });
    auto answer = std::make_unique<vieta_minimax>();
    answer->result = vieta::c::naming_members(
        [&] { return minimax(vieta::c::problem_of(required(function, "function"), given), how); });
    const bool solved =
        answer->result.status == vieta::minimax_status::optimal && answer->result.report.stopped_by.empty();
    *result = answer.release();
    return solved ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

vieta_minimax_summary vieta_minimax_told(const vieta_minimax* result) {
  if (result == nullptr) return {VIETA_MINIMAX_STALLED, 0, 0, 0, 0};
  const vieta::minimax_result& r = result->result;
  // The statuses of C have the numbers of those of C++.
  return {static_cast<vieta_minimax_status>(r.status), r.optimum, r.lower_bound, r.max_error, r.proven_bound};
}

size_t vieta_minimax_coefficients(const vieta_minimax* result, const int** exponents, const double** coefficients) {
  if (result == nullptr) return 0;
  if (exponents != nullptr) *exponents = result->result.exponents.data();
  if (coefficients != nullptr) *coefficients = result->result.coefficients.data();
  return result->result.coefficients.size();
}

size_t vieta_minimax_denominator(const vieta_minimax* result, const double** coefficients) {
  if (result == nullptr) return 0;
  if (coefficients != nullptr) *coefficients = result->result.denominator.data();
  return result->result.denominator.size();
}

char* vieta_minimax_code(const vieta_minimax* result, const char* language, const char* name) {
  return vieta::c::text_for_c([&] {
    return vieta::c::naming_members([&] {
      vieta::code_options options;
      options.language = vieta::parse_code_language(required(language, "language"));
      options.name = vieta::c::text_or(name, "");
      return emit_code(required(result, "result")->result, options).text;
    });
  });
}

char* vieta_minimax_json(const vieta_minimax* result) {
  return vieta::c::text_for_c([&] { return vieta::to_json(required(result, "result")->result); });
}

void vieta_minimax_free(vieta_minimax* result) { delete result; }

vieta_code vieta_minimax_fixed(const vieta_minimax* result, const char* format, const vieta_fixed_options* options,
                               const vieta_run* run, vieta_fixed* told, char** text) {
  return guarded([&] {
    *required(text, "text") = nullptr;
    const vieta_fixed_options given = options == nullptr ? vieta_fixed_options{} : *options;
    const vieta::c::running work(run);
    vieta::fixed_options how;
    std::tie(how.input, how.output) = vieta::parse_fixed_formats(required(format, "format"));
    const auto parse = [&] { return vieta::parse_code_language(vieta::c::text_or(given.language, "c")); };
    how.language = vieta::c::naming_members(parse);
    how.name = vieta::c::text_or(given.name, "");
    how.wide = given.wide != 0;
    if (given.all_inputs != 0) how.most_inputs = 0;
    how.full_range = vieta::c::text_or(given.full_range, "");
    how.max_seconds = work.max_seconds();
    how.cancel = work.flag();
    const vieta::fixed_code code =
        vieta::c::naming_members([&] { return emit_fixed(required(result, "result")->result, how); });
    *required(told, "told") = {
        code.bound, code.error,  code.correctly_rounded,  code.worst_at,          code.first,
        code.last,  code.inputs, code.exhaustive ? 1 : 0, code.saturates ? 1 : 0, code.multiplications,
        code.width};
    *text = vieta::c::copy_for_c(code.text);
    return std::isfinite(code.bound) && code.stopped_by.empty() ? VIETA_SOLVED : VIETA_PARTIAL;
  });
}

}  // extern "C"
