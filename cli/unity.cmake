if(VIETA_UNITY)
  set_target_properties(vieta_cli PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set_source_files_properties(batch_run.cpp
    boxes.cpp
    input.cpp
    interrupt.cpp
    minimax.cpp
    newton.cpp
    options.cpp
    output.cpp
    parameter_input.cpp
    progress.cpp
    region_options.cpp
    root_rows.cpp
    PROPERTIES UNITY_GROUP cli_0)
  set_source_files_properties(real_roots.cpp
    roots.cpp
    row_input.cpp
    row_solver.cpp
    solve.cpp
    suggestion.cpp
    system_input.cpp
    verify.cpp
    PROPERTIES UNITY_GROUP cli_1)
  set_source_files_properties(main.cpp info.cpp PROPERTIES UNITY_GROUP cli_1)
endif()
