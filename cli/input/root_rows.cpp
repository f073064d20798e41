#include "input/root_rows.hpp"

#include <algorithm>
#include <complex>
#include <limits>
#include <sstream>
#include <string_view>
#include <vector>

#include "cuda/devices.hpp"
#include "input/batch_run.hpp"
#include "input/row_solver.hpp"
#include "io/batch/read_batch.hpp"
#include "io/read_file.hpp"
#include "output.hpp"
#include "report/text/root_batch_text.hpp"
#include "roots/batch/cuda.hpp"
#include "verbs/command.hpp"
#include "vieta/error.hpp"
#include "vieta/root_batches_report.hpp"

namespace vieta::cli {
namespace {

root_batch_result empty_result(std::size_t count, int degree) {
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
  return result;
}

struct answers {
  root_batch_result result;
  std::string stopped_by;      ///< "", "time" or "cancelled"
  std::size_t left_alone = 0;  ///< polynomials that were not looked at then, and are partial
};

/// `part(begin, end)` gives a batch in rows.
template <class Part>
answers solve_in_pieces(std::size_t count, int degree, const root_rows_arguments& given, const Part& part) {
  answers done{empty_result(count, degree), "", 0};
  root_batch_options options;
  options.digits = given.digits;
  options.on = given.work.where_to_run();
  root_batch_result& r = done.result;
  const auto places = static_cast<std::size_t>(degree);
  const pieces_done pieces = run_batch(
      count, options.on, {std::size_t{1} << 8, std::size_t{1} << 20, given.work.max_seconds, !given.out.quiet},
      [&](std::size_t begin, std::size_t end) {
        const std::size_t at = begin * places;
        r.report += roots_into(part(begin, end),
                               {r.values.data() + at, r.radii.data() + at, r.root_statuses.data() + at,
                                r.counts.data() + begin, r.statuses.data() + begin},
                               options);
      });
  note_unusable_gpu(r.report.target, options.on, count >= root_batches::worth_the_trip);
  done.stopped_by = pieces.stopped_by;
  done.left_alone = count - pieces.done;
  r.report.polynomials += done.left_alone;
  r.report.partial += done.left_alone;
  return done;
}

answers solve(const root_rows_arguments& given) {
  const std::string_view bytes = given.content.bytes();
  const std::string& name = given.name;
  if (io::is_complex_array(bytes)) {
    const io::complex_rows rows = io::read_complex_row_array(bytes, name);
    const std::size_t size = static_cast<std::size_t>(rows.degree) + 1;
    return solve_in_pieces(rows.count, rows.degree, given, [&](std::size_t begin, std::size_t end) {
      return polynomial_batch<std::complex<double>>{rows.values.data() + begin * size, end - begin, rows.degree};
    });
  }
  const polynomial_rows rows = read_rows(bytes, name);
  std::vector<double> buffer;
  return solve_in_pieces(rows.count, rows.degree, given,
                         [&](std::size_t begin, std::size_t end) { return rows_as(rows, begin, end, buffer); });
}

void print_report(std::ostream& out, const answers& done) {
  std::ostringstream text;
  text << done.result.report;
  print_batch_report(out, text.str(), done.stopped_by, done.left_alone);
}

}  // namespace

bool holds_rows(std::string_view bytes) {
  const std::string_view text = bytes.substr(0, 256);
  if (!text.starts_with("\x93NUMPY")) return false;
  // 'shape': (3, 4) has a number behind its comma, (3,) has none.
  const std::size_t open = text.find('(', text.find("'shape'")), comma = text.find(',', open);
  if (open == std::string_view::npos || comma == std::string_view::npos) return false;
  const std::size_t next = text.find_first_not_of(' ', comma + 1);
  return next != std::string_view::npos && text[next] >= '0' && text[next] <= '9';
}

int solve_root_rows(const root_rows_arguments& given) {
  const bool npy = given.out.is_npy();
  if (given.out.is_csv())
    throw error("--output: found '" + given.out.file + "' for a batch of polynomials, expected FILE.npy or FILE.json");
  given.out.refuse_json_in_array();
  const answers done = solve(given);
  output out(given.out.file);
  if (npy) {
    report::write_npy(out.stream(), done.result);
  } else if (given.out.json) {
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
