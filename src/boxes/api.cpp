#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "base/cpu_target.hpp"
#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "base/run_limits.hpp"
#include "base/threads/refused.hpp"
#include "boxes/complaint.hpp"
#include "boxes/cuda.hpp"
#include "boxes/curves/curves.hpp"
#include "boxes/kernels.hpp"
#include "boxes/leftovers/merge.hpp"
#include "boxes/problem.hpp"
#include "boxes/schedule.hpp"
#include "boxes/share/share.hpp"
#include "boxes/validate.hpp"
#include "cuda/devices.hpp"
#include "systems/variables_found.hpp"
#include "vieta/boxes.hpp"
#include "vieta/error.hpp"

namespace vieta {

namespace boxes {

void validate_limits(const boxes_options& options) {
  if (!(options.tolerance >= 1e-14 && options.tolerance <= 0.5))
    throw error("tolerance: found " + report::shortest(options.tolerance) + ", expected 1e-14 to 0.5");
  if (options.max_boxes < 1) throw error("max_boxes: found 0, expected at least 1");
}

void validate_box(const std::vector<std::array<double, 2>>& box, std::size_t variables, const place& where) {
  if (box.empty()) return;
  if (box.size() != variables)
    throw error(where.text() + "box: found " + std::to_string(box.size()) + " intervals, expected " +
                std::to_string(variables));
  for (std::size_t k = 0; k < box.size(); ++k)
    if (!(box[k][0] < box[k][1]) || !std::isfinite(box[k][1] - box[k][0]))
      throw error(where.text() + "box: found [" + report::shortest(box[k][0]) + ", " + report::shortest(box[k][1]) +
                  "] for variable " + std::to_string(k + 1) + ", expected finite numbers from < to");
}

}  // namespace boxes

namespace {

using boxes::place;
using boxes::system_view;
using boxes::validate_box;

constexpr int most_degree = 64;
constexpr std::size_t most_coefficients = 1 << 18;

void validate(const boxes_options& options) {
  boxes::validate_limits(options);
  if (options.subdivision < 2 || options.subdivision > 16)
    throw error("subdivision: found " + std::to_string(options.subdivision) + ", expected 2 to 16");
  if (options.on.place == where::cuda && (options.method == boxes_method::normal_cone || options.keep_visited))
    throw error("target cuda: found the method normal-cone or boxes to keep, expected krawczyk or kantorovich");
  if (options.on.place == where::cuda) expect_cuda_device(options.on.device);
  run_limits::validate(options.max_seconds);
}

void validate_polynomial(const bernstein_polynomial& f, std::size_t variables, const place& where) {
  if (f.degrees.size() != variables)
    throw error(where.text() + ": found " + std::to_string(f.degrees.size()) + " degrees, expected " +
                std::to_string(variables));
  std::size_t size = 1;
  for (const int d : f.degrees) {
    if (d < 0 || d > most_degree)
      throw error(where.text() + ": found degree " + std::to_string(d) + ", expected 0 to " +
                  std::to_string(most_degree));
    size *= static_cast<std::size_t>(d) + 1;
  }
  if (size > most_coefficients)
    throw error(where.text() + ": found degrees that need " + std::to_string(size) +
                " coefficients, expected at most " + std::to_string(most_coefficients));
  if (f.coefficients.size() != size)
    throw error(where.text() + ": found " + std::to_string(f.coefficients.size()) + " coefficients, expected " +
                std::to_string(size) + " for its degrees");
  if (f.error < 0) throw error(where.text() + ": found a negative error, expected a bound");
}

/// Returns the degrees that all equations are brought to.
boxes::degrees validate(const box_system& system, const place& where) {
  const std::size_t count = system.equations.size();
  const bool has_curves = count > 0 && system.dimension() == count + 1;
  const std::size_t n = !system.variables.empty() ? system.variables.size() : has_curves ? count + 1 : count;
  if (n < 1 || n > 4) throw error(where.text() + "found " + std::to_string(n) + " variables, expected 1 to 4");
  if (count != n && (count + 1 != n || count == 0))
    throw error(where.text() + "found " + std::to_string(system.equations.size()) +
                (system.equations.size() == 1 ? " equation in " : " equations in ") +
                (system.variables.empty() ? std::to_string(n) + (n == 1 ? " variable" : " variables")
                                          : variables_found(system.variables)) +
                ", expected as many equations as variables" +
                (count < n ? ", or one less to trace curves; \"sample\" fixes variables at values" : ""));
  if (count < n && !system.positive.empty())
    throw error(where.text() + "found conditions of a system whose solutions are curves, expected none");
  validate_box(system.box, n, where);
  for (std::size_t q = 0; q < count; ++q)
    validate_polynomial(system.equations[q], n, {where.system, "equation", q + 1});
  const boxes::degrees common = boxes::common_degrees(system.equations);
  std::size_t size = 1;
  for (std::size_t k = 0; k < n; ++k) size *= static_cast<std::size_t>(common[k]) + 1;
  if (size > most_coefficients)
    throw error(where.text() + "found equations whose degrees together need " + std::to_string(size) +
                " coefficients, expected at most " + std::to_string(most_coefficients));
  for (std::size_t q = 0; q < system.positive.size(); ++q)
    validate_polynomial(system.positive[q], n, {where.system, "condition", q + 1});
  return common;
}

/// Systems lie all over the memory, and most of the time of an easy one would go into waiting for it: asks for what is
/// looked at soon.
[[gnu::always_inline]] inline void fetch_ahead(std::span<const box_system> systems, std::size_t k) {
  constexpr std::size_t farthest = 20, far = 12, near = 6;
  if (k + farthest < systems.size()) boxes::fetch(systems.subspan(k + farthest, 1));
  if (k + far < systems.size()) {
    boxes::fetch(std::span(systems[k + far].equations));
    boxes::fetch(std::span(systems[k + far].box));
  }
  if (k + near < systems.size())
    for (const bernstein_polynomial& f : systems[k + near].equations) boxes::fetch(std::span(f.degrees));
}

/// All systems of one shape, on the CPU.
boxes_result solve_on_cpu(const boxes::shape& form, std::size_t count, const boxes::view_function& view,
                          const boxes_options& options, const std::function<bool()>& must_stop) {
  constexpr std::size_t grain = boxes::systems_at_once;  // the same pieces for any number of threads
  const int threads = thread_count(options.on.threads);
  std::vector<boxes_result> pieces(threads == 1 ? 1 : (count + grain - 1) / grain);
  if (threads == 1) {
    boxes::solve_block(form, view, 0, count, options, must_stop, pieces[0]);
  } else {
    parallel_for(pieces.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t piece = begin; piece < end; ++piece)
        boxes::solve_block(form, view, piece * grain, std::min(count, (piece + 1) * grain), options, must_stop,
                           pieces[piece]);
    });
  }
  return boxes::joined(std::move(pieces), threads);
}

