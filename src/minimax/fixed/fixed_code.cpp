#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/run_limits.hpp"
#include "minimax/code/fixed_value.hpp"
#include "minimax/code/function_name.hpp"
#include "minimax/fixed/fixed_check.hpp"
#include "minimax/fixed/fixed_emit.hpp"
#include "minimax/problem.hpp"
#include "minimax/proof/prove.hpp"
#include "vieta/error.hpp"

namespace vieta {

using namespace approximation;

fixed_format parse_fixed_format(const std::string& text) {
  const auto refuse = [&]() -> fixed_format {
    throw error("fixed point: found " + io::in_quotes(text) +
                ", expected q7, q15, q31 or qM.N with M bits before the point, N behind it, and at most 31 in all");
  };
  if (text.size() < 2 || (text[0] != 'q' && text[0] != 'Q')) return refuse();
  const char *at = text.data() + 1, *const end = text.data() + text.size();
  const auto number = [&](int& value) {
    const auto [next, failure] = std::from_chars(at, end, value);
    const bool ok = failure == std::errc{} && *at != '-';
    at = next;
    return ok;
  };
  fixed_format format{0, 0};
  if (!number(format.fraction)) return refuse();
  if (at != end && *at == '.') {
    ++at;
    format.integer = format.fraction;
    if (at == end || !number(format.fraction)) return refuse();
  }
  constexpr int most = 31;
  const bool fits = format.integer <= most && format.fraction <= most && format.bits() <= most + 1;
  if (at != end || !fits || format.bits() < 2) return refuse();
  return format;
}

std::pair<fixed_format, fixed_format> parse_fixed_formats(const std::string& text) {
  const std::size_t comma = text.find(',');
  const fixed_format input = parse_fixed_format(text.substr(0, comma));
  return {input, comma == text.npos ? input : parse_fixed_format(text.substr(comma + 1))};
}

std::string name(const fixed_format& format) {
  return 'q' + (format.integer > 0 ? std::to_string(format.integer) + '.' : "") + std::to_string(format.fraction);
}

namespace {

/// The coefficients of an expression that is a polynomial in x of a low degree as it stands; empty where it is none.
std::vector<double> powers_of(const tree& t) {
  constexpr std::size_t most = 4;
  if (is_fixed(t)) return {static_cast<double>(fixed_value(t))};
  if (t->kind == operation::variable) return {0, 1};
  const std::vector<double> a = t->a ? powers_of(t->a) : std::vector<double>{};
  if (a.empty()) return {};
  const auto product = [](const std::vector<double>& left, const std::vector<double>& right) {
    if (left.size() + right.size() > most + 1) return std::vector<double>{};
    std::vector<double> all(left.size() + right.size() - 1, 0.0);
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t j = 0; j < right.size(); ++j) all[i + j] += left[i] * right[j];
    return all;
  };
  if (t->kind == operation::negate) return product(a, {-1});
  if (t->kind == operation::power && is_fixed(t->b)) {
    const long double exponent = fixed_value(t->b);
    if (exponent != 2 && exponent != 3) return {};
    return exponent == 2 ? product(a, a) : product(product(a, a), a);
  }
  std::vector<double> b = t->b ? powers_of(t->b) : std::vector<double>{};
  if (b.empty()) return {};
  switch (t->kind) {
    case operation::add:
    case operation::subtract:
      if (t->kind == operation::subtract) b = product(b, {-1});
      b.resize(std::max(a.size(), b.size()), 0.0);
      for (std::size_t k = 0; k < a.size(); ++k) b[k] += a[k];
      return b;
    case operation::multiply:
      return product(a, b);
    case operation::divide:
      return b.size() == 1 && b[0] != 0 ? product(a, {1 / b[0]}) : std::vector<double>{};
    default:
      return {};
  }
}

/// c x^k has k + 1 powers, of which the last is not 0 alone.
bool is_monomial(const std::vector<double>& powers) {
  return !powers.empty() && powers.back() != 0 &&
         std::all_of(powers.begin(), powers.end() - 1, [](double c) { return c == 0; });
}

fixed_form form_of(const problem& p) {
  const std::vector<double> factor = powers_of(p.factor), argument = powers_of(p.argument);
  std::vector<double> beside = p.without_p ? powers_of(p.without_p) : std::vector<double>{0};
  const bool is_known = is_monomial(factor) && is_monomial(argument) && !beside.empty();
  while (!beside.empty() && beside.back() == 0) beside.pop_back();
  if (!is_known || argument.size() < 2 || argument.size() > 3 || beside.size() >= factor.size())
    throw error("fixed point: found the form " + to_text(p.form) +
                ", expected p(x), x*p(x), p(x^2) or x*p(x^2), or one with lower powers beside p, such as "
                "0.5*x+x^2*p(x^2)");
  beside.resize(factor.size() - 1, 0.0);
  return {argument.size() == 3, static_cast<int>(factor.size()) - 1, argument.back(), factor.back(), beside};
}

/// gelu is x or 0 where its form ends: the largest x of the form, or 0 where it takes in the whole format.
std::int64_t end_of_gelu(const problem& p, const fixed_options& options) {
  if (options.full_range != "gelu")
    throw error("fixed point: found the full range of '" + options.full_range + "', expected that of gelu or none");
  const problem usual = read(minimax_short_form("gelu", 1));
  if (to_text(p.f) != to_text(usual.f) || to_text(p.form) != to_text(usual.form) || p.intervals.size() != 1)
    throw error("fixed point: found another function or form beside the full range, expected gelu in its usual form");
  if (options.input.storage() > 16 || options.output.storage() > 16)
    throw error("fixed point: found a format of 32 bits beside the full range, expected up to 16 bits");
  const long double end = std::ldexp(evaluate(p.intervals[0].second, 0), options.input.fraction);
  return end >= std::ldexp(1.0L, options.input.bits() - 1) ? 0 : static_cast<std::int64_t>(std::floor(end));
}

/// The integers whose numbers lie in the interval and in the format.
std::pair<std::int64_t, std::int64_t> domain_of(const problem& p, const fixed_format& input) {
  if (p.intervals.size() != 1)
    throw error("fixed point: found " + std::to_string(p.intervals.size()) + " intervals, expected one");
  // Ends such as pi/2 are no numbers of the format; those that are have few bits and are met.
  const auto [from, to] = p.intervals[0];
  const long double lo = std::ldexp(evaluate(from, 0), input.fraction),
                    hi = std::ldexp(evaluate(to, 0), input.fraction);
  const long double lowest = -std::ldexp(1.0L, input.bits() - 1), highest = -lowest - 1;
  if (!(lo <= highest && hi >= lowest && std::ceil(lo) <= std::floor(hi)))
    throw error("fixed point: found no number of the format " + name(input) +
                " in the interval, expected one at least");
  return {static_cast<std::int64_t>(std::ceil(std::max(lo, lowest))),
          static_cast<std::int64_t>(std::floor(std::min(hi, highest)))};
}

std::vector<double> dense(const std::vector<int>& exponents, const std::vector<double>& coefficients) {
  std::vector<double> all(static_cast<std::size_t>(exponents.back()) + 1, 0.0);
  for (std::size_t k = 0; k < exponents.size(); ++k) all[static_cast<std::size_t>(exponents[k])] = coefficients[k];
  while (all.size() > 1 && all.back() == 0) all.pop_back();
  return all;
}

/// How many units the function may lie beyond the output's range, which the clamp takes away: 0, 1 and a little, or
/// infinite where nothing is proven.
double most_beyond(const problem& p, const fixed_program& program, const run_limits& limits) {
  problem alone;  // whose error is the function itself
  alone.f = p.f, alone.factor = constant("1"), alone.argument = make(operation::variable);
  alone.exponents = {0};
  const auto end = [&](std::int64_t x) {
    const tree size = constant(std::to_string(x < 0 ? -x : x));
    const tree place =
        make(operation::divide, size, constant(std::to_string(std::int64_t(1) << program.input.fraction)));
    return x < 0 ? make(operation::negate, place) : place;
  };
  alone.intervals = {{end(program.first_input), end(program.last_input)}};
  const auto unit = [&](double value) { return std::ldexp(value, -program.output.fraction); };
  const auto highest = static_cast<double>(program.highest());
  for (const double beyond : {0.0, 1.0}) {
    constexpr double small = 1e-3;  // units: the proof needs some room
    const double most = unit(highest + beyond), room = unit(small) / most;
    const proof shown = prove(alone, {"0"}, most, room, 0, [&] { return limits.must_stop(); });
    if (shown.bound <= most * (1 + 2 * room)) return beyond + 3 * small;
  }
  return std::numeric_limits<double>::infinity();
}

std::string units(double value) {
  char text[40];  // rounded upwards
  const auto end = std::to_chars(text, text + sizeof text, std::ceil(value * 1000) / 1000, std::chars_format::fixed, 3);
  return {text, end.ptr};
}

std::vector<std::string> comment_of(const problem& p, const fixed_program& program, const fixed_code& code,
                                    const fixed_options& options) {
  const auto number = [](std::int64_t x, const fixed_format& f) {
    return report::rounded(std::ldexp(static_cast<double>(x), -f.fraction), 9);
  };
  std::vector<std::string> lines = {"SPDX-License-Identifier: 0BSD"};
  lines.push_back(to_text(p.f) + " as " + to_text(p.form) + ", x in " + name(options.input) + ", the value in " +
                  name(options.output) + ".");
  if (program.end != 0)
    lines.push_back("Beyond " + number(program.end, options.input) + " the value is x, below -" +
                    number(program.end, options.input) + " it is 0.");
  lines.push_back("For x from " + std::to_string(code.first) + " to " + std::to_string(code.last) + ", which is " +
                  number(code.first, options.input) + " to " + number(code.last, options.input) + ".");
  if (std::isfinite(code.bound))
    lines.push_back("Error, proven: at most " + units(code.bound) + " units in the last place" +
                    (code.exhaustive ? " over all " + std::to_string(code.inputs) + " inputs." : " for each input."));
  else
    lines.push_back("Error, not proven: " + units(code.error) + " units in the last place of " +
                    std::to_string(code.inputs) + " inputs.");
  lines.push_back(std::to_string(code.multiplications) + " products of " + std::to_string(program.width) +
                  " bits; no overflow; >> of a negative number rounds down, as in two's complement.");
  if (!options.command.empty()) lines.push_back("Written by: " + options.command);
  return lines;
}

}  // namespace

