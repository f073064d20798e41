# Windows from Linux by MinGW-w64 (Debian: g++-mingw-w64-x86-64-posix, whose std::thread is there); Wine runs what comes of it.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)  # one file, without GCC's and pthread's DLLs beside it
find_program(VIETA_WINE NAMES wine wine64 PATHS /usr/lib/wine)  # the second where Debian's wine64 keeps it
if(VIETA_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${VIETA_WINE})
endif()
