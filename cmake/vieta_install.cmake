# cmake --install: the library, its headers, the program, and what find_package and pkg-config need to find them.
include(CMakePackageConfigHelpers)

set(vieta_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/vieta)
install(TARGETS vieta vieta_core EXPORT vieta-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# Real roots, and all roots of small polynomials, each in one header that stands alone, for kernels, ray tracers and embedded
# code: docs/tutorial/quartics.md.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(Python3_FOUND)
  file(GLOB vieta_core CONFIGURE_DEPENDS include/vieta/core/*.hpp src/roots/batch/*.hpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${vieta_core} src/roots/sweep/compensated.hpp cmake/single_header.py)
  foreach(pair vieta/core/real_roots_of_array.hpp:vieta_real_roots roots/batch/one_polynomial.hpp:vieta_roots_small)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 from)
    list(GET pair 1 name)
    execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/cmake/single_header.py
      ${from} ${PROJECT_BINARY_DIR}/include/${name}.hpp)
    install(FILES ${PROJECT_BINARY_DIR}/include/${name}.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  endforeach()
endif()
install(FILES include/vieta.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/vieta DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/vieta)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT vieta-targets NAMESPACE vieta:: DESTINATION ${vieta_config_dir})
configure_package_config_file(cmake/vieta-config.cmake.in vieta-config.cmake INSTALL_DESTINATION ${vieta_config_dir})
# While the version is 0.x, every minor version may break the interface.
write_basic_package_version_file(vieta-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/vieta-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/vieta-config-version.cmake
  DESTINATION ${vieta_config_dir})

# vieta.pc names its folders relative to itself, so that the installed tree can be moved.
file(RELATIVE_PATH vieta_pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/vieta.pc.in vieta.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/vieta.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET vieta_cli)
  install(TARGETS vieta_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(vieta_manual)
    install(FILES ${vieta_manual}/vieta.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${vieta_manual}/vieta.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME vieta)
    install(FILES ${vieta_manual}/_vieta DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${vieta_manual}/vieta.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
