#pragma once

#include "real_roots/bernstein_kernel.hpp"
#include "real_roots/chain_kernel.hpp"

namespace vieta::VIETA_ISA {
namespace {

template <class P>
constexpr block_kernels<scalar_t<P>> make_kernels() {
  block_kernels<scalar_t<P>> table{isa::VIETA_ISA, P::size, {}, {}};
  core::detail::static_for<1, 65>([&](auto n) {
    if constexpr (bernstein_degree_for(n) == n) table.bernstein[n] = bernstein_kernel<P, n>;
    if constexpr (chain_degree_for(n) == n) table.derivatives[n] = chain_kernel<P, n>;
  });
  return table;
}

}  // namespace
}  // namespace vieta::VIETA_ISA
