#!/usr/bin/env bash
# Other compilers than the one of every day: each compiles the library, the program and the small unit tests from nothing, and
# the tests run. One after the other; what none of them may do is fail, what they warn of is counted.
#
#   tests/build/compilers.sh COMPILER...        g++-11 g++-14 clang++-19 ...: those that are here; others say SKIPPED
#
# The kernels are compiled for the baseline alone, and so that they compile fast (VIETA_SMALL_FUNCTIONS): SIMD levels are the
# same code behind types of other widths. VIETA_COMPILERS_FOLDER: where the builds go (build/compilers); VIETA_COMPILERS_TESTS: other
# programs of tests. VIETA_COMPILERS_PLAIN=1: without optimisation (-O0), which takes a fraction of the time and shows what a compiler refuses,
# though not what its optimiser makes of it.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(realpath -m "${VIETA_COMPILERS_FOLDER:-$repository/build/compilers}")
jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
read -ra tests <<<"${VIETA_COMPILERS_TESTS:-core_tests target_test parallel_for_test exact_tests real_roots_core_tests}"
type=(-DCMAKE_BUILD_TYPE=Release) how=
[[ -z ${VIETA_COMPILERS_PLAIN:-} ]] || { type=(-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON) how=' without optimisation'; }
cd "$repository"
mkdir -p "$folder"
status=0
(($#)) || { echo "compilers.sh: expected compilers, as g++-14 clang++-18" >&2; exit 1; }
for compiler in "$@"; do
  if ! command -v "$compiler" >/dev/null; then
    echo "$compiler: SKIPPED, not here"
    continue
  fi
  build=$folder/$compiler googletest=$folder/$compiler.googletest log=$folder/$compiler.txt start=$SECONDS
  rm -rf "$build" "$googletest"
  # GoogleTest by the same compiler, where its source is here (Debian: googletest): a library of a newer one may ask for names that it lacks.
  gtest=() c=${compiler/clang++/clang}
  if [[ -d /usr/src/googletest ]] &&
    cmake -S /usr/src/googletest -B "$googletest/build" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_COMPILER=${c/#g++/gcc}" "-DCMAKE_CXX_COMPILER=$compiler" -DBUILD_GMOCK=OFF \
      -DCMAKE_CXX_STANDARD=20 "-DCMAKE_INSTALL_PREFIX=$googletest" -DCMAKE_INSTALL_LIBDIR=lib >"$log" 2>&1 &&
    cmake --build "$googletest/build" --parallel "$jobs" --target install >>"$log" 2>&1; then
    gtest=("-DGTest_DIR=$googletest/lib/cmake/GTest")
  fi
  if cmake -S . -B "$build" -G Ninja "${type[@]}" "${gtest[@]}" "-DCMAKE_CXX_COMPILER=$compiler" -DVIETA_SIMD=baseline -DVIETA_SMALL_FUNCTIONS=ON \
    -DVIETA_CUDA=OFF -DVIETA_MPI=OFF -DVIETA_BUILD_PYTHON=OFF >"$log" 2>&1 &&
    known=$(ninja -C "$build" -t targets all) &&
    wanted=$(for name in "${tests[@]}"; do grep -q "^$name: phony" <<<"$known" && echo "$name"; done || true) &&
    cmake --build "$build" --parallel "$jobs" --target vieta vieta_cli $wanted -- -k 0 >>"$log" 2>&1 &&
    "$build/vieta" roots --poly "x^5 - x - 1" >>"$log" 2>&1 &&
    for name in $wanted; do "$build/tests/$name" --gtest_brief=1 >>"$log" 2>&1 || { echo "$name failed" >>"$log"; false; }; done; then
    printf '%s (%s): library, program and %s compile%s, %d warnings; these tests pass; %d s\n' "$compiler" "$("$compiler" -dumpfullversion -dumpversion)" \
      "$(xargs <<<"$wanted")" "$how" "$(grep -c 'warning:' "$log" || true)" $((SECONDS - start))
  else
    printf '%s: failed after %d s, the end of %s:\n' "$compiler" $((SECONDS - start)) "$log"
    grep -E "error|failed" "$log" | head -n 30 || true
    tail -n 3 "$log"
    status=1
  fi
  rm -rf "$build" "$googletest"
done
exit $status
