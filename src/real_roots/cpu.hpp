#pragma once

#include <string>

#include "vieta/real_roots.hpp"

namespace vieta {

/// The schedule on the CPU: blocks of polynomials over threads, SIMD kernels first, then what they left over.
/// Arguments are checked already. Writes every place of the output.
template <class T>
void real_roots_on_cpu(const polynomial_batch<T>& polynomials, real_interval<T> interval,
                       const real_roots_output<T>& out, const real_roots_options<T>& options, std::string& target);

}  // namespace vieta
