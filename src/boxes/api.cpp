#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "boxes/kernels.hpp"
#include "boxes/problem.hpp"
#include "boxes/schedule.hpp"
#include "parallel_for.hpp"
#include "vieta/boxes.hpp"
#include "vieta/error.hpp"

namespace vieta {

const char* name(boxes_method method) {
  switch (method) {
    case boxes_method::krawczyk:
      return "krawczyk";
    case boxes_method::kantorovich:
      return "kantorovich";
    case boxes_method::normal_cone:
      return "normal-cone";
  }
  return "?";
}

const char* name(box_kind kind) {
  switch (kind) {
    case box_kind::unique:
      return "unique";
    case box_kind::cluster:
      return "cluster";
    case box_kind::curve:
      return "curve";
    case box_kind::unresolved:
      return "unresolved";
  }
  return "?";
}

const char* name(boxes_status status) {
  switch (status) {
    case boxes_status::complete:
      return "complete";
    case boxes_status::clusters:
      return "clusters";
    case boxes_status::positive_dim:
      return "positive_dim";
    case boxes_status::budget:
      return "budget";
    case boxes_status::bad_input:
      return "bad_input";
  }
  return "?";
}

namespace {

using boxes::system_view;

constexpr int most_degree = 64;
constexpr std::size_t most_coefficients = 1 << 18;

void validate(const boxes_options& options) {
  if (!(options.tolerance >= 1e-14 && options.tolerance <= 0.5))
    throw error("tolerance = " + std::to_string(options.tolerance) + ": expected 1e-14 to 0.5");
  if (options.max_boxes < 1) throw error("max_boxes = 0: expected at least 1");
  if (options.subdivision < 2 || options.subdivision > 16)
    throw error("subdivision = " + std::to_string(options.subdivision) + ": expected 2 to 16");
  if (!(options.max_seconds >= 0)) throw error("max_seconds: expected a number that is not negative");
}

void validate_box(const std::vector<std::array<double, 2>>& box, std::size_t variables, const std::string& where) {
  if (box.empty()) return;
  if (box.size() != variables)
    throw error(where + "box: found " + std::to_string(box.size()) + " intervals, expected " +
                std::to_string(variables));
  for (std::size_t k = 0; k < box.size(); ++k)
    if (!(box[k][0] < box[k][1]) || !std::isfinite(box[k][1] - box[k][0]))
      throw error(where + "box: found [" + std::to_string(box[k][0]) + ", " + std::to_string(box[k][1]) +
                  "] for variable " + std::to_string(k + 1) + ", expected finite numbers from < to");
}

void validate_polynomial(const bernstein_polynomial& f, std::size_t variables, const std::string& where) {
  if (f.degrees.size() != variables)
    throw error(where + ": found " + std::to_string(f.degrees.size()) + " degrees, expected " +
                std::to_string(variables));
  std::size_t size = 1;
  for (const int d : f.degrees) {
    if (d < 0 || d > most_degree)
      throw error(where + ": found degree " + std::to_string(d) + ", expected 0 to " + std::to_string(most_degree));
    size *= static_cast<std::size_t>(d) + 1;
  }
  if (size > most_coefficients)
    throw error(where + ": found degrees that need " + std::to_string(size) + " coefficients, expected at most " +
                std::to_string(most_coefficients));
  if (f.coefficients.size() != size)
    throw error(where + ": found " + std::to_string(f.coefficients.size()) + " coefficients, expected " +
                std::to_string(size) + " for its degrees");
  if (!(f.error >= 0)) throw error(where + ": found a negative error, expected a bound");
}

void validate(const box_system& system, const std::string& where) {
  const std::size_t n = system.variables.empty() ? system.equations.size() : system.variables.size();
  if (n < 1 || n > 4) throw error(where + "found " + std::to_string(n) + " variables, expected 1 to 4");
  if (system.equations.size() != n)
    throw error(where + "found " + std::to_string(system.equations.size()) + " equations in " + std::to_string(n) +
                (n == 1 ? " variable" : " variables") + ", expected as many equations as variables");
  validate_box(system.box, n, where);
  for (std::size_t q = 0; q < n; ++q)
    validate_polynomial(system.equations[q], n, where + "equation " + std::to_string(q + 1));
  // All equations are brought to the same degrees.
  std::size_t size = 1;
  for (std::size_t k = 0; k < n; ++k) {
    int most = 1;
    for (const bernstein_polynomial& f : system.equations) most = std::max(most, f.degrees[k]);
    size *= static_cast<std::size_t>(most) + 1;
  }
  if (size > most_coefficients)
    throw error(where + "found equations whose degrees together need " + std::to_string(size) +
                " coefficients, expected at most " + std::to_string(most_coefficients));
  for (std::size_t q = 0; q < system.positive.size(); ++q)
    validate_polynomial(system.positive[q], n, where + "condition " + std::to_string(q + 1));
}

void append(boxes_result& to, const boxes_result& from) {
  const std::size_t items = to.items.size(), boxes = to.boxes.size(), points = to.points.size(),
                    systems = to.status.size();
  to.status.insert(to.status.end(), from.status.begin(), from.status.end());
  for (const std::size_t f : from.first) to.first.push_back(items + f);
  for (box_item item : from.items) {
    item.first_box += boxes;
    item.first_point += points;
    to.items.push_back(item);
  }
  to.boxes.insert(to.boxes.end(), from.boxes.begin(), from.boxes.end());
  to.points.insert(to.points.end(), from.points.begin(), from.points.end());
  for (visited_box v : from.visited) {
    v.system += systems;
    to.visited.push_back(v);
  }
  boxes_report& r = to.report;
  const boxes_report& s = from.report;
  r.systems += s.systems, r.complete += s.complete, r.unique += s.unique, r.clusters += s.clusters;
  r.curves += s.curves, r.unresolved += s.unresolved, r.bad += s.bad;
  r.boxes_visited += s.boxes_visited, r.certificates += s.certificates;
  r.most_visited = std::max(r.most_visited, s.most_visited);
}

/// All systems of one shape.
boxes_result solve_alike(const boxes::degrees& d, int variables, std::size_t count,
                         const std::function<system_view(std::size_t)>& view, const boxes_options& options,
                         const std::function<bool()>& must_stop) {
  const boxes::shape shape(variables, d);
  constexpr std::size_t grain = 1024;  // the same pieces for any number of threads
  std::vector<boxes_result> pieces((count + grain - 1) / grain);
  parallel_for(pieces.size(), 1, thread_count(options.on.threads), [&](std::size_t begin, std::size_t end) {
    for (std::size_t piece = begin; piece < end; ++piece)
      boxes::solve_block(shape, view, piece * grain, std::min(count, (piece + 1) * grain), options, must_stop,
                         pieces[piece]);
  });
  if (pieces.size() == 1) return std::move(pieces[0]);
  boxes_result all;
  for (boxes_result& piece : pieces) {
    append(all, piece);
    piece = {};
  }
  return all;
}

class stopwatch {
 public:
  explicit stopwatch(const boxes_options& options) : options_(options) {}
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  [[nodiscard]] bool must_stop() const {
    return (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) ||
           (options_.max_seconds > 0 && seconds() > options_.max_seconds);
  }
  void finish(boxes_result& result) const {
    result.first.push_back(result.items.size());
    boxes_report& r = result.report;
    r.seconds = seconds();
    if (options_.cancel != nullptr && options_.cancel->load())
      r.stopped_by = "cancelled";
    else if (must_stop() && r.unresolved > 0)
      r.stopped_by = "time";
    const int threads = thread_count(options_.on.threads);
    r.target = std::string("cpu ") +
               (options_.simd && options_.method == boxes_method::krawczyk ? name(boxes::kernels().level) : "scalar") +
               ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  }

