#include "root_rows.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <complex>
#include <fstream>
#include <limits>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "interrupt.hpp"
#include "io/read_batch.hpp"
#include "io/read_file.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report/root_batch_text.hpp"
#include "row_solver.hpp"
#include "vieta/error.hpp"
#include "vieta/root_batches.hpp"

namespace vieta::cli {
namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

root_batch_result empty_result(std::size_t count, int degree, int digits) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  root_batch_result result;
  result.count = count;
  result.degree = degree;
  const std::size_t places = count * static_cast<std::size_t>(degree);
  result.values.assign(places, {nan, nan});
  result.radii.assign(places, nan);
  result.root_statuses.assign(places, batch_root_status::none);
  result.counts.assign(count, 0);
  result.statuses.assign(count, root_batch_status::partial);
  result.report.polynomials = count;
  result.report.degree = degree;
  result.report.digits = digits;
  return result;
}

void add(root_batch_report& sum, const root_batch_report& part) {
  sum.complete += part.complete;
  sum.partial += part.partial;
  sum.zero_polynomials += part.zero_polynomials;
  sum.bad_inputs += part.bad_inputs;
  sum.roots += part.roots;
  sum.one_by_one += part.one_by_one;
  sum.seconds += part.seconds;
  sum.target = part.target;
}

struct answers {
  root_batch_result result;
  std::string stopped_by;  ///< "", "time" or "cancelled"
};

/// Piece after piece, so that there is a progress line, and Ctrl-C and the end of the time have an effect.
/// `part(begin, end)` gives a batch in rows.
template <class Part>
answers solve_in_pieces(std::size_t count, int degree, const root_rows_arguments& given, const Part& part) {
  constexpr double seconds_of_a_piece = 0.1;
  answers done{empty_result(count, degree, given.digits), ""};
  root_batch_options options;
  options.digits = given.digits;
  options.on = given.work.where_to_run();
  const bool maybe_gpu = options.on.place != where::cpu && !cuda_devices().empty();
  std::size_t piece = maybe_gpu ? std::size_t{1} << 20 : std::size_t{1} << 12;
  progress_line line(!given.out.quiet);
  const interrupt guard;
  const clock::time_point start = clock::now();
  std::size_t begin = 0;
  const auto places = static_cast<std::size_t>(degree);
  do {  // once at least, so that impossible options are refused even without polynomials
    const std::size_t end = std::min(count, begin + piece), at = begin * places;
    const clock::time_point piece_start = clock::now();
    root_batch_result& r = done.result;
    add(r.report, roots_into(part(begin, end),
                             {r.values.data() + at, r.radii.data() + at, r.root_statuses.data() + at,
                              r.counts.data() + begin, r.statuses.data() + begin},
                             options));
    begin = end;
    line.show(std::to_string(begin) + " of " + std::to_string(count) + " polynomials");
    if (seconds_since(piece_start) < seconds_of_a_piece) piece *= 2;
    if (begin == count) break;
    if (interrupt::flag()) done.stopped_by = "cancelled";
    if (given.work.max_seconds > 0 && seconds_since(start) >= given.work.max_seconds) done.stopped_by = "time";
  } while (done.stopped_by.empty());
  done.result.report.partial += count - begin;
  return done;
}

answers solve(const root_rows_arguments& given) {
  const std::string bytes = io::read_file(given.file, "rows of coefficients"), name = io::name_of_input(given.file);
  if (io::is_complex_array(bytes)) {
    const io::complex_rows rows = io::read_complex_row_array(bytes, name);
    const std::size_t size = static_cast<std::size_t>(rows.degree) + 1;
    return solve_in_pieces(rows.count, rows.degree, given, [&](std::size_t begin, std::size_t end) {
      return polynomial_batch<std::complex<double>>{rows.values.data() + begin * size, end - begin, rows.degree};
    });
  }
  const polynomial_rows rows = read_rows(std::string_view(bytes), name);
  std::vector<double> buffer;
  return solve_in_pieces(rows.count, rows.degree, given,
                         [&](std::size_t begin, std::size_t end) { return rows_as(rows, begin, end, buffer); });
}

void print_report(std::ostream& out, const answers& done) {
  out << done.result.report;
  if (!done.stopped_by.empty())
    out << "stopped by " << (done.stopped_by == "cancelled" ? "the user" : done.stopped_by) << '\n';
}

}  // namespace

bool holds_rows(const std::string& file) {
  if (file.empty() || file == "-") return false;
  std::ifstream in(file, std::ios::binary);
  std::array<char, 256> head{};
  in.read(head.data(), head.size());
  const std::string_view text(head.data(), static_cast<std::size_t>(in.gcount()));
  if (!text.starts_with("\x93NUMPY")) return false;
  // 'shape': (3, 4) has a number behind its comma, (3,) has none.
  const std::size_t open = text.find('(', text.find("'shape'")), comma = text.find(',', open);
  if (open == std::string_view::npos || comma == std::string_view::npos) return false;
  const std::size_t next = text.find_first_not_of(' ', comma + 1);
  return next != std::string_view::npos && text[next] >= '0' && text[next] <= '9';
}

int solve_root_rows(const root_rows_arguments& given) {
  const bool npy = given.out.file.ends_with(".npy");
  const bool json = given.out.json || given.out.file.ends_with(".json");
  if (given.out.json && npy)
    throw error("--json -o " + given.out.file + ": expected a file name that ends in .json, or no --json");
  const answers done = solve(given);
  output out(given.out.file);
  if (npy) {
    report::write_npy(out.stream(), done.result);
  } else if (json) {
    report::write_json(out.stream(), done.result, done.stopped_by);
  } else {
    report::print_table(out.stream(), done.result, static_cast<std::size_t>(given.rows));
    print_report(out.stream(), done);
  }
  out.commit();
  if (npy && !given.out.quiet) {  // an array has no place for the report
    output standard("");
    print_report(standard.stream(), done);
    standard.commit();
  }
  return done.result.report.complete == done.result.count ? all_solved : solved_in_part;
}

}  // namespace vieta::cli
