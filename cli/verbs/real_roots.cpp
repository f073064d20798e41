#include "vieta/real_roots.hpp"

#include <cmath>
#include <memory>
#include <optional>
#include <sstream>

#include "input/batch_run.hpp"
#include "input/row_input.hpp"
#include "input/row_solver.hpp"
#include "minimax/code/reserved_words.hpp"
#include "options.hpp"
#include "output.hpp"
#include "report/array/real_roots_array.hpp"
#include "report/json/real_roots_json.hpp"
#include "report/picture/plot.hpp"
#include "report/picture/real_roots_plot.hpp"
#include "report/text/real_roots_table.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/shaders.hpp"

namespace vieta::cli {
namespace {

struct real_roots_arguments {
  row_input input;
  work_options work;
  output_options out;
  std::string interval = "-inf,inf", precision, method = "auto", plot, shader;
  double tolerance = 0, relative_tolerance = 0;
  long rows = 20;
  int degree = 0;  ///< of the shader; 0: not given
  std::string prefix;
  bool plain = false, bounds = false;
};

enum class form { table, json, npy, csv };

/// --json, or the extension of the file.
form form_of(const output_options& out) {
  out.refuse_json_in_array();
  return out.json ? form::json : out.is_npy() ? form::npy : out.is_csv() ? form::csv : form::table;
}

real_interval<double> parse_real_interval(const std::string& text) {
  const std::size_t comma = text.find(',');
  const auto lo = read_number(std::string_view(text).substr(0, comma));
  const auto hi = comma == std::string::npos ? std::nullopt : read_number(std::string_view(text).substr(comma + 1));
  if (!lo || !hi)
    throw error("--in: found '" + text + "', expected two numbers a,b such as -1,1 or 0,inf, in the range of double");
  if (lo->nearest > hi->nearest) throw error("--in: found '" + text + "', expected a,b with a <= b");
  return {lo->nearest, hi->nearest};  // the polynomials are of doubles, too
}

template <class T>
void write_picture(const real_roots_arguments& given, const polynomial_rows& rows, const real_roots_result<T>& result,
                   real_interval<double> interval) {
  std::vector<report::real_roots_graph> graphs;
  std::vector<double> buffer;
  const std::size_t shown = std::min(rows.count, report::most_graphs);
  const polynomial_batch<double> drawn = rows_as(rows, 0, shown, buffer);
  const std::size_t size = static_cast<std::size_t>(rows.degree) + 1;
  for (std::size_t i = 0; i < shown; ++i) {
    const double* const p = drawn.coefficients + i * size;
    const auto roots = result.roots(i);
    graphs.push_back({given.input.name_of_row(i), {p, p + size}, {roots.begin(), roots.end()}, result.touching[i]});
  }
  output picture(given.plot);
  report::write_picture(picture.stream(),
                        report::draw_real_roots(graphs, interval, report::title_of(given.input.name())),
                        report::picture_of(given.plot));
  picture.commit();
}

template <class T>
void print_report(std::ostream& out, const row_answers<T>& answers) {
  std::ostringstream text;
  text << answers.result.report;
  print_batch_report(out, text.str(), answers.stopped_by, answers.left_alone);
}

template <class T>
void write_answers(const real_roots_arguments& given, form how, const row_answers<T>& answers,
                   real_interval<double> interval) {
  output out(given.out.file);
  switch (how) {
    case form::json:
      report::write_json(out.stream(), answers.result, {interval, answers.stopped_by});
      break;
    case form::npy:
      report::write_npy(out.stream(), answers.result);
      break;
    case form::csv:
      report::write_csv(out.stream(), answers.result);
      break;
    case form::table:
      report::print_table(out.stream(), answers.result, static_cast<std::size_t>(given.rows));
      print_report(out.stream(), answers);
  }
  out.commit();
  if ((how == form::npy || how == form::csv) && !given.out.quiet) {  // an array has no place for the report
    output standard("");
    print_report(standard.stream(), answers);
    standard.commit();
  }
}

template <class T>
int solve(const real_roots_arguments& given, form how, const target& on, const polynomial_rows& rows,
          real_interval<double> interval) {
  real_roots_options<T> options;
  options.absolute_tolerance = static_cast<T>(given.tolerance);
  options.relative_tolerance = static_cast<T>(given.relative_tolerance);
  options.method = *value_named<real_roots_method>(given.method);
  options.on = on;
  options.bounds = given.bounds;
  const row_answers<T> answers = solve_rows<T>(rows, interval, options, {given.work.max_seconds, !given.out.quiet});
  write_answers(given, how, answers, interval);
  if (!given.plot.empty()) write_picture(given, rows, answers.result, interval);
  const real_roots_report& report = answers.result.report;
  return report.ok + report.touching + report.clustered == report.polynomials ? all_solved : solved_in_part;
}

/// One header serves four languages, and Slang takes the text for HLSL as it is.
constexpr std::pair<std::string_view, shader_language> by_another_text[] = {{"cpp", shader_language::c},
                                                                            {"cuda", shader_language::c},
                                                                            {"hip", shader_language::c},
                                                                            {"slang", shader_language::hlsl}};

std::vector<std::string> language_words() {
  std::vector<std::string> words = words_of<shader_language>();
  for (const auto& [word, language] : by_another_text) words.emplace_back(word);
  return words;
}

shader_language language_named(const std::string& word) {
  for (const auto& [other, language] : by_another_text)
    if (word == other) return language;
  return value_named<shader_language>(word, "--emit");
}

/// The text begins its names with this, and one of them is this: the languages must not keep it for themselves.
void expect_free(const std::string& prefix, shader_language language) {
  std::vector<code_language> languages = {value_named<code_language>(name(language), "--emit")};
  if (language == shader_language::c) languages.insert(languages.end(), {code_language::cpp, code_language::cuda});
  for (const code_language l : languages)
    if (approximation::is_reserved(l, prefix))
      throw error("--name: found '" + prefix + "', expected a name that " + name(l) + " does not have already");
}

int write_shader(const real_roots_arguments& given) {
  if (given.degree == 0) throw error("--emit: found '" + given.shader + "', expected --degree N as well");
  const auto refuse = [&](bool wanted, const std::string& what) {
    if (wanted)
      throw error("--emit: found '" + given.shader + "', expected no " + what +
                  "; the shader's function has arguments for it");
  };
  refuse(!given.input.file.empty() || !given.input.expressions.empty(), "polynomial");
  refuse(given.interval != real_roots_arguments().interval, "--in");
  if (given.precision == "double")
    throw error("--precision: found 'double', expected float or nothing beside --emit: shaders compute in float");
  refuse(given.tolerance > 0 || given.relative_tolerance > 0, "tolerance");
  refuse(given.bounds, "--bounds");
  if (given.out.json || !given.plot.empty())
    throw error("--emit: found '" + given.shader + "', expected no --json and no --plot");
  shader_options options;
  const shader_language language = language_named(given.shader);
  if (!given.prefix.empty()) options.prefix = given.prefix, expect_free(given.prefix, language);
  options.plain = given.plain;
  std::string text;
  try {
    text = real_roots_shader(language, given.degree, options);
  } catch (const error& refused) {
    throw error(std::string("--") + refused.what());  // it names its arguments, which are options here
  }
  output out(given.out.file);
  out.stream() << text;
  out.commit();
  return all_solved;
}

int run(const real_roots_arguments& given) {
  output::check({given.out.file, given.plot}, {given.input.file});
  if (!given.shader.empty()) return write_shader(given);
  for (const auto& [option, is_given] :
       {std::pair("--degree", given.degree != 0), std::pair("--name", !given.prefix.empty()),
        std::pair("--plain", given.plain)}) {
    if (is_given) throw error(std::string(option) + ": found no --emit, expected --emit LANGUAGE as well");
  }
  const form how = form_of(given.out);
  const real_interval<double> interval = parse_real_interval(given.interval);
  if (!given.plot.empty()) report::picture_of(given.plot);
  const target on = given.work.where_to_run();
  const polynomial_rows rows = given.input.read();
  const bool floats = given.precision.empty() ? rows.batch.index() == 1 : given.precision == "float";
  return floats ? solve<float>(given, how, on, rows, interval) : solve<double>(given, how, on, rows, interval);
}

}  // namespace

command add_real_roots(CLI::App& program) {
  auto given = std::make_shared<real_roots_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "real-roots",
      "All real roots in an interval, of each of many polynomials of degree up to 64.\n"
      "\n"
      "  vieta real-roots examples/polynomials/torus_quartics.csv --in 0,inf -o roots.npy\n"
      "  printf '%s\\n' '0 -1 0 1' '1 -2 1' | vieta real-roots - --in -1,1 --json\n"
      "  vieta real-roots --poly \"x^3 - x\" --poly \"(x-1)^2\" --plot graphs.svg\n"
      "  vieta real-roots --emit glsl --degree 12\n"
      "\n"
      "INPUT has one polynomial in each row, x^0 first: a NumPy array, JSON [[c0, c1, ...], ...],\n"
      "or lines of numbers. Exit code 2: some rows are unresolved, zero, or hold NaN or infinities.");
  add_row_input(verb, given->input);
  verb.add_option("--in", given->interval, "The closed interval, such as -1,1 or 0,inf (default: all real numbers)")
      ->type_name("A,B")
      ->group("Input");
  verb.add_option("--tol,--tolerance", given->tolerance,
                  "Roots may be off by this (default 0: as accurate as the precision allows)")
      ->type_name("T")
      ->check(not_negative())
      ->group("Work");
  verb.add_option("--relative-tol,--relative-tolerance", given->relative_tolerance,
                  "Or by this times the root, if that is more (default 0)")
      ->type_name("R")
      ->check(not_negative())
      ->group("Work");
  verb.add_option("--precision", given->precision, "float or double (default: that of a .npy file, else double)")
      ->type_name("NAME")
      ->check(one_of({"float", "double"}))
      ->group("Work");
  verb.add_option("--method", given->method, "auto (default), derivatives or bernstein")
      ->type_name("NAME")
      ->check(one_of(words_of<real_roots_method>()))
      ->group("Work");
  verb.add_flag("--bounds", given->bounds, "A proven error bound beside each root, for the coefficients as they are")
      ->group("Work");
  add_work_options(verb, given->work);
  refuse_checkpoint(verb);
  verb.add_option("--rows", given->rows, "Rows of the table (0: all; default 20)")
      ->type_name("N")
      ->check(not_negative())
      ->group("Output");
  add_output_options(verb, given->out, array_files::npy_and_csv);
  add_plot_option(verb, given->plot);
  verb.add_option("--emit", given->shader,
                  "Print a shader instead: glsl, hlsl or slang (one text), wgsl, metal, ispc, or c, cpp, cuda, hip "
                  "(one header)")
      ->type_name("LANGUAGE")
      ->check(one_of(language_words()))
      ->group("Shaders");
  verb.add_option("--degree", given->degree, "Degree of its polynomials")
      ->type_name("N")
      ->check(whole_number(1, 32))
      ->group("Shaders");
  verb.add_option("--name", given->prefix, "What its names begin with, for several degrees in one shader")
      ->type_name("PREFIX")
      ->check(CLI::Validator(
          [](const std::string& text) { return text.empty() ? "found nothing, expected a name" : ""; }, ""))
      ->group("Shaders");
  verb.add_flag("--plain", given->plain, "Without scaling and a look at the input: finite, of moderate size, lo < hi")
      ->group("Shaders");
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
