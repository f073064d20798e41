#pragma once

#include "vieta/core/binomial.hpp"
#include "vieta/core/config.hpp"

// What systems of the same degrees share: sizes, and weights that are the same for all boxes.

// VT_UNROLL_ON_DEVICE stands before a loop that is to be unrolled on a GPU only, where arrays with indices known to the
// compiler live in registers; VT_INLINE_LAMBDA behind the parameters of a lambda that is to be inlined as VT_HD
// functions are.
#if defined(__CUDA_ARCH__)
#define VT_PRAGMA(text) _Pragma(#text)
#define VT_UNROLL_ON_DEVICE(count) VT_PRAGMA(unroll(count))
#define VT_INLINE_LAMBDA
#else
#define VT_UNROLL_ON_DEVICE(count)
#define VT_INLINE_LAMBDA __attribute__((always_inline))
#endif

namespace vieta::core {

inline constexpr int most_box_variables = 4;

/// The number of an axis, known to the compiler.
template <int K>
struct axis_number {
  VT_HD constexpr operator int() const { return K; }
};

/// What systems of the same degrees share. The first variable is the slowest index of the coefficients.
struct bernstein_shape {
  int variables = 0;
  int size = 0;                                   ///< coefficients of one equation
  int degree[most_box_variables] = {0, 0, 0, 0};  ///< at least 1 each; of all equations
  int stride[most_box_variables] = {1, 1, 1, 1};  ///< between neighbours along an axis
  const double* slope = nullptr;                  ///< [variables][size]: weights of the derivatives in the middle
  const double* fraction = nullptr;               ///< [variables][size]: index / degree along the axis

  static constexpr bool fixed = false;
  VT_HD int degree_of(int k) const { return degree[k]; }
  VT_HD int stride_of(int k) const { return stride[k]; }
  VT_HD double slope_of(int k, int j) const { return slope[k * size + j]; }
  VT_HD double fraction_of(int k, int j) const { return fraction[k * size + j]; }
};

/// The weight of coefficient j of a polynomial of degree d in its value, in its derivative at 1/2: exact for d < 50.
constexpr double middle_value(int d, int j) {
  double power = 1;
  for (int k = 0; k < d; ++k) power = power / 2;
  return binomial(d, j) * power;
}
constexpr double middle_derivative(int d, int j) {
  const double above = j > 0 ? middle_value(d - 1, j - 1) : 0, below = j < d ? middle_value(d - 1, j) : 0;
  return (above - below) * d;
}

/// A shape of the degrees D..., known when the program is compiled.
template <int... D>
struct fixed_shape {
  static constexpr bool fixed = true;
  static constexpr int variables = sizeof...(D);
  static constexpr int size = ((D + 1) * ...);

  template <int K>
  VT_HD static constexpr int degree_of(axis_number<K>) {
    constexpr int degree = numbers().degree[K];
    return degree;
  }
  template <int K>
  VT_HD static constexpr int stride_of(axis_number<K>) {
    constexpr int stride = numbers().stride[K];
    return stride;
  }
  VT_HD static double slope_of(int k, int j) {
    static constexpr table t = numbers();
    return t.slope[k * size + j];
  }
  VT_HD static double fraction_of(int k, int j) {
    static constexpr table t = numbers();
    return t.fraction[k * size + j];
  }

 private:
  struct table {
    int degree[variables], stride[variables];
    double slope[variables * size], fraction[variables * size];
  };
  static constexpr table numbers() {
    table t{{D...}, {}, {}, {}};
    for (int k = variables, stride = 1; k-- > 0; stride *= t.degree[k] + 1) t.stride[k] = stride;
    for (int j = 0; j < size; ++j)
      for (int k = 0; k < variables; ++k) {
        double weight = 1;
        for (int l = 0; l < variables; ++l) {
          const int d = t.degree[l], index = j / t.stride[l] % (d + 1);
          weight *= l == k ? middle_derivative(d, index) : middle_value(d, index);
          if (l == k) t.fraction[k * size + j] = static_cast<double>(index) / d;
        }
        t.slope[k * size + j] = weight;
      }
    return t;
  }
};

/// f(0) .. f(N - 1); for fixed shapes with numbers that are part of the type, so that they are known in all loops
/// within.
template <int N, class S, class F>
VT_HD void for_each_axis(F f) {
  if constexpr (S::fixed) {
    f(axis_number<0>{});
    if constexpr (N > 1) f(axis_number<1>{});
    if constexpr (N > 2) f(axis_number<2>{});
    if constexpr (N > 3) f(axis_number<3>{});
  } else {
    for (int k = 0; k < N; ++k) f(k);
  }
}

}  // namespace vieta::core
