#pragma once

#include "newton/kernels.hpp"
#include "vieta/core/accumulator.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/core/pack.hpp"

// Values and derivatives of a system, over the lane type T (double, or a pack of doubles), the number of parts N, and
// real or complex numbers. Compiled once for each instruction set, in the namespace of that set.

namespace vieta::systems::VIETA_ISA {

/// A real or complex number of N parts, where Complex says which.
template <class T, int N, bool Complex>
struct number {
  using real = mf<T, N>;
  real re{}, im{};

  static VT_HD number one() {
    if constexpr (Complex) return {real(T(1)), real(T(0))};
    return {real(T(1)), real()};
  }
  static VT_HD real parts(const double* const* plane, std::size_t at) {
    return from_limbs<T, N>(part(plane[0], at), N > 1 ? part(plane[1], at) : T(0), N > 2 ? part(plane[2], at) : T(0),
                            N > 3 ? part(plane[3], at) : T(0));
  }
  static VT_HD real parts(const double* const* plane, const std::uint32_t* index) {
    return from_limbs<T, N>(gather<T>(plane[0], index), N > 1 ? gather<T>(plane[1], index) : T(0),
                            N > 2 ? gather<T>(plane[2], index) : T(0), N > 3 ? gather<T>(plane[3], index) : T(0));
  }
  /// Consecutive numbers from `at` on, or those that the indices name.
  template <class Planes, class Where>
  static VT_HD number load(const Planes& p, Where where) {
    number x;
    x.re = parts(p.re, where);
    if constexpr (Complex) x.im = parts(p.im, where);
    return x;
  }
  VT_HD void store(const planes& p, std::size_t at) const {
    put(p.re, at, re);
    if constexpr (Complex) put(p.im, at, im);
  }
  VT_HD void store(const planes& p, const std::uint32_t* index) const {
    put(p.re, index, re);
    if constexpr (Complex) put(p.im, index, im);
  }

  friend VT_HD number operator*(const number& a, const number& b) {
    if constexpr (Complex) return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return {a.re * b.re, real()};
  }
  friend VT_HD number operator+(const number& a, const number& b) {
    if constexpr (Complex) return {a.re + b.re, a.im + b.im};
    return {a.re + b.re, real()};
  }
  VT_HD number times(double factor) const {
    if constexpr (Complex) return {re * T(factor), im * T(factor)};
    return {re * T(factor), real()};
  }

