#!/usr/bin/env python3
"""Random cases for each kind of fault that users found in `roots`, `real-roots` and the program, held against Arb.

    PYTHONPATH=build/release/python VIETA_PROGRAM=build/release/vieta python3 tests/property/kinds/run.py --count 10000

Prints how many cases of each kind there were, how many wrong, and the time; exit code 1 if one was wrong. It needs python-flint. Kinds begin with the
letter and number of the list of faults that they come from: R `roots`, Q `real-roots`, H the host. --only takes a part of the name.
"""

import argparse
import importlib
import random
import sys
import time

ROOMS = ("roots_kinds", "real_roots_kinds", "host_kinds", "host_programs", "program_kinds")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20, help="cases of each kind")
    parser.add_argument("--only", default="", help="kinds whose name contains this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most-seconds", type=float, default=float("inf"), help="for each kind")
    parser.add_argument("--most-shown", type=int, default=5)
    options = parser.parse_args()
    try:
        kinds = {name: f for room in ROOMS for name, f in importlib.import_module(room).KINDS.items() if options.only in name}
    except ModuleNotFoundError as missing:
        print(f"SKIPPED: {missing}")
        return 0
    wrong_kinds = 0
    print("| kind | cases | wrong | seconds |\n|---|--:|--:|--:|")
    for name, one in kinds.items():
        cases, wrong, begin, number = 0, [], time.monotonic(), 0
        while cases < options.count and time.monotonic() - begin < options.most_seconds:
            source = random.Random(f"{options.seed} {name} {number}")
            number += 1
            found = one(source)
            if not isinstance(found, tuple):
                found = 1, [found] if found else []
            cases += found[0]
            wrong += found[1]
        print(f"| {name} | {cases} | {len(wrong)} | {time.monotonic() - begin:.1f} |", flush=True)
        for line in wrong[: options.most_shown]:
            print(f"    {name}: {line}", file=sys.stderr, flush=True)
        wrong_kinds += bool(wrong)
    return 1 if wrong_kinds else 0


if __name__ == "__main__":
    sys.exit(main())
