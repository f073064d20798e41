#include "vieta/solve_parameters.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <complex>
#include <sstream>

#include "bind.hpp"
#include "carried.hpp"
#include "solve_call.hpp"

namespace vieta::python {
namespace {

/// The solutions of all instances, one after the other, as arrays.
struct many_solutions {
  std::vector<std::string> unknowns;
  std::vector<std::int64_t> begin = {0};  // those of row k: [begin[k], begin[k + 1])
  std::vector<std::complex<double>> x;
  std::vector<double> radii;
  std::vector<std::uint8_t> certified, regular, real;
  std::vector<std::int64_t> multiplicities;
  std::vector<std::int8_t> statuses;
  parameters_report report;

  void add(const solved_instance& s) {
    for (const solve_solution& solution : s.solutions) {
      for (const complex<qd>& z : solution.point.x) x.emplace_back(z.re.x0, z.im.x0);
      radii.push_back(solution.point.radius);
      certified.push_back(solution.point.certified), regular.push_back(solution.regular);
      real.push_back(solution.regular && solution.point.real == realness::real);
      multiplicities.push_back(static_cast<std::int64_t>(solution.paths));
    }
    begin.push_back(static_cast<std::int64_t>(radii.size()));
    statuses.push_back(static_cast<std::int8_t>(s.status));
  }
};

using values_array = nb::ndarray<const std::complex<double>, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

many_solutions solve_instances(const polynomial_system& system, const std::vector<std::string>& names,
                               const values_array& values, solve_options options, nb::object progress) {
  python_call call(std::move(progress));
  watch(call, options);
  many_solutions many;
  for (const std::string& v : system.variables())
    if (std::find(names.begin(), names.end(), v) == names.end()) many.unknowns.push_back(v);
  const parameter_values rows{names, {values.data(), values.data() + values.size()}};
  many.report = call.run([&] {
    return solve_parameters(system, rows, options, [&](solved_instance&& s) {
      many.add(s);
      return true;
    });
  });
  const auto paths = static_cast<std::int64_t>(many.report.paths.total);
  call.report_end(paths, paths);
  return many;
}

nb::dict report_of(const many_solutions& many) {
  const parameters_report& r = many.report;
  nb::dict report, generic;
  generic["status"] = name(r.generic.status);
  generic["regular"] = r.generic.regular;
  generic["paths"] = paths_of(r.generic.paths);
  report["generic"] = generic;
  report["instances"] = r.instances;
  report["solved"] = r.solved;
  report["inconsistent"] = r.inconsistent;
  report["not_isolated"] = r.not_isolated;
  report["equations"] = r.equations;
  report["variables"] = r.unknowns;
  report["parameters"] = r.parameters;
  report["terms"] = r.terms;
  report["doubles"] = r.parts;
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

template <class T>
auto array_of(std::vector<T> many_solutions::*member) {
  return [member](const many_solutions& many) { return as_array(many.*member, (many.*member).size()); };
}

std::string table_of(const many_solutions& many) {
  std::ostringstream out;
  print(out, many.report);
  return std::move(out).str();
}

}  // namespace

void bind_solve_parameters(nb::module_& module) {
  nb::class_<many_solutions> result(module, "ManySolutions");
  result.def_prop_ro("unknowns", [](const many_solutions& many) { return many.unknowns; })
      .def("values",
           [](const many_solutions& many) {
             return as_array(many.x, nb::make_tuple(many.radii.size(), many.unknowns.size()));
           })
      .def("begin", array_of(&many_solutions::begin))
      .def("radii", array_of(&many_solutions::radii))
      .def("certified", array_of(&many_solutions::certified))
      .def("regular", array_of(&many_solutions::regular))
      .def("real", array_of(&many_solutions::real))
      .def("multiplicities", array_of(&many_solutions::multiplicities))
      .def("statuses", array_of(&many_solutions::statuses))
      .def("report", report_of)
      .def("table", table_of);
  carry(result);
  module.def("solve_parameters", solve_instances, nb::arg("system"), nb::arg("names"), nb::arg("values"),
             nb::arg("options"), nb::arg("progress").none());
}

}  // namespace vieta::python
