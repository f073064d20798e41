"""Systems of which solutions hid from path trackers, by `vieta solve`: at large sizes, close together, on sets, from all starts and several seeds.

What is right follows from each system's construction, or from Singular's primary decomposition. An answer with exit code 0 has all simple
solutions certified, and says of points of sets that they are such. VIETA_SEEDS says how many seeds (default 1; 20 take minutes).
"""

import json
import os
import subprocess
import sys

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
SEEDS = int(os.environ.get("VIETA_SEEDS", "1"))
STARTS = ["auto", "total-degree", "multi-homogeneous", "polyhedral"]

# Text, simple solutions, isolated multiple ones.
SYSTEMS = [
    ("x^2+y^2-1; (x-0.5)*z-1; (y-0.8660254)*z-2", 2, 0),
    ("c^2+s^2-1; (0.600001*c+0.8*s-1)*y-1; (0.8*c-0.6*s)*y-1", 2, 0),
    ("(x^2-2)*z-1; (x-1.41421356)*z-3", 2, 0),
    ("x=1e20; x*y=1; z=x+y", 1, 0),
    ("x^2=1e-40; x*y=1", 2, 0),
    ("(x-y)^2 = 1e-24; y = 1", 2, 0),
    ("(x-y)^2 = 1e-24; y = 2", 2, 0),
    ("(x-1)^2 = 1e-24", 2, 0),
    ("(x-70*y)^2 = y^3; y = 1e-8", 2, 0),
    ("(x-70*y)^2 = y^3; y = 1e-20", 2, 0),
    # Points of sets, and what lies beside them.
    ("x^2; x*y", 0, 0),
    ("x^2*y; x*(y-1)", 0, 0),
    ("x*y*(x+y-2); x*y*(x-y)", 1, 0),
    ("(x-y)^2*(x+y-1); (x-y)*(x^2+y-3)", 2, 0),
    # Multiple, and isolated.
    ("(x^2+y^2)^2+3*x^2*y-y^3; x^2+y^2-x", None, 1),
    ("x^2-y^2*z; y-z; x-z", 1, 1),
    # All far from 1.
    ("1e200*x^2-1e-200; y-x", 2, 0),
    ("1e-190*x^2 - 1e190; 1e90*y - 1e100*x", 2, 0),
]
FAMILY = "x*(x-1)*(a+b*y*z); y*(y-1)*(c+d*x); z*(z-1)"


def run(*arguments):
    command = [PROGRAM, "solve", *map(str, arguments), "--json", "--threads", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 2):
        raise AssertionError(f"{' '.join(command)}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def numbers(result):
    solutions = result["solutions"]
    return (sum(s["certified"] for s in solutions), sum(not s["regular"] and s["on_a_set"] is not True for s in solutions))


def systems(seed):
    for text, simple, multiple in SYSTEMS:
        for start in STARTS:
            yield text, simple, multiple, start
    for m in range(seed % 3 + 1, 31, 3):
        yield f"x^2 = 1e{2 * m}; y = x + 1", 2, 0, "auto"
    for k in range(2, 6):
        for m in range(10 + seed % 10, 41, 10):
            yield f"(x-1)^{k} = 1e-{m}", k, 0, "auto"


def main():
    runs, partly, wrong = 0, 0, []
    for seed in range(1, SEEDS + 1):
        for text, simple, multiple, start in systems(seed):
            result, code = run("--system", text, "--seed", seed, "--start", start)
            found = numbers(result)
            runs, partly = runs + 1, partly + (code == 2)
            too_many = simple is not None and found[0] > simple
            if too_many or (code == 0 and found != (found[0] if simple is None else simple, multiple)):
                wrong.append(f"{text}: {found} of {(simple, multiple)}, exit code {code}, --start {start} --seed {seed}")
            elif code == 2 and simple:
                print(f"in part: {text}: {found} of {(simple, multiple)}, --start {start} --seed {seed}")
        result, code = run("--system", FAMILY, "--at", "a=1,b=2,c=3,d=4", "--seed", seed)
        runs += 1
        if (numbers(result["instances"][0]), code) != ((9, 0), 0):
            wrong.append(f"{FAMILY}, --seed {seed}: {numbers(result['instances'][0])} of 9, exit code {code}")
    print(f"{runs} runs, {partly} solved in part")
    print("\n".join(wrong))
    return 1 if wrong or partly > 0.1 * runs else 0


if __name__ == "__main__":
    sys.exit(main())
