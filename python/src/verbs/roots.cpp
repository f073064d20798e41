#include "vieta/roots.hpp"

#include <nanobind/stl/complex.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <complex>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <tuple>
#include <utility>

#include "bind.hpp"
#include "call.hpp"
#include "carried.hpp"
#include "enum_words.hpp"
#include "vieta/distributed_roots.hpp"
#include "vieta/io.hpp"
#include "vieta/json.hpp"
#include "vieta/polynomial.hpp"
#include "vieta/series.hpp"
#include "vieta/structure.hpp"
#include "vieta/verify.hpp"

namespace vieta::python {
namespace {

template <class T>
using coefficients = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// What a polynomial was made of, for pickles: one of these.
struct polynomial_source {
  std::vector<double> doubles = {};
  std::vector<std::complex<double>> complex = {};
  std::vector<std::string> re = {}, im = {};
  std::string text = {}, name = {};  // of an expression, or of a file
  bool is_expression = false;
  std::string basis = {}, begin = {}, end = {};  // of a series, whose coefficients `doubles` or `complex` are

  /// With `uncertainty` raised to what constants such as pi are known to.
  [[nodiscard]] polynomial make(double& uncertainty) const {
    if (!doubles.empty()) return polynomial::from_coefficients(std::span(doubles));
    if (!complex.empty()) return polynomial::from_coefficients(std::span(complex));
    if (!re.empty()) return polynomial::from_decimal(re, im);
    if (!is_expression) return read_polynomial(text, name, format::automatic);
    rational_function known = read_rational(text, "expression", format::expression);
    if (known.denominator.degree() > 0) return polynomial::parse(text);  // refuses it where it stands
    uncertainty = std::max(uncertainty, known.uncertainty);
    return std::move(known.numerator);
  }
};

}  // namespace

template <>
inline constexpr auto members_of<polynomial_source> = [](auto& s) {
  return std::tie(s.doubles, s.complex, s.re, s.im, s.text, s.name, s.is_expression, s.basis, s.begin, s.end);
};

namespace {

struct given_polynomial {
  std::shared_ptr<const polynomial_source> source;
  double uncertainty = 0;  ///< of its coefficients, relatively
  polynomial p;

  explicit given_polynomial(polynomial_source from)
      : source(std::make_shared<polynomial_source>(std::move(from))), p(source->make(uncertainty)) {}

