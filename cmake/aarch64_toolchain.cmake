# aarch64 Linux, compiled on Debian with another processor: g++-aarch64-linux-gnu, and in VIETA_SYSROOT the libraries of that
# machine (packaging/wheel/sysroot.sh unpacks Debian's packages there). Headers that are nothing but headers, such as Boost's, are
# this machine's. qemu-user runs what comes of it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(VIETA_SYSROOT "" CACHE PATH "The libraries of another machine, unpacked")
if(VIETA_SYSROOT)
  set(CMAKE_FIND_ROOT_PATH ${VIETA_SYSROOT})
  set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
  # Python's header includes that of its machine by its path from here; after all other folders, so that glibc's stay the compiler's.
  set(CMAKE_CXX_FLAGS_INIT "-idirafter ${VIETA_SYSROOT}/usr/include")
  # What the libraries there stand on lies there, too.
  set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-rpath-link,${VIETA_SYSROOT}/usr/lib/aarch64-linux-gnu)
  set(CMAKE_SHARED_LINKER_FLAGS_INIT ${CMAKE_EXE_LINKER_FLAGS_INIT})
  set(CMAKE_MODULE_LINKER_FLAGS_INIT ${CMAKE_EXE_LINKER_FLAGS_INIT})
  set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${VIETA_SYSROOT})
endif()
