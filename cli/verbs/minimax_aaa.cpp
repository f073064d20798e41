#include "verbs/minimax_aaa.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <locale>
#include <ostream>
#include <sstream>
#include <variant>

#include "base/number.hpp"
#include "base/words.hpp"
#include "io/batch/read_batch.hpp"
#include "io/read_file.hpp"
#include "output.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/io.hpp"
#include "work/interrupt.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

using aaa_number = std::complex<double>;

std::string shown(const aaa_number& z) {
  std::string text = report::rounded(z.real(), 10);
  if (std::fabs(z.imag()) > 1e-14 * std::abs(z))
    text += (z.imag() < 0 ? " - " : " + ") + report::rounded(std::fabs(z.imag()), 10) + "i";
  return text;
}

std::string pair_of(const aaa_number& z) {
  return "[" + report::shortest(z.real()) + "," + report::shortest(z.imag()) + "]";
}

std::string list_of(const std::vector<aaa_number>& all) {
  std::string text;
  for (const aaa_number& z : all) text += (text.empty() ? "" : ",") + pair_of(z);
  return "[" + text + "]";
}

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

/// Rows of two numbers, or of four.
aaa_result aaa_of_samples(const std::string& file, const aaa_options& options) {
  const io::file_content content = io::read_file(file, "rows of x and f(x)");
  const polynomial_rows rows = io::read_rows_as_written(content.bytes(), io::name_of_input(file));
  std::vector<aaa_number> x, f;
  std::visit(
      [&](const auto& batch) {
        if (batch.count > 0 && batch.degree != 1 && batch.degree != 3)
          throw error(file + ": found " + std::to_string(batch.degree + 1) +
                      " columns, expected two, x and f(x), or four, real and imaginary parts of both");
        const bool by_rows = batch.order == coefficient_order::rows, is_complex = batch.degree == 3;
        const std::size_t columns = is_complex ? 4 : 2;
        const std::size_t stride = batch.stride > 0 ? batch.stride : by_rows ? columns : batch.count;
        for (std::size_t i = 0; i < batch.count; ++i) {
          const auto at = [&](std::size_t k) {
            return static_cast<double>(batch.coefficients[by_rows ? i * stride + k : k * stride + i]);
          };
          x.emplace_back(at(0), is_complex ? at(1) : 0);
          f.emplace_back(at(is_complex ? 2 : 1), is_complex ? at(3) : 0);
        }
      },
      rows.batch);
  return aaa(x, f, options);
}

void print_aaa(std::ostream& out, const std::string& what, const aaa_result& r, double seconds) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  const std::size_t degree = r.support.size() - 1;
  text << what << "  by AAA: a quotient of type (" << degree << ", " << degree << ")\n\n  error         "
       << report::rounded(r.error, 7) << "   at " << r.samples << " samples; between them nothing is known\n";
  std::size_t width = 0;
  for (const aaa_pole& pole : r.poles) width = std::max(width, shown(pole.at).size());
  for (const aaa_pole& pole : r.poles)
    text << "  pole          " << std::left << std::setw(static_cast<int>(width)) << shown(pole.at) << "   residue "
         << shown(pole.residue) << '\n';
  for (const aaa_number& zero : r.zeros) text << "  zero          " << shown(zero) << '\n';
  text << "\n1 quotient: " << (r.converged ? "within the tolerance" : "not within the tolerance") << ", not proven\n"
       << report::stopped_line(r.stopped_by) << report::duration(seconds) << " on cpu, 1 thread\n";
  out << text.str();
}

void write_aaa_json(std::ostream& out, const std::string& what, const aaa_result& r, double seconds) {
  std::vector<aaa_number> at, residues;
  for (const aaa_pole& pole : r.poles) {
    at.push_back(pole.at);
    residues.push_back(pole.residue);
  }
  out << "{\"verb\":\"minimax\",\n\"method\":\"aaa\",\n\"function\":" << quoted(what)
      << ",\n\"converged\":" << (r.converged ? "true" : "false") << ",\n\"samples\":" << r.samples
      << ",\n\"error\":" << report::shortest(r.error) << ",\n\"support\":" << list_of(r.support)
      << ",\n\"values\":" << list_of(r.values) << ",\n\"weights\":" << list_of(r.weights)
      << ",\n\"poles\":" << list_of(at) << ",\n\"residues\":" << list_of(residues)
      << ",\n\"zeros\":" << list_of(r.zeros) << ",\n\"seconds\":" << report::shortest(seconds)
      << ",\n\"stopped_by\":" << quoted(r.stopped_by) << "}\n";
}

}  // namespace

int answer_by_aaa(const minimax_problem& problem, const std::string& samples, double tolerance, double max_seconds,
                  const output_options& where) {
  if (problem.function.empty() == samples.empty())
    throw error(problem.function.empty() ? "--aaa: found no function, expected one such as \"tan(x)\", or --samples"
                                         : "--samples: found FUNCTION as well, expected one of them");
  aaa_options options;
  if (tolerance > 0) options.tolerance = tolerance;
  output out(where.file);
  const auto begin = std::chrono::steady_clock::now();
  const aaa_result result = [&] {
    const interrupt guard;
    options.max_seconds = work_watch::seconds_left(max_seconds);
    options.cancel = &interrupt::flag();
    return samples.empty() ? aaa(problem, options) : aaa_of_samples(samples, options);
  }();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  const std::string& what = samples.empty() ? problem.function : samples;
  if (where.json)
    write_aaa_json(out.stream(), what, result, seconds.count());
  else
    print_aaa(out.stream(), what, result, seconds.count());
  out.commit();
  return solved_in_part;  // 0 would say that it is proven
}

}  // namespace vieta::cli
