#!/usr/bin/env bash
# Packs give the same bits on aarch64 as here: by NEON's instructions, and by what the compiler makes of its vector types alone.
#
#   neon.sh CXX        CXX: this machine's compiler; SKIPPED without Debian's g++-aarch64-linux-gnu and qemu-user
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
arm=$(command -v aarch64-linux-gnu-g++ || true)
qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static || true)
if [[ -z $arm || -z $qemu ]]; then
  echo "SKIPPED: no g++-aarch64-linux-gnu or no qemu-user"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c++20 -O2 -ffp-contract=off -Wall -Wextra -Wno-psabi -Werror -Iinclude tests/build/pack_bits.cpp)
"$1" "${flags[@]}" -o "$folder/here"
"$arm" "${flags[@]}" -static -o "$folder/neon"
"$arm" "${flags[@]}" -static -DVT_PLAIN_PACK=1 -o "$folder/plain"
here=$("$folder/here") neon=$("$qemu" "$folder/neon") plain=$("$qemu" "$folder/plain")
"${arm%g++}objdump" -d "$folder/neon" >"$folder/code"
grep -qE 'fmla\s+v[0-9]+\.(2d|4s)' "$folder/code" || { echo "found no fmla of vectors, expected NEON's"; exit 1; }
echo "here $here, NEON $neon, plain $plain"
[[ $here == "$neon" && $here == "$plain" ]]
