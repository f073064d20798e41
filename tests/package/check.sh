#!/usr/bin/env bash
# Installs a build, moves the installed tree, and builds and runs a project from outside against it, by CMake and by
# pkg-config; the library may be a shared or a static one.    check.sh BUILD_DIR SCRATCH_DIR CMAKE CXX
set -euo pipefail
build=$1 scratch=$2 cmake=$3 cxx=$4
source=$(cd "$(dirname "$0")" && pwd)

rm -rf "$scratch"
mkdir -p "$scratch"
"$cmake" --install "$build" --prefix "$scratch/installed" >/dev/null
mv "$scratch/installed" "$scratch/moved"
prefix=$scratch/moved
library=$(find "$prefix" -name 'libvieta.so' -o -name 'libvieta.dylib' -o -name 'libvieta.a' | head -n 1)
libdir=$(dirname "$library")
kind=shared
if [[ $library == *.a ]]; then kind=static; fi

echo "-- find_package, component $kind"
"$cmake" -S "$source" -B "$scratch/cmake" -G Ninja "-DCMAKE_PREFIX_PATH=$prefix" "-DCMAKE_CXX_COMPILER=$cxx" \
  "-DCOMPONENT=$kind" >/dev/null
"$cmake" --build "$scratch/cmake"
"$scratch/cmake/outside"

echo "-- pkg-config"
if command -v pkg-config >/dev/null; then
  export PKG_CONFIG_PATH=$libdir/pkgconfig
  if [[ $kind == static ]]; then
    read -ra link <<<"$(pkg-config --cflags --libs --static vieta)"
  else
    # The line of docs/install.md.
    read -ra link <<<"$(pkg-config --cflags --libs vieta) -Wl,-rpath,$(pkg-config --variable=libdir vieta)"
  fi
  "$cxx" -std=c++20 "$source/main.cpp" "${link[@]}" -o "$scratch/outside"
  "$scratch/outside"
  if command -v cc >/dev/null; then
    echo "-- from C"
    cc -std=c99 "$source/../../examples/c/roots.c" "${link[@]}" -o "$scratch/outside_c"
    "$scratch/outside_c" "x^5 - x - 1"
  fi
else
  echo "SKIPPED: no pkg-config"
fi

# What is exported carries the version, and nothing of the libraries inside is exported.
if [[ $library == *.so ]] && command -v readelf >/dev/null; then
  echo "-- symbols"
  version=$(sed -n 's/^Version: \([0-9]*\.[0-9]*\).*/\1/p' "$libdir/pkgconfig/vieta.pc")
  readelf --dynamic "$library" | grep -F "SONAME" | grep -F "[libvieta.so.$version]"
  exported=$(readelf --dyn-syms --wide "$library" | awk '$7 != "UND" && $5 != "LOCAL" {print $8}')
  grep -q "@@VIETA_$version\$" <<<"$exported" || { echo "no symbol has the version VIETA_$version" >&2; exit 1; }
  if grep -E '^(arb_|acb_|fmpz_|_ZN3agg|stbi|_ZN3CLI|cuda)' <<<"$exported"; then
    echo "these symbols of other libraries are exported" >&2
    exit 1
  fi
fi

for header in vieta.h vieta/roots.hpp vieta_real_roots.hpp vieta_roots_small.hpp; do
  [[ $header == vieta_r* ]] && ! command -v python3 >/dev/null && continue  # a script writes them
  [[ -s $prefix/include/$header ]] || { echo "$header is not installed" >&2; exit 1; }
done

echo "-- the program"
if [[ -x $prefix/bin/vieta ]]; then
  "$prefix/bin/vieta" --version
  if [[ -d $build/manual ]]; then  # not where the program is another machine's
    for file in share/man/man1/vieta.1 share/bash-completion/completions/vieta share/zsh/site-functions/_vieta \
      share/fish/vendor_completions.d/vieta.fish; do
      [[ -s $prefix/$file ]] || { echo "$file is not installed" >&2; exit 1; }
    done
  fi
fi