/// For systems in host memory one H200, with the way there and back, is worth some ten CPU threads, whatever the
/// degrees. Measured: docs/benchmarks.md, "solve_boxes on one H200".
bool worth_the_trip(std::size_t count, int threads) { return count >= 1024 && threads <= 8; }

/// All systems of one shape; `device` becomes the name of the one that was used.
boxes_result solve_alike(const boxes::degrees& d, int variables, std::size_t count, const boxes::view_function& view,
                         const boxes_options& options, const std::function<bool()>& must_stop, std::string& device) {
  const boxes::shape form(variables, d);
  const bool wanted = options.on.place == where::cuda ||
                      (options.on.place == where::automatic &&
                       worth_the_trip(count, thread_count(options.on.threads)) && !cuda_devices().empty());
  if (!wanted || !boxes::cuda_takes(form, options)) return solve_on_cpu(form, count, view, options, must_stop);
  std::vector<std::size_t> left_over;
  std::vector<boxes_result> parts;
  parts.push_back(boxes::solve_on_cuda(form, count, view, options, left_over, device));
  if (left_over.empty()) return std::move(parts[0]);
  device += ", " + std::to_string(left_over.size()) + " of " + std::to_string(count) + " systems on the cpu";
  parts.push_back(solve_on_cpu(
      form, left_over.size(), [&](std::size_t k, system_view& out) { view(left_over[k], out); }, options, must_stop));
  std::vector<boxes::place_in_parts> place(count);
  for (std::size_t k = 0; k < count; ++k) place[k] = {0, k};
  for (std::size_t k = 0; k < left_over.size(); ++k) place[left_over[k]] = {1, k};
  parts[0].report.systems -= left_over.size();
  return boxes::interleaved(std::move(parts), place);
}

