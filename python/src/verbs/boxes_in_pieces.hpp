#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include "call.hpp"
#include "vieta/boxes.hpp"
#include "vieta/in_pieces.hpp"

namespace vieta::python {

/// The result of systems [begin, ...) behind that of those before them.
inline void append(boxes_result& all, boxes_result part, std::size_t begin) {
  const std::size_t items = all.items.size(), boxes = all.boxes.size(), points = all.polylines.size();
  const std::size_t traces = all.traced.size(), axes = all.axes.size();
  for (box_item& item : part.items) {
    item.first_box += boxes, item.first_point += points;
    if (item.trace >= 0) item.trace += static_cast<int>(traces);
  }
  for (traced_curve& trace : part.traced) trace.first_axis += axes;
  for (std::size_t& first : part.first) first += items;
  for (bad_system& bad : part.messages) bad.system += begin;
  const auto move_behind = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  if (!all.first.empty()) all.first.pop_back();  // the end of the last is the beginning of the next
  move_behind(all.status, part.status), move_behind(all.first, part.first), move_behind(all.items, part.items);
  move_behind(all.traced, part.traced), move_behind(all.axes, part.axes);
  move_behind(all.boxes, part.boxes), move_behind(all.polylines, part.polylines),
      move_behind(all.messages, part.messages);
  boxes_report &sum = all.report, &more = part.report;
  sum.systems += more.systems, sum.complete += more.complete, sum.unique += more.unique;
  sum.clusters += more.clusters, sum.curves += more.curves, sum.unresolved += more.unresolved,
      sum.bad_inputs += more.bad_inputs;
  sum.boxes_visited += more.boxes_visited, sum.certificates += more.certificates, sum.seconds += more.seconds;
  sum.most_visited = std::max(sum.most_visited, more.most_visited);
  if (sum.target.empty()) sum.target = more.target;
  if (sum.stopped_by.empty()) sum.stopped_by = more.stopped_by;
}

/// solve(begin, end, options) for all systems; piece after piece where somebody wants to be told of progress. All
/// systems are in the result, those after the end of the time as `unresolved`.
template <class Solve>
boxes_result solve_in_pieces(std::size_t count, const boxes_options& options, python_call& call, const Solve& solve) {
  if (!call.has_progress()) return solve(std::size_t{0}, count, options);
  using clock = std::chrono::steady_clock;
  const clock::time_point start = clock::now();
  boxes_result all;
  in_pieces(
      count, {.first = 1024, .seconds = 0.05, .max_seconds = 0},
      [&](std::size_t begin, std::size_t end) {
        boxes_options now = options;
        if (options.max_seconds > 0) {
          const double spent = std::chrono::duration<double>(clock::now() - start).count();
          now.max_seconds = std::max(options.max_seconds - spent, 1e-9);
        }
        append(all, solve(begin, end, now), begin);
      },
      [&](std::size_t done, double) {
        call.report_part(done, count);
        return false;
      });
  return all;
}

}  // namespace vieta::python
