#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

#include "options.hpp"
#include "vieta/in_pieces.hpp"

namespace vieta::cli {

/// How a batch of many polynomials is cut and watched.
struct batch_plan {
  std::size_t first_piece = 1;      ///< on the CPU
  std::size_t first_piece_gpu = 1;  ///< where there is one: small pieces do not fill it
  double max_seconds = 0;           ///< 0: no limit
  bool progress = false;            ///< a line on the terminal
};

/// Solves a batch in pieces, so that there is a progress line, and Ctrl-C and the end of the time have an effect.
/// solve(begin, end) is called at least once.
pieces_done run_batch(std::size_t count, const target& on, const batch_plan& plan,
                      const std::function<void(std::size_t, std::size_t)>& solve);

/// A report as `<<` prints it, its tally and the line on the work; between them, where that is so, "solved in part:
/// stopped by the user; 3 polynomials were not looked at".
void print_batch_report(std::ostream& out, const std::string& report, const std::string& stopped_by,
                        std::size_t left_alone);

}  // namespace vieta::cli
