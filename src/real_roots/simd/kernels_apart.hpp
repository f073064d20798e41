#pragma once

#include "real_roots/kernel_table.hpp"

// The kernels of low and of high degrees, which are compiled apart from the others: kernels_low.cpp, kernels_far.cpp.

namespace vieta::VIETA_ISA {

template <class P, int N>
void apart_bernstein_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                            const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  bernstein_kernel<P, N>(plan, in, memory, out);
}

template <class P, int N>
void apart_chain_kernel(const block_plan<scalar_t<P>>& plan, const block_input<scalar_t<P>>& in,
                        const block_memory<scalar_t<P>>& memory, const block_output<scalar_t<P>>& out) {
  chain_kernel<P, N>(plan, in, memory, out);
}

template <class T>
using widest_pack = pack<T, detail::register_bytes / sizeof(T)>;

}  // namespace vieta::VIETA_ISA
