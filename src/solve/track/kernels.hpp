#pragma once

#include <cstddef>
#include <cstdint>

#include "base/simd/isa.hpp"
#include "vieta/core/config.hpp"

namespace vieta::tracking {

/// Orders of the power series that a step is predicted from: z(s) = sum z_k s^k, k = 0 .. 4.
inline constexpr std::size_t orders = 5;

/// A homotopy as kernels see it: homogeneous polynomials in `variables` = `equations` + 1 unknowns,
///
///     h_e(z, t) = sum over the terms j of e of (target_j + t change_j) m_j(z),
///
/// where each monomial m_j is a node: node 0 is the number 1, then the unknowns, then products of earlier nodes. The
/// last `derivatives` products serve derivatives only. In a toric homotopy the coefficients are target_j exp(-rate_j t)
/// instead, and each lane has its own rates.
///
/// With parameters p the coefficient of term j is instead the sum of its parts, factor * a product of parameters, at
/// p = target + t change of the lane: its path is a line in the space of parameters.
struct tape_view {
  std::uint32_t variables = 0, equations = 0;
  std::uint32_t products = 0, derivatives = 0;
  bool toric = false;
  const std::uint32_t *left = nullptr, *right = nullptr;
  /// Products of [run_begin[r], run_begin[r + 1]) do not need each other; those for derivatives are in the last runs.
  const std::size_t* run_begin = nullptr;
  std::size_t product_runs = 0, derivative_runs = 0;
  std::size_t terms = 0;
  const std::size_t* term_begin = nullptr;
  const std::uint32_t* term_node = nullptr;
  const double *target = nullptr, *change = nullptr;  ///< for each term four doubles of the real, of the imaginary part
  /// d h_e / d z_v is the sum of coefficient(term) * factor * node over the entries from entry_begin[e variables + v];
  /// a last row, that of the patch, has none.
  const std::size_t* entry_begin = nullptr;
  const std::uint32_t *entry_term = nullptr, *entry_node = nullptr;
  const double* entry_factor = nullptr;
  /// Nodes of parameters: the number 1, the parameters, products of earlier ones.
  std::uint32_t parameters = 0, parameter_products = 0;
  const std::uint32_t *parameter_left = nullptr, *parameter_right = nullptr;
  const std::size_t* parameter_run_begin = nullptr;  ///< as run_begin
  std::size_t parameter_runs = 0;
  const std::size_t* part_begin = nullptr;  ///< for each term
  const std::uint32_t* part_node = nullptr;
  const double* part_factor = nullptr;  ///< eight doubles, as for `target`
};

/// What a step reports of each lane, as rows of `batch_view::report`.
enum report_row : std::size_t {
  length_1,      ///< |z_1|; lengths are root mean squares of coordinates relative to those of z
  length_2,      ///< |z_2|
  length_3,      ///< |z_3|
  length_4,      ///< |z_4|
  pade_error,    ///< |z_4 - what the Pade approximant has there|
  curvature_re,  ///< <z_1, 2 z_2> / <z_1, z_1>
  curvature_im,
  pivot_ratio,    ///< smallest over largest pivot of the last factorisation
  first_change,   ///< |first Newton step|
  second_change,  ///< |second, with the same factors|
  last_change,    ///< the last one
  report_rows
};

/// One path in each SIMD lane. A number is complex, with `parts` doubles for its real and for its imaginary part;
/// number k of an array lies at ((2 k + (0 or 1)) parts + part) lanes + lane. Rows of `lanes` doubles elsewhere.
struct batch_view {
  double *z = nullptr, *z_new = nullptr;  ///< the point, the corrected one
  double* patch = nullptr;                ///< q of the affine patch q z = 1
  double *nodes = nullptr, *derivatives = nullptr, *coefficients = nullptr, *sums = nullptr, *matrix = nullptr,
         *inverse_pivots = nullptr, *right_side = nullptr, *series = nullptr;
  double* permuted = nullptr;  ///< right_side in the order of pivots, where there is a single lane
  /// For a family with parameters: p of the lane is target + t change; its products, order after order.
  double *parameter_target = nullptr, *parameter_change = nullptr, *parameter_nodes = nullptr;
  double *pivots = nullptr, *weights = nullptr, *row_scale = nullptr, *column_scale = nullptr;  ///< plain rows
  double* t = nullptr;               ///< t along the step: re, im of its coefficients 0 .. 4
  double* t_new = nullptr;           ///< re, im
  double* step = nullptr;            ///< real
  double* corrections_to = nullptr;  ///< Newton's method goes on until a step is below this, or six of them
  double* report = nullptr;
  double *rates = nullptr, *decay = nullptr;  ///< of each term, if toric: rate, exp(-rate t) at the t in question
};

/// What a batch needs: calls numbers(array, count) for each array of complex numbers and rows(array, count) for each of
/// rows, with the array's pointer in the view.
template <class Numbers, class Rows>
VT_HD void lay_out(const tape_view& tape, batch_view& b, const Numbers& numbers, const Rows& rows) {
  const std::size_t n = tape.variables;
  const bool family = tape.parameters > 0;
  numbers(b.z, n), numbers(b.z_new, n), numbers(b.patch, n);
  numbers(b.nodes, (1 + n + tape.products) * orders), numbers(b.derivatives, tape.derivatives);
  numbers(b.coefficients, tape.terms * (family ? orders : 1)), numbers(b.sums, tape.equations * orders);
  numbers(b.matrix, n * n), numbers(b.inverse_pivots, n), numbers(b.right_side, n), numbers(b.permuted, n);
  numbers(b.series, n * orders);
  numbers(b.parameter_target, tape.parameters), numbers(b.parameter_change, tape.parameters);
  numbers(b.parameter_nodes, family ? (1 + tape.parameters + tape.parameter_products) * orders : 0);
  rows(b.pivots, n), rows(b.weights, n), rows(b.row_scale, n), rows(b.column_scale, n);
  rows(b.t, 2 * orders), rows(b.t_new, 2), rows(b.step, 1), rows(b.corrections_to, 1), rows(b.report, report_rows);
  rows(b.rates, tape.toric ? tape.terms : 0), rows(b.decay, tape.toric ? tape.terms : 0);
}

/// The inner loops, compiled once for each instruction set; the index is 0, 1, 2 for 1, 2, 4 doubles.
struct kernel_table {
  isa level;
  int lanes;
  /// From z and t: series of the path in the step's parameter; report: length_1 .. pivot_ratio.
  void (*expand[3])(const tape_view&, const batch_view&);
  /// The Pade approximant at `step`, then Newton's method at t_new with one factorisation: z_new, and the rest of the
  /// report.
  void (*advance[3])(const tape_view&, const batch_view&);
};

/// The table of the widest instruction set that this processor has (and VIETA_ISA permits).
const kernel_table& kernels();

VIETA_AT_EACH_LEVEL(extern const kernel_table table)

}  // namespace vieta::tracking