 private:
  static VT_HD T part(const double* plane, std::size_t at) {
    if (plane == nullptr) return T(0);
    if constexpr (lane_count<T> == 1)
      return plane[at];
    else
      return T::load(plane + at);
  }
  static VT_HD void put_part(double* plane, std::size_t at, const T& x) {
    if constexpr (lane_count<T> == 1)
      plane[at] = x;
    else
      x.store(plane + at);
  }
  static VT_HD void put_part(double* plane, const std::uint32_t* index, const T& x) { scatter(plane, index, x); }
  template <class Where>
  static VT_HD void put(double* const* plane, Where where, const real& x) {
    put_part(plane[0], where, limb<0>(x));
    if constexpr (N > 1) put_part(plane[1], where, limb<1>(x));
    if constexpr (N > 2) put_part(plane[2], where, limb<2>(x));
    if constexpr (N > 3) put_part(plane[3], where, limb<3>(x));
  }
};

/// A number of one lane in all lanes.
template <class T, int N, bool Complex>
VT_HD number<T, N, Complex> spread(const number<double, N, Complex>& x) {
  number<T, N, Complex> r;
  r.re = from_limbs<T, N>(T(limb<0>(x.re)), T(limb<1>(x.re)), T(limb<2>(x.re)), T(limb<3>(x.re)));
  if constexpr (Complex)
    r.im = from_limbs<T, N>(T(limb<0>(x.im)), T(limb<1>(x.im)), T(limb<2>(x.im)), T(limb<3>(x.im)));
  return r;
}

/// Indices i, i + 1, ...: then one load does for a gather.
template <int Lanes>
VT_HD bool consecutive(const std::uint32_t* index) {
  bool all = true;
  VT_UNROLL
  for (int k = 1; k < Lanes; ++k) all = all & (index[k] == index[0] + static_cast<std::uint32_t>(k));
  return all;
}

/// load(planes, indices), fast where they are consecutive.
template <class X, int Lanes>
VT_HD X load_nodes(const const_planes& values, const std::uint32_t* index) {
  if (Lanes == 1 || consecutive<Lanes>(index)) return X::load(values, static_cast<std::size_t>(index[0]));
  return X::load(values, index);
}

VT_HD const_planes read_only(const planes& p) {
  const_planes r;
  for (int k = 0; k < 4; ++k) r.re[k] = p.re[k], r.im[k] = p.im[k];
  return r;
}

template <class P, int N, bool Complex>
void products(const system_view& s, std::size_t begin, std::size_t end, const planes& values) {
  constexpr int lanes = lane_count<P>;
  using wide = number<P, N, Complex>;
  using narrow = number<double, N, Complex>;
  const const_planes v = read_only(values);
  const std::size_t first = 1 + s.variables;
  std::size_t k = begin;
  for (; k + lanes <= end; k += lanes)
    (load_nodes<wide, lanes>(v, s.left + k) * load_nodes<wide, lanes>(v, s.right + k)).store(values, first + k);
  for (; k < end; ++k)
    (narrow::load(v, static_cast<std::size_t>(s.left[k])) * narrow::load(v, static_cast<std::size_t>(s.right[k])))
        .store(values, first + k);
}

/// sum of c_t v_t for the terms from .. to - 1.
template <class T, int N, bool Complex>
VT_HD number<T, N, Complex> sum_of_terms(const system_view& s, std::size_t from, std::size_t to,
                                         const const_planes& values) {
  using X = number<T, N, Complex>;
  dot_sum<T, N> re, im;
  for (std::size_t t = from; t < to; t += lane_count<T>) {
    const auto c = X::parts(s.coefficients.re, t);
    const X v = load_nodes<X, lane_count<T>>(values, s.inner + t);
    re.add_product(v.re, c);
    if constexpr (Complex) {
      im.add_product(v.im, c);
      if (s.coefficients.im[0] != nullptr) {
        const auto d = X::parts(s.coefficients.im, t);
        re.add_product(-v.im, d);
        im.add_product(v.re, d);
      }
    }
  }
  X total;
  total.re = re.value();
  if constexpr (Complex) total.im = im.value();
  return total;
}

/// The sum of all lanes.
template <class P, int N, bool Complex>
VT_HD number<double, N, Complex> sum_of_lanes(const number<P, N, Complex>& x) {
  if constexpr (lane_count<P> == 1) {
    return x;
  } else {
    number<double, N, Complex> total;
    VT_UNROLL_NOT
    for (int i = 0; i < lane_count<P>; ++i) {
      number<double, N, Complex> lane;
      lane.re = from_limbs<double, N>(limb<0>(x.re)[i], limb<1>(x.re)[i], limb<2>(x.re)[i], limb<3>(x.re)[i]);
      if constexpr (Complex)
        lane.im = from_limbs<double, N>(limb<0>(x.im)[i], limb<1>(x.im)[i], limb<2>(x.im)[i], limb<3>(x.im)[i]);
      total = i == 0 ? lane : total + lane;
    }
    return total;
  }
}

/// Out of line: one copy serves the equations and their derivatives.
template <class P, int N, bool Complex>
__attribute__((noinline)) void sum_of_group(const system_view& s, std::size_t group, const const_planes& values,
                                            number<double, N, Complex>& out) {
  const std::size_t from = s.term_begin[group], to = s.term_begin[group + 1];
  const std::size_t wide_end = from + (to - from) / lane_count<P> * lane_count<P>;
  if (wide_end == from) {
    out = sum_of_terms<double, N, Complex>(s, from, to, values);
    return;
  }
  out = sum_of_lanes<P, N, Complex>(sum_of_terms<P, N, Complex>(s, from, wide_end, values));
  if (wide_end < to) out = out + sum_of_terms<double, N, Complex>(s, wide_end, to, values);
}

template <class P, int N, bool Complex>
void equations(const system_view& s, std::size_t begin, std::size_t end, const const_planes& values,
               const planes& out) {
  using X = number<double, N, Complex>;
  for (std::size_t e = begin; e < end; ++e) {
    X total;
    total.re = mf<double, N>(0.0);
    if constexpr (Complex) total.im = mf<double, N>(0.0);
    for (std::size_t g = s.group_begin[e]; g < s.group_begin[e + 1]; ++g) {
      X sum;
      sum_of_group<P, N, Complex>(s, g, values, sum);
      if (s.outer[g] != 0) sum = sum * X::load(values, static_cast<std::size_t>(s.outer[g]));
      total = total + sum;
    }
    total.store(out, e);
  }
}

/// sum of c_t v_t, each product and each sum normalised.
template <class T, bool Complex>
VT_HD number<T, 4, Complex> proven_sum_of_terms(const system_view& s, std::size_t from, std::size_t to,
                                                const const_planes& values) {
  using X = number<T, 4, Complex>;
  X zero;
  zero.re = mf<T, 4>(T(0));
  if constexpr (Complex) zero.im = mf<T, 4>(T(0));
  X total = zero;
  // In chunks, so that a term passes through few sums.
  for (std::size_t begin = from; begin < to; begin += 32 * lane_count<T>) {
    const std::size_t end = begin + 32 * lane_count<T> < to ? begin + 32 * lane_count<T> : to;
    X chunk = zero;
    for (std::size_t t = begin; t < end; t += lane_count<T>) {
      X c;
      c.re = X::parts(s.coefficients.re, t);
      if constexpr (Complex) c.im = X::parts(s.coefficients.im, t);
      chunk = chunk + c * load_nodes<X, lane_count<T>>(values, s.inner + t);
    }
    total = total + chunk;
  }
  return total;
}

template <class P, bool Complex>
void equations_proven(const system_view& s, std::size_t begin, std::size_t end, const const_planes& values,
                      const planes& out) {
  using X = number<double, 4, Complex>;
  for (std::size_t e = begin; e < end; ++e) {
    X total;
    total.re = mf<double, 4>(0.0);
    if constexpr (Complex) total.im = mf<double, 4>(0.0);
    for (std::size_t g = s.group_begin[e]; g < s.group_begin[e + 1]; ++g) {
      const std::size_t from = s.term_begin[g], to = s.term_begin[g + 1];
      const std::size_t wide_end = from + (to - from) / lane_count<P> * lane_count<P>;
      X sum = proven_sum_of_terms<double, Complex>(s, wide_end, to, values);
      if (wide_end > from)
        sum = sum + sum_of_lanes<P, 4, Complex>(proven_sum_of_terms<P, Complex>(s, from, wide_end, values));
      if (s.outer[g] != 0) sum = sum * X::load(values, static_cast<std::size_t>(s.outer[g]));
      total = total + sum;
    }
    total.store(out, e);
  }
}

/// row += weight * (the derivatives of a node): atom i of k has p_i s_{k-1-i}, times e x^(e-1) for a power x^e.
template <class T, int N, bool Complex>
VT_HD void add_derivative_of_atoms(const system_view& s, std::uint32_t m, std::size_t i,
                                   const number<T, N, Complex>& weight, bool unit, const const_planes& values,
                                   const planes& row) {
  using X = number<T, N, Complex>;
  constexpr int lanes = lane_count<T>;
  const std::size_t k = s.length[m];
  std::uint32_t column[lanes], suffix[lanes], lower[lanes];
  bool powers = false;
  VT_UNROLL
  for (int l = 0; l < lanes; ++l) {
    const std::size_t at = i + static_cast<std::size_t>(l);
    const std::uint32_t atom = s.path_atom[s.prefixes[m] + at];
    column[l] = s.base[atom] - 1;
    lower[l] = s.lower[atom];
    powers = powers | (s.exponent[atom] > 1);
    suffix[l] = at + 1 < k ? s.suffix_path[s.suffixes[m] + k - 2 - at] : 0;
  }
  X d = X::load(values, suffix);
  if (i > 0) d = d * load_nodes<X, lanes>(values, s.prefix_path + s.prefixes[m] + i - 1);
  if (powers) {
    X factor = X::load(values, lower);
    T exponents;
    if constexpr (lanes == 1) {
      exponents = s.exponent[s.path_atom[s.prefixes[m] + i]];
    } else {
      VT_UNROLL
      for (int l = 0; l < lanes; ++l)
        exponents.set(l, s.exponent[s.path_atom[s.prefixes[m] + i + static_cast<std::size_t>(l)]]);
    }
    factor.re = factor.re * exponents;
    if constexpr (Complex) factor.im = factor.im * exponents;
    d = d * factor;
  }
  if (!unit) d = d * weight;
  if (lanes == 1 || consecutive<lanes>(column)) {
    const std::size_t at = column[0];
    (X::load(read_only(row), at) + d).store(row, at);
  } else {
    (X::load(read_only(row), static_cast<const std::uint32_t*>(column)) + d)
        .store(row, static_cast<const std::uint32_t*>(column));
  }
}

template <class P, int N, bool Complex>
__attribute__((noinline)) void add_derivatives(const system_view& s, std::uint32_t m,
                                               const number<double, N, Complex>& weight, bool unit,
                                               const const_planes& values, const planes& row) {
  using X = number<double, N, Complex>;
  const std::size_t k = s.length[m];
  if (k == 0) return;
  if (k == 1) {
    const std::size_t column = s.base[m] - 1;
    X d = weight;
    if (s.exponent[m] > 1)
      d = d * X::load(values, static_cast<std::size_t>(s.lower[m])).times(static_cast<double>(s.exponent[m]));
    (X::load(read_only(row), column) + d).store(row, column);
    return;
  }
  std::size_t i = 0;
  add_derivative_of_atoms<double, N, Complex>(s, m, i++, weight, unit, values, row);
  if constexpr (lane_count < P >> 1) {
    const auto wide = spread<P, N, Complex>(weight);
    for (; i + lane_count<P> <= k; i += lane_count<P>)
      add_derivative_of_atoms<P, N, Complex>(s, m, i, wide, unit, values, row);
  }
  for (; i < k; ++i) add_derivative_of_atoms<double, N, Complex>(s, m, i, weight, unit, values, row);
}

template <class P, int N, bool Complex>
void jacobian(const system_view& s, std::size_t begin, std::size_t end, const const_planes& values, const planes& out) {
  constexpr int lanes = lane_count<P>;
  using X = number<double, N, Complex>;
  using W = number<P, N, Complex>;
  for (std::size_t e = begin; e < end; ++e) {
    planes row;
    for (int p = 0; p < N; ++p) {
      row.re[p] = out.re[p] + e * s.variables;
      if (Complex) row.im[p] = out.im[p] + e * s.variables;
      for (std::size_t j = 0; j < s.variables; ++j) row.re[p][j] = 0;
      if (Complex)
        for (std::size_t j = 0; j < s.variables; ++j) row.im[p][j] = 0;
    }
    for (std::size_t g = s.group_begin[e]; g < s.group_begin[e + 1]; ++g) {
      const std::uint32_t outer = s.outer[g];
      const X factor = outer == 0 ? X::one() : X::load(values, static_cast<std::size_t>(outer));
      const W wide_factor = spread<P, N, Complex>(factor);
      const auto coefficient = [&]<class Y>(std::size_t t) {
        Y c;
        c.re = Y::parts(s.coefficients.re, t);
        if constexpr (Complex) c.im = Y::parts(s.coefficients.im, t);
        return c;
      };
      for (std::size_t t = s.term_begin[g]; t < s.term_begin[g + 1];) {
        if (lanes > 1 && t + lanes <= s.term_begin[g + 1] && s.inner[t] != 0 && s.inner[t + lanes - 1] <= s.variables &&
            consecutive<lanes>(s.inner + t)) {
          W c = coefficient.template operator()<W>(t);
          if (outer != 0) c = c * wide_factor;
          const std::size_t column = s.inner[t] - 1;
          (W::load(read_only(row), column) + c).store(row, column);
          t += lanes;
          continue;
        }
        X c = coefficient.template operator()<X>(t);
        if (outer != 0) c = c * factor;
        bool unit = outer == 0 && limb<0>(c.re) == 1 && limb<1>(c.re) == 0 && limb<2>(c.re) == 0 && limb<3>(c.re) == 0;
        if constexpr (Complex) unit = unit && limb<0>(c.im) == 0;
        add_derivatives<P, N, Complex>(s, s.inner[t], c, unit, values, row);
        ++t;
      }
      if (outer != 0) {
        X sum;
        sum_of_group<P, N, Complex>(s, g, values, sum);
        add_derivatives<P, N, Complex>(s, outer, sum, false, values, row);
      }
    }
  }
}

}  // namespace vieta::systems::VIETA_ISA
