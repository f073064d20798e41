#include "vieta/solve.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <complex>
#include <sstream>

#include "bind.hpp"
#include "call.hpp"
#include "vieta/error.hpp"
#include "vieta/json.hpp"
#include "vieta/system_io.hpp"

namespace vieta::python {
namespace {

/// A result, and the system that it is about: its JSON and its table name the variables.
struct all_solutions {
  polynomial_system system;
  solve_result result;

  [[nodiscard]] std::size_t size() const { return result.solutions.size(); }
  [[nodiscard]] std::size_t variables() const { return system.variables().size(); }
};

all_solutions solve_system(const polynomial_system& system, solve_options options, nb::object progress) {
  python_call call(std::move(progress));
  options.on.place = where::cpu;
  options.cancel = call.cancel();
  if (call.has_progress())
    options.progress = [&](const solve_progress& now) {
      if (!now.proving) call.report(static_cast<std::int64_t>(now.done), static_cast<std::int64_t>(now.total));
    };
  all_solutions s{system, call.run([&] { return solve(system, options); })};
  const auto paths = static_cast<std::int64_t>(s.result.report.paths.total);
  call.report_end(paths, paths);
  return s;
}

nb::dict paths_of(const path_account& account) {
  nb::dict paths;
  paths["total"] = account.total;
  paths["regular"] = account.regular;
  paths["singular"] = account.singular;
  paths["infinite"] = account.infinite;
  paths["failed"] = account.failed;
  paths["stopped"] = account.stopped;
  return paths;
}

void set_start(solve_options& options, const std::string& wanted) {
  for (const start_kind kind :
       {start_kind::automatic, start_kind::total_degree, start_kind::multi_homogeneous, start_kind::polyhedral})
    if (wanted == name(kind)) {
      options.start = kind;
      return;
    }
  throw error("start: found '" + wanted + "', expected 'auto', 'total-degree', 'multi-homogeneous' or 'polyhedral'");
}

nb::dict start_of(const solve_report& r) {
  nb::dict start;
  const auto count = [](double number) -> nb::object {
    if (std::isnan(number)) return nb::none();
    return nb::float_(number);
  };
  start["kind"] = name(r.start);
  start["total_degree"] = count(r.counts.total_degree);
  start["multi_homogeneous"] = count(r.counts.multi_homogeneous);
  start["mixed_volume"] = count(r.counts.mixed_volume);
  start["cells"] = r.counts.cells;
  return start;
}

nb::dict report_of(const all_solutions& s) {
  const solve_report& r = s.result.report;
  nb::dict report;
  report["status"] = name(r.status);
  report["equations"] = r.equations;
  report["variables"] = r.variables;
  report["terms"] = r.terms;
  report["doubles"] = r.parts;
  report["digits"] = r.digits;
  report["seed"] = r.seed;
  report["start"] = start_of(r);
  report["paths"] = paths_of(r.paths);
  report["regular"] = r.regular;
  report["certified"] = r.certified;
  report["singular"] = r.singular;
  report["on_a_set"] = r.on_a_set;
  report["real"] = r.real;
  report["steps"] = r.steps;
  report["tracked_again"] = r.tracked_again;
  report["target"] = r.target;
  report["seconds"] = r.seconds;
  report["stopped_by"] = r.stopped_by;
  return report;
}

/// x as complex doubles.
nb::object rounded(const all_solutions& s) {
  std::vector<std::complex<double>> all;
  for (const solve_solution& solution : s.result.solutions)
    for (const complex<qd>& z : solution.point.x) all.emplace_back(z.re.x0, z.im.x0);
  return as_array(all, nb::make_tuple(s.size(), s.variables()));
}

/// x as it is: re and im of each coordinate as sums of four doubles.
nb::object exact_parts(const all_solutions& s) {
  std::vector<double> all;
  for (const solve_solution& solution : s.result.solutions)
    for (const complex<qd>& z : solution.point.x)
      for (const qd& part : {z.re, z.im}) all.insert(all.end(), {part.x0, part.x1, part.x2, part.x3});
  return as_array(all, nb::make_tuple(s.size(), s.variables(), 2, 4));
}

/// [(re, im), ...] of one solution.
std::vector<std::pair<std::string, std::string>> decimals(const all_solutions& s, std::size_t k, int digits) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const complex<qd>& z : s.result.solutions.at(k).point.x)
    all.emplace_back(to_decimal(z.re, digits), to_decimal(z.im, digits));
  return all;
}

/// Of one number of each solution.
template <class T, class Of>
auto column_of(Of of) {
  return [of](const all_solutions& s) { return column<T>(s.result.solutions, of); };
}

std::string table_of(const all_solutions& s) {
  std::ostringstream out;
  print(out, s.system, s.result);
  return std::move(out).str();
}

}  // namespace

void bind_solve(nb::module_& module) {
  nb::class_<solve_options>(module, "SolveOptions")
      .def(nb::init<>())
      .def_rw("parts", &solve_options::parts)
      .def_rw("digits", &solve_options::digits)
      .def_rw("certify", &solve_options::certify)
      .def_rw("seed", &solve_options::seed)
      .def_prop_rw(
          "start", [](const solve_options& o) { return name(o.start); }, set_start)
      .def_rw("max_paths", &solve_options::max_paths)
      .def_rw("max_seconds", &solve_options::max_seconds)
      .def_prop_rw(
          "threads", [](const solve_options& o) { return o.on.threads; },
          [](solve_options& o, int threads) { o.on.threads = threads; });
  using solution = solve_solution;
  nb::class_<all_solutions>(module, "AllSolutions")
      .def("values", rounded)
      .def("parts", exact_parts)
      .def("radii", column_of<double>([](const solution& s) { return s.point.radius; }))
      .def("certified", column_of<std::uint8_t>([](const solution& s) { return s.point.certified; }))
      .def("regular", column_of<std::uint8_t>([](const solution& s) { return s.regular; }))
      .def("on_a_set", column_of<std::uint8_t>([](const solution& s) { return s.on_a_set; }))
      .def("paths", column_of<std::int64_t>([](const solution& s) { return s.paths; }))
      .def("accuracies", column_of<double>([](const solution& s) { return s.accuracy; }))
      .def("digits", column_of<std::int64_t>([](const solution& s) { return s.point.digits; }))
      .def("realness", column_of<std::int8_t>([](const solution& s) { return s.point.real; }))
      .def("decimals", decimals)
      .def("report", report_of)
      .def("size", &all_solutions::size)
      .def("to_json", [](const all_solutions& s, int digits) { return to_json(s.system, s.result, digits); })
      .def("table", table_of);
  module.def("solve", solve_system, nb::arg("system"), nb::arg("options"), nb::arg("progress").none());
}

}  // namespace vieta::python
