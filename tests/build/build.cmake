# Tests of the build itself: what is compiled, what is installed, what others can build against it.

add_test(NAME build.public_headers
  COMMAND ${CMAKE_COMMAND} -DCXX=${CMAKE_CXX_COMPILER} -DINCLUDE=${PROJECT_SOURCE_DIR}/include
    -P ${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake)
set_tests_properties(build.public_headers PROPERTIES LABELS build)

find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND)
  foreach(name real_roots roots_small)
    add_test(NAME build.single_header_${name}
      COMMAND ${CMAKE_COMMAND} -DHEADER=${PROJECT_BINARY_DIR}/include/vieta_${name}.hpp -DCXX=${CMAKE_CXX_COMPILER}
        -DSOURCE=${CMAKE_CURRENT_LIST_DIR}/single_header_${name}.cpp -P ${CMAKE_CURRENT_LIST_DIR}/single_header.cmake)
    set_tests_properties(build.single_header_${name} PROPERTIES LABELS build)
  endforeach()
endif()

# Packs give the same bits on aarch64 and riscv64, where there are their compilers and qemu-user.
foreach(processor aarch64 riscv64)
  add_test(NAME build.packs_on_${processor}
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/packs_elsewhere.sh ${processor} ${CMAKE_CXX_COMPILER})
  set_tests_properties(build.packs_on_${processor} PROPERTIES LABELS build SKIP_REGULAR_EXPRESSION "SKIPPED")
endforeach()

# What systems do differently: the files that know it, for Windows, where there is MinGW-w64.
add_test(NAME build.windows_files
  COMMAND ${CMAKE_CURRENT_LIST_DIR}/windows_files.sh ${CMAKE_CURRENT_BINARY_DIR}/windows ${VIETA_BOOST_INCLUDE}
    ${VIETA_JSON_INCLUDE} /usr/include)
set_tests_properties(build.windows_files PROPERTIES LABELS build SKIP_REGULAR_EXPRESSION "SKIPPED")

# In a build without optimisation nothing is inlined and every inline function is a symbol: the question has no answer.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_NM)
  set(wide_levels ${VIETA_ISA_LEVELS})
  list(REMOVE_ITEM wide_levels baseline)
  foreach(level IN LISTS wide_levels)
    get_property(objects GLOBAL PROPERTY VIETA_KERNELS_${level})
    add_test(NAME build.isa_symbols_${level}
      COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DLEVEL=${level} "-DOBJECTS=${objects}"
        -P ${CMAKE_CURRENT_LIST_DIR}/isa_symbols.cmake)
    set_tests_properties(build.isa_symbols_${level} PROPERTIES LABELS build)
  endforeach()
endif()

# A program from outside would have to be instrumented too.
if(NOT VIETA_SANITIZE AND PROJECT_IS_TOP_LEVEL)
  add_test(NAME build.package
    COMMAND ${PROJECT_SOURCE_DIR}/tests/package/check.sh ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/package
      ${CMAKE_COMMAND} ${CMAKE_CXX_COMPILER})
  set_tests_properties(build.package PROPERTIES LABELS build)
endif()

find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND)
  add_test(NAME build.floors COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/floors.py)
  set_tests_properties(build.floors PROPERTIES LABELS build)
  add_test(NAME build.named_files COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/named_files_test.py)
  set_tests_properties(build.named_files PROPERTIES LABELS build)
  add_test(NAME build.flint_headers COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/flint_headers_test.py)
  set_tests_properties(build.flint_headers PROPERTIES LABELS build)
  add_test(NAME build.flint_words COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/flint_words_test.py)
  set_tests_properties(build.flint_words PROPERTIES LABELS build)
  add_test(NAME build.recipes COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/package/recipes_test.py)
  set_tests_properties(build.recipes PROPERTIES LABELS build)
  add_test(NAME build.wheel_glibc
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/package/glibc_test.py ${PROJECT_BINARY_DIR})
  set_tests_properties(build.wheel_glibc PROPERTIES LABELS build SKIP_REGULAR_EXPRESSION "SKIPPED")
  add_test(NAME build.fuzz_record COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/fuzz_record_test.py)
  set_tests_properties(build.fuzz_record PROPERTIES LABELS build)
endif()
