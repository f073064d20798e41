# `roots`: the judge (tests/oracles), families of polynomials, the peers' known troubles, files, backends, examples.
add_library(roots_oracles STATIC
  oracles/roots/ball_oracle.cpp
  oracles/roots/balls.cpp
  oracles/roots/count_alone.cpp
  oracles/roots/families.cpp
  oracles/roots/form.cpp
  oracles/roots/inclusion.cpp
  oracles/roots/product.cpp
  oracles/roots/sample.cpp
  oracles/roots/true_roots.cpp
)
target_link_libraries(roots_oracles PRIVATE vieta_common vieta_flags)
target_include_directories(roots_oracles PUBLIC ${PROJECT_SOURCE_DIR}/tests)

# roots_test(NAME sources... [LABEL label]): a vieta_test with the oracle.
function(roots_test name)
  vieta_test(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE roots_oracles)
endfunction()

roots_test(roots_family_tests
  property/roots/roots_clusters.cpp
  property/roots/roots_degenerate.cpp
  property/roots/roots_families.cpp
  property/roots/roots_random.cpp
  property/roots/roots_range.cpp
  property/roots/roots_uncertain.cpp
)
roots_test(roots_complaint_tests property/roots/roots_complaints.cpp)
roots_test(near_linear_tests property/roots/near_linear_roots.cpp)
roots_test(roots_region_tests property/roots/roots_region.cpp)
roots_test(roots_fixed_point_tests
  property/roots/roots_fixed_point.cpp property/roots/roots_fixed_point_warp.cpp)
roots_test(roots_real_line_tests
  property/roots/roots_complex_multiple.cpp property/roots/roots_exact_kinds.cpp property/roots/roots_real_line.cpp)
roots_test(roots_verify_tests property/roots/roots_verify.cpp)
roots_test(root_batch_tests property/roots/root_batches.cpp unit/roots/root_batch_clusters.cpp)
vieta_test(root_batches_device_tests unit/roots/root_batches_device_test.cpp LABEL gpu)
roots_test(roots_backend_tests property/roots/roots_backends.cpp)
roots_test(roots_file_tests property/roots/roots_mpsolve_files.cpp LABEL files)

find_package(Python3 COMPONENTS Interpreter QUIET)
if(TARGET vieta_cli AND Python3_FOUND)
  add_test(NAME property.printed_roots COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/roots/printed_roots.py)
  set_tests_properties(property.printed_roots PROPERTIES LABELS cli TIMEOUT 300
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
endif()

# Slow files. mand2047 takes minutes: registered only where VIETA_SLOW_TESTS is set when CMake configures.
add_executable(roots_slow_tests property/roots/roots_mpsolve_slow_files.cpp)
target_link_libraries(roots_slow_tests PRIVATE roots_oracles vieta_objects vieta_flags GTest::gtest_main)
set(slow_files mand1023)
if(DEFINED ENV{VIETA_SLOW_TESTS})
  list(APPEND slow_files mand2047)
endif()
foreach(file IN LISTS slow_files)
  add_test(NAME roots.slow.${file} COMMAND roots_slow_tests --gtest_filter=*/${file})
  set_tests_properties(roots.slow.${file} PROPERTIES LABELS "unit;slow" TIMEOUT 1800 SKIP_REGULAR_EXPRESSION "SKIPPED")
endforeach()

roots_test(roots_unit_tests
  unit/roots/near_linear_on_host.cpp
  unit/roots/near_linear_parts.cpp
  unit/roots/rank_ranges_test.cpp
  unit/roots/roots_decimal.cpp
  unit/roots/roots_kernels.cpp
  unit/roots/roots_oracle.cpp
  unit/roots/roots_parts.cpp
  unit/roots/roots_sweeps_on_host.cpp
  unit/roots/whole_roots_test.cpp
)
if(VIETA_HAVE_ARB)
  target_sources(roots_unit_tests PRIVATE unit/roots/roots_structure.cpp)
endif()

if(VIETA_HAVE_CUDA)
  # One of them takes all memory of the device: others beside it would find none.
  vieta_test(near_linear_device_tests unit/roots/near_linear_device_test.cpp LABEL gpu ALONE)
  vieta_test(root_batch_clusters_device_tests unit/roots/root_batch_clusters_device_test.cu LABEL gpu)
  target_link_libraries(root_batch_clusters_device_tests PRIVATE vieta_cuda_flags)
  vieta_test(roots_sweeps_device_tests unit/roots/roots_sweeps_device_test.cpp LABEL gpu)
  roots_test(roots_ladder_device_tests unit/roots/roots_ladder_device_test.cpp LABEL gpu)
endif()

# Examples: a stranger's programs, built against the library and its public headers alone, and run.
function(roots_example name)
  add_executable(example_${name} ${PROJECT_SOURCE_DIR}/examples/${name}.cpp)
  target_link_libraries(example_${name} PRIVATE vieta vieta_flags)
  add_test(NAME example.${name} COMMAND example_${name} ${ARGN})
  set_tests_properties(example.${name} PROPERTIES LABELS example TIMEOUT 60)
endfunction()
roots_example(roots_of_doubles)
roots_example(roots_of_exact_numbers)
roots_example(roots_of_a_file ${PROJECT_SOURCE_DIR}/examples/polynomials/wilkinson20.pol)
roots_example(stop_early)
roots_example(real_roots_batch)
