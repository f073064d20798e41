#pragma once

#include <tuple>

#include "vieta/boxes.hpp"
#include "vieta/minimax.hpp"
#include "vieta/minimax_code.hpp"
#include "vieta/minimax_pareto.hpp"
#include "vieta/newton.hpp"
#include "vieta/real_roots.hpp"
#include "vieta/root_batches.hpp"
#include "vieta/roots.hpp"
#include "vieta/solve.hpp"
#include "vieta/solve_parameters.hpp"

namespace vieta::python {

/// Gives all members of a result's struct, in their order: what a pickle holds of it.
template <class T>
inline constexpr auto members_of = nullptr;

template <>
inline constexpr auto members_of<roots_result> =
    [](auto& r) { return std::tie(r.roots, r.decimal, r.status, r.report); };
template <>
inline constexpr auto members_of<decimal_root> = [](auto& r) { return std::tie(r.re, r.im, r.radius); };
template <>
inline constexpr auto members_of<roots_report> = [](auto& r) {
  return std::tie(r.degree, r.isolated, r.clusters, r.wide, r.unproven, r.method, r.target, r.sweeps,
                  r.updates_per_root, r.precision_bits, r.refinements, r.uncertainty, r.seconds, r.stopped_by,
                  r.at_border, r.multiple, r.region);
};
template <>
inline constexpr auto members_of<newton_result> = [](auto& r) { return std::tie(r.solutions, r.report); };
template <>
inline constexpr auto members_of<newton_solution> = [](auto& r) {
  return std::tie(r.x, r.radius, r.certified, r.proof, r.real, r.residual, r.iterations, r.status, r.digits,
                  r.condition, r.steps);
};
template <>
inline constexpr auto members_of<newton_report> = [](auto& r) {
  return std::tie(r.equations, r.variables, r.terms, r.products, r.precision, r.digits, r.real_arithmetic, r.converged,
                  r.certified, r.singular, r.target, r.seconds, r.stopped_by);
};
template <>
inline constexpr auto members_of<solve_result> = [](auto& r) { return std::tie(r.solutions, r.report); };
template <>
inline constexpr auto members_of<solve_solution> = [](auto& r) {
  return std::tie(r.point, r.regular, r.multiplicity, r.winding, r.accuracy, r.on_a_set, r.undecided, r.angles);
};
template <>
inline constexpr auto members_of<solution_count> =
    [](auto& r) { return std::tie(r.counted, r.finite, r.simple, r.multiple, r.with_multiplicity); };
template <>
inline constexpr auto members_of<solve_report> = [](auto& r) {
  return std::tie(r.status, r.equations, r.variables, r.terms, r.products, r.precision, r.digits, r.seed, r.start,
                  r.counts, r.from, r.proven_paths, r.bound, r.bound_kind, r.complete, r.counted, r.paths,
                  r.infinite_beyond, r.at_infinity, r.isotropic, r.isotropic_forms, r.combined, r.regular, r.certified,
                  r.singular, r.on_a_set, r.real, r.spurious, r.of_combinations, r.approximate, r.denominators, r.roots,
                  r.angles, r.left_out, r.left_out_as_counted, r.undecided, r.steps, r.rejected, r.higher_precision,
                  r.tracked_again, r.target, r.seconds_start, r.seconds_tracking, r.seconds, r.stopped_by);
};
template <>
inline constexpr auto members_of<parameters_report> = [](auto& r) {
  return std::tie(r.equations, r.variables, r.parameters, r.terms, r.generic, r.instances, r.solved, r.inconsistent,
                  r.not_isolated, r.solved_afresh, r.paths, r.regular, r.certified, r.singular, r.on_a_set, r.real,
                  r.proven_paths, r.steps, r.rejected, r.higher_precision, r.tracked_again, r.precision, r.digits,
                  r.seed, r.target, r.seconds_generic, r.seconds_tracking, r.seconds_proving, r.seconds, r.stopped_by);
};
template <>
inline constexpr auto members_of<parameter_values> = [](auto& r) { return std::tie(r.names, r.values); };
template <>
inline constexpr auto members_of<solved_instance> = [](auto& r) {
  return std::tie(r.row, r.status, r.paths, r.regular, r.certified, r.singular, r.on_a_set, r.real, r.solutions,
                  r.solved_afresh, r.complete, r.infinite_beyond);
};
template <>
inline constexpr auto members_of<parameters_result> = [](auto& r) { return std::tie(r.instances, r.report); };
template <>
inline constexpr auto members_of<minimax_problem> = [](auto& r) {
  return std::tie(r.function, r.form, r.degree, r.denominator_degree, r.denominator, r.exponents, r.intervals, r.error,
                  r.weight, r.constraints, r.callable, r.samples);
};
template <>
inline constexpr auto members_of<minimax_report> =
    [](auto& r) { return std::tie(r.arithmetic, r.rounds, r.free, r.boxes, r.seconds, r.stopped_by, r.note); };
template <>
inline constexpr auto members_of<minimax_result> = [](auto& r) {
  return std::tie(r.problem, r.format, r.formats, r.status, r.exponents, r.coefficients, r.denominator, r.decimals,
                  r.best_coefficients, r.optimum, r.lower_bound, r.rounded_error, r.max_error, r.worst_at,
                  r.proven_bound, r.alternation, r.report);
};
template <>
inline constexpr auto members_of<minimax_code> = [](auto& r) {
  return std::tie(r.text, r.error, r.bfloat, r.machines, r.full_rate, r.quarter_rate, r.registers, r.slots, r.target,
                  r.note, r.stopped_by, r.holds);
};
template <>
inline constexpr auto members_of<machine_error> = [](auto& r) { return std::tie(r.machine, r.error, r.worst_at); };
template <>
inline constexpr auto members_of<machine_slots> = [](auto& r) { return std::tie(r.machine, r.slots); };
template <>
inline constexpr auto members_of<pareto_variant> = [](auto& r) {
  return std::tie(r.form, r.constraint, r.degree, r.denominator, r.error, r.cost, r.full_rate, r.quarter_rate,
                  r.registers, r.proven_bound, r.float_error, r.efficient);
};
template <>
inline constexpr auto members_of<pareto_result> = [](auto& r) { return std::tie(r.function, r.rates, r.variants); };
template <>
inline constexpr auto members_of<boxes_result> = [](auto& r) {
  return std::tie(r.status, r.first, r.items, r.boxes, r.polylines, r.traced, r.axes, r.visited, r.messages, r.report);
};
template <>
inline constexpr auto members_of<boxes_report> = [](auto& r) {
  return std::tie(r.systems, r.complete, r.unique, r.clusters, r.curves, r.unresolved, r.bad_inputs, r.boxes_visited,
                  r.most_visited, r.certificates, r.target, r.seconds, r.stopped_by);
};
template <>
inline constexpr auto members_of<box_system> = [](auto& r) {
  return std::tie(r.variables, r.box, r.equations, r.positive, r.fixed, r.piece_of, r.curves, r.has_functions, r.roots,
                  r.is_rewritten);
};
template <>
inline constexpr auto members_of<bernstein_polynomial> =
    [](auto& r) { return std::tie(r.degrees, r.coefficients, r.error); };
template <>
inline constexpr auto members_of<bezier_curve> =
    [](auto& r) { return std::tie(r.degree, r.dimension, r.control, r.weights); };
template <>
inline constexpr auto members_of<bad_system> = [](auto& r) { return std::tie(r.system, r.message); };
template <>
inline constexpr auto members_of<root_batch_report> = [](auto& r) {
  return std::tie(r.polynomials, r.complete, r.partial, r.zero_polynomials, r.bad_inputs, r.roots, r.one_by_one,
                  r.degree, r.digits, r.target, r.seconds);
};
template <>
inline constexpr auto members_of<real_roots_report> = [](auto& r) {
  return std::tie(r.polynomials, r.roots, r.ok, r.touching, r.unresolved, r.zero_polynomials, r.bad_inputs, r.degree,
                  r.method, r.target, r.seconds, r.clustered);
};
template <>
inline constexpr auto members_of<start_counts> =
    [](auto& r) { return std::tie(r.total_degree, r.multi_homogeneous, r.mixed_volume, r.cells); };

}  // namespace vieta::python
