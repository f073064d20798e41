# The objects of one SIMD level show only functions that carry the level in their name, and nothing in them runs before
# main(): a processor without that level would stop there. See cmake/vieta_isa.cmake.
#   cmake -DNM=nm -DLEVEL=avx512 -DOBJECTS=a.o;b.o -P isa_symbols.cmake
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} -C --defined-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9a-f]+ [TWi] [^\n]*" functions "${symbols}")
  foreach(function IN LISTS functions)
    if(NOT function MATCHES "${LEVEL}")
      message(SEND_ERROR "${object}: ${function}: compiled for ${LEVEL}, but other levels may get this copy")
    endif()
  endforeach()
  if(NOT LEVEL STREQUAL "baseline" AND symbols MATCHES "_GLOBAL__sub_I")
    message(SEND_ERROR "${object}: something is initialised before main() with ${LEVEL}; make it constinit")
  endif()
endforeach()
