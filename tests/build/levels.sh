#!/usr/bin/env bash
# Builds the program with each SIMD level of this machine alone, as VIETA_SIMD=native does on a machine of that kind, and
# compares the answers: numbers of roots and statuses have to be the same, values to 12 digits.
#   tests/build/levels.sh [FOLDER]     FOLDER: where the builds go, build/levels unless given
# With ccache a level costs its kernels and what chooses among them; the first takes a whole build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=${1:-build/levels}
data=examples/polynomials

levels=(baseline)
if [[ $(uname -m) == x86_64 ]]; then
  if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; then levels+=(avx2); fi
  if grep -qw avx512vl /proc/cpuinfo && grep -qw avx512dq /proc/cpuinfo; then levels+=(avx512); fi
fi

answers() {  # PROGRAM
  "$1" roots $data/wilkinson20.pol --json
  "$1" roots $data/mandelbrot63.pol --json
  "$1" real-roots $data/torus_quartics.csv --in 0,inf --json
  "$1" boxes examples/systems/circle_and_cubic.json --json
  "$1" newton examples/systems/circle_and_hyperbola.phc --json
  "$1" solve --family cyclic:5 --json
}

# Roots and coordinates rounded to 12 digits, without what differs by its nature: seconds, steps, targets, radii.
essence() {
  python3 -c '
import json, sys
decoder, text, at = json.JSONDecoder(), sys.stdin.read(), 0
def number(x):
    try: return f"{float(x) + 0.0:.11e}" if abs(float(x)) > 1e-25 else "0"
    except (TypeError, ValueError): return x
def walk(v):
    if isinstance(v, dict):
        return {k: walk(w) for k, w in v.items() if k in ("roots", "solutions", "status", "re", "im", "x", "multiplicity", "count", "polynomials")}
    return [walk(w) for w in v] if isinstance(v, list) else number(v)
while at < len(text.rstrip()):
    value, at = decoder.raw_decode(text, at)
    while at < len(text) and text[at].isspace(): at += 1
    print(json.dumps(walk(value), sort_keys=True))'
}

for level in "${levels[@]}"; do
  cmake -S . -B "$folder/$level" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVIETA_SIMD="$level" -DVIETA_CUDA=OFF \
    -DVIETA_BUILD_TESTS=OFF -DVIETA_BUILD_PYTHON=OFF >"$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
  cmake --build "$folder/$level" --target vieta_cli >>"$folder.log" 2>&1 || { tail -n 40 "$folder.log"; exit 1; }
  answers "$folder/$level/vieta" | essence >"$folder/$level.answers"
  if ! cmp -s "$folder/baseline.answers" "$folder/$level.answers"; then
    echo "$level: found other answers than those of baseline:"
    diff "$folder/baseline.answers" "$folder/$level.answers" | cut -c1-400 | head -n 10
    exit 1
  fi
  echo "$level: the same answers as baseline"
done
