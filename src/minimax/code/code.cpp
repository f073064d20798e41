#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "minimax/check/float_check.hpp"
#include "minimax/code/emit.hpp"
#include "minimax/code/function_name.hpp"
#include "minimax/code/printed.hpp"
#include "minimax/code/rates.hpp"
#include "minimax/full_range.hpp"
#include "minimax/function/called_functions.hpp"
#include "minimax/narrow/bfloat_check.hpp"
#include "minimax/narrow/pair_check.hpp"
#include "vieta/error.hpp"
#include "vieta/minimax_code.hpp"

namespace vieta {

using namespace approximation;

namespace {

std::string upward(double value) {
  char text[40];  // at least `value`: rounding takes 5e-5 of 1 at most
  return {text, std::to_chars(text, text + sizeof text, value * (1 + 5.1e-5), std::chars_format::scientific, 4).ptr};
}

/// How far floats are looked at. gelu is its asymptote beyond, and its absolute error is below what a reference in
/// double tells; bfloat16 and halves are all run.
double reach_of(const code_options& options) {
  return options.full_range == "gelu" && !options.half && !options.bfloat16 ? 0x1p20
                                                                            : std::numeric_limits<double>::max();
}

/// Where 2^x is neither 0 nor infinite as a half.
constexpr std::pair<double, double> half_range_of_exp2 = {-25, 15.9921875};

/// What the text stands for on its whole domain.
float_domain domain_of(const problem& p, const code_options& options) {
  float_domain d;
  d.function = p.f;
  d.weight = p.weight;
  d.relative = p.relative;
  if (options.full_range.empty()) {
    for (const auto& [lo, hi] : p.intervals)
      d.intervals.emplace_back(static_cast<double>(evaluate(lo, 0)), static_cast<double>(evaluate(hi, 0)));
    return d;
  }
  const full_range& f = find_full_range(options.full_range, p.form);
  d.function = parse(f.function, "");
  const double reach = reach_of(options);
  d.intervals = {{std::max(options.positive ? f.positive_lo : f.lo, -reach), std::min(f.hi, reach)}};
  if (options.half && options.full_range == "exp2") d.intervals = {half_range_of_exp2};
  if (f.absolute) d.relative = false, d.weight = nullptr;
  return d;
}

/// "sin from -25735.9 to 25735.9, absolute error": what the floats were taken from.
std::string domain_text(const problem& p, const code_options& options) {
  const full_range& f = find_full_range(options.full_range, p.form);
  const auto shown = [&](double end) {
    const double most = options.half ? 65504 : reach_of(options);  // the largest half
    return report::rounded(std::clamp(end, -most, most), 6);
  };
  const bool is_exp2 = options.half && options.full_range == "exp2";
  const auto [lo, hi] = is_exp2 ? half_range_of_exp2 : std::pair(options.positive ? f.positive_lo : f.lo, f.hi);
  return options.full_range + " from " + shown(lo) + " to " + shown(hi) + (f.absolute ? ", absolute error" : "");
}

/// The interval on which p is used, no part of it missing. What lies beyond costs accuracy where it counts: a tenth
/// more is a margin, and so is the mirror image of an odd function.
bool serves(const problem& p, const minimax_problem& usual) {
  const auto at = [](const tree& t) { return evaluate(t, 0); };
  const long double from = at(p.intervals[0].first), to = at(p.intervals[0].second),
                    lo = at(parse(usual.intervals[0].first, "")), hi = at(parse(usual.intervals[0].second, "")),
                    most = hi + (hi - lo) / 10, least = usual.form == "x*p(x^2)" ? -most : lo - (hi - lo) / 10;
  // gelu is joined to its asymptotes where the interval ends.
  constexpr long double far = 8;
  const bool ends_anywhere = usual.form == "0.5*x+x^2*p(0.0625*x^2)" && to > hi && to <= far;
  return from <= lo && from >= least && to >= hi && (to <= most || ends_anywhere);
}

void check_form(const minimax_problem& given, const problem& p, const std::string& function) {
  if (function.empty()) return;
  const minimax_problem usual = usual_problem(find_full_range(function, p.form));
  const std::string interval = usual.intervals[0].first + "," + usual.intervals[0].second;
  if (p.callable || to_text(p.f) != to_text(parse(usual.function, "")) ||
      to_text(without_denominator(p.form)) != to_text(parse(usual.form, "", true)) || p.intervals.size() != 1)
    throw error("--full-range: found '" + function + "' beside another form, expected " + usual.form + " on " +
                interval + " for " + usual.function);
  if (!serves(p, usual))
    throw error("--in: found '" + given.intervals[0].first + "," + given.intervals[0].second + "', expected " +
                interval + ", on which the range reduction of " + function + " uses p");
}

/// The function whose range reduction would serve this form, or nothing.
std::string wider(const minimax_problem& given, const problem& p) {
  std::string function(p.callable ? "" : function_name(p.f->kind));
  try {
    check_form(given, p, function);
  } catch (const error&) {
    return "";
  }
  return function;
}

/// What float16 asks of a compiler beyond what it takes by itself; Metal and ISPC have the type.
std::string half_needs(code_language language) {
  switch (language) {
    case code_language::glsl:
      return "#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require";
    case code_language::hlsl:
      return "-enable-16bit-types (DXC, shader model 6.2)";
    case code_language::wgsl:
      return "enable f16;";
    case code_language::c:
      return "-fexcess-precision=16 where GCC has to compute in float (x86 without AVX512-FP16)";
    case code_language::cuda:
      return "cuda_fp16.h, compute capability 5.3";
    default:
      return "";
  }
}

check_control control_of(const code_options& options) {
  using clock = std::chrono::steady_clock;
  check_control control;
  control.cancel = options.cancel;
  control.progress = options.progress;
  constexpr double longest = 1e8;
  if (options.max_seconds > 0)
    control.deadline = clock::now() + std::chrono::duration_cast<clock::duration>(
                                          std::chrono::duration<double>(std::min(options.max_seconds, longest)));
  return control;
}

/// A text whose floats are worse than its coefficients and its operations explain is of no use: large coefficients
/// cancel, or it has no value somewhere.
void judge_floats(minimax_code& code, const problem& p, const printed_error& real, std::size_t operations, bool half) {
  constexpr int places = 65;
  long double scale = p.relative ? 1 : 0;
  for (const auto& [from, to] : p.intervals)
    for (int k = 0; k < places && !p.relative; ++k) {
      const long double lo = evaluate(from, 0), hi = evaluate(to, 0), x = lo + (hi - lo) * k / (places - 1);
      const long double weight = p.weight ? std::fabs(evaluate(p.weight, x)) : 1;
      for (const long double value : {evaluate(p.f, x), p.without_p ? evaluate(p.without_p, x) : 0.0L})
        if (std::isfinite(weight * value)) scale = std::max(scale, std::fabs(weight * value));
    }
  const double unit = half ? 0x1p-11 : 0x1p-24, found = std::max(code.error.separate, code.error.fused),
               coefficients = std::isfinite(real.bound) ? real.bound : real.largest;
  const double explained = 4 * coefficients + 16 * unit * static_cast<double>(operations) * static_cast<double>(scale);
  if (found <= explained) return;
  code.holds = false;
  code.note += (code.note.empty() ? "" : "; ") + std::string(half ? "halves" : "floats") +
               " do not hold the form: an error of " + upward(found) + " where its coefficients have " +
               upward(coefficients);
}

}  // namespace

std::string code_machines() { return machine_list(); }

code_language usual_language(const minimax_result& result) {
  const problem p = read(result.problem);
  const program text = form_program(p, numbers_of(result, p.denominator), polynomial_order::horner, false, "");
  return lacking(code_language::glsl, text).empty() ? code_language::glsl : code_language::cuda;
}

minimax_code emit_code(const minimax_result& result, const code_options& given) {
  const float_environment floats;
  code_options options = given;
  options.half = given.half || given.half2;
  if (given.half2 && given.language != code_language::cuda)
    throw error(std::string("--half2: found ") + vieta::name(given.language) + ", expected cuda");
  if (given.bfloat16 && options.half) throw error("--bfloat16: found beside --half, expected one of them");
  const problem p = read(result.problem);
  const std::string name = options.name.empty()
                               ? options.full_range.empty() ? default_function_name(p) : "fast_" + options.full_range
                               : options.name;
  check_function_name(name, options.language);
  check_form(result.problem, p, options.full_range);
  const form_numbers numbers = numbers_of(result, p.denominator);
  const polynomial_order order = options.estrin ? polynomial_order::estrin : polynomial_order::horner;
  const bool shader = options.language == code_language::glsl || options.language == code_language::hlsl ||
                      options.language == code_language::wgsl || options.language == code_language::metal;
  const program text = options.full_range.empty() ? form_program(p, numbers, order, options.half, name)
                                                  : full_range_program(p, options.full_range, numbers, order,
                                                                       options.half, options.positive, name, shader);

  minimax_code code;
  const program_cost counted = cost(text);
  code.full_rate = counted.full_rate;
  code.quarter_rate = counted.quarter_rate;
  code.registers = counted.registers;
  for (const rate_model& model : rate_models()) code.slots.push_back({model.name, slots(text, model)});
  const check_control control = control_of(options);
  std::uint64_t left_out = 0;
  const bool of_pairs = text.inputs.size() == 2;
  const pair_domain pairs = of_pairs
                                ? pair_domain{options.full_range == "pow",
                                              options.full_range == "pow" ||
                                                  (p.relative && !find_full_range(options.full_range, p.form).absolute),
                                              options.positive}
                                : pair_domain{};
  if (!p.callable) {
    std::vector<machine> machines = {find_machine("ieee"), find_machine("ieee-fma")};
    for (const std::string& m : options.machines) machines.push_back(find_machine(m));
    for (machine& m : machines) m.half = options.half;
    target on = options.on;
    on.threads = options.threads;
    const float_checks all =
        of_pairs ? check_pairs(text, machines, pairs, options.most_floats, control)
                 : check_floats(text, machines, domain_of(p, options), options.most_floats, on, control);
    code.stopped_by = all.stopped_by;
    const std::vector<float_check>& checks = all.machines;
    code.target = all.target;
    code.note = all.note;
    const float_check &separate = checks[0], &fused = checks[1];
    const float_check& worse = separate.error > fused.error ? separate : fused;
    code.error = {separate.error,  fused.error, worse.worst_at,     worse.worst_second,
                  separate.inputs, of_pairs,    separate.exhaustive};
    left_out = separate.left_out;
    for (std::size_t k = 2; k < checks.size(); ++k)
      code.machines.push_back({machines[k].name, checks[k].error, checks[k].worst_at});
  }

  emit_style style;
  style.language = options.language;
  style.explicit_fma = options.explicit_fma;
  style.half = options.half || options.half2;
  style.half2 = options.half2;
  style.bfloat16 = options.bfloat16;
  style.hexadecimal = options.hexadecimal;
  std::string intervals;
  for (const auto& [lo, hi] : result.problem.intervals)
    intervals += (intervals.empty() ? "[" : " and [") + lo + ", " + hi + "]";
  const std::string kind = vieta::name(result.problem.error);
  style.comment.push_back("SPDX-License-Identifier: 0BSD");
  const std::string shown = !p.callable                       ? to_text(p.f)
                            : result.problem.function.empty() ? "a function"
                                                              : result.problem.function;
  style.comment.push_back(shown + " as " + to_text(p.form) + ", p of degree " +
                          std::to_string(result.exponents.back()) + ", on " + intervals + ".");
  if (const std::string function = wider(result.problem, p); options.full_range.empty() && !function.empty())
    style.comment.push_back("Only for x in " + intervals + ". For all x: --full-range " + function);
  const printed_error real = error_as_printed(result, options.half, [&control] { return control.must_stop(); });
  if (options.full_range.empty() && code.error.inputs > 0 && code.stopped_by.empty())
    judge_floats(code, p, real, text.steps.size(), options.half);
  style.comment.push_back("Largest " + kind +
                          (std::isfinite(real.bound)
                               ? " error, proven in real arithmetic: " + upward(real.bound)
                               : " error in real arithmetic (not proven): " + upward(real.largest)));
  if (code.error.inputs > 0)
    style.comment.push_back((code.error.exhaustive ? "Of all " : "Of ") + std::to_string(code.error.inputs) +
                            (of_pairs ? " pairs of" : "") + (options.half ? " halves" : " floats") +
                            (of_pairs                     ? " " + pairs_text(pairs)
                             : options.full_range.empty() ? ""
                                                          : " of " + domain_text(p, options)) +
                            ": " + upward(code.error.separate) +
                            "; where a * b + c is fused: " + upward(code.error.fused));
  if (options.bfloat16) {
    if (p.callable || text.inputs.size() != 1)
      throw error(
          "--bfloat16: found a function of two arguments, or one without an expression, expected an expression in x");
    const float_domain domain = domain_of(p, options);
    code.bfloat = check_bfloats(text, domain);
    // Where errors are absolute, units of tiny values say nothing.
    const std::string units =
        domain.relative ? report::rounded(code.bfloat.units * (1 + 5.1e-4), 3) + " units in the last place at most; "
                        : "";
    style.comment.push_back("Of all " + std::to_string(code.bfloat.inputs) +
                            " bfloat16 numbers there, rounded to bfloat16: " + upward(code.bfloat.error) +
                            (units.empty() ? "; " : ", ") + units +
                            report::rounded(100 * code.bfloat.correctly_rounded, 3) + " % are correctly rounded.");
  }
  if (left_out > 0)
    style.comment.push_back("Not looked at: " + std::to_string(left_out) +
                            " more, where the function is not a finite number.");
  for (const machine_error& m : code.machines)
    style.comment.push_back("On " + m.machine + ", by its model: " + upward(m.error));
  style.comment.push_back("Cost: " + std::to_string(code.full_rate) + " operations at full rate, " +
                          std::to_string(code.quarter_rate) + " at quarter rate; sqrt and / rounded correctly.");
  if (const std::string needs = half_needs(options.language); options.half && !needs.empty())
    style.comment.push_back("Needs: " + needs);
  if (!options.command.empty()) style.comment.push_back("Written by: " + options.command);
  code.text = emit(text, style);
  return code;
}

}  // namespace vieta
