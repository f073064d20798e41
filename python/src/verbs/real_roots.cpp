#include "vieta/real_roots.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <variant>

#include "bind.hpp"
#include "call.hpp"
#include "carried.hpp"
#include "verbs/batch_layout.hpp"
#include "vieta/error.hpp"
#include "vieta/in_pieces.hpp"
#include "vieta/json.hpp"
#include "vieta/real_roots_report.hpp"

namespace vieta::python {
namespace {

// Between pieces of a large batch Ctrl-C, the clock and the progress callback have their turn. A piece takes some
// milliseconds: threads start anew for each.
constexpr std::size_t first_piece = std::size_t{1} << 14;
constexpr double seconds_of_a_piece = 0.05;

/// Answers in NumPy arrays, in the order of the input; written once, by the solver, and never copied.
template <class T>
struct answers {
  std::size_t count = 0;
  int degree = 0;
  coefficient_order order = coefficient_order::rows;
  fresh_array<T> values;
  fresh_array<std::uint8_t> counts;
  fresh_array<std::uint8_t> statuses;
  fresh_array<std::uint64_t> touching;
  bool bounded;
  fresh_array<T> bounds;  ///< where bounded; else empty
  real_interval<T> interval;
  real_roots_report report;
  std::string stopped_by;

  /// `place`: none, or an array that takes the values.
  answers(std::size_t polynomials, int highest, coefficient_order how, bool with_bounds = false, nb::object place = {})
      : count(polynomials),
        degree(highest),
        order(how),
        values(place.is_valid() ? given_array<T>(std::move(place), count * places())
               : in_rows()      ? make_array<T>(nb::make_tuple(count, degree))
                                : make_array<T>(nb::make_tuple(degree, count))),
        counts(make_array<std::uint8_t>(count)),
        statuses(make_array<std::uint8_t>(count)),
        touching(make_array<std::uint64_t>(count)),
        bounded(with_bounds),
        bounds(make_array<T>(!bounded    ? nb::make_tuple(0, 0)
                             : in_rows() ? nb::make_tuple(count, degree)
                                         : nb::make_tuple(degree, count))) {}
  [[nodiscard]] std::size_t places() const { return static_cast<std::size_t>(degree); }
  [[nodiscard]] bool in_rows() const { return order == coefficient_order::rows; }
  [[nodiscard]] real_roots_status* status_data() const {
    static_assert(sizeof(real_roots_status) == 1);
    return reinterpret_cast<real_roots_status*>(statuses.data);
  }

