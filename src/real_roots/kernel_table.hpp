#pragma once

#include <utility>

#include "real_roots/bernstein_kernel.hpp"
#include "real_roots/chain_kernel.hpp"
#include "real_roots/left_over_kernel.hpp"
#include "real_roots/straight_chain.hpp"

namespace vieta::VIETA_ISA {
namespace {

template <class P, int N>
constexpr block_kernel<scalar_t<P>> bernstein_kernel_for() {
  if constexpr (N > 0 && bernstein_degree_for(N) == N)
    return bernstein_kernel<P, N>;
  else
    return nullptr;
}

template <class P, int N>
constexpr block_kernel<scalar_t<P>> chain_kernel_for() {
  if constexpr (goes_straight<N>)
    return straight_kernel<P, N>;
  else if constexpr (N > 0 && chain_degree_for(N) == N)
    return chain_kernel<P, N>;
  else
    return nullptr;
}

template <class P, int N>
constexpr left_over_solver<scalar_t<P>> left_over_kernel_for() {
  if constexpr (N > 0 && left_over_degree_for(N) == N)
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
