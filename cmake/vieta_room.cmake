# A room is a folder of src/: its files, and how hard they are optimised. Each has a CMakeLists.txt that calls one of these.
#
# vieta_common carries what every file of the library is compiled with; vieta_objects is all rooms together, for the shared
# library, the program, the tests (which can reach what the library hides) and the benchmarks.
option(VIETA_UNITY "Compile neighbouring files as one unit: three times faster for the whole, slower after a change" ON)
add_library(vieta_common INTERFACE)
add_library(vieta_objects INTERFACE)
target_link_libraries(vieta_objects INTERFACE vieta_common)

function(vieta_add_objects name)
  # Objects do not travel through a chain of object libraries, sources do.
  target_sources(vieta_objects INTERFACE $<TARGET_OBJECTS:${name}>)
endfunction()

# vieta_room(NAME [COLD|WARM] FILES... [ALONE FILES...] [WITHOUT_CUDA FILES...])
# COLD: takes no time that a user would notice, so it is optimised little (-Og compiles a quarter faster than -O1). WARM: its time is spent in other rooms, in
# libraries, or in branches: -O2 compiles a fifth faster than -O3, and runs as fast. ALONE: files that are never part of a
# larger unit. WITHOUT_CUDA: files that take the place of the kernels' where there is no nvcc. The rooms are compiled by
# vieta_compile_rooms.
function(vieta_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "COLD;WARM" "" "ALONE;WITHOUT_CUDA")
  set(files ${room_UNPARSED_ARGUMENTS})
  if(NOT VIETA_HAVE_CUDA)
    list(APPEND files ${room_WITHOUT_CUDA})
  endif()
  file(RELATIVE_PATH floor ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  string(REGEX REPLACE "/.*" "" floor ${floor})
  if(room_COLD)
    set(rooms vieta_${floor}_cold)
    set(level g)
  elseif(room_WARM)
    set(rooms vieta_${floor}_warm)
    set(level 2)
  else()
    set(rooms vieta_${floor})
    set(level 3)
  endif()
  list(TRANSFORM files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(TRANSFORM room_ALONE PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  get_property(known GLOBAL PROPERTY VIETA_ROOMS)
  if(NOT rooms IN_LIST known)
    set_property(GLOBAL APPEND PROPERTY VIETA_ROOMS ${rooms})
    set_property(GLOBAL PROPERTY ${rooms}_level ${level})
  endif()
  set_property(GLOBAL APPEND PROPERTY ${rooms}_names ${name})
  set_property(GLOBAL PROPERTY ${name}_files ${files})
  set_property(GLOBAL APPEND PROPERTY ${rooms}_alone ${room_ALONE})
endfunction()

# Warnings that a file has only as a part of a larger unit: GCC takes it for a header, in which a type of an anonymous namespace
# would be another one each time; and a local name is no worse for being a constant of the file before it. (Presets without
# VIETA_UNITY still look for such names.)
add_library(vieta_unity_flags INTERFACE)
target_compile_options(vieta_unity_flags INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage -Wno-shadow -Wshadow=local>
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-shadow>)

# Compiles the rooms of each floor that are optimised alike, neighbours as one unit: two seconds of each unit are the headers.
# A unit takes the files of whole rooms, up to some 200 kB (ten to thirty seconds). Called once, from src/, which is where
# properties of single files have to be set (DIRECTORY).
function(vieta_compile_rooms)
  get_property(all GLOBAL PROPERTY VIETA_ROOMS)
  foreach(rooms IN LISTS all)
    foreach(what level names alone)
      get_property(${what} GLOBAL PROPERTY ${rooms}_${what})
    endforeach()
    add_library(${rooms} OBJECT ${alone})
    target_link_libraries(${rooms} PRIVATE vieta_common vieta_flags)
    if(NOT level EQUAL 3)
      vieta_optimise(${rooms} ${level})
    endif()
    if(VIETA_UNITY)
      set_target_properties(${rooms} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
      target_link_libraries(${rooms} PRIVATE vieta_unity_flags)
    endif()
    set(unit 0)
    set(unit_size 0)
    foreach(name IN LISTS names)
      get_property(files GLOBAL PROPERTY ${name}_files)
      target_sources(${rooms} PRIVATE ${files})
      set(room_size 0)
      foreach(file IN LISTS files)
        file(SIZE ${file} size)
        math(EXPR room_size "${room_size} + ${size}")
      endforeach()
      math(EXPR unit_size "${unit_size} + ${room_size}")
      if(unit_size GREATER 200000)
        math(EXPR unit "${unit} + 1")
        set(unit_size ${room_size})
      endif()
      set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${unit})
    endforeach()
    vieta_add_objects(${rooms})
  endforeach()
endfunction()

function(vieta_optimise target level)
  if(level STREQUAL "g" AND EMSCRIPTEN)
    set(level 1)  # which is what -Og is to clang; emcc refuses it by that name
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O${level}>)
    if(level STREQUAL "2")  # passes that find little in branches and calls, and take a twentieth of the time to compile
      target_compile_options(${target} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-tree-vectorize;-fno-tree-pre;-fno-gcse>")
    endif()
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
