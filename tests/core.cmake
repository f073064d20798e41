# The arithmetic of include/vieta/core. MPFR is the oracle of all but the packs.
set(core_sources unit/core/core_pack_test.cpp)
if(TARGET vieta_mpfr)
  list(APPEND core_sources unit/core/core_eft_test.cpp unit/core/core_dd_test.cpp unit/core/core_td_test.cpp unit/core/core_qd_test.cpp
       unit/core/core_accumulator_test.cpp unit/core/core_complex_test.cpp unit/core/core_ball_test.cpp)
else()
  message(STATUS "vieta: no MPFR, so the arithmetic of the core is not tested")
  add_test(NAME core_arithmetic COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: built without MPFR")
  set_tests_properties(core_arithmetic PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED")
endif()
vieta_test(core_tests ${core_sources})

# -ffast-math must not get past the first header.
add_test(NAME core_refuses_fast_math COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -ffast-math -fsyntax-only -x c++
         ${PROJECT_SOURCE_DIR}/include/vieta/core/config.hpp)
set_tests_properties(core_refuses_fast_math PROPERTIES LABELS unit PASS_REGULAR_EXPRESSION "need IEEE arithmetic")

if(TARGET vieta_mpfr)
  target_link_libraries(core_tests PRIVATE vieta_mpfr)

  # The error-free transforms once more under each set of flags that could break them: core_variant(NAME flags...).
  set(core_variant_sources unit/core/core_pack_test.cpp unit/core/core_eft_test.cpp unit/core/core_dd_test.cpp unit/core/core_td_test.cpp
      unit/core/core_accumulator_test.cpp)
  function(core_variant name)
    add_executable(core_${name} ${core_variant_sources})
    target_include_directories(core_${name} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(core_${name} PRIVATE vieta_flags vieta_mpfr GTest::gtest_main)
    target_compile_options(core_${name} PRIVATE ${ARGN})
    add_test(NAME core_${name} COMMAND core_${name} --gtest_brief=1)
    set_tests_properties(core_${name} PROPERTIES LABELS unit)
  endfunction()
  function(core_variant_if_host_has cpu_feature name)
    include(CheckCXXSourceRuns)
    check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"${cpu_feature}\") ? 0 : 1; }"
                          VIETA_HOST_HAS_${cpu_feature})
    if(VIETA_HOST_HAS_${cpu_feature})
      core_variant(${name} ${ARGN})
    else()
      add_test(NAME core_${name} COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: this processor has no ${cpu_feature}")
      set_tests_properties(core_${name} PROPERTIES LABELS unit SKIP_REGULAR_EXPRESSION "SKIPPED")
    endif()
  endfunction()

  core_variant(unoptimised -O0)
  core_variant(native -O3 -march=native)
  core_variant_if_host_has(fma avx2 -O3 -mavx2 -mfma)
  core_variant_if_host_has(avx512f avx512 -O2 -mavx512f)

  # A contracting compiler must not pass. (clang obeys the pragma in config.hpp and has nothing to show here.)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND VIETA_HOST_HAS_fma)
    core_variant(contracted -O2 -mfma)
    set_property(TARGET core_contracted PROPERTY LINK_LIBRARIES vieta_mpfr GTest::gtest_main)  # not vieta_flags
    target_compile_options(core_contracted PRIVATE -ffp-contract=fast -Wno-psabi)
    set_tests_properties(core_contracted PROPERTIES WILL_FAIL TRUE)
  endif()

  # The other compiler, where there is one.
  find_program(VIETA_CLANGXX clang++)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND VIETA_CLANGXX)
    set(program ${CMAKE_CURRENT_BINARY_DIR}/core_clang_program)
    list(TRANSFORM core_variant_sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/vieta/core/*.hpp unit/core/core_*.hpp)
    add_custom_command(
      OUTPUT ${program}
      COMMAND ${VIETA_CLANGXX} -std=c++20 -O2 -march=native -Wall -Wextra -Wpedantic -Wshadow -Wconversion
              -Wno-sign-conversion -Werror -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/tests
              -I${VIETA_MPFR_INCLUDE} ${core_variant_sources} -o ${program} $<TARGET_FILE:GTest::gtest_main>
              $<TARGET_FILE:GTest::gtest> ${VIETA_MPFR_LIBRARY} ${VIETA_GMP_LIBRARY} -pthread
      DEPENDS ${core_variant_sources} ${headers}
      VERBATIM)
    add_custom_target(core_clang ALL DEPENDS ${program})
    add_test(NAME core_clang COMMAND ${program} --gtest_brief=1)
    set_tests_properties(core_clang PROPERTIES LABELS unit)
  endif()
endif()

# The same bits on the device as on the host.
if(VIETA_HAVE_CUDA)
  vieta_test(core_device_tests unit/core/core_device_test.cu LABEL gpu)
  target_link_libraries(core_device_tests PRIVATE vieta_cuda_flags)
  target_compile_options(core_device_tests PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-mfma>)
endif()
