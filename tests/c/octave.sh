#!/usr/bin/env bash
# examples/octave: compiles the MEX files and calls them.    octave.sh LIBRARY SCRATCH_DIR
set -euo pipefail
library=$1 scratch=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
{ command -v mkoctfile && command -v octave-cli; } >/dev/null || { echo "SKIPPED: no octave with mkoctfile (Debian: octave octave-dev)"; exit 0; }
folder=$(dirname "$library")
mkdir -p "$scratch"
cp "$source"/examples/octave/*.m "$scratch/"
for name in vieta_roots vieta_real_roots vieta_solve; do
  if [[ ! $scratch/$name.mex -nt $source/examples/octave/$name.c ]]; then
    mkoctfile --mex -I"$source/include" -L"$folder" -Wl,-rpath,"$folder" -o "$scratch/$name.mex" "$source/examples/octave/$name.c" -lvieta
  fi
done
octave-cli --quiet --no-init-file --path "$scratch" "$source/tests/c/octave_test.m"
octave-cli --quiet --no-init-file --path "$scratch" --eval wilkinson | tail -n 1 | grep "proven"
