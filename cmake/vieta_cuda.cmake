# Finds nvcc (option VIETA_CUDA) and sets VIETA_HAVE_CUDA. `vieta_cuda_flags` is for every target with .cu files.
set(VIETA_HAVE_CUDA OFF)
if(VIETA_CUDA)
  include(CheckLanguage)
  # NVIDIA's packages install here and leave PATH alone.
  find_program(VIETA_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(VIETA_NVCC AND NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} ${VIETA_NVCC})
  endif()
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    set(VIETA_HAVE_CUDA ON)
  elseif(NOT VIETA_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "VIETA_CUDA=${VIETA_CUDA}, but no working nvcc was found (set CMAKE_CUDA_COMPILER)")
  endif()
endif()
set(VIETA_HAVE_CUDA ${VIETA_HAVE_CUDA} CACHE INTERNAL "for ./dev gpu")
message(STATUS "vieta: CUDA: ${VIETA_HAVE_CUDA}")
if(NOT VIETA_HAVE_CUDA)
  return()
endif()

# With all SIMD levels, which is what is handed on: machine code for Turing to Hopper. Otherwise for the GPU of this
# machine, or for Hopper where there is none. -DCMAKE_CUDA_ARCHITECTURES=90, or CUDAARCHS=90 in the environment, decides.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  if(VIETA_SIMD MATCHES "^(all|ON)$")
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90)
  else()
    set(CMAKE_CUDA_ARCHITECTURES 90)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE capability ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed AND capability MATCHES "^([0-9]+)\\.([0-9]+)")
      set(CMAKE_CUDA_ARCHITECTURES ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
    endif()
  endif()
endif()
set(CMAKE_CUDA_VISIBILITY_PRESET hidden)
enable_language(CUDA)
# CMake 3.25 does not know that nvcc 13 has C++20. A static_assert in src/cuda/devices.cu watches that it arrives.
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
find_package(CUDAToolkit REQUIRED)

# cuSOLVER is loaded when it is needed and never linked; to compile its header has to be there.
find_file(VIETA_CUSOLVER_HEADER cusolverDn.h PATHS ${CUDAToolkit_INCLUDE_DIRS} NO_DEFAULT_PATH)
vieta_optional(CUSOLVER "cuSOLVER for the verb newton" "${VIETA_CUSOLVER_HEADER}" "the CUDA toolkit has no cusolverDn.h")
# So is cuBLAS.
find_file(VIETA_CUBLAS_HEADER cublas_v2.h PATHS ${CUDAToolkit_INCLUDE_DIRS} NO_DEFAULT_PATH)
vieta_optional(CUBLAS "int8 products by cuBLAS for the verb newton" "${VIETA_CUBLAS_HEADER}" "the CUDA toolkit has no cublas_v2.h")

add_library(vieta_cuda_flags INTERFACE)
target_compile_options(vieta_cuda_flags INTERFACE
  # As on the host: fused operations only where the source says so, and the same rounding on both sides.
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false -Xcompiler=-Wall,-Wextra,-ffp-contract=off>)
# The static runtime: one library for machines with and without a driver.
target_link_libraries(vieta_cuda_flags INTERFACE CUDA::cudart_static)
