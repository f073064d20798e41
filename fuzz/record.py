#!/usr/bin/env python3
"""Hours of the processor by fuzz target: what `./dev fuzz` noted in a corpus folder is added to fuzz/record.tsv, and the table
in docs/fuzzing.md is made from that.

    fuzz/record.py build/fuzz/corpus    any number of times: a run counts once
    fuzz/record.py                      the table alone
"""

import collections
import hashlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- fuzz:record -->\n", "<!-- /fuzz:record -->\n"
Count = collections.namedtuple("Count", "runs seconds inputs")


def noted(folder):
    """The folder's name in the record, and its counts by target. A folder is known by its first run, wherever it lies."""
    lines = (folder / "record.tsv").read_text().splitlines()
    if not lines:
        sys.exit(f"{folder}/record.tsv: found no run, expected a line for each")
    name = f"{lines[0][:10]}-{hashlib.sha256(lines[0].encode()).hexdigest()[:8]}"
    seconds = collections.defaultdict(list)
    for line in lines:
        _, target, time, _ = line.split("\t")
        seconds[target].append(sum(map(float, time.replace(",", ".").split("+"))))  # as the shell's locale writes it
    return name, {target: Count(len(times), round(sum(times)), sum(1 for _ in (folder / target).iterdir()))
                  for target, times in seconds.items()}


def read(text):
    """(folder, target): count."""
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {(folder, target): Count(*map(int, counts)) for folder, target, *counts in lines}


def added(text, folder):
    """The record's text with what the folder says: in the place of what it said before, never less of it."""
    known = read(text)
    name, counts = noted(folder)
    for target, count in counts.items():
        known[name, target] = max(count, known.get((name, target), count))
    head = [line for line in text.splitlines() if line.startswith("#")]
    return "\n".join(head + ["\t".join(map(str, key + known[key])) for key in known]) + "\n"


def table(text, targets):
    """Runs and time are sums over all folders. Their inputs are much the same: the largest number counts."""
    total = {target: Count(0, 0, 0) for target in sorted(targets)}
    for (_, target), count in read(text).items():
        if target in total:  # others are gone
            was = total[target]
            total[target] = Count(was.runs + count.runs, was.seconds + count.seconds, max(was.inputs, count.inputs))
    rows = [f"| `{target}` | {n.runs} | {n.seconds / 3600:.2f} | {n.inputs} |\n" for target, n in total.items()]
    return "| target | runs | CPU hours | inputs kept |\n|---|--:|--:|--:|\n" + "".join(rows)


def with_table(page, text, targets):
    before, rest = page.split(BEGIN)
    return before + BEGIN + table(text, targets) + END + rest.split(END)[1]


def main(arguments, root=ROOT):
    record, page = root / "fuzz" / "record.tsv", root / "docs" / "fuzzing.md"
    text = record.read_text()
    for folder in arguments:
        text = added(text, pathlib.Path(folder))
    record.write_text(text)
    targets = {source.stem for source in (root / "fuzz").rglob("fuzz_*.cpp")}
    page.write_text(with_table(page.read_text(), text, targets))


if __name__ == "__main__":
    main(sys.argv[1:])
