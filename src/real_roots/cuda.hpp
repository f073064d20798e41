#pragma once

#include <cstddef>
#include <string>

#include "vieta/real_roots.hpp"

namespace vieta {

/// So many polynomials, for where::automatic: below, copies to the GPU cost more than they save.
inline constexpr std::size_t worth_the_trip = 1 << 20;

/// Is there a CUDA build, a driver and a device?
bool cuda_available();

/// The schedule on a CUDA device for arrays in host memory. Arguments are checked already.
void real_roots_on_cuda(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                        const real_roots_output<float>& out, const real_roots_options<float>& options,
                        std::string& target);
void real_roots_on_cuda(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                        const real_roots_output<double>& out, const real_roots_options<double>& options,
                        std::string& target);

}  // namespace vieta
