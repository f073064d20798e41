#!/usr/bin/env bash
# Packs give the same bits on riscv64 as here, where they are what the compiler makes of its vector types.
#
#   riscv.sh CXX        CXX: this machine's compiler; SKIPPED without Debian's g++-riscv64-linux-gnu and qemu-user
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
riscv=$(command -v riscv64-linux-gnu-g++ || true)
qemu=$(command -v qemu-riscv64 || command -v qemu-riscv64-static || true)
if [[ -z $riscv || -z $qemu ]]; then
  echo "SKIPPED: no g++-riscv64-linux-gnu or no qemu-user"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(-std=c++20 -O2 -ffp-contract=off -Wall -Wextra -Wno-psabi -Werror -Iinclude tests/build/pack_bits.cpp)
"$1" "${flags[@]}" -o "$folder/here"
"$riscv" "${flags[@]}" -static -o "$folder/riscv"
here=$("$folder/here") there=$("$qemu" "$folder/riscv")
echo "here $here, riscv64 $there"
[[ $here == "$there" ]]
