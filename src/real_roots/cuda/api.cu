#include <cuda_runtime_api.h>

#include "real_roots/cuda/launch.cuh"
#include "real_roots/cuda/make_cells.hpp"
#include "real_roots/validate.hpp"
#include "vieta/real_roots_cuda.hpp"

namespace vieta {
namespace {

using namespace cuda;

constexpr std::size_t header = 256;  // of the scratch memory: the lengths of the lists behind it

template <class T>
const launcher_table<T>& launchers() {
  static const launcher_table<T> table = [] {
    launcher_table<T> t{};
    add_low_degrees(t);
    add_middle_degrees(t);
    add_high_degrees(t);
    return t;
  }();
  return table;
}

template <class T>
__global__ void solve_constants(const __grid_constant__ problem<T> given) {
  const std::size_t id = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (id >= given.count) return;
  const T c = given.coefficients[id * given.polynomial_step];
  given.counts[id] = 0;
  given.statuses[id] = !(c * 0 == 0) || !(given.lo <= given.hi) ? real_roots_status::bad_input
                       : c == 0                                 ? real_roots_status::zero_polynomial
                                                                : real_roots_status::ok;
  if (given.touching) given.touching[id] = 0;
}

unsigned step_between_columns(std::size_t stride) {
  constexpr std::size_t most = 0xffffffff;
  if (stride > most)
    throw error("stride " + std::to_string(stride) + ": expected at most " + std::to_string(most) + " on CUDA");
  return static_cast<unsigned>(stride);
}

template <class T>
problem<T> describe(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
                    const real_roots_options<T>& options) {
  problem<T> given{};
  given.coefficients = in.coefficients;
  given.roots = out.roots;
  given.counts = out.counts;
  given.statuses = out.statuses;
  given.touching = out.touching;
  const std::size_t degree = static_cast<std::size_t>(in.degree);
  if (in.order == coefficient_order::rows) {
    given.coefficient_step = given.root_step = 1;
    given.polynomial_step = in.stride ? in.stride : degree + 1;
    given.root_polynomial_step = out.stride ? out.stride : degree;
  } else {
    given.polynomial_step = given.root_polynomial_step = 1;
    given.coefficient_step = step_between_columns(in.stride ? in.stride : in.count);
    given.root_step = step_between_columns(out.stride ? out.stride : in.count);
  }
  given.degree = in.degree;
  given.lo = interval.lo;
  given.hi = interval.hi;
  constexpr T finest = 8 * float_format<T>::unit_roundoff;
  given.wanted = {options.absolute_tolerance, std::max(options.relative_tolerance, finest)};
  return given;
}

template <class T>
void solve(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
           const real_roots_options<T>& options, cudaStream_t stream, void* scratch) {
  validate(in, out, options);
  if (in.count == 0) return;
  problem<T> given = describe(in, interval, out, options);
  cells<T> where{};
  const bool fast = in.degree > 0 && options.method != real_roots_method::derivatives &&
                    make_cells(in.degree, interval.lo, interval.hi, where);
  int device = 0, processors = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "device");
  void* const own = fast && !scratch ? [&] {
    void* p = nullptr;
    check(cudaMallocAsync(&p, real_roots_cuda_scratch(in.count), stream), "scratch memory for real_roots");
    return p;
  }() : nullptr;
  if (own) scratch = own;
  for (std::size_t first = 0; first < in.count; first += most_at_once) {
    problem<T> part = given;
    part.count = static_cast<unsigned>(std::min(in.count - first, most_at_once));
    part.coefficients += first * given.polynomial_step;
    if (part.roots) part.roots += first * given.root_polynomial_step;
    part.counts += first;
    part.statuses += first;
    if (part.touching) part.touching += first;
    if (in.degree == 0) {
      solve_constants<T><<<(part.count - 1) / 256 + 1, 256, 0, stream>>>(part);
      continue;
    }
    if (fast) {
      part.left_over_count = static_cast<unsigned*>(scratch);
      part.unclear_count = part.left_over_count + 1;
      part.refused_count = part.left_over_count + 2;
      part.next_unclear = part.left_over_count + 3;
      part.next_group = part.left_over_count + 4;
      part.left_over = part.left_over_count + header / sizeof(unsigned);
      part.unclear = part.left_over + part.count;
      part.refused = part.unclear + part.count;
    }
    launchers<T>()[static_cast<std::size_t>(in.degree)](part, fast ? &where : nullptr, processors, stream);
  }
  check(cudaGetLastError(), "start of real_roots");
  if (own) check(cudaFreeAsync(own, stream), "scratch memory for real_roots");
}

}  // namespace

std::size_t real_roots_cuda_scratch(std::size_t count) {
  return header + 3 * sizeof(unsigned) * std::min(count, most_at_once);
}

void real_roots_cuda(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                     const real_roots_output<float>& out, const real_roots_options<float>& options, CUstream_st* stream,
                     void* scratch) {
  solve(polynomials, interval, out, options, stream, scratch);
}
void real_roots_cuda(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                     const real_roots_output<double>& out, const real_roots_options<double>& options,
                     CUstream_st* stream, void* scratch) {
  solve(polynomials, interval, out, options, stream, scratch);
}

}  // namespace vieta
