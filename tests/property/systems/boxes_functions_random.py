"""Sines, cosines, tangents and roots of unknowns, by `vieta boxes`: every solution in the box, against sign changes.

Planar arms (closed forms), and curves y = g(x) that are met by y = h(x): their solutions are the zeros of g - h, which
NumPy finds as sign changes on a fine grid; what nearly touches is left out. Each solution has to be proven, none may be
missing, none too many. VIETA_RANDOM_COUNT says how many systems (default 30).
"""

import json
import math
import os
import random
import subprocess
import sys

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "30"))
NAMES = {n: getattr(math, n) for n in ("sin", "cos", "tan", "sqrt", "cbrt", "pi") if hasattr(math, n)}
NAMES["cbrt"] = lambda x: math.copysign(abs(x) ** (1 / 3), x)


def boxes(system, box):
    done = subprocess.run(
        [PROGRAM, "boxes", system, "--box", box, "--json", "--threads", "1"], capture_output=True, text=True, timeout=300
    )
    if not done.stdout:
        raise AssertionError(f"{system}, {box}: {done.stderr}")
    pieces = json.loads(done.stdout)["systems"]
    statuses = {p["status"] for p in pieces}
    return {
        "status": statuses.pop() if len(statuses) == 1 else str(statuses),
        "items": [item for p in pieces for item in p["items"]],
        "pieces": len(pieces),
    }, done.returncode


def zeros(text, lo, hi, count=40000):
    """Zeros of a function of x where its sign changes; nothing where one may be missed."""
    code = compile(text.replace("^", "**"), "", "eval")

    def f(x):
        try:
            return eval(code, NAMES, {"x": x})
        except ValueError:
            return math.nan

    xs = [lo + (hi - lo) * k / count for k in range(count + 1)]
    values = [f(x) for x in xs]
    known = [v for v in values if v == v]
    size = max(map(abs, known), default=0)
    found = []
    for k in range(count):
        a, b = values[k], values[k + 1]
        if (a == a) != (b == b):
            if abs(a if a == a else b) < 1e-2 * size:
                return None  # it may vanish where it begins
            continue
        if a != a:
            continue
        if a * b < 0 or b == 0:
            if abs(a - b) > 0.1 * size:
                continue  # a pole
            left, right = xs[k], xs[k + 1]
            for _ in range(60):
                middle = (left + right) / 2
                left, right = (middle, right) if f(left) * f(middle) > 0 else (left, middle)
            found.append(left)
        elif 0 < k and abs(a) < min(abs(values[k - 1]), abs(b)) and abs(a) < 1e-4 * size:
            return None  # it nearly touches
    near_ends = any(abs(x - end) < 1e-3 * (hi - lo) for x in found for end in (lo, hi))
    return None if near_ends else found


def number(rng):
    return f"{rng.randint(-30, 30) / 10:g}"


def argument(rng, of="x"):
    return rng.choice([of, f"{rng.randint(2, 4)}*{of}", f"{of} + {rng.randint(1, 9) / 10}", f"{of}/2 - pi/3", f"{of}^2/2", f"1 - {of}"])


def curve(rng):
    """A function of x, as a text."""
    return rng.choice(
        [
            lambda: f"({number(rng)})*sin({argument(rng)}) + ({number(rng)})*cos({argument(rng)})",
            lambda: f"({number(rng)})*sin({argument(rng)})*x + {rng.randint(1, 9)}/10",
            lambda: f"sin({argument(rng)})^2 - ({number(rng)})*cos({argument(rng)})/3",
            lambda: f"sin(2*cos({argument(rng)}))",
            lambda: f"sqrt({rng.randint(1, 5)} + sin({argument(rng)}))",
            lambda: f"sqrt(x + {rng.randint(1, 30) / 10})",
            lambda: f"cbrt(x - {rng.randint(-20, 20) / 10:g}) + x/5",
            lambda: f"({number(rng)})*cos({argument(rng)})/(x^2 + 1)",
            lambda: "tan(x/3)",
        ]
    )()


def line(rng):
    return rng.choice(
        [
            lambda: f"({number(rng)})*x/4 + ({number(rng)})/5",
            lambda: f"x^2/5 - {rng.randint(1, 9)}/10",
            lambda: f"({number(rng)})*sin({argument(rng)})/2",
        ]
    )()


def complain(what, *rest):
    raise AssertionError(f"{what}: " + ", ".join(map(str, rest)))


def check(system, box, result, code, expected, of=0):
    if code != 0 or result["status"] != "complete":
        complain(f"{system} in {box}", result["status"], f"expected {len(expected)}")
    found = sorted(item["x"][of] for item in result["items"])
    expected = sorted(expected)
    if len(found) != len(expected):
        complain(f"{system} in {box}", found, expected)
    for item, x, y in zip(sorted(result["items"], key=lambda i: i["x"][of]), found, expected):
        if item["kind"] != "unique" or abs(x - y) > item["radius"] + 1e-9 * max(1, abs(y)):
            complain(f"{system} in {box}", x, y, item)


def arm(rng):
    a, b = rng.uniform(-2.5, 2.5), rng.uniform(0.3, 2.8) * rng.choice([-1, 1])
    l1, l2 = rng.randint(5, 20) / 10, rng.randint(5, 20) / 10
    x, y = (round(l1 * f(a) + l2 * f(a + b), 6) for f in (math.cos, math.sin))
    cosine = (x * x + y * y - l1 * l1 - l2 * l2) / (2 * l1 * l2)
    if abs(cosine) > 0.999:
        return None
    system = f"{l1}*cos(a) + {l2}*cos(a + b) - ({x}); {l1}*sin(a) + {l2}*sin(a + b) - ({y})"
    expected = []
    for sign in (1, -1):
        bend = sign * math.acos(cosine)
        first = math.atan2(y, x) - math.atan2(l2 * math.sin(bend), l1 + l2 * math.cos(bend))
        for turn in (-2, -1, 0, 1, 2):
            if abs(first + turn * 2 * math.pi) < 3.2:
                expected.append(first + turn * 2 * math.pi)
    if any(abs(abs(e) - 3.2) < 1e-3 for e in expected):
        return None
    return system, "-3.2,3.2", expected


def meeting(rng):
    g, h = curve(rng), line(rng)
    lo, hi = rng.choice([(-3, 3), (-2, 4.5), (0.25, 3), (-6, 2)])
    expected = zeros(f"{g} - ({h})", lo, hi)
    if expected is None:
        return None
    if rng.random() < 0.5:
        return f"{g} = {h}", f"{lo},{hi}", expected
    return f"y = {g}; y = {h}", f"-20,20; {lo},{hi}", expected


def main():
    rng = random.Random(57)
    counts = {"systems": 0, "solutions": 0, "in pieces": 0, "left out": 0}
    while counts["systems"] < COUNT:
        case = (arm if rng.random() < 0.3 else meeting)(rng)
        if case is None:
            counts["left out"] += 1
            continue
        system, box, expected = case
        result, code = boxes(system, box)
        check(system, box, result, code, expected, 1 if system.startswith("y = ") else 0)
        counts["systems"] += 1
        counts["solutions"] += len(expected)
        counts["in pieces"] += result["pieces"] > 1
    print(", ".join(f"{n} {what}" for what, n in counts.items()))


main()
