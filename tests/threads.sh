#!/usr/bin/env bash
# Paths with threads under ThreadSanitizer: what each verb shares among threads runs with four of them, or more.
#
#   tests/threads.sh [BUILD]        BUILD: a build folder of the preset tsan, build/threads unless given
#
# What the program prints is another test's concern. tests/threads.cpp runs what no verb reaches. Inputs are as large as each
# loop needs to be shared; where a loop is only shared from some size on, the comment says so. `./dev test tsan` runs all
# tests in this way, hours of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/${1:-build/threads}
vieta=$build/vieta
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}"
export OPENBLAS_NUM_THREADS=1 # its own threads are not instrumented
bad=0

# run WHAT COMMAND...: 66 is ThreadSanitizer's verdict.
run() {
  local status=0 begin=$SECONDS what=${1//"$scratch"\//}
  shift
  "$@" >"$scratch/said" 2>&1 </dev/null || status=$?
  if ((status != 0 && status != 2)) || grep -q 'WARNING: ThreadSanitizer' "$scratch/said"; then
    bad=$((bad + 1))
    printf 'BAD   %s (exit code %d)\n' "${what:0:100}" "$status"
    head -n 60 "$scratch/said"
  else
    printf 'clean %s (%d s)\n' "${what:0:100}" $((SECONDS - begin))
  fi
}
check() { run "vieta $*" "$vieta" "$@" --threads "${threads:-4}" --on cpu --quiet -o "$scratch/out.txt"; }

# numbers ROWS COLUMNS: random ones in [-1, 1], the same each time.
numbers() {
  awk -v rows="$1" -v columns="$2" 'BEGIN { srand(7); for (i = 0; i < rows; ++i) {
    for (k = 0; k < columns; ++k) printf "%s%.17g", k ? "," : "", 2 * rand() - 1; print "" } }'
}
numbers 601 1 >"$scratch/dense.txt"
numbers 3001 1 >"$scratch/high.txt"
numbers 20001 1 >"$scratch/higher.txt"
numbers 120001 1 >"$scratch/highest.txt"
numbers 200001 1 >"$scratch/all_but_highest.txt"
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
check roots "$scratch/all_but_highest.txt" --in-disc 0.6+0.8i,0.00003 # a sector of many terms
check roots "$scratch/dense.txt" --uncertainty 1e-9
check roots --poly "x^30000 - x^17 + 3*x + 1"
check roots --poly "x^5000 - x - 1" --in-box=-2,2,-2,0.5
check roots --poly "x^8300 - x - 1" --digits 20 # decimals of more than 8,192 roots
# Batches
check roots --batch "$scratch/rows.csv"
check roots --batch "$scratch/rows.csv" --digits 12
for k in {1..40}; do echo "$k,-4,6,-4,1"; echo "1,-4,6,-4,1"; done >"$scratch/clusters.csv"
check roots --batch "$scratch/clusters.csv"
python3 - "$scratch/complex.npy" <<'PYTHON'
import random, struct, sys

rows, size = 1000, 7
head = "{'descr': '<c16', 'fortran_order': False, 'shape': (%d, %d), }" % (rows, size)
random.seed(7)
numbers = [random.uniform(-1, 1) for _ in range(2 * rows * size)]
with open(sys.argv[1], "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + head.ljust(117).encode() + b"\n")
    out.write(struct.pack("<%dd" % len(numbers), *numbers))
PYTHON
check roots --batch "$scratch/complex.npy"
check real-roots "$scratch/quartics.csv" --in -1,1
check real-roots "$scratch/quartics.csv" --precision float --tol 1e-3
# minimax: floats of the domain
check minimax "exp(x)" --degree 3 --in 0,1
check minimax "exp(x)" --degree 3 --in 0.5,1 --exhaustive # each thread its stretches
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
# f_i = sum_j a_ij (x_j - 1) + products, no a_ij large: complex factors, shared from 260 rows on; a proof by an inverse, in
# double from 100 variables on; products in four doubles, from 512 at a level on.
awk 'function one(k, at) { for (; k > 0; --k) at = at (at ? "*" : "") "x" int(rand() * n); return at }
  BEGIN { srand(11); n = 320; for (i = 0; i < n; ++i) {
    for (k = 0; k < 6; ++k) printf "%.6f*(%s-1)+", 2 * rand() - 1, one(1)
    for (k = 0; k < 4; ++k) printf "0.02*(%s-1)+", one(3)
    printf "2*(x%d-1)+0.1*(x%d^2-1)%s\n", (i * 7 + 3) % n, i, i < n - 1 ? ";" : "" } }' >"$scratch/spread"
awk 'BEGIN { for (i = 0; i < 320; ++i) printf "%.17g %.17g\n", 1 + 1e-2 * cos(i), 1e-2 * sin(i) }' >"$scratch/near_one.txt"
check newton --system "$(<"$scratch/spread")" --start "$scratch/near_one.txt" --solver factor
check newton --system "$(<"$scratch/spread")" --start "$scratch/near_one.txt" --precision qd --iterations 2 --no-proof
# Hilbert matrices of 13 rows along the diagonal: factors in double do not contract, GMRES takes them along.
awk 'BEGIN { n = 325; for (i = 0; i < n; ++i) {
    for (j = 0; j < 13; ++j) printf "1/%d*(x%d-1)+", i % 13 + j + 1, i - i % 13 + j
    printf "8.7e-19*(x%d^2-1)%s\n", i, i < n - 1 ? ";" : "" } }' >"$scratch/hilbert"
awk 'BEGIN { for (i = 0; i < 325; ++i) printf "%.17g 0\n", 1 + 1e-4 * cos(i) }' >"$scratch/near_one.txt"
check newton --system "$(<"$scratch/hilbert")" --start "$scratch/near_one.txt" --digits 30 --no-proof
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
sed 's/"s": 40, "t": 40/"s": 60, "t": 60/' "$scratch/slices.json" >"$scratch/more_slices.json"
check boxes "$scratch/more_slices.json" # answers of more than eight pieces are put together
check boxes "$scratch/slices.json" --method kantorovich --mesh "$scratch/mesh.ply"
# Stopped from outside: by the clock
check roots "$scratch/higher.txt" --method ehrlich-aberth --max-seconds 2
check solve --family cyclic:7 --max-seconds 2
check boxes "$scratch/slices.json" --max-seconds 0.2
# What no verb reaches
run vieta_thread_parts "$build/vieta_thread_parts"
((bad == 0)) || { echo "$bad with errors"; exit 1; }
