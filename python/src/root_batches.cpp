#include "vieta/root_batches.hpp"

#include <nanobind/stl/string.h>

#include <chrono>
#include <complex>
#include <cstdint>
#include <limits>

#include "bind.hpp"
#include "call.hpp"

namespace vieta::python {
namespace {

// Between pieces of a large batch Ctrl-C, the clock and the progress callback have their turn.
constexpr std::size_t first_piece = std::size_t{1} << 12;
constexpr double seconds_of_a_piece = 0.05;

/// Answers in NumPy arrays, in rows; written once, by the solver.
struct batch_answers {
  std::size_t count;
  int degree;
  fresh_array<std::complex<double>> values;
  fresh_array<double> radii;
  fresh_array<std::uint8_t> root_statuses, counts, statuses;
  root_batch_report report;
  std::string stopped_by;

  batch_answers(std::size_t polynomials, int highest)
      : count(polynomials),
        degree(highest),
        values(make_array<std::complex<double>>(nb::make_tuple(count, degree))),
        radii(make_array<double>(nb::make_tuple(count, degree))),
        root_statuses(make_array<std::uint8_t>(nb::make_tuple(count, degree))),
        counts(make_array<std::uint8_t>(count)),
        statuses(make_array<std::uint8_t>(count)) {}

  [[nodiscard]] root_batch_output from(std::size_t begin) const {
    static_assert(sizeof(batch_root_status) == 1 && sizeof(root_batch_status) == 1);
    const std::size_t at = begin * static_cast<std::size_t>(degree);
    return {values.data + at, radii.data + at, reinterpret_cast<batch_root_status*>(root_statuses.data + at),
            counts.data + begin, reinterpret_cast<root_batch_status*>(statuses.data + begin)};
  }

  /// What was not looked at.
  void leave_alone(std::size_t begin, const char* why) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = begin; i < count; ++i) {
      counts.data[i] = 0;
      statuses.data[i] = static_cast<std::uint8_t>(root_batch_status::partial);
      for (std::size_t k = 0; k < static_cast<std::size_t>(degree); ++k) {
        const std::size_t at = i * static_cast<std::size_t>(degree) + k;
        values.data[at] = {nan, nan};
        radii.data[at] = nan;
        root_statuses.data[at] = static_cast<std::uint8_t>(batch_root_status::none);
      }
    }
    report.polynomials += count - begin;
    report.partial += count - begin;
    stopped_by = why;
  }
};

void add(root_batch_report& sum, const root_batch_report& part) {
  sum.polynomials += part.polynomials;
  sum.complete += part.complete;
  sum.partial += part.partial;
  sum.zero_polynomials += part.zero_polynomials;
  sum.bad_inputs += part.bad_inputs;
  sum.roots += part.roots;
  sum.one_by_one += part.one_by_one;
  sum.seconds += part.seconds;
  sum.degree = part.degree;
  sum.digits = part.digits;
  sum.target = part.target;
}

template <class T>
void solve_in_pieces(const T* coefficients, batch_answers& out, const root_batch_options& options, double max_seconds,
                     python_call& call) {
  using clock = std::chrono::steady_clock;
  const clock::time_point start = clock::now();
  const auto seconds_since = [](clock::time_point then) {
    return std::chrono::duration<double>(clock::now() - then).count();
  };
  const std::size_t size = static_cast<std::size_t>(out.degree) + 1;
  std::size_t begin = 0, piece = first_piece;
  do {  // once at least, so that impossible options are refused even without polynomials
    const clock::time_point piece_start = clock::now();
    const std::size_t end = std::min(out.count, begin + piece);
    const polynomial_batch<T> part{coefficients + begin * size, end - begin, out.degree};
    add(out.report, roots_into(part, out.from(begin), options));
    begin = end;
    if (begin == out.count) return;
    call.report(static_cast<std::int64_t>(begin), static_cast<std::int64_t>(out.count));
    if (seconds_since(piece_start) < seconds_of_a_piece) piece *= 2;
    if (call.cancelled()) return out.leave_alone(begin, "cancelled");
  } while (!(max_seconds > 0 && seconds_since(start) >= max_seconds));
  out.leave_alone(begin, "time");
}

template <class T>
using row_array = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
batch_answers solve(const row_array<T>& c, int digits, int threads, double max_seconds, nb::object progress) {
  batch_answers out(c.shape(0), static_cast<int>(c.shape(1)) - 1);
  root_batch_options options;
  options.digits = digits;
  options.on = on_cpu(threads);
  python_call call(std::move(progress));
  call.run([&] {
    solve_in_pieces(c.data(), out, options, max_seconds, call);
    return 0;
  });
  call.report_end(static_cast<std::int64_t>(out.report.polynomials), static_cast<std::int64_t>(out.count));
  return out;
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

}  // namespace

void bind_root_batches(nb::module_& module) {
  nb::class_<batch_answers>(module, "RootBatchResult")
      .def("values", [](const batch_answers& a) { return a.values.array; })
      .def("radii", [](const batch_answers& a) { return a.radii.array; })
      .def("root_statuses", [](const batch_answers& a) { return a.root_statuses.array; })
      .def("counts", [](const batch_answers& a) { return a.counts.array; })
      .def("statuses", [](const batch_answers& a) { return a.statuses.array; })
      .def("report", report_of);
  module.def("roots_of_rows", solve<double>, nb::arg("coeffs").noconvert(), nb::arg("digits"), nb::arg("threads"),
             nb::arg("max_seconds"), nb::arg("progress").none());
  module.def("roots_of_complex_rows", solve<std::complex<double>>, nb::arg("coeffs").noconvert(), nb::arg("digits"),
             nb::arg("threads"), nb::arg("max_seconds"), nb::arg("progress").none());
}

}  // namespace vieta::python
