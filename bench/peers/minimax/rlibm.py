#!/usr/bin/env python3
"""Correctly rounded functions (`minimax NAME --rounded`) and the published code of RLIBM, on every float and in every mode of rounding.

    python3 bench/peers/minimax/rlibm.py build/release/vieta --rlibm-all DIR --rlibm-32 DIR --rows rows.json
    python3 bench/peers/minimax/rlibm.py build/release/vieta --rows rows.json --page docs/benchmarks.md    # what was run, as a table

RLIBM-ALL (Lim and Nagarakatte, POPL 2022, rutgers-apl/rlibm-all, MIT) gives a double that is to be rounded in any mode, as
`rounded_NAME_in_double` is: both are rounded to float to the nearest, up, down and to zero, and floats at which they are not the same are
counted, as are those at which RLIBM-32 (PLDI 2021, rutgers-apl/rlibm-32, MIT), which rounds to the nearest alone, gives another float than
`rounded_NAME`. All 2^32 floats, or each `step`th. All are compiled by gcc -O2 -march=native -ffp-contract=off: RLIBM's tables are for sums that are not fused
(by gcc's default, which fuses them and which is --fused here, log2 of RLIBM-32 differs at 2 floats, cosh of RLIBM-ALL at 4 to 8). NaN is NaN, whatever its bits.
With --rows FILE the rows are kept as JSON, and a second run goes on where the first one stopped.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from page_table import replace_table

FUNCTIONS = ("exp", "exp2", "log", "log2", "log10", "sinh", "cosh")

HARNESS = r"""
#include <cfenv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>
extern "C" float ours(float), rlibm32(float);
extern "C" double ours_double(float), rlibm34_NAME(float);
static bool same(float a, float b) {
  if (a != a && b != b) return true;
  std::uint32_t x, y;
  std::memcpy(&x, &a, 4), std::memcpy(&y, &b, 4);
  return x == y;
}
static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
struct counts { std::uint64_t floats = 0, rlibm32 = 0, in_mode[4] = {}; float first = 0; };
static void look(std::uint64_t begin, std::uint64_t step, counts* out) {
  constexpr int n = 4096;
  counts c;
  std::vector<float> x(n);
  std::vector<double> a(n), b(n);
  for (std::uint64_t at = begin; at < (1ull << 32);) {
    int k = 0;
    for (; k < n && at < (1ull << 32); ++k, at += step) { const auto bits = (std::uint32_t)at; std::memcpy(&x[k], &bits, 4); }
    for (int i = 0; i < k; ++i) a[i] = ours_double(x[i]), b[i] = rlibm34_NAME(x[i]), c.rlibm32 += !same(ours(x[i]), rlibm32(x[i]));
    for (int m = 0; m < 4; ++m) {
      std::fesetround(modes[m]);
      for (int i = 0; i < k; ++i) {
        volatile float f = (float)a[i], g = (float)b[i];
        if (same(f, g)) continue;
        if (c.in_mode[m]++ == 0 && c.first == 0) c.first = x[i];
      }
    }
    std::fesetround(FE_TONEAREST);
    c.floats += k;
  }
  *out = c;
}
int main() {
  const std::uint64_t threads = THREADS;
  std::vector<counts> all(threads);
  std::vector<std::thread> team;
  for (std::uint64_t k = 0; k < threads; ++k) team.emplace_back(look, k * STEP, threads * STEP, &all[k]);
  counts c;
  for (std::uint64_t k = 0; k < threads; ++k) {
    team[k].join();
    c.floats += all[k].floats, c.rlibm32 += all[k].rlibm32;
    if (all[k].first != 0) c.first = all[k].first;
    for (int m = 0; m < 4; ++m) c.in_mode[m] += all[k].in_mode[m];
  }
  std::printf("{\"floats\":%llu,\"rlibm32\":%llu,\"nearest\":%llu,\"up\":%llu,\"down\":%llu,\"to_zero\":%llu,\"first\":%.9g}\n", (unsigned long long)c.floats,
              (unsigned long long)c.rlibm32, (unsigned long long)c.in_mode[0], (unsigned long long)c.in_mode[1], (unsigned long long)c.in_mode[2],
              (unsigned long long)c.in_mode[3], (double)c.first);
}
"""


def measured(name, given):
    """The row of a function."""
    done = subprocess.run([given.program, "minimax", name, "--rounded", "--json", "--threads", str(given.threads)], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        sources = {
            "ours": (answer["text"] + f"\nfloat ours(float x) {{ return rounded_{name}(x); }}\ndouble ours_double(float x) {{ return rounded_{name}_in_double(x); }}\n", None),
            "all": ((given.rlibm_all / "source/float34RO" / f"{name}.c").read_text(), given.rlibm_all / "include"),
            "rlibm32": ((given.rlibm_32 / "source/float" / f"{name}.c").read_text() + f"\nfloat rlibm32(float x) {{ return rlibm_{name}(x); }}\n",
                        given.rlibm_32 / "include"),
        }
        for part, (text, include) in sources.items():
            (work / f"{part}.c").write_text(text)
            subprocess.run(["gcc", "-O2", "-march=native", f"-ffp-contract={'fast' if given.fused else 'off'}", "-w", *(["-I", include] if include else []), "-c", work / f"{part}.c", "-o", work / f"{part}.o"],
                           check=True)
        harness = HARNESS.replace("NAME", name).replace("STEP", f"{given.step}ull").replace("THREADS", str(given.threads))
        (work / "harness.cpp").write_text(harness)
        subprocess.run(["g++", "-std=c++17", "-O2", "-frounding-math", work / "harness.cpp", *(work / f"{part}.o" for part in sources), "-o", work / "harness",
                        "-lm", "-pthread"], check=True)
        row = json.loads(subprocess.run([work / "harness"], capture_output=True, text=True, check=True).stdout)
    row.update({"function": name, "fused": given.fused, "proven": answer["proven"], "exceptions": answer["exceptions"]})
    return row


HEAD = """| function | sums | floats | RLIBM-32 differs | RLIBM-ALL differs, to nearest | up | down | to zero |
|---|---|--:|--:|--:|--:|--:|--:|"""


def line(row):
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell
                             for cell in (row["function"], "fused" if row["fused"] else "apart", *(row[key] for key in ("floats", "rlibm32", "nearest", "up", "down", "to_zero")))) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--functions", default=",".join(FUNCTIONS))
    parser.add_argument("--rlibm-all", type=pathlib.Path, help="a checkout of rlibm-all")
    parser.add_argument("--rlibm-32", type=pathlib.Path, help="a checkout of rlibm-32")
    parser.add_argument("--fused", action="store_true", help="let gcc fuse sums, as it does by default")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rows", type=pathlib.Path, help="a JSON file: functions in it are not run again, others are added as they end")
    parser.add_argument("--page", type=pathlib.Path, help="a page of docs/ whose table the rows of --rows become; nothing is run")
    given = parser.parse_args()
    rows = json.loads(given.rows.read_text()) if given.rows and given.rows.exists() else []
    if given.page:
        ordered = sorted(rows, key=lambda row: (row["fused"], FUNCTIONS.index(row["function"])))
        replace_table(given.page, "minimax_rlibm", [HEAD, *map(line, ordered)])
        return 0
    if given.rlibm_all is None or given.rlibm_32 is None:
        parser.error("expected --rlibm-all and --rlibm-32")
    print(HEAD)
    for name in given.functions.split(","):
        row = next((r for r in rows if r["function"] == name and r["fused"] == given.fused), None)
        if row is None:
            row = measured(name, given)
            rows.append(row)
            if given.rows:
                given.rows.write_text(json.dumps(rows, indent=1) + "\n")
        print(line(row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
