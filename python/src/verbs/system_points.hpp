#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <complex>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "carried.hpp"
#include "vieta/json.hpp"
#include "vieta/newton.hpp"
#include "vieta/solve.hpp"
#include "vieta/system_io.hpp"

namespace vieta::python {

/// What `newton` and `solve` give: solutions, and the system that they are of, whose JSON and table name the variables.
template <class Result>
struct system_points {
  polynomial_system system;
  Result result;

  [[nodiscard]] std::size_t size() const { return result.solutions.size(); }
  [[nodiscard]] std::size_t variables() const { return system.variables().size(); }
};

inline const newton_solution& point_of(const newton_solution& s) { return s; }
inline const newton_solution& point_of(const solve_solution& s) { return s.point; }

/// One number of each solution: `of` is a member or a function of it.
template <class T, class Result, class Of>
auto column_of(Of of) {
  return [of](const system_points<Result>& s) {
    return column<T>(s.result.solutions, [&](const auto& x) { return std::invoke(of, x); });
  };
}
/// The same, of what the solutions of both verbs have.
template <class T, class Result, class Member>
auto point_column_of(Member member) {
  return column_of<T, Result>([member](const auto& x) { return point_of(x).*member; });
}

/// The same, of what is said by a word.
template <class Result, class Member>
auto point_words_of(Member member) {
  return [member](const system_points<Result>& s) {
    nb::list all;
    for (const auto& x : s.result.solutions) all.append(name(point_of(x).*member));
    return all;
  };
}

/// x as complex doubles.
template <class Result>
nb::object rounded(const system_points<Result>& s) {
  std::vector<std::complex<double>> all;
  for (const auto& x : s.result.solutions)
    for (const complex<qd>& z : point_of(x).x) all.emplace_back(z.re.x0, z.im.x0);
  return as_array(all, nb::make_tuple(s.size(), s.variables()));
}

/// x as it is: re and im of each coordinate as sums of four doubles.
inline std::vector<double> parts_of(const newton_solution& point) {
  std::vector<double> all;
  for (const complex<qd>& z : point.x)
    for (const qd& part : {z.re, z.im}) all.insert(all.end(), {part.x0, part.x1, part.x2, part.x3});
  return all;
}
template <class Result>
nb::object exact_parts(const system_points<Result>& s) {
  std::vector<double> all;
  for (const auto& x : s.result.solutions) {
    const std::vector<double> parts = parts_of(point_of(x));
    all.insert(all.end(), parts.begin(), parts.end());
  }
  return as_array(all, nb::make_tuple(s.size(), s.variables(), 2, 4));
}

/// [(re, im), ...] of one solution.
inline std::vector<std::pair<std::string, std::string>> decimals_of(const newton_solution& point, int digits) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const complex<qd>& z : point.x) all.emplace_back(to_decimal(z.re, digits), to_decimal(z.im, digits));
  return all;
}
template <class Result>
auto decimals(const system_points<Result>& s, std::size_t k, int digits) {
  return decimals_of(point_of(s.result.solutions.at(k)), digits);
}

template <class Result>
std::string table_of(const system_points<Result>& s) {
  std::ostringstream out;
  print(out, s.system, s.result);
  return std::move(out).str();
}

/// The iterations of one solution.
template <class Result>
nb::list steps_of(const system_points<Result>& s, std::size_t k) {
  nb::list steps;
  for (const newton_step& step : point_of(s.result.solutions.at(k)).steps) {
    nb::dict d;
    d["residual"] = step.residual;
    d["step"] = step.step;
    d["condition"] = step.condition;
    d["precision"] = precision_name(step.precision);
    d["solver"] = name(step.solver);
    d["reused"] = step.reused;
    steps.append(d);
  }
  return steps;
}

/// What the results of both verbs have.
template <class Result>
nb::class_<system_points<Result>> bind_points(nb::module_& module, const char* name) {
  using points = system_points<Result>;
  nb::class_<points> bound(module, name);
  bound.def("values", rounded<Result>)
      .def("parts", exact_parts<Result>)
      .def("radii", point_column_of<double, Result>(&newton_solution::radius))
      .def("certified", point_column_of<std::uint8_t, Result>(&newton_solution::certified))
      .def("digits", point_column_of<std::int64_t, Result>(&newton_solution::digits))
      .def("realness", point_column_of<std::int8_t, Result>(&newton_solution::real))
      .def("residuals", point_column_of<double, Result>(&newton_solution::residual))
      .def("iterations", point_column_of<std::int64_t, Result>(&newton_solution::iterations))
      .def("conditions", point_column_of<double, Result>(&newton_solution::condition))
      .def("statuses", point_words_of<Result>(&newton_solution::status))
      .def("proofs", point_words_of<Result>(&newton_solution::proof))
      .def("steps", steps_of<Result>)
      .def("decimals", decimals<Result>)
      .def("size", &points::size)
      .def("to_json",
           [](const points& s, int digits, bool doubles) {
             return to_json(s.system, s.result, digits, doubles ? json_numbers::doubles : json_numbers::exact);
           })
      .def("table", table_of<Result>);
  carry(
      bound, [](packer& out, const points& s) { out.put(s.system), out.put(s.result); },
      [](unpacker& in) {
        polynomial_system system = in.system();
        return points{std::move(system), in.get<Result>()};
      });
  return bound;
}

/// What the options of both verbs have.
template <class Options>
nb::class_<Options> bind_system_options(nb::module_& module, const char* name) {
  nb::class_<Options> bound(module, name);
  bound.def(nb::init<>())
      .def_rw("precision", &Options::precision)
      .def_rw("digits", &Options::digits)
      .def_rw("prove", &Options::prove)
      .def_rw("max_seconds", &Options::max_seconds)
      .def("set_on", [](Options& o, const std::string& place) { o.on = place_of(place, o.on.threads); })
      .def_prop_rw(
          "threads", [](const Options& o) { return o.on.threads; },
          [](Options& o, int threads) { o.on.threads = threads; });
  return bound;
}

}  // namespace vieta::python
