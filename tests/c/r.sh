#!/usr/bin/env bash
# examples/r: installs the package into a folder of its own and calls it.    r.sh LIBRARY SCRATCH_DIR
set -euo pipefail
library=$1 scratch=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
{ command -v Rscript && command -v make && command -v cc; } >/dev/null || { echo "SKIPPED: no R with a C compiler (Debian: r-base-core)"; exit 0; }
folder=$(dirname "$library")
export VIETA_CFLAGS="-I$source/include" VIETA_LIBS="-L$folder -Wl,-rpath,$folder -lvieta"
rm -rf "$scratch"
mkdir -p "$scratch/library"
cp -r "$source/examples/r" "$scratch/vieta"  # R compiles where the sources are
R CMD INSTALL --no-docs --no-byte-compile --no-test-load --library="$scratch/library" "$scratch/vieta" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
Rscript --vanilla "$source/tests/c/r_test.R" "$scratch/library"
