"""S. Lagarde: Inverse trigonometric functions GPU optimization for AMD GCN architecture, version 2.0, 2014 (a web page)."""

import math
import sys

import listings
import plots
from items import ROOT, Item, Machine, Table

sys.path.append(str(ROOT / "bench" / "peers" / "minimax"))

import blog  # noqa: E402

WORK = "Inverse trigonometric functions for shaders: Lagarde (2014)"
LEFT_OUT = "Listings of machine code are counted, not printed again."


# Wrong places of the work, and rows that need none of their own.
REMARKS = {
    "acos": " Of asin the work prints no rows: asin(x) is pi/2 - acos(x), with the same coefficients. Its listing of asin multiplies p(x) by pi/2 - sqrt(1-x), where it means "
    "pi/2 - sqrt(1-x) p(x).",
    "atan": " The rows \"/ A\" of the work, by (x-1)/(x+1), have the same coefficients and errors as those of odd degree. Its listing of degree 3 takes `x` where it means `t0`, "
    "and is wrong for every x > 1.",
}


def error_curve(form, exact, coefficients, relative: bool) -> tuple[list, list]:
    """The error by x, as the blog's rows measure it."""
    xs = [k / 800 for k in range(1, 800)]

    def value(u):
        return sum(c * u**k for k, c in enumerate(coefficients))

    return xs, [(form(value, x) - exact(x)) / (exact(x) if relative else 1) for x in xs]


def rows_of(machine: Machine, function: str) -> Table:
    machine.need_proofs_of_functions()
    rows, curves = [], {}
    for name, key, error, fixed, printed, coefficients in blog.ROWS:
        if not key.startswith(function):
            continue
        expression, form, value, exact = blog.FORMS[key]
        command = [
            "minimax",
            expression,
            "--form",
            form,
            "--in",
            "0,1",
            "--degree",
            len(coefficients) - 1,
            "--" + error,
        ]
        for equation in fixed:
            command += ["--constraint", equation]
        ours = machine.vieta(*command)
        theirs = blog.measured(value, exact, coefficients, error == "relative")
        curves[f"{name}, {error}"] = [
            error_curve(value, exact, c, error == "relative") for c in (coefficients, ours["coefficients"])
        ]
        rows.append(
            [
                name + (": " + ", ".join(f"`{equation}`" for equation in fixed) if fixed else ""),
                error,
                f"{printed:.1e}",
                f"{theirs:.3e}",
                f"{ours['optimum']:.3e}",
                f"{ours['proven_bound']:.3e}",
                f"{ours['float_error']:.3e}",
                f"{theirs / ours['proven_bound']:.3f}",
            ]
        )
    return Table(
        [
            "row",
            "error",
            "printed",
            "printed coefficients, measured",
            "optimum",
            "vieta in float, proven",
            "on floats",
            "ratio",
        ],
        rows,
        'Rows that favour the absolute error were found on a shorter interval by hand; asked for the whole interval, the optimum is lower. "Ends" and Eberly\'s rows '
        "keep the value at one or both ends: ours do the same by `--constraint`. In the picture the printed coefficients are grey."
        + REMARKS[function],
        plots.errors(f"published_errors_{function}.webp", curves),
    )


def others(machine: Machine) -> Table:
    """Approximations that the work quotes, measured, beside what the program makes of the same form."""
    machine.need_proofs_of_functions()

    def worst(f, exact, relative=False):
        points = [0.5 - 0.5 * math.cos(math.pi * k / 20000) for k in range(1, 20000)]
        return max(abs(f(x) - exact(x)) / (exact(x) if relative else 1) for x in points)

    quoted = [
        (
            "Unreal Engine 4.5, AtanFast",
            "atan(x)",
            "p(x)",
            3,
            lambda x: ((-0.130234 * x - 0.0954105) * x + 1.00712) * x - 0.00001203333,
            math.atan,
            "3.9e-3",
        ),
        (
            "Cg's acos (Abramowitz and Stegun 4.4.45)",
            "acos(x)",
            "sqrt(1-x)*p(x)",
            3,
            lambda x: math.sqrt(1 - x) * (((-0.0187293 * x + 0.0742610) * x - 0.2121144) * x + 1.5707288),
            math.acos,
            "",
        ),
    ]
    rows = []
    for name, function, form, degree, value, exact, printed in quoted:
        ours = machine.vieta("minimax", function, "--form", form, "--in", "0,1", "--degree", degree, "--absolute")
        rows.append([name, f"`{form}`", printed, f"{worst(value, exact):.3e}", f"{ours['proven_bound']:.3e}"])
    return Table(["approximation", "form", "printed error", "measured, absolute", "vieta in float, proven"], rows)


def sphere(machine: Machine) -> Table:
    """The diffuse light of a sphere, with every pair of stand-ins for acos and atan that the work prints."""
    folder = machine.file("pairs", "").with_suffix(".pictures")
    folder.mkdir(exist_ok=True)
    rows: dict[str, list[str]] = {}
    for line in machine.built("example_sphere_light", "--published", folder).splitlines():
        name, light, largest, black, spurious, seam = line.split("; ")
        rows.setdefault(name, [name]).append(f"{largest} / {black} / {spurious} / {seam}")
    shown = ["exact"] + [
        "acos_P1,_atan_" + name for name in ("P2_absolute", "OP3_absolute", "OP3_Eberly", "UE4", "OP5_Eberly")
    ]
    picture = plots.spheres("published_sphere_light.webp", folder, shown)
    return Table(
        [
            "pair",
            "light of 1 m: largest difference in 8 bits / black pixels / light where none is / seam",
            "light of 10 cm",
        ],
        list(rows.values()),
        "Differences are steps of 255 from the picture with exact functions; a seam is the largest jump of the difference "
        "between neighbours, where bands show. As the work says: an odd cubic of least absolute error turns the small light black, Eberly's does not.",
        picture,
    )


ITEMS = [
    Item(
        "Tables of acos",
        "acos(x) = sqrt(1-x) p(x)",
        "ten rows, errors of 9.0e-3 to 4.6e-5",
        lambda machine: rows_of(machine, "acos"),
    ),
    Item(
        "Tables of atan",
        "atan(x) = x p(x) and x p(x^2)",
        "ten rows, errors of 2.0e-2 to 7.2e-4",
        lambda machine: rows_of(machine, "atan"),
    ),
    Item("Remarks", "Approximations that the work quotes", "Unreal Engine: 3.9e-3; Cg", others),
    Item(
        "Discussion",
        "A sphere in the light of a sphere, all pairs",
        "pictures; Eberly's odd cubic is the cheapest that looks right",
        sphere,
    ),
    Item(
        "Listings",
        "Instructions and vector registers",
        "12 to 16 with 4 vector registers; 48 with 12 (PS4), 19 with 4 (Cg) for acos; 42 for four acos",
        listings.table,
    ),
]
