#!/usr/bin/env python3
"""How often `vieta solve` misses solutions of random sparse systems: pairs of equations in x and y with a constant and one to
three other terms, degrees up to 3 in each unknown, coefficients +-10^u with u uniform in [-s, s]. Such systems have as many
solutions as their mixed volume says (Bernstein 1975), all of them simple.

    bench/systems/solve_mixed_volumes.py [--program build/release/vieta] [--systems 150]
"""

import argparse
import json
import random
import subprocess


def report(program, system, *options):
    done = subprocess.run([program, "solve", "--system", system, "--json", "--threads", "1", "--quiet", *options],
                          capture_output=True, text=True)
    return (json.loads(done.stdout)["report"] if done.stdout else None), done.returncode


def equation(spread):
    def coefficient():
        return repr(random.choice([-1, 1]) * 10 ** random.uniform(-spread, spread))

    terms = [coefficient()]
    for _ in range(random.choice([1, 2, 3])):
        terms.append(f"{coefficient()}*x^{random.randint(0, 3)}*y^{random.randint(0, 3)}")
    return " + ".join(terms).replace("+ -", "- ")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--program", default="build/release/vieta")
    options.add_argument("--systems", type=int, default=150)
    given = options.parse_args()
    print("| coefficients | systems | all found | solved in part | solutions missing, exit code 0 |\n|---|---|---|---|---|")
    for spread in (0.5, 1, 3, 6, 9):
        random.seed(spread)
        found = part = missing = 0
        for _ in range(given.systems):
            system = f"{equation(spread)}; {equation(spread)}"
            here, code = report(given.program, system)
            if here is None or here["status"] in ("inconsistent", "not_isolated"):
                continue
            volume = here["start"]["mixed_volume"]
            if volume is None:  # so few paths that nobody asked
                volume = report(given.program, system, "--start", "polyhedral")[0]["start"]["mixed_volume"]
            right = here["regular"] == volume and here["singular"] == 0
            found, part, missing = found + right, part + (not right and code != 0), missing + (not right and code == 0)
        print(f"| 1e-{spread} to 1e{spread} | {found + part + missing} | {found} | {part} | {missing} |", flush=True)


if __name__ == "__main__":
    main()
