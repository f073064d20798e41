# `minimax`: the method against known optima and a slow look at many points; the emitted text compiled and run.
vieta_test(minimax_tests unit/minimax/minimax_test.cpp unit/minimax/minimax_aaa_test.cpp unit/minimax/minimax_calls_test.cpp unit/minimax/minimax_code_test.cpp unit/minimax/minimax_constraints_test.cpp unit/minimax/minimax_fixed_test.cpp
  unit/minimax/minimax_float_test.cpp unit/minimax/minimax_half_test.cpp unit/minimax/minimax_printed_test.cpp unit/minimax/minimax_proof_test.cpp
  unit/minimax/minimax_quotient_test.cpp unit/minimax/minimax_rounded_test.cpp unit/minimax/minimax_samples_test.cpp unit/minimax/minimax_verdict_test.cpp
  unit/minimax/minimax_zeros_test.cpp)

add_executable(example_minimax_acos ${PROJECT_SOURCE_DIR}/examples/minimax_acos.cpp)
target_link_libraries(example_minimax_acos PRIVATE vieta::vieta)
add_test(NAME example.minimax_acos COMMAND example_minimax_acos)
set_tests_properties(example.minimax_acos PROPERTIES LABELS example PASS_REGULAR_EXPRESSION "float fast_acos")

# The committed functions are those that the program writes.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(TARGET vieta_cli AND Python3_FOUND AND VIETA_HAVE_ARB)
  add_test(NAME shader.fast_math
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/shaders/fast_math.py $<TARGET_FILE:vieta_cli> --check)
  set_tests_properties(shader.fast_math PROPERTIES LABELS unit)
endif()

# Random questions against mpmath, and degrees against one another; 2,000, 300 strange ones and 200 of them by hand.
if(TARGET vieta_cli AND Python3_FOUND AND VIETA_HAVE_ARB)
  add_test(NAME minimax.degrees
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/minimax/minimax_degrees.py)
  set_tests_properties(minimax.degrees PROPERTIES LABELS unit TIMEOUT 300
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
  add_test(NAME minimax.strange
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/minimax/minimax_strange.py --count 8)
  set_tests_properties(minimax.strange PROPERTIES LABELS unit TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
  add_test(NAME minimax.shapes
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/minimax/minimax_shapes.py --count 8)
  set_tests_properties(minimax.shapes PROPERTIES LABELS unit TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
  add_test(NAME minimax.places
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/minimax/minimax_places.py --count 8)
  set_tests_properties(minimax.places PROPERTIES LABELS unit TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
  add_test(NAME minimax.stops
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/minimax/minimax_stops.py --first 11 --count 4)
  set_tests_properties(minimax.stops PROPERTIES LABELS unit TIMEOUT 300
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
  add_test(NAME minimax.random
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/property/minimax/minimax_random.py --count 25)
  set_tests_properties(minimax.random PROPERTIES LABELS unit TIMEOUT 600 SKIP_RETURN_CODE 77
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
endif()

# Fixed-point code on a Cortex-M0 and M4 under qemu-system-arm, on every input.
if(TARGET vieta_cli AND Python3_FOUND AND VIETA_HAVE_ARB)
  add_test(NAME minimax.cortex_m COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cortex_m/cortex_m_test.py)
  set_tests_properties(minimax.cortex_m PROPERTIES LABELS unit TIMEOUT 300 SKIP_REGULAR_EXPRESSION "SKIPPED: "
    ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1")
endif()

# An image as the judge of stand-ins; fails unless it reproduces what is known about this light.
add_executable(example_sphere_light ${PROJECT_SOURCE_DIR}/examples/sphere_light/main.cpp)
target_link_libraries(example_sphere_light PRIVATE vieta::vieta)
add_test(NAME example.sphere_light COMMAND example_sphere_light)
set_tests_properties(example.sphere_light PROPERTIES LABELS example)

# On a GPU: all floats there and here; the emitted text, compiled at run time where NVIDIA's library for that was found.
if(VIETA_HAVE_CUDA)
  vieta_test(minimax_device_tests unit/minimax/minimax_device_test.cpp LABEL gpu)
  if(TARGET CUDA::nvrtc)
    vieta_test(minimax_cuda_text_tests unit/minimax/minimax_cuda_text_test.cpp LABEL gpu ALONE)
    target_link_libraries(minimax_cuda_text_tests PRIVATE CUDA::nvrtc)
  endif()
endif()
