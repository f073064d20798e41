#!/usr/bin/env python3
"""Correctly rounded functions (`minimax NAME --rounded`): the proof, speed beside glibc and CORE-MATH, and who is wrong where.

    python3 bench/peers/minimax/rounded.py build/release/vieta --functions exp2,log2
    python3 bench/peers/minimax/rounded.py build/release/vieta --core-math DIR    # a checkout of core-math (MIT), src/binary32
    python3 bench/peers/minimax/rounded.py build/release/vieta --rlibm DIR        # a checkout of rlibm-32 (MIT), which has seven of them
    python3 bench/peers/minimax/rounded.py build/release/vieta --rows rows.json --retime    # times of all rows anew, in one run
    python3 bench/peers/minimax/rounded.py build/release/vieta --step 4099        # a sample of the floats; no proof
    python3 bench/peers/minimax/rounded.py build/release/vieta --rows rows.json --page docs/benchmarks.md    # what was run, as a table

Each function is written and proven, then compiled by gcc twice: -O2 -ffp-contract=off, and -O2 -march=native with
contraction. All 2^32 floats (or each `step`th) are run through the first and through glibc: `glibc wrong` counts those at which
glibc gives another float. An eighth of them are run through both texts, and `differ` counts those that are not the same (0, or
something is wrong); and through CORE-MATH, which is correctly rounded in all modes, in all four; and through RLIBM-32 (Lim and Nagarakatte, PLDI 2021), to the nearest. Times are per call, of 2^17
random floats one after the other, the best of sixty rounds by the thread's clock, all in one run; the time of the proof is that of all processors together.
A table in Markdown; with --rows FILE the rows are kept as JSON, and a second run goes on where the first one stopped.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

from page_table import replace_table

# Where speed is measured: floats with evenly spread values.
RANGES = {"exp": (-80, 80), "exp2": (-120, 120), "expm1": (-15, 80), "log": (1e-3, 1e3), "log2": (1e-3, 1e3),
          "log10": (1e-3, 1e3), "log1p": (-0.9, 1e3), "cbrt": (-1e3, 1e3), "sin": (-100, 100), "cos": (-100, 100), "tan": (-100, 100),
          "asin": (-1, 1), "acos": (-1, 1), "atan": (-20, 20), "sinh": (-80, 80), "cosh": (-80, 80), "tanh": (-8, 8),
          "erf": (-4, 4)}
IN_RLIBM = ("exp", "exp2", "log", "log2", "log10", "sinh", "cosh")

HARNESS = r"""
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>
extern "C" float apart(float), fused(float), peer(float), rlibm(float);
extern "C" double apart_double(float);
static float in_glibc(float x) { return NAMEf(x); }
static bool same(float a, float b) {
  if (a != a && b != b) return true;
  std::uint32_t x, y;
  std::memcpy(&x, &a, 4), std::memcpy(&y, &b, 4);
  return x == y;
}
struct counts { std::uint64_t differ = 0, glibc = 0, peer = 0, modes = 0, rlibm = 0; };
static void look(std::uint64_t begin, std::uint64_t step, counts* out) {
  constexpr int n = 1024;
  counts c;
  unsigned chunk = 7;
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (std::uint64_t at = begin; at < (1ull << 32);) {
    float x[n]; double d[n]; int k = 0;
    for (; k < n && at < (1ull << 32); ++k, at += step) { std::uint32_t b = (std::uint32_t)at; std::memcpy(&x[k], &b, 4); }
    for (int i = 0; i < k; ++i) {
      d[i] = apart_double(x[i]);
      c.glibc += !same((float)d[i], in_glibc(x[i]));
    }
    if (++chunk % 8 != 0) continue;
    for (int i = 0; i < k; ++i) {
      const float a = apart(x[i]);
      c.differ += !same(a, fused(x[i])) + !same(a, (float)d[i]);
      if (HAS_PEER) c.peer += !same(a, peer(x[i]));
      if (HAS_RLIBM) c.rlibm += !same(HAS_PEER ? peer(x[i]) : a, rlibm(x[i]));
    }
    if (HAS_PEER) for (int mode : modes) {
      std::fesetround(mode);
      for (int i = 0; i < k; ++i) { volatile float f = (float)d[i]; c.modes += !same(f, peer(x[i])); }
      std::fesetround(FE_TONEAREST);
    }
  }
  *out = c;
}
/* Of the processor, so that other programs count little. */
static double thread_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
template <class F> static double nanoseconds(F f, const std::vector<float>& x) {
  double best = 1e9; volatile float sink = 0;
  for (int round = 0; round < 60; ++round) {
    const double begin = thread_seconds();
    float sum = 0;
    for (float v : x) sum += f(v);
    sink = sum;
    const double s = thread_seconds() - begin;
    if (s * 1e9 / x.size() < best) best = s * 1e9 / x.size();
  }
  (void)sink;
  return best;
}
int main() {
  std::vector<float> x(1 << 17);
  std::srand(1);
  for (float& v : x) v = (float)(LOW + (HIGH - (LOW)) * (std::rand() / (double)RAND_MAX));
  const double t[] = {nanoseconds(apart, x), nanoseconds(fused, x), nanoseconds(in_glibc, x), HAS_PEER ? nanoseconds(peer, x) : 0,
                      HAS_RLIBM ? nanoseconds(rlibm, x) : 0};
  const unsigned threads = std::thread::hardware_concurrency();
  std::vector<counts> all(threads); std::vector<std::thread> team;
  for (unsigned k = 0; k < threads; ++k) team.emplace_back(look, (std::uint64_t)k * STEP, (std::uint64_t)threads * STEP, &all[k]);
  counts c;
  for (unsigned k = 0; k < threads; ++k) { team[k].join(); c.differ += all[k].differ, c.glibc += all[k].glibc, c.peer += all[k].peer, c.modes += all[k].modes, c.rlibm += all[k].rlibm; }
  std::printf("{\"apart_ns\":%.2f,\"fused_ns\":%.2f,\"glibc_ns\":%.2f,\"peer_ns\":%.2f,\"rlibm_ns\":%.2f,\"rlibm_differs\":%llu,\"differ\":%llu,\"glibc_wrong\":%llu,\"peer_differs\":%llu,\"modes_differ\":%llu}\n",
              t[0], t[1], t[2], t[3], t[4], (unsigned long long)c.rlibm, (unsigned long long)c.differ, (unsigned long long)c.glibc, (unsigned long long)c.peer, (unsigned long long)c.modes);
}
"""


def build(work, name, text, core_math, rlibm, step):
    flags = {"apart": ["-ffp-contract=off"], "fused": ["-march=native", "-ffp-contract=fast"]}
    objects = []
    for model, options in flags.items():
        source = work / f"{model}.c"
        source.write_text(text + f"\nfloat {model}(float x) {{ return rounded_{name}(x); }}\n"
                          f"double {model}_double(float x) {{ return rounded_{name}_in_double(x); }}\n")
        subprocess.run(["gcc", "-O2", *options, "-c", source, "-o", work / f"{model}.o"], check=True)
        objects.append(work / f"{model}.o")
    if core_math:
        source = work / "peer.c"
        source.write_text((core_math / name / f"{name}f.c").read_text() + f"\nfloat peer(float x) {{ return cr_{name}f(x); }}\n")
        subprocess.run(["gcc", "-O2", "-march=native", "-frounding-math", "-w", "-c", source, "-o", work / "peer.o"], check=True)
        objects.append(work / "peer.o")
    has_rlibm = rlibm is not None and name in IN_RLIBM
    if has_rlibm:
        source = work / "rlibm.c"
        source.write_text((rlibm / "source/float" / f"{name}.c").read_text() + f"\nfloat rlibm(float x) {{ return rlibm_{name}(x); }}\n")
        subprocess.run(["gcc", "-O2", "-march=native", "-w", "-I", rlibm / "include", "-c", source, "-o", work / "rlibm.o"], check=True)
        objects.append(work / "rlibm.o")
    low, high = RANGES[name]
    harness = HARNESS.replace("NAMEf", f"::{name}f").replace("HAS_PEER", "1" if core_math else "0").replace("STEP", f"{step}ull").replace("HAS_RLIBM", "1" if has_rlibm else "0")
    harness = harness.replace("LOW", f"({low}.0)" if isinstance(low, int) else f"({low})").replace("HIGH", f"({high})")
    if not has_rlibm:
        harness = harness.replace("int main()", 'extern "C" float rlibm(float x) { return x; }\nint main()')
    if not core_math:
        harness = harness.replace("int main()", 'extern "C" float peer(float x) { return x; }\nint main()')
    (work / "harness.cpp").write_text(harness)
    subprocess.run(["g++", "-std=c++17", "-O2", "-frounding-math", work / "harness.cpp", *objects, "-o", work / "harness", "-lm", "-pthread"],
                   check=True)
    return work / "harness"


HEAD = """| function | degrees | tables | exceptions | proof | differ | ns | ns, fused | glibc | glibc wrong | CORE-MATH | it differs, all modes | RLIBM-32 | it differs |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def line(row):
    part = "" if row["all"] and row["proven"] else ", in part"
    peer = (f"{row['peer_ns']:.1f}", row["peer_differs"] + row["modes_differ"]) if row["peer_ns"] else ("", "")
    rlibm = (f"{row['rlibm_ns']:.1f}", row["rlibm_differs"]) if row.get("rlibm_ns") else ("", "")
    cells = [row["function"], ", ".join(map(str, row["degrees"])), row["table_bytes"], row["exceptions"], f"{row['processor_seconds']:.0f} s{part}",
             row["differ"], f"{row['apart_ns']:.1f}", f"{row['fused_ns']:.1f}", f"{row['glibc_ns']:.1f}", row["glibc_wrong"], *peer, *rlibm]
    return f"| {' | '.join(map(str, cells))} |"


