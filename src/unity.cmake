# Files of a group are compiled as one: what they include is parsed once. Groups have no two helpers of one name.
if(VIETA_UNITY)
  set_target_properties(vieta_cold PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(VIETA_UNITY STREQUAL "ALL")
    set_target_properties(vieta_objects PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()

  set_source_files_properties(target.cpp
    parallel_for.cpp
    cuda_devices_none.cpp
    device_memory_none.cpp
    PROPERTIES UNITY_GROUP base_0)
  set_source_files_properties(exact/arithmetic.cpp
    exact/exact_real.cpp
    exact/expansion.cpp
    exact/limited_arithmetic.cpp
    exact/make_polynomial.cpp
    exact/parse_real.cpp
    exact/polynomial.cpp
    PROPERTIES UNITY_GROUP exact_0)
  set_source_files_properties(verify/claim.cpp
    verify/common_denominator.cpp
    verify/disc.cpp
    verify/disjointness.cpp
    verify/meeting_solutions.cpp
    verify/plain_system.cpp
    verify/root_count.cpp
    verify/solution_claims.cpp
    verify/taylor_model.cpp
    verify/verify_newton.cpp
    verify/verify_roots.cpp
    verify/widest_disjoint.cpp
    verify/winding_number.cpp
    PROPERTIES UNITY_GROUP verify_0)
  set_source_files_properties(io/ascending_values.cpp
    io/bertini.cpp
    io/boxes_curves.cpp
    io/boxes_json.cpp
    io/boxes_npy.cpp
    io/boxes_polynomial.cpp
    io/chebyshev.cpp
    io/complex_text.cpp
    io/detect_format.cpp
    io/json.cpp
    io/list.cpp
    io/message.cpp
    io/npy.cpp
    io/npy_header.cpp
    io/pol.cpp
    io/parameter_values.cpp
    io/parse_json.cpp
    io/phcpack.cpp
    io/pol_header.cpp
    io/read_batch.cpp
    PROPERTIES UNITY_GROUP io_0)
  set_source_files_properties(io/expression.cpp
    io/read_batch_complex.cpp
    io/read_batch_json.cpp
    io/read_batch_npy.cpp
    io/read_batch_number.cpp
    io/read_boxes.cpp
    io/read_file.cpp
    io/read_polynomial.cpp
    io/read_system.cpp
    io/start_text.cpp
    io/system_binary.cpp
    io/system_equations.cpp
    io/system_json.cpp
    io/term_algebra.cpp
    PROPERTIES UNITY_GROUP io_1)
  set_source_files_properties(io/read_batch_lines.cpp
    io/system_expression.cpp
    PROPERTIES UNITY_GROUP io_2)
  set_source_files_properties(report/axis.cpp
    report/boxes_json.cpp
    report/boxes_plot.cpp
    report/boxes_print.cpp
    report/json.cpp
    report/minimax_json.cpp
    report/minimax_pareto.cpp
    report/minimax_print.cpp
    report/newton_print.cpp
    report/npy.cpp
    report/number.cpp
    report/plot.cpp
    report/png.cpp
    report/parameters_json.cpp
    report/parameters_print.cpp
    report/raster.cpp
    report/real_roots_array.cpp
    report/real_roots_table.cpp
    report/roots_array.cpp
    report/roots_json_reader.cpp
    PROPERTIES UNITY_GROUP report_0)
  set_source_files_properties(report/minimax_plot.cpp
    report/newton_json.cpp
    report/print.cpp
    report/solve_json.cpp
    report/solve_print.cpp
    report/svg.cpp
    report/to_json.cpp
    report/words.cpp
    PROPERTIES UNITY_GROUP report_1)
  set_source_files_properties(report/real_roots_json.cpp
    report/real_roots_plot.cpp
    report/stroke_font.cpp
    PROPERTIES UNITY_GROUP report_2)
  set_source_files_properties(report/root_batch_text.cpp
    report/scene.cpp
    PROPERTIES UNITY_GROUP report_3)
  set_source_files_properties(roots/api.cpp
    roots/arb_polynomial.cpp
    roots/assembly.cpp
    roots/batch/cpu.cpp
    roots/batch/kernel_choice.cpp
    roots/batch/one_by_one.cpp
    roots/chart.cpp
    roots/coefficients.cpp
    roots/decimal.cpp
    roots/deflation.cpp
    PROPERTIES UNITY_GROUP roots_0)
  set_source_files_properties(roots/batch/api.cpp
    roots/certificate.cpp
    roots/device_answer.cpp
    roots/iteration.cpp
    roots/kernel_choice.cpp
    roots/near_linear/cell_search.cpp
    roots/near_linear/fourier_plan.cpp
    roots/near_linear/kernel_choice.cpp
    roots/near_linear/region_search.cpp
    roots/near_linear/ring_discs.cpp
    PROPERTIES UNITY_GROUP roots_1)
  set_source_files_properties(roots/circles.cpp
    roots/near_linear/contour.cpp
    roots/near_linear/region_cells.cpp
    roots/near_linear/ring_plan.cpp
    roots/near_linear/ring_search.cpp
    roots/near_linear/sector_table.cpp
    roots/newton_polygon.cpp
    roots/node_ball.cpp
    roots/nodes.cpp
    roots/refinement.cpp
    PROPERTIES UNITY_GROUP roots_2)
  set_source_files_properties(roots/enclosure.cpp
    roots/near_linear/near_linear.cpp
    roots/residuals.cpp
    roots/residuals_arb.cpp
    roots/secular.cpp
    roots/segments.cpp
    roots/sharpening.cpp
    PROPERTIES UNITY_GROUP roots_3)
  set_source_files_properties(roots/region.cpp
    roots/weierstrass.cpp
    roots/batch/cuda_none.cpp
    roots/cuda_sweeps/none.cpp
    roots/near_linear/cuda_none.cpp
    PROPERTIES UNITY_GROUP roots_4)
  set_source_files_properties(newton/api.cpp
    newton/arb_evaluator.cpp
    newton/certificate.cpp
    newton/ball_evaluator.cpp
    newton/cuda/gather_plan.cpp
    newton/certificate_arb.cpp
    newton/certificate_double.cpp
    newton/dense.cpp
    newton/evaluator.cpp
    newton/families.cpp
    PROPERTIES UNITY_GROUP newton_0)
  set_source_files_properties(newton/certificate_stationary.cpp
    newton/gmres_with_factors.cpp
    newton/homotopy.cpp
    newton/inverse_bound.cpp
    newton/iteration.cpp
    newton/kernel_choice.cpp
    newton/matrix_product.cpp
    newton/multiple_qr.cpp
    newton/panel_qr.cpp
    newton/product_graph.cpp
    PROPERTIES UNITY_GROUP newton_1)
  set_source_files_properties(newton/representation.cpp
    newton/cuda_none.cpp
    PROPERTIES UNITY_GROUP newton_2)
  set_source_files_properties(solve/api.cpp
    solve/batch.cpp
    solve/coefficient_tape.cpp
    solve/end_points.cpp
    solve/kernel_choice.cpp
    solve/lane.cpp
    solve/parameter_family.cpp
    solve/parameters.cpp
    solve/path_tracker.cpp
    solve/scaling.cpp
    solve/binomial.cpp
    PROPERTIES UNITY_GROUP solve_0)
  set_source_files_properties(solve/limit_residual.cpp
    solve/mixed_cells.cpp
    solve/multihomogeneous.cpp
    solve/polyhedral_start.cpp
    solve/start_choice.cpp
    solve/supports.cpp
    solve/start_system.cpp
    solve/tape.cpp
    solve/terms.cpp
    solve/track_all.cpp
    solve/validate.cpp
    PROPERTIES UNITY_GROUP solve_1)
  set_source_files_properties(minimax/api.cpp
    minimax/ball.cpp
    minimax/builtin_functions.cpp
    minimax/called_functions.cpp
    minimax/code.cpp
    minimax/coefficients.cpp
    minimax/emit.cpp
    minimax/evaluator.cpp
    minimax/fixed_value.cpp
    minimax/float_bits.cpp
    PROPERTIES UNITY_GROUP minimax_0)
  set_source_files_properties(minimax/float_check.cpp
    minimax/float_inputs.cpp
    minimax/full_range.cpp
    minimax/lattice.cpp
    minimax/machine_code.cpp
    minimax/pareto.cpp
    minimax/printed.cpp
    minimax/problem.cpp
    minimax/program.cpp
    minimax/prove.cpp
    PROPERTIES UNITY_GROUP minimax_1)
  set_source_files_properties(minimax/machine.cpp
    minimax/rates.cpp
    minimax/reserved_words.cpp
    minimax/run_kernel_choice.cpp
    minimax/run_program.cpp
    minimax/sampling.cpp
    minimax/smooth_values.cpp
    minimax/stretch_check.cpp
    minimax/taylor.cpp
    minimax/tree.cpp
    PROPERTIES UNITY_GROUP minimax_2)
  set_source_files_properties(boxes/api.cpp
    boxes/bezier_point.cpp
    boxes/close_look.cpp
    boxes/complaint.cpp
    boxes/finish.cpp
    boxes/geometry.cpp
    boxes/kernel_choice.cpp
    boxes/leftovers.cpp
    boxes/merge.cpp
    PROPERTIES UNITY_GROUP boxes_0)
  set_source_files_properties(boxes/mesh.cpp
    boxes/other_methods.cpp
    boxes/power.cpp
    boxes/problem.cpp
    boxes/schedule.cpp
    boxes/search.cpp
    boxes/slices.cpp
    boxes/spline.cpp
    boxes/cuda_none.cpp
    PROPERTIES UNITY_GROUP boxes_1)
  set_source_files_properties(real_roots/api.cpp
    real_roots/cpu.cpp
    real_roots/emit_shader.cpp
    real_roots/kernel_choice.cpp
    real_roots/plan.cpp
    real_roots/cuda_none.cpp
    PROPERTIES UNITY_GROUP real_roots_0)
endif()
