# real_roots beside cyPolynomial, which lies outside of this repository: VIETA_CYPOLYNOMIAL names its folder, as a variable
# of CMake or of the environment; bench/peers/fetch_cypolynomial.sh gets it. Without it vieta is timed alone.
set(VIETA_CYPOLYNOMIAL "$ENV{VIETA_CYPOLYNOMIAL}" CACHE PATH "Folder of cyPolynomial.h, for real_roots_bench")

add_executable(real_roots_bench real_roots_bench.cpp ${PROJECT_SOURCE_DIR}/tests/oracles/real_roots/real_roots_quick.cpp)
set_target_properties(real_roots_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
target_include_directories(real_roots_bench PRIVATE ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(real_roots_bench PRIVATE vieta_objects vieta_flags)
if(EXISTS "${VIETA_CYPOLYNOMIAL}/cyPolynomial.h")
  add_library(real_roots_cypolynomial OBJECT real_roots_cypolynomial.cpp)
  target_include_directories(real_roots_cypolynomial SYSTEM PRIVATE ${VIETA_CYPOLYNOMIAL})
  target_compile_features(real_roots_cypolynomial PRIVATE cxx_std_20)
  target_compile_options(real_roots_cypolynomial PRIVATE -O3 -march=native -w)
  target_compile_definitions(real_roots_bench PRIVATE VIETA_CYPOLYNOMIAL)
  target_link_libraries(real_roots_bench PRIVATE real_roots_cypolynomial)
elseif(VIETA_CYPOLYNOMIAL)
  message(WARNING "vieta: no cyPolynomial.h in VIETA_CYPOLYNOMIAL (${VIETA_CYPOLYNOMIAL}); real_roots_bench times vieta alone")
endif()
