"""Functions that shaders have used, beside those of vieta of the same form: cost on GCN and RDNA, vector registers, error.

    python3 bench/peers/minimax/baselines.py build/release/vieta            # a table in Markdown; needs clang and gcc
    python3 bench/peers/minimax/baselines.py build/release/vieta --page docs/benchmarks.md

NVIDIA's Cg 3.1 (after Abramowitz and Stegun 4.4.45 and 4.4.49), Unreal Engine 4's AtanFast, D. Eberly's GTE and the macros of
the PS4 (which are not public: what is printed of them), all as S. Lagarde quotes them (2014). Costs are counted by
bench/published/listings.py: instructions of full rate and four times those of quarter rate, by clang for gfx900 and gfx1030.
Errors are the largest absolute ones of the C text as compiled by gcc, in float, at four million arguments of [-1, 1], for atan
of all numbers.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "published"))

import blog  # noqa: E402
import listings  # noqa: E402
from page_table import replace_table  # noqa: E402

UE4 = [-0.00001203333, 1.00712, -0.0954105, -0.130234]  # AtanFast: a polynomial without a factor
HARNESS = """
#include <stdio.h>
int main(void) {
  double worst = 0;
  for (int k = -2000000; k <= 2000000; ++k) {
    const double part = k / 2000000.0;
    const float x = (float)(REACH ? part / (1.0000001 - fabs(part)) : part);
    const double error = fabs((double)FUNCTION(x) - EXACT((double)x));
    if (!(error <= worst)) worst = error;
  }
  printf("%.3e", worst);
  return 0;
}
"""


def horner(coefficients, variable):
    text = f"{coefficients[-1]!r}f"
    for c in reversed(coefficients[:-1]):
        text = f"({text} * {variable} + {c!r}f)"
    return text


def acos_of(coefficients):
    c = [float(value) for value in coefficients]
    return (f"static float quoted(float x) {{ float a = fabsf(x), r = {horner(c, 'a')} * sqrtf(1.0f - a); "
            "return x < 0.0f ? 3.14159265f - r : r; }\n")


def atan_of(core):
    return "static float fast_atan(float x) { return " + core + "; }\n" + listings.REDUCED.replace("all_atan", "quoted")


def eberly(name):
    return [float(c) for c in next(row for row in blog.ROWS if row[0] == name + " Eberly")[5]]


def odd(coefficients):
    return "x * " + horner(coefficients, "(x * x)")


ACOS, ATAN = ("acos", "--absolute"), ("atan", "--absolute")
# Whose; function; printed cost and registers; text in C, its function; what is asked of vieta.
ROWS = [
    ("Eberly, degree 1", "acos", "", "", acos_of(eberly("acos P1")), "quoted", (*ACOS, "--degree", 1)),
    ("Eberly, degree 2", "acos", "", "", acos_of(eberly("acos P2")), "quoted", (*ACOS, "--degree", 2)),
    ("Eberly, degree 3", "acos", "", "", acos_of(eberly("acos P3")), "quoted", (*ACOS, "--degree", 3)),
    ("Cg", "acos", "19 (14 + 1)", "4", listings.CG, "cg_acos", (*ACOS, "--degree", 3)),
    ("PS4", "acos", "48 (40 + 2)", "12", None, "", None),
    ("Cg", "asin", "18 (13 + 1)", "4", listings.CG, "cg_asin",
     ("asin", "--form", "pi/2-sqrt(1-x)*p(x)", "--in", "0,1", "--absolute", "--degree", 3)),
    ("PS4", "asin", "48 (40 + 2)", "12", None, "", None),
    ("Eberly, degree 3", "atan", "", "", atan_of(odd(eberly("atan OP3"))), "quoted", (*ATAN, "--degree", 1)),
    ("Eberly, degree 5", "atan", "", "", atan_of(odd(eberly("atan OP5"))), "quoted", (*ATAN, "--degree", 2)),
    ("Unreal Engine 4", "atan", "", "", atan_of(horner(UE4, "x")), "quoted", (*ATAN, "--degree", 2)),
    ("Cg and PS4", "atan", "23 (19 + 1)", "8", listings.CG, "cg_atan", (*ATAN, "--degree", 5)),
]
HEAD = """| function | whose | printed: cost | registers | gfx900 | gfx1030 | registers | largest error | vieta, p of degree | gfx900 | gfx1030 | registers | largest error |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


def counted(text, name):
    found = [listings.count(text, f"{name}(p[0])", chip) for chip in listings.CHIPS]
    return [f"{full + 4 * quarter} ({full} + {quarter})" for full, quarter, _ in found] + [" / ".join(str(r) for *_, r in found)]


def error_of(text, name, function):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "f.c"
        main = HARNESS.replace("FUNCTION", name).replace("EXACT", function).replace("REACH", "1" if function == "atan" else "0")
        source.write_text("#include <math.h>\n" + text + main)
        subprocess.run(["gcc", "-O2", "-w", source, "-o", source.with_suffix(""), "-lm"], check=True)
        return subprocess.run([source.with_suffix("")], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--page", type=pathlib.Path, help="a page of docs/ whose table it becomes")
    given = parser.parse_args()
    lines = [HEAD]
    for whose, function, cost, registers, text, name, asked in ROWS:
        cells = [function, whose, cost, registers]
        if text is None:
            lines.append("| " + " | ".join(cells + [""] * 9) + " |")
            continue
        command = [given.program, "minimax", *map(str, asked), "--full-range", function, "--emit", "c", "--json"]
        ours = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)["code"]["text"]
        cells += [*counted(text, name), error_of(text, name, function), str(asked[-1])]
        cells += [*counted(ours, "fast_" + function), error_of(ours, "fast_" + function, function)]
        lines.append("| " + " | ".join(cells) + " |")
    if given.page:
        replace_table(given.page, "minimax_baselines", lines)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
