#pragma once

#include "solve/track/kernels.hpp"
#include "solve/track/team.hpp"
#include "vieta/core/complex.hpp"
#include "vieta/core/mf.hpp"
#include "vieta/core/pack.hpp"

// What a step of path tracking computes, for a path in each lane: P is a pack of doubles, or a double on a device; N
// the number of doubles in a number; a team shares the passes of the loops. Compiled once for each instruction set and
// for the device.

// Each of them has a namespace of its own.
#if defined(VIETA_ISA)
#define VIETA_TRACKS_ON VIETA_ISA
#elif defined(__CUDACC__)
#define VIETA_TRACKS_ON on_device
#else
#define VIETA_TRACKS_ON on_host
#endif

// Out of line: the code of a step is large.
#ifdef __CUDACC__
#define VIETA_APART __host__ __device__ __noinline__
#else
#define VIETA_APART __attribute__((noinline))
#endif

namespace vieta::tracking::VIETA_TRACKS_ON {

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
  static VIETA_APART C product_apart(const C& a, const C& b) { return a * b; }
  static VIETA_APART C sum_apart(const C& a, const C& b) { return a + b; }
};

/// The leading double of each part.
template <class X>
VT_HD auto leading(const complex<X>& z) {
  using P = std::remove_cvref_t<decltype(limb<0>(z.re))>;
  return complex<P>{limb<0>(z.re), limb<0>(z.im)};
}

/// Work of one batch: its arrays as numbers. All of a team's threads may use one object; functions begin with a copy of
/// what they need, since the object lies in memory that would be read again after each barrier.
template <class P, int N, class Team = alone>
struct workspace {
  using lane_type = P;
  using A = arithmetic<P, N>;
  using X = typename A::X;
  using C = typename A::C;
  static constexpr int lanes = lane_count<P>;

  tape_view tape;
  batch_view b;
  Team team;
  C *z, *z_new, *patch, *nodes, *derivatives, *coefficients, *sums, *matrix, *inverse_pivots, *right_side, *permuted,
      *series;
  C *parameter_target, *parameter_change, *parameter_nodes;
  std::size_t n, m, main_nodes;  // unknowns, equations, nodes without those for derivatives

  VT_HD workspace(const tape_view& h, const batch_view& view, const Team& workers)
      : tape(h),
        b(view),
        team(workers),
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
        permuted(numbers(view.permuted)),
        series(numbers(view.series)),
        parameter_target(numbers(view.parameter_target)),
        parameter_change(numbers(view.parameter_change)),
        parameter_nodes(numbers(view.parameter_nodes)),
        n(h.variables),
        m(h.equations),
        main_nodes(1 + std::size_t{h.variables} + h.products) {}

  static VT_HD C* numbers(double* p) { return reinterpret_cast<C*>(p); }
  static VT_HD P row(const double* rows, std::size_t k) {
    if constexpr (lanes == 1)
      return rows[k];
    else
      return P::load(rows + k * lanes);
  }
  static VT_HD void set_row(double* rows, std::size_t k, const P& x) {
    if constexpr (lanes == 1)
      rows[k] = x;
    else
      x.store(rows + k * lanes);
  }
  VT_HD void report(std::size_t k, const P& x) const {
    if (team.first()) set_row(b.report, k, x);
  }
  /// All products of these runs: those of one run do not need each other.
  template <class Body>
  VT_HD void for_products(std::size_t first_run, std::size_t runs, const Body& body) const {
    for (std::size_t r = first_run; r < first_run + runs; ++r) {
      const std::size_t begin = tape.run_begin[r];
      team.for_each(tape.run_begin[r + 1] - begin, [&](std::size_t p) { body(begin + p); });
    }
  }
  VT_HD C* order(std::size_t k) const { return nodes + k * main_nodes; }

