# The program and what it prints: unit tests of reports and of the independent check, and the program from outside.
vieta_test(vieta_report_tests
  unit/report/report_json_test.cpp
  unit/report/report_number_test.cpp
  unit/report/report_plot_test.cpp
  unit/report/report_print_test.cpp)
if(VIETA_HAVE_ARB)
  vieta_test(vieta_verify_tests unit/verify/verify_roots_test.cpp)
endif()

find_package(Python3 COMPONENTS Interpreter QUIET)
if(TARGET vieta_cli AND Python3_FOUND)
  set(without_arb boxes devices errors input interrupt interrupt_gpu manual near_linear output picture real_roots
    real_roots_table region root_rows)
  file(GLOB themes RELATIVE ${CMAKE_CURRENT_LIST_DIR}/cli CONFIGURE_DEPENDS cli/*/*_test.py)
  foreach(file IN LISTS themes)
    get_filename_component(theme ${file} NAME_WE)
    string(REGEX REPLACE "_test$" "" theme ${theme})
    if(NOT VIETA_HAVE_ARB AND NOT theme IN_LIST without_arb)
      continue()
    endif()
    add_test(NAME cli.${theme} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cli/${file})
    set_tests_properties(cli.${theme} PROPERTIES LABELS cli TIMEOUT 300
      ENVIRONMENT "VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>;PYTHONDONTWRITEBYTECODE=1;PYTHONPATH=${CMAKE_CURRENT_LIST_DIR}/cli")
  endforeach()
  if(TEST cli.limits AND VIETA_SANITIZE)
    set_property(TEST cli.limits APPEND PROPERTY ENVIRONMENT "VIETA_SANITIZERS=1")
  endif()
  if(TEST cli.shadertoy)
    set_tests_properties(cli.shadertoy PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED:")
  endif()
  if(TEST cli.ranks)  # some hundred processes, and faults that wait for seconds
    set_tests_properties(cli.ranks PROPERTIES TIMEOUT 900 SKIP_REGULAR_EXPRESSION "SKIPPED:")
  endif()
  # A CUDA runtime that meets an old driver: a library in the place of the driver's.
  if(TEST cli.old_driver AND VIETA_HAVE_CUDA AND NOT VIETA_SANITIZE)
    add_library(old_driver SHARED cli/machines/old_driver.cpp)
    target_link_libraries(old_driver PRIVATE vieta_flags)
    set_target_properties(old_driver PROPERTIES OUTPUT_NAME cuda SUFFIX .so.1 CXX_VISIBILITY_PRESET default
      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/old_driver)
    set_property(TEST cli.old_driver APPEND PROPERTY ENVIRONMENT "VIETA_OLD_DRIVER=$<TARGET_FILE_DIR:old_driver>")
  endif()
  set_property(TEST cli.real_roots_table APPEND PROPERTY
    ENVIRONMENT "VIETA_REAL_ROOTS_TABLE=$<TARGET_FILE:real_roots_table>")
  if(TEST cli.hard_use)  # some hundred processes: a minute, or five where others want the machine
    set_tests_properties(cli.hard_use PROPERTIES TIMEOUT 900)
  endif()
  if(TEST cli.hard_limits)  # it counts seconds of the processor, not those of a clock
    set_tests_properties(cli.hard_limits PROPERTIES TIMEOUT 900)
  endif()
  set_tests_properties(cli.devices PROPERTIES LABELS "cli;gpu" SKIP_REGULAR_EXPRESSION "SKIPPED: ")
  set_tests_properties(cli.interrupt_gpu PROPERTIES LABELS "cli;gpu" SKIP_REGULAR_EXPRESSION "OK .skipped=")
  if(TEST cli.old_driver)
    set_tests_properties(cli.old_driver PROPERTIES SKIP_REGULAR_EXPRESSION "OK .skipped=")
  endif()
  if(TEST cli.pages AND NOT VIETA_SANITIZE)  # its C++ programs are compiled, too
    set_property(TEST cli.pages APPEND PROPERTY ENVIRONMENT "VIETA_CXX=${CMAKE_CXX_COMPILER}")
    if(VIETA_HAVE_CUDA)
      set_property(TEST cli.pages APPEND PROPERTY ENVIRONMENT "VIETA_NVCC=${CMAKE_CUDA_COMPILER}")
    endif()
  endif()
endif()
