#include "vieta/roots.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "base/number.hpp"
#include "exact/representation.hpp"
#include "input/input.hpp"
#include "input/root_rows.hpp"
#include "io/read_file.hpp"
#include "options.hpp"
#include "output.hpp"
#include "region_options.hpp"
#include "report/array/roots_array.hpp"
#include "report/json/json.hpp"
#include "report/picture/plot.hpp"
#include "report/text/polynomial_text.hpp"
#include "roots/structure/rounding.hpp"
#include "verbs/command.hpp"
#include "vieta/distributed_roots.hpp"
#include "vieta/error.hpp"
#include "vieta/polynomial_program.hpp"
#include "vieta/series.hpp"
#include "vieta/structure.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

struct roots_arguments {
  polynomial_input input;
  work_options work;
  checkpoint_options checkpoint;
  output_options out;
  region_options region;
  std::string plot, method = "auto", evaluation = "scaled";
  std::string basis;
  std::array<std::string, 2> domain;  ///< empty: as it is
  int digits = 15;
  double uncertainty = 0;
  long rows = -1;  ///< -1: not given
  bool batch = false, intervals = false, structure = false, uncertainty_is_given = false, program = false;
};

std::string one_decimal(double value) {
  const auto tenths = static_cast<long long>(std::llround(value * 10));
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

/// `find` is told all options.
template <class Find>
auto watched(const roots_arguments& given, roots_options options, const Find& find) {
  progress_line line(!given.out.quiet);
  if (line.enabled())
    options.progress = [&](const roots_progress& now) {
      line.show(std::to_string(now.settled) + " of " + std::to_string(now.total) + " roots settled, " +
                std::to_string(now.precision_bits) + " bits, " + one_decimal(now.seconds) + " s");
    };
  const interrupt guard;
  options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
  options.cancel = &interrupt::flag();
  try {
    return find(options);
  } catch (const error& problem) {
    const std::string file = options.checkpoint.file;
    if (!file.empty() && std::string(problem.what()).starts_with(file)) throw;
    throw error(given.input.name() + ": " + problem.what());
  }
}

template <class Polynomial>
roots_result solve_with(const Polynomial& p, const roots_arguments& given, const roots_options& options) {
  return watched(given, options, [&](const roots_options& all) { return roots(p, all); });
}

/// A file of numbers alone is written by all ranks, each its part.
roots_result solve_into_array(const polynomial& p, const roots_arguments& given, const roots_options& options,
                              std::string& summary) {
  const distributed_roots found =
      watched(given, options, [&](const roots_options& all) { return distributed_roots(p, all); });
  const roots_status status = found.result().status;
  if (status == roots_status::complete || status == roots_status::partial) found.write_npy(given.out.file);
  std::ostringstream text;
  print(text, found);
  summary = text.str();
  return found.result();
}

/// The numbers of INPUT are those of x^0, x^1, ... or of the polynomials of a basis.
roots_result solve(const polynomial& p, const roots_arguments& given, const roots_options& options) {
  if (given.basis.empty()) return solve_with(p, given, options);
  return solve_with(series{*value_named<series_basis>(given.basis), p, -1, 1, given.domain[0], given.domain[1]}, given,
                    options);
}

/// Which coefficient is to blame.
std::string not_finite(const polynomial& p) {
  const polynomial::representation& data = p.data();
  for (std::size_t k = 0; k < data.re.size(); ++k)
    if (!std::isfinite(data.re[k]) || (!data.im.empty() && !std::isfinite(data.im[k])))
      return "found NaN or infinity as the coefficient of x^" + std::to_string(data.exponent(k)) +
             ", expected a finite number";
  return "found a coefficient that is NaN or infinite, expected a finite number";
}

/// That an array has two axes is seen in time to take it for a batch, but not beside --format.
rational_function read_one(const polynomial_input& input, const io::file_content& content) {
  try {
    return input.read_rational(content);
  } catch (const error& problem) {
    if (problem.kind() != error_kind::many_rows) throw;
    throw error(problem.what() + std::string(", or --batch for a polynomial in each row"));
  }
}

/// "p(x) = 1 - 3x + 2x^2", where it is short: what was read may not be what was meant.
std::string read_line(const rational_function& read, bool descending) {
  constexpr std::int64_t longest = 10;
  const polynomial &above = read.numerator, &below = read.denominator;
  if (above.degree() > longest || below.degree() > longest || !above.is_finite()) return "";
  std::string text = report::polynomial_text(above, read.variable);
  if (below.degree() > 0) text = '(' + text + ") / (" + report::polynomial_text(below, read.variable) + ')';
  text = "p(" + read.variable + ") = " + text;
  const bool could_be_other = read.is_list && !descending && above.terms() > 1 && above.degree() > 0;
  return text + (could_be_other ? "    (the list begins with x^0; --descending: with the highest power)\n" : "\n");
}

/// The poles are one more answer, beside that for the zeros.
void write_json_with_poles(std::ostream& out, const roots_result& zeros, const roots_result& poles,
                           report::roots_json_form form) {
  std::ostringstream text, more;
  report::write_json(text, zeros, form);
  report::write_json(more, poles, form);
  const std::string all = text.str();
  out << all.substr(0, all.find_last_of('}')) << ",\n\"poles\":" << more.str() << "}\n";
}

/// "2  [99/70, 99/70]" for each real root, below the table.
void write_intervals(std::ostream& out, const roots_result& result) {
  const std::vector<rational_interval> intervals = rational_intervals(result);
  std::string text = "\nintervals of the real roots\n";
  for (std::size_t k = 0; k < intervals.size(); ++k)
    if (!intervals[k].lower.empty())
      text += std::to_string(k + 1) + "  [" + intervals[k].lower + ", " + intervals[k].upper + "]\n";
  out << text;
}

/// Where roots hang on the last digits of coefficients that look as if they had been rounded: proven as they are, they
/// may say little of what was meant.
std::string rounding_note(const polynomial& p, const roots_result& result) {
  constexpr double noted = 1e-8;  // half of the digits
  if (result.report.uncertainty > 0 || !structure::looks_rounded(p)) return "";
  const structure::rounding_move most = structure::largest_move(p, result);
  if (!(most.relative > noted)) return "";
  return "note: to round the coefficients to doubles moves root " + std::to_string(most.root + 1) + " by about " +
         report::rounded(most.relative, 1) + " of its modulus; see --structure and --uncertainty\n";
}

/// Many polynomials, one in each row: what belongs to a single one is refused. `content`: where the input is read.
int run_batch(const roots_arguments& given, std::optional<io::file_content> content = {}) {
  const auto refuse = [&](bool wanted, const char* option) {
    if (wanted)
      throw error(given.input.name() + ": found a batch of polynomials, expected a single one beside " + option);
  };
  refuse(!given.input.expression.empty(), "--poly");
  refuse(given.input.descending, "--descending");
  refuse(!given.plot.empty(), "--plot");
  refuse(given.uncertainty > 0, "--uncertainty");
  refuse(given.method != "auto", "--method");
  refuse(given.evaluation != "scaled", "--evaluation");
  const bool is_npy = given.input.format == "npy" && given.input.file.ends_with(".npy");
  refuse(given.input.format != "auto" && !is_npy, "--format");
  refuse(given.region.given(), "a region");
  refuse(given.intervals, "--intervals");
  refuse(!given.basis.empty(), "--basis");
  refuse(given.digits > 15, "--digits above 15");
  refuse(!given.checkpoint.file.empty(), "--checkpoint");
  if (given.input.file.empty())
    throw error("INPUT: found nothing, expected a file with a polynomial in each row, or -");
  output::check({given.out.file}, {given.input.file});
  if (!content) content = io::read_file(given.input.file, "rows of coefficients");
  return solve_root_rows({io::name_of_input(given.input.file), *std::move(content), given.digits,
                          given.rows >= 0 ? given.rows : 20, given.work, given.out});
}

/// The multiplicities of inexact coefficients, and the roots of the nearest polynomial that has them.
int run_structure(const roots_arguments& given) {
  const auto refuse = [&](bool wanted, const char* option) {
    if (wanted) throw error(std::string("--structure: found ") + option + " beside it, expected neither or one");
  };
  refuse(given.batch, "--batch");
  refuse(given.region.given(), "a region");
  refuse(given.intervals, "--intervals");
  refuse(given.digits != 15, "--digits");
  refuse(given.method != "auto", "--method");
  refuse(given.evaluation != "scaled", "--evaluation");
  refuse(!given.basis.empty(), "--basis");
  refuse(!given.plot.empty(), "--plot");
  refuse(!given.checkpoint.file.empty(), "--checkpoint");
  refuse(given.out.is_npy() || given.out.is_csv(), "an array");
  refuse(given.work.on.starts_with("cuda"), "--on cuda");
  if (given.uncertainty_is_given && !(given.uncertainty > 0))
    throw error(
        "--uncertainty: found 0 beside --structure, expected more: exact coefficients have their multiplicities "
        "without it");
  output::check({given.out.file}, {given.input.file});
  const io::file_content content = given.input.content();
  const rational_function read = read_one(given.input, content);
  if (read.denominator.degree() > 0)
    throw error(given.input.name() + ": found a quotient, expected a polynomial beside --structure");
  structure_options options;
  if (const double uncertainty = given.uncertainty; uncertainty > 0) options.tolerance = uncertainty;
  const interrupt guard;
  options.max_seconds = work_watch::seconds_left(given.work.max_seconds);
  options.cancel = &interrupt::flag();
  structure_result result;
  try {
    result = nearest_structure(read.numerator, options);
  } catch (const error& problem) {
    throw error(given.input.name() + ": " + problem.what());
  }
  if (result.status == structure_status::bad_input)
    throw error(given.input.name() +
                ": found no polynomial of degree 1 or more with finite coefficients, expected one");
  // pi and roots of numbers are known to 300 digits: the distance is one from each polynomial within that.
  if (read.uncertainty > 0 && result.status == structure_status::found)
    result.distance = std::nextafter(
        result.distance + 2 * read.uncertainty * static_cast<double>(read.numerator.degree() + 1), HUGE_VAL);
  const std::string note =
      read.uncertainty > 0 ? "note: coefficients that are no rational numbers are taken to 300 digits\n" : "";
  write_answer(
      given.out, [&](std::ostream& out) { out << to_json(result); },
      [&](std::ostream& out) {
        print(out, result);
        out << note;
      });
  return result.status == structure_status::found ? all_solved : solved_in_part;
}

/// An expression in powers of x, say, has no coefficients of another basis.
void refuse_beside_basis(const rational_function& read, const roots_arguments& given) {
  if (!read.is_list)
    throw error(given.input.name() + ": found a polynomial in " + read.variable +
                " beside --basis, expected a list of coefficients");
}

void refuse_beside_program(const roots_arguments& given) {
  const auto refuse = [&](bool wanted, const char* option) {
    if (wanted) throw error(std::string("--program: found ") + option + " beside it, expected neither or one");
  };
  refuse(given.batch, "--batch");
  refuse(given.structure, "--structure");
  refuse(!given.basis.empty(), "--basis");
  refuse(!given.input.expression.empty(), "--poly");
  refuse(given.input.descending, "--descending");
  refuse(given.input.format != "auto", "--format");
}

int run(const roots_arguments& given) {
  if (!given.domain[0].empty() && given.basis.empty())
    throw error("--domain: found no --basis beside it, expected one: powers of x have no domain");
  if (given.program) refuse_beside_program(given);
  if (given.structure) return run_structure(given);
  if (given.batch) return run_batch(given);
  roots_options options;
  options.on = given.work.where_to_run();
  options.digits = given.digits;
  options.uncertainty = given.uncertainty;
  options.method = *value_named<roots_method>(given.method);
  options.evaluation = *value_named<roots_evaluation>(given.evaluation);
  options.region = given.region.region();
  const report::picture kind = given.plot.empty() ? report::picture::svg : report::picture_of(given.plot);
  const bool npy = given.out.is_npy(), csv = given.out.is_csv();
  given.out.refuse_json_in_array();
  if (given.intervals && (npy || csv))
    throw error("--intervals: found " + given.out.file + ", expected the table or --json: arrays hold no fractions");
  options.checkpoint = given.checkpoint;
  output::check({given.out.file, given.plot, given.checkpoint.file}, {given.input.file});

  io::file_content content = given.input.content();  // whatever the input is, it is opened once and read once
  rational_function read;
  roots_result result;
  bool by_ranks = false;  // the array is written already, and there is
  std::string summary;    // of it
  const polynomial& p = read.numerator;
  if (given.program) {
    result = solve_with(polynomial_program::parse(content.bytes(), given.input.name()), given, options);
  } else {
    if (given.input.format == "auto" && holds_rows(content.bytes())) return run_batch(given, std::move(content));
    read = read_one(given.input, content);
    content = {};
    if (!given.basis.empty()) refuse_beside_basis(read, given);
    options.uncertainty = std::max(options.uncertainty, read.uncertainty);
    if (read.denominator.degree() > 0 && !given.checkpoint.file.empty())
      throw error("--checkpoint: found a quotient, which has zeros and poles, expected one polynomial beside it");
    by_ranks = npy && options.on.ranks != nullptr && given.basis.empty() && given.plot.empty() &&
               read.denominator.degree() <= 0;
    result = by_ranks ? solve_into_array(p, given, options, summary) : solve(p, given, options);
  }
  const bool in_powers = given.basis.empty() && !given.program;
  const bool solved = result.status == roots_status::complete || result.status == roots_status::partial;
  const bool has_poles = solved && read.denominator.degree() > 0;
  roots_result poles;
  if (has_poles) poles = solve(read.denominator, given, options);

  if ((solved && !by_ranks) || given.out.json) {
    output out(given.out.file);
    const report::roots_json_form form{given.out.in_doubles, given.intervals};
    if (given.out.json && has_poles) {
      write_json_with_poles(out.stream(), result, poles, form);
    } else if (given.out.json) {
      report::write_json(out.stream(), result, form);
    } else if (npy) {
      report::write_npy(out.stream(), result);
    } else if (csv) {
      report::write_csv(out.stream(), result);
    } else {
      const bool terminal = given.out.file.empty() && ::isatty(STDOUT_FILENO) != 0;
      const std::size_t rows = given.rows >= 0 ? static_cast<std::size_t>(given.rows) : terminal ? 40 : 0;
      if (in_powers) out.stream() << read_line(read, given.input.descending) << (has_poles ? "\nzeros\n" : "");
      print(out.stream(), result, rows);
      if (in_powers) out.stream() << rounding_note(p, result);
      if (given.intervals) write_intervals(out.stream(), result);
      if (has_poles) {
        out.stream() << "\npoles\n";
        print(out.stream(), poles, rows);
        if (given.intervals) write_intervals(out.stream(), poles);
      }
    }
    out.commit();
  }
  if (solved && (npy || csv) && !given.out.quiet) {  // numbers have no place for the report
    output standard("");
    if (by_ranks)
      standard.stream() << summary;
    else
      report::print_summary(standard.stream(), result);
    standard.commit();
  }
  if (solved && !given.plot.empty()) {
    output picture(given.plot);
    report::plot(picture.stream(), result, kind, report::title_of(given.input.name()));
    picture.commit();
  }
  if (result.status == roots_status::zero_polynomial)
    throw error(given.input.name() +
                ": found the zero polynomial, of which every number is a root, expected another one");
  if (result.status == roots_status::bad_input) throw error(given.input.name() + ": " + not_finite(p));
  drop_checkpoint(given.checkpoint, result.report.stopped_by);
  const bool complete =
      result.status == roots_status::complete && (!has_poles || poles.status == roots_status::complete);
  return complete ? all_solved : solved_in_part;
}

}  // namespace

