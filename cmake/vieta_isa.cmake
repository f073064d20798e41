# SIMD levels of this processor family. Kernels are compiled once for each; src/target.cpp picks one at run time.
# ON: all levels (for what is handed on); OFF: the baseline's alone; native: this machine's alone, in a third of the time.
set(VIETA_SIMD ON CACHE STRING "SIMD levels of the kernels: ON (all), OFF (baseline), native (this machine's alone)")
set_property(CACHE VIETA_SIMD PROPERTY STRINGS ON OFF native)
set(VIETA_ISA_LEVELS baseline)
set(vieta_isa_flags_baseline "")
if(VIETA_SIMD AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  list(APPEND VIETA_ISA_LEVELS avx2 avx512)
  set(vieta_isa_flags_avx2 -mavx2 -mfma)
  set(vieta_isa_flags_avx512 -mavx2 -mfma -mavx512f -mavx512dq -mavx512vl -mprefer-vector-width=512)
  if(VIETA_SIMD STREQUAL "native")
    include(CheckCXXSourceRuns)
    set(avx2 "__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\")")
    set(avx512 "__builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512vl\")")
    check_cxx_source_runs("int main() { __builtin_cpu_init(); return !(${avx2}); }" VIETA_NATIVE_AVX2)
    check_cxx_source_runs("int main() { __builtin_cpu_init(); return !(${avx2} && ${avx512}); }" VIETA_NATIVE_AVX512)
    if(VIETA_NATIVE_AVX512)
      set(VIETA_ISA_LEVELS avx512)
    elseif(VIETA_NATIVE_AVX2)
      set(VIETA_ISA_LEVELS avx2)
    else()
      set(VIETA_ISA_LEVELS baseline)
    endif()
    message(STATUS "vieta: kernels for this machine alone: ${VIETA_ISA_LEVELS}")
  endif()
endif()
# With one level the core's functions need not be inlined (include/vieta/core/config.hpp): under a sanitizer the kernels
# of `real_roots` then compile in one minute, not in ten.
if(VIETA_SANITIZE AND VIETA_ISA_LEVELS STREQUAL "baseline")
  target_compile_definitions(vieta_flags INTERFACE VIETA_SMALL_FUNCTIONS=1)
  target_compile_options(vieta_flags INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-unknown-pragmas>)  # GCC's unroll
endif()

# vieta_isa_sources(NAMES...): adds each .cpp to vieta_objects once per level, compiled with -DVIETA_ISA=<level>.
# The code puts what it defines into `namespace VIETA_ISA { ... }`, and tests VIETA_HAVE_AVX2 and VIETA_HAVE_AVX512,
# which all users of vieta_objects see, before it calls a level.
#
# Beware of inline functions that are not in that namespace (std::vector's, say): the linker keeps one copy of all
# those it finds, and if that one was compiled for AVX-512 the library crashes elsewhere. The test isa_symbols looks.
function(vieta_isa_sources)
  foreach(level IN LISTS VIETA_ISA_LEVELS)
    set(objects vieta_isa_${level})
    if(NOT TARGET ${objects})
      add_library(${objects} OBJECT)
      target_compile_definitions(${objects} PRIVATE VIETA_ISA=${level})
      target_compile_options(${objects} PRIVATE ${vieta_isa_flags_${level}})
      target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
      target_link_libraries(${objects} PRIVATE vieta_flags)
      # Objects do not travel through a chain of object libraries, sources do.
      target_sources(vieta_objects INTERFACE $<TARGET_OBJECTS:${objects}>)
      string(TOUPPER ${level} upper)
      target_compile_definitions(vieta_objects PUBLIC VIETA_HAVE_${upper}=1)
    endif()
    target_sources(${objects} PRIVATE ${ARGN})
    # Everything in a kernel is inlined into one function: checked for undefined behaviour it takes minutes to compile.
    if(VIETA_SANITIZE MATCHES undefined)
      set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined)
    endif()
  endforeach()
endfunction()
