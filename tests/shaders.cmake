# The shaders: their text; compiled by glslang, where it is installed; run through Vulkan, where there is a driver. Mesa's
# lavapipe needs no GPU. `./dev` installs all of it (glslang-tools, spirv-tools, mesa-vulkan-drivers; Python's wgpu).
if(NOT TARGET real_roots_oracles)
  return()
endif()
find_package(Vulkan QUIET)

add_library(shader_tools STATIC
  shaders/shader_programs.cpp
  shaders/shader_runner.cpp
  shaders/wgpu_runner.cpp
)
target_link_libraries(shader_tools PRIVATE vieta_flags)
target_include_directories(shader_tools PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(shader_tools PRIVATE VIETA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# WGSL is compiled and run by the package wgpu, which `./dev` puts into build/venv.
if(Python_EXECUTABLE)
  target_compile_definitions(shader_tools PRIVATE VIETA_PYTHON="${Python_EXECUTABLE}")
else()
  target_compile_definitions(shader_tools PRIVATE VIETA_PYTHON="python3")
endif()
# Drivers are not built for sanitizers.
if(Vulkan_FOUND AND NOT VIETA_SANITIZE)
  target_sources(shader_tools PRIVATE shaders/vulkan_runner.cpp)
  target_compile_definitions(shader_tools PUBLIC VIETA_HAVE_VULKAN=1)
  target_link_libraries(shader_tools PUBLIC Vulkan::Vulkan)
endif()

vieta_test(shader_text_tests shaders/text_test.cpp)
target_compile_definitions(shader_text_tests PRIVATE VIETA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
vieta_test(shader_core_tests shaders/core_test.cpp)
vieta_test(shader_compile_tests shaders/compile_test.cpp)
target_compile_definitions(shader_compile_tests PRIVATE VIETA_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
vieta_test(shader_run_tests shaders/run_test.cpp LABEL gpu
  GROUPS glsl hlsl wgsl c ispc)
# Eight degrees of the core in one file: optimising them takes long and saves nothing here.
set_source_files_properties(shaders/run_test.cpp PROPERTIES COMPILE_OPTIONS -O1)
# Mesa compiles for AMD's GPUs without one, and tells what the registers had no room for. Then it finds no memory. Nothing is spilled to
# degree 26; at 32 six scalar registers are, into lanes of vector registers: no memory.
set(spilled_to_memory "Spilled VGPRs: [1-9];Scratch size: [1-9]")
set(spilled "Spilled SGPRs: [1-9];${spilled_to_memory}")
foreach(case "no_spilling:spilled:Glsl/ShaderRun.HardCases/*-*_32" "no_scratch:spilled_to_memory:Glsl/ShaderRun.HardCases/*_32")
  string(REGEX MATCH "^([^:]*):([^:]*):(.*)$" case ${case})
  set(test shader.${CMAKE_MATCH_1})
  add_test(NAME ${test} COMMAND shader_run_tests --gtest_filter=${CMAKE_MATCH_3})
  set_tests_properties(${test} PROPERTIES
    LABELS unit
    ENVIRONMENT "VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/radeon_icd.x86_64.json;RADV_FORCE_FAMILY=navi21;RADV_DEBUG=shaderstats,nocache"
    SKIP_REGULAR_EXPRESSION "SKIPPED"
    FAIL_REGULAR_EXPRESSION "${${CMAKE_MATCH_2}}"
    PASS_REGULAR_EXPRESSION "Scratch size: 0")
endforeach()
vieta_test(fast_function_tests shaders/fast_function_test.cpp LABEL gpu)
# Not a test: polynomials per second of the GPU at hand.
add_executable(shader_throughput shaders/throughput.cpp shaders/clear_misses.cpp)
target_link_libraries(shader_throughput PRIVATE vieta_objects vieta_flags)
target_include_directories(shader_throughput PRIVATE ${PROJECT_SOURCE_DIR}/bench/published)
# Vulkan itself: the program measures the device, whatever the language.
if(NOT Vulkan_FOUND OR VIETA_SANITIZE OR NOT VIETA_BUILD_BENCH)
  set_target_properties(shader_throughput PROPERTIES EXCLUDE_FROM_ALL TRUE)
endif()
foreach(name shader_compile_tests shader_run_tests shader_throughput fast_function_tests)
  target_link_libraries(${name} PRIVATE shader_tools real_roots_oracles)
endforeach()
