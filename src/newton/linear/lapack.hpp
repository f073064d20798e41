#pragma once

#include <complex>
#include <cstddef>

namespace vieta::systems {

/// The functions of LAPACK and BLAS that are used, by their Fortran interface (https://netlib.org/lapack); the last
/// arguments are the lengths of the texts.
struct lapack {
  using scalar = std::complex<double>;
  using text = const char*;

  void (*dgetrf)(const int* m, const int* n, double* a, const int* lda, int* ipiv, int* info);
  void (*zgetrf)(const int* m, const int* n, scalar* a, const int* lda, int* ipiv, int* info);
  void (*dgetrs)(text trans, const int* n, const int* nrhs, const double* a, const int* lda, const int* ipiv, double* b,
                 const int* ldb, int* info, std::size_t);
  void (*zgetrs)(text trans, const int* n, const int* nrhs, const scalar* a, const int* lda, const int* ipiv, scalar* b,
                 const int* ldb, int* info, std::size_t);
  void (*zgemm)(text transa, text transb, const int* m, const int* n, const int* k, const scalar* alpha,
                const scalar* a, const int* lda, const scalar* b, const int* ldb, const scalar* beta, scalar* c,
                const int* ldc, std::size_t, std::size_t);
};

/// LAPACK for matrices of n rows; null where our own loops are to do the work: the matrix is small, no library is
/// installed, or the build was told not to look (VIETA_LAPACK). The library is loaded by the first large matrix, since
/// that takes longer than most calls of this one.
const lapack* lapack_for(std::size_t n);

}  // namespace vieta::systems
