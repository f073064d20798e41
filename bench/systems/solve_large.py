#!/usr/bin/env python3
"""`vieta solve` on systems for which the product of the degrees is far too many paths: PHCpack's demonstration systems, and two
families. Whole processes on one thread, one run each; user seconds.

    bench/systems/solve_large.py [--program build/release/vieta] PHCPACK_FOLDER
"""

import argparse
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))

from solve_phc import run

FILES = "i1", "sparse5", "filter9", "redcyc8", "extcyc8", "rcyc9emb2"
FAMILIES = "cyclic:8", "eco:12"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default="build/release/vieta")
    options.add_argument("folder", type=pathlib.Path)
    given = options.parse_args()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    print("| system | product of degrees | paths | certified | user s |\n|---|---|---|---|---|")
    named = [(name, [str(given.folder / name)]) for name in FILES]
    named += [(name.replace(":", "-"), ["--family", name]) for name in FAMILIES]
    for name, system in named:
        seconds, _, code, out = run([given.program, "solve", *system, "--threads", "1", "--quiet", "--json"], None)
        if not out:
            raise SystemExit(f"{name}: vieta solve {' '.join(system)} ended with exit code {code}")
        report = json.loads(out)["report"]
        print(f"| {name} | {int(report['start']['total_degree']):,} | {report['paths']['total']:,} | {report['certified']:,} "
              f"| {seconds:.{2 if seconds < 1 else 1}f} |", flush=True)


if __name__ == "__main__":
    main()
