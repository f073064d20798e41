#!/usr/bin/env bash
# The library and the program for Windows by MinGW-w64 and for macOS by Zig's clang, both without FLINT, from here.
#
#   tests/build/other_systems.sh windows         (Debian: g++-mingw-w64-x86-64-posix googletest wine64) runs the program and tests, too
#   tests/build/other_systems.sh macos           (PyPI: ziglang) compiles and links for Apple's processors, and runs nothing
#   tests/build/other_systems.sh macos x86_64
#
# The kernels are those of the baseline, and compiled so that this is fast (VIETA_SMALL_FUNCTIONS).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
system=${1:-}
build=$PWD/build/$system
headers=$build/headers
options=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DVIETA_SIMD=baseline -DVIETA_SMALL_FUNCTIONS=ON -DVIETA_CUDA=OFF -DVIETA_MPI=OFF -DVIETA_ARB=OFF
  -DVIETA_PNG=OFF -DVIETA_BUILD_PYTHON=OFF "-DVIETA_BOOST_INCLUDE=$headers" "-DVIETA_JSON_INCLUDE=$headers" "-DCMAKE_CXX_FLAGS=-isystem $headers")
case $system in
  windows)
    command -v x86_64-w64-mingw32-g++-posix >/dev/null || { echo "SKIPPED: no x86_64-w64-mingw32-g++-posix"; exit 0; }
    options+=(--toolchain "$PWD/cmake/mingw_toolchain.cmake" -DBUILD_SHARED_LIBS=OFF)
    ;;
  macos)
    python3 -m ziglang version >/dev/null 2>&1 || { echo "SKIPPED: no python3 -m ziglang"; exit 0; }
    options+=(--toolchain "$PWD/cmake/macos_toolchain.cmake" "-DVIETA_MAC=${2:-aarch64}" -DVIETA_BUILD_TESTS=OFF)
    ;;
  *) echo "other_systems.sh: found '$system', expected windows or macos" >&2 && exit 1 ;;
esac

# Only these of a folder that has this system's own headers, too.
rm -rf "$build"
mkdir -p "$headers"
for name in boost nlohmann CLI; do ln -s "${VIETA_HEADERS:-/usr/include}/$name" "$headers/$name"; done
mkdir "$build/cli11"  # its own file names the folder of all headers
cat >"$build/cli11/CLI11Config.cmake" <<TEXT
add_library(CLI11::CLI11 INTERFACE IMPORTED)
target_include_directories(CLI11::CLI11 INTERFACE "$headers")
TEXT
options+=("-DCLI11_DIR=$build/cli11")

targets=(vieta vieta_cli)
if [[ $system == windows ]]; then
  if [[ -d /usr/src/googletest ]]; then
    cmake -S /usr/src/googletest -B "$build/googletest" -G Ninja --toolchain "$PWD/cmake/mingw_toolchain.cmake" -DCMAKE_BUILD_TYPE=Release \
      "-DCMAKE_INSTALL_PREFIX=$build/gtest" >/dev/null
    cmake --build "$build/googletest" >/dev/null
    cmake --install "$build/googletest" >/dev/null
    options+=("-DGTest_DIR=$build/gtest/lib/cmake/GTest")
    targets+=(target_test parallel_for_test core_tests exact_tests real_roots_core_tests)
  else
    options+=(-DVIETA_BUILD_TESTS=OFF)
  fi
fi
export WINEDEBUG=-all WINEPREFIX=$build/wine  # for the build, too, which asks the tests for their names
cmake -S . -B "$build/build" "${options[@]}"
cmake --build "$build/build" --target "${targets[@]}"
file "$build"/build/vieta* | grep -E 'PE32|Mach-O' || { echo "no program" >&2; exit 1; }
wine=$(command -v wine || command -v /usr/lib/wine/wine64) || wine=
if [[ $system == macos ]]; then
  exit
elif [[ -z $wine ]]; then
  echo "SKIPPED: no wine, so nothing is run"
  exit
fi
"$wine" "$build/build/vieta.exe" roots --poly "x^5 - x - 1" | tee "$build/answer.txt"
grep -q "isolated, real" "$build/answer.txt"
"$wine" "$build/build/vieta.exe" real-roots examples/polynomials/torus_quartics.csv --in 0,inf
"$wine" "$build/build/vieta.exe" minimax "exp(x)" --degree 5 --in 0,1 || (($? == 2))  # not proven: that takes FLINT
"$wine" "$build/build/vieta.exe" boxes examples/systems/circle_and_cubic.json
"$wine" "$build/build/vieta.exe" newton examples/systems/circle_and_hyperbola.phc
"$wine" "$build/build/vieta.exe" solve --family cyclic:3
status=0
for name in "${targets[@]:2}"; do
  "$wine" "$build/build/tests/$name.exe" --gtest_brief=1 || { echo "$name: exit code $?"; status=1; }
done
exit $status
