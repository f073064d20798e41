#include "input/batch_run.hpp"

#include <ostream>

#include "base/words.hpp"
#include "work/interrupt.hpp"
#include "work/progress.hpp"
#include "work/work_watch.hpp"

namespace vieta::cli {
namespace {

std::string progress_text(std::size_t done, std::size_t all, double seconds) {
  const auto tenths = static_cast<long long>(seconds * 10);
  return std::to_string(done) + " of " + std::to_string(all) + " polynomials, " + std::to_string(tenths / 10) + '.' +
         std::to_string(tenths % 10) + " s";
}

}  // namespace

pieces_done run_batch(std::size_t count, const target& on, const batch_plan& plan,
                      const std::function<void(std::size_t, std::size_t)>& solve) {
  constexpr double seconds_of_a_piece = 0.1;
  const bool maybe_gpu = on.place != where::cpu && !cuda_devices().empty();
  progress_line line(plan.progress);
  const interrupt guard;
  return in_pieces(count,
                   {maybe_gpu ? plan.first_piece_gpu : plan.first_piece, seconds_of_a_piece,
                    work_watch::seconds_left(plan.max_seconds)},
                   solve, [&](std::size_t done, double seconds) {
                     line.show(progress_text(done, count, seconds));
                     return interrupt::flag().load();
                   });
}

void print_batch_report(std::ostream& out, const std::string& report, const std::string& stopped_by,
                        std::size_t left_alone) {
  const std::size_t tally = report.find('\n') + 1;
  out << report.substr(0, tally);
  if (!stopped_by.empty())
    out << "solved in part: stopped by " << report::who_stopped(stopped_by) << "; " << left_alone
        << (left_alone == 1 ? " polynomial was" : " polynomials were") << " not looked at\n";
  out << report.substr(tally);
}

}  // namespace vieta::cli
