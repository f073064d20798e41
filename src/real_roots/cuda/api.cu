#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>

#include "base/float_environment.hpp"
#include "real_roots/cuda/launch.cuh"
#include "real_roots/cuda/make_cells.hpp"
#include "real_roots/cuda/settle_kernel.cuh"
#include "real_roots/cuda/wide.hpp"
#include "real_roots/to_unit.hpp"
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
    throw error("stride: found " + std::to_string(stride) + ", expected at most " + std::to_string(most) + " on CUDA");
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

/// The lists behind the header.
constexpr std::size_t bytes_of_lists(std::size_t count) {
  return header + 3 * sizeof(unsigned) * std::min(count, most_at_once);
}

/// The place behind them, aligned for any number.
void* behind_lists(void* scratch, std::size_t count) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(scratch) + bytes_of_lists(count);
  return reinterpret_cast<void*>((end + alignof(double) - 1) / alignof(double) * alignof(double));
}

/// What the kernels work with: the interval's cells, those of the unit interval, or neither.
template <class T>
struct way {
  cells<T> where{};
  unit_cells<T> unit{};
  bool fast = false, wide = false;
};
template <class T>
way<T> choose_way(int degree, real_interval<T> interval, real_roots_method method) {
  way<T> chosen;
  if (degree == 0 || method == real_roots_method::derivatives) return chosen;
  chosen.fast = make_cells(degree, interval.lo, interval.hi, chosen.where);
  const std::optional<real_interval<T>> unit = unit_interval(interval);
  if (chosen.fast || !unit || degree > largest_bernstein_degree<T>) return chosen;
  chosen.unit = {unit->lo, unit->hi, {}};
  chosen.wide = make_cells(degree, unit->lo, unit->hi, chosen.unit.where);
  return chosen;
}

template <class T>
void solve(const polynomial_batch<T>& in, real_interval<T> interval, const real_roots_output<T>& out,
           const real_roots_options<T>& options, cudaStream_t stream, void* scratch) {
  validate(in, out, options);
  if (in.count == 0) return;
  problem<T> given = describe(in, interval, out, options);
  const way<T> chosen = choose_way(in.degree, interval, options.method);
  const std::size_t copied = chosen.wide ? copied_bytes<T>(in.degree) : 0;
  int device = 0, processors = 0;
  check(cudaGetDevice(&device), "device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "device");
  void* const own = (chosen.fast || chosen.wide) && !scratch ? [&] {
    void* p = nullptr;
    const std::size_t bytes = copied ? real_roots_cuda_scratch(in.count) : bytes_of_lists(in.count);
    check(cudaMallocAsync(&p, bytes, stream), "scratch memory for real_roots");
    return p;
  }() : nullptr;
  if (own) scratch = own;
  const std::size_t at_once = copied ? room_for_copies(in.count) / copied : most_at_once;
  for (std::size_t first = 0; first < in.count; first += at_once) {
    problem<T> part = given;
    part.count = static_cast<unsigned>(std::min(in.count - first, at_once));
    part.coefficients += first * given.polynomial_step;
    if (part.roots) part.roots += first * given.root_polynomial_step;
    part.counts += first;
    part.statuses += first;
    if (part.touching) part.touching += first;
    if (in.degree == 0) {
      solve_constants<T><<<(part.count - 1) / 256 + 1, 256, 0, stream>>>(part);
      continue;
    }
    if (chosen.fast || chosen.wide) {
      part.left_over_count = static_cast<unsigned*>(scratch);
      part.unclear_count = part.left_over_count + 1;
      part.refused_count = part.left_over_count + 2;
      part.next_unclear = part.left_over_count + 3;
      part.next_group = part.left_over_count + 4;
      part.left_over = part.left_over_count + header / sizeof(unsigned);
      part.unclear = part.left_over + part.count;
      part.refused = part.unclear + part.count;
    }
    const launcher<T> launch = launchers<T>()[static_cast<std::size_t>(in.degree)];
    if (chosen.wide)
      launch_wide(part, chosen.unit, launch, behind_lists(scratch, in.count), processors, stream);
    else
      launch(part, chosen.fast ? &chosen.where : nullptr, processors, stream);
    launch_settle(part, stream);
  }
  check(cudaGetLastError(), "start of real_roots");
  if (own) check(cudaFreeAsync(own, stream), "scratch memory for real_roots");
}

}  // namespace

std::size_t real_roots_cuda_scratch(std::size_t count) {
  return bytes_of_lists(count) + alignof(double) + room_for_copies(count);
}

void real_roots_cuda(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                     const real_roots_output<float>& out, const real_roots_options<float>& options, CUstream_st* stream,
                     void* scratch) {
  const float_environment floats;
  solve(polynomials, interval, out, options, stream, scratch);
}
void real_roots_cuda(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                     const real_roots_output<double>& out, const real_roots_options<double>& options,
                     CUstream_st* stream, void* scratch) {
  const float_environment floats;
  solve(polynomials, interval, out, options, stream, scratch);
}

}  // namespace vieta
