#pragma once

#include "solve/kernels.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/core/pack.hpp"

// One step of path tracking for a path in each lane: P is a pack of doubles, N the number of doubles in a number.
// Compiled once for each instruction set, in the namespace of that set.

namespace vieta::tracking::VIETA_ISA {

template <class P, int N>
struct number {
  using real = mf<P, N>;
  using type = complex<real>;
};

/// Out of line for more than one double: the code of thousands of operations in line would not pay.
template <class P, int N>
struct arithmetic {
  using X = mf<P, N>;
  using C = complex<X>;
  static VT_HD C product(const C& a, const C& b) {
    if constexpr (N == 1)
      return {multiply_add(a.re, b.re, -(a.im * b.im)), multiply_add(a.re, b.im, a.im * b.re)};
    else
      return product_apart(a, b);
  }
  /// c + a b
  static VT_HD C plus_product(const C& c, const C& a, const C& b) {
    if constexpr (N == 1)
      return {multiply_add(a.re, b.re, multiply_add(-a.im, b.im, c.re)),
              multiply_add(a.re, b.im, multiply_add(a.im, b.re, c.im))};
    else
      return sum_apart(c, product_apart(a, b));
  }
  /// c - a b
  static VT_HD C minus_product(const C& c, const C& a, const C& b) { return plus_product(c, -a, b); }
  static VT_HD C sum(const C& a, const C& b) {
    if constexpr (N == 1)
      return a + b;
    else
      return sum_apart(a, b);
  }
  static VT_HD C times(const C& a, const P& b) { return {a.re * b, a.im * b}; }
  static VT_HD C zero() { return {X(P(0.0)), X(P(0.0))}; }

 private:
  static __attribute__((noinline)) C product_apart(const C& a, const C& b) { return a * b; }
  static __attribute__((noinline)) C sum_apart(const C& a, const C& b) { return a + b; }
};

/// The leading double of each part.
template <class X>
VT_HD auto leading(const complex<X>& z) {
  using P = std::remove_cvref_t<decltype(limb<0>(z.re))>;
  return complex<P>{limb<0>(z.re), limb<0>(z.im)};
}

/// Work of one batch: its arrays as numbers.
template <class P, int N>
struct workspace {
  using A = arithmetic<P, N>;
  using X = typename A::X;
  using C = typename A::C;
  static constexpr int lanes = lane_count<P>;

  const tape_view& tape;
  const batch_view& b;
  C *z, *z_new, *patch, *nodes, *derivatives, *coefficients, *sums, *matrix, *inverse_pivots, *right_side, *series;
  C *parameter_target, *parameter_change, *parameter_nodes;
  std::size_t n, m, main_nodes;  // unknowns, equations, nodes without those for derivatives

  VT_HD workspace(const tape_view& h, const batch_view& view)
      : tape(h),
        b(view),
        z(numbers(view.z)),
        z_new(numbers(view.z_new)),
        patch(numbers(view.patch)),
        nodes(numbers(view.nodes)),
        derivatives(numbers(view.derivatives)),
        coefficients(numbers(view.coefficients)),
        sums(numbers(view.sums)),
        matrix(numbers(view.matrix)),
        inverse_pivots(numbers(view.inverse_pivots)),
        right_side(numbers(view.right_side)),
        series(numbers(view.series)),
        parameter_target(numbers(view.parameter_target)),
        parameter_change(numbers(view.parameter_change)),
        parameter_nodes(numbers(view.parameter_nodes)),
        n(h.variables),
        m(h.equations),
        main_nodes(1 + std::size_t{h.variables} + h.products) {}

  static VT_HD C* numbers(double* p) { return reinterpret_cast<C*>(p); }
  VT_HD P row(const double* rows, std::size_t k) const { return P::load(rows + k * lanes); }
  VT_HD void report(std::size_t k, const P& x) const { x.store(b.report + k * lanes); }
  VT_HD C* order(std::size_t k) const { return nodes + k * main_nodes; }

  static VT_HD C constant(const double* parts) {
    C c;
    c.re = from_limbs<P, N>(P(parts[0]), P(parts[1]), P(parts[2]), P(parts[3]));
    c.im = from_limbs<P, N>(P(parts[4]), P(parts[5]), P(parts[6]), P(parts[7]));
    return c;
  }

