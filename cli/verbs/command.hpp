#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>

namespace vieta::cli {

/// Exit codes of every verb.
enum exit_code { all_solved = 0, misuse = 1, solved_in_part = 2 };

/// A verb: its options within the program's, and what to do when they have been read. Returns the exit code; throws
/// vieta::error for misuse.
struct command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

command add_roots(CLI::App& program);
command add_real_roots(CLI::App& program);
command add_minimax(CLI::App& program);
command add_newton(CLI::App& program);
command add_boxes(CLI::App& program);
command add_solve(CLI::App& program);
command add_components(CLI::App& program);
command add_verify(CLI::App& program);
command add_info(CLI::App& program);

}  // namespace vieta::cli
