"""Sines, cosines, tangents and roots of unknowns, by `vieta solve`: systems whose solutions are known.

Planar arms of two and three links (closed forms), sums of multiples of one angle (a polynomial in e^(ix)), tangents,
roots of unknowns and nested roots (zeros of the polynomial without roots, sorted by the principal branch). None may be
lost, none be false, none lie on another branch or at a zero of a denominator. VIETA_RANDOM_COUNT says how many systems (default 30).
"""

import cmath
import json
import math
import os
import random
import subprocess
import sys

PROGRAM = os.environ.get("VIETA_PROGRAM", sys.argv[1] if len(sys.argv) > 1 else "vieta")
COUNT = int(os.environ.get("VIETA_RANDOM_COUNT", "30"))


def solve(system, *options):
    command = [PROGRAM, "solve", "--system", system, "--json", "--threads", "1", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if not done.stdout:
        raise AssertionError(f"{system}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def values(result, solution):
    """Unknowns by name: variables and angles."""
    found = {v: complex(float(re), float(im)) for v, (re, im) in zip(result["variables"], solution["x"])}
    for angle in solution.get("angles", []):
        found[angle["name"]] = complex(*map(float, angle["value"]))
    return found


def same(a, b, period):
    """Modulo a period of the real part, where there is one."""
    d = a - b
    if period:
        d -= period * round(d.real / period)
    return abs(d) < 1e-7 * (1 + abs(a))


def matched(expected, found, period):
    """Each expected solution once, and nothing else."""
    left = list(found)
    for e in expected:
        at = [k for k, f in enumerate(left) if all(same(complex(e[v]), f[v], period) for v in e)]
        if len(at) != 1:
            return False
        left.pop(at[0])
    return not left


def zeros_of(row):
    """All zeros of a polynomial, highest power first: Durand's method, then Newton's."""
    n = len(row) - 1
    size = 1 + max(abs(c / row[0]) for c in row)
    z = [size ** 0.5 * (0.4 + 0.9j) ** k for k in range(n)]
    for _ in range(2000):
        for k in range(n):
            value = 0
            for c in row:
                value = value * z[k] + c / row[0]
            for j in range(n):
                value /= z[k] - z[j] if j != k else 1
            z[k] -= value
    return z


def decimal(rng, low, high):
    return f"{rng.uniform(low, high):.3f}"


def two_links(rng):
    l1, l2, reach, side = decimal(rng, 0.5, 2), decimal(rng, 0.5, 2), decimal(rng, 0.1, 1.4), decimal(rng, -1.4, 1.4)
    system = f"{l1}*cos(a) + {l2}*cos(a + b) = {reach}; {l1}*sin(a) + {l2}*sin(a + b) = {side}"
    p, q, x, y = map(float, (l1, l2, reach, side))
    cos_b = (x * x + y * y - p * p - q * q) / (2 * p * q)
    expected = []
    if abs(cos_b * cos_b - 1) < 1e-6:
        return None
    for sign in (1, -1):
        b = sign * cmath.acos(cos_b)
        # (p + q e^(ib)) e^(ia) = x + i y, and the same with -i
        e = (x + 1j * y) / (p + q * cmath.exp(1j * b))
        expected.append({"a": cmath.log(e) / 1j, "b": b})
    return system, expected, 2 * math.pi


def three_links(rng):
    lengths = [decimal(rng, 0.5, 2) for _ in range(3)]
    x, y, way = decimal(rng, 0.1, 1.5), decimal(rng, -1.5, 1.5), decimal(rng, -1, 1)
    along, across = ("cos", "sin")
    rows = [
        f"{lengths[0]}*{f}(a) + {lengths[1]}*{f}(a + b) + {lengths[2]}*{f}(a + b + c) = {value}"
        for f, value in ((along, x), (across, y))
    ]
    # The direction of the hand: its tangent has two, and they are all different arms.
    system = "; ".join([*rows, f"tan(a + b + c) = {way}"])
    p, q, r = map(float, lengths)
    expected = []
    for turn in (0, math.pi):
        phi = math.atan(float(way)) + turn
        wx, wy = float(x) - r * math.cos(phi), float(y) - r * math.sin(phi)
        cos_b = (wx * wx + wy * wy - p * p - q * q) / (2 * p * q)
        if abs(cos_b * cos_b - 1) < 1e-6:
            return None
        for sign in (1, -1):
            b = sign * cmath.acos(cos_b)
            a = cmath.log((wx + 1j * wy) / (p + q * cmath.exp(1j * b))) / 1j
            expected.append({"a": a, "b": b, "c": phi - a - b})
    return system, expected, 2 * math.pi


def one_angle(rng):
    """A sum of multiples of one angle is a polynomial in z = e^(ix) over a power of z."""
    terms, coefficients = [], {}
    parts = rng.choice([1, 1, 2])
    for _ in range(rng.randint(2, 3)):
        k, f = rng.randint(1, 3), rng.choice(["sin", "cos"])
        c, shift = rng.randint(1, 9), rng.choice(["0", "pi/2", "-pi", "0.3"])
        angle = {"0": 0, "pi/2": math.pi / 2, "-pi": -math.pi, "0.3": 0.3}[shift]
        terms.append(f"{c}*{f}({k}*x{'/2' if parts == 2 else ''} + {shift})")
        turn = cmath.exp(1j * angle)
        half = c / 2
        up, down = (half * turn, half / turn) if f == "cos" else (half * turn / 1j, -half / turn / 1j)
        coefficients[k] = coefficients.get(k, 0) + up
        coefficients[-k] = coefficients.get(-k, 0) + down
    if parts == 2 and all(k % 2 == 0 for k in coefficients):
        return None  # no halves
    constant = rng.randint(1, 5)
    coefficients[0] = -constant
    top = max(abs(k) for k in coefficients)
    row = [coefficients.get(k, 0) for k in range(top, -top - 1, -1)]
    if abs(row[0]) < 1e-12 or abs(row[-1]) < 1e-12:
        return None
    roots = zeros_of(row)
    if min(abs(a - b) for k, a in enumerate(roots) for b in roots[:k]) < 1e-4:
        return None
    expected = [{"x": parts * cmath.log(z) / 1j} for z in roots]
    return " + ".join(terms) + f" = {constant}", expected, 2 * math.pi * parts


def tangent(rng):
    """tan x + k / tan x = c: a quadratic equation for the tangent. At its poles both sides are none."""
    k, c = rng.randint(-4, 4) or 1, rng.randint(-6, 6)
    if c * c == 4 * k or k == -1 or abs(c * c - 2 * k) == 0:
        return None
    root = cmath.sqrt(c * c - 4 * k)
    tangents = [(c + root) / 2, (c - root) / 2]
    if any(abs(t * t + 1) < 1e-9 for t in tangents):
        return None
    expected = [{"x": cmath.atan(t) + turn} for t in tangents for turn in (0, math.pi)]
    return f"tan(x) + ({k})/tan(x) = {c}", expected, 2 * math.pi


def principal(z, q):
    """The principal root; None near the cut, where this arithmetic cannot tell."""
    if abs(z) < 1e-9 or (z.real < 0 and abs(z.imag) < 1e-9 * abs(z)):
        return None
    return cmath.exp(cmath.log(z) / q)


def one_root(rng):
    """(x + a)^(1/q) = b x + c: the zeros of (x + a) - (b x + c)^q on the right branch."""
    q = rng.choice([2, 2, 3, 4])
    a, b, c = rng.randint(-4, 6), rng.choice([1, 1, 2, -1]), rng.randint(-3, 4)
    row = [0] * (q + 1)
    for k in range(q + 1):
        row[q - k] -= math.comb(q, k) * b**k * c ** (q - k)
    row[q - 1] += 1
    row[q] += a
    while row and row[0] == 0:
        row.pop(0)
    zeros = zeros_of(row)
    if len(zeros) > 1 and min(abs(s - t) for k, s in enumerate(zeros) for t in zeros[:k]) < 1e-3:
        return None
    expected = []
    for z in zeros:
        root = principal(z + a, q)
        if root is None:
            return None
        if abs(root - (b * z + c)) < 1e-6 * (1 + abs(z)):
            expected.append({"x": z})
    power = {2: f"sqrt(x + {a})", 3: f"(x + {a})^(1/3)", 4: f"(x + {a})^0.25"}[q]
    return f"{power} = {b}*x + {c}".replace("+ -", "- "), expected, 0


def nested_root(rng):
    """sqrt(x + a + sqrt(x)) = c with r = sqrt(x): r^2 + r + a - c^2 = 0, r on the right branch."""
    a, c = rng.randint(-3, 5), rng.randint(-3, 4)
    disc = cmath.sqrt(1 - 4 * (a - c * c))
    expected = []
    for r in ((-1 + disc) / 2, (-1 - disc) / 2):
        if abs(r.real) < 1e-9 or c == 0:
            return None
        if r.real > 0 and c > 0:
            expected.append({"x": r * r})
    if abs(disc) < 1e-9:
        return None
    return f"sqrt(x + {a} + sqrt(x)) = {c}".replace("+ -", "- "), expected, 0


def two_unknowns(rng):
    """sqrt(x) + y = a, x^(3/2)/y + b = sqrt(x): r y ... by elimination of y."""
    a, b = rng.randint(1, 6), rng.randint(-5, 5) or 2
    # y = a - r: r^3 + b (a - r) - r (a - r) = 0
    zeros = zeros_of([1, 1, -a - b, a * b])
    if min(abs(s - t) for k, s in enumerate(zeros) for t in zeros[:k]) < 1e-3 or any(abs(z.real) < 1e-9 for z in zeros):
        return None
    expected = [{"x": r * r, "y": a - r} for r in zeros if r.real > 0 and abs(a - r) > 1e-9]
    return f"sqrt(x) + y = {a}; x^(3/2)/y + {b} = sqrt(x)".replace("+ -", "- "), expected, 0


def real_cube_root(rng):
    """cbrt(x) of a real x is real, of others the principal root."""
    r = rng.choice([-3, -2, -1, 2, 5])
    return f"cbrt(x) = {r}", [{"x": r**3}], 0


def two_angles(rng):
    """Two equations in sums of multiples of two angles: what Newton's method finds from many starts is in the list."""
    sums = ["a", "b", "a + b", "2*a - b", "a - b + 0.4", "a + 2*b - pi/3", "2*b"]
    rows = []
    for _ in range(2):
        terms = [f"{rng.choice([1, 2, -3, 0.5])}*{rng.choice(['sin', 'cos'])}({s})" for s in rng.sample(sums, 2)]
        rows.append(" + ".join(terms) + f" = {rng.randint(-2, 2)}/2")
    system = "; ".join(rows).replace("+ -", "- ")
    return system, found_by_newton(system, "ab", rng, 2 * math.pi), 2 * math.pi, "more may be there"


def sum_of_roots(rng):
    """Roots that are added: each unknown on its branch."""
    a, b, c, d = rng.randint(-4, 4), rng.randint(1, 5), rng.randint(-3, 5), rng.randint(1, 9)
    first = rng.choice([f"sqrt(x + {a}) + sqrt({b}*x + {c}*y)", f"sqrt(x + y) - sqrt(x*y + {c})", f"(x + {a}*y)^(1/3) + sqrt(x + {b})"])
    system = f"{first} = {d}/2; x - y^2 = {a}/3 + sqrt(y + {b})".replace("+ -", "- ")
    return system, found_by_newton(system, "xy", rng, 0), 0, "more may be there"


def functions_of(system):
    """The left sides minus the right sides as functions of unknowns by name, by Python's own complex arithmetic."""
    rows = []
    for row in system.replace("^", "**").split(";"):
        left, right = row.split("=")
        rows.append(compile(f"({left.strip()}) - ({right.strip()})", system, "eval"))
    known = {f: getattr(cmath, f) for f in ("sin", "cos", "tan", "sqrt", "pi")}
    known["cbrt"] = lambda z: math.copysign(abs(z) ** (1 / 3), z.real) if abs(z.imag) < 1e-9 * abs(z) else z ** (1 / 3)
    return [lambda at, row=row: eval(row, {**known, **at}) for row in rows]


def found_by_newton(system, names, rng, period):
    rows = functions_of(system)
    found = []
    for _ in range(40):
        x = [complex(rng.uniform(-3, 3), 0 if period else rng.uniform(-2, 2)) for _ in names]
        try:
            for _ in range(40):
                at = [f(dict(zip(names, x))) for f in rows]
                h = 1e-7
                jacobian = [[(f(dict(zip(names, [x[0] + h, x[1]]))) - v) / h, (f(dict(zip(names, [x[0], x[1] + h]))) - v) / h]
                            for f, v in zip(rows, at)]
                (p, q), (r, t) = jacobian
                det = p * t - q * r
                step = [(t * at[0] - q * at[1]) / det, (p * at[1] - r * at[0]) / det]
                x = [v - s for v, s in zip(x, step)]
        except (ZeroDivisionError, OverflowError, ValueError):
            continue
        # Not where two solutions nearly meet, nor on cuts, which differences cannot tell.
        is_clear = abs(det) > 1e-2 and max(map(abs, step)) < 1e-9 and max(map(abs, x)) < 100
        if is_clear and not any(all(same(a, f[n], period) for a, n in zip(x, names)) for f in found):
            found.append(dict(zip(names, x)))
    return found


def angle_under_root(rng):
    """sqrt(sin x) = s, with a rational s in (0, 1]: two angles."""
    s = f"{rng.uniform(0.2, 0.95):.3f}"
    x = math.asin(float(s) ** 2)
    return f"sqrt(sin(x)) = {s}", [{"x": x}, {"x": math.pi - x}], 2 * math.pi


KINDS = [
    two_links, three_links, one_angle, tangent, one_root, nested_root, two_unknowns, real_cube_root, angle_under_root,
    two_angles, sum_of_roots,
]  # fmt: skip


def check(seed):
    rng = random.Random(seed)
    problem = None
    while problem is None:
        problem = KINDS[seed % len(KINDS)](rng)
    system, expected, period = problem[:3]
    result, code = solve(system)
    found = [values(result, s) for s in result["solutions"]]
    decided = [s["certified"] and not s["undecided"] for s in result["solutions"]]
    told = f"seed {seed}: {system}\nexpected {expected}\nfound {found}\nexit code {code}, {result['report']['status']}"
    if len(problem) > 3:
        # Those beside have to be solutions, too: undecided ones may be none, and multiple ones are not looked for.
        rows = functions_of(system)
        for at, s in zip(found, result["solutions"]):
            if s["certified"] and not s["undecided"] and max(abs(f(at)) for f in rows) > 1e-6:
                return told
        known = [at for at in found if any(all(same(e[v], at[v], period) for v in e) for e in expected)]
        return "" if matched(expected, known, period) and code in (0, 2) else told
    if any(max(abs(f(at)) for f in functions_of(system)) > 1e-6 for at in found):
        return told
    if not matched(expected, found, period) or not all(decided) or code != 0:
        return told
    for s, at in zip(result["solutions"], found):
        for angle in s.get("angles", []):
            cosine = [v for v in at if v.startswith("cos_" + angle["name"])]
            parts = 2 if cosine[0].endswith("_2") else 1
            if not angle["radius"] < 1e-9 or abs(cmath.cos(at[angle["name"]] / parts) - at[cosine[0]]) > 1e-9:
                return told
    return ""


def main():
    wrong = 0
    for seed in range(COUNT):
        complaint = check(seed)
        if complaint:
            wrong += 1
            print(complaint + "\n")
    print(f"{COUNT} systems, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
