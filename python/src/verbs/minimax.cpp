#include "vieta/minimax.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <sstream>

#include "bind.hpp"
#include "call.hpp"
#include "carried.hpp"
#include "vieta/error.hpp"
#include "vieta/json.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/minimax_fixed.hpp"
#include "vieta/minimax_pareto.hpp"

namespace vieta::python {
namespace {

/// A Python function that the library may copy and drop without the interpreter's lock. It is called with the lock.
std::function<long double(long double)> without_lock(nb::object callable) {
  std::shared_ptr<nb::object> kept(new nb::object(std::move(callable)), [](nb::object* f) {
    nb::gil_scoped_acquire locked;
    delete f;
  });
  return [kept](long double x) -> long double {
    nb::gil_scoped_acquire locked;
    const nb::object y = (*kept)(static_cast<double>(x));
    const double value = PyFloat_AsDouble(y.ptr());
    if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value;
  };
}

minimax_result solve(minimax_problem problem, nb::object callable, const minimax_options& given, nb::object progress) {
  if (!callable.is_none()) problem.callable = without_lock(std::move(callable));
  python_call call(std::move(progress));
  minimax_options options = given;
  options.cancel = call.cancel();
  std::string work;
  std::int64_t before = 0, steps = 0;  // of the work before this one; of all
  if (call.has_progress())
    options.progress = [&](const minimax_progress& now) {
      if (now.work != work) work = now.work, before = steps;
      steps = before + now.count;
      call.report(steps, 0);
    };
  minimax_result result = call.run([&] { return minimax(problem, options); });
  call.report_end(steps, steps);
  return result;
}

nb::dict report_of(const minimax_result& r) {
  nb::dict report;
  report["arithmetic"] = r.report.arithmetic;
  report["rounds"] = r.report.rounds;
  report["free"] = r.report.free;
  report["boxes"] = r.report.boxes;
  report["seconds"] = r.report.seconds;
  report["stopped_by"] = r.report.stopped_by;
  report["note"] = r.report.note;
  return report;
}

std::string text_of(const minimax_result& r) {
  std::ostringstream out;
  out << r;
  return std::move(out).str();
}

/// Rows x, function, approximation, error.
nb::object samples(const minimax_result& r,
                   const nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>& x) {
  std::vector<double> columns;
  for (const minimax_sample& s : evaluate(r, std::span(x.data(), x.shape(0))))
    columns.insert(columns.end(), {s.x, s.function, s.approximation, s.error});
  return as_array(columns, nb::make_tuple(x.shape(0), 4));
}

void bind_problem(nb::module_& module) {
  nb::class_<minimax_problem>(module, "MinimaxProblem")
      .def(nb::init<>())
      .def_static("short_form", minimax_short_form)
      .def_rw("function", &minimax_problem::function)
      .def_rw("form", &minimax_problem::form)
      .def_rw("degree", &minimax_problem::degree)
      .def_rw("denominator_degree", &minimax_problem::denominator_degree)
      .def_rw("samples", &minimax_problem::samples)
      .def_rw("exponents", &minimax_problem::exponents)
      .def_rw("intervals", &minimax_problem::intervals)
      .def_rw("weight", &minimax_problem::weight)
      .def_rw("constraints", &minimax_problem::constraints)
      .def_prop_rw(
          "error", [](const minimax_problem& p) { return std::string(name(p.error)); },
          [](minimax_problem& p, const std::string& text) {
            const std::optional<minimax_error> kind = value_named<minimax_error>(text);
            if (!kind) throw error("error: found '" + text + "', expected 'absolute' or 'relative'");
            p.error = *kind;
          });
  nb::class_<minimax_options>(module, "MinimaxOptions")
      .def(nb::init<>())
      .def_rw("decimals", &minimax_options::decimals)
      .def_rw("search", &minimax_options::search)
      .def_rw("prove", &minimax_options::prove)
      .def_rw("max_seconds", &minimax_options::max_seconds)
      .def_prop_rw(
          "format", [](const minimax_options& o) { return std::string(name(o.format)); },
          [](minimax_options& o, const std::string& text) { set_format(o, text); });
}

void bind_code(nb::module_& module) {
  nb::class_<code_options>(module, "CodeOptions")
      .def(nb::init<>())
      .def_prop_rw(
          "language", [](const code_options& o) { return std::string(name(o.language)); },
          [](code_options& o, const std::string& text) { o.language = parse_code_language(text); })
      .def_rw("name", &code_options::name)
      .def_rw("full_range", &code_options::full_range)
      .def_rw("positive", &code_options::positive)
      .def_rw("machines", &code_options::machines)
      .def_rw("estrin", &code_options::estrin)
      .def_rw("explicit_fma", &code_options::explicit_fma)
      .def_rw("half", &code_options::half)
      .def_rw("half2", &code_options::half2)
      .def_rw("bfloat16", &code_options::bfloat16)
      .def_rw("hexadecimal", &code_options::hexadecimal)
      .def_rw("command", &code_options::command)
      .def_rw("most_floats", &code_options::most_floats)
      .def_rw("threads", &code_options::threads)
      .def("check_on", [](code_options& o, const std::string& where) { o.on = parse_target(where); });
  nb::class_<minimax_code> code(module, "MinimaxCode");
  code.def_ro("text", &minimax_code::text)
      .def_prop_ro("float_error_separate", [](const minimax_code& c) { return c.error.separate; })
      .def_prop_ro("float_error_fused", [](const minimax_code& c) { return c.error.fused; })
      .def_prop_ro("worst_at", [](const minimax_code& c) { return c.error.worst_at; })
      .def_prop_ro("worst_second",
                   [](const minimax_code& c) {
                     return c.error.of_pairs ? std::optional<double>(c.error.worst_second) : std::nullopt;
                   })
      .def_prop_ro("inputs", [](const minimax_code& c) { return c.error.inputs; })
      .def_prop_ro("exhaustive", [](const minimax_code& c) { return c.error.exhaustive; })
      .def("machines",
           [](const minimax_code& c) {
             nb::dict errors;
             for (const machine_error& m : c.machines) errors[m.machine.c_str()] = m.error;
             return errors;
           })
      .def("slots",
           [](const minimax_code& c) {
             nb::dict slots;
             for (const machine_slots& m : c.slots) slots[m.machine.c_str()] = m.slots;
             return slots;
           })
      .def_ro("target", &minimax_code::target)
      .def_ro("full_rate", &minimax_code::full_rate)
      .def_ro("quarter_rate", &minimax_code::quarter_rate)
      .def_ro("registers", &minimax_code::registers);
  carry(code);
}

nb::dict fixed_point(const minimax_result& result, const std::string& input, const std::string& output,
                     const std::string& language, const std::string& name, bool wide, bool exhaustive,
                     const std::string& full_range) {
  fixed_options options;
  options.input = parse_fixed_format(input), options.output = parse_fixed_format(output);
  options.language = parse_code_language(language);
  options.name = name;
  options.wide = wide;
  options.full_range = full_range;
  if (exhaustive) options.most_inputs = 0;
  python_call call{nb::none()};
  options.cancel = call.cancel();
  const fixed_code code = call.run([&] { return emit_fixed(result, options); });
  nb::dict d;
  d["text"] = code.text;
  d["bound"] = code.bound;
  d["error"] = code.error;
  d["worst_at"] = code.worst_at;
  d["correctly_rounded"] = code.correctly_rounded;
  d["inputs"] = code.inputs;
  d["exhaustive"] = code.exhaustive;
  d["first"] = code.first;
  d["last"] = code.last;
  d["multiplications"] = code.multiplications;
  d["width"] = code.width;
  d["saturates"] = code.saturates;
  return d;
}

nb::list variants_of(const pareto_result& result) {
  nb::list all;
  for (const pareto_variant& v : result.variants) {
    nb::dict d;
    d["form"] = v.form;
    d["degree"] = v.degree;
    d["denominator"] = v.denominator;
    d["error"] = name(v.error);
    d["constraint"] = v.constraint;
    d["cost"] = v.cost;
    d["full_rate"] = v.full_rate;
    d["quarter_rate"] = v.quarter_rate;
    d["registers"] = v.registers;
    d["proven_bound"] = v.proven_bound;
    d["float_error"] = v.float_error;
    d["efficient"] = v.efficient;
    all.append(d);
  }
  return all;
}

void bind_pareto(nb::module_& module) {
  nb::class_<pareto_result> result(module, "ParetoResult");
  result.def("variants", variants_of)
      .def("to_json", [](const pareto_result& r) { return to_json(r); })
      .def("text", [](const pareto_result& r) {
        std::ostringstream out;
        out << r;
        return std::move(out).str();
      });
  carry(result);
  module.def("minimax_pareto", [](const std::string& function, const std::string& rates, int degree) {
    python_call call{nb::none()};
    return call.run([&] { return minimax_pareto(function, rates, call.cancel(), degree); });
  });
}

}  // namespace

void bind_minimax(nb::module_& module) {
  bind_problem(module);
  bind_code(module);
  bind_pareto(module);
  nb::class_<minimax_result> result(module, "MinimaxResult");
  result.def_ro("problem", &minimax_result::problem)
      .def_ro("exponents", &minimax_result::exponents)
      .def_ro("decimals", &minimax_result::decimals)
      .def_ro("optimum", &minimax_result::optimum)
      .def_ro("lower_bound", &minimax_result::lower_bound)
      .def_ro("rounded_error", &minimax_result::rounded_error)
      .def_ro("max_error", &minimax_result::max_error)
      .def_ro("worst_at", &minimax_result::worst_at)
      .def_ro("proven_bound", &minimax_result::proven_bound)
      .def_prop_ro("status", [](const minimax_result& r) { return std::string(name(r.status)); })
      .def_prop_ro("format", [](const minimax_result& r) { return format_text(r); })
      .def("coefficients",
           [](const minimax_result& r) { return column<double>(r.coefficients, [](double c) { return c; }); })
      .def("denominator",
           [](const minimax_result& r) { return column<double>(r.denominator, [](double c) { return c; }); })
      .def("best_coefficients",
           [](const minimax_result& r) { return column<double>(r.best_coefficients, [](double c) { return c; }); })
      .def("alternation",
           [](const minimax_result& r) {
             std::vector<double> points;
             for (const minimax_point& p : r.alternation) points.insert(points.end(), {p.x, p.error});
             return as_array(points, nb::make_tuple(r.alternation.size(), 2));
           })
      .def("report", report_of)
      .def("samples", samples)
      .def("text", text_of)
      .def(
          "to_json", [](const minimax_result& r, const minimax_code* code) { return to_json(r, code); },
          nb::arg("code").none())
      .def("verify",
           [](const minimax_result& r) {
             std::string complaint;
             python_call call{nb::none()};
             const bool holds = call.run([&] { return verify(r, &complaint); });
             return nb::make_tuple(holds, complaint);
           })
      .def("fixed_point", fixed_point)
      .def("code", [](const minimax_result& r, code_options options) {
        python_call call{nb::none()};
        options.cancel = call.cancel();
        return call.run([&] { return emit_code(r, options); });
      });
  carry(result);
  module.def("minimax", solve, nb::arg("problem"), nb::arg("callable").none(), nb::arg("options"),
             nb::arg("progress").none());
  module.def("minimax_functions", minimax_functions);
}

}  // namespace vieta::python
