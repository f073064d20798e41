#!/usr/bin/env bash
# The static library: builds it, installs it, moves the installed tree, and links projects from outside with it.
#
#   tests/package/static.sh [BUILD_DIR]
#
# It compiles the library once more where ccache does not know it: a quarter of an hour, so no part of `./dev test`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
build=${1:-build/static}
cmake --preset user -B "$build" -DBUILD_SHARED_LIBS=OFF -DVIETA_CUDA=OFF -DVIETA_MPI=OFF -DVIETA_BUILD_TESTS=OFF -DVIETA_BUILD_PYTHON=OFF
cmake --build "$build"
exec tests/package/check.sh "$(realpath "$build")" "$(realpath "$build")/package" cmake "${CXX:-c++}"