class stopwatch {
 public:
  explicit stopwatch(const boxes_options& options) : options_(options), limits_(options) {}
  [[nodiscard]] bool must_stop() const { return limits_.must_stop(); }
  [[nodiscard]] double seconds_left() const { return limits_.seconds_left(); }
  /// Sets what the report says of the whole; `device` as solve_alike has it.
  void finish(boxes_result& result, const boxes::view_function& view, const std::string& device) const {
    result.first.push_back(result.items.size());
    boxes_report& r = result.report;
    system_view system;
    for (std::size_t k = 0; k < result.status.size() && result.messages.size() < r.bad_inputs; ++k)
      if (result.status[k] == boxes_status::bad_input) {
        view(k, system);
        result.messages.push_back({k, boxes::complaint(system)});
      }
    r.seconds = limits_.seconds();
    if (limits_.cancelled()) r.stopped_by = "cancelled";
    if (!device.empty()) {
      r.target = device;
    } else {
      const int threads = thread_count(options_.on.threads);
      const bool simd = options_.simd && options_.method == boxes_method::krawczyk;
      r.target = cpu_target(simd ? name(boxes::kernels().level) : "scalar", threads);
      note_unusable_gpu(r.target, options_.on, worth_the_trip(result.status.size(), threads));
    }
    refused_.tell(r.target);
  }

 private:
  const boxes_options& options_;
  run_limits limits_;
  refused_threads refused_;
};

/// Systems of which some have curves of solutions: these are traced here, the others solved as ever.
boxes_result solve_with_curves(std::span<const box_system> systems, const std::vector<std::size_t>& with_curves,
                               const boxes_options& options, const stopwatch& clock) {
  if (options.method != boxes_method::krawczyk)
    throw error("method: found another one than krawczyk for curves of solutions, expected krawczyk");
  const int threads = thread_count(options.on.threads);
  std::vector<boxes_result> traced(with_curves.size());
  parallel_for(with_curves.size(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const box_system& s = systems[with_curves[k]];
      const boxes::shape form(static_cast<int>(s.dimension()), boxes::common_degrees(s.equations));
      boxes::solve_curves(
          form, s, options, [&] { return clock.must_stop(); }, traced[k]);
    }
  });
  std::vector<box_system> others;
  std::vector<boxes::place_in_parts> place(systems.size());
  for (std::size_t k = 0, next = 0; k < systems.size(); ++k) {
    if (next < with_curves.size() && with_curves[next] == k) {
      place[k] = {next++, 0};
    } else {
      place[k] = {with_curves.size(), others.size()};
      others.push_back(systems[k]);
    }
  }
  if (!others.empty()) {
    boxes_options rest = options;
    rest.max_seconds = clock.seconds_left();
    traced.push_back(solve_boxes(others, rest));
  }
  return boxes::interleaved(std::move(traced), place);
}

}  // namespace

