#include <cuda_runtime_api.h>

#include <algorithm>

#include "cuda/copy_lines.hpp"
#include "cuda/device.hpp"
#include "cuda/device_array.hpp"
#include "real_roots/cuda.hpp"
#include "vieta/real_roots_cuda.hpp"

// real_roots for arrays in host memory: parts of them travel to the device and their roots back.

namespace vieta {
namespace {

using cuda::device_array;
using cuda::fetch_lines;
using cuda::send_lines;

constexpr std::size_t most_bytes = std::size_t{1} << 28;  // of coefficients in one part

template <class T>
void solve(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
           const real_roots_options<T>& options, std::string& target) {
  const cuda::device_scope scope(options.on);
  target = scope.name();
  const std::size_t degree = static_cast<std::size_t>(in.degree), width = degree + 1;
  const bool rows = in.order == coefficient_order::rows;
  const std::size_t in_step = in.stride ? in.stride : rows ? width : in.count;
  const std::size_t out_step = out.stride ? out.stride : rows ? degree : in.count;
  const std::size_t part = std::min(in.count, std::max(most_bytes / (width * sizeof(T)), std::size_t{1}));
  const device_array<T> coefficients(width * part), roots(degree * part);
  const device_array<std::uint8_t> counts(part);
  const device_array<real_roots_status> statuses(part);
  const device_array<std::uint64_t> touching(out.touching ? part : 0);
  const device_array<char> scratch(real_roots_cuda_scratch(part));

  for (std::size_t first = 0; first < in.count; first += part) {
    const std::size_t n = std::min(part, in.count - first);
    if (rows)
      send_lines(coefficients.get(), in.coefficients + first * in_step, in_step, width, n);
    else
      send_lines(coefficients.get(), in.coefficients + first, in_step, n, width);
    real_roots_cuda(polynomial_batch<T>{coefficients.get(), n, in.degree, in.order, 0}, interval,
                    real_roots_output<T>{roots.get(), counts.get(), statuses.get(), touching.get(), 0}, options,
                    nullptr, scratch.get());
    if (rows)
      fetch_lines(out.roots + first * out_step, out_step, roots.get(), degree, n);
    else
      fetch_lines(out.roots + first, out_step, roots.get(), n, degree);
    fetch_lines(out.counts + first, n, counts.get(), n, 1);
    fetch_lines(out.statuses + first, n, statuses.get(), n, 1);
    if (out.touching) fetch_lines(out.touching + first, n, touching.get(), n, 1);
  }
}

}  // namespace

bool cuda_available() {
  int devices = 0, major = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess && devices > 0 &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess &&
         major >= cuda::least_major;
}

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