  /// Coefficients at t; of a toric homotopy where `decay` says.
  __attribute__((noinline)) void set_coefficients(const double* t) const {
    if (tape.toric) {
      for (std::size_t j = 0; j < tape.terms; ++j)
        coefficients[j] = A::times(constant(tape.target + 8 * j), row(b.decay, j));
      return;
    }
    if (tape.parameters > 0) {
      set_parametric_coefficients(0, t);
      return;
    }
    const P re = row(t, 0), im = row(t, 1);
    const C at{X(re), X(im)};
    for (std::size_t j = 0; j < tape.terms; ++j)
      coefficients[j] = A::plus_product(constant(tape.target + 8 * j), at, constant(tape.change + 8 * j));
  }

  /// Coefficient k of the series of all coefficients along p(t), for t = sum t_k s^k; for k > 0 after k - 1.
  __attribute__((noinline)) void set_parametric_coefficients(std::size_t k, const double* t) const {
    const std::size_t q = tape.parameters, count = 1 + q + tape.parameter_products;
    C* const at = parameter_nodes + k * count;
    const C t_k{X(row(t, 2 * k)), X(row(t, 2 * k + 1))};
    at[0] = {X(P(k == 0 ? 1.0 : 0.0)), X(P(0.0))};
    for (std::size_t i = 0; i < q; ++i)
      at[1 + i] = k == 0 ? A::plus_product(parameter_target[i], t_k, parameter_change[i])
                         : A::product(t_k, parameter_change[i]);
    for (std::size_t p = 0; p < tape.parameter_products; ++p) {
      const std::size_t left = tape.parameter_left[p], right = tape.parameter_right[p];
      C sum = A::product(parameter_nodes[left], at[right]);
      for (std::size_t i = 1; i <= k; ++i)
        sum = A::plus_product(sum, parameter_nodes[i * count + left], parameter_nodes[(k - i) * count + right]);
      at[1 + q + p] = sum;
    }
    C* const out = coefficients + k * tape.terms;
    for (std::size_t j = 0; j < tape.terms; ++j) {
      C sum = A::zero();
      for (std::size_t p = tape.part_begin[j]; p < tape.part_begin[j + 1]; ++p)
        sum = A::plus_product(sum, constant(tape.part_factor + 8 * p), at[tape.part_node[p]]);
      out[j] = sum;
    }
  }

  /// All nodes at a point.
  __attribute__((noinline)) void set_nodes(const C* point) const {
    nodes[0] = {X(P(1.0)), X(P(0.0))};
    for (std::size_t v = 0; v < n; ++v) nodes[1 + v] = point[v];
    C* out = nodes + 1 + n;
    for (std::size_t k = 0; k < tape.products; ++k) out[k] = A::product(nodes[tape.left[k]], nodes[tape.right[k]]);
  }
  VT_HD const C& node_or_derivative(std::uint32_t k) const {
    return k < main_nodes ? nodes[k] : derivatives[k - main_nodes];
  }

  /// Row after row: the derivatives, then the patch.
  __attribute__((noinline)) void set_matrix() const {
    for (std::size_t k = 0; k < tape.derivatives; ++k)
      derivatives[k] = A::product(node_or_derivative(tape.left[tape.products + k]),
                                  node_or_derivative(tape.right[tape.products + k]));
    for (std::size_t k = 0; k < m * n; ++k) {
      C sum = A::zero();
      for (std::size_t e = tape.entry_begin[k]; e < tape.entry_begin[k + 1]; ++e) {
        C c = coefficients[tape.entry_term[e]];
        if (tape.entry_factor[e] != 1) c = A::times(c, P(tape.entry_factor[e]));
        sum = A::plus_product(sum, c, node_or_derivative(tape.entry_node[e]));
      }
      matrix[k] = sum;
    }
    for (std::size_t v = 0; v < n; ++v) matrix[m * n + v] = patch[v];
    // Columns scaled by the coordinates' moduli, then rows to a largest entry of modulus 1: coordinates that are small
    // together do not make the matrix look singular.
    for (std::size_t v = 0; v < n; ++v) (P(1.0) / sqrt(row(b.weights, v))).store(b.column_scale + v * lanes);
    for (std::size_t i = 0; i < n; ++i) {
      P most(0.0);
      for (std::size_t v = 0; v < n; ++v) {
        C& entry = matrix[i * n + v];
        entry = A::times(entry, row(b.column_scale, v));
        most = max(norm(leading(entry)), most);
      }
      const P factor = P(1.0) / sqrt(select(most == P(0.0), P(1.0), most));
      factor.store(b.row_scale + i * lanes);
      for (std::size_t v = 0; v < n; ++v) matrix[i * n + v] = A::times(matrix[i * n + v], factor);
    }
  }

