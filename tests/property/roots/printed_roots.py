#!/usr/bin/env python3
"""Printed decimals with the printed radius are discs that hold a root: in the table, JSON and CSV; of the Python module,
where there is one, in its str and repr, `decimals`, and the repr of the doubles of `values` and `radii`.

    VIETA_PROGRAM=build/release/vieta PYTHONPATH=build/release/python python3 tests/property/roots/printed_roots.py --count 10000

Random polynomials with integer coefficients of degree 2 to 9, whole or with decimals, real or complex. Each disc is read
as decimals. From its centre Newton's method finds a place whose own disc, far smaller, has one root by Pellet's theorem
(1881), in integers; it has to lie in the disc that was printed.
"""

import argparse
import csv
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

try:
    import vieta
except ImportError:
    vieta = None

PROGRAM = os.environ.get("VIETA_PROGRAM", "build/release/vieta")
BITS = 220


def times(a, b):
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def taylor(p, z):
    """The coefficients of P(Z + t), P(X) = sum of p_k 2^(BITS (n - k)) X^k, in integers."""
    n = len(p) - 1
    row = [(re << BITS * (n - k), im << BITS * (n - k)) for k, (re, im) in enumerate(p)]
    for first in range(n):
        for k in range(n - 1, first - 1, -1):
            more = times(row[k + 1], z)
            row[k] = row[k][0] + more[0], row[k][1] + more[1]
    return row


def tiny_disc(p, re, im):
    """A disc with exactly one root, in units of 2^-BITS: centre and radius; None where Newton's method finds none."""
    z = round(re * 2**BITS), round(im * 2**BITS)
    for _ in range(12):
        t = taylor(p, z)
        square = t[1][0] ** 2 + t[1][1] ** 2
        if square == 0:
            return None
        step = times(t[0], (t[1][0], -t[1][1]))
        step = step[0] // square, step[1] // square
        z = z[0] - step[0], z[1] - step[1]
        if max(map(abs, step)) <= 1:
            break
    t = taylor(p, z)
    above = [abs(a) + abs(b) for a, b in t]
    slope = max(abs(t[1][0]), abs(t[1][1]))
    radius = 2 * above[0] // max(slope, 1) + 2
    if above[0] + sum(x * radius**k for k, x in enumerate(above) if k > 1) >= slope * radius:
        return None
    return z, radius


def holds(p, re, im, radius):
    found = tiny_disc(p, re, im)
    if found is None:
        return False
    (a, b), own = found
    unit = Fraction(1, 2**BITS)
    left = radius - own * unit
    return left >= 0 and (re - a * unit) ** 2 + (im - b * unit) ** 2 <= left**2


def random_polynomial(source):
    """Integers (re, im), ascending, and the texts that are given, which may be these over a power of ten."""
    n = source.randint(2, 9)
    size = 10 ** source.randint(1, 12)
    is_complex = source.random() < 0.3
    places = source.choice([0, 0, 1, 5])
    while True:
        p = [(source.randint(-size, size), source.randint(-size, size) if is_complex else 0) for _ in range(n + 1)]
        if p[0] != (0, 0) and p[n] != (0, 0):
            break
    text = lambda x: f"{'-' if x < 0 else ''}{abs(x) // 10**places}.{abs(x) % 10**places:0{places}d}" if places else str(x)
    return p, "\n".join(f"({text(re)},{text(im)})" if is_complex else text(re) for re, im in p) + "\n"


def discs_of_table(text):
    number = r"(-?[0-9.]+(?:e[-+]?[0-9]+)?)"
    rows = re.findall(rf"^\d+\s+{number}\s+{number}\s+{number}\s+\d+\s", text, re.MULTILINE)
    return [tuple(map(Fraction, row)) for row in rows]


def discs_of_json(text):
    return [tuple(Fraction(z[key]) for key in ("re", "im", "radius")) for z in json.loads(text, parse_float=str, parse_int=str)["roots"]]


def discs_of_csv(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    return [tuple(Fraction(row[key]) for key in ("re", "im", "radius")) for row in rows]


def discs_of_repr(text):
    rows = re.findall(r"^  (\S+?)(?: ([-+]) (\S+)i)?  within (\S+?)(?:,.*)?$", text, re.MULTILINE)
    return [(Fraction(x), Fraction(sign + y) if sign else Fraction(0), Fraction(radius)) for x, sign, y, radius in rows]


def discs_of_python(text, digits):
    """By the names of the ways."""
    terms = [re.sub(r"\((.*),(.*)\)", r"\1+(\2)*i", term) for term in text.split()]
    r = vieta.roots("+".join(f"({term})*x^{k}" for k, term in enumerate(terms)), digits=digits, threads=1)
    values = [(repr(z.real), repr(z.imag), repr(radius)) for z, radius in zip(r.values.tolist(), r.radii.tolist())]
    ways = {"str": discs_of_table(str(r)), "repr": discs_of_repr(repr(r)), "decimals": [tuple(map(Fraction, disc)) for disc in r.decimals]}
    if digits <= 15:  # more of them than a double holds are in `decimals` alone
        ways["values"] = [tuple(map(Fraction, disc)) for disc in values]
    return ways


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=300, help="roots")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    source = random.Random(options.seed)
    checked, wrong = {"table": 0, "JSON": 0, "CSV": 0}, 0
    if vieta:
        checked |= {"str": 0, "repr": 0, "decimals": 0, "values": 0}

    def check(way, p, text, discs):
        nonlocal wrong
        if len(discs) != len(p) - 1:
            sys.exit(f"{text}{way}: {len(discs)} roots")
        checked[way] += len(discs)
        for disc in discs:
            if not holds(p, *disc):
                wrong += 1
                print(f"{way}: no root within {float(disc[2])} of {[str(x) for x in disc]}:\n{text}", file=sys.stderr)

    with tempfile.TemporaryDirectory() as folder:
        given, csv_file = pathlib.Path(folder) / "p.txt", pathlib.Path(folder) / "roots.csv"
        while sum(checked.values()) < options.count:
            p, text = random_polynomial(source)
            given.write_text(text)
            digits = source.choice([3, 8, 15, 15, 15, 16, 17, 30])
            command = [PROGRAM, "roots", str(given), "--threads", "1", "--digits", str(digits)]
            for way, more in (("table", []), ("JSON", ["--json"]), ("CSV", ["-o", str(csv_file)])):
                done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    sys.exit(f"{text}{way}: {done.stderr}")
                discs = (discs_of_csv(csv_file.read_text()) if way == "CSV" else
                         discs_of_json(done.stdout) if way == "JSON" else discs_of_table(done.stdout))
                check(way, p, text, discs)
            for way, discs in discs_of_python(text, digits).items() if vieta else ():
                check(way, p, text, discs)
    print(", ".join(f"{count} of {way}" for way, count in checked.items()), "roots read back,", wrong, "wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