 private:
  const boxes_options& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

boxes_result solve_boxes(std::span<const box_system> systems, const boxes_options& options) {
  validate(options);
  if (options.on.place == where::cuda) throw error("solve_boxes: runs on the CPU only, found target cuda");
  for (std::size_t k = 0; k < systems.size(); ++k)
    validate(systems[k], systems.size() == 1 ? "" : "system " + std::to_string(k + 1) + ": ");
  const stopwatch clock(options);
  const std::function<bool()> must_stop = [&] { return clock.must_stop(); };
  // Systems of the same degrees share the lanes of a kernel.
  std::map<std::pair<std::size_t, boxes::degrees>, std::vector<std::size_t>> alike;
  for (std::size_t k = 0; k < systems.size(); ++k)
    alike[{systems[k].equations.size(), boxes::common_degrees(boxes::view_of(systems[k]))}].push_back(k);
  boxes_result result;
  if (alike.size() == 1) {
    const auto& [key, members] = *alike.begin();
    result = solve_alike(
        key.second, static_cast<int>(key.first), systems.size(),
        [&](std::size_t k) { return boxes::view_of(systems[k]); }, options, must_stop);
  } else {
    std::vector<boxes_result> parts;
    std::vector<std::pair<std::size_t, std::size_t>> place(systems.size());  // of a system: part, number in it
    for (const auto& [key, members] : alike) {
      for (std::size_t k = 0; k < members.size(); ++k) place[members[k]] = {parts.size(), k};
      parts.push_back(solve_alike(
          key.second, static_cast<int>(key.first), members.size(),
          [&, &list = members](std::size_t k) { return boxes::view_of(systems[list[k]]); }, options, must_stop));
      parts.back().first.push_back(parts.back().items.size());
    }
    for (std::size_t k = 0; k < systems.size(); ++k) {
      const boxes_result& part = parts[place[k].first];
      const std::size_t at = place[k].second;
      result.first.push_back(result.items.size());
      result.status.push_back(part.status[at]);
      for (box_item item : part.of(at)) {
        const auto boxes = part.boxes.begin() + static_cast<std::ptrdiff_t>(item.first_box);
        const auto points = part.points.begin() + static_cast<std::ptrdiff_t>(item.first_point);
        item.first_box = result.boxes.size();
        item.first_point = result.points.size();
        result.boxes.insert(result.boxes.end(), boxes, boxes + static_cast<std::ptrdiff_t>(item.boxes));
        result.points.insert(result.points.end(), points, points + static_cast<std::ptrdiff_t>(item.points));
        result.items.push_back(item);
      }
      for (visited_box v : part.visited)
        if (v.system == at) {
          v.system = k;
          result.visited.push_back(v);
        }
    }
    for (boxes_result& part : parts) {
      part.status.clear(), part.first.clear(), part.items.clear();
      part.boxes.clear(), part.points.clear(), part.visited.clear();
      append(result, part);
    }
  }
  clock.finish(result);
  return result;
}

boxes_result solve_boxes(const bernstein_batch& systems, const boxes_options& options) {
  validate(options);
  if (options.on.place == where::cuda) throw error("solve_boxes: runs on the CPU only, found target cuda");
  const std::size_t n = systems.degrees.size();
  if (n < 1 || n > 4) throw error("degrees: found " + std::to_string(n) + " variables, expected 1 to 4");
  validate_box(systems.box, n, "");
  std::size_t size = 1;
  for (const int d : systems.degrees) {
    if (d < 0 || d > most_degree)
      throw error("degrees: found " + std::to_string(d) + ", expected 0 to " + std::to_string(most_degree));
    size *= static_cast<std::size_t>(d) + 1;
  }
  if (size > most_coefficients) throw error("degrees: found too many coefficients, expected at most 2^18");
  if (systems.count > 0 && systems.coefficients == nullptr) throw error("coefficients: found none, expected an array");
  const stopwatch clock(options);
  const auto view = [&](std::size_t k) {
    system_view v;
    v.variables = static_cast<int>(n);
    for (std::size_t q = 0; q < n; ++q)
      v.equations[q] = {systems.degrees.data(), {systems.coefficients + (k * n + q) * size, size}, 0};
    v.box = systems.box.empty() ? nullptr : systems.box.data();
    return v;
  };
  boxes_result result = solve_alike(boxes::common_degrees(view(0)), static_cast<int>(n), systems.count, view, options,
                                    [&] { return clock.must_stop(); });
  clock.finish(result);
  return result;
}

}  // namespace vieta
