#pragma once

#include <cstddef>
#include <cstdint>

#include "vieta/export.hpp"
#include "vieta/real_roots.hpp"

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace vieta {

/// Bytes of device memory that real_roots_cuda works with, for this many polynomials: twelve each, and up to 64 MiB
/// more for copies where an interval has no end.
VIETA_API std::size_t real_roots_cuda_scratch(std::size_t count);

/// real_roots_into for data that is on the current CUDA device already.
///
/// All pointers are device pointers. The work is put on `stream` and the call returns: nothing is copied to or from the
/// host, nothing waits. `scratch` is device memory of real_roots_cuda_scratch(count) bytes, aligned to 4, that nobody
/// else uses until the stream is past this work; without it, it comes from and goes back to the stream's memory pool
/// (cudaMallocAsync). `options.on` is ignored. Columns are faster than rows: threads read neighbouring numbers.
/// Throws vieta::error for null pointers, impossible options and errors of CUDA, and in a build without CUDA.
VIETA_API void real_roots_cuda(const polynomial_batch<float>& polynomials, real_interval<float> interval,
                               const real_roots_output<float>& out, const real_roots_options<float>& options = {},
                               CUstream_st* stream = nullptr, void* scratch = nullptr);
VIETA_API void real_roots_cuda(const polynomial_batch<double>& polynomials, real_interval<double> interval,
                               const real_roots_output<double>& out, const real_roots_options<double>& options = {},
                               CUstream_st* stream = nullptr, void* scratch = nullptr);

/// A byte for each place of each polynomial, 1 for a touching root and 0 otherwise, in rows of `degree`: the bits of
/// `real_roots_output::touching` for those who want an array of flags. Device pointers; the work is put on `stream`.
VIETA_API void touching_flags_cuda(const std::uint64_t* touching, std::size_t count, int degree, std::uint8_t* flags,
                                   CUstream_st* stream = nullptr);

}  // namespace vieta