  /// L U with partial pivoting, each lane with its own pivots.
  __attribute__((noinline)) void factor() const {
    P least(1e300), most(0.0);
    for (std::size_t k = 0; k < n; ++k) {
      C* const top = matrix + k * n;
      P best = norm(leading(top[k])), where(static_cast<double>(k));
      for (std::size_t i = k + 1; i < n; ++i) {
        const P size = norm(leading(matrix[i * n + k]));
        const auto larger = size > best;
        best = select(larger, size, best);
        where = select(larger, P(static_cast<double>(i)), where);
      }
      where.store(b.pivots + k * lanes);
      for (std::size_t i = k + 1; i < n; ++i) {
        const auto here = where == P(static_cast<double>(i));
        if (none(here)) continue;
        C* const other = matrix + i * n;
        for (std::size_t j = 0; j < n; ++j) {
          const C a = top[j], c = other[j];
          top[j] = select(here, c, a);
          other[j] = select(here, a, c);
        }
      }
      least = min(best, least), most = max(best, most);
      const C pivot = inverse(top[k]);
      inverse_pivots[k] = pivot;
      for (std::size_t i = k + 1; i < n; ++i) {
        C* const line = matrix + i * n;
        const C l = A::product(line[k], pivot);
        line[k] = l;
        const C minus = -l;
        for (std::size_t j = k + 1; j < n; ++j) line[j] = A::plus_product(line[j], minus, top[j]);
      }
    }
    report(pivot_ratio, sqrt(least / most));
  }

  /// right_side = matrix^-1 right_side
  __attribute__((noinline)) void solve() const {
    C* const x = right_side;
    for (std::size_t k = 0; k < n; ++k) x[k] = A::times(x[k], row(b.row_scale, k));
    for (std::size_t k = 0; k < n; ++k) {
      const P where = row(b.pivots, k);
      for (std::size_t i = k + 1; i < n; ++i) {
        const auto here = where == P(static_cast<double>(i));
        if (none(here)) continue;
        const C a = x[k], c = x[i];
        x[k] = select(here, c, a);
        x[i] = select(here, a, c);
      }
    }
    for (std::size_t i = 1; i < n; ++i) {
      C sum = x[i];
      for (std::size_t j = 0; j < i; ++j) sum = A::minus_product(sum, matrix[i * n + j], x[j]);
      x[i] = sum;
    }
    for (std::size_t i = n; i-- > 0;) {
      C sum = x[i];
      for (std::size_t j = i + 1; j < n; ++j) sum = A::minus_product(sum, matrix[i * n + j], x[j]);
      x[i] = A::product(sum, inverse_pivots[i]);
    }
    for (std::size_t k = 0; k < n; ++k) x[k] = A::times(x[k], row(b.column_scale, k));
  }

  /// right_side = h at the nodes, and q z - 1.
  __attribute__((noinline)) void set_residual(const C* point) const {
    for (std::size_t e = 0; e < m; ++e) {
      C sum = A::zero();
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
        sum = A::plus_product(sum, coefficients[j], nodes[tape.term_node[j]]);
      right_side[e] = sum;
    }
    C sum{X(P(-1.0)), X(P(0.0))};
    for (std::size_t v = 0; v < n; ++v) sum = A::plus_product(sum, patch[v], point[v]);
    right_side[m] = sum;
  }

  /// Coefficient k of the series of all products, from those of the unknowns.
  __attribute__((noinline)) void set_order(std::size_t k) const {
    for (std::size_t p = 0; p < tape.products; ++p) {
      const std::size_t left = tape.left[p], right = tape.right[p];
      C sum = A::product(order(0)[left], order(k)[right]);
      for (std::size_t i = 1; i <= k; ++i) sum = A::plus_product(sum, order(i)[left], order(k - i)[right]);
      order(k)[1 + n + p] = sum;
    }
  }

  /// sums[k m + e] = coefficient k of sum change_j m_j.
  __attribute__((noinline)) void set_changes(std::size_t k) const {
    for (std::size_t e = 0; e < m; ++e) {
      C sum = A::zero();
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
        sum = A::plus_product(sum, constant(tape.change + 8 * j), order(k)[tape.term_node[j]]);
      sums[k * m + e] = sum;
    }
  }

