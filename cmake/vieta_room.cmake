# A room is a folder of src/: an object library, the includes it needs, and how hard it is optimised. Each has a CMakeLists.txt
# that calls one of these.
#
# vieta_common carries what every file of the library is compiled with; vieta_objects is all rooms together, for the shared
# library, the program, the tests (which can reach what the library hides) and the benchmarks.
option(VIETA_UNITY "Compile a room's files as one unit: three times faster for the whole, slower after a change" ON)
add_library(vieta_common INTERFACE)
add_library(vieta_objects INTERFACE)
target_link_libraries(vieta_objects INTERFACE vieta_common)

function(vieta_add_objects name)
  # Objects do not travel through a chain of object libraries, sources do.
  target_sources(vieta_objects INTERFACE $<TARGET_OBJECTS:${name}>)
endfunction()

# vieta_room(NAME [COLD] FILES... [ALONE FILES...])
# COLD: takes no time that a user would notice, so it is optimised little. ALONE: files that are never part of a larger unit.
function(vieta_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "COLD" "" "ALONE")
  add_library(vieta_${name} OBJECT ${room_UNPARSED_ARGUMENTS} ${room_ALONE})
  target_link_libraries(vieta_${name} PRIVATE vieta_common vieta_flags)
  vieta_cold_options(vieta_${name} ${room_COLD})
  if(VIETA_UNITY)
    set_target_properties(vieta_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    # GCC takes the files of a unit for headers, in which a type of an anonymous namespace would be another one each time.
    target_compile_options(vieta_${name} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
    set_source_files_properties(${room_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  vieta_add_objects(vieta_${name})
endfunction()

function(vieta_cold_options target cold)
  if(cold AND CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1>)
  endif()
endfunction()

# vieta_cuda_room(NAME FILES... [RELAXED]): kernels. RELAXED: constexpr functions of the host run on the device too.
# Machine code for 8.0 runs on 8.6 and 8.9 as well, and warp-wide reductions and double-precision shuffles ask for 8.0.
function(vieta_cuda_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "RELAXED;ALL_ARCHITECTURES" "" "")
  add_library(vieta_${name} OBJECT ${room_UNPARSED_ARGUMENTS})
  target_link_libraries(vieta_${name} PRIVATE vieta_common vieta_flags vieta_cuda_flags)
  if(NOT room_ALL_ARCHITECTURES AND "80-real" IN_LIST CMAKE_CUDA_ARCHITECTURES)
    set_target_properties(vieta_${name} PROPERTIES CUDA_ARCHITECTURES "80-real;90")
  endif()
  if(room_RELAXED)
    target_compile_options(vieta_${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>)
  endif()
  vieta_add_objects(vieta_${name})
endfunction()

# vieta_kernels(NAME FILES... [OPTIONS FLAGS...]): files that are compiled once for each SIMD level, with -DVIETA_ISA=<level>.
# They put what they define into `namespace VIETA_ISA { ... }`; VIETA_HAVE_AVX2 and its like, which all users of vieta_common
# see, say which levels there are.
#
# Beware of inline functions that are not in that namespace (std::vector's, say): the linker keeps one copy of all
# those it finds, and if that one was compiled for AVX-512 the library crashes elsewhere. The test isa_symbols looks.
function(vieta_kernels name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "OPTIONS")
  foreach(level IN LISTS VIETA_ISA_LEVELS)
    set(objects vieta_${name}_${level})
    add_library(${objects} OBJECT ${room_UNPARSED_ARGUMENTS})
    target_compile_definitions(${objects} PRIVATE VIETA_ISA=${level})
    target_compile_options(${objects} PRIVATE ${vieta_isa_flags_${level}} ${room_OPTIONS})
    # Everything in a kernel is inlined into one function: checked for undefined behaviour it takes minutes to compile.
    if(VIETA_SANITIZE MATCHES undefined)
      target_compile_options(${objects} PRIVATE -fno-sanitize=undefined)
    endif()
    target_link_libraries(${objects} PRIVATE vieta_common vieta_flags)
    vieta_add_objects(${objects})
    set_property(GLOBAL APPEND PROPERTY VIETA_KERNELS_${level} $<TARGET_OBJECTS:${objects}>)
  endforeach()
endfunction()
