#include "vieta/minimax.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <memory>
#include <sstream>

#include "base/number.hpp"
#include "base/words.hpp"
#include "input/samples_input.hpp"
#include "minimax/problem.hpp"
#include "minimax/verdict.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/json/minimax_json.hpp"
#include "report/picture/minimax_plot.hpp"
#include "report/picture/pareto/pareto_plot.hpp"
#include "report/picture/plot.hpp"
#include "report/text/minimax_print.hpp"
#include "rounded/minimax_rounded.hpp"
#include "verbs/command.hpp"
#include "verbs/minimax_aaa.hpp"
#include "verbs/minimax_arguments.hpp"
#include "verbs/minimax_fixed.hpp"
#include "verbs/minimax_within.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/minimax_pareto.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"
#include "work/ranks.hpp"

namespace vieta::cli {
namespace {

minimax_code make_code(const minimax_arguments& given, const minimax_result& result, progress_line& line) {
  code_options options;
  options.language = given.emit.empty() ? usual_language(result) : parse_code_language(given.emit);
  options.name = given.name;
  options.full_range = given.full_range;
  options.positive = given.positive;
  options.estrin = given.estrin;
  options.explicit_fma = given.fma;
  options.half = given.half;
  options.half2 = given.half2;
  options.bfloat16 = given.bfloat16;
  options.hexadecimal = given.hex;
  options.on = parse_target(given.on);
  options.on.ranks = ranks();
  options.threads = given.threads;
  options.machines = given.machines;
  options.most_floats = given.exhaustive || given.half || given.half2 ? 0 : options.most_floats;
  options.command = command_line(given, options.language);
  options.cancel = &interrupt::flag();
  if (given.max_seconds > 0) options.max_seconds = std::max(given.max_seconds - result.report.seconds, 1e-3);
  if (line.enabled())
    options.progress = [&](std::uint64_t done, std::uint64_t all) {
      line.show(std::to_string(100 * done / std::max<std::uint64_t>(all, 1)) + " % of " + std::to_string(all) +
                " floats");
    };
  try {
    return emit_code(result, options);
  } catch (const error& refused) {
    if (!given.emit.empty() || refused.kind() != error_kind::no_such_code) throw;
    minimax_code none;  // the answer is one without a text, too
    none.note = std::string("no code: ") + refused.what();
    return none;
  }
}

/// "; gcn 17, rdna 17, nvidia 27".
std::string slots_text(const minimax_code& code) {
  std::string text;
  for (const machine_slots& m : code.slots)
    text += (text.empty() ? "; in multiply-adds: " : ", ") + m.machine + " " + std::to_string(m.slots);
  return text;
}

/// What became of the floats, and what they cost.
std::string code_lines(const minimax_arguments& given, const minimax_code& code) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  if (code.error.inputs > 0)
    text << (code.error.exhaustive ? "all " : "") << code.error.inputs << (code.error.of_pairs ? " pairs of" : "")
         << (given.half || given.half2 ? " halves" : " floats") << (given.estrin ? ", Estrin: " : ", Horner: ")
         << code.error.separate << "; with fma: " << code.error.fused << '\n';
  if (!code.note.empty()) text << code.note << '\n';
  for (const machine_error& m : code.machines) text << "on " << m.machine << ", by its model: " << m.error << '\n';
  if (code.error.inputs > 0)
    text << "cost: " << code.full_rate << " full rate, " << code.quarter_rate << " quarter rate" << slots_text(code)
         << '\n';
  return text.str();
}

int run_pareto(const minimax_arguments& given) {
  if (given.pareto_of.empty()) throw error("pareto: found nothing, expected a function: `vieta minimax pareto acos`");
  if (!given.plot.empty()) report::picture_of(given.plot);
  output out(given.out.file);
  const interrupt guard;
  const auto begin = std::chrono::steady_clock::now();
  const pareto_result result = minimax_pareto(given.pareto_of, given.rates, &interrupt::flag(), given.pareto_degree);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (given.out.json)
    out.stream() << to_json(result);
  else
    out.stream() << result << (interrupt::flag() ? report::stopped_line("cancelled") : "") << "each proven and run, "
                 << report::duration(seconds.count()) << " on cpu\n";
  out.commit();
  if (!given.plot.empty()) {
    output picture(given.plot);
    report::write_picture(picture.stream(), report::draw_pareto(result), report::picture_of(given.plot));
    picture.commit();
  }
  return interrupt::flag() ? solved_in_part : all_solved;
}

minimax_result solve(const minimax_arguments& given, const minimax_options& options) {
  try {
    return minimax(problem_of(given), options);
  } catch (const error& refused) {
    if (given.samples.empty()) throw;
    throw error(given.samples + ": " + refused.what());
  }
}

/// A short form with nothing said of where p stands.
bool is_free_in_form(const minimax_arguments& given) {
  return given.samples.empty() && is_short(given.function) && given.form.empty() && given.intervals.empty() &&
         given.exponents.empty() && given.weight.empty() && given.constraints.empty() && given.denominator == 0 &&
         given.full_range.empty() && given.fixed.empty();
}

/// Of the forms that `pareto` knows the cheapest one that reaches the error.
void take_cheaper_form(minimax_arguments& given, minimax_result& found, const minimax_options& options) {
  constexpr int most = 12;  // beyond, nothing small is as good
  if (found.status != minimax_status::optimal || given.degree > most || options.max_seconds > 0) return;
  minimax_options quick = options;
  quick.search = quick.prove = false;
  quick.format = coefficient_format::float64;
  quick.formats.clear();
  for (const minimax_problem& p : minimax_cheaper_forms(given.function, problem_of(given))) {
    if (interrupt::flag()) return;
    try {
      if (minimax(p, quick).optimum > given.error) continue;
      minimax_result other = minimax(p, options);
      if (other.status != minimax_status::optimal || !(other.proven_bound <= given.error)) continue;
      given.form = p.form;
      given.degree = p.degree;
      given.denominator = p.denominator_degree;
      given.constraints = p.constraints;
      found = std::move(other);
      return;
    } catch (const error&) {
      continue;  // a q with a zero, an error without bound
    }
  }
}

minimax_result solve_within(minimax_arguments& given, const minimax_options& options) {
  const auto solve_degree = [&](int degree, const minimax_options& now) {
    given.degree = degree;
    return solve(given, now);
  };
  const int first = given.exponents == "odd" ? 1 : 0, step = given.exponents.empty() ? 1 : 2;
  const approximation::obstacle obstacle =
      given.samples.empty() ? approximation::obstacle_of(problem_of(given)) : approximation::obstacle{};
  minimax_result found =
      minimax_within({given.error, first, step, given.coefficients, obstacle}, options, solve_degree);
  if (is_free_in_form(given)) take_cheaper_form(given, found, options);
  return found;
}

/// Halves round by more than most errors that --error asks for: the text is looked at once more.
void expect_text_within(const minimax_arguments& given, minimax_code& code) {
  const double found = std::max(code.error.separate, code.error.fused);
  if (!(given.error > 0) || (!given.half && !given.half2) || code.error.inputs == 0 || found <= given.error) return;
  code.holds = false;
  code.note += (code.note.empty() ? "" : "; ") + std::string("--error ") + report::shortest(given.error) +
               " is met by the coefficients, but not by the text: of halves its error is " + report::rounded(found, 4) +
               "; a larger error, or floats without --half may do";
  if (!given.emit.empty() && !given.out.json) std::cerr << "vieta: minimax: " + code.note + '\n' << std::flush;
}

/// Where floats do not hold p(x), powers about the middle of the interval may serve, or of p/q about an end: their
/// coefficients cancel less.
void advise_form(const minimax_arguments& given, const minimax_result& found, progress_line& line, minimax_code& code) {
  if (code.holds || !given.samples.empty() || interrupt::flag() || given.max_seconds > 0) return;
  minimax_problem other = found.problem;
  minimax_options plain;
  set_format(plain, given.coefficients, "--format");
  plain.search = plain.prove = false;
  plain.cancel = &interrupt::flag();
  double least = std::max(code.error.separate, code.error.fused) / 2;
  std::string of_least;
  for (const std::string& form : approximation::shifted_forms(approximation::read(found.problem))) {
    other.form = form;
    try {
      const minimax_code better = make_code(given, minimax(other, plain), line);
      const double error = std::max(better.error.separate, better.error.fused);
      if (better.holds && error < least) least = error, of_least = form;
    } catch (const error&) {
      continue;  // no form of this kind, then
    }
  }
  if (!of_least.empty()) code.note += "; --form '" + of_least + "' errs by " + report::rounded(least, 4);
}

int run_aaa(const minimax_arguments& given) {
  if (!given.form.empty() || !given.exponents.empty() || !given.weight.empty() || given.relative ||
      !given.constraints.empty() || !given.emit.empty() || !given.full_range.empty() || !given.plot.empty())
    throw error("--aaa: found an option of the best quotient as well, expected --samples, --in or --error at most");
  minimax_problem p;
  p.function = is_short(given.function) ? given.function + "(x)" : given.function;
  if (!given.intervals.empty()) p.intervals.clear();
  for (const std::string& text : given.intervals) p.intervals.push_back(parse_interval(text));
  return answer_by_aaa(p, given.samples, given.error, given.max_seconds, given.out);
}

int run(minimax_arguments given) {
  output::check({given.out.file, given.plot}, {given.samples});
  given.function = without_blanks_around(given.function);
  if (given.aaa) return run_aaa(given);
  if (given.rounded) return answer_rounded(given);
  if (given.function == "pareto") return run_pareto(given);
  if (!given.pareto_of.empty()) throw error("FUNCTION: found '" + given.pareto_of + "' as well, expected one function");
  if (!given.plot.empty()) report::picture_of(given.plot);
  minimax_options options;
  set_format(options, given.fixed.empty() ? given.coefficients : "f64", "--format");
  options.search = !given.no_search;
  options.prove = !given.no_proof;
  options.max_seconds = given.max_seconds;
  if (!given.emit.empty()) parse_code_language(given.emit);

  if (!given.samples.empty() && given.function.empty() && given.intervals.empty())
    given.sampled = read_samples(given.samples);
  problem_of(given);  // what is wrong with it is told before any work
  progress_line line(!given.out.quiet);
  if (line.enabled())
    options.progress = [&](const minimax_progress& now) {
      line.show(now.work + ", step " + std::to_string(now.count));
    };
  const interrupt guard;
  options.cancel = &interrupt::flag();
  minimax_result result = given.error > 0 ? solve_within(given, options) : solve(given, options);
  const auto begin = std::chrono::steady_clock::now();
  const bool fixed = !given.fixed.empty();
  minimax_code code = fixed ? minimax_code{} : make_code(given, result, line);
  if (!fixed) advise_form(given, result, line, code);
  const fixed_code integers = fixed ? make_fixed_code(given, result) : fixed_code{};
  const std::chrono::duration<double> seconds_of_code = std::chrono::steady_clock::now() - begin;
  line.erase();
  expect_text_within(given, code);
  const bool interrupted = interrupt::flag();
  if (result.report.stopped_by.empty())
    result.report.stopped_by = interrupted ? "cancelled" : fixed ? integers.stopped_by : code.stopped_by;
  const report::scene drawing = given.plot.empty() ? report::scene{} : report::draw_minimax(result, given.beside);
  output out(given.out.file);
  if (given.out.json) {
    report::write_json(out.stream(), result, fixed ? nullptr : &code, fixed ? &integers : nullptr);
  } else if (!given.emit.empty()) {
    out.stream() << (fixed ? integers.text : code.text);
  } else if (fixed) {
    report::print(out.stream(), result, fixed_code_line(given, integers), "");
  } else {
    const std::string on_floats =
        code.target.empty() ? "" : "; floats " + report::duration(seconds_of_code.count()) + " on " + code.target;
    report::print(out.stream(), result, code_lines(given, code), on_floats);
  }
  out.commit();
  if (!given.plot.empty()) {
    output picture(given.plot);
    report::write_picture(picture.stream(), drawing, report::picture_of(given.plot));
    picture.commit();
  }
  const bool proven = std::isfinite(result.proven_bound) && (!fixed || std::isfinite(integers.bound));
  const bool finished = !interrupted && result.report.stopped_by.empty();
  return result.status == minimax_status::optimal && proven && finished && code.holds ? all_solved : solved_in_part;
}

}  // namespace