command add_roots(CLI::App& program) {
  auto given = std::make_shared<roots_arguments>();
  CLI::App& verb = *program.add_subcommand(
      "roots",
      "All complex roots of one polynomial, or of many, each in a disc that is proven to hold it.\n"
      "\n"
      "  vieta roots --poly \"x^5 - x - 1\"\n"
      "  vieta roots examples/polynomials/wilkinson20.pol --digits 50\n"
      "  vieta roots examples/polynomials/mandelbrot63.pol --json -o roots.json --plot roots.svg\n"
      "  seq 1 1000 | vieta roots - --rows 10\n"
      "  seq 1 20000 | vieta roots - --in-disc 0.6+0.8i,0.001\n"
      "  vieta roots --batch examples/polynomials/torus_quartics.csv -o roots.npy    (a polynomial in each row)\n"
      "\n"
      "Exit code 2: something is left open, or time did not suffice.");
  add_polynomial_input(verb, given->input);
  verb.add_flag(
          "--batch", given->batch,
          "A polynomial of degree up to 64 in each row of INPUT: lines of numbers, or JSON [[c0, c1, ...], ...];\n"
          "a NumPy array of two axes needs no --batch")
      ->group("Input");
  verb.add_option("--digits", given->digits, "Decimal digits of every root (default 15)")
      ->type_name("N")
      ->check(whole_number(1, 1000000))
      ->group("Work");
  verb.add_option("--method", given->method,
                  "auto (default), ehrlich-aberth, durand-kerner or near-linear (for high degrees)")
      ->type_name("NAME")
      ->check(one_of(words_of<roots_method>()))
      ->group("Work");
  verb.add_option("--evaluation", given->evaluation,
                  "scaled (default), or exp-log for the sweeps of ehrlich-aberth and durand-kerner, to compare with")
      ->type_name("NAME")
      ->check(one_of(words_of<roots_evaluation>()))
      ->group("Work");
  verb.add_option("--uncertainty", given->uncertainty,
                  "Coefficients are known to this relative error; discs hold for all of them (default 0: exact)")
      ->type_name("EPS")
      ->check(real_number(0, 0.499))
      ->each([given](const std::string&) { given->uncertainty_is_given = true; })
      ->group("Work");
  verb.add_flag(
          "--structure", given->structure,
          "The fewest different roots, and their multiplicities, that a polynomial within --uncertainty of this one\n"
          "has (default 1e-10), for coefficients that were rounded or measured")
      ->group("Work");
  verb.add_option(
          "--basis", given->basis,
          "INPUT lists the coefficients of chebyshev, legendre, hermite, hermite-e or laguerre polynomials, that\n"
          "of degree 0 first; roots are found and proven in this basis")
      ->type_name("NAME")
      ->check(one_of(words_of<series_basis>()))
      ->group("Work");
  verb.add_option_function<std::string>(
          "--domain", [given](const std::string& text) { given->domain = domain_ends(text); },
          "Where the series of --basis lives: A,B becomes -1,1 (default: x as it is)")
      ->type_name("A,B")
      ->group("Work");
  verb.add_flag("--program", given->program,
                "INPUT computes the polynomial's values: z = 0; repeat 11 { z = z^2 + x } has degree 1024")
      ->group("Work");
  add_region_options(verb, given->region);
  add_work_options(verb, given->work);
  add_checkpoint_options(verb, given->checkpoint);
  verb.add_flag("--intervals", given->intervals,
                "An isolating interval with rational ends for each real root, below the table or in JSON")
      ->group("Output");
  verb.add_option("--rows", given->rows, "Rows of the table (0: all; default: 40 on a terminal, else all)")
      ->type_name("N")
      ->check(not_negative())
      ->group("Output");
  add_output_options(verb, given->out, array_files::npy_and_csv);
  add_plot_option(verb, given->plot);
  return {&verb, [given] { return run(*given); }};
}

}  // namespace vieta::cli
