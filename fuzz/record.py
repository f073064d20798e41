#!/usr/bin/env python3
"""Hours of the processor by fuzz target, as a table for docs/fuzzing.md, from what `./dev fuzz` noted:

    fuzz/record.py build/fuzz/corpus
"""

import collections
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
seconds, runs = collections.Counter(), collections.Counter()
for line in (folder / "record.tsv").read_text().splitlines():
    _, name, time, _ = line.split("\t")
    seconds[name] += float(time)
    runs[name] += 1
print("| target | runs | CPU hours | inputs kept |\n|---|--:|--:|--:|")
for name in sorted(seconds):
    kept = sum(1 for _ in (folder / name).iterdir())
    print(f"| `{name}` | {runs[name]} | {seconds[name] / 3600:.2f} | {kept} |")