  /// Number k; where there is a single lane, of numbers with one double for each part.
  static VT_HD C constant(const double* numbers, std::size_t k) {
    if constexpr (lanes == 1) return {numbers[2 * k], numbers[2 * k + 1]};
    const double* const parts = numbers + 8 * k;
    C c;
    c.re = from_limbs<P, N>(P(parts[0]), P(parts[1]), P(parts[2]), P(parts[3]));
    c.im = from_limbs<P, N>(P(parts[4]), P(parts[5]), P(parts[6]), P(parts[7]));
    return c;
  }

  /// Coefficients at t; of a toric homotopy where `decay` says.
  VIETA_APART void set_coefficients(const double* t) const {
    const workspace w = *this;
    if (w.tape.toric) {
      w.team.for_each(w.tape.terms, [&](std::size_t j) {
        w.coefficients[j] = A::times(constant(w.tape.target, j), row(w.b.decay, j));
      });
      return;
    }
    if (w.tape.parameters > 0) {
      set_parametric_coefficients(0, t);
      return;
    }
    const P re = row(t, 0), im = row(t, 1);
    const C at{X(re), X(im)};
    w.team.for_each(w.tape.terms, [&](std::size_t j) {
      w.coefficients[j] = A::plus_product(constant(w.tape.target, j), at, constant(w.tape.change, j));
    });
  }

  /// Coefficient k of the series of all coefficients along p(t), for t = sum t_k s^k; for k > 0 after k - 1.
  VIETA_APART void set_parametric_coefficients(std::size_t k, const double* t) const {
    const workspace w = *this;
    const std::size_t q = w.tape.parameters, count = 1 + q + w.tape.parameter_products;
    C* const at = w.parameter_nodes + k * count;
    const C t_k{X(row(t, 2 * k)), X(row(t, 2 * k + 1))};
    if (w.team.first()) at[0] = {X(P(k == 0 ? 1.0 : 0.0)), X(P(0.0))};
    w.team.for_each(q, [&](std::size_t i) {
      at[1 + i] = k == 0 ? A::plus_product(w.parameter_target[i], t_k, w.parameter_change[i])
                         : A::product(t_k, w.parameter_change[i]);
    });
    for (std::size_t r = 0; r < w.tape.parameter_runs; ++r) {
      const std::size_t begin = w.tape.parameter_run_begin[r];
      w.team.for_each(w.tape.parameter_run_begin[r + 1] - begin, [&](std::size_t j) {
        const std::size_t p = begin + j, left = w.tape.parameter_left[p], right = w.tape.parameter_right[p];
        C sum = A::product(w.parameter_nodes[left], at[right]);
        for (std::size_t i = 1; i <= k; ++i)
          sum = A::plus_product(sum, w.parameter_nodes[i * count + left], w.parameter_nodes[(k - i) * count + right]);
        at[1 + q + p] = sum;
      });
    }
    C* const out = w.coefficients + k * w.tape.terms;
    w.team.for_each(w.tape.terms, [&](std::size_t j) {
      C sum = A::zero();
      for (std::size_t p = w.tape.part_begin[j]; p < w.tape.part_begin[j + 1]; ++p)
        sum = A::plus_product(sum, constant(w.tape.part_factor, p), at[w.tape.part_node[p]]);
      out[j] = sum;
    });
  }

  /// All nodes at a point.
  VIETA_APART void set_nodes(const C* point) const {
    const workspace w = *this;
    if (w.team.first()) w.nodes[0] = {X(P(1.0)), X(P(0.0))};
    w.team.for_each(w.n, [&](std::size_t v) { w.nodes[1 + v] = point[v]; });
    C* const out = w.nodes + 1 + w.n;
    w.for_products(0, w.tape.product_runs,
                   [&](std::size_t k) { out[k] = A::product(w.nodes[w.tape.left[k]], w.nodes[w.tape.right[k]]); });
  }
  VT_HD const C& node_or_derivative(std::uint32_t k) const {
    return k < main_nodes ? nodes[k] : derivatives[k - main_nodes];
  }

