#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>

namespace vieta::systems {

/// The functions of LAPACK and BLAS that are used, by their Fortran interface (https://netlib.org/lapack); the last
/// arguments are the lengths of the texts. Its integers have 32 bits, or 64 where it was built for that (ILP64).
template <class Integer>
struct lapack_functions {
  using scalar = std::complex<double>;
  using text = const char*;
  using size = const Integer*;

  void (*dgetrf)(size m, size n, double* a, size lda, Integer* ipiv, Integer* info) = nullptr;
  void (*zgetrf)(size m, size n, scalar* a, size lda, Integer* ipiv, Integer* info) = nullptr;
  void (*dgetrs)(text trans, size n, size nrhs, const double* a, size lda, size ipiv, double* b, size ldb,
                 Integer* info, std::size_t) = nullptr;
  void (*zgetrs)(text trans, size n, size nrhs, const scalar* a, size lda, size ipiv, scalar* b, size ldb,
                 Integer* info, std::size_t) = nullptr;
  void (*zgemm)(text transa, text transb, size m, size n, size k, const scalar* alpha, const scalar* a, size lda,
                const scalar* b, size ldb, const scalar* beta, scalar* c, size ldc, std::size_t, std::size_t) = nullptr;
};

/// A library of LAPACK for square matrices of n rows, column after column.
class lapack {
 public:
  using scalar = std::complex<double>;
  explicit lapack(const lapack_functions<int>& functions) : narrow_(functions) {}
  explicit lapack(const lapack_functions<std::int64_t>& functions) : wide_(functions) {}

  /// The factors in place of a, and the pivots. False where a pivot is zero.
  bool factor(std::size_t n, double* a, int* pivots) const;
  bool factor(std::size_t n, scalar* a, int* pivots) const;
  /// So many columns x = M^-1 x ('N') or M^-T x ('T'), for the factors of M.
  void solve(char trans, std::size_t n, std::size_t columns, const double* factors, const int* pivots, double* x) const;
  void solve(char trans, std::size_t n, std::size_t columns, const scalar* factors, const int* pivots, scalar* x) const;
  /// c = a b
  void product(std::size_t n, const scalar* a, const scalar* b, scalar* c) const;

 private:
  lapack_functions<int> narrow_;
  lapack_functions<std::int64_t> wide_;
};

/// LAPACK for matrices of n rows; null where our own loops are to do the work: the matrix is small, no library is
/// installed, or the build was told not to look (VIETA_LAPACK). The library is loaded by the first large matrix, since
/// that takes longer than most calls of this one.
const lapack* lapack_for(std::size_t n);

}  // namespace vieta::systems
