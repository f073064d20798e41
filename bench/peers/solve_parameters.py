"""Many instances of one system with parameters, each program on one core in the same run; user seconds.

    python3 bench/peers/solve_parameters.py [--program build/release/vieta] [--instances 10000] [--apart 20] [--no-phc] [--four-bar]

The platform on three legs (3RPR, six solutions; examples/systems/planar_platform.json) with random dimensions and legs:
`vieta solve --parameters` for all instances; plain `vieta solve`, and PHCpack's `phc -b` (a separate program), for the
first few of them, one process for each. With --four-bar: four-bar linkages through five positions (four_bar.json, four
solutions) instead, in one call, without peers.
"""

import argparse
import json
import math
import os
import random
import re
import tempfile

from solve_phc import phc_counts, run

SYSTEMS = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "systems")


def legs(names, random_numbers):
    return [random_numbers.uniform(0.5, 3) for _ in names]


def positions(names, random_numbers):
    """Points in a square, and cosines and sines of random angles."""
    values = {}
    for name in names:
        kind, number = name[0], name[1:]
        if kind in "pq":
            values[name] = random_numbers.uniform(-1, 1)
        elif kind == "c":
            angle = random_numbers.uniform(-math.pi, math.pi)
            values[name], values["s" + number] = math.cos(angle), math.sin(angle)
    return [values[name] for name in names]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default="build/release/vieta")
    options.add_argument("--instances", type=int, default=10000)
    options.add_argument("--apart", type=int, default=20)
    options.add_argument("--no-phc", action="store_true")
    options.add_argument("--four-bar", action="store_true")
    given = options.parse_args()
    path, choose = ("four_bar.json", positions) if given.four_bar else ("planar_platform.json", legs)
    path = os.path.join(SYSTEMS, path)
    with open(path) as file:
        system = json.load(file)
    names, random_numbers = system["parameters"], random.Random(1)
    rows = [choose(names, random_numbers) for _ in range(given.instances)]
    with tempfile.TemporaryDirectory() as folder:
        values = os.path.join(folder, "values.csv")
        with open(values, "w") as file:
            file.write(",".join(names) + "\n" + "".join(",".join(map(repr, r)) + "\n" for r in rows))
        result = os.path.join(folder, "result.json")
        user, wall, code, _ = run([given.program, "solve", path, "--parameters", values, "--threads", "1", "--json",
                                   "-o", result, "--quiet"], 3600)
        with open(result) as file:
            report = json.load(file)["report"]
        print(f"vieta solve --parameters: {given.instances} instances, {report['certified']} certified solutions, "
              f"{report['real']} real, {report['paths']['failed']} paths failed, exit code {code}; {user:.2f} user s, "
              f"{report['certified'] / user:.0f} solutions per second; in the call {report['seconds']:.2f} s, "
              f"of which tracking {report['seconds_tracking']:.2f}, proofs {report['seconds_proving']:.2f}")
        found = {"vieta solve": 0, "phc -b": 0}
        seconds = dict(found)
        for row in [] if given.four_bar else rows[: given.apart]:
            # Names as wholes: the parameters are single letters.
            equations = [re.sub(r"[a-z]", lambda m: f"({row[names.index(m[0])]!r})" if m[0] in names else m[0], e)
                         for e in system["equations"]]
            one, out = os.path.join(folder, "one.phc"), os.path.join(folder, "one.out")
            with open(one, "w") as file:
                file.write(f"{len(equations)}\n" + "".join(f" {e};\n" for e in equations))
            user, _, _, text = run([given.program, "solve", one, "--threads", "1", "--json"], 60)
            seconds["vieta solve"] += user
            found["vieta solve"] += json.loads(text)["report"]["certified"]
            if given.no_phc:
                continue
            if os.path.exists(out):
                os.remove(out)
            user, _, code, _ = run(["phc", "-b", "-t1", one, out], 60)
            seconds["phc -b"] += user
            with open(out, errors="replace") as file:
                found["phc -b"] += phc_counts(file.read())[0]
        for name, count in found.items():
            if count:
                print(f"{name}: {given.apart} instances by themselves, {count} solutions, {seconds[name]:.2f} user s, "
                      f"{count / seconds[name]:.0f} solutions per second")


if __name__ == "__main__":
    main()
