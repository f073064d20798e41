# What the library stands on. Boost: headers only (exact integers). Arb: optional, the end of the precision ladder.
find_package(Threads REQUIRED)
find_path(VIETA_BOOST_INCLUDE boost/multiprecision/cpp_int.hpp REQUIRED)

# FLINT 3 has Arb inside; before it Arb was a library of its own (Debian 12: flint-arb).
find_path(VIETA_ARB_INCLUDE NAMES flint/arb.h arb.h)
find_library(VIETA_ARB_LIBRARY NAMES flint-arb arb)
find_library(VIETA_FLINT_LIBRARY NAMES flint)
# FLINT's headers include GMP's, which Debian keeps where only its own compiler looks.
find_path(VIETA_GMP_INCLUDE gmp.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} x86_64-linux-gnu)
set(VIETA_ARB AUTO CACHE STRING "Arbitrary precision by Arb (LGPL): AUTO, ON or OFF")
set(VIETA_HAVE_ARB OFF)
if(NOT VIETA_ARB STREQUAL "OFF" AND VIETA_ARB_INCLUDE AND VIETA_GMP_INCLUDE AND VIETA_FLINT_LIBRARY AND (VIETA_ARB_LIBRARY OR EXISTS ${VIETA_ARB_INCLUDE}/flint/arb.h))
  set(VIETA_HAVE_ARB ON)
endif()
if(VIETA_ARB STREQUAL "ON" AND NOT VIETA_HAVE_ARB)
  message(FATAL_ERROR "vieta: VIETA_ARB=ON, but FLINT with Arb was not found (Debian: libflint-dev libflint-arb-dev)")
endif()
message(STATUS "vieta: arbitrary precision by Arb: ${VIETA_HAVE_ARB}")
find_path(VIETA_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