  [[nodiscard]] bool is_series() const { return !source->basis.empty(); }
  /// `p` has its coefficients then.
  [[nodiscard]] series as_series() const {
    return {chosen<series_basis>(source->basis, "basis"), p, -1, 1, source->begin, source->end};
  }
  [[nodiscard]] polynomial of_x() const { return is_series() ? in_powers(as_series()) : p; }
};

/// The text is kept: the file may be another one when a pickle is read.
given_polynomial read_file(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) (void)read_polynomial(path);  // has the right words
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (path == "-" || !file.is_open() || file.bad() || text.empty()) (void)read_polynomial(path);  // has the right words
  return given_polynomial({.text = std::move(text), .name = path});
}

/// A result, and the polynomial that it is about, for `verify`.
struct solved_polynomial {
  given_polynomial of;
  roots_result result;
};

// By the names of _roots.py, which has looked at what was given.

// Numbers of regions come as texts. That of a centre's imaginary part is empty where the other text may be complex.
using disc_arguments = std::tuple<std::string, std::string, std::string>;
using box_arguments = std::tuple<std::string, std::string, std::string, std::string>;

template <class Read>
auto region_number(Read read, const std::string& text, const char* argument) {
  auto number = read(text);
  if (!number)
    throw error(std::string(argument) + ": found '" + text +
                "', expected numbers such as 0.5, '1/3', 'pi/4', in the range of double");
  return *std::move(number);
}

roots_region region_of(const std::optional<disc_arguments>& in_disc, const std::optional<box_arguments>& in_box,
                       bool real_only) {
  roots_region region;
  if (in_disc) {
    const auto& [re_text, im_text, radius_text] = *in_disc;
    std::pair<exact_number, exact_number> centre;
    if (im_text.empty())
      centre = region_number(read_complex_number, re_text, "in_disc");
    else
      centre = {region_number(read_number, re_text, "in_disc"), region_number(read_number, im_text, "in_disc")};
    const exact_number radius = region_number(read_number, radius_text, "in_disc");
    region.in_disc = {{centre.first.nearest, centre.second.nearest},
                      radius.nearest,
                      centre.first.text,
                      centre.second.text,
                      radius.text};
  }
  if (in_box) {
    const auto side = [](const std::string& text) { return region_number(read_number, text, "in_box"); };
    const exact_number re0 = side(std::get<0>(*in_box)), re1 = side(std::get<1>(*in_box)),
                       im0 = side(std::get<2>(*in_box)), im1 = side(std::get<3>(*in_box));
    region.in_box = {re0.nearest, re1.nearest, im0.nearest, im1.nearest, re0.text, re1.text, im0.text, im1.text};
  }
  region.real_only = real_only;
  return region;
}

solved_polynomial solve(const given_polynomial& of, int digits, const std::string& method, double uncertainty,
                        const std::optional<disc_arguments>& in_disc, const std::optional<box_arguments>& in_box,
                        bool real_only, const std::string& on, int threads, double max_seconds, nb::object progress,
                        const std::string& checkpoint, double checkpoint_seconds) {
  python_call call(std::move(progress));
  roots_options options;
  options.digits = digits;
  options.method = chosen<roots_method>(method, "method");
  // What is no uncertainty (NaN, below 0) passes as it is: the library refuses it.
  options.uncertainty = uncertainty >= 0 ? std::max(uncertainty, of.uncertainty) : uncertainty;
  options.region = region_of(in_disc, in_box, real_only);
  options.on = place_of(on, threads);
  options.max_seconds = max_seconds;
  options.checkpoint = {checkpoint, checkpoint_seconds};
  options.cancel = call.cancel();
  if (call.has_progress()) options.progress = [&](const roots_progress& now) { call.report(now.settled, now.total); };
  // What a series has no way for of its own goes by powers of x.
  const bool in_basis = of.is_series() && options.method == roots_method::automatic && options.uncertainty == 0 &&
                        options.on.place != where::cuda;
  solved_polynomial answer{
      of, call.run([&] { return in_basis ? roots(of.as_series(), options) : roots(of.of_x(), options); })};
  call.report_end(answer.result.report.degree - answer.result.report.unproven, answer.result.report.degree);
  return answer;
}

nb::dict report_of(const roots_report& r);

/// Into a file of NumPy, by all ranks. (status, report, largest radius, roots of each rank)
nb::tuple save(const given_polynomial& of, const std::string& path, int digits, const std::string& method,
               const std::string& on, int threads, double max_seconds, nb::object progress) {
  python_call call(std::move(progress));
  roots_options options;
  options.digits = digits;
  options.method = chosen<roots_method>(method, "method");
  options.uncertainty = of.uncertainty;
  options.on = place_of(on, threads);
  options.max_seconds = max_seconds;
  options.cancel = call.cancel();
  if (call.has_progress()) options.progress = [&](const roots_progress& now) { call.report(now.settled, now.total); };
  const distributed_roots found = call.run([&] {
    distributed_roots all(of.of_x(), options);
    const roots_status status = all.result().status;
    if (status == roots_status::complete || status == roots_status::partial) all.write_npy(path);
    return all;
  });
  return nb::make_tuple(name(found.result().status), report_of(found.result().report), found.largest_radius(),
                        found.roots_of_rank());
}

/// (status, values, multiplicities, sensitivities, re, im, degree, distance, condition, seconds)
nb::tuple structure_of(const given_polynomial& of, double tolerance, double max_seconds) {
  python_call call{nb::none()};
  structure_options options;
  options.tolerance = tolerance;
  options.max_seconds = max_seconds;
  options.cancel = call.cancel();
  const structure_result r = call.run([&] { return nearest_structure(of.of_x(), options); });
  const std::size_t n = r.roots.size();
  auto values = make_array<std::complex<double>>(n);
  auto multiplicities = make_array<std::int64_t>(n);
  auto sensitivities = make_array<double>(n);
  nb::list re, im;
  for (std::size_t k = 0; k < n; ++k) {
    values.data[k] = r.roots[k].value;
    multiplicities.data[k] = r.roots[k].multiplicity;
    sensitivities.data[k] = r.roots[k].sensitivity;
    re.append(r.roots[k].re);
    im.append(r.roots[k].im);
  }
  return nb::make_tuple(name(r.status), values.array, multiplicities.array, sensitivities.array, re, im, r.degree,
                        r.distance, r.condition, r.seconds);
}

nb::dict report_of(const roots_report& r) {
  nb::dict report;
  report["degree"] = r.degree;
  report["isolated"] = r.isolated;
  report["clusters"] = r.clusters;
  report["wide"] = r.wide;
  report["unproven"] = r.unproven;
  report["at_border"] = r.at_border;
  report["multiple"] = r.multiple;
  report["method"] = r.method;
  report["target"] = r.target;
  report["sweeps"] = r.sweeps;
  report["updates_per_root"] = r.updates_per_root;
  report["precision_bits"] = r.precision_bits;
  report["refinements"] = r.refinements;
  report["uncertainty"] = r.uncertainty;
  report["seconds"] = r.seconds;
  report["stopped_by"] = r.stopped_by;
  return report;
}

nb::list decimals_of(const solved_polynomial& s) {
  nb::list all;
  for (const decimal_root& d : s.result.decimal) all.append(nb::make_tuple(d.re, d.im, d.radius));
  return all;
}

nb::list intervals_of(const solved_polynomial& s) {
  nb::list all;
  for (const rational_interval& x : rational_intervals(s.result)) all.append(nb::make_tuple(x.lower, x.upper));
  return all;
}

nb::list statuses_of(const solved_polynomial& s) {
  nb::list all;
  for (const root& z : s.result.roots) all.append(name(z.status));
  return all;
}

std::string table_of(const solved_polynomial& s, std::size_t rows) {
  std::ostringstream out;
  print(out, s.result, rows);
  return std::move(out).str();
}

nb::tuple verify_again(const solved_polynomial& s) {
  python_call call{nb::none()};
  verify_options options;
  options.cancel = call.cancel();
  const verification v = call.run([&] { return verify(s.of.of_x(), s.result, options); });
  return nb::make_tuple(v.holds, v.checked, v.complaints, v.decided);
}

void bind_polynomial(nb::module_& module) {
  nb::class_<given_polynomial>(module, "Polynomial")
      .def_static("from_doubles",
                  [](const coefficients<double>& c) {
                    return given_polynomial({.doubles = {c.data(), c.data() + c.shape(0)}});
                  })
      .def_static("from_complex",
                  [](const coefficients<std::complex<double>>& c) {
                    return given_polynomial({.complex = {c.data(), c.data() + c.shape(0)}});
                  })
      .def_static("from_decimal",
                  [](std::vector<std::string> re, std::vector<std::string> im) {
                    return given_polynomial({.re = std::move(re), .im = std::move(im)});
                  })
      .def_static("series_of_doubles",
                  [](std::string basis, const coefficients<double>& c, std::string begin, std::string end) {
                    return given_polynomial({.doubles = {c.data(), c.data() + c.shape(0)},
                                             .basis = std::move(basis),
                                             .begin = std::move(begin),
                                             .end = std::move(end)});
                  })
      .def_static(
          "series_of_complex",
          [](std::string basis, const coefficients<std::complex<double>>& c, std::string begin, std::string end) {
            return given_polynomial({.complex = {c.data(), c.data() + c.shape(0)},
                                     .basis = std::move(basis),
                                     .begin = std::move(begin),
                                     .end = std::move(end)});
          })
      .def_static("parse",
                  [](std::string expression) {
                    return given_polynomial({.text = std::move(expression), .is_expression = true});
                  })
      .def_static("read", read_file)
      .def_prop_ro("degree", [](const given_polynomial& of) { return of.p.degree(); })
      .def_prop_ro("is_finite", [](const given_polynomial& of) { return of.p.is_finite(); });
}

}  // namespace

