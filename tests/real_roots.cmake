# `real_roots`: the mathematics by itself, the public interface on the CPU, random families before exact roots.
add_library(real_roots_oracles STATIC oracles/real_roots/real_roots_quick.cpp oracles/real_roots/real_roots_reference.cpp)
target_link_libraries(real_roots_oracles PRIVATE vieta_common vieta_flags)
target_include_directories(real_roots_oracles PUBLIC ${PROJECT_SOURCE_DIR}/tests)

vieta_test(real_roots_core_tests unit/real_roots/real_roots_core_test.cpp)
vieta_test(real_roots_dd_tests unit/real_roots/real_roots_dd_test.cpp)
vieta_test(real_roots_tests unit/real_roots/real_roots_test.cpp unit/real_roots/real_roots_interface_test.cpp unit/real_roots/real_roots_order_test.cpp)
vieta_test(real_roots_first_tests unit/real_roots/real_roots_first_test.cpp)
vieta_test(real_roots_setup_tests unit/real_roots/real_roots_setup_test.cpp)
vieta_test(real_roots_random_tests property/real_roots/real_roots_random.cpp)
vieta_test(real_roots_multiple_tests property/real_roots/real_roots_multiple.cpp)
vieta_test(real_roots_cubics_tests property/real_roots/real_roots_cubics.cpp)
foreach(name real_roots_core_tests real_roots_dd_tests real_roots_tests real_roots_first_tests real_roots_setup_tests real_roots_random_tests
  real_roots_multiple_tests real_roots_cubics_tests)
  target_link_libraries(${name} PRIVATE real_roots_oracles)
endforeach()
# The chain of derivatives is unrolled into one function for each degree.
set_source_files_properties(unit/real_roots/real_roots_core_test.cpp unit/real_roots/real_roots_dd_test.cpp PROPERTIES COMPILE_OPTIONS -O1)

# The kernels for a GPU as a warp of one lane: one_lane/ has a machine of its own, which is found before that of src.
vieta_test(real_roots_one_lane_tests property/real_roots/real_roots_one_lane.cpp)
target_link_libraries(real_roots_one_lane_tests PRIVATE real_roots_oracles)
target_include_directories(real_roots_one_lane_tests BEFORE PRIVATE one_lane)

# The table of hard cases, for tests of the program and of the Python package.
add_executable(real_roots_table oracles/real_roots/real_roots_table.cpp)
target_link_libraries(real_roots_table PRIVATE vieta_flags)
target_include_directories(real_roots_table PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/include)
