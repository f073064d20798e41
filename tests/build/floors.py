#!/usr/bin/env python3
"""Draws the graph of includes between the rooms of src/, and fails on an arrow that runs up or on a circle.

A room stands on a floor: its place in `foreach(room ...)` of src/CMakeLists.txt. A file may include what stands on a lower
floor, and rooms within its own verb. Between the rooms of one verb arrows must not form a circle, except where `together`
names rooms that are one unit in several folders.

A folder of code, anywhere in the repository, has at most 20 files; those of the public headers, which are the interface, may
have more.

    tests/build/floors.py            checks; prints a line for each fault
    tests/build/floors.py --dot      the graph in Graphviz's language (docs/code/ways.md shows the picture)
    tests/build/floors.py --count    rooms, arrows, and the largest room
"""
import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src"
ENDINGS = {".cpp", ".hpp", ".cu", ".cuh"}
MOST_FILES = 20
FOLDERS = ("src", "cli", "python", "tests", "bench", "examples", "fuzz", "web", "cmake")
CODE = ENDINGS | {".py", ".c", ".h", ".js", ".frag", ".sh", ".cmake"}
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.M)


def floors():
    text = (SOURCES / "CMakeLists.txt").read_text()
    return re.search(r"foreach\(room ([^)]*)\)", text).group(1).split()


def sources():
    return sorted(p for p in SOURCES.rglob("*") if p.suffix in ENDINGS)


def arrows():
    """{(room, room): [(file, included file)]} for rooms that differ."""
    found = collections.defaultdict(list)
    for path in sources():
        room = path.parent.relative_to(SOURCES).as_posix()
        for name in INCLUDE.findall(path.read_text()):
            for target in (path.parent / name, SOURCES / name):
                if target.exists() and target.is_relative_to(SOURCES):
                    other = target.parent.relative_to(SOURCES).as_posix()
                    if other != room:
                        found[room, other].append((path.relative_to(ROOT).as_posix(), name))
                    break
    return found


def verb(room):
    return room.split("/")[0]


def circles(edges):
    """Sets of rooms that reach each other (Tarjan's strongly connected components)."""
    to = collections.defaultdict(set)
    for a, b in edges:
        to[a].add(b)
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on_stack.add(v)
        for w in to[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on_stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            part = set()
            while v not in part:
                part.add(w := stack.pop())
                on_stack.discard(w)
            if len(part) > 1:
                found.append(part)

    for v in list(to):
        if v not in index:
            visit(v)
    return found


def faults():
    order = {name: k for k, name in enumerate(floors())}
    edges = arrows()
    for (a, b), files in sorted(edges.items()):
        if order[verb(b)] > order[verb(a)]:
            for path, name in files:
                yield f"{path}: found an include of {name}, expected none of a room above {verb(a)}"
    between = {(verb(a), verb(b)) for a, b in edges if verb(a) != verb(b)}
    for part in circles(between):
        yield f"src: found a circle of {', '.join(sorted(part))}, expected none"
    code = (p for folder in FOLDERS for p in (ROOT / folder).rglob("*") if p.suffix in CODE and p.name != "__init__.py")
    count = collections.Counter(p.parent.relative_to(ROOT).as_posix() for p in code)
    for room, files in sorted(count.items()):
        if files > MOST_FILES:
            yield f"{room}: found {files} files, expected at most {MOST_FILES}"


def dot():
    edges = {(verb(a), verb(b)) for a, b in arrows() if verb(a) != verb(b)}
    lines = ["digraph rooms {", "  rankdir=BT; node [shape=box, fontname=Helvetica];"]
    lines += [f"  {a} -> {b};" for a, b in sorted(edges)]
    return "\n".join([*lines, "}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dot", action="store_true", help="print the graph in Graphviz's language")
    parser.add_argument("--count", action="store_true", help="print the numbers of rooms and arrows")
    arguments = parser.parse_args()
    if arguments.dot:
        print(dot())
        return 0
    if arguments.count:
        count = collections.Counter(p.parent for p in sources())
        print(f"{len(count)} rooms, {len(arrows())} arrows, at most {max(count.values())} files in a room")
        return 0
    found = list(faults())
    print("\n".join(found) if found else "no arrow runs up, and there is no circle")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
