#include "vieta/components.hpp"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "call.hpp"
#include "vieta/error.hpp"
#include "vieta/json.hpp"
#include "vieta/rational_system.hpp"

namespace vieta::python {
namespace {

using point_list = std::vector<std::vector<std::complex<double>>>;

/// The JSON text; for each point the words for all components; for each component its samples.
using components_answer = std::tuple<std::string, std::vector<std::vector<std::string>>, std::vector<point_list>>;

components_answer decompose_system(const rational_system& given, components_options options, const point_list& points,
                                   double tolerance, std::size_t samples, bool real, nb::object progress) {
  const polynomial_system& system = given.equations;
  python_call call(std::move(progress));
  options.cancel = call.cancel();
  // Parts of the work are counted one after the other: what is done never falls.
  std::int64_t before = 0, done = 0, total = 0;
  if (call.has_progress())
    options.progress = [&](const components_progress& now) {
      const auto now_done = static_cast<std::int64_t>(now.done), now_total = static_cast<std::int64_t>(now.total);
      if (now_total != total || now_done < done) before += total;
      done = now_done, total = now_total;
      call.report(before + done, before + total);
    };
  components_answer all = call.run([&] {
    const decomposition d = given.is_polynomial() ? decompose(system, options) : decompose(given, options);
    components_answer answer;
    std::get<0>(answer) = to_json(system, d, 0, json_numbers::doubles);
    for (const std::vector<std::complex<double>>& point : points) {
      system_point x;
      for (const std::complex<double>& z : point) x.push_back({qd(z.real()), qd(z.imag())});
      if (x.size() != system.variables().size())
        throw error("contains: found a point of " + std::to_string(x.size()) + " coordinates, expected " +
                    std::to_string(system.variables().size()));
      std::vector<std::string>& words = std::get<1>(answer).emplace_back();
      for (const solution_set& set : d.components) words.emplace_back(name(contains(set, x, tolerance, options)));
    }
    for (const solution_set& set : d.components) {
      if (samples == 0) break;
      point_list& into = std::get<2>(answer).emplace_back();
      for (const newton_solution& s : real ? real_points(set, samples, options) : sample(set, samples, options)) {
        std::vector<std::complex<double>>& x = into.emplace_back();
        for (const complex<qd>& z : s.x) x.emplace_back(z.re.x0, z.im.x0);
      }
    }
    return answer;
  });
  const std::int64_t paths = std::max<std::int64_t>(before + total, 1);
  call.report_end(paths, paths);
  return all;
}

}  // namespace

void bind_components(nb::module_& module) {
  nb::class_<components_options>(module, "ComponentsOptions")
      .def(nb::init<>())
      .def_rw("digits", &components_options::digits)
      .def_rw("min_dimension", &components_options::least_dimension)
      .def_rw("max_dimension", &components_options::largest_dimension)
      .def_rw("seed", &components_options::seed)
      .def_rw("max_paths", &components_options::max_paths)
      .def_rw("max_seconds", &components_options::max_seconds)
      .def("set_on", [](components_options& o, const std::string& place) { o.on = place_of(place, o.on.threads); })
      .def_prop_rw(
          "threads", [](const components_options& o) { return o.on.threads; },
          [](components_options& o, int threads) { o.on.threads = threads; });
  module.def("components", decompose_system, nb::arg("system"), nb::arg("options"), nb::arg("points"),
             nb::arg("tolerance"), nb::arg("samples"), nb::arg("real"), nb::arg("progress").none());
}

}  // namespace vieta::python
