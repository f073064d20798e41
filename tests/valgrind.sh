#!/usr/bin/env bash
# The examples and every verb of the program under valgrind: reads of what was not written, leaks, errors of the heap.
#
#   tests/valgrind.sh [BUILD]        BUILD: a build folder, build/release unless given
#
# Valgrind knows no AVX-512, so the baseline kernels run; long double has only 64 bits there, and minimax takes more work.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${1:-build/release}
export VIETA_ISA=baseline
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0
die() { echo "valgrind.sh: $*" >&2; exit 1; }

# check COMMAND...: 99 is valgrind's verdict; what the program itself thinks is another test's concern.
check() {
  local status=0 begin=$SECONDS
  valgrind -q "${options[@]}" --error-exitcode=99 --leak-check=full --show-leak-kinds=definite,indirect \
    --errors-for-leak-kinds=definite,indirect "$@" \
    >"$scratch/said" 2>"$scratch/complaint" </dev/null || status=$?
  if ((status == 99)) || grep -q '^==' "$scratch/complaint"; then
    bad=$((bad + 1))
    printf 'BAD   %s\n' "$*"
    cat "$scratch/complaint"
  else
    printf 'clean %s (%d s)\n' "${*#"$build"/}" $((SECONDS - begin))
  fi
}

options=()
# The kernels of `real_roots` load whole vectors, and keep lanes without an interval out of all decisions by masks. Memcheck
# does not see that; that nothing depends on them is a test (tests/cli/real_roots/real_roots_test.py: memory that was not written).
loads_whole_vectors() { case $1 in *real_roots* | sh_glyph) options=(--undef-value-errors=no) ;; *) options=() ;; esac; }

arguments() {
  case $1 in
    example_roots_of_a_file) echo examples/polynomials/wilkinson20.pol ;;
    sh_glyph) echo --size 8 -o "$scratch/lobes.png" ;;
  esac
}

for example in "$build"/tests/example_* "$build"/tests/sh_glyph; do
  name=${example##*/}
  [[ -f $example ]] || die "$example: expected an example (./dev build)"
  [[ -x $example ]] || continue
  [[ $name != example_sphere_light ]] || continue  # images: minutes of the same few functions
  read -r -a more <<<"$(arguments "$name")"
  loads_whole_vectors "$name"
  check "$example" "${more[@]}"
done

options=()
vieta=$build/vieta
check "$vieta" roots examples/polynomials/mandelbrot63.pol --plot "$scratch/a.svg" --json
check "$vieta" roots --poly "(x-1)^3*(x^2+1)" --digits 40 -o "$scratch/a.json"
check "$vieta" verify "$scratch/a.json" --poly "(x-1)^3*(x^2+1)"
check "$vieta" roots --batch examples/polynomials/torus_quartics.csv
check "$vieta" roots --poly "x^2000 - x - 1" --rows 3 --in-disc 1,0.01
check "$vieta" real-roots examples/polynomials/torus_quartics.csv --in 0,inf --plot "$scratch/b.png"
check "$vieta" real-roots --emit glsl --degree 4
check "$vieta" minimax "exp(x)" --degree 2 --emit hlsl
check "$vieta" newton examples/systems/circle_and_hyperbola.phc --digits 60
check "$vieta" solve --family cyclic:3
check "$vieta" solve examples/systems/planar_platform.json --parameters examples/systems/planar_platform.csv
check "$vieta" boxes examples/systems/two_bezier_curves.json --plot "$scratch/c.svg"
check "$vieta" roots --poly "x^2 -"
check "$vieta" info
((bad == 0)) || { echo "$bad with errors"; exit 1; }
