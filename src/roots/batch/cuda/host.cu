#include <cuda_runtime_api.h>

#include <algorithm>
#include <vector>

#include "cuda/copy_lines.hpp"
#include "cuda/device.hpp"
#include "cuda/round_trips.cuh"
#include "roots/batch/cuda.hpp"
#include "roots/batch/rows.hpp"
#include "vieta/root_batches_cuda.hpp"

// roots_into for arrays in host memory: parts of them travel to the device and their roots back.

namespace vieta::root_batches {
namespace {

using cuda::fetch_lines;
using cuda::pool_array;
using cuda::send_lines;
using cuda::transfer;
using cuda::detail::as_transfer;
using cuda::detail::as_transfers;
using cuda::detail::travels_as_it_lies;

constexpr std::size_t most_bytes = std::size_t{1} << 28;  // of coefficients in one part

/// Where the numbers of a batch lie on the host.
struct steps_on_host {
  std::size_t degree, width;
  bool rows;
  steps from, to;
};

/// One part's arrays on the device.
template <class T>
struct part_on_device {
  pool_array<T> coefficients;
  pool_array<std::complex<double>> roots;
  pool_array<double> radii;
  pool_array<batch_root_status> root_statuses;
  pool_array<std::uint8_t> counts;
  pool_array<root_batch_status> statuses;
  part_on_device(int device, std::size_t part, std::size_t degree, bool has_root_statuses)
      : coefficients(device, (degree + 1) * part),
        roots(device, degree * part),
        radii(device, degree * part),
        root_statuses(device, has_root_statuses ? degree * part : 0),
        counts(device, part),
        statuses(device, part) {}
  void work(const polynomial_batch<T>& in, std::size_t count, const root_batch_options& options,
            cudaStream_t stream) const {
    roots_cuda(polynomial_batch<T>{coefficients.get(), count, in.degree, in.order},
               {roots.get(), radii.get(), root_statuses.get(), counts.get(), statuses.get()}, options, stream);
  }
};

// Part by part: lines that are apart on the host are packed on the way.
template <class T>
void solve_in_turn(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
                   const steps_on_host& host, int number_of_device) {
  const std::size_t part = std::min(in.count, std::max(most_bytes / (host.width * sizeof(T)), std::size_t{1}));
  const part_on_device<T> device(number_of_device, part, host.degree, out.root_statuses != nullptr);
  for (std::size_t first = 0; first < in.count; first += part) {
    const std::size_t n = std::min(part, in.count - first);
    const T* const source = in.coefficients + first * host.from.polynomial;
    if (host.rows)
      send_lines(device.coefficients.get(), source, host.from.polynomial, host.width, n);
    else
      send_lines(device.coefficients.get(), source, host.from.place, n, host.width);
    device.work(in, n, options, nullptr);
    const auto fetch = [&](auto* to, const auto* from) {
      if (host.rows)
        fetch_lines(to + first * host.to.polynomial, host.to.polynomial, from, host.degree, n);
      else
        fetch_lines(to + first, host.to.place, from, n, host.degree);
    };
    fetch(out.roots, device.roots.get());
    fetch(out.radii, device.radii.get());
    if (out.root_statuses != nullptr) fetch(out.root_statuses, device.root_statuses.get());
    fetch_lines(out.counts + first, n, device.counts.get(), n, 1);
    fetch_lines(out.statuses + first, n, device.statuses.get(), n, 1);
  }
}

// Several parts under way at a time, as they lie.
template <class T>
void solve_on_the_way(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
                      const steps_on_host& host, int number_of_device, std::size_t part) {
  std::vector<part_on_device<T>> lanes;
  for (std::size_t lane = 0; lane < cuda::round_trips::under_way; ++lane)
    lanes.emplace_back(number_of_device, part, host.degree, out.root_statuses != nullptr);
  cuda::check(cudaStreamSynchronize(nullptr), "device memory");
  cuda::round_trips trips;
  trips.run((in.count + part - 1) / part, [&](std::size_t number, std::size_t lane) {
    const std::size_t first = number * part, n = std::min(part, in.count - first);
    const part_on_device<T>& device = lanes[lane];
    cuda::round_trips::trip trip;
    const auto lines = [&](const auto* from, const auto* there, const steps& by, std::size_t width) {
      return host.rows ? as_transfers(from, there + first * by.polynomial, by.polynomial, width, n)
                       : as_transfers(from, there + first, by.place, n, width);
    };
    trip.sent = lines(device.coefficients.get(), in.coefficients, host.from, host.width);
    trip.work = [&, n](cudaStream_t stream) { device.work(in, n, options, stream); };
    const auto fetch = [&](const std::vector<transfer>& more) {
      trip.fetched.insert(trip.fetched.end(), more.begin(), more.end());
    };
    fetch(lines(device.roots.get(), out.roots, host.to, host.degree));
    fetch(lines(device.radii.get(), out.radii, host.to, host.degree));
    if (out.root_statuses != nullptr) fetch(lines(device.root_statuses.get(), out.root_statuses, host.to, host.degree));
    trip.fetched.push_back(as_transfer(device.counts.get(), out.counts + first, n));
    trip.fetched.push_back(as_transfer(device.statuses.get(), out.statuses + first, n));
    return trip;
  });
}

template <class T>
std::size_t solve(const polynomial_batch<T>& in, const root_batch_output& out, const root_batch_options& options,
                  std::string& target) {
  const cuda::device_scope scope(options.on);
  target = scope.name();
  const std::size_t degree = static_cast<std::size_t>(in.degree), width = degree + 1;
  const steps_on_host host{degree, width, in.order == coefficient_order::rows,
                           steps_of(in.order, in.stride, width, in.count),
                           steps_of(in.order, out.stride, degree, in.count)};
  // Parts of a few megabytes: the first and the last one travel alone.
  constexpr std::size_t bytes_of_part = std::size_t{4} << 20;
  const std::size_t part = std::max<std::size_t>(bytes_of_part / (width * sizeof(T)), 1024);
  const bool lies_well = host.rows ? host.from.polynomial == width && host.to.polynomial == degree
                                   : travels_as_it_lies(host.from.place, part, sizeof(T)) &&
                                         travels_as_it_lies(host.to.place, part, sizeof(double));
  if (in.count >= 3 * part && lies_well)
    solve_on_the_way(in, out, options, host, scope.number(), part);
  else
    solve_in_turn(in, out, options, host, scope.number());
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
