#pragma once

#include <utility>

#include "real_roots/simd/bernstein_kernel.hpp"
#include "real_roots/simd/chain_kernel.hpp"
#include "real_roots/simd/left_over_kernel.hpp"
#include "real_roots/simd/straight_chain.hpp"

namespace vieta::VIETA_ISA {

/// Kernels to this degree are compiled apart, since they gain from -O3 (simd/kernels_low.cpp), ...
constexpr int last_low_degree = 3;
/// ... and those from this one on, too, unrolled less (simd/kernels_far.cpp).
constexpr int first_far_degree = 48;
constexpr bool is_apart(int degree) { return degree <= last_low_degree || degree >= first_far_degree; }
template <class P, int N>
void apart_bernstein_kernel(const block_plan<scalar_t<P>>&, const block_input<scalar_t<P>>&,
                            const block_memory<scalar_t<P>>&, const block_output<scalar_t<P>>&);
template <class P, int N>
void apart_chain_kernel(const block_plan<scalar_t<P>>&, const block_input<scalar_t<P>>&,
                        const block_memory<scalar_t<P>>&, const block_output<scalar_t<P>>&);
template <class P, int N>
unsigned far_left_over_kernel(const block_plan<scalar_t<P>>&, const scalar_t<P>*, left_over_answer<scalar_t<P>>*);

namespace {

template <class P, int N>
constexpr block_kernel<scalar_t<P>> bernstein_kernel_for() {
  if constexpr (N == 0 || bernstein_degree_for(N) != N)
    return nullptr;
  else if constexpr (is_apart(N))
    return apart_bernstein_kernel<P, N>;
  else
    return bernstein_kernel<P, N>;
}

template <class P, int N>
constexpr block_kernel<scalar_t<P>> chain_kernel_for() {
  if constexpr (goes_straight<N>)
    return straight_kernel<P, N>;
  else if constexpr (N == 0 || chain_degree_for(N) != N)
    return nullptr;
  else if constexpr (is_apart(N))
    return apart_chain_kernel<P, N>;
  else
    return chain_kernel<P, N>;
}

template <class P, int N>
constexpr left_over_solver<scalar_t<P>> left_over_kernel_for() {
  if constexpr (N >= first_far_degree && left_over_degree_for(N) == N)
    return far_left_over_kernel<P, N>;
  else if constexpr (N > 0 && left_over_degree_for(N) == N)
    return left_over_kernel<P, N>;
  else
    return nullptr;
}

/// Must be a constant: what ran before main() would run on processors without this level, too.
template <class P, int... N>
constexpr block_kernels<scalar_t<P>> make_kernels(std::integer_sequence<int, N...>) {
  return {isa::VIETA_ISA,
          P::size,
          {bernstein_kernel_for<P, N>()...},
          {chain_kernel_for<P, N>()...},
          {left_over_kernel_for<P, N>()...}};
}

}  // namespace
}  // namespace vieta::VIETA_ISA
