# `roots`: the judge (tests/oracles), families of polynomials, the peers' known troubles, files, backends, examples.
add_library(roots_oracles STATIC oracles/ball_oracle.cpp oracles/families.cpp)
target_link_libraries(roots_oracles PRIVATE vieta_flags)
target_include_directories(roots_oracles PUBLIC ${PROJECT_SOURCE_DIR}/tests
  $<TARGET_PROPERTY:vieta_objects,INTERFACE_INCLUDE_DIRECTORIES>)
target_include_directories(roots_oracles SYSTEM PRIVATE
  $<TARGET_PROPERTY:vieta_objects,INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>)
target_compile_definitions(roots_oracles PRIVATE $<TARGET_PROPERTY:vieta_objects,INTERFACE_COMPILE_DEFINITIONS>)

# roots_test(NAME sources... [LABELS labels...]): a vieta_test with the oracle.
function(roots_test name)
  vieta_test(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE roots_oracles)
endfunction()

roots_test(roots_family_tests
  property/roots_clusters.cpp
  property/roots_degenerate.cpp
  property/roots_families.cpp
  property/roots_range.cpp
)
