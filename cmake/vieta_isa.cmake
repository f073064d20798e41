# SIMD levels of the kernels. VIETA_SIMD says which are compiled:
#   native   the best one of this machine alone, in a third of the time; on another processor the library refuses to start
#   all      every level of this processor family; src/base/target.cpp picks one at run time (wheels, archives, CI)
#   LEVEL    that one alone: baseline, neon, avx2 or avx512
# On aarch64 native and all are neon, which every one of them has; baseline is there what the compiler makes of its own
# vector types, to compare with.
set(VIETA_SIMD all CACHE STRING "SIMD levels of the kernels: native, all, baseline, neon, avx2 or avx512")
set_property(CACHE VIETA_SIMD PROPERTY STRINGS native all baseline neon avx2 avx512)
set(vieta_isa_flags_baseline "")
set(vieta_isa_flags_avx2 -mavx2 -mfma)
set(vieta_isa_flags_avx512 -mavx2 -mfma -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512)

set(vieta_all_levels baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND vieta_all_levels avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
  set(vieta_all_levels neon)
  if(VIETA_SIMD STREQUAL "baseline")
    set(vieta_all_levels baseline)
    set(vieta_isa_flags_baseline -DVT_PLAIN_PACK=1)
  endif()
endif()

# The widest level that this machine can run.
function(vieta_native_level result)
  list(GET vieta_all_levels 0 first)
  set(${result} ${first} PARENT_SCOPE)
  if(NOT "avx2" IN_LIST vieta_all_levels OR CMAKE_CROSSCOMPILING)
    return()
  endif()
  include(CheckCXXSourceRuns)
  set(avx2 "__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\")")
  set(avx512 "${avx2}")
  foreach(feature avx512f avx512dq avx512vl)
    string(APPEND avx512 " && __builtin_cpu_supports(\"${feature}\")")
  endforeach()
  foreach(level avx2 avx512)
    check_cxx_source_runs("int main() { __builtin_cpu_init(); return !(${${level}}); }" VIETA_MACHINE_HAS_${level})
    if(VIETA_MACHINE_HAS_${level})
      set(${result} ${level} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

if(VIETA_SIMD STREQUAL "native")
  vieta_native_level(VIETA_ISA_LEVELS)
elseif(VIETA_SIMD MATCHES "^(all|ON)$")
  set(VIETA_ISA_LEVELS ${vieta_all_levels})
elseif(VIETA_SIMD STREQUAL "OFF")  # as version 0.1 called it
  set(VIETA_ISA_LEVELS baseline)
elseif(VIETA_SIMD IN_LIST vieta_all_levels)
  set(VIETA_ISA_LEVELS ${VIETA_SIMD})
else()
  list(JOIN vieta_all_levels ", " known)
  message(FATAL_ERROR "VIETA_SIMD: found '${VIETA_SIMD}', expected native, all or one of: ${known}")
endif()
list(JOIN VIETA_ISA_LEVELS " " vieta_levels)
message(STATUS "vieta: SIMD levels: ${vieta_levels}")

# VIETA_SMALL_FUNCTIONS: the core's functions need not be inlined (include/vieta/core/config.hpp), so that kernels compile in
# a tenth of the time and run at a fraction of the speed: for sanitizers and for editing. With one level only: an inline
# function that two levels share would be compiled for one of them.
option(VIETA_SMALL_FUNCTIONS "Kernels that compile fast and run slowly (one SIMD level only)" OFF)
list(LENGTH VIETA_ISA_LEVELS vieta_number_of_levels)
if((VIETA_SANITIZE OR VIETA_SMALL_FUNCTIONS) AND vieta_number_of_levels EQUAL 1)
  target_compile_definitions(vieta_flags INTERFACE VIETA_SMALL_FUNCTIONS=1)
  target_compile_options(vieta_flags INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-unknown-pragmas>)  # GCC's unroll
endif()
