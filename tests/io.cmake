# Exact numbers, the polynomial type and the readers.
vieta_test(exact_tests
  unit/exact/exact_arithmetic.cpp
  unit/exact/exact_expansion.cpp
  unit/exact/exact_integer.cpp
  unit/exact/exact_polynomial.cpp
  unit/exact/exact_real.cpp
)
vieta_test(io_tests
  unit/io/io_documentation.cpp
  unit/io/io_expression.cpp
  unit/io/io_rational.cpp
  unit/io/io_json.cpp
  unit/io/io_list.cpp
  unit/io/io_npy.cpp
  unit/io/io_pol.cpp
  unit/io/io_read.cpp
  unit/io/io_rows.cpp
)
target_compile_definitions(io_tests PRIVATE VIETA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
vieta_test(io_property_tests
  property/io/io_expansion.cpp
  property/io/io_round_trip.cpp
)
if(TARGET vieta_rapidcheck)
  target_link_libraries(io_property_tests PRIVATE vieta_rapidcheck)
  target_compile_definitions(io_property_tests PRIVATE VIETA_HAVE_RAPIDCHECK=1)
endif()
