#include <cuda_runtime_api.h>

#include <algorithm>
#include <vector>

#include "cuda/copy_lines.hpp"
#include "cuda/device.hpp"
#include "cuda/round_trips.cuh"
#include "real_roots/cuda.hpp"
#include "vieta/real_roots_cuda.hpp"

// real_roots for arrays in host memory: parts of them travel to the device and their roots back.

namespace vieta {
namespace {

using cuda::fetch_lines;
using cuda::pool_array;
using cuda::send_lines;
using cuda::detail::as_transfer;
using cuda::detail::as_transfers;
using cuda::detail::travels_as_it_lies;

constexpr std::size_t most_bytes = std::size_t{1} << 28;  // of coefficients in one part

/// Where the numbers of a batch lie on the host.
template <class T>
struct steps_on_host {
  std::size_t degree, width, in, out;
  bool rows;
  steps_on_host(const polynomial_batch<T>& from, const real_roots_output<T>& to)
      : degree(static_cast<std::size_t>(from.degree)), width(degree + 1), rows(from.order == coefficient_order::rows) {
    in = from.stride ? from.stride : rows ? width : from.count;
    out = to.stride ? to.stride : rows ? degree : from.count;
  }
};

/// One part's arrays on the device.
template <class T>
struct part_on_device {
  pool_array<T> coefficients, roots;
  pool_array<std::uint8_t> counts;
  pool_array<real_roots_status> statuses;
  pool_array<std::uint64_t> touching;
  pool_array<char> scratch;
  part_on_device(int device, std::size_t part, std::size_t degree, bool touches)
      : coefficients(device, (degree + 1) * part),
        roots(device, degree * part),
        counts(device, part),
        statuses(device, part),
        touching(device, touches ? part : 0),
        scratch(device, real_roots_cuda_scratch(part)) {}
  void work(const polynomial_batch<T>& in, std::size_t count, real_interval<T> interval,
            const real_roots_options<T>& options, cudaStream_t stream) const {
    real_roots_cuda(polynomial_batch<T>{coefficients.get(), count, in.degree, in.order, 0}, interval,
                    real_roots_output<T>{roots.get(), counts.get(), statuses.get(), touching.get(), 0}, options, stream,
                    scratch.get());
  }
};

// Part by part: lines that are apart on the host are packed on the way.
template <class T>
void solve_in_turn(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
                   const real_roots_options<T>& options, const steps_on_host<T>& steps, int number_of_device) {
  const std::size_t part = std::min(in.count, std::max(most_bytes / (steps.width * sizeof(T)), std::size_t{1}));
  const part_on_device<T> device(number_of_device, part, steps.degree, out.touching != nullptr);
  for (std::size_t first = 0; first < in.count; first += part) {
    const std::size_t n = std::min(part, in.count - first);
    if (steps.rows)
      send_lines(device.coefficients.get(), in.coefficients + first * steps.in, steps.in, steps.width, n);
    else
      send_lines(device.coefficients.get(), in.coefficients + first, steps.in, n, steps.width);
    device.work(in, n, interval, options, nullptr);
    if (steps.rows)
      fetch_lines(out.roots + first * steps.out, steps.out, device.roots.get(), steps.degree, n);
    else
      fetch_lines(out.roots + first, steps.out, device.roots.get(), n, steps.degree);
    fetch_lines(out.counts + first, n, device.counts.get(), n, 1);
    fetch_lines(out.statuses + first, n, device.statuses.get(), n, 1);
    if (out.touching) fetch_lines(out.touching + first, n, device.touching.get(), n, 1);
  }
}

// Several parts under way at a time, as they lie.
template <class T>
void solve_on_the_way(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
                      const real_roots_options<T>& options, const steps_on_host<T>& steps, int number_of_device,
                      std::size_t part) {
  std::vector<part_on_device<T>> lanes;
  for (std::size_t lane = 0; lane < cuda::round_trips::under_way; ++lane)
    lanes.emplace_back(number_of_device, part, steps.degree, out.touching != nullptr);
  cuda::check(cudaStreamSynchronize(nullptr), "device memory");
  cuda::round_trips trips;
  trips.run((in.count + part - 1) / part, [&](std::size_t number, std::size_t lane) {
    const std::size_t first = number * part, n = std::min(part, in.count - first);
    const part_on_device<T>& device = lanes[lane];
    cuda::round_trips::trip trip;
    trip.sent = steps.rows ? as_transfers(device.coefficients.get(), in.coefficients + first * steps.in, steps.in,
                                          steps.width, n)
                           : as_transfers(device.coefficients.get(), in.coefficients + first, steps.in, n, steps.width);
    trip.work = [&, n](cudaStream_t stream) { device.work(in, n, interval, options, stream); };
    trip.fetched = steps.rows
                       ? as_transfers(device.roots.get(), out.roots + first * steps.out, steps.out, steps.degree, n)
                       : as_transfers(device.roots.get(), out.roots + first, steps.out, n, steps.degree);
    trip.fetched.push_back(as_transfer(device.counts.get(), out.counts + first, n));
    trip.fetched.push_back(as_transfer(device.statuses.get(), out.statuses + first, n));
    if (out.touching) trip.fetched.push_back(as_transfer(device.touching.get(), out.touching + first, n));
    return trip;
  });
}

template <class T>
void solve(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
           const real_roots_options<T>& options, std::string& target) {
  const cuda::device_scope scope(options.on);
  target = scope.name();
  const steps_on_host<T> steps(in, out);
  // Parts of a few megabytes: the first and the last one travel alone.
  constexpr std::size_t bytes_of_part = std::size_t{16} << 20;
  const std::size_t part = std::max<std::size_t>(bytes_of_part / (steps.width * sizeof(T)), 1024);
  const auto lies_well = [&](std::size_t step, std::size_t row) {
    return steps.rows ? step == row : travels_as_it_lies(step, part, sizeof(T));
  };
  if (in.count >= 3 * part && lies_well(steps.in, steps.width) && lies_well(steps.out, steps.degree))
    solve_on_the_way(in, interval, out, options, steps, scope.number(), part);
  else
    solve_in_turn(in, interval, out, options, steps, scope.number());
}

}  // namespace

bool cuda_available() {
  int devices = 0, major = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0 &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess &&
         major >= cuda::least_major;
}

bool is_locked_memory(const void* host) { return cuda::is_locked(host); }

void real_roots_on_cuda(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                        const real_roots_output<float>& out, const real_roots_options<float>& options,
                        std::string& target) {
  solve(polynomials, interval, out, options, target);
}
void real_roots_on_cuda(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                        const real_roots_output<double>& out, const real_roots_options<double>& options,
                        std::string& target) {
  solve(polynomials, interval, out, options, target);
}

}  // namespace vieta
