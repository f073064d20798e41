#include "real_roots/scalar.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace vieta {
namespace {

using core::real_roots_answer;

// The chain is unrolled for a few degrees only; leading coefficients of zero do no harm but take a little time.
template <int N, class T>
real_roots_answer solve_padded(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  T c[N + 1] = {};
  std::copy_n(ascending, degree + 1, c);
  T places[N];
  const real_roots_answer answer =
      core::real_roots<N>(c, lo, hi, wanted.absolute, wanted.relative, core::strided<T>{places, 1});
  std::copy_n(places, answer.count, roots);
  return answer;
}

template <class T>
real_roots_answer solve_direct(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  if (degree <= 4) return solve_padded<4>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 8) return solve_padded<8>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 16) return solve_padded<16>(ascending, degree, lo, hi, wanted, roots);
  if (degree <= 32) return solve_padded<32>(ascending, degree, lo, hi, wanted, roots);
  return solve_padded<64>(ascending, degree, lo, hi, wanted, roots);
}

// The roots beyond 1 (sign = 1) or below -1 (sign = -1) are reciprocals of those of x^n p(sign / x) in (0, 1). They are
// found there with all the accuracy that the coefficients give, however far out they lie.
template <class T>
real_roots_answer solve_beyond_one(const T* ascending, int degree, T sign, T from, T to, core::tolerance<T> wanted,
                                   T* roots) {
  std::array<T, 65> reversed;
  for (int k = 0; k <= degree; ++k) {
    reversed[static_cast<std::size_t>(degree - k)] = k % 2 == 1 ? sign * ascending[k] : ascending[k];
  }
  // |dx| = |dt| / t^2: absolute tolerances shrink with t, so only the relative one is used, and the absolute one at |x|
  // = 1.
  real_roots_answer answer = solve_direct(reversed.data(), degree, 1 / to, 1 / from,
                                          core::tolerance<T>{0, std::max(wanted.relative, T(0))}, roots);
  for (int k = 0; k < answer.count; ++k) roots[k] = sign / roots[k];
  if (sign > 0) {
    std::reverse(roots, roots + answer.count);
    std::uint64_t mirrored = 0;
    for (int k = 0; k < answer.count; ++k) mirrored |= (answer.touching >> k & 1) << (answer.count - 1 - k);
    answer.touching = mirrored;
  }
  return answer;
}

}  // namespace

template <class T>
real_roots_answer solve_one(const T* ascending, int degree, T lo, T hi, core::tolerance<T> wanted, T* roots) {
  const real_roots_answer direct = solve_direct(ascending, degree, lo, hi, wanted, roots);
  if (direct.status != real_roots_status::unresolved) return direct;

  // The interval is too wide for one scale: in three parts.
  int n = degree;
  while (n > 0 && ascending[n] == 0) --n;
  std::array<T, 3 * 64 + 3> found;
  real_roots_answer answer;
  const auto append = [&](const real_roots_answer& part, const T* values) {
    for (int k = 0; k < part.count; ++k) {
      if (answer.count > 0 && answer.count <= 64 && values[k] == found[static_cast<std::size_t>(answer.count - 1)])
        continue;
      if (answer.count < 64) answer.touching |= (part.touching >> k & 1) << answer.count;
      found[static_cast<std::size_t>(answer.count++)] = values[k];
    }
    if (part.status == real_roots_status::unresolved) answer.status = real_roots_status::unresolved;
  };
  std::array<T, 64> values;
  if (lo < -1)
    append(solve_beyond_one(ascending, n, T(-1), std::max(T(1), -hi), -lo, wanted, values.data()), values.data());
  if (lo <= 1 && hi >= -1) {
    append(solve_direct(ascending, n, std::max(lo, T(-1)), std::min(hi, T(1)), wanted, values.data()), values.data());
  }
  if (hi > 1)
    append(solve_beyond_one(ascending, n, T(1), std::max(T(1), lo), hi, wanted, values.data()), values.data());
  answer.count = std::min(answer.count, n);
  std::copy_n(found.begin(), answer.count, roots);
  if (answer.touching != 0 && answer.status == real_roots_status::ok) answer.status = real_roots_status::touching;
  return answer;
}

template real_roots_answer solve_one<float>(const float*, int, float, float, core::tolerance<float>, float*);
template real_roots_answer solve_one<double>(const double*, int, double, double, core::tolerance<double>, double*);

}  // namespace vieta
