# `solve`: known numbers of solutions, one step of the tracker, PHCpack's systems.
if(VIETA_HAVE_ARB)
  vieta_test(solve_tests unit/solve/solve_kernel_test.cpp unit/solve/solve_on_host.cpp unit/solve/solve_test.cpp unit/solve/solve_parameters_test.cpp)
  vieta_test(solve_starts_tests unit/solve/solve_starts_test.cpp)
  vieta_test(solve_file_tests property/solve_phcpack_files.cpp LABEL files)
endif()
if(VIETA_HAVE_CUDA)
  vieta_test(solve_device_tests unit/solve/solve_device_test.cpp LABEL gpu)
endif()
