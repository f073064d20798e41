#include "vieta/newton.hpp"

#include "call.hpp"
#include "enum_words.hpp"
#include "verbs/system_points.hpp"
#include "vieta/error.hpp"
#include "vieta/rational_system.hpp"
#include "vieta/system_io.hpp"

namespace vieta::python {
namespace {

using texts = std::vector<std::string>;

using solved_system = system_points<newton_result>;

std::vector<system_point> points_of(
    const nb::ndarray<const std::complex<double>, nb::ndim<2>, nb::c_contig, nb::device::cpu>& starts) {
  std::vector<system_point> points(starts.shape(0));
  const std::complex<double>* z = starts.data();
  for (system_point& x : points)
    for (std::size_t k = 0; k < starts.shape(1); ++k, ++z) x.push_back({qd(z->real()), qd(z->imag())});
  return points;
}

/// Exact starts: texts of real and imaginary parts, one after the other.
std::vector<system_point> points_of(const std::vector<texts>& starts) {
  std::vector<system_point> points;
  for (const texts& start : starts) {
    points.emplace_back();
    for (std::size_t k = 0; k + 1 < start.size(); k += 2)
      points.back().push_back({parse_multiple(start[k]), parse_multiple(start[k + 1])});
  }
  return points;
}

/// A start system for a homotopy is one of polynomials.
newton_result near_starts(const rational_system& system, const std::vector<system_point>& starts,
                          const newton_options& options, bool homotopy, double until) {
  if (!homotopy)
    return system.is_polynomial() ? newton(system.equations, starts, options) : newton(system, starts, options);
  if (!system.is_polynomial())
    throw error("homotopy: found quotients, sines or roots in the system, expected polynomials");
  homotopy_options path;
  path.until = until;
  return newton_homotopies(system.equations, starts, options, path);
}

solved_system solve(const rational_system& system, const std::vector<system_point>& starts, newton_options options,
                    bool homotopy, double until, nb::object progress) {
  python_call call(std::move(progress));
  options.cancel = call.cancel();
  if (call.has_progress())
    options.progress = [&](const newton_progress& now) {
      call.report(static_cast<std::int64_t>(now.solved), static_cast<std::int64_t>(now.total));
    };
  solved_system s{system.is_polynomial() ? system.equations : names_of_unknowns(system),
                  call.run([&] { return near_starts(system, starts, options, homotopy, until); })};
  call.report_end(static_cast<std::int64_t>(s.result.solutions.size()), static_cast<std::int64_t>(starts.size()));
  return s;
}

nb::dict report_of(const solved_system& s) {
  const newton_report& r = s.result.report;
  nb::dict report;
  report["equations"] = r.equations;
  report["variables"] = r.variables;
  report["terms"] = r.terms;
  report["products"] = r.products;
  report["precision"] = precision_name(r.precision);
  report["digits"] = r.digits;
  report["real_arithmetic"] = r.real_arithmetic;
  report["converged"] = r.converged;
  report["certified"] = r.certified;
  report["singular"] = r.singular;
  report["target"] = r.target;
  report["seconds"] = r.seconds;
  report["stopped_by"] = r.stopped_by;
  return report;
}

void bind_system(nb::module_& module) {
  nb::class_<polynomial_system> system(module, "PolynomialSystem");
  system
      .def_static("parse", [](const texts& equations,
                              const texts& variables) { return polynomial_system::parse(equations, variables); })
      .def_static("read", [](const std::string& path) { return read_system(path).system; })
      .def_static("cyclic", families::cyclic)
      .def_static("katsura", families::katsura)
      .def_static("noon", families::noon)
      .def_static("eco", families::eco)
      .def_static("chandrasekhar", families::chandrasekhar)
      .def_prop_ro("equations", &polynomial_system::equations)
      .def_prop_ro("variables", [](const polynomial_system& s) { return s.variables(); })
      .def_prop_ro("terms", &polynomial_system::terms)
      .def_prop_ro("is_real", &polynomial_system::is_real);
  carry(
      system, [](packer& out, const polynomial_system& s) { out.put(s); }, [](unpacker& in) { return in.system(); });
  bind_system_options<newton_options>(module, "NewtonOptions")
      .def_rw("max_iterations", &newton_options::max_iterations)
      .def_rw("damping", &newton_options::damping)
      .def_prop_rw(
          "solver", [](const newton_options& o) { return std::string(name(o.solver)); },
          [](newton_options& o, const std::string& text) { o.solver = chosen<newton_solver>(text, "solver"); });
}

}  // namespace

void bind_newton(nb::module_& module) {
  bind_system(module);
  bind_points<newton_result>(module, "NewtonResult").def("report", report_of);
  module.def(
      "newton",
      [](const rational_system& system,
         const nb::ndarray<const std::complex<double>, nb::ndim<2>, nb::c_contig, nb::device::cpu>& starts,
         const newton_options& options, bool homotopy, double until, nb::object progress) {
        return solve(system, points_of(starts), options, homotopy, until, std::move(progress));
      },
      nb::arg("system"), nb::arg("starts"), nb::arg("options"), nb::arg("homotopy"), nb::arg("until"),
      nb::arg("progress").none());
  module.def(
      "newton_exact",
      [](const rational_system& system, const std::vector<texts>& starts, const newton_options& options, bool homotopy,
         double until, nb::object progress) {
        return solve(system, points_of(starts), options, homotopy, until, std::move(progress));
      },
      nb::arg("system"), nb::arg("starts"), nb::arg("options"), nb::arg("homotopy"), nb::arg("until"),
      nb::arg("progress").none());
  module.def("read_starts", [](const std::string& path) {
    std::vector<std::complex<double>> all;
    const system_file file = read_system(path);
    for (const system_point& point : file.points)
      for (const complex<qd>& z : point) all.emplace_back(z.re.x0, z.im.x0);
    return as_array(all, nb::make_tuple(file.points.size(), file.system.variables().size()));
  });
}

}  // namespace vieta::python