  /// right_side = -(coefficient k of h along the series known so far).
  __attribute__((noinline)) void set_series_residual(std::size_t k) const {
    for (std::size_t e = 0; e < m; ++e) {
      C sum = A::zero();
      if (k > 1)
        for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
          sum = A::plus_product(sum, coefficients[j], order(k)[tape.term_node[j]]);
      for (std::size_t i = 1; i <= k; ++i) {
        const C t{X(row(b.t, 2 * i)), X(row(b.t, 2 * i + 1))};
        sum = A::plus_product(sum, t, sums[(k - i) * m + e]);
      }
      right_side[e] = -sum;
    }
    right_side[m] = A::zero();
  }

  /// The same for a toric homotopy: along t - s, coefficient j is that at t times the sum of (rate_j s)^i / i!.
  __attribute__((noinline)) void set_toric_residual(std::size_t k) const {
    P part[orders];
    for (std::size_t i = 1; i < orders; ++i) part[i] = P(1.0 / static_cast<double>(i));
    for (std::size_t e = 0; e < m; ++e) {
      C sum = A::zero();
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j) {
        const std::size_t at = tape.term_node[j];
        const P rate = row(b.rates, j);
        C inner = A::times(order(0)[at], rate * part[k]);
        for (std::size_t i = 1; i < k; ++i) inner = A::times(A::sum(inner, order(i)[at]), rate * part[k - i]);
        if (k > 1) inner = A::sum(inner, order(k)[at]);
        sum = A::plus_product(sum, coefficients[j], inner);
      }
      right_side[e] = -sum;
    }
    right_side[m] = A::zero();
  }

  /// The same for a family with parameters, whose coefficients are series of their own.
  __attribute__((noinline)) void set_parametric_residual(std::size_t k) const {
    for (std::size_t e = 0; e < m; ++e) {
      C sum = A::zero();
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j) {
        const std::size_t at = tape.term_node[j];
        if (k > 1) sum = A::plus_product(sum, coefficients[j], order(k)[at]);
        for (std::size_t i = 1; i <= k; ++i)
          sum = A::plus_product(sum, coefficients[i * tape.terms + j], order(k - i)[at]);
      }
      right_side[e] = -sum;
    }
    right_side[m] = A::zero();
  }

  /// Lengths are weighted: a coordinate counts relative to its own modulus, down to 1e-40 of the largest.
  /// Where a path passes close to infinity, or to 0 in some coordinate, small coordinates decide where it goes.
  __attribute__((noinline)) void set_weights() const {
    constexpr double smallest_weighed = 1e-40;
    P largest(0.0);
    for (std::size_t v = 0; v < n; ++v) largest = max(largest, norm(leading(z[v])));
    largest = largest * P(smallest_weighed * smallest_weighed);
    for (std::size_t v = 0; v < n; ++v) {
      const P size = max(norm(leading(z[v])), largest);
      (P(1.0) / select(size == P(0.0), P(1.0), size)).store(b.weights + v * lanes);
    }
  }
  VT_HD P squared_length(const C* x) const {
    P sum(0.0);
    for (std::size_t v = 0; v < n; ++v) sum = sum + norm(leading(x[v])) * row(b.weights, v);
    return sum * P(1.0 / static_cast<double>(n));
  }
  VT_HD C* coefficient(std::size_t k) const { return series + k * n; }
};

/// z_3 / z_2 for a coordinate, 0 where that would be no use: beyond `limit` in modulus.
template <class P>
VT_HD complex<P> pade_ratio(const complex<P>& z2, const complex<P>& z3, const P& limit) {
  const P size = norm(z2);
  const auto small = !(norm(z3) < limit * limit * size);
  const P inverse_size = P(1.0) / select(small, P(1.0), size);
  const complex<P> r{(z3.re * z2.re + z3.im * z2.im) * inverse_size, (z3.im * z2.re - z3.re * z2.im) * inverse_size};
  return {select(small, P(0.0), r.re), select(small, P(0.0), r.im)};
}

/// Beyond this, in units of |z_3| / |z_2|, a coordinate's ratio z_3 / z_2 says nothing; steps stay below 0.75 of that
/// unit's inverse, so that no denominator 1 - s z_3 / z_2 vanishes.
inline constexpr double ratio_limit = 1.25;

/// Steps of Newton's method with one factorisation.
inline constexpr int most_corrections = 6;

template <class P, int N>
VT_HD P ratio_bound(const workspace<P, N>& w) {
  const P a = w.squared_length(w.coefficient(2)), c = w.squared_length(w.coefficient(3));
  return P(ratio_limit) * sqrt(c / select(a == P(0.0), P(1.0), a));
}

