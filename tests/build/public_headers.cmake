# Every public header compiles alone, beside the macros of <windows.h> too, and includes only vieta's own public headers, the C++ standard library's (the
# only ones with neither a dot nor a slash in their names) and the compiler's intrinsics.
#   cmake -DCXX=g++ -DINCLUDE=include -P public_headers.cmake
set(windows -Dnear= -Dfar= -Dsmall=char -Dinterface=struct -Dhyper=__int64)
file(GLOB_RECURSE headers ${INCLUDE}/*.hpp)
foreach(header IN LISTS headers)
  file(STRINGS ${header} includes REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS includes)
    if(NOT line MATCHES "<[a-z_]+>|<(immintrin|arm_neon).h>|\"vieta/")
      message(SEND_ERROR "${header}: ${line}: public headers include <standard> and \"vieta/...\" only")
    endif()
  endforeach()
  execute_process(RESULT_VARIABLE failed
    COMMAND ${CXX} -std=c++20 -Wall -Wextra -Werror -fsyntax-only ${windows} -I ${INCLUDE} -include ${header} -x c++ /dev/null)
  if(failed)
    message(SEND_ERROR "${header} does not compile alone")
  endif()
endforeach()
