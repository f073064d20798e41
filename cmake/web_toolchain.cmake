# Emscripten, wherever its compiler is: what the preset `web` compiles with. Emscripten's own file does the work.
find_program(VIETA_EM_CONFIG em-config REQUIRED DOC "tells where Emscripten lies (Debian: emscripten)")
execute_process(COMMAND ${VIETA_EM_CONFIG} EMSCRIPTEN_ROOT OUTPUT_VARIABLE vieta_emscripten
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include(${vieta_emscripten}/cmake/Modules/Platform/Emscripten.cmake)
