#!/usr/bin/env bash
# All figures of docs/benchmarks.md that come from a CPU, taken one after the other on one commit: the output of each
# command in a file of its own, and machine.txt, which says where.
#
#     VIETA_TEST_DATA=DATA bench/tables/cpu_figures.sh FOLDER [NAME...]
#
# cpu_tables.py puts them into docs/benchmarks.md. build/release is what is measured. Peers are separate programs: mpsolve,
# pari-gp, sollya, phcpack (Debian packages); cyPolynomial, which the build takes in (bench/peers/fetch_cypolynomial.sh);
# and, in the folder VIETA_PEERS, those of boxes_irit, boxes_ibex, boxes_cgal, boxes_occt, libqd_gemm (-O2),
# libqd_gemm_native (-O3 -march=native) that are built (the first lines of their sources in bench/peers say how), and
# lolremez (github.com/samhocevar/lolremez with its submodule; CLI11 and PEGTL from Debian). What is missing is left out,
# and named at the end. The machine should do nothing else meanwhile; where it is a virtual one, whose neighbours come and
# go, each command waits for a processor that has its core to itself (quiet_core.cpp). Begun again, it goes on after the
# last file that is whole. On a machine of many cores several of these may share the work, each with names and two cores
# of its own (`taskset -c 2,3 bench/tables/cpu_figures.sh FOLDER boxes`). Where build/release was brought without its
# build.ninja it is taken as it is, and VIETA_COMMIT says of what it is.
set -euo pipefail
die() { echo "cpu_figures.sh: $*" >&2; exit 1; }
(($# > 0)) || die "expected a folder for the figures"
folder=$(realpath -m "$1")
data=$(realpath -m "${VIETA_TEST_DATA:?"expected the folder of real inputs"}")
peers=$(realpath -m "${VIETA_PEERS:-/nonexistent}")
shift
names=("$@")
cd "$(dirname "$0")/../.."
for part in mpsolve bernstein phcpack; do [[ -d $data/$part ]] || die "VIETA_TEST_DATA: found no folder $part in $data"; done

release=build/release
python=build/venv/bin/python
[[ -x $python ]] || python=python3
export OPENBLAS_NUM_THREADS=1 "PYTHONPATH=$release/python"
if [[ -z ${VIETA_COMMIT:-} || -e $release/build.ninja ]]; then
  cmake --build "$release" || die "$release: expected a build (./dev build)"
fi
mkdir -p "$folder"

# The last one that changed more than words.
commit=${VIETA_COMMIT:-"$(git log -1 --format=%h -- . ':!docs' ':!*.md')$(git diff --quiet HEAD -- . ':!docs' || echo ', with changes')"}
if [[ -e $folder/machine.txt ]]; then
  found=$(sed -n 's/^commit *//p' "$folder/machine.txt")
  [[ $found == "$commit" ]] || die "$folder holds figures of $found, not of $commit: name another folder"
fi
{
  echo "commit     $commit"
  echo "date       $(date -u +%F)"
  "$release/vieta" info
  lscpu | grep -E '^(Model name|CPU\(s\)|CPU family|Model):'
  dpkg-query -W -f '${Package} ${Version}\n' mpsolve pari-gp sollya phcpack libqd-dev libcgal-dev 2>/dev/null || true
} >"$folder/machine.txt"

left_out=() known=() both=
# What a core of this machine can do when it is ours alone is found out by looking now and then, and kept.
quiet_core=("$release/bench/quiet_core" "${TMPDIR:-/tmp}/vieta_quiet_core")
if [[ ! -e ${quiet_core[1]} ]]; then
  for _ in {1..30}; do "${quiet_core[@]}" >/dev/null 2>&1 || true; sleep 0.5; done
fi

# take OUT COMMAND: the command on one processor whose core is ours, or on all where `both` is set, as soon as there is one
# (ten minutes at most). How often it was ours meanwhile, of 100 looks, goes to `share`.
take() {
  local out=$1 processors ours status=0 watcher
  shift
  processors=$("${quiet_core[@]}" 600 ${both:+all} 2>/dev/null) || true
  ours=$(taskset -cp $$ | sed 's/.*: //')
  if [[ -n $both ]]; then processors=$ours; else processors=${processors:-$ours}; processors=${processors%%[,-]*}; fi
  taskset -c "$processors" "${quiet_core[@]}" watch >"$out.share" &
  watcher=$!
  { echo "\$ $*"; taskset -c "$processors" "$@"; } >"$out" 2>&1 || status=$?
  kill -TERM $watcher
  wait $watcher || true
  share=$(<"$out.share")
  share=${share:-0}
  rm "$out.share"
  return $status
}

# figure NAME NEEDED COMMAND: unless it is there already. NEEDED: programs and files, divided by colons. Taken again, twice
# at most, where somebody else had the core for more than a fifth of the time.
figure() {
  local name=$1 needed=() part out=$folder/$1.txt best=-1 share
  known+=("$name")
  if ((${#names[@]} > 0)) && [[ " ${names[*]} " != *" $name "* ]]; then return 0; fi
  [[ ! -e $out ]] || return 0
  IFS=: read -ra needed <<<"$2"
  for part in "${needed[@]}"; do
    if ! command -v "$part" >/dev/null && [[ ! -e $part ]]; then
      left_out+=("$name ($part is missing)")
      return 0
    fi
  done
  shift 2
  for _ in 1 2 3; do
    if ! take "$out.part" "$@"; then
      left_out+=("$name (failed: $out.part)")
      rm -f "$out.best"
      return 0
    fi
    echo "$(date -u +%T) $name: the core was ours in $share of 100 looks"
    if ((share > best)); then
      best=$share
      { cat "$out.part"; echo "(the core was ours in $share of 100 looks)"; } >"$out.best"
    fi
    if ((best >= 80)); then break; fi
  done
  rm -f "$out.part"
  mv "$out.best" "$out"
}

real=$release/bench/real_roots_bench
cy=$(sed -n 's/^VIETA_CYPOLYNOMIAL:PATH=//p' $release/CMakeCache.txt)/cyPolynomial.h
# What is quick comes first. `both`: all processors that we may run on are at work.
figure call_times "" "$python" bench/python/python_calls.py "$release/bench/call_times"
for run in "" _2 _3 _4 _5; do  # whose medians cpu_tables.py takes
  figure real_roots_low$run "$cy" "$real" --degrees 1-12 --runs 5 --check 0
  figure real_roots_high$run "$cy" "$real" --degrees 13-24 --runs 5 --count 16384 --check 0
done
figure real_roots_avx2_low "$cy" env VIETA_ISA=avx2 "$real" --degrees 1-12 --runs 5 --check 0
figure real_roots_avx2_high "$cy" env VIETA_ISA=avx2 "$real" --degrees 13-20 --runs 5 --count 16384 --check 0
both=1 figure near_linear "" "$release/bench/near_linear_bench" 1e6
both=1 figure near_linear_growth "" "$release/bench/near_linear_bench" --growth 1e7
both=1 figure roots_threads "" "$release/bench/roots_bench" --benchmark_filter=degree:20000 --benchmark_repetitions=3
figure root_batches "" "$release/bench/root_batches_bench"
figure root_batches_avx2 "" env VIETA_ISA=avx2 "$release/bench/root_batches_bench"
figure root_batches_numpy "" "$python" bench/peers/roots/batches_numpy.py
figure newton_published "" "$release/bench/newton_published" cpu 4096 512
figure newton_matrix "" "$release/bench/newton_bench" --benchmark_filter=matrix
figure newton_qr "" "$release/bench/newton_bench" --benchmark_filter='qr/.*/threads:1/'
figure libqd_gemm "$peers/libqd_gemm" "$peers/libqd_gemm"
figure libqd_gemm_native "$peers/libqd_gemm_native" "$peers/libqd_gemm_native"
figure newton_phc phc "$python" bench/peers/newton_phc.py --files "$data/phcpack" cyclic7 katsura7 redcyc8 eco7 noon4 kin1 fbrfive4
figure boxes "" "$release/bench/boxes_bench" "$data"/bernstein/{rand33,level33,bspl33}.txt
figure boxes_peers "$peers" "$python" bench/peers/boxes_table.py "$release/bench/boxes_bench" "$peers" "$data/bernstein"
figure minimax_polynomials sollya "$python" bench/peers/minimax/published.py "$release/vieta" polynomials --lolremez "$peers/lolremez"
figure minimax_quotients "" "$python" bench/peers/minimax/published.py "$release/vieta" quotients
figure minimax_blog "" "$python" bench/peers/minimax/blog.py "$release/vieta"
figure minimax_cost clang "$python" bench/peers/minimax/cost.py "$release/vieta"
figure python_peers "" "$python" bench/python/python_peers.py
figure solve_phc phc "$python" bench/peers/solve_phc.py --program "$release/vieta"
figure solve_parameters phc "$python" bench/peers/solve_parameters.py --program "$release/vieta" --instances 10000 --apart 5
figure solve_four_bar "" "$python" bench/peers/solve_parameters.py --program "$release/vieta" --instances 100000 --four-bar
figure solve_large "" "$python" bench/systems/solve_large.py --program "$release/vieta" "$data/phcpack"
figure solve_twenty_seeds "" env VIETA_SLOW_TESTS=1 "$release/tests/solve_file_tests" '--gtest_filter=*twenty*'
both=1 figure roots_scaling mpsolve "$python" bench/peers/roots/scaling.py --vieta "$release/vieta" --svg "$folder/roots_scaling.svg"
figure real_roots_missed "$cy" "$real" --degrees 1-24 --runs 1 --count 16384 --check 100000
figure roots_table mpsolve:gp "$python" bench/peers/roots/table.py --vieta "$release/vieta" --data "$data/mpsolve" --out "$folder/roots_table.md"

for name in "${names[@]}"; do
  [[ " ${known[*]} " == *" $name "* ]] || die "found '$name', expected one of: ${known[*]}"
done
echo "$folder: $(find "$folder" -name '*.txt' | wc -l) files"
if ((${#left_out[@]} > 0)); then printf 'left out: %s\n' "${left_out[@]}"; exit 2; fi