command add_minimax(CLI::App& program) {
  auto given = std::make_shared<minimax_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "minimax",
      "The polynomial of least largest error for a function, with a proof, as code.\n"
      "\n"
      "  vieta minimax acos --degree 3\n"
      "  vieta minimax \"acos(x)\" --form \"sqrt(1-x)*p(x)\" --in 0,1 --degree 3 --relative\n"
      "        --constraint \"p(0)=pi/2\" --format f32 --emit glsl --name fast_acos\n"
      "  vieta minimax \"atan(x)\" --form \"x*p(x^2)\" --in 0,1 --degree 2 --constraint c0=1 --plot atan.svg\n"
      "  vieta minimax tanh --degree 2 --denominator-degree 2\n"
      "  seq 1 20 | awk '{print $1, sqrt($1)}' | vieta minimax --samples - --degree 4\n"
      "  vieta minimax pareto acos\n"
      "  vieta minimax atan2 --degree 4 --full-range atan2 --emit hlsl\n"
      "  vieta minimax \"sin(pi*x)\" --form \"x*p(x^2)\" --in -0.5,0.5 --fixed q15 --emit c\n"
      "  vieta minimax exp2 --rounded --emit c\n"
      "\n"
      "FUNCTION is an expression in x or another letter, or the name alone of a function that has a usual form:\n"
      "acos, asin, atan, sin, cos, tan, sinh, tanh, erf, exp, exp2, sqrt, rsqrt, cbrt, log, log2, gelu, softplus,\n"
      "srgb_to_linear, linear_to_srgb. One that begins with - comes first, or\n"
      "last behind --: vieta minimax --degree 5 -- \"-exp(x)\". Exit code 2: not proven, or not optimal.");
  verb.add_option("FUNCTION", given->function, "An expression such as \"exp(x)\", or a short form such as acos");
  verb.add_option("OF", given->pareto_of, "After `pareto` in the place of FUNCTION: a short form");
  verb.add_option("--samples", given->samples, "Rows x,f(x) in a file instead of FUNCTION: text, .npy or JSON")
      ->type_name("FILE")
      ->group("Problem");
  verb.add_option("--form", given->form, "Where p stands, such as \"sqrt(1-x)*p(x)\" or \"x*p(x^2)\" (default p(x))")
      ->type_name("FORM")
      ->group("Problem");
  verb.add_option("--in", given->intervals, "The interval (default -1,1); may be given several times")
      ->type_name("A,B")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->delimiter('\n')
      ->group("Problem");
  verb.add_option("--degree", given->degree, "Degree of p (default 3); with pareto, up to which (default 7)")
      ->type_name("N")
      ->group("Problem");
  verb.add_option("--error", given->error, "In the place of --degree: the least degree with no error above this one")
      ->type_name("E")
      ->group("Problem");
  verb.add_option("--denominator-degree", given->denominator, "Degree of q in p/q (default 0: no q); q(0) is 1")
      ->type_name("M")
      ->group("Problem");
  verb.add_option("--exponents", given->exponents, "Powers of p: odd, even (up to --degree), or a list such as 0,1,4")
      ->type_name("LIST")
      ->group("Problem");
  verb.add_flag("--absolute", given->absolute, "Least absolute error (default)")->group("Problem");
  verb.add_flag("--relative", given->relative, "Least relative error (default of short forms)")->group("Problem");
  verb.add_option("--weight", given->weight, "Least error times this expression")->type_name("EXPR")->group("Problem");
  verb.add_option("--constraint", given->constraints, "p(A)=B, p'(A)=B or cK=B, exactly; may be given several times")
      ->type_name("EQUATION")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->delimiter('\n')
      ->group("Problem");
  verb.add_option("--format", given->coefficients,
                  "f32 (default), f64, f16, bf16, dd or decimals:N; or one for each\ncoefficient, the last for the "
                  "rest: dd,f32")
      ->type_name("FORMAT")
      ->group("Work");
  CLI::Option* aaa =
      verb.add_flag("--aaa", given->aaa,
                    "A quotient through samples in milliseconds, with its poles; neither best nor proven")
          ->group("Work");
  for (const char* option : {"--degree", "--denominator-degree", "--format"}) aaa->excludes(verb.get_option(option));
  verb.add_flag("--no-search", given->no_search, "Round coefficients one by one and leave it at that")->group("Work");
  verb.add_flag("--no-proof", given->no_proof, "Skip the proof in ball arithmetic")->group("Work");
  verb.add_flag("--exhaustive", given->exhaustive, "Check all floats of the domain, not a quarter of a million")
      ->group("Work");
  verb.add_option("--machine", given->machines,
                  "Check floats on this machine too: " + code_machines() + "; may be given several times")
      ->type_name("NAME")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group("Work");
  verb.add_option("--on", given->on,
                  "Where to check floats: auto, cpu, cuda, cuda:K, cuda:0,2 or cuda:all (default auto)")
      ->type_name("WHERE")
      ->check(target_name())
      ->group("Work");
  verb.add_option("--threads", given->threads, "CPU threads (default 0: all)")
      ->type_name("N")
      ->check(whole_number(0, most_threads))
      ->group("Work");
  verb.add_option("--max-seconds", given->max_seconds,
                  "Stop then and return what is known (exit code 2; default 0: no limit)")
      ->type_name("S")
      ->check(seconds())
      ->group("Work");
  add_ranks_option(verb);
  refuse_checkpoint(verb);
  verb.add_option("--rates", given->rates, "With pareto, whose rates it counts by: gcn (default), rdna or nvidia")
      ->type_name("NAME")
      ->check(one_of({"gcn", "rdna", "nvidia"}))
      ->group("Work");
  verb.add_option("--emit", given->emit, "Print code: glsl, hlsl, wgsl, metal, cuda, c, cpp, ispc, rust or python")
      ->type_name("LANGUAGE")
      ->group("Code");
  verb.add_option("--name", given->name, "Name of the function in it; none that LANGUAGE keeps or has already")
      ->type_name("NAME")
      ->group("Code");
  verb.add_option("--fixed", given->fixed,
                  "Integers in the place of floats: q7, q15, q31 or qM.N, or two, of x and of the value:\nq3.12,q15")
      ->type_name("FORMAT")
      ->excludes(verb.get_option("--format"))
      ->group("Code");
  verb.add_flag("--wide", given->wide, "With --fixed: products of 64 bits for formats up to 16 bits, too")
      ->group("Code");
  verb.add_flag("--rounded", given->rounded,
                "A function of floats that is correctly rounded: proven for all 2^32 of them")
      ->group("Code");
  verb.add_option("--full-range", given->full_range,
                  "With range reduction: acos, asin, atan, atan2, cbrt, cos, exp, exp2, gelu, linear_to_srgb, log,\n"
                  "log2, pow, rsqrt, sin, sinh, softplus, srgb_to_linear or tanh (default: FUNCTION)")
      ->type_name("[FUNCTION]")
      ->expected(0, 1)
      ->group("Code");
  verb.add_flag("--positive", given->positive, "With --full-range: for positive arguments only")->group("Code");
  verb.add_flag("--estrin", given->estrin, "Estrin's scheme instead of Horner's")->group("Code");
  verb.add_flag("--fma", given->fma, "With --emit: write fma(a, b, c) instead of a * b + c")->group("Code");
  verb.add_flag("--half", given->half, "float16 arithmetic (glsl, hlsl, wgsl, metal, ispc, c, cuda)")->group("Code");
  verb.add_flag("--half2", given->half2, "The same for both numbers of a __half2 (cuda)")->group("Code");
  verb.add_flag("--bfloat16", given->bfloat16, "A function of bfloat16, calculated in float (c, cpp, cuda)")
      ->group("Code");
  verb.add_flag("--hex", given->hex, "Hexadecimal literals, with --emit c, cpp or cuda")->group("Code");
  add_output_options(verb, given->out);
  add_plot_option(verb, given->plot);
  verb.add_option("--beside", given->beside,
                  "With --plot: draw the errors of this expression in x, too; may be given several times")
      ->type_name("EXPR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->delimiter('\n')
      ->group("Output");
  return {&verb, [given, &verb] {
            if (given->function == "pareto") {
              expect_no_more_of_pareto(verb);
              if (verb.count("--degree") > 0) given->pareto_degree = given->degree;
            }
            if (given->rounded) expect_what_rounded_needs(verb);
            if (verb.count("--full-range") > 0) complete(*given);
            expect_what_options_need(*given, verb);
            expect_what_fixed_point_needs(*given, verb);
            return run(*given);
          }};
}

}  // namespace vieta::cli