boxes_result solve_boxes(std::span<const box_system> systems, const boxes_options& options) {
  const float_environment floats;
  validate(options);
  const stopwatch clock(options);
  const std::function<bool()> must_stop = [&] { return clock.must_stop(); };
  // Systems of the same degrees share the lanes of a kernel.
  std::map<std::pair<std::size_t, boxes::degrees>, std::vector<std::size_t>> alike;
  auto last = alike.end();
  std::vector<std::size_t> with_curves;
  for (std::size_t k = 0; k < systems.size(); ++k) {
    fetch_ahead(systems, k);
    const place here{systems.size() == 1 ? 0 : k + 1};
    const boxes::degrees common = validate(systems[k], here);
    if (systems[k].has_functions && options.method != boxes_method::krawczyk)
      throw error(here.text() + "found functions that are no polynomials, expected the method krawczyk");
    const std::size_t n = systems[k].equations.size();
    if (systems[k].dimension() != n) {
      with_curves.push_back(k);
      continue;
    }
    if (last == alike.end() || last->first.first != n ||
        !std::equal(common.begin(), common.end(), last->first.second.begin()))
      last = alike.try_emplace(std::pair(n, common)).first;
    last->second.push_back(k);
  }
  boxes_result result;
  if (!with_curves.empty()) {
    result = solve_with_curves(systems, with_curves, options, clock);
    const std::string why = result.report.stopped_by;
    result.messages.clear();
    clock.finish(
        result, [&](std::size_t k, system_view& out) { boxes::view(systems[k], out); },
        cpu_target("scalar", thread_count(options.on.threads)));
    if (result.report.stopped_by.empty()) result.report.stopped_by = why;
    return result;
  }
  if (shared::is_shared(options.on) || options.on.devices.size() > 1) {
    std::vector<std::vector<std::size_t>> numbers;
    for (const auto& [key, members] : alike) numbers.push_back(members);
    boxes_options own = options;
    own.on = shared::member_target(options.on).of(0);
    shared::with_devices(options.on, options.cancel, [&](const target& on) {
      boxes_options all = options;
      all.on = on;
      result = boxes::solve_shared(systems, numbers, all,
                                   [&](std::span<const box_system> part) { return solve_boxes(part, own); });
    });
    const std::string where = result.report.target, why = result.report.stopped_by;
    clock.finish(
        result, [&](std::size_t k, system_view& out) { boxes::view(systems[k], out); }, where);
    if (result.report.stopped_by.empty()) result.report.stopped_by = why;
    return result;
  }
  std::string device;
  if (alike.size() == 1) {
    const auto& [key, members] = *alike.begin();
    result = solve_alike(
        key.second, static_cast<int>(key.first), systems.size(),
        [&](std::size_t k, system_view& out) {
          fetch_ahead(systems, k);
          boxes::view(systems[k], out);
        },
        options, must_stop, device);
  } else {
    std::vector<boxes_result> parts;
    std::vector<boxes::place_in_parts> place(systems.size());
    for (const auto& [key, members] : alike) {
      for (std::size_t k = 0; k < members.size(); ++k) place[members[k]] = {parts.size(), k};
      parts.push_back(solve_alike(
          key.second, static_cast<int>(key.first), members.size(),
          [&, &list = members](std::size_t k, system_view& out) { boxes::view(systems[list[k]], out); }, options,
          must_stop, device));
    }
    result = boxes::interleaved(std::move(parts), place);
  }
  clock.finish(
      result, [&](std::size_t k, system_view& out) { boxes::view(systems[k], out); }, device);
  for (std::size_t k = 0; k < systems.size(); ++k)
    if (systems[k].is_rewritten)  // the signs are those of other equations
      for (std::size_t i = result.first[k]; i < result.first[k + 1]; ++i) result.items[i].jacobian_sign = 0;
  return result;
}

boxes_result solve_boxes(const bernstein_batch& systems, const boxes_options& options) {
  const float_environment floats;
  validate(options);
  const std::size_t n = systems.degrees.size();
  if (n < 1 || n > 4) throw error("degrees: found " + std::to_string(n) + " variables, expected 1 to 4");
  validate_box(systems.box, n, {});
  std::size_t size = 1;
  boxes::degrees common{};
  for (std::size_t k = 0; k < n; ++k) {
    const int d = systems.degrees[k];
    if (d < 0 || d > most_degree)
      throw error("degrees: found " + std::to_string(d) + ", expected 0 to " + std::to_string(most_degree));
    size *= static_cast<std::size_t>(d) + 1;
    common[k] = std::max(1, d);
  }
  if (size > most_coefficients) throw error("degrees: found too many coefficients, expected at most 2^18");
  if (systems.count > 0 && systems.coefficients == nullptr) throw error("coefficients: found none, expected an array");
  const stopwatch clock(options);
  const auto view = [&](std::size_t k, system_view& out) {
    out.variables = out.count = static_cast<int>(n);
    for (std::size_t q = 0; q < n; ++q)
      out.equations[q] = {systems.degrees.data(), {systems.coefficients + (k * n + q) * size, size}, 0};
    out.box = systems.box.empty() ? nullptr : systems.box.data();
  };
  std::string device;
  boxes_result result = solve_alike(
      common, static_cast<int>(n), systems.count, view, options, [&] { return clock.must_stop(); }, device);
  clock.finish(result, view, device);
  return result;
}

}  // namespace vieta
