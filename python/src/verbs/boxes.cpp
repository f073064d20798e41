#include "vieta/boxes.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <sstream>

#include "bind.hpp"
#include "call.hpp"
#include "carried.hpp"
#include "verbs/boxes_in_pieces.hpp"
#include "verbs/solved_boxes.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/geometry.hpp"
#include "vieta/json.hpp"

namespace vieta::python {
namespace {

/// Systems that were read: a type of its own, so that Python passes it on as it is.
struct read_systems {
  std::vector<box_system> all;
};

boxes_options options_of(double tolerance, std::size_t max_boxes, const std::string& on, int threads,
                         double max_seconds, const python_call& call) {
  boxes_options options;
  options.tolerance = tolerance;
  options.max_boxes = max_boxes;
  options.on = place_of(on, threads);
  options.max_seconds = max_seconds;
  options.cancel = call.cancel();
  return options;
}

void report_end(python_call& call, const solved_boxes& s) {
  const auto count = static_cast<std::int64_t>(s.systems.size());
  call.report_end(count, count);
}

solved_boxes solve(const read_systems& given, double tolerance, std::size_t max_boxes, const std::string& on,
                   int threads, double max_seconds, nb::object progress) {
  python_call call(std::move(progress));
  const boxes_options options = options_of(tolerance, max_boxes, on, threads, max_seconds, call);
  solved_boxes answer{given.all, {}, 0};
  answer.result = call.run([&] {
    const std::span<const box_system> systems = answer.systems;
    boxes_result result = solve_in_pieces(systems.size(), options, call,
                                          [&](std::size_t begin, std::size_t end, const boxes_options& now) {
                                            return solve_boxes(systems.subspan(begin, end - begin), now);
                                          });
    merge_pieces(answer.systems, result);
    return result;
  });
  report_end(call, answer);
  for (const box_system& s : answer.systems) answer.variables = std::max(answer.variables, s.dimension());
  return answer;
}

solved_boxes solve_array(const nb::ndarray<const double, nb::c_contig, nb::device::cpu>& coefficients,
                         const box_edges& box, double tolerance, std::size_t max_boxes, const std::string& on,
                         int threads, double max_seconds, nb::object progress) {
  python_call call(std::move(progress));
  bernstein_batch batch;
  batch.count = coefficients.shape(0);
  batch.coefficients = coefficients.data();
  batch.box = box;
  for (std::size_t k = 2; k < coefficients.ndim(); ++k)
    batch.degrees.push_back(static_cast<int>(coefficients.shape(k)) - 1);
  const boxes_options options = options_of(tolerance, max_boxes, on, threads, max_seconds, call);
  solved_boxes answer = unnamed_systems(batch.count, batch.degrees.size(), box);
  const std::size_t size = batch.count == 0 ? 0 : coefficients.size() / batch.count;
  answer.result = call.run([&] {
    return solve_in_pieces(batch.count, options, call,
                           [&](std::size_t begin, std::size_t end, const boxes_options& now) {
                             bernstein_batch piece = batch;
                             piece.count = end - begin;
                             piece.coefficients += begin * size;
                             return solve_boxes(piece, now);
                           });
  });
  report_end(call, answer);
  return answer;
}

nb::list names_of(const solved_boxes& s, bool of_items) {
  nb::list all;
  if (of_items)
    for (const box_item& item : s.result.items) all.append(name(item.kind));
  else
    for (const boxes_status status : s.result.status) all.append(name(status));
  return all;
}

nb::dict messages_of(const solved_boxes& s) {
  nb::dict messages;
  for (const bad_system& bad : s.result.messages) messages[nb::int_(bad.system)] = bad.message;
  return messages;
}

/// One row of coordinates for each item.
template <class Of>
nb::object rows(const solved_boxes& s, const Of& of) {
  const auto made = make_array<double>(nb::make_tuple(s.result.items.size(), s.variables));
  double* next = made.data;
  for (const box_item& item : s.result.items) next = std::copy_n(of(item).begin(), s.variables, next);
  return made.array;
}

/// Those of system s are items begin[s] .. begin[s + 1] - 1.
nb::object begin_of_systems(const solved_boxes& s) {
  const auto made = make_array<std::int64_t>(s.result.first.size());
  std::copy(s.result.first.begin(), s.result.first.end(), made.data);
  return made.array;
}

nb::object system_of_items(const solved_boxes& s) {
  const auto made = make_array<std::int64_t>(s.result.items.size());
  for (std::size_t k = 0; k + 1 < s.result.first.size(); ++k)
    std::fill(made.data + s.result.first[k], made.data + s.result.first[k + 1], static_cast<std::int64_t>(k));
  return made.array;
}

nb::object points_of(const solved_boxes& s, std::size_t item) {
  const box_item& i = s.result.items.at(item);
  const auto made = make_array<double>(nb::make_tuple(i.points, s.variables));
  double* next = made.data;
  for (std::size_t k = 0; k < i.points; ++k)
    next = std::copy_n(s.result.polylines[i.first_point + k].begin(), s.variables, next);
  return made.array;
}

/// What is known of an item that is a traced curve, or None.
nb::object trace_of(const solved_boxes& s, std::size_t item) {
  const box_item& i = s.result.items.at(item);
  if (i.trace < 0) return nb::none();
  const traced_curve& trace = s.result.traced[static_cast<std::size_t>(i.trace)];
  const auto lower = make_array<double>(nb::make_tuple(i.boxes, s.variables)),
             upper = make_array<double>(nb::make_tuple(i.boxes, s.variables));
  const auto axes = make_array<std::int64_t>(i.boxes);
  for (std::size_t b = 0; b < i.boxes; ++b) {
    const solution_box& box = s.result.boxes[i.first_box + b];
    std::copy_n(box.lower.begin(), s.variables, lower.data + b * s.variables);
    std::copy_n(box.upper.begin(), s.variables, upper.data + b * s.variables);
    axes.data[b] = s.result.axes[trace.first_axis + b];
  }
  return nb::make_tuple(lower.array, upper.array, axes.array, name(trace.begins), name(trace.ends), trace.least_length,
                        trace.most_length);
}

/// One row for each item: where the curves of its system meet, or NaN where it was not given by curves.
nb::object meeting_points(const solved_boxes& s) {
  const auto made = make_array<double>(nb::make_tuple(s.result.items.size(), std::size_t{2}));
  double* next = made.data;
  const std::vector<double> nowhere(2, NAN);
  for (std::size_t k = 0; k < s.systems.size(); ++k)
    for (const box_item& item : s.result.of(k)) {
      const std::vector<bezier_curve>& curves = s.systems[k].curves;
      const std::vector<double> point = curves.empty() ? nowhere : point_of(curves[0], item.x[0]);
      next = std::copy_n(point.begin(), 2, next);
    }
  return made.array;
}

/// Points of one of the curves that a system was given by, at these parameters from 0 to 1.
nb::object on_curve(const solved_boxes& s, std::size_t system, std::size_t curve, const std::vector<double>& t) {
  std::vector<double> all;
  for (const double at : t) {
    const std::vector<double> point = point_of(s.systems.at(system).curves.at(curve), at);
    all.insert(all.end(), point.begin(), point.begin() + 2);
  }
  return as_array(all, nb::make_tuple(t.size(), std::size_t{2}));
}

nb::dict report_of(const solved_boxes& s) {
  const boxes_report& r = s.result.report;
  nb::dict report;
  report["systems"] = r.systems;
  report["complete"] = r.complete;
  report["unique"] = r.unique;
  report["clusters"] = r.clusters;
  report["curves"] = r.curves;
  report["unresolved"] = r.unresolved;
  report["bad_inputs"] = r.bad_inputs;
  report["boxes_visited"] = r.boxes_visited;
  report["most_visited"] = r.most_visited;
  report["certificates"] = r.certificates;
  report["target"] = r.target;
  report["seconds"] = r.seconds;
  report["stopped_by"] = r.stopped_by;
  return report;
}

std::string text_of(const solved_boxes& s) {
  std::ostringstream out;
  print(out, s.systems, s.result);
  return std::move(out).str();
}

nb::object degrees_of(const solved_boxes& s) {
  constexpr std::int64_t unknown = INT64_MIN;
  return column<std::int64_t>(s.result.items,
                              [](const box_item& i) { return i.degree_known ? std::int64_t{i.degree} : unknown; });
}

}  // namespace

void bind_boxes(nb::module_& module) {
  nb::class_<read_systems>(module, "BoxSystems")
      .def_static("read", [](const std::string& path) { return read_systems{read_boxes(path)}; })
      .def_static("parse", [](const std::string& text) { return read_systems{read_boxes(text, "equations")}; });
  nb::class_<solved_boxes> result(module, "BoxesResult");
  result.def_prop_ro("variables", [](const solved_boxes& s) { return s.variables; })
      .def(
          "names",
          [](const solved_boxes& s) { return s.systems.empty() ? std::vector<std::string>{} : s.systems[0].variables; })
      .def("statuses", [](const solved_boxes& s) { return names_of(s, false); })
      .def("messages", messages_of)
      .def("kinds", [](const solved_boxes& s) { return names_of(s, true); })
      .def("begin", begin_of_systems)
      .def("systems", system_of_items)
      .def("x",
           [](const solved_boxes& s) {
             return rows(
                 s, [](const box_item& i) -> auto& { return i.x; });
           })
      .def("lower",
           [](const solved_boxes& s) {
             return rows(
                 s, [](const box_item& i) -> auto& { return i.lower; });
           })
      .def("upper",
           [](const solved_boxes& s) {
             return rows(
                 s, [](const box_item& i) -> auto& { return i.upper; });
           })
      .def("radii",
           [](const solved_boxes& s) {
             return column<double>(s.result.items, [](const box_item& i) { return i.radius; });
           })
      .def("residuals",
           [](const solved_boxes& s) {
             return column<double>(s.result.items, [](const box_item& i) { return i.residual; });
           })
      .def("jacobian_signs",
           [](const solved_boxes& s) {
             return column<std::int8_t>(s.result.items, [](const box_item& i) { return i.jacobian_sign; });
           })
      .def("on_border",
           [](const solved_boxes& s) {
             return column<std::uint8_t>(s.result.items, [](const box_item& i) { return i.on_border; });
           })
      .def("condition_undecided",
           [](const solved_boxes& s) {
             return column<std::uint8_t>(s.result.items, [](const box_item& i) { return i.condition_undecided; });
           })
      .def("degrees", degrees_of)
      .def("points", points_of)
      .def("trace", trace_of)
      .def("meeting_points", meeting_points)
      .def("of_curves", [](const solved_boxes& s, std::size_t system) { return !s.systems.at(system).curves.empty(); })
      .def("on_curve", on_curve)
      .def("report", report_of)
      .def("text", text_of)
      .def("to_json", [](const solved_boxes& s) { return to_json(s.systems, s.result); });
  carry(
      result, [](packer& out, const solved_boxes& s) { out.put(s.systems), out.put(s.result), out.put(s.variables); },
      [](unpacker& in) {
        solved_boxes s;
        s.systems = in.get<std::vector<box_system>>(), s.result = in.get<boxes_result>();
        s.variables = in.get<std::size_t>();
        return s;
      });
  module.def("solve_boxes", solve, nb::arg("systems"), nb::arg("tolerance"), nb::arg("max_boxes"), nb::arg("on"),
             nb::arg("threads"), nb::arg("max_seconds"), nb::arg("progress").none());
  module.def("solve_boxes_array", solve_array, nb::arg("coefficients"), nb::arg("box"), nb::arg("tolerance"),
             nb::arg("max_boxes"), nb::arg("on"), nb::arg("threads"), nb::arg("max_seconds"),
             nb::arg("progress").none());
}

}  // namespace vieta::python
