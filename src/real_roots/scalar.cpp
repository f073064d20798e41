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

/// Roots within two units in the last place are one: what parts them is noise, but for quadratics and cubics.
template <class T>
core::real_roots_answer merge_neighbours(const T* ascending, int degree, const core::real_roots_answer& answer,
                                         T* roots) {
  while (degree > 0 && ascending[degree] == 0) --degree;
  if (degree <= 3 || !has_neighbours(roots, answer.count)) return answer;
  core::real_roots_answer merged{0, answer.status, 0};
  T last = 0;
  for (int k = 0; k < answer.count; ++k) {
    const T x = roots[k];
    const bool again = k > 0 && are_neighbours(last, x);
    core::append_root(roots, merged.count, merged.touching, again ? roots[merged.count - 1] : x,
                      (answer.touching >> k & 1) != 0);
    last = x;
  }
  if (answer.status == real_roots_status::clustered || answer.status == real_roots_status::touching) {
    const bool clustered =
        core::detail::has_cluster(ascending, degree, core::strided<T>{roots, 1}, merged.count, merged.touching);
    merged.status = clustered              ? real_roots_status::clustered
                    : merged.touching != 0 ? real_roots_status::touching
                                           : real_roots_status::ok;
  }
  return merged;
}

template <class T>
core::real_roots_answer solve_any(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  if (degree <= 4) return solve_padded<4>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 8) return solve_padded<8>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 16) return solve_padded<16>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 32) return solve_padded<32>(ascending, degree, lo, hi, wanted, roots);
  return solve_padded<64>(ascending, degree, lo, hi, wanted, roots);
}

}  // namespace

template <class T>
core::real_roots_answer solve_one(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  return merge_neighbours(ascending, degree, solve_any(ascending, degree, lo, hi, wanted, roots), roots);
}

template core::real_roots_answer solve_one<float>(const float*, int, float, float, core::tolerance<float>, float*);
template core::real_roots_answer solve_one<double>(const double*, int, double, double, core::tolerance<double>,
                                                   double*);

}  // namespace vieta