  [[nodiscard]] real_roots_output<T> from(std::size_t begin) const {
    const std::size_t first = in_rows() ? begin * places() : begin;
    return {values.data + first,   counts.data + begin,          status_data() + begin,
            touching.data + begin, in_rows() ? places() : count, bounded ? bounds.data + first : nullptr};
  }
};

using either_answers = std::variant<std::shared_ptr<answers<float>>, std::shared_ptr<answers<double>>>;

/// What Python holds: answers in float or double.
struct solved_batch {
  either_answers of;
};

struct arguments {
  double lo, hi, absolute, relative;
  real_roots_method method;
  int threads;
  double max_seconds;
  bool bounds;
};

/// What was not looked at is unresolved.
template <class T>
void leave_alone(answers<T>& out, std::size_t begin) {
  for (std::size_t i = begin; i < out.count; ++i) {
    for (std::size_t k = 0; k < out.places(); ++k) {
      const std::size_t place = out.in_rows() ? i * out.places() + k : k * out.count + i;
      out.values.data[place] = std::numeric_limits<T>::quiet_NaN();
      if (out.bounded) out.bounds.data[place] = std::numeric_limits<T>::quiet_NaN();
    }
    out.counts.data[i] = 0;
    out.status_data()[i] = real_roots_status::unresolved;
    out.touching.data[i] = 0;
  }
  out.report.polynomials += out.count - begin;
  out.report.unresolved += out.count - begin;
}

template <class T>
void solve_in_pieces(const polynomial_batch<T>& in, answers<T>& out, const real_roots_options<T>& options,
                     double max_seconds, python_call& call) {
  const bool in_rows = in.order == coefficient_order::rows;
  const pieces_done done = in_pieces(
      in.count, {first_piece_of_degree(first_piece, in.degree), seconds_of_a_piece, max_seconds},
      [&](std::size_t begin, std::size_t end) {
        polynomial_batch<T> part = in;
        part.coefficients += begin * (in_rows ? in.stride : 1);
        part.count = end - begin;
        out.report += real_roots_into(part, out.interval, out.from(begin), options);
      },
      [&](std::size_t so_far, double) { return call.report_part(so_far, in.count); });
  out.stopped_by = done.stopped_by;
  leave_alone(out, done.done);
}

/// Rows or columns of T as they lie in memory; nothing is copied.
template <class T>
polynomial_batch<T> batch_of(const nb::ndarray<nb::ro, nb::device::cpu>& c) {
  std::array<std::int64_t, 2> shape{}, strides{};
  for (std::size_t k = 0; k < c.ndim(); ++k) {
    shape.at(k) = static_cast<std::int64_t>(c.shape(k));
    strides.at(k) = c.stride(k);
  }
  const batch_layout layout = layout_of("c", std::span(shape).first(c.ndim()), std::span(strides).first(c.ndim()));
  return {static_cast<const T*>(c.data()), layout.count, layout.degree, layout.order, layout.stride};
}

template <class T>
bool fits(const answers<T>& old, const polynomial_batch<T>& in, bool bounds) {
  return old.bounded == bounds && old.count == in.count && old.degree == in.degree && old.order == in.order;
}

/// `old`: None, an earlier result, whose arrays are written again, or an array for the values.
template <class T>
solved_batch solve(const nb::ndarray<nb::ro, nb::device::cpu>& c, const arguments& given, nb::object progress,
                   nb::object old) {
  const polynomial_batch<T> in = batch_of<T>(c);
  using pointer = std::shared_ptr<answers<T>>;
  pointer out;
  if (const solved_batch * earlier; nb::try_cast(old, earlier) && earlier != nullptr) {
    if (const pointer* same = std::get_if<pointer>(&earlier->of); same != nullptr && fits(**same, in, given.bounds))
      out = *same;
    if (!out)
      throw error("out: expected a result of the same shape, precision, memory order and bounds as this one has");
    out->report = {};
    out->stopped_by.clear();
  } else {
    if (old.is_none()) old = {};
    out = std::make_shared<answers<T>>(in.count, in.degree, in.order, given.bounds, std::move(old));
  }
  out->interval = {static_cast<T>(given.lo), static_cast<T>(given.hi)};
  real_roots_options<T> options;
  options.absolute_tolerance = static_cast<T>(given.absolute);
  options.relative_tolerance = static_cast<T>(given.relative);
  options.method = given.method;
  options.on = on_cpu(given.threads);
  python_call call(std::move(progress));
  call.run([&] {
    solve_in_pieces(in, *out, options, given.max_seconds, call);
    return 0;
  });
  call.report_end(static_cast<std::int64_t>(out->report.polynomials), static_cast<std::int64_t>(in.count));
  return {out};
}

solved_batch solve_either(const nb::ndarray<nb::ro, nb::device::cpu>& c, double lo, double hi, double absolute,
                          double relative, int method, int threads, double max_seconds, nb::object progress,
                          nb::object out, bool bounds) {
  const arguments given{lo,      hi,          absolute, relative, static_cast<real_roots_method>(method),
                        threads, max_seconds, bounds};
  if (c.dtype() == nb::dtype<float>()) return solve<float>(c, given, std::move(progress), std::move(out));
  return solve<double>(c, given, std::move(progress), std::move(out));
}

/// One row for each polynomial, whatever the order in memory.
nb::object values_of(const solved_batch& s) {
  return std::visit(
      [](const auto& a) { return a->in_rows() ? a->values.array : nb::object(a->values.array.attr("T")); }, s.of);
}

nb::object bounds_of(const solved_batch& s) {
  return std::visit(
      [](const auto& a) -> nb::object {
        if (!a->bounded) return nb::none();
        return a->in_rows() ? a->bounds.array : nb::object(a->bounds.array.attr("T"));
      },
      s.of);
}

nb::dict report_of(const solved_batch& s) {
  return std::visit(
      [](const auto& a) {
        const real_roots_report& r = a->report;
        nb::dict report;
        report["polynomials"] = r.polynomials;
        report["roots"] = r.roots;
        report["ok"] = r.ok;
        report["touching"] = r.touching;
        report["unresolved"] = r.unresolved;
        report["zero_polynomials"] = r.zero_polynomials;
        report["bad_inputs"] = r.bad_inputs;
        report["clustered"] = r.clustered;
        report["degree"] = r.degree;
        report["interval"] = nb::make_tuple(static_cast<double>(a->interval.lo), static_cast<double>(a->interval.hi));
        report["precision"] = std::is_same_v<decltype(a->interval), real_interval<float>> ? "float" : "double";
        report["method"] = r.method;
        report["target"] = r.target;
        report["seconds"] = r.seconds;
        report["stopped_by"] = a->stopped_by;
        return report;
      },
      s.of);
}

/// The library's own form of a result, for its JSON: a copy, in rows.
template <class T>
real_roots_result<T> as_result(const answers<T>& a) {
  real_roots_result<T> result;
  result.count = a.count;
  result.degree = a.degree;
  result.report = a.report;
  result.values.resize(a.count * a.places());
  if (a.bounded) result.bounds.resize(a.count * a.places());
  for (std::size_t i = 0; i < a.count; ++i) {
    for (std::size_t k = 0; k < a.places(); ++k) {
      const std::size_t from = a.in_rows() ? i * a.places() + k : k * a.count + i, to = i * a.places() + k;
      result.values[to] = a.values.data[from];
      if (a.bounded) result.bounds[to] = a.bounds.data[from];
    }
  }
  result.counts.assign(a.counts.data, a.counts.data + a.count);
  result.statuses.assign(a.status_data(), a.status_data() + a.count);
  result.touching.assign(a.touching.data, a.touching.data + a.count);
  return result;
}

std::string json_of(const solved_batch& s) {
  return std::visit(
      [](const auto& a) {
        const real_interval<double> interval{a->interval.lo, a->interval.hi};
        return to_json(as_result(*a), interval, a->stopped_by);
      },
      s.of);
}

/// A result whose arrays were copied from a device, in rows. With no rows of values it has a report, and nothing else
/// should be asked of it.
template <class T>
solved_batch result_of(const nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>& values,
                       const nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::device::cpu>& counts,
                       const nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::device::cpu>& statuses,
                       const nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::device::cpu>& touching, double lo,
                       double hi, const std::string& method, const std::string& target) {
  const auto out =
      std::make_shared<answers<T>>(counts.shape(0), static_cast<int>(values.shape(1)), coefficient_order::rows);
  const std::size_t count = out->count;
  std::copy_n(values.data(), values.size(), out->values.data);
  std::copy_n(counts.data(), count, out->counts.data);
  std::copy_n(statuses.data(), count, out->statuses.data);
  std::copy_n(touching.data(), count, out->touching.data);
  out->interval = {static_cast<T>(lo), static_cast<T>(hi)};
  real_roots_report& report = out->report;
  report.polynomials = count;
  report.degree = out->degree;
  report.method = method;
  report.target = target;
  for (std::size_t i = 0; i < count; ++i) {
    const real_roots_status status = out->status_data()[i];
    report.roots += out->counts.data[i];
    report.ok += status == real_roots_status::ok;
    report.touching += status == real_roots_status::touching;
    report.unresolved += status == real_roots_status::unresolved;
    report.zero_polynomials += status == real_roots_status::zero_polynomial;
    report.bad_inputs += status == real_roots_status::bad_input;
    report.clustered += status == real_roots_status::clustered;
  }
  return {out};
}

void pack(packer& out, const solved_batch& s) {
  std::visit(
      [&](const auto& a) {
        const std::size_t places = a->count * a->places();
        out.put(a->interval), out.put(a->count), out.put(a->degree), out.put(a->order);
        out.put(a->bounded);
        out.put(a->report), out.put(a->stopped_by);
        out.numbers(a->values.data, places), out.numbers(a->touching.data, a->count);
        out.numbers(a->counts.data, a->count), out.numbers(a->statuses.data, a->count);
        if (a->bounded) out.numbers(a->bounds.data, places);
      },
      s.of);
}

template <class T>
solved_batch unpack(unpacker& in) {
  const auto interval = in.get<real_interval<T>>();
  const auto count = in.get<std::size_t>();
  const int degree = in.get<int>();
  const auto order = in.get<coefficient_order>();
  const auto a = std::make_shared<answers<T>>(count, degree, order, in.get<bool>());
  a->interval = interval, a->report = in.get<real_roots_report>(), a->stopped_by = in.get<std::string>();
  in.numbers(a->values.data, count * a->places()), in.numbers(a->touching.data, count);
  in.numbers(a->counts.data, count), in.numbers(a->statuses.data, count);
  if (a->bounded) in.numbers(a->bounds.data, count * a->places());
  return {a};
}

}  // namespace

void bind_real_roots(nb::module_& module) {
  nb::class_<solved_batch> result(module, "RealRootsResult");
  result.def("values", values_of)
      .def("bounds", bounds_of)
      .def("counts",
           [](const solved_batch& s) { return std::visit([](const auto& a) { return a->counts.array; }, s.of); })
      .def("statuses",
           [](const solved_batch& s) { return std::visit([](const auto& a) { return a->statuses.array; }, s.of); })
      .def("touching",
           [](const solved_batch& s) { return std::visit([](const auto& a) { return a->touching.array; }, s.of); })
      .def("first_status",
           [](const solved_batch& s) {
             return std::visit([](const auto& a) { return a->count > 0 ? static_cast<int>(a->statuses.data[0]) : 0; },
                               s.of);
           })
      .def("report", report_of)
      .def("to_json", json_of);
  carry(
      result, [](packer& out, const solved_batch& s) { out.put(s.of.index()), pack(out, s); },
      [](unpacker& in) { return in.get<std::size_t>() == 0 ? unpack<float>(in) : unpack<double>(in); });
  module.def("real_roots", solve_either, nb::arg("coeffs").noconvert(), nb::arg("lo"), nb::arg("hi"),
             nb::arg("absolute"), nb::arg("relative"), nb::arg("method"), nb::arg("threads"), nb::arg("max_seconds"),
             nb::arg("progress").none(), nb::arg("out").none(), nb::arg("bounds"));
  module.def("real_roots_result", result_of<float>);
  module.def("real_roots_result", result_of<double>);
}

}  // namespace vieta::python
