#pragma once

#include <cstddef>
#include <string>

#include "vieta/real_roots.hpp"

namespace vieta {

/// So many polynomials, for where::automatic: below, copies to the GPU cost more than they save.
inline constexpr std::size_t worth_the_trip = 1 << 20;

/// With more threads than that the processors are faster, unless the coefficients lie in locked memory (on an H200
/// beside 16 threads of a Xeon: float, degree 10, 0.28 and 0.29 thousand million polynomials a second, 0.79 from locked
/// memory; bench/real_roots/real_roots_host_path).
inline constexpr int threads_of_a_trip = 16;

/// Is there a CUDA build, a driver and a device?
bool cuda_available();

/// Memory of the host that a device reaches without a copy on the way, as cudaMallocHost gives it.
bool is_locked_memory(const void* host);

/// The schedule on a CUDA device for arrays in host memory. Arguments are checked already.
void real_roots_on_cuda(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                        const real_roots_output<float>& out, const real_roots_options<float>& options,
                        std::string& target);
void real_roots_on_cuda(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                        const real_roots_output<double>& out, const real_roots_options<double>& options,
                        std::string& target);

}  // namespace vieta
