# What the library stands on. Boost: headers only (exact integers). Arb: optional, the end of the precision ladder.
find_package(Threads REQUIRED)
find_path(VIETA_BOOST_INCLUDE boost/multiprecision/cpp_int.hpp REQUIRED)

# FLINT 3 has Arb inside; before it Arb was a library of its own (Debian 12: flint-arb).
find_path(VIETA_ARB_INCLUDE NAMES flint/arb.h arb.h)
find_library(VIETA_ARB_LIBRARY NAMES flint-arb arb)
find_library(VIETA_FLINT_LIBRARY NAMES flint)
set(VIETA_HAVE_ARB OFF)
if(VIETA_ARB_INCLUDE AND VIETA_FLINT_LIBRARY AND (VIETA_ARB_LIBRARY OR EXISTS ${VIETA_ARB_INCLUDE}/flint/arb.h))
  set(VIETA_HAVE_ARB ON)
endif()
message(STATUS "vieta: arbitrary precision by Arb: ${VIETA_HAVE_ARB}")