template <class P, int N>
void expand(const tape_view& tape, const batch_view& b) {
  const workspace<P, N> w(tape, b);
  using C = typename workspace<P, N>::C;
  using A = typename workspace<P, N>::A;
  w.set_weights();
  w.set_coefficients(b.t);
  w.set_nodes(w.z);
  w.set_matrix();
  w.factor();
  for (std::size_t k = 1; k < orders; ++k) {
    w.order(k)[0] = A::zero();
    if (k > 1) {
      for (std::size_t v = 0; v < w.n; ++v) w.order(k)[1 + v] = A::zero();
      w.set_order(k);
    }
    if (tape.toric) {
      w.set_toric_residual(k);
    } else if (tape.parameters > 0) {
      w.set_parametric_coefficients(k, b.t);
      w.set_parametric_residual(k);
    } else {
      w.set_changes(k - 1);
      w.set_series_residual(k);
    }
    w.solve();
    C* const z_k = w.coefficient(k);
    for (std::size_t v = 0; v < w.n; ++v) z_k[v] = w.order(k)[1 + v] = w.right_side[v];
    if (k + 1 < orders) w.set_order(k);
  }

  for (std::size_t k = 1; k < orders; ++k) w.report(length_1 + k - 1, sqrt(w.squared_length(w.coefficient(k))));
  const P limit = ratio_bound(w);
  P error(0.0), re(0.0), im(0.0);
  for (std::size_t v = 0; v < w.n; ++v) {
    const auto z1 = leading(w.coefficient(1)[v]), z2 = leading(w.coefficient(2)[v]), z3 = leading(w.coefficient(3)[v]),
               z4 = leading(w.coefficient(4)[v]);
    const P weight = w.row(b.weights, v);
    error = error + norm(z4 - z3 * pade_ratio(z2, z3, limit)) * weight;
    re = re + (z1.re * z2.re + z1.im * z2.im) * weight;
    im = im + (z1.re * z2.im - z1.im * z2.re) * weight;
  }
  w.report(pade_error, sqrt(error * P(1.0 / static_cast<double>(w.n))));
  const P first = w.squared_length(w.coefficient(1));
  const P twice = P(2.0 / static_cast<double>(w.n)) / select(first == P(0.0), P(1.0), first);
  w.report(curvature_re, re * twice);
  w.report(curvature_im, im * twice);
}

template <class P, int N>
void advance(const tape_view& tape, const batch_view& b) {
  const workspace<P, N> w(tape, b);
  const P s = P::load(b.step), limit = ratio_bound(w);
  for (std::size_t v = 0; v < w.n; ++v) {
    const auto z1 = leading(w.coefficient(1)[v]), z2 = leading(w.coefficient(2)[v]), z3 = leading(w.coefficient(3)[v]);
    const auto r = pade_ratio(z2, z3, limit);
    // (z_2 s^2) / (1 - r s); without r the cubic term as it is.
    const complex<P> below{P(1.0) - r.re * s, -(r.im * s)};
    const auto none_there = r.re == P(0.0);
    const complex<P> bent = z2 * inverse(below);
    const complex<P> cubic{z2.re + z3.re * s, z2.im + z3.im * s};
    const complex<P> second = select(none_there, cubic, bent);
    const complex<P> d{s * (z1.re + s * second.re), s * (z1.im + s * second.im)};
    w.z_new[v] = {w.z[v].re + d.re, w.z[v].im + d.im};
  }
  w.set_coefficients(b.t_new);
  w.set_nodes(w.z_new);
  w.set_matrix();
  w.factor();
  const P goal = P::load(b.corrections_to);
  auto going = goal == goal;
  P last(0.0);
  for (int k = 0; k < most_corrections; ++k) {
    if (k > 0) w.set_nodes(w.z_new);
    w.set_residual(w.z_new);
    w.solve();
    for (std::size_t v = 0; v < w.n; ++v) {
      const auto moved = w.z_new[v] - w.right_side[v];
      w.z_new[v] = select(going, moved, w.z_new[v]);
    }
    const P change = sqrt(w.squared_length(w.right_side));
    last = select(going, change, last);
    if (k == 0) w.report(first_change, change);
    if (k == 1) w.report(second_change, change);
    if (k >= 1) {
      going = both(going, change > goal);
      if (none(going)) break;
    }
  }
  w.report(last_change, last);
}

}  // namespace vieta::tracking::VIETA_ISA