void bind_roots(nb::module_& module) {
  bind_polynomial(module);
  nb::class_<solved_polynomial> result(module, "RootsResult");
  result
      .def("values",
           [](const solved_polynomial& s) {
             return column<std::complex<double>>(s.result.roots, [](const root& z) { return z.value; });
           })
      .def("radii",
           [](const solved_polynomial& s) {
             return column<double>(s.result.roots, [](const root& z) { return z.radius; });
           })
      .def("multiplicities",
           [](const solved_polynomial& s) {
             return column<std::int64_t>(s.result.roots, [](const root& z) { return z.multiplicity; });
           })
      .def("real",
           [](const solved_polynomial& s) {
             return column<std::uint8_t>(s.result.roots, [](const root& z) { return z.real; });
           })
      .def("imaginary",
           [](const solved_polynomial& s) {
             return column<std::uint8_t>(s.result.roots, [](const root& z) { return z.imaginary; });
           })
      .def("statuses", statuses_of)
      .def("status", [](const solved_polynomial& s) { return std::string(name(s.result.status)); })
      .def("decimals", decimals_of)
      .def("intervals", intervals_of)
      .def("report", [](const solved_polynomial& s) { return report_of(s.result.report); })
      .def("size", [](const solved_polynomial& s) { return s.result.roots.size(); })
      .def("to_json",
           [](const solved_polynomial& s, bool doubles) {
             return to_json(s.result, doubles ? json_numbers::doubles : json_numbers::exact);
           })
      .def("table", table_of)
      .def("verify", verify_again);
  carry(
      result, [](packer& out, const solved_polynomial& s) { out.put(*s.of.source), out.put(s.result); },
      [](unpacker& in) {
        given_polynomial of(in.get<polynomial_source>());
        return solved_polynomial{std::move(of), in.get<roots_result>()};
      });
  module.def("nearest_structure", structure_of);
  module.def("roots", solve, nb::arg("p"), nb::arg("digits"), nb::arg("method"), nb::arg("uncertainty"),
             nb::arg("in_disc").none(), nb::arg("in_box").none(), nb::arg("real_only"), nb::arg("on"),
             nb::arg("threads"), nb::arg("max_seconds"), nb::arg("progress").none(), nb::arg("checkpoint"),
             nb::arg("checkpoint_seconds"));
  module.def("save_roots", save, nb::arg("p"), nb::arg("path"), nb::arg("digits"), nb::arg("method"), nb::arg("on"),
             nb::arg("threads"), nb::arg("max_seconds"), nb::arg("progress").none());
}

}  // namespace vieta::python
