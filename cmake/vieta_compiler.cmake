# Language level, warnings, floating-point contract: for every target of this project through `vieta_flags`.
include(GNUInstallDirs)

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

# The program and the library lie at the top of the build folder (build/release/vieta). They find each other by
# relative paths, so that a build folder, and an installed tree, can be moved.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
file(RELATIVE_PATH vieta_bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set(CMAKE_INSTALL_RPATH $ORIGIN/${vieta_bin_to_lib})

# ccache where it is: what one build or checkout compiled serves the others (./dev, pip install ., ./dev wheel). Its
# sloppiness is what its manual asks for where headers are compiled beforehand; nothing here reads __TIME__.
find_program(VIETA_CCACHE ccache)
if(VIETA_CCACHE AND PROJECT_IS_TOP_LEVEL)
  foreach(language CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
        ${VIETA_CCACHE})
    endif()
  endforeach()
endif()

add_library(vieta_flags INTERFACE)
target_compile_options(vieta_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion>
  # No contraction, no reassociation: the error-free transforms and every proven bound stand on IEEE arithmetic as written.
  $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -fno-fast-math>
  # Compilers warn that vector types change the ABI between ISA levels; ours never cross a translation unit.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-Wno-psabi>
  # A guess that GCC makes after inlining; it is wrong about Boost's cpp_int. The sanitizers and clang-tidy know better.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>
  # GCC's garbage collector starts at 512 MB: a sixteenth of the time to compile, for some 300 MB more at once.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>
  # GCC 12 cries wolf over std::string's operator+ (its bug 105651).
  $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
if(VIETA_WERROR)
  target_compile_options(vieta_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()

set(VIETA_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")
if(VIETA_SANITIZE)
  target_compile_options(vieta_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${VIETA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer>)
  target_link_options(vieta_flags INTERFACE -fsanitize=${VIETA_SANITIZE})
endif()