fixed_code emit_fixed(const minimax_result& result, const fixed_options& options) {
  const float_environment floats;
  const run_limits limits(options);
  const problem p = read(result.problem);
  if (p.callable || !p.samples.empty())
    throw error("fixed point: found no expression, expected a function written as one");
  if (!p.denominator.empty() || result.problem.denominator_degree > 0)
    throw error("fixed point: found a denominator, expected a polynomial alone");
  if (!has_integers(options.language))
    throw error("fixed point: found the language " + std::string(name(options.language)) +
                ", expected c, cpp, rust or cuda");
  const bool is_whole = !options.full_range.empty();
  const std::string function = !options.name.empty() ? options.name
                               : is_whole            ? "fast_" + options.full_range
                                                     : default_function_name(p);
  check_function_name(function, options.language);
  const std::int64_t end = is_whole ? end_of_gelu(p, options) : 0;
  const std::int64_t whole = std::int64_t(1) << (options.input.bits() - 1);
  const auto [first, last] = is_whole ? std::pair(-whole, whole - 1) : domain_of(p, options.input);
  const bool is_short = options.input.storage() <= 16 && options.output.storage() <= 16;
  // All inputs of a short format are run, so that the best coefficients need no proof of their own.
  const bool as_proven = !is_short && result.format == coefficient_format::float64;
  const std::vector<double> coefficients =
      dense(result.exponents, as_proven ? result.coefficients : result.best_coefficients);
  const fixed_form form = form_of(p);
  fixed_program program =
      make_fixed_program(form, coefficients, options.input, options.output, first, last, options.wide, end);

  fixed_code code;
  code.first = first, code.last = last;
  fixed_check check;
  if (is_short) {
    std::vector<fixed_target> targets;
    targets.reserve(static_cast<std::size_t>(last - first) + 1);
    constexpr std::int64_t until_clock = 256;
    for (std::int64_t x = first; x <= last; ++x) {
      if ((x - first) % until_clock == 0 && limits.must_stop()) code.stopped_by = limits.stopped_by();
      targets.push_back(target_of(p.f, program, x, !code.stopped_by.empty()));
      refuse_beyond(program, p.f, targets.back().value);
    }
    check.error = std::numeric_limits<double>::infinity();
    // Shorter numbers leave the constants more room to be moved, which may be worth more than their bits.
    for (const bool sharp : {true, false}) {
      if (!sharp && form.times_x == 0) break;
      const fixed_program rounded =
          make_fixed_program(form, coefficients, options.input, options.output, first, last, options.wide, end, sharp);
      fixed_program moved = rounded;
      improve(moved, targets, limits);
      for (std::int64_t x = first; x <= last; ++x)
        if (!stays_below(moved, x)) {
          moved = rounded;
          break;
        }
      const fixed_check found = check_all(moved, targets);
      if (found.error < check.error) program = moved, check = found;
    }
    code.bound = check.bound;
  } else {
    if (as_proven && result.problem.error == minimax_error::absolute && std::isfinite(result.proven_bound))
      code.bound = std::max(std::ldexp(result.proven_bound, options.output.fraction) * 1.0001 + program.rounding,
                            most_beyond(p, program, limits));
    check = check_some(program, p.f, options.most_inputs, limits);
    if (limits.must_stop()) code.stopped_by = limits.stopped_by();
    check.saturates = true;  // what was not run may leave the range
  }
  // A constant is in the range, and compilers warn of a comparison that tells nothing.
  if (program.steps.empty() && program.first >= program.lowest() && program.first <= program.highest())
    check.saturates = false;
  program.saturates = check.saturates;
  code.error = check.error, code.worst_at = check.worst_at;
  code.inputs = check.inputs, code.exhaustive = check.exhaustive;
  code.correctly_rounded =
      check.inputs == 0 ? 0 : static_cast<double>(check.correctly_rounded) / static_cast<double>(check.inputs);
  code.multiplications = static_cast<int>(program.steps.size()) + (program.multiplies_by_square() ? 1 : 0);
  code.width = program.width;
  code.saturates = check.saturates;
  code.text = emit(program, options.language, function, comment_of(p, program, code, options));
  return code;
}

}  // namespace vieta
