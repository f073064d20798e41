# `newton`: linear algebra, readers, evaluation and solutions against plain sums of terms in 700 bits, files
# of PHCpack, the program.
vieta_test(newton_linear_tests unit/newton/newton_linear_test.cpp unit/newton/newton_on_host.cpp unit/newton/newton_qr_on_host.cpp
  unit/newton/newton_remainders_on_host.cpp)
if(VIETA_HAVE_ARB AND TARGET vieta_mpfr)
  vieta_test(newton_tests
    unit/newton/newton_evaluation_test.cpp
    unit/newton/newton_io_test.cpp
    unit/newton/newton_least_squares.cpp
    unit/newton/newton_claims_test.cpp
    unit/newton/newton_stationary_test.cpp
    unit/newton/newton_test.cpp
    oracles/systems/system_oracle.cpp
  )
  target_link_libraries(newton_tests PRIVATE vieta_mpfr)
  vieta_test(newton_file_tests property/systems/newton_phcpack_files.cpp oracles/systems/system_oracle.cpp LABEL files)
else()
  add_test(NAME newton_tests COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: built without Arb or MPFR")
  set_tests_properties(newton_tests PROPERTIES LABELS unit SKIP_REGULAR_EXPRESSION "SKIPPED")
endif()

if(VIETA_HAVE_CUDA)
  vieta_test(newton_device_tests unit/newton/newton_device_test.cpp oracles/systems/system_oracle.cpp LABEL gpu)
endif()

add_executable(example_newton_two_circles ${PROJECT_SOURCE_DIR}/examples/newton_two_circles.cpp)
target_link_libraries(example_newton_two_circles PRIVATE vieta::vieta vieta_flags)
add_test(NAME example.newton_two_circles COMMAND example_newton_two_circles)
set_tests_properties(example.newton_two_circles PROPERTIES LABELS example PASS_REGULAR_EXPRESSION
  "x = 1.4142135623730950488016887242096980785696718753769")
