#pragma once

#include <cstddef>

#include "vieta/export.hpp"
#include "vieta/root_batches.hpp"

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace vieta {

/// roots_into for data that is on the current CUDA device already.
///
/// All pointers are device pointers. The work is put on `stream` and the call returns: nothing is copied to or from the
/// host, nothing waits, no memory is fetched. `options.on` is ignored. Polynomials with
/// multiple or ill-conditioned roots are `partial`: roots that it cannot tell apart come in discs that hold several,
/// each with the status `cluster` at as many places as it has roots; other discs may be `wide`, and those of
/// polynomials with extreme exponents `unproven`. Nothing goes through `roots` here, which would give smaller discs.
/// Throws vieta::error for null pointers, impossible options and errors of CUDA, and in a build without CUDA.
VIETA_API void roots_cuda(const polynomial_batch<double>& polynomials, const root_batch_output& out,
                          const root_batch_options& options = {}, CUstream_st* stream = nullptr);
VIETA_API void roots_cuda(const polynomial_batch<std::complex<double>>& polynomials, const root_batch_output& out,
                          const root_batch_options& options = {}, CUstream_st* stream = nullptr);

/// Numbers of another precision, rounded to nearest, from device memory to device memory: what has single precision
/// (complex numbers are two of them) comes to roots_cuda so, and its answers go back. The work is put on `stream` and
/// the call returns. Throws as roots_cuda does.
VIETA_API void convert_cuda(const float* from, std::size_t count, double* to, CUstream_st* stream = nullptr);
VIETA_API void convert_cuda(const double* from, std::size_t count, float* to, CUstream_st* stream = nullptr);

}  // namespace vieta
