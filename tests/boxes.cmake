# `solve_boxes`: known systems and files of systems, random systems against an exhaustive reference, the program.
vieta_test(boxes_tests unit/boxes/boxes_test.cpp unit/boxes/boxes_degenerate_test.cpp unit/boxes/boxes_batch_test.cpp unit/boxes/boxes_misuse_test.cpp
  unit/boxes/boxes_files_test.cpp unit/boxes/boxes_io_test.cpp unit/boxes/boxes_geometry_test.cpp unit/boxes/boxes_degree_test.cpp
  unit/boxes/boxes_close_test.cpp unit/boxes/boxes_narrow_test.cpp unit/boxes/boxes_together_test.cpp unit/boxes/boxes_leftovers_test.cpp unit/boxes/boxes_curves_test.cpp)
vieta_test(boxes_random_tests property/systems/boxes_random.cpp oracles/boxes/boxes_reference.cpp)

function(boxes_example name expected)
  add_executable(example_boxes_${name} ${PROJECT_SOURCE_DIR}/examples/boxes_${name}.cpp)
  target_link_libraries(example_boxes_${name} PRIVATE vieta::vieta vieta_flags)
  add_test(NAME example.boxes_${name} COMMAND example_boxes_${name})
  set_tests_properties(example.boxes_${name} PROPERTIES LABELS example PASS_REGULAR_EXPRESSION "${expected}")
endfunction()
boxes_example(curve_curve "crossings, complete")
boxes_example(curve_surface "3 points, complete")
boxes_example(ray_patch "hits of 480 rays, 480 proven")
boxes_example(closest_point "feet; closest at t = ")
boxes_example(bisector "6400 points, 6241 quadrilaterals, 6400 of 6400 slices proven")

if(VIETA_HAVE_CUDA)
  vieta_test(boxes_device_tests unit/boxes/boxes_device_test.cpp LABEL gpu)
endif()
