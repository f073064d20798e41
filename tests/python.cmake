# `vieta` for Python, in the build folder: one pytest run for each file in the folders of tests/python: verbs/, package/,
# machines/ (GPUs, ranks, many processes), tables/ (benchmarks' tables). `./dev` installs what they need
# into build/venv; without it one test says SKIPPED and why.
set(missing "${VIETA_PYTHON_MISSING}")
if(VIETA_HAVE_PYTHON)
  set(modules numpy pytest hypothesis mpmath sympy matplotlib tqdm)
  list(JOIN modules "," names)
  execute_process(COMMAND ${VIETA_PYTHON} -c "import ${names}" RESULT_VARIABLE failed ERROR_VARIABLE why)
  if(failed)
    string(REGEX MATCH "No module named[^\n]*" why "${why}")
    set(missing "${VIETA_PYTHON}: ${why} (./dev installs ${names} into build/venv)")
  endif()
endif()
if(missing OR NOT VIETA_HAVE_PYTHON)
  add_test(NAME python COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: ${missing}")
  set_tests_properties(python PROPERTIES LABELS python SKIP_REGULAR_EXPRESSION "SKIPPED")
  return()
endif()

set(themes arrays boxes cpu_tables gpu gpu_boxes gpu_gradients gpu_jax gpu_roots gpu_on_host gpu_tables published real_roots real_roots_table sanitize_gpu targets)
if(VIETA_HAVE_ARB)  # as for the program's tests
  list(APPEND themes aaa checkpoints compat components errors family geometry geometry_files geometry_space gradients gradients_jax gradients_singular host interrupt many_machines minimax names newton package pages
    pickle plot progress ranks root_batches roots series signal solve
    solve_parameters wrong_arrays)
endif()
file(GLOB paths CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/python/*/test_*.py)
foreach(path IN LISTS paths)
  string(REGEX REPLACE ".*/test_(.*)\\.py$" "\\1" theme ${path})
  set(file_of_${theme} ${path})
  list(APPEND files ${theme})
endforeach()
list(REMOVE_ITEM files ${themes})
if(VIETA_HAVE_ARB AND files)
  message(FATAL_ERROR "vieta: tests/python.cmake does not run ${files}")
endif()
# What Hypothesis likes to remember stays in the build folder.
set(environment PYTHONPATH=${PROJECT_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg
  HYPOTHESIS_STORAGE_DIRECTORY=${PROJECT_BINARY_DIR}/hypothesis)
if(TARGET vieta_cli)
  list(APPEND environment VIETA_PROGRAM=$<TARGET_FILE:vieta_cli>)
endif()
if(TARGET real_roots_table)
  list(APPEND environment VIETA_REAL_ROOTS_TABLE=$<TARGET_FILE:real_roots_table>)
endif()
foreach(theme IN LISTS themes)
  add_test(NAME python.${theme}
    COMMAND ${VIETA_PYTHON} -m pytest -q ${file_of_${theme}}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(python.${theme} PROPERTIES LABELS python TIMEOUT 300 ENVIRONMENT "${environment}")
endforeach()
if(TEST python.gradients_jax)  # where JAX, or PyTorch, is not installed
  set_tests_properties(python.gradients_jax python.gradients_singular PROPERTIES SKIP_REGULAR_EXPRESSION "\n[0-9]+ skipped in"
    TIMEOUT 900)  # XLA compiles each function
endif()
if(VIETA_HAVE_ARB AND TARGET vieta_cli)  # half a minute: some cases of each kind of fault; --count 10000 by hand
  add_test(NAME property.kinds COMMAND ${VIETA_PYTHON} ${CMAKE_CURRENT_LIST_DIR}/property/kinds/run.py --count 10 --most-seconds 1
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(property.kinds PROPERTIES LABELS python TIMEOUT 300 ENVIRONMENT "${environment}"
    SKIP_REGULAR_EXPRESSION "SKIPPED: ")
endif()
set_tests_properties(python.gpu python.gpu_boxes python.gpu_gradients python.gpu_jax python.gpu_roots PROPERTIES
  LABELS "python;gpu" SKIP_REGULAR_EXPRESSION "\n[0-9]+ skipped in")
set_tests_properties(python.gpu_gradients PROPERTIES TIMEOUT 900)  # XLA compiles each function for the host and the device
