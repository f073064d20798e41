#!/usr/bin/env bash
# The recipe of packaging/conan: `conan create` with its test package, against the libraries of this system.
#
#   tests/package/conan.sh [OPTION...]          the options follow: -o "vieta/*:shared=False"
#
# It needs Conan 2 (pip install conan), and compiles the library once more where ccache does not know it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
command -v conan >/dev/null || { echo "SKIPPED: no conan"; exit 0; }
export CONAN_HOME=$PWD/build/conan
mkdir -p "$CONAN_HOME"
conan profile detect --force >/dev/null
# Boost, nlohmann/json and CLI11 are this system's: nothing comes from ConanCenter.
conan create packaging/conan -s compiler.cppstd=20 -o "vieta/*:system=True" -c tools.cmake.cmaketoolchain:generator=Ninja \
  -c tools.cmake.cmake_layout:test_folder="$PWD/build/conan_test" --no-remote "$@"
