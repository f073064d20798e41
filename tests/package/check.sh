#!/usr/bin/env bash
# Installs a build, moves the installed tree, and builds and runs a project from outside against it, by CMake and by
# pkg-config.    check.sh BUILD_DIR SCRATCH_DIR CMAKE CXX
set -euo pipefail
build=$1 scratch=$2 cmake=$3 cxx=$4
source=$(cd "$(dirname "$0")" && pwd)

rm -rf "$scratch"
mkdir -p "$scratch"
"$cmake" --install "$build" --prefix "$scratch/installed" >/dev/null
mv "$scratch/installed" "$scratch/moved"
prefix=$scratch/moved

echo "-- find_package"
"$cmake" -S "$source" -B "$scratch/cmake" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix" "-DCMAKE_CXX_COMPILER=$cxx" >/dev/null
"$cmake" --build "$scratch/cmake"
"$scratch/cmake/outside"

echo "-- pkg-config"
if command -v pkg-config >/dev/null; then
  libdir=$(dirname "$(find "$prefix" -name 'libvieta.so' -o -name 'libvieta.dylib' | head -n 1)")
  export PKG_CONFIG_PATH=$libdir/pkgconfig
  # shellcheck disable=SC2046  # the line of docs/install.md
  "$cxx" -std=c++20 "$source/main.cpp" $(pkg-config --cflags --libs vieta) \
    -Wl,-rpath,$(pkg-config --variable=libdir vieta) -o "$scratch/outside"
  "$scratch/outside"
  if command -v cc >/dev/null; then
    echo "-- from C"
    # shellcheck disable=SC2046
    cc -std=c99 "$source/../../examples/c/roots.c" $(pkg-config --cflags --libs vieta) \
      -Wl,-rpath,$(pkg-config --variable=libdir vieta) -o "$scratch/outside_c"
    "$scratch/outside_c" "x^5 - x - 1"
  fi
else
  echo "SKIPPED: no pkg-config"
fi

echo "-- the program"
if [[ -x $prefix/bin/vieta ]]; then "$prefix/bin/vieta" --version; fi
