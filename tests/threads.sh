#!/usr/bin/env bash
# Paths with threads under ThreadSanitizer: what each verb shares among threads runs with four of them, or more.
#
#   tests/threads.sh [BUILD]        BUILD: a build folder of the preset tsan, build/threads unless given
#
# What the program prints is another test's concern. `./dev test tsan` runs the tests in this way, hours of them: there
# are the products of matrices, which no verb uses.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
vieta=$PWD/${1:-build/threads}/vieta
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}"
export OPENBLAS_NUM_THREADS=1 # its own threads are not instrumented
bad=0

# check ARGUMENTS...: 66 is ThreadSanitizer's verdict.
check() {
  local status=0 begin=$SECONDS what=${*//"$scratch"\//}
  "$vieta" "$@" --threads "${threads:-4}" --on cpu --quiet -o "$scratch/out.txt" >"$scratch/said" 2>&1 </dev/null || status=$?
  if ((status != 0 && status != 2)) || grep -q 'WARNING: ThreadSanitizer' "$scratch/said"; then
    bad=$((bad + 1))
    printf 'BAD   vieta %s (exit code %d)\n' "$what" "$status"
    head -n 60 "$scratch/said"
  else
    printf 'clean vieta %s (%d s)\n' "${what:0:100}" $((SECONDS - begin))
  fi
}

# numbers ROWS COLUMNS: random ones in [-1, 1], the same each time.
numbers() {
  awk -v rows="$1" -v columns="$2" 'BEGIN { srand(7); for (i = 0; i < rows; ++i) {
    for (k = 0; k < columns; ++k) printf "%s%.17g", k ? "," : "", 2 * rand() - 1; print "" } }'
}
numbers 601 1 >"$scratch/dense.txt"
numbers 3001 1 >"$scratch/high.txt"
numbers 20001 1 >"$scratch/higher.txt"
numbers 120001 1 >"$scratch/highest.txt"
numbers 3000 11 >"$scratch/rows.csv"
numbers 60000 5 >"$scratch/quartics.csv"
numbers 300 2 | tr , " " >"$scratch/starts.txt"
{ echo a; numbers 1500 1; } >"$scratch/values.csv"

# One polynomial: both iterations, refinement, clusters, more digits, regions, near-linear with few and with many rings
check roots "$scratch/dense.txt" --method ehrlich-aberth
check roots "$scratch/dense.txt" --method durand-kerner
check roots "$scratch/dense.txt" --digits 40
check roots "$scratch/high.txt" --method ehrlich-aberth
check roots examples/polynomials/wilkinson20.pol --digits 60
check roots --poly "$(printf '(x-%d)*' {1..80})1" --method ehrlich-aberth
check roots --poly "(x^30-2)^3*(x^40+x-1)^2" --method ehrlich-aberth
check roots "$scratch/high.txt" --method near-linear
check roots "$scratch/higher.txt" --method near-linear
check roots "$scratch/higher.txt" --in-disc 1,0.05
check roots "$scratch/highest.txt" --in-disc 0.6+0.8i,0.001
check roots "$scratch/highest.txt" --method near-linear
check roots "$scratch/dense.txt" --uncertainty 1e-9
check roots --poly "x^30000 - x^17 + 3*x + 1"
# Batches
check roots --batch "$scratch/rows.csv"
check roots --batch "$scratch/rows.csv" --digits 12
for k in {1..40}; do echo "$k,-4,6,-4,1"; echo "1,-4,6,-4,1"; done >"$scratch/clusters.csv"
check roots --batch "$scratch/clusters.csv"
check real-roots "$scratch/quartics.csv" --in -1,1
check real-roots "$scratch/quartics.csv" --precision float --tol 1e-3
# minimax: floats of the domain
check minimax "exp(x)" --degree 3 --in 0,1
check minimax acos --degree 2 --full-range acos --max-seconds 60
# newton: starts, all linear solvers, doubles from one to four, both certificates
check newton --system "x^3 + y^3 - 4*x; x*y - 1" --start "$scratch/starts.txt" --digits 50
for solver in gmres factor householder gram-schmidt; do
  check newton --family chandrasekhar:150 --start ones --precision dd --solver $solver
done
check newton --family chandrasekhar:400 --start ones --precision dd --solver householder
check newton --family chandrasekhar:600 --start ones --precision d --solver factor
check newton --family chandrasekhar:600 --start ones --precision dd --solver gmres
check newton --family chandrasekhar:60 --start ones --precision qd
check newton --family cyclic:128 --start random:1 --precision dd --iterations 3 --no-proof
# solve: paths, ends, rows of parameters
check solve --family cyclic:5
check solve --family katsura:6 --start total-degree
check solve --system "x^2 + y^2 - a; x*y - 1" --parameters "$scratch/values.csv"
check solve examples/systems/planar_platform.json --parameters examples/systems/planar_platform.csv
# boxes: one system, many, slices with a mesh
check boxes examples/systems/two_bezier_curves.json
cat >"$scratch/slices.json" <<'TEXT'
{"vars": ["x", "y", "s", "t"], "box": [[-1, 1], [-1, 1], [0.1, 1], [0.1, 1]], "sample": {"s": 40, "t": 40},
 "equations": ["4*x^3 - 3*x - s*y", "4*y^3 - 3*y - t*x"]}
TEXT
threads=16 check boxes "$scratch/slices.json"
check boxes "$scratch/slices.json" --method kantorovich --mesh "$scratch/mesh.ply"
# Stopped from outside: by the clock
check roots "$scratch/higher.txt" --method ehrlich-aberth --max-seconds 2
check solve --family cyclic:7 --max-seconds 2
check boxes "$scratch/slices.json" --max-seconds 0.2
((bad == 0)) || { echo "$bad with errors"; exit 1; }
