#!/usr/bin/env bash
# The wheel of packaging/wheel/build_wheel.sh --machine aarch64: pip for that machine takes it, and under qemu-user every function
# answers, with NumPy's wheel for that machine beside it.
#
#   tests/package/aarch64_wheel.sh build/wheels/vieta-....whl [SUITE]      SUITE of Debian whose Python is taken: bookworm (the default), trixie
#
# VIETA_SYSROOT: a folder that packaging/wheel/sysroot.sh has filled, with python3 in it.
set -euo pipefail
wheel=$(realpath "$1")
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
[[ -n $qemu ]] || { echo "SKIPPED: no qemu-user"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sysroot=${VIETA_SYSROOT:-}
if [[ -z $sysroot ]]; then
  sysroot=$scratch/sysroot
  VIETA_SUITE=${2:-bookworm} "$repository/packaging/wheel/sysroot.sh" arm64 "$sysroot" python3
fi
python=$(echo "$sysroot"/usr/bin/python3.[0-9]*[0-9])
version=${python##*/python}
python3 -m venv "$scratch/venv"
here=("$scratch/venv/bin/pip" install -q --disable-pip-version-check --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64
  --implementation cp --python-version "$version" --abi "cp${version/./}" --abi abi3 --only-binary=:all: --target "$scratch/packages")
"${here[@]}" numpy
time "${here[@]}" --no-deps "$wheel"
cp "$wheel" "$repository/tests/package/check_wheel.py" "$scratch/"
time PYTHONPATH=$scratch/packages "$qemu" -L "$sysroot" "$python" -B "$scratch/check_wheel.py" "$scratch/$(basename "$wheel")" --here "$scratch/packages"
