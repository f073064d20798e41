#pragma once

#include "solve/kernels.hpp"
#include "solve/team.hpp"
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

/// Work of one batch: its arrays as numbers. All of a team's threads may use one object.
template <class P, int N, class Team = alone>
struct workspace {
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
    if (tape.toric) {
      team.for_each(tape.terms,
                    [&](std::size_t j) { coefficients[j] = A::times(constant(tape.target, j), row(b.decay, j)); });
      return;
    }
    if (tape.parameters > 0) {
      set_parametric_coefficients(0, t);
      return;
    }
    const P re = row(t, 0), im = row(t, 1);
    const C at{X(re), X(im)};
    team.for_each(tape.terms, [&](std::size_t j) {
      coefficients[j] = A::plus_product(constant(tape.target, j), at, constant(tape.change, j));
    });
  }

  /// Coefficient k of the series of all coefficients along p(t), for t = sum t_k s^k; for k > 0 after k - 1.
  VIETA_APART void set_parametric_coefficients(std::size_t k, const double* t) const {
    const std::size_t q = tape.parameters, count = 1 + q + tape.parameter_products;
    C* const at = parameter_nodes + k * count;
    const C t_k{X(row(t, 2 * k)), X(row(t, 2 * k + 1))};
    if (team.first()) at[0] = {X(P(k == 0 ? 1.0 : 0.0)), X(P(0.0))};
    team.for_each(q, [&](std::size_t i) {
      at[1 + i] = k == 0 ? A::plus_product(parameter_target[i], t_k, parameter_change[i])
                         : A::product(t_k, parameter_change[i]);
    });
    for (std::size_t r = 0; r < tape.parameter_runs; ++r) {
      const std::size_t begin = tape.parameter_run_begin[r];
      team.for_each(tape.parameter_run_begin[r + 1] - begin, [&](std::size_t j) {
        const std::size_t p = begin + j, left = tape.parameter_left[p], right = tape.parameter_right[p];
        C sum = A::product(parameter_nodes[left], at[right]);
        for (std::size_t i = 1; i <= k; ++i)
          sum = A::plus_product(sum, parameter_nodes[i * count + left], parameter_nodes[(k - i) * count + right]);
        at[1 + q + p] = sum;
      });
    }
    C* const out = coefficients + k * tape.terms;
    team.for_each(tape.terms, [&](std::size_t j) {
      C sum = A::zero();
      for (std::size_t p = tape.part_begin[j]; p < tape.part_begin[j + 1]; ++p)
        sum = A::plus_product(sum, constant(tape.part_factor, p), at[tape.part_node[p]]);
      out[j] = sum;
    });
  }

  /// All nodes at a point.
  VIETA_APART void set_nodes(const C* point) const {
    if (team.first()) nodes[0] = {X(P(1.0)), X(P(0.0))};
    team.for_each(n, [&](std::size_t v) { nodes[1 + v] = point[v]; });
    C* const out = nodes + 1 + n;
    for_products(0, tape.product_runs,
                 [&](std::size_t k) { out[k] = A::product(nodes[tape.left[k]], nodes[tape.right[k]]); });
  }
  VT_HD const C& node_or_derivative(std::uint32_t k) const {
    return k < main_nodes ? nodes[k] : derivatives[k - main_nodes];
  }

  /// Row after row: the derivatives, then the patch.
  VIETA_APART void set_matrix() const {
    for_products(tape.product_runs, tape.derivative_runs, [&](std::size_t p) {
      derivatives[p - tape.products] = A::product(node_or_derivative(tape.left[p]), node_or_derivative(tape.right[p]));
    });
    // Columns scaled by the coordinates' moduli, then rows to a largest entry of modulus 1: coordinates that are small
    // together do not make the matrix look singular.
    team.for_each(n, [&](std::size_t v) { set_row(b.column_scale, v, P(1.0) / sqrt(row(b.weights, v))); });
    team.for_square(0, n, [&](std::size_t i, std::size_t v) {
      const std::size_t k = i * n + v;
      C sum = A::zero();
      if (i == m) sum = patch[v];
      for (std::size_t e = tape.entry_begin[k]; e < tape.entry_begin[k + 1]; ++e) {
        C c = coefficients[tape.entry_term[e]];
        if (tape.entry_factor[e] != 1) c = A::times(c, P(tape.entry_factor[e]));
        sum = A::plus_product(sum, c, node_or_derivative(tape.entry_node[e]));
      }
      matrix[k] = A::times(sum, row(b.column_scale, v));
    });
    team.for_each(n, [&](std::size_t i) {
      P most(0.0);
      for (std::size_t v = 0; v < n; ++v) most = max(norm(leading(matrix[i * n + v])), most);
      set_row(b.row_scale, i, P(1.0) / sqrt(select(most == P(0.0), P(1.0), most)));
    });
    team.for_square(0, n, [&](std::size_t i, std::size_t v) {
      matrix[i * n + v] = A::times(matrix[i * n + v], row(b.row_scale, i));
    });
  }

  /// L U with partial pivoting, each lane with its own pivots. A single lane keeps the permutation of its rows.
  VIETA_APART void factor() const {
    P least(1e300), most(0.0);
    if constexpr (lanes == 1) team.for_each(n, [&](std::size_t k) { b.pivots[k] = static_cast<double>(k); });
    for (std::size_t k = 0; k < n; ++k) {
      C* const top = matrix + k * n;
      P best = norm(leading(top[k])), where(static_cast<double>(k));
      for (std::size_t i = k + 1 + team.thread(); i < n; i += team.threads()) {
        const P size = norm(leading(matrix[i * n + k]));
        const auto larger = size > best;
        best = select(larger, size, best);
        where = select(larger, P(static_cast<double>(i)), where);
      }
      team.find_largest(best, where);
      if constexpr (lanes == 1) {
        if (const auto i = static_cast<std::size_t>(where); i != k) {
          swap_rows(k, i);
          if (team.first()) {
            const double kept = b.pivots[k];
            b.pivots[k] = b.pivots[i], b.pivots[i] = kept;
          }
          team.barrier();
        }
      } else {
        set_row(b.pivots, k, where);
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
      }
      least = min(best, least), most = max(best, most);
      const C pivot = inverse(top[k]);
      if (team.first()) inverse_pivots[k] = pivot;
      team.for_each(n - k - 1, [&](std::size_t i) {
        matrix[(k + 1 + i) * n + k] = A::product(matrix[(k + 1 + i) * n + k], pivot);
      });
      eliminate(k);
    }
    report(pivot_ratio, sqrt(least / most));
  }
  VT_HD void swap_rows(std::size_t k, std::size_t i) const {
    team.for_each(n, [&](std::size_t j) {
      const C kept = matrix[k * n + j];
      matrix[k * n + j] = matrix[i * n + j], matrix[i * n + j] = kept;
    });
  }
  /// Row k times the factors in column k, off the rows below.
  VT_HD void eliminate(std::size_t k) const {
    const C* const top = matrix + k * n;
    if constexpr (lanes == 1) {
      team.for_square(k + 1, n, [&](std::size_t i, std::size_t j) {
        matrix[i * n + j] = A::minus_product(matrix[i * n + j], matrix[i * n + k], top[j]);
      });
    } else {
      for (std::size_t i = k + 1; i < n; ++i) {
        C* const line = matrix + i * n;
        const C minus = -line[k];
        for (std::size_t j = k + 1; j < n; ++j) line[j] = A::plus_product(line[j], minus, top[j]);
      }
    }
  }

  /// right_side = matrix^-1 right_side
  VIETA_APART void solve() const {
    C* const x = right_side;
    if constexpr (lanes == 1) {
      solve_by_columns();
    } else {
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
    }
    team.for_each(n, [&](std::size_t k) { x[k] = A::times(x[k], row(b.column_scale, k)); });
  }
  /// Unknown after unknown, each of which all threads take off the rest.
  VT_HD void solve_by_columns() const {
    C *const x = right_side, *const given = permuted;
    team.for_each(n, [&](std::size_t k) { given[k] = x[k]; });
    team.for_each(n, [&](std::size_t k) {
      const auto from = static_cast<std::size_t>(b.pivots[k]);
      x[k] = A::times(given[from], row(b.row_scale, from));
    });
    for (std::size_t j = 0; j + 1 < n; ++j)
      team.for_each(n - j - 1, [&](std::size_t i) {
        x[j + 1 + i] = A::minus_product(x[j + 1 + i], matrix[(j + 1 + i) * n + j], x[j]);
      });
    for (std::size_t j = n; j-- > 0;) {
      const C value = A::product(x[j], inverse_pivots[j]);
      team.for_each(j, [&](std::size_t i) { x[i] = A::minus_product(x[i], matrix[i * n + j], value); });
      if (team.first()) x[j] = value;
    }
    team.barrier();
  }

  /// right_side = h at the nodes, and q z - 1.
  VIETA_APART void set_residual(const C* point) const {
    team.for_each(n, [&](std::size_t e) {
      C sum{X(P(e == m ? -1.0 : 0.0)), X(P(0.0))};
      if (e == m) {
        for (std::size_t v = 0; v < n; ++v) sum = A::plus_product(sum, patch[v], point[v]);
      } else {
        for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
          sum = A::plus_product(sum, coefficients[j], nodes[tape.term_node[j]]);
      }
      right_side[e] = sum;
    });
  }

  /// Coefficient k of the series of all products, from those of the unknowns.
  VIETA_APART void set_order(std::size_t k) const {
    for_products(0, tape.product_runs, [&](std::size_t p) {
      const std::size_t left = tape.left[p], right = tape.right[p];
      C sum = A::product(order(0)[left], order(k)[right]);
      for (std::size_t i = 1; i <= k; ++i) sum = A::plus_product(sum, order(i)[left], order(k - i)[right]);
      order(k)[1 + n + p] = sum;
    });
  }

  /// sums[k m + e] = coefficient k of sum change_j m_j.
  VIETA_APART void set_changes(std::size_t k) const {
    team.for_each(m, [&](std::size_t e) {
      C sum = A::zero();
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
        sum = A::plus_product(sum, constant(tape.change, j), order(k)[tape.term_node[j]]);
      sums[k * m + e] = sum;
    });
  }

  /// right_side = -(coefficient k of h along the series known so far).
  VIETA_APART void set_series_residual(std::size_t k) const {
    team.for_each(m, [&](std::size_t e) {
      C sum = A::zero();
      if (k > 1)
        for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j)
          sum = A::plus_product(sum, coefficients[j], order(k)[tape.term_node[j]]);
      for (std::size_t i = 1; i <= k; ++i) {
        const C t{X(row(b.t, 2 * i)), X(row(b.t, 2 * i + 1))};
        sum = A::plus_product(sum, t, sums[(k - i) * m + e]);
      }
      right_side[e] = -sum;
    });
    if (team.first()) right_side[m] = A::zero();
    team.barrier();
  }

  /// The same for a toric homotopy: along t - s, coefficient j is that at t times the sum of (rate_j s)^i / i!.
  VIETA_APART void set_toric_residual(std::size_t k) const {
    P part[orders];
    for (std::size_t i = 1; i < orders; ++i) part[i] = P(1.0 / static_cast<double>(i));
    team.for_each(m, [&](std::size_t e) {
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
    });
    if (team.first()) right_side[m] = A::zero();
    team.barrier();
  }

  /// The same for a family with parameters, whose coefficients are series of their own.
  VIETA_APART void set_parametric_residual(std::size_t k) const {
    team.for_each(m, [&](std::size_t e) {
      C sum = A::zero();
      for (std::size_t j = tape.term_begin[e]; j < tape.term_begin[e + 1]; ++j) {
        const std::size_t at = tape.term_node[j];
        if (k > 1) sum = A::plus_product(sum, coefficients[j], order(k)[at]);
        for (std::size_t i = 1; i <= k; ++i)
          sum = A::plus_product(sum, coefficients[i * tape.terms + j], order(k - i)[at]);
      }
      right_side[e] = -sum;
    });
    if (team.first()) right_side[m] = A::zero();
    team.barrier();
  }

  /// Lengths are weighted: a coordinate counts relative to its own modulus, down to 1e-40 of the largest.
  /// Where a path passes close to infinity, or to 0 in some coordinate, small coordinates decide where it goes.
  VIETA_APART void set_weights() const {
    constexpr double smallest_weighed = 1e-40;
    P most(0.0);
    for (std::size_t v = team.thread(); v < n; v += team.threads()) most = max(most, norm(leading(z[v])));
    const P least = team.largest(most) * P(smallest_weighed * smallest_weighed);
    team.for_each(n, [&](std::size_t v) {
      const P size = max(norm(leading(z[v])), least);
      set_row(b.weights, v, P(1.0) / select(size == P(0.0), P(1.0), size));
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