  /// Row after row: the derivatives, then the patch.
  VIETA_APART void set_matrix() const {
    const workspace w = *this;
    w.for_products(w.tape.product_runs, w.tape.derivative_runs, [&](std::size_t p) {
      w.derivatives[p - w.tape.products] =
          A::product(w.node_or_derivative(w.tape.left[p]), w.node_or_derivative(w.tape.right[p]));
    });
    // Columns scaled by the coordinates' moduli, then rows to a largest part of 1: coordinates that are small together
    // do not make the matrix look singular. No squares of entries: those of high degrees would underflow.
    w.team.for_each(w.n, [&](std::size_t v) { set_row(w.b.column_scale, v, P(1.0) / sqrt(row(w.b.weights, v))); });
    w.team.for_square(0, w.n, [&](std::size_t i, std::size_t v) {
      const std::size_t k = i * w.n + v;
      C sum = A::zero();
      if (i == w.m) sum = w.patch[v];
      for (std::size_t e = w.tape.entry_begin[k]; e < w.tape.entry_begin[k + 1]; ++e) {
        C c = w.coefficients[w.tape.entry_term[e]];
        if (w.tape.entry_factor[e] != 1) c = A::times(c, P(w.tape.entry_factor[e]));
        sum = A::plus_product(sum, c, w.node_or_derivative(w.tape.entry_node[e]));
      }
      w.matrix[k] = A::times(sum, row(w.b.column_scale, v));
    });
    w.team.for_each(w.n, [&](std::size_t i) {
      P most(0.0);
      for (std::size_t v = 0; v < w.n; ++v) {
        const complex<P> entry = leading(w.matrix[i * w.n + v]);
        most = max(max(abs(entry.re), abs(entry.im)), most);
      }
      set_row(w.b.row_scale, i, P(1.0) / select(most == P(0.0), P(1.0), most));
    });
    w.team.for_square(0, w.n, [&](std::size_t i, std::size_t v) {
      w.matrix[i * w.n + v] = A::times(w.matrix[i * w.n + v], row(w.b.row_scale, i));
    });
  }

  /// right_side = h at the nodes, and q z - 1.
  VIETA_APART void set_residual(const C* point) const {
    const workspace w = *this;
    w.team.for_each(w.n, [&](std::size_t e) {
      C sum{X(P(e == w.m ? -1.0 : 0.0)), X(P(0.0))};
      if (e == w.m) {
        for (std::size_t v = 0; v < w.n; ++v) sum = A::plus_product(sum, w.patch[v], point[v]);
      } else {
        for (std::size_t j = w.tape.term_begin[e]; j < w.tape.term_begin[e + 1]; ++j)
          sum = A::plus_product(sum, w.coefficients[j], w.nodes[w.tape.term_node[j]]);
      }
      w.right_side[e] = sum;
    });
  }

  /// Coefficient k of the series of all products, from those of the unknowns.
  VIETA_APART void set_order(std::size_t k) const {
    const workspace w = *this;
    w.for_products(0, w.tape.product_runs, [&](std::size_t p) {
      const std::size_t left = w.tape.left[p], right = w.tape.right[p];
      C sum = A::product(w.order(0)[left], w.order(k)[right]);
      for (std::size_t i = 1; i <= k; ++i) sum = A::plus_product(sum, w.order(i)[left], w.order(k - i)[right]);
      w.order(k)[1 + w.n + p] = sum;
    });
  }

  /// sums[k m + e] = coefficient k of sum change_j m_j.
  VIETA_APART void set_changes(std::size_t k) const {
    const workspace w = *this;
    w.team.for_each(w.m, [&](std::size_t e) {
      C sum = A::zero();
      for (std::size_t j = w.tape.term_begin[e]; j < w.tape.term_begin[e + 1]; ++j)
        sum = A::plus_product(sum, constant(w.tape.change, j), w.order(k)[w.tape.term_node[j]]);
      w.sums[k * w.m + e] = sum;
    });
  }

