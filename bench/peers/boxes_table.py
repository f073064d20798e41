"""`solve_boxes` beside its peers, on the same files in one run: the tables of docs/benchmarks.md.

    python3 boxes_table.py build/release/bench/boxes_bench PEERS DATA

PEERS is a folder with those of boxes_irit, boxes_ibex, boxes_cgal, boxes_occt that are built (the first lines of their
sources say how); the columns of the others stay empty. DATA is the folder of rand33.txt, level33.txt and bspl33.txt, of
which the first 256 systems are taken; the other files come from boxes_curves.py. Times are processor time of one thread
for each system: of a peer the best of three calls of its program, of vieta the best of many calls for all systems.
"""

import os
import re
import subprocess
import sys
import tempfile

MANY = ["rand33", "level33", "bspl33", "cubics", "similar_cubics", "cubic_patch"]
SINGLE = ["five", "touch", "close", "miss"]
# What a peer is called with, and which files it takes.
PEERS = {
    "IRIT": ("boxes_irit", ["1e-3", "1"], set(MANY + SINGLE) - {"cubic_patch"}),
    "Ibex": ("boxes_ibex", [], set(MANY + SINGLE)),
    "CGAL": ("boxes_cgal", [], set(MANY + SINGLE) - {"cubic_patch"}),
    "OpenCASCADE": ("boxes_occt", ["1e-6"], {"cubics", "similar_cubics", "cubic_patch"}),
}


def first_systems(source, target, count=256):
    with open(source) as lines, open(target, "w") as out:
        variables = int(next(lines).split()[1])
        print(count, variables, file=out)
        for _ in range(count * variables):
            out.write(next(lines))


def peer(program, file, arguments):
    """Solutions, microseconds for each system and undecided boxes; None if the program is not there."""
    if not os.access(program, os.X_OK):
        return None
    best = None
    for _ in range(3):
        text = subprocess.run([program, file, *arguments], capture_output=True, text=True, check=True).stdout
        found, time = re.search(r"(\d+) (?:roots|solutions), ([\d.]+) us each", text).groups()
        undecided = re.search(r"undecided boxes: (\d+)", text)
        now = (int(found), float(time), int(undecided.group(1)) if undecided else 0)
        best = now if best is None or now[1] < best[1] else best
        if now[1] > 2000:  # minutes for all systems
            break
    return best


def span(microseconds):
    return f"{microseconds / 1000:.3g} ms" if microseconds >= 1000 else f"{microseconds:.3g} us"


def main(bench, programs, data):
    bench, programs, data = map(os.path.abspath, (bench, programs, data))
    with tempfile.TemporaryDirectory() as folder:
        curves = os.path.join(os.path.dirname(os.path.abspath(__file__)), "boxes_curves.py")
        subprocess.run([sys.executable, curves, folder], check=True, stdout=subprocess.DEVNULL)
        for name in MANY[:3]:
            first_systems(os.path.join(data, name + ".txt"), os.path.join(folder, name + ".txt"))
        files = {name: os.path.join(folder, name + ".txt") for name in MANY + SINGLE}
        text = subprocess.run([bench, *files.values()], capture_output=True, text=True, check=True).stdout
        own = {row[0].removesuffix(".txt"): row for row in
               ([cell.strip() for cell in line.strip("| \n").split("|")] for line in text.splitlines())}
        print("| systems | number | solutions | vieta, SIMD | vieta, one box at a time |", " | ".join(PEERS), "|")
        print("|---|--:|--:|--:|--:|" + "--:|" * len(PEERS))
        for name, file in files.items():
            row = own[name]
            cells = [name, row[1], row[2], row[5], row[6]]
            for program, arguments, takes in PEERS.values():
                answer = peer(os.path.join(programs, program), file, arguments) if name in takes else None
                cell = "" if answer is None else span(answer[1])
                if answer is not None and (answer[0] != int(row[2]) or answer[2] > 0):
                    cell += f", {answer[0]} found" + (f", {answer[2]} undecided" if answer[2] else "")
                cells.append(cell)
            print("| " + " | ".join(cells) + " |", flush=True)
    print(f"\nLoad of the machine: {os.getloadavg()[1]:.1f}")


main(*sys.argv[1:])
