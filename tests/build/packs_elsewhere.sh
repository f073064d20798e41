#!/usr/bin/env bash
# Packs give the same bits on another processor as here: by what the compiler makes of its vector types and, on aarch64,
# by NEON's instructions too.
#
#   packs_elsewhere.sh PROCESSOR CXX    PROCESSOR: aarch64 or riscv64; CXX: this machine's compiler
#
# SKIPPED without Debian's g++-PROCESSOR-linux-gnu and qemu-user.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cross=$(command -v "$1-linux-gnu-g++" || true)
qemu=$(command -v "qemu-$1" || command -v "qemu-$1-static" || true)
if [[ -z $cross || -z $qemu ]]; then
  echo "SKIPPED: no g++-$1-linux-gnu or no qemu-user"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c++20 -O2 -ffp-contract=off -Wall -Wextra -Wno-psabi -Werror -Iinclude tests/build/pack_bits.cpp)
"$2" "${flags[@]}" -o "$folder/here"
"$cross" "${flags[@]}" -static -o "$folder/there"
here=$("$folder/here") there=$("$qemu" "$folder/there") plain=$here
if [[ $1 == aarch64 ]]; then
  "$cross" "${flags[@]}" -static -DVT_PLAIN_PACK=1 -o "$folder/plain"
  plain=$("$qemu" "$folder/plain")
  "${cross%g++}objdump" -d "$folder/there" >"$folder/code"
  grep -qE 'fmla\s+v[0-9]+\.(2d|4s)' "$folder/code" || { echo "found no fmla of vectors, expected NEON's"; exit 1; }
fi
echo "here $here, $1 $there, without its own instructions $plain"
[[ $here == "$there" && $here == "$plain" ]]
