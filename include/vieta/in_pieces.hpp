#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

namespace vieta {

/// How a long batch is cut: the first piece, and how long a piece should take. Pieces double until they take that long.
struct piece_plan {
  std::size_t first = 1;   ///< items in the first piece
  double seconds = 0.05;   ///< of a piece
  double max_seconds = 0;  ///< of them all; 0: no limit
};

/// A first piece of polynomials whose real roots are wanted: `most`, and fewer of high degrees, where one of them may
/// take a millisecond.
inline std::size_t first_piece_of_degree(std::size_t most, int degree) {
  const auto size = static_cast<std::size_t>(degree) + 1;
  return std::min(most, std::max<std::size_t>(64, (std::size_t{1} << 21) / (size * size)));
}

/// The same where all complex roots are wanted: one polynomial of degree 20 may take a millisecond.
inline std::size_t first_piece_of_roots(std::size_t most, int degree) {
  const auto size = static_cast<std::size_t>(degree) + 1;
  return std::min(most, std::max<std::size_t>(32, (std::size_t{1} << 16) / (size * size)));
}

/// How far a batch got.
struct pieces_done {
  std::size_t done = 0;    ///< items that were solved: those before this one
  std::string stopped_by;  ///< "", "time" or "cancelled"
};

/// Solves `count` items piece after piece, so that progress, Ctrl-C and the end of the time have their turn between two
/// of them. Calls solve(begin, end) for [begin, end), at least once: impossible options are refused even without items.
/// After each piece calls told(done, seconds since the start), which says whether to stop.
template <class Solve, class Told>
pieces_done in_pieces(std::size_t count, const piece_plan& plan, const Solve& solve, const Told& told) {
  using clock = std::chrono::steady_clock;
  const auto since = [](clock::time_point then) { return std::chrono::duration<double>(clock::now() - then).count(); };
  const clock::time_point start = clock::now();
  std::size_t begin = 0, piece = plan.first;
  while (true) {
    const clock::time_point piece_start = clock::now();
    const std::size_t end = count - begin <= piece + piece / 2 ? count : begin + piece;  // no sliver at the end
    solve(begin, end);
    begin = end;
    const bool stop = told(begin, since(start));
    if (begin == count) return {begin, ""};
    if (stop) return {begin, "cancelled"};
    if (plan.max_seconds > 0 && since(start) >= plan.max_seconds) return {begin, "time"};
    if (since(piece_start) < plan.seconds) piece *= 2;
  }
}

}  // namespace vieta
