# core::real_roots in a user's kernel: registers suffice, with neither spills nor local memory, for degrees 4 to LARGEST.
# (At degree 3 hard cubics are a call, with a stack: core/cubic.hpp.) Between 12 and LARGEST every fourth degree is
# compiled: a higher one needs more registers, and all of them take ptxas minutes.
#   cmake -DNVCC=nvcc -DREAL=float -DLARGEST=32 -DSOURCE=real_roots_kernel.cu -DINCLUDE=include -P real_roots_registers.cmake
math(EXPR expected "9 + (${LARGEST} - 12) / 4")
execute_process(
  COMMAND ${NVCC} -std=c++20 -arch=sm_90 --fmad=false -Xptxas -v -DREAL=${REAL} -DCOUNT=${expected} -I ${INCLUDE}
          -cubin -o ${OUTPUT} ${SOURCE}
  OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "nvcc failed:\n${text}")
endif()
string(REGEX MATCHALL "[0-9]+ bytes stack frame, [0-9]+ bytes spill stores, [0-9]+ bytes spill loads" all "${text}")
list(LENGTH all kernels)
if(NOT kernels EQUAL expected)
  message(FATAL_ERROR "ptxas spoke of ${kernels} kernels, expected ${expected}:\n${text}")
endif()
foreach(line IN LISTS all)
  if(NOT line STREQUAL "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads")
    message(SEND_ERROR "${REAL}: ${line}\n${text}")
  endif()
endforeach()
