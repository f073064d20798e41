#include <cuda_runtime_api.h>

#include <algorithm>

#include "cuda/copy_lines.hpp"
#include "cuda/device.hpp"
#include "cuda/device_array.hpp"
#include "roots/batch/cuda.hpp"
#include "roots/batch/rows.hpp"
#include "vieta/root_batches_cuda.hpp"

// roots_into for arrays in host memory: parts of them travel to the device and their roots back.

namespace vieta::root_batches {
namespace {

using cuda::device_array;
using cuda::fetch_lines;
using cuda::send_lines;

constexpr std::size_t most_bytes = std::size_t{1} << 28;  // of coefficients in one part

template <class T>
std::size_t solve(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
                  std::string& target) {
  const cuda::device_scope scope(options.on);
  target = scope.name();
  const std::size_t degree = static_cast<std::size_t>(in.degree), width = degree + 1;
  const bool rows = in.order == coefficient_order::rows;
  const steps from = steps_of(in.order, in.stride, width, in.count);
  const steps to = steps_of(in.order, out.stride, degree, in.count);
  const std::size_t part = std::min(in.count, std::max(most_bytes / (width * sizeof(T)), std::size_t{1}));
  const device_array<T> coefficients(width * part);
  const device_array<std::complex<double>> roots(degree * part);
  const device_array<double> radii(degree * part);
  const device_array<batch_root_status> root_statuses(out.root_statuses != nullptr ? degree * part : 0);
  const device_array<std::uint8_t> counts(part);
  const device_array<root_batch_status> statuses(part);

  for (std::size_t first = 0; first < in.count; first += part) {
    const std::size_t n = std::min(part, in.count - first);
    const T* const source = in.coefficients + first * from.polynomial;
    if (rows)
      send_lines(coefficients.get(), source, from.polynomial, width, n);
    else
      send_lines(coefficients.get(), source, from.place, n, width);
    roots_cuda(polynomial_batch<T>{coefficients.get(), n, in.degree, in.order},
               {roots.get(), radii.get(), root_statuses.get(), counts.get(), statuses.get()}, options);
    const auto fetch = [&](auto* host, const auto* device) {
      if (rows)
        fetch_lines(host + first * to.polynomial, to.polynomial, device, degree, n);
      else
        fetch_lines(host + first, to.place, device, n, degree);
    };
    fetch(out.roots, roots.get());
    fetch(out.radii, radii.get());
    if (out.root_statuses != nullptr) fetch(out.root_statuses, root_statuses.get());
    fetch_lines(out.counts + first, n, counts.get(), n, 1);
    fetch_lines(out.statuses + first, n, statuses.get(), n, 1);
  }
  return solve_what_is_partial(in, out, options);
}

}  // namespace

std::size_t roots_on_cuda(const polynomial_batch<double>& in, const root_batch_output& out,
                          const root_batch_options& options, std::string& target) {
  return solve(in, out, options, target);
}
std::size_t roots_on_cuda(const polynomial_batch<std::complex<double>>& in, const root_batch_output& out,
                          const root_batch_options& options, std::string& target) {
  return solve(in, out, options, target);
}

}  // namespace vieta::root_batches
