#include "roots/answer/device_answer.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "roots/sweep/scaled.hpp"

namespace vieta {

bool assemble_from_device(roots_result& result, const near_linear::device_roots& found, const roots_options& options,
                          int threads) {
  constexpr std::size_t task = 1 << 15;
  const std::size_t discs = found.re.size();
  const auto [least, largest] = std::minmax_element(found.exponent.begin(), found.exponent.end());
  const bool fits = discs > 0 && *least > -950 && *largest < 1000;  // far enough from subnormal numbers
  if (options.digits > 15 || !fits) return false;

  // Where the roots of a task go: a disc above the real axis stands for two.
  const std::size_t tasks = (discs + task - 1) / task;
  std::vector<std::size_t> first(tasks + 1, 0);
  const auto stands_for = [&](std::size_t i) -> std::size_t { return found.upper_half && found.im[i] != 0 ? 2 : 1; };
  parallel_for(tasks, 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      for (std::size_t i = t * task; i < std::min(discs, (t + 1) * task); ++i) first[t + 1] += stands_for(i);
    }
  });
  for (std::size_t t = 0; t < tasks; ++t) first[t + 1] += first[t];

  const double wanted = std::pow(10.0, -options.digits);
  std::atomic<std::int64_t> wide{0};
  result.roots.resize(first.back());
  parallel_for(tasks, 1, threads, [&](std::size_t begin, std::size_t end) {
    std::int64_t larger = 0;
    for (std::size_t t = begin; t < end; ++t) {
      root* out = result.roots.data() + first[t];
      for (std::size_t i = t * task; i < std::min(discs, (t + 1) * task); ++i) {
        root r;
        r.value = scale_by(std::complex<double>(found.re[i], found.im[i]), found.exponent[i]);
        r.radius = found.radius[i] * std::abs(r.value) * (1 + 0x1p-40);
        r.radius += std::hypot(report::shortest_error(r.value.real()), report::shortest_error(r.value.imag()));
        r.real = found.upper_half && found.im[i] == 0;
        r.status = found.radius[i] <= wanted ? root_status::isolated : root_status::wide;
        const std::size_t count = stands_for(i);
        if (r.status == root_status::wide) larger += static_cast<std::int64_t>(count);
        *out++ = r;
        if (count == 1) continue;
        r.value = std::conj(r.value);
        *out++ = r;
      }
    }
    wide += larger;
  });
  result.report.wide = wide;
  result.report.isolated = static_cast<std::int64_t>(first.back()) - wide;
  result.status = wide == 0 ? roots_status::complete : roots_status::partial;
  if (wide > 0) result.report.stopped_by = "precision";
  return true;
}

}  // namespace vieta
