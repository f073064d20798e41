#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <ostream>

#include "base/float_environment.hpp"
#include "base/parallel_for.hpp"
#include "base/polynomial_batch.hpp"
#include "base/threads/refused.hpp"
#include "base/words.hpp"
#include "cuda/devices.hpp"
#include "real_roots/bounds.hpp"
#include "real_roots/cpu.hpp"
#include "real_roots/cuda.hpp"
#include "real_roots/share/share.hpp"
#include "real_roots/validate.hpp"
#include "vieta/error.hpp"
#include "vieta/real_roots.hpp"

namespace vieta {
namespace {

template <class T>
void count_outcomes(const real_roots_output<T>& out, real_roots_report& report) {
  std::size_t* const totals[] = {&report.ok,         &report.touching, &report.unresolved, &report.zero_polynomials,
                                 &report.bad_inputs, &report.clustered};
  // So few at a time that bytes can count them: then compilers do 16 at once.
  constexpr std::size_t at_once = 255;
  for (std::size_t first = 0; first < report.polynomials; first += at_once) {
    const std::size_t end = std::min(report.polynomials, first + at_once);
    std::uint8_t here[std::size(totals)] = {};
    std::uint32_t roots = 0;
    for (std::size_t i = first; i < end; ++i) {
      roots += out.counts[i];
      for (std::size_t s = 0; s < std::size(totals); ++s) {
        const bool is = out.statuses[i] == static_cast<real_roots_status>(s);
        here[s] = static_cast<std::uint8_t>(here[s] + is);
      }
    }
    report.roots += roots;
    for (std::size_t s = 0; s < std::size(totals); ++s) *totals[s] += here[s];
  }
}

// Constants have no roots; this spares every schedule the case.
template <class T>
void solve_constants(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out) {
  const std::size_t step = in.order == coefficient_order::rows && in.stride != 0 ? in.stride : 1;
  for (std::size_t i = 0; i < in.count; ++i) {
    const T c = in.coefficients[i * step];
    out.counts[i] = 0;
    out.statuses[i] = !std::isfinite(c) || !(interval.lo <= interval.hi) ? real_roots_status::bad_input
                      : c == 0                                           ? real_roots_status::zero_polynomial
                                                                         : real_roots_status::ok;
    if (out.touching) out.touching[i] = 0;
  }
}

template <class T>
real_roots_report solve(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
                        const real_roots_options<T>& options) {
  validate(in, out, options);
  const bool is_dealt = shared::is_shared(options.on) || options.on.devices.size() > 1;
  if (is_dealt && in.order == coefficient_order::rows && in.count > 1) {
    real_roots_options<T> own = options;
    own.on = shared::member_target(options.on).of(0);
    const real_roots_report report = real_roots_shared<T>(
        in, interval, out, options, [&](const polynomial_batch<T>& rows, const real_roots_output<T>& to) {
          return solve(rows, interval, to, own);
        });
    if (out.bounds) bound_real_roots(in, out, own.on.threads);
    return report;
  }
  const auto start = std::chrono::steady_clock::now();
  const refused_threads refused;
  real_roots_report report;
  report.polynomials = in.count;
  report.degree = in.degree;
  report.method = name(options.method);
  const bool is_large = in.count >= worth_the_trip &&
                        (thread_count(options.on.threads) <= threads_of_a_trip || is_locked_memory(in.coefficients));
  const bool on_cuda =
      options.on.place == where::cuda || (options.on.place == where::automatic && is_large && cuda_available());
  if (in.degree == 0) {
    report.target = "cpu";
    solve_constants(in, interval, out);
  } else if (on_cuda) {
    real_roots_on_cuda(in, interval, out, options, report.target);
  } else {
    real_roots_on_cpu(in, interval, out, options, report.target);
  }
  note_unusable_gpu(report.target, options.on, is_large);
  count_outcomes(out, report);
  if (out.bounds) bound_real_roots(in, out, options.on.threads);
  refused.tell(report.target);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

template <class T>
real_roots_result<T> solve(const polynomial_batch<T>& in, real_interval<T> interval,
                           const real_roots_options<T>& options) {
  check_shape(in);
  real_roots_result<T> result;
  result.count = in.count;
  result.degree = in.degree;
  const std::size_t degree = static_cast<std::size_t>(in.degree);
  result.values.resize(in.count * degree);
  result.counts.resize(in.count);
  result.statuses.resize(in.count);
  result.touching.resize(in.count);
  if (options.bounds) result.bounds.resize(in.count * degree);
  std::vector<T> transposed;
  result.report =
      solve(as_rows(in, transposed), interval,
            real_roots_output<T>{result.values.data(), result.counts.data(), result.statuses.data(),
                                 result.touching.data(), 0, options.bounds ? result.bounds.data() : nullptr},
            options);
  return result;
}

template <class T>
real_roots_result<T> solve(std::span<const T> ascending, real_interval<T> interval,
                           const real_roots_options<T>& options) {
  if (ascending.empty() || ascending.size() > 65) {
    throw error("coefficients: found " + std::to_string(ascending.size()) +
                ", expected 1 to 65; roots() with region.real_only takes one polynomial of any degree");
  }
  return solve(polynomial_batch<T>{ascending.data(), 1, static_cast<int>(ascending.size()) - 1}, interval, options);
}

}  // namespace

real_roots_report real_roots_into(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                                  const real_roots_output<float>& out, const real_roots_options<float>& options) {
  const float_environment floats;
  return solve(polynomials, interval, out, options);
}
real_roots_report real_roots_into(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                                  const real_roots_output<double>& out, const real_roots_options<double>& options) {
  const float_environment floats;
  return solve(polynomials, interval, out, options);
}

real_roots_result<float> real_roots(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                                    const real_roots_options<float>& options) {
  const float_environment floats;
  return solve(polynomials, interval, options);
}
real_roots_result<double> real_roots(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                                     const real_roots_options<double>& options) {
  const float_environment floats;
  return solve(polynomials, interval, options);
}

real_roots_result<float> real_roots(std::span<const float> ascending, real_interval<float> interval,
                                    const real_roots_options<float>& options) {
  const float_environment floats;
  return solve(ascending, interval, options);
}
real_roots_result<double> real_roots(std::span<const double> ascending, real_interval<double> interval,
                                     const real_roots_options<double>& options) {
  const float_environment floats;
  return solve(ascending, interval, options);
}

std::ostream& operator<<(std::ostream& out, const real_roots_report& r) {
  const float_environment floats;
  out << report::batch_line(r.polynomials, r.degree, r.roots,
                            {{r.ok, "ok", "ok"},
                             {r.touching, "with touching roots", "with touching roots"},
                             {r.clustered, "with a cluster", "with clusters"},
                             {r.unresolved, "unresolved", "unresolved"},
                             {r.zero_polynomials, "zero polynomial", "zero polynomials"},
                             {r.bad_inputs, "with NaN or infinite numbers", "with NaN or infinite numbers"}});
  return out << "method " << r.method << ", " << report::duration(r.seconds) << " on " << r.target << '\n';
}

}  // namespace vieta
