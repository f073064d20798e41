#pragma once

#include <stdexcept>

#include "vieta/core/scalar.hpp"
// The machine of this folder comes before what is written for it.
#include "real_roots/cuda/machine.cuh"
//
#include "real_roots/cuda/low/low_degree_kernel.cuh"
#include "real_roots/cuda/make_cells.hpp"
#include "real_roots/cuda/warp/bernstein_kernel.cuh"
#include "real_roots/cuda/warp/whole_kernel.cuh"
#include "vieta/real_roots.hpp"

namespace vieta::test {

/// What the kernels say of many polynomials, on one lane: at low degrees the chain in registers, else the first look at
/// the Bernstein form, whole_kernel and the second look. The derivatives' chain of the CPU solves what they leave over,
/// as that of the GPU would.
template <class T, int N>
class one_lane {
 public:
  one_lane(const polynomial_batch<T>& in, real_interval<T> interval, T absolute) : in_(in), interval_(interval) {
    options_.absolute_tolerance = absolute;
    options_.method = real_roots_method::derivatives;
    options_.on.place = where::cpu;
    found_.count = in.count;
    found_.degree = in.degree;
    found_.values.resize(in.count * static_cast<std::size_t>(in.degree), std::numeric_limits<T>::quiet_NaN());
    found_.counts.resize(in.count);
    found_.statuses.resize(in.count);
    found_.touching.resize(in.count);
    if (!cuda::make_cells(in.degree, interval.lo, interval.hi, where_)) throw std::invalid_argument("no cells");
    where_.lists_whole = N <= cuda::largest_whole_degree;
    for (std::size_t i = 0; i < in.count; ++i) solve(i);
  }
  const real_roots_result<T>& found() const { return found_; }
  std::size_t refused() const { return refused_; }  ///< by the first look
  std::size_t left_over() const { return left_over_; }

 private:
  void solve(std::size_t i) {
    const std::size_t degree = static_cast<std::size_t>(in_.degree);
    unsigned counters[6] = {}, unclear[2], refused[2], left_over[2];
    cuda::problem<T> given{};
    given.coefficients = in_.coefficients + i * (degree + 1);
    given.roots = found_.values.data() + i * degree;
    given.polynomial_step = given.root_polynomial_step = 1;
    given.coefficient_step = given.root_step = 1;
    given.counts = &found_.counts[i];
    given.statuses = &found_.statuses[i];
    given.touching = &found_.touching[i];
    given.count = 1;
    given.degree = in_.degree;
    given.lo = interval_.lo, given.hi = interval_.hi;
    given.wanted = {options_.absolute_tolerance, 8 * float_format<T>::unit_roundoff};
    given.left_over_count = counters, given.unclear_count = counters + 1, given.refused_count = counters + 2;
    given.next_unclear = counters + 3, given.next_group = counters + 4;
    given.left_over = left_over, given.unclear = unclear, given.refused = refused;
    if constexpr (N <= cuda::largest_low_degree) {
      T c[N + 1];
      std::copy_n(given.coefficients, N + 1, c);
      if (!cuda::solve_low_degree<N>(given, where_, 0, c)) *given.left_over_count = 1;
    } else {
      look<false>(given);
    }
    if constexpr (N > cuda::largest_low_degree && N <= cuda::largest_whole_degree) {
      T roots[N];
      if (*given.unclear_count > 0 && !cuda::solve_whole<N>(given, 0, true, core::strided<T>{roots, 1}))
        refused[(*given.refused_count)++] = 0;
      if (*given.refused_count > 0) ++refused_, look<true>(given);
    }
    if (*given.left_over_count == 0) return;
    ++left_over_;
    const auto alone = real_roots(std::span(given.coefficients, degree + 1), interval_, options_);
    std::ranges::copy(alone.values, given.roots);
    *given.counts = alone.counts[0], *given.statuses = alone.statuses[0], *given.touching = alone.touching[0];
  }

  template <bool Again>
  void look(const cuda::problem<T>& given) {
    using memory = typename cuda::layout<T, N>::memory;
    static memory shared;
    cuda::warp_solver<T, N, memory, Again>(shared, given, where_, 1, 0).solve(0, 1);
  }

  const polynomial_batch<T> in_;
  const real_interval<T> interval_;
  real_roots_options<T> options_;
  cuda::cells<T> where_{};
  real_roots_result<T> found_;
  std::size_t refused_ = 0, left_over_ = 0;
};

}  // namespace vieta::test
