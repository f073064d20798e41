# Language level, warnings, floating-point contract: for every target of this project through `vieta_flags`.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(vieta_flags INTERFACE)
# No contraction, no reassociation: the error-free transforms and every proven bound stand on IEEE arithmetic as written.
target_compile_options(vieta_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
                            -ffp-contract=off -fno-fast-math>)
# GCC warns that vector types change the ABI between ISA levels; ours never cross a translation unit.
target_compile_options(vieta_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:$<$<COMPILE_LANGUAGE:CXX>:-Wno-psabi>>)

set(VIETA_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")
if(VIETA_SANITIZE)
  target_compile_options(vieta_flags INTERFACE -fsanitize=${VIETA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(vieta_flags INTERFACE -fsanitize=${VIETA_SANITIZE})
endif()
