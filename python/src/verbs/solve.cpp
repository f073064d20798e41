#include "vieta/solve.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/complex.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include "call.hpp"
#include "enum_words.hpp"
#include "verbs/solve_call.hpp"
#include "verbs/system_points.hpp"
#include "vieta/error.hpp"
#include "vieta/rational_system.hpp"

namespace vieta::python {
namespace {

using all_solutions = system_points<solve_result>;

all_solutions solve_system(const rational_system& given, solve_options options, nb::object progress) {
  python_call call(std::move(progress));
  watch(call, options);
  all_solutions s{given.equations, call.run([&] { return solve(given, options); })};
  const auto paths = static_cast<std::int64_t>(s.result.report.paths.total);
  call.report_end(paths, paths);
  return s;
}

void set_start(solve_options& options, const std::string& wanted) {
  options.start = chosen<start_kind>(wanted, "start");
}

void set_track(solve_options& options, const std::string& wanted) {
  options.track = chosen<track_kind>(wanted, "track");
}

/// Points that paths begin at, as doubles: `solve` refines them.
void set_from(solve_options& options, const std::vector<std::vector<std::complex<double>>>& points,
              const std::vector<std::string>& names, const std::vector<std::complex<double>>& values,
              const polynomial_system* system) {
  options.from = {{}, names, values, {}};
  if (system != nullptr) options.from.system = *system;
  for (const auto& row : points) {
    system_point& x = options.from.points.emplace_back();
    for (const std::complex<double>& z : row) x.push_back({qd(z.real()), qd(z.imag())});
  }
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

nb::object counted_of(const solution_count& c) {
  if (!c.counted) return nb::none();
  nb::dict counted;
  counted["finite"] = c.finite;
  counted["simple"] = c.simple;
  counted["multiple"] = c.finite ? nb::cast(c.multiple) : nb::none();
  counted["with_multiplicity"] = c.finite ? nb::cast(c.with_multiplicity) : nb::none();
  return counted;
}

/// Of each solution one [re, im, radius] for each angle.
std::vector<std::vector<std::array<double, 3>>> angles_of(const all_solutions& s) {
  std::vector<std::vector<std::array<double, 3>>> all;
  for (const solve_solution& solution : s.result.solutions) {
    auto& row = all.emplace_back();
    for (const angle_value& angle : solution.angles) {
      const auto& [re, im] = angle.value;
      const double rounding = std::fabs(re.x1) + std::fabs(im.x1);
      row.push_back({re.x0, im.x0, angle.radius + 2 * rounding});
    }
  }
  return all;
}

nb::list isotropic_of(const all_solutions& s) {
  nb::list pairs;
  for (const auto& [x, y] : s.result.report.isotropic)
    pairs.append(nb::make_tuple(s.system.variables()[x], s.system.variables()[y]));
  return pairs;
}

nb::dict report_of(const all_solutions& s) {
  const solve_report& r = s.result.report;
  nb::dict report;
  report["status"] = name(r.status);
  report["equations"] = r.equations;
  report["variables"] = r.variables;
  report["terms"] = r.terms;
  report["products"] = r.products;
  report["precision"] = precision_name(r.precision);
  report["digits"] = r.digits;
  report["seed"] = r.seed;
  report["start"] = start_of(r);
  report["from"] = from_of(r);
  report["proven_paths"] = r.proven_paths;
  if (std::isnan(r.bound))
    report["bound"] = nb::none();
  else
    report["bound"] = r.bound;
  report["bound_kind"] = name(r.bound_kind);
  report["complete"] = name(r.complete);
  report["counted"] = counted_of(r.counted);
  if (std::isnan(r.infinite_beyond))
    report["infinite_beyond"] = nb::none();
  else
    report["infinite_beyond"] = r.infinite_beyond;
  report["at_infinity"] = r.at_infinity;
  report["isotropic"] = isotropic_of(s);
  report["isotropic_forms"] = nb::cast(r.isotropic_forms);
  report["combined"] = r.combined;
  add_outcome(report, r);
  report["spurious"] = r.spurious;
  report["of_combinations"] = r.of_combinations;
  report["approximate"] = r.approximate;
  report["denominators"] = r.denominators;
  report["roots"] = r.roots;
  report["left_out"] = r.left_out;
  report["left_out_as_counted"] = r.left_out_as_counted;
  report["undecided"] = r.undecided;
  report["target"] = r.target;
  report["seconds_start"] = r.seconds_start;
  report["seconds"] = r.seconds;
  report["stopped_by"] = r.stopped_by;
  return report;
}

}  // namespace

void bind_solve(nb::module_& module) {
  bind_system_options<solve_options>(module, "SolveOptions")
      .def_rw("seed", &solve_options::seed)
      .def_prop_rw(
          "start", [](const solve_options& o) { return name(o.start); }, set_start)
      .def_prop_rw(
          "track", [](const solve_options& o) { return name(o.track); }, set_track)
      .def("set_from", set_from, nb::arg("points"), nb::arg("names"), nb::arg("values"), nb::arg("system").none())
      .def_rw("max_paths", &solve_options::max_paths)
      .def_prop_rw(
          "real_only", [](const solve_options& o) { return o.only.real_only; },
          [](solve_options& o, bool wanted) { o.only.real_only = wanted; })
      .def_prop_rw(
          "positive", [](const solve_options& o) { return o.only.positive; },
          [](solve_options& o, bool wanted) { o.only.positive = wanted; })
      .def("set_box", [](solve_options& o, const std::vector<double>& lower,
                         const std::vector<double>& upper) { o.only.lower = lower, o.only.upper = upper; })
      .def("set_checkpoint", [](solve_options& o, const std::string& file, double seconds) {
        o.checkpoint = {file, seconds};
      });
  bind_points<solve_result>(module, "AllSolutions")
      .def("regular", column_of<std::uint8_t, solve_result>(&solve_solution::regular))
      .def("on_a_set", column_of<std::uint8_t, solve_result>(&solve_solution::on_a_set))
      .def("multiplicities", column_of<std::int64_t, solve_result>(&solve_solution::multiplicity))
      .def("windings", column_of<std::int64_t, solve_result>(&solve_solution::winding))
      .def("undecided", column_of<std::uint8_t, solve_result>(&solve_solution::undecided))
      .def("accuracies", column_of<double, solve_result>(&solve_solution::accuracy))
      .def("angles", angles_of)
      .def("names_of_angles", [](const all_solutions& s) { return s.result.report.angles; })
      .def("report", report_of);
  nb::class_<rational_system>(module, "RationalSystem")
      .def(nb::new_([](const polynomial_system& equations) {
        return rational_system{equations, {}};
      }))
      .def_static("parse",
                  [](const std::vector<std::string>& equations, const std::vector<std::string>& variables) {
                    return rational_system::parse(equations, variables);
                  })
      .def_static("read", [](const std::string& path) { return read_rational_system(path).system; })
      .def_prop_ro("equations", [](const rational_system& s) { return s.equations; })
      .def_prop_ro("is_polynomial", &rational_system::is_polynomial)
      .def_prop_ro("names_of_unknowns", names_of_unknowns)
      .def_prop_ro("angles", [](const rational_system& s) {
        std::vector<std::string> names;
        for (const angle_unknown& angle : s.angles) names.push_back(angle.name);
        return names;
      });
  module.def("solve", solve_system, nb::arg("system"), nb::arg("options"), nb::arg("progress").none());
}

}  // namespace vieta::python
