#!/usr/bin/env bash
# examples/julia: the module's tests.    julia.sh LIBRARY SCRATCH_DIR
set -euo pipefail
library=$1 scratch=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
julia --version >/dev/null 2>&1 || { echo "SKIPPED: no julia"; exit 0; }
mkdir -p "$scratch"
VIETA_LIBRARY=$library JULIA_DEPOT_PATH=$scratch JULIA_LOAD_PATH="$source/examples/julia:@stdlib" \
  julia --startup-file=no --history-file=no "$source/examples/julia/test/runtests.jl"
