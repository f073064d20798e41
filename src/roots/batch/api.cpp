#include <chrono>
#include <ostream>

#include "base/float_environment.hpp"
#include "base/polynomial_batch.hpp"
#include "base/threads/refused.hpp"
#include "base/words.hpp"
#include "cuda/devices.hpp"
#include "real_roots/cuda.hpp"
#include "roots/batch/cuda.hpp"
#include "roots/batch/rows.hpp"
#include "roots/batch/share/share.hpp"
#include "roots/batch/validate.hpp"

namespace vieta {
namespace {

using namespace root_batches;

void count_outcomes(const root_batch_output& out, root_batch_report& report) {
  for (std::size_t i = 0; i < report.polynomials; ++i) {
    report.roots += out.counts[i];
    switch (out.statuses[i]) {
      case root_batch_status::complete:
        ++report.complete;
        break;
      case root_batch_status::partial:
        ++report.partial;
        break;
      case root_batch_status::zero_polynomial:
        ++report.zero_polynomials;
        break;
      case root_batch_status::bad_input:
        ++report.bad_inputs;
        break;
    }
  }
}

template <class T>
root_batch_report solve(const polynomial_batch<T>& in, const root_batch_output& out,
                        const root_batch_options& options) {
  validate(in, out, options);
  const bool is_dealt = shared::is_shared(options.on) || options.on.devices.size() > 1;
  if (is_dealt && in.order == coefficient_order::rows && in.count > 1) {
    root_batch_options own = options;
    own.on = shared::member_target(options.on).of(0);
    return roots_shared<T>(in, out, options, [&](const polynomial_batch<T>& rows, const root_batch_output& to) {
      return solve(rows, to, own);
    });
  }
  const auto start = std::chrono::steady_clock::now();
  const refused_threads refused;
  root_batch_report report;
  report.polynomials = in.count;
  report.degree = in.degree;
  report.digits = options.digits;
  const bool on_cuda =
      options.on.place == where::cuda ||
      (options.on.place == where::automatic && in.count >= root_batches::worth_the_trip && cuda_available());
  report.one_by_one =
      on_cuda ? roots_on_cuda(in, out, options, report.target) : roots_on_cpu(in, out, options, report.target);
  note_unusable_gpu(report.target, options.on, in.count >= root_batches::worth_the_trip);
  refused.tell(report.target);
  count_outcomes(out, report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

template <class T>
root_batch_result solve(const polynomial_batch<T>& in, const root_batch_options& options) {
  check_shape(in);
  root_batch_result result;
  result.count = in.count;
  result.degree = in.degree;
  const std::size_t places = in.count * static_cast<std::size_t>(in.degree);
  result.values.resize(places);
  result.radii.resize(places);
  result.root_statuses.resize(places);
  result.counts.resize(in.count);
  result.statuses.resize(in.count);
  std::vector<T> transposed;
  result.report = solve(as_rows(in, transposed),
                        root_batch_output{result.values.data(), result.radii.data(), result.root_statuses.data(),
                                          result.counts.data(), result.statuses.data()},
                        options);
  return result;
}

}  // namespace

root_batch_report roots_into(const polynomial_batch<double>& polynomials, const root_batch_output& out,
                             const root_batch_options& options) {
  const float_environment floats;
  return solve(polynomials, out, options);
}
root_batch_report roots_into(const polynomial_batch<std::complex<double>>& polynomials, const root_batch_output& out,
                             const root_batch_options& options) {
  const float_environment floats;
  return solve(polynomials, out, options);
}

root_batch_result roots(const polynomial_batch<double>& polynomials, const root_batch_options& options) {
  const float_environment floats;
  return solve(polynomials, options);
}
root_batch_result roots(const polynomial_batch<std::complex<double>>& polynomials, const root_batch_options& options) {
  const float_environment floats;
  return solve(polynomials, options);
}

std::ostream& operator<<(std::ostream& out, const root_batch_report& r) {
  const float_environment floats;
  out << report::batch_line(r.polynomials, r.degree, r.roots,
                            {{r.complete, "complete", "complete"},
                             {r.partial, "in part", "in part"},
                             {r.zero_polynomials, "zero polynomial", "zero polynomials"},
                             {r.bad_inputs, "with NaN or infinite numbers", "with NaN or infinite numbers"},
                             {r.one_by_one, "solved by itself", "solved one by one"}});
  return out << r.digits << " digits, " << report::duration(r.seconds) << " on " << r.target << '\n';
}

}  // namespace vieta
