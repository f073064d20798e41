#include "real_roots/scalar.hpp"

#include <algorithm>

#include "vieta/core/real_roots_in_parts.hpp"

namespace vieta {
namespace {

// The chain is unrolled for a few degrees only; leading coefficients of zero do no harm but take a little time.
template <int N, class T>
core::real_roots_answer solve_padded(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  T c[N + 1] = {}, scratch[N];
  std::copy_n(ascending, degree + 1, c);
  return core::real_roots_in_parts<N>(c, lo, hi, wanted.absolute, wanted.relative, core::strided<T>{scratch, 1}, roots,
                                      degree);
}

}  // namespace

template <class T>
core::real_roots_answer solve_one(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  if (degree <= 4) return solve_padded<4>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 8) return solve_padded<8>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 16) return solve_padded<16>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 32) return solve_padded<32>(ascending, degree, lo, hi, wanted, roots);
  return solve_padded<64>(ascending, degree, lo, hi, wanted, roots);
}

template core::real_roots_answer solve_one<float>(const float*, int, float, float, core::tolerance<float>, float*);
template core::real_roots_answer solve_one<double>(const double*, int, double, double, core::tolerance<double>,
                                                   double*);

}  // namespace vieta
