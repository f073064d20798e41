# The C interface: from C99, from several threads, from Python's ctypes; and from Rust, Octave, R and Julia where they are.
include(CheckLanguage)
check_language(C)
if(CMAKE_C_COMPILER AND NOT VIETA_SANITIZE)
  enable_language(C)
  add_executable(c_interface_test c/interface_test.c)
  set_target_properties(c_interface_test PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
  target_compile_options(c_interface_test PRIVATE -Wall -Wextra -pedantic $<$<BOOL:${VIETA_WERROR}>:-Werror>)
  target_compile_definitions(c_interface_test PRIVATE $<$<BOOL:${VIETA_HAVE_ARB}>:VIETA_HAVE_ARB>)
  target_link_libraries(c_interface_test PRIVATE vieta m)
  add_test(NAME c.interface COMMAND c_interface_test)
  set_tests_properties(c.interface PROPERTIES LABELS unit)

  add_executable(c_example ${PROJECT_SOURCE_DIR}/examples/c/roots.c)
  target_link_libraries(c_example PRIVATE vieta)
  add_test(NAME c.example COMMAND c_example "x^5 - x - 1")
  set_tests_properties(c.example PROPERTIES LABELS unit PASS_REGULAR_EXPRESSION "1\\.16730397826141")

  find_package(Python3 COMPONENTS Interpreter QUIET)
  if(Python3_FOUND)
    add_test(NAME c.ctypes
      COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/examples/c/roots.py $<TARGET_FILE:vieta> "x^5 - x - 1")
    set_tests_properties(c.ctypes PROPERTIES LABELS unit PASS_REGULAR_EXPRESSION "1\\.16730397826141")
  endif()
  add_executable(c_threads_test c/threads_test.c)
  set_target_properties(c_threads_test PROPERTIES C_STANDARD 99)
  target_link_libraries(c_threads_test PRIVATE vieta Threads::Threads m)
  add_test(NAME c.threads COMMAND c_threads_test)
  set_tests_properties(c.threads PROPERTIES LABELS unit)

  # What other languages say of the header, by hand, and what the library exports of it.
  if(Python3_FOUND)
    add_test(NAME c.declarations
      COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/c/declarations_test.py $<TARGET_FILE:vieta>)
    set_tests_properties(c.declarations PROPERTIES LABELS unit)
  endif()

  # Each example runs where its language is; it says SKIPPED elsewhere. `./dev` installs none of them.
  foreach(language rust octave r julia)
    add_test(NAME c.${language} COMMAND ${CMAKE_CURRENT_LIST_DIR}/c/${language}.sh $<TARGET_FILE:vieta>
      ${CMAKE_CURRENT_BINARY_DIR}/c_${language})
    set_tests_properties(c.${language} PROPERTIES LABELS example SKIP_REGULAR_EXPRESSION "SKIPPED" TIMEOUT 300)
  endforeach()
endif()