def measured(name, given):
    """The row of a function."""
    sample = [] if given.step == 1 else ["--in=1,1.001"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([given.program, "minimax", name, "--rounded", "--json", *sample], capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)
    processor_seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    with tempfile.TemporaryDirectory() as folder:
        harness = build(pathlib.Path(folder), name, answer["text"], given.core_math, given.rlibm, given.step)
        row = json.loads(subprocess.run([harness], capture_output=True, text=True, check=True).stdout)
    row["processor_seconds"] = processor_seconds
    row.update({key: answer[key] for key in ("function", "status", "proven", "all", "exceptions", "degrees", "table_bytes", "seconds")})
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--functions", default=",".join(RANGES))
    parser.add_argument("--core-math", type=pathlib.Path, help="src/binary32 of a checkout")
    parser.add_argument("--rlibm", type=pathlib.Path, help="a checkout of rlibm-32")
    parser.add_argument("--retime", action="store_true", help="measure the times of the rows of --rows again, and compare RLIBM-32")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--rows", type=pathlib.Path, help="a JSON file: functions in it are not run again, others are added as they end")
    parser.add_argument("--page", type=pathlib.Path, help="a page of docs/ whose table the rows of --rows become; nothing is run")
    given = parser.parse_args()
    rows = json.loads(given.rows.read_text()) if given.rows and given.rows.exists() else []
    if given.page:
        ordered = sorted(rows, key=lambda row: list(RANGES).index(row["function"]))
        replace_table(given.page, "minimax_rounded", [HEAD, *map(line, ordered)])
        return 0
    if given.retime:
        given.step = 13 if given.step == 1 else given.step
        for row in rows:
            again = measured(row["function"], given)
            row.update({key: again[key] for key in ("apart_ns", "fused_ns", "glibc_ns", "peer_ns", "rlibm_ns", "rlibm_differs")})
            print(line(row), flush=True)
        given.rows.write_text(json.dumps(rows, indent=1) + "\n")
        return 0
    print(HEAD)
    for name in given.functions.split(","):
        row = next((r for r in rows if r["function"] == name), None)
        if row is None:
            row = measured(name, given)
            rows.append(row)
            if given.rows:
                given.rows.write_text(json.dumps(rows, indent=1) + "\n")
        print(line(row), flush=True)
    return 1 if any(row["differ"] > 0 or not row["proven"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
