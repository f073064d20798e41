#include "vieta/root_batches.hpp"

#include <nanobind/stl/string.h>

#include <complex>
#include <cstdint>
#include <limits>

#include "bind.hpp"
#include "call.hpp"
#include "carried.hpp"
#include "vieta/in_pieces.hpp"
#include "vieta/json.hpp"
#include "vieta/root_batches_report.hpp"

namespace vieta::python {
namespace {

constexpr std::size_t first_piece = std::size_t{1} << 12;

static_assert(sizeof(batch_root_status) == 1 && sizeof(root_batch_status) == 1);

/// Answers in NumPy arrays, in rows; written once, by the solver.
struct batch_answers {
  std::size_t count = 0;
  int degree = 0;
  fresh_array<std::complex<double>> values;
  fresh_array<double> radii;
  fresh_array<std::uint8_t> root_statuses, counts, statuses;
  root_batch_report report;
  std::string stopped_by;

  /// `given`: none, or an array that takes the values.
  batch_answers(std::size_t polynomials, int highest, nb::object given = {})
      : count(polynomials),
        degree(highest),
        values(given.is_valid() ? given_array<std::complex<double>>(std::move(given), place(count))
                                : make_array<std::complex<double>>(nb::make_tuple(count, degree))),
        radii(make_array<double>(nb::make_tuple(count, degree))),
        root_statuses(make_array<std::uint8_t>(nb::make_tuple(count, degree))),
        counts(make_array<std::uint8_t>(count)),
        statuses(make_array<std::uint8_t>(count)) {}

  [[nodiscard]] std::size_t place(std::size_t row) const { return row * static_cast<std::size_t>(degree); }
  [[nodiscard]] batch_root_status* root_status_data() const {
    return reinterpret_cast<batch_root_status*>(root_statuses.data);
  }
  [[nodiscard]] root_batch_status* status_data() const { return reinterpret_cast<root_batch_status*>(statuses.data); }

  [[nodiscard]] root_batch_output from(std::size_t begin) const {
    const std::size_t at = place(begin);
    return {values.data + at, radii.data + at, root_status_data() + at, counts.data + begin, status_data() + begin};
  }

