#include "vieta/solve_parameters.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <complex>
#include <sstream>

#include "bind.hpp"
#include "carried.hpp"
#include "verbs/solve_call.hpp"
#include "verbs/system_points.hpp"
#include "vieta/json.hpp"

namespace vieta::python {
namespace {

/// What `solve_parameters` gives, with what its JSON names.
struct many_solutions {
  std::vector<std::string> unknowns;
  parameter_values values;
  parameters_result result;
};

/// One number of each solution, instance after instance.
template <class T, class Of>
auto numbers_of(Of of) {
  return [of](const many_solutions& many) {
    std::vector<T> all;
    for (const solved_instance& instance : many.result.instances)
      for (const solve_solution& s : instance.solutions) all.push_back(static_cast<T>(of(s)));
    return as_array(all, all.size());
  };
}

std::size_t count_of(const many_solutions& many) {
  std::size_t count = 0;
  for (const solved_instance& instance : many.result.instances) count += instance.solutions.size();
  return count;
}

/// x as complex doubles.
nb::object coordinates(const many_solutions& many) {
  std::vector<std::complex<double>> all;
  for (const solved_instance& instance : many.result.instances)
    for (const solve_solution& s : instance.solutions)
      for (const complex<qd>& z : s.point.x) all.emplace_back(z.re.x0, z.im.x0);
  return as_array(all, nb::make_tuple(count_of(many), many.unknowns.size()));
}

/// The solutions of row k: [begin[k], begin[k + 1]).
nb::object begin_of(const many_solutions& many) {
  std::vector<std::int64_t> begin = {0};
  for (const solved_instance& instance : many.result.instances)
    begin.push_back(begin.back() + static_cast<std::int64_t>(instance.solutions.size()));
  return as_array(begin, begin.size());
}

const solve_solution& solution_at(const many_solutions& many, std::size_t row, std::size_t k) {
  return many.result.instances.at(row).solutions.at(k);
}

using values_array = nb::ndarray<const std::complex<double>, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

many_solutions solve_instances(const polynomial_system& system, const std::vector<std::string>& names,
                               const values_array& values, solve_options options, nb::object progress) {
  python_call call(std::move(progress));
  watch(call, options);
  many_solutions many;
  for (const std::string& v : system.variables())
    if (std::find(names.begin(), names.end(), v) == names.end()) many.unknowns.push_back(v);
  many.values = {names, {values.data(), values.data() + values.size()}};
  many.result = call.run([&] { return solve_parameters(system, many.values, options); });
  const auto paths = static_cast<std::int64_t>(many.result.report.paths.total);
  call.report_end(paths, paths);
  return many;
}

nb::dict report_of(const many_solutions& many) {
  const parameters_report& r = many.result.report;
  nb::dict report, generic;
  generic["status"] = name(r.generic.status);
  generic["regular"] = r.generic.regular;
  generic["paths"] = paths_of(r.generic.paths);
  generic["start"] = name(r.generic.start);
  generic["complete"] = name(r.generic.complete);
  generic["from"] = from_of(r.generic);
  report["proven_paths"] = r.proven_paths;
  report["generic"] = generic;
  report["instances"] = r.instances;
  report["solved"] = r.solved;
  report["inconsistent"] = r.inconsistent;
  report["not_isolated"] = r.not_isolated;
  report["solved_afresh"] = r.solved_afresh;
  report["equations"] = r.equations;
  report["variables"] = r.variables;
  report["parameters"] = r.parameters;
  report["terms"] = r.terms;
  report["precision"] = precision_name(r.precision);
  report["digits"] = r.digits;
  add_outcome(report, r);
  report["seed"] = r.seed;
  report["target"] = r.target;
  report["seconds_generic"] = r.seconds_generic;
  report["seconds_proving"] = r.seconds_proving;
  report["seconds"] = r.seconds;
  report["stopped_by"] = r.stopped_by;
  return report;
}

std::string summary_of(const many_solutions& many) {
  std::ostringstream out;
  print(out, many.result.report);
  return std::move(out).str();
}

}  // namespace

void bind_solve_parameters(nb::module_& module) {
  nb::class_<many_solutions> result(module, "ManySolutions");
  result.def_prop_ro("unknowns", [](const many_solutions& many) { return many.unknowns; })
      .def("values", coordinates)
      .def("begin", begin_of)
      .def("radii", numbers_of<double>([](const solve_solution& s) { return s.point.radius; }))
      .def("certified", numbers_of<std::uint8_t>([](const solve_solution& s) { return s.point.certified; }))
      .def("regular", numbers_of<std::uint8_t>([](const solve_solution& s) { return s.regular; }))
      .def("real", numbers_of<std::uint8_t>(
                       [](const solve_solution& s) { return s.regular && s.point.real == realness::real; }))
      .def("multiplicities", numbers_of<std::int64_t>([](const solve_solution& s) { return s.multiplicity; }))
      .def("digits", numbers_of<std::int64_t>([](const solve_solution& s) { return s.point.digits; }))
      .def("statuses",
           [](const many_solutions& many) {
             return column<std::int8_t>(many.result.instances,
                                        [](const solved_instance& s) { return static_cast<std::int8_t>(s.status); });
           })
      .def("decimals", [](const many_solutions& many, std::size_t row, std::size_t k,
                          int digits) { return decimals_of(solution_at(many, row, k).point, digits); })
      .def("parts",
           [](const many_solutions& many, std::size_t row, std::size_t k) {
             const newton_solution& point = solution_at(many, row, k).point;
             return as_array(parts_of(point), nb::make_tuple(point.x.size(), 2, 4));
           })
      .def("to_json",
           [](const many_solutions& many, int digits, bool doubles) {
             return to_json(many.unknowns, many.values, many.result, digits,
                            doubles ? json_numbers::doubles : json_numbers::exact);
           })
      .def("report", report_of)
      .def("table", summary_of);
  carry(
      result, [](packer& out, const many_solutions& m) { out.put(m.unknowns), out.put(m.values), out.put(m.result); },
      [](unpacker& in) {
        many_solutions m;
        m.unknowns = in.get<std::vector<std::string>>(), m.values = in.get<parameter_values>();
        m.result = in.get<parameters_result>();
        return m;
      });
  module.def("solve_parameters", solve_instances, nb::arg("system"), nb::arg("names"), nb::arg("values"),
             nb::arg("options"), nb::arg("progress").none());
}

}  // namespace vieta::python
