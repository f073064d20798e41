vcpkg_download_distfile(archive
  URLS "https://github.com/vieta/vieta/releases/download/v${VERSION}/vieta-${VERSION}.tar.gz"
  FILENAME "vieta-${VERSION}.tar.gz"
  SHA512 0)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")

vcpkg_check_features(OUT_FEATURE_OPTIONS options FEATURES arb VIETA_ARB tool VIETA_BUILD_CLI)
# The port's triplet says whether the library is static: vcpkg sets BUILD_SHARED_LIBS.
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${options}
  -DVIETA_SIMD=all -DVIETA_CUDA=OFF -DVIETA_MPI=OFF -DVIETA_BUILD_TESTS=OFF -DVIETA_BUILD_PYTHON=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/vieta)
vcpkg_fixup_pkgconfig()
if("tool" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES vieta AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
