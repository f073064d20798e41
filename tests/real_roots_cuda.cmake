# `real_roots` on CUDA: what its kernels need, checked without a GPU; and what they say, on one.
if(NOT VIETA_HAVE_CUDA)
  add_test(NAME build.real_roots_registers COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: no nvcc")
  set_tests_properties(build.real_roots_registers PROPERTIES LABELS build SKIP_REGULAR_EXPRESSION "SKIPPED")
  return()
endif()
foreach(kind float:32 double:20)  # two doubles for each degree: 255 registers hold no more than 20
  string(REPLACE ":" ";" kind ${kind})
  list(GET kind 0 real)
  list(GET kind 1 largest)
  add_test(NAME build.real_roots_registers_${real}
    COMMAND ${CMAKE_COMMAND} -DNVCC=${CMAKE_CUDA_COMPILER} -DREAL=${real} -DLARGEST=${largest}
      -DSOURCE=${CMAKE_CURRENT_LIST_DIR}/build/real_roots_kernel.cu -DINCLUDE=${PROJECT_SOURCE_DIR}/include
      -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/real_roots_${real}.cubin
      -P ${CMAKE_CURRENT_LIST_DIR}/build/real_roots_registers.cmake)
  set_tests_properties(build.real_roots_registers_${real} PROPERTIES LABELS build)
endforeach()

vieta_test(real_roots_device_tests unit/real_roots/real_roots_device_test.cu unit/real_roots/real_roots_low_degrees_device_test.cu
  unit/real_roots/real_roots_order_device_test.cu unit/real_roots/real_roots_wide_device_test.cu LABEL gpu)
vieta_test(real_roots_own_kernel_tests unit/real_roots/real_roots_own_kernel_test.cu LABEL gpu)
foreach(name real_roots_device_tests real_roots_own_kernel_tests)
  target_link_libraries(${name} PRIVATE vieta_cuda_flags real_roots_oracles)
endforeach()
vieta_test(real_roots_device_random_tests property/real_roots/real_roots_device_random.cpp LABEL gpu)
target_link_libraries(real_roots_device_random_tests PRIVATE real_roots_oracles)