  /// right_side = -(coefficient k of h along the series known so far).
  VIETA_APART void set_series_residual(std::size_t k) const {
    const workspace w = *this;
    w.team.for_each(w.m, [&](std::size_t e) {
      C sum = A::zero();
      if (k > 1)
        for (std::size_t j = w.tape.term_begin[e]; j < w.tape.term_begin[e + 1]; ++j)
          sum = A::plus_product(sum, w.coefficients[j], w.order(k)[w.tape.term_node[j]]);
      for (std::size_t i = 1; i <= k; ++i) {
        const C t{X(row(w.b.t, 2 * i)), X(row(w.b.t, 2 * i + 1))};
        sum = A::plus_product(sum, t, w.sums[(k - i) * w.m + e]);
      }
      w.right_side[e] = -sum;
    });
    if (w.team.first()) w.right_side[w.m] = A::zero();
    w.team.barrier();
  }

  /// The same for a toric homotopy: along t - s, coefficient j is that at t times the sum of (rate_j s)^i / i!.
  VIETA_APART void set_toric_residual(std::size_t k) const {
    const workspace w = *this;
    P part[orders];
    for (std::size_t i = 1; i < orders; ++i) part[i] = P(1.0 / static_cast<double>(i));
    w.team.for_each(w.m, [&](std::size_t e) {
      C sum = A::zero();
      for (std::size_t j = w.tape.term_begin[e]; j < w.tape.term_begin[e + 1]; ++j) {
        const std::size_t at = w.tape.term_node[j];
        const P rate = row(w.b.rates, j);
        C inner = A::times(w.order(0)[at], rate * part[k]);
        for (std::size_t i = 1; i < k; ++i) inner = A::times(A::sum(inner, w.order(i)[at]), rate * part[k - i]);
        if (k > 1) inner = A::sum(inner, w.order(k)[at]);
        sum = A::plus_product(sum, w.coefficients[j], inner);
      }
      w.right_side[e] = -sum;
    });
    if (w.team.first()) w.right_side[w.m] = A::zero();
    w.team.barrier();
  }

  /// The same for a family with parameters, whose coefficients are series of their own.
  VIETA_APART void set_parametric_residual(std::size_t k) const {
    const workspace w = *this;
    w.team.for_each(w.m, [&](std::size_t e) {
      C sum = A::zero();
      for (std::size_t j = w.tape.term_begin[e]; j < w.tape.term_begin[e + 1]; ++j) {
        const std::size_t at = w.tape.term_node[j];
        if (k > 1) sum = A::plus_product(sum, w.coefficients[j], w.order(k)[at]);
        for (std::size_t i = 1; i <= k; ++i)
          sum = A::plus_product(sum, w.coefficients[i * w.tape.terms + j], w.order(k - i)[at]);
      }
      w.right_side[e] = -sum;
    });
    if (w.team.first()) w.right_side[w.m] = A::zero();
    w.team.barrier();
  }

  /// Lengths are weighted: a coordinate counts relative to its own modulus, down to 1e-40 of the largest.
  /// Where a path passes close to infinity, or to 0 in some coordinate, small coordinates decide where it goes.
  VIETA_APART void set_weights() const {
    const workspace w = *this;
    constexpr double smallest_weighed = 1e-40;
    P most(0.0);
    for (std::size_t v = w.team.thread(); v < w.n; v += w.team.threads()) most = max(most, norm(leading(w.z[v])));
    const P least = w.team.largest(most) * P(smallest_weighed * smallest_weighed);
    w.team.for_each(w.n, [&](std::size_t v) {
      const P size = max(norm(leading(w.z[v])), least);
      set_row(w.b.weights, v, P(1.0) / select(size == P(0.0), P(1.0), size));
    });
  }
  VT_HD P squared_length(const C* x) const {
    P sum(0.0);
    for (std::size_t v = team.thread(); v < n; v += team.threads()) sum = sum + norm(leading(x[v])) * row(b.weights, v);
    return team.sum(sum) * P(1.0 / static_cast<double>(n));
  }
  VT_HD C* coefficient(std::size_t k) const { return series + k * n; }
};

}  // namespace vieta::tracking::VIETA_TRACKS_ON
