# cmake -DPROGRAM=... -DFOLDER=... -P write_manual.cmake: the manual page and the completions that the program prints.
file(MAKE_DIRECTORY ${FOLDER})
foreach(part "vieta.1 man" "vieta.bash completion bash" "_vieta completion zsh" "vieta.fish completion fish")
  separate_arguments(part)
  list(POP_FRONT part name)
  execute_process(COMMAND ${PROGRAM} ${part} OUTPUT_FILE ${FOLDER}/${name} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
