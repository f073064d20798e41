#pragma once

#include <cstddef>
#include <string>

#include "vieta/root_batches.hpp"

namespace vieta::root_batches {

/// So many polynomials, for where::automatic: below, starting up the GPU costs more than it saves.
inline constexpr std::size_t worth_the_trip = 1 << 16;

/// The schedule on a CUDA device for arrays in host memory; what the device leaves over is solved on the CPU. Returns
/// how many polynomials that were. Arguments are checked already.
std::size_t roots_on_cuda(const polynomial_batch<double>& in, const root_batch_output& out,
                          const root_batch_options& options, std::string& target);
std::size_t roots_on_cuda(const polynomial_batch<std::complex<double>>& in, const root_batch_output& out,
                          const root_batch_options& options, std::string& target);

}  // namespace vieta::root_batches
