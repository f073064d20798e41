#pragma once

#include "newton/linear/multiple_qr.hpp"

namespace vieta::systems {

/// From this many variables on cuSOLVER factors a matrix in double so much faster than our kernels that it pays to load
/// it, which takes half a second (docs/benchmarks.md).
inline constexpr std::size_t cusolver_pays_from = 2048;

/// From this many columns on a QR in two to four doubles multiplies by remainders on a device that has tensor cores: at
/// 1,024 both ways take about as long, and to load cuBLAS takes 0.16 s.
inline constexpr std::size_t remainders_pay_from = 2048;

/// `solve_least_squares` by blocked Householder reflections or modified Gram-Schmidt on the current CUDA device, in the
/// matrix's own precision; it takes the memory of about 1.3 matrices there, beside the matrix, and up to 3 GiB more
/// where it multiplies by remainders. `seconds`: of the device, without copies from and to the host. From
/// `library_from` columns on, or where it pays for 0, NVIDIA's libraries help where they are installed: in double
/// cuSOLVER does it, for more parts Householder's products are made by cuBLAS. Throws vieta::error in a build without
/// CUDA.
qr_outcome solve_least_squares_on_device(const multi_array& matrix, std::size_t rows, std::size_t columns,
                                         const multi_array& b, multi_array& x, double* seconds = nullptr,
                                         qr_method method = qr_method::householder, std::size_t library_from = 0);

/// The same for matrices of N parts: one file for each N, since they take long to compile.
template <int N>
qr_outcome solve_by_qr(const multi_array& matrix, std::size_t rows, std::size_t columns, const multi_array& b,
                       multi_array& x, double* seconds, qr_method method, std::size_t library_from);

}  // namespace vieta::systems
