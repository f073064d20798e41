# What the library stands on. Boost: headers only (exact integers). Arb: optional, the end of the precision ladder.
find_package(Threads REQUIRED)
find_path(VIETA_BOOST_INCLUDE boost/multiprecision/cpp_int.hpp REQUIRED)

# FLINT 3 has Arb inside; before it Arb was a library of its own (Debian 12: flint-arb).
find_path(VIETA_ARB_INCLUDE NAMES flint/arb.h arb.h)
if(VIETA_ARB_INCLUDE AND EXISTS ${VIETA_ARB_INCLUDE}/flint/arb.h)
  # An Arb of its own may lie beside it, for an older FLINT: its functions have the same names and must not be linked.
  set(VIETA_ARB_LIBRARY "" CACHE FILEPATH "Arb, where it is no part of FLINT" FORCE)
else()
  find_library(VIETA_ARB_LIBRARY NAMES flint-arb arb)
endif()
find_library(VIETA_FLINT_LIBRARY NAMES flint)
# FLINT's headers include GMP's, which Debian keeps where only its own compiler looks.
find_path(VIETA_GMP_INCLUDE gmp.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} x86_64-linux-gnu)
set(arb OFF)
if(VIETA_ARB_INCLUDE AND VIETA_GMP_INCLUDE AND VIETA_FLINT_LIBRARY AND (VIETA_ARB_LIBRARY OR EXISTS ${VIETA_ARB_INCLUDE}/flint/arb.h))
  set(arb ON)
endif()
vieta_optional(ARB "arbitrary precision by Arb (LGPL)" ${arb} "FLINT with Arb was not found (Debian: libflint-dev libflint-arb-dev)")
# LAPACK factors large matrices of doubles. It is loaded when it is needed (src/newton/linear/lapack.cpp), never linked; where none is installed
# our own loops do the work.
vieta_optional(LAPACK "LAPACK for the verb newton, where it is installed at run time" "${UNIX}" "no dlopen on this system")
find_path(VIETA_JSON_INCLUDE nlohmann/json.hpp REQUIRED)

# Pictures as PNG; without these two, pictures are SVG alone.
find_path(VIETA_AGG_INCLUDE agg_gsv_text.h PATH_SUFFIXES agg2)
find_library(VIETA_AGG_LIBRARY NAMES agg_pic agg)  # Debian: agg_pic is the one that a shared library can take in
find_path(VIETA_STB_INCLUDE stb_image_write.h PATH_SUFFIXES stb)
set(png OFF)
if(VIETA_AGG_INCLUDE AND VIETA_AGG_LIBRARY AND VIETA_STB_INCLUDE)
  set(png ON)
endif()
vieta_optional(PNG "pictures as PNG by Anti-Grain Geometry and stb" ${png} "one of the two was not found (Debian: libagg-dev libstb-dev)")
