#include "report/text/minimax_print.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/words.hpp"
#include "minimax/fit/coefficients.hpp"
#include "vieta/minimax.hpp"

namespace vieta {
namespace {

/// "not proven" of not_proven.
std::string words_of(minimax_status status) {
  std::string text = name(status);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const minimax_result& r) {
  const float_environment floats;
  report::print(out, r, "", "");
  return out;
}

void report::print(std::ostream& out, const minimax_result& r, const std::string& of_code, const std::string& more) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << r.problem.function << "  as  " << r.problem.form << "  on";
  for (const auto& [lo, hi] : r.problem.intervals) text << " [" << lo << ", " << hi << "]";
  text << ", least " << name(r.problem.error) << " error";
  for (const std::string& c : r.problem.constraints) text << ", " << c;
  text << "\n\n";
  for (std::size_t k = 0; k < r.coefficients.size(); ++k)
    text << "  c" << std::left << std::setw(4) << r.exponents[k] << std::right << (r.coefficients[k] < 0 ? " " : "  ")
         << r.decimals[k] << '\n';
  const approximation::number_format format(r.format, 0);
  for (std::size_t k = !r.denominator.empty() && r.denominator[0] == 1 ? 1 : 0; k < r.denominator.size(); ++k)
    text << "  q" << std::left << std::setw(4) << k << std::right << (r.denominator[k] < 0 ? " " : "  ")
         << (r.format == coefficient_format::decimals ? r.problem.denominator[k] : format.text(r.denominator[k]))
         << '\n';
  const auto proven = [&] {
    if (std::isfinite(r.proven_bound))
      text << "  proven        " << report::upward(r.proven_bound, 7) << "   in real arithmetic\n";
    else if (r.status != minimax_status::optimal)
      text << "  not proven    " << r.max_error
           << "   is the largest error that was met at points; there may be larger ones\n";
  };
  // What holds stands first where the optimum is none, or is not that of these coefficients.
  text << std::setprecision(7) << '\n';
  if (r.status != minimax_status::optimal) proven();
  text << "  optimum       " << r.optimum << "   (no p is below " << report::downward(r.lower_bound, 7) << "; "
       << r.alternation.size() << " alternations for " << r.report.free << " free coefficients)\n"
       << "  as " << std::left << std::setw(10) << format_text(r) << std::right << " " << r.max_error
       << "   (rounded one by one: " << r.rounded_error << ")\n";
  if (r.status == minimax_status::optimal) proven();
  if (!of_code.empty()) text << '\n' << of_code;
  text << "\n1 " << (r.problem.denominator_degree > 0 ? "quotient: " : "polynomial: ") << words_of(r.status)
       << (r.status == minimax_status::not_proven ? ""
           : std::isfinite(r.proven_bound)        ? ", proven"
                                                  : ", not proven")
       << '\n'
       << stopped_line(r.report.stopped_by) << r.report.arithmetic << ", "
       << counted(r.report.rounds, "round", "rounds") << ", " << counted(r.report.boxes, "box", "boxes") << ", "
       << duration(r.report.seconds) << " on cpu, 1 thread" << more << '\n';
  if (!r.report.note.empty()) text << r.report.note << '\n';
  out << text.str();
}

}  // namespace vieta
