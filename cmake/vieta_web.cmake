# WebAssembly (preset `web`): flags of all files, and the headers of libraries that are nothing but headers.
#
# Memory has 32 bits, there is one thread (the page runs it in a worker), doubles are IEEE doubles rounded to nearest, and
# registers have 16 bytes. Exceptions are those of WebAssembly: errors are thrown here as anywhere else.
if(NOT EMSCRIPTEN)
  return()
endif()
add_compile_options(-msimd128 -fwasm-exceptions -include ${PROJECT_SOURCE_DIR}/web/compat/standard_library.hpp)
add_link_options(-fwasm-exceptions)
# In one unit several files share a namespace; clang calls a local name that another file has there, too, a shadow.
target_compile_options(vieta_flags INTERFACE -Wno-shadow)

# Where the host keeps Boost and nlohmann/json it keeps its C library's headers, too, which must not be seen.
set(vieta_headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${vieta_headers})
foreach(library boost nlohmann)
  find_path(VIETA_HOST_${library} ${library} REQUIRED NO_CMAKE_FIND_ROOT_PATH PATHS /usr/include /usr/local/include)
  file(CREATE_LINK ${VIETA_HOST_${library}}/${library} ${vieta_headers}/${library} SYMBOLIC)
endforeach()
set(VIETA_BOOST_INCLUDE ${vieta_headers} CACHE PATH "")
set(VIETA_JSON_INCLUDE ${vieta_headers} CACHE PATH "")