  /// What was not looked at.
  void leave_alone(std::size_t begin) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    std::fill(counts.data + begin, counts.data + count, std::uint8_t{0});
    std::fill(status_data() + begin, status_data() + count, root_batch_status::partial);
    std::fill(values.data + place(begin), values.data + place(count), std::complex<double>(nan, nan));
    std::fill(radii.data + place(begin), radii.data + place(count), nan);
    std::fill(root_status_data() + place(begin), root_status_data() + place(count), batch_root_status::none);
    report.polynomials += count - begin;
    report.partial += count - begin;
  }
};

template <class T>
void solve_in_pieces(const T* coefficients, batch_answers& out, const root_batch_options& options, double max_seconds,
                     python_call& call) {
  const std::size_t size = static_cast<std::size_t>(out.degree) + 1;
  const pieces_done done = in_pieces(
      out.count, {first_piece_of_roots(first_piece, out.degree), 0.05, max_seconds},
      [&](std::size_t begin, std::size_t end) {
        const polynomial_batch<T> part{coefficients + begin * size, end - begin, out.degree};
        out.report += roots_into(part, out.from(begin), options);
      },
      [&](std::size_t so_far, double) { return call.report_part(so_far, out.count); });
  out.stopped_by = done.stopped_by;
  out.leave_alone(done.done);
}

template <class T>
using row_array = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// `old`: None, an earlier result, whose arrays are written again, or an array for the values.
template <class T>
nb::object solve(const row_array<T>& c, int digits, int threads, double max_seconds, nb::object progress,
                 nb::object old) {
  const std::size_t count = c.shape(0);
  const int degree = static_cast<int>(c.shape(1)) - 1;
  nb::object result = std::move(old);
  if (!nb::isinstance<batch_answers>(result)) {
    if (result.is_none()) result = {};
    result = nb::cast(batch_answers(count, degree, std::move(result)));
  }
  auto& out = nb::cast<batch_answers&>(result);
  if (out.count != count || out.degree != degree)
    throw error("out: expected a result of the same shape as this one has");
  out.report = {};
  out.stopped_by.clear();
  root_batch_options options;
  options.digits = digits;
  options.on = on_cpu(threads);
  python_call call(std::move(progress));
  call.run([&] {
    solve_in_pieces(c.data(), out, options, max_seconds, call);
    return 0;
  });
  call.report_end(static_cast<std::int64_t>(out.report.polynomials), static_cast<std::int64_t>(out.count));
  return result;
}

nb::dict report_of(const batch_answers& a) {
  const root_batch_report& r = a.report;
  nb::dict report;
  report["polynomials"] = r.polynomials;
  report["complete"] = r.complete;
  report["partial"] = r.partial;
  report["zero_polynomials"] = r.zero_polynomials;
  report["bad_inputs"] = r.bad_inputs;
  report["roots"] = r.roots;
  report["one_by_one"] = r.one_by_one;
  report["degree"] = r.degree;
  report["digits"] = r.digits;
  report["target"] = r.target;
  report["seconds"] = r.seconds;
  report["stopped_by"] = a.stopped_by;
  return report;
}

/// The library's own form of a result, for its JSON: a copy.
std::string json_of(const batch_answers& a) {
  root_batch_result result;
  result.count = a.count;
  result.degree = a.degree;
  result.values.assign(a.values.data, a.values.data + a.place(a.count));
  result.radii.assign(a.radii.data, a.radii.data + a.place(a.count));
  result.root_statuses.assign(a.root_status_data(), a.root_status_data() + a.place(a.count));
  result.counts.assign(a.counts.data, a.counts.data + a.count);
  result.statuses.assign(a.status_data(), a.status_data() + a.count);
  result.report = a.report;
  return to_json(result, a.stopped_by);
}

template <class T, int Axes>
using host_array = nb::ndarray<const T, nb::ndim<Axes>, nb::c_contig, nb::device::cpu>;

/// A result whose arrays were copied from a device. With no rows of values it has a report, and nothing else should be
/// asked of it.
batch_answers answers_of(const host_array<std::complex<double>, 2>& values, const host_array<double, 2>& radii,
                         const host_array<std::uint8_t, 2>& root_statuses, const host_array<std::uint8_t, 1>& counts,
                         const host_array<std::uint8_t, 1>& statuses, int digits, const std::string& target) {
  batch_answers out(counts.shape(0), static_cast<int>(values.shape(1)));
  std::copy_n(values.data(), values.size(), out.values.data);
  std::copy_n(radii.data(), radii.size(), out.radii.data);
  std::copy_n(root_statuses.data(), root_statuses.size(), out.root_statuses.data);
  std::copy_n(counts.data(), out.count, out.counts.data);
  std::copy_n(statuses.data(), out.count, out.statuses.data);
  root_batch_report& report = out.report;
  report.polynomials = out.count;
  report.degree = out.degree;
  report.digits = digits;
  report.target = target;
  for (std::size_t i = 0; i < out.count; ++i) {
    const root_batch_status status = out.status_data()[i];
    report.complete += status == root_batch_status::complete;
    report.partial += status == root_batch_status::partial;
    report.zero_polynomials += status == root_batch_status::zero_polynomial;
    report.bad_inputs += status == root_batch_status::bad_input;
    report.roots += out.counts.data[i];
  }
  return out;
}

void pack(packer& out, const batch_answers& a) {
  out.put(a.count), out.put(a.degree), out.put(a.report), out.put(a.stopped_by);
  out.numbers(a.values.data, a.place(a.count)), out.numbers(a.radii.data, a.place(a.count));
  out.numbers(a.root_statuses.data, a.place(a.count));
  out.numbers(a.counts.data, a.count), out.numbers(a.statuses.data, a.count);
}

batch_answers unpack(unpacker& in) {
  const auto count = in.get<std::size_t>();
  batch_answers a(count, in.get<int>());
  a.report = in.get<root_batch_report>(), a.stopped_by = in.get<std::string>();
  in.numbers(a.values.data, a.place(count)), in.numbers(a.radii.data, a.place(count));
  in.numbers(a.root_statuses.data, a.place(count));
  in.numbers(a.counts.data, count), in.numbers(a.statuses.data, count);
  return a;
}

}  // namespace

void bind_root_batches(nb::module_& module) {
  nb::class_<batch_answers> result(module, "RootBatchResult");
  result.def("values", [](const batch_answers& a) { return a.values.array; })
      .def("radii", [](const batch_answers& a) { return a.radii.array; })
      .def("root_statuses", [](const batch_answers& a) { return a.root_statuses.array; })
      .def("counts", [](const batch_answers& a) { return a.counts.array; })
      .def("statuses", [](const batch_answers& a) { return a.statuses.array; })
      .def("report", report_of)
      .def("to_json", json_of);
  carry(result, pack, unpack);
  module.def("roots_of_rows", solve<double>, nb::arg("coeffs").noconvert(), nb::arg("digits"), nb::arg("threads"),
             nb::arg("max_seconds"), nb::arg("progress").none(), nb::arg("out").none());
  module.def("roots_of_complex_rows", solve<std::complex<double>>, nb::arg("coeffs").noconvert(), nb::arg("digits"),
             nb::arg("threads"), nb::arg("max_seconds"), nb::arg("progress").none(), nb::arg("out").none());
  module.def("root_batch_result", answers_of);
}

}  // namespace vieta::python
