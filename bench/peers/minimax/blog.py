"""Measures the coefficients that a blog prints, and solves the same problems: a table in Markdown.

    python3 bench/peers/minimax/blog.py build/release/vieta

The blog: S. Lagarde, "Inverse trigonometric functions GPU optimization for AMD GCN architecture", version 2.0, 2014, with
the coefficients of D. Eberly's GTE that it quotes. Errors of the printed coefficients are taken in double over a million points.
"""

import json
import math
import subprocess
import sys

ROWS = [  # name, function, error that the row favours, constraints of ours, printed error, powers, coefficients
    ("acos P1", "acos", "relative", [], 3.9e-3, [1.56467, -0.155972]),
    ("acos P1", "acos", "absolute", [], 3.5e-3, [1.56734, -0.16882]),
    ("acos P1 Eberly", "acos", "absolute", ["p(0)=pi/2"], 9.0e-3, [1.570796, -0.1565827]),
    ("acos P2", "acos", "relative", [], 3.9e-4, [1.57018, -0.201877, 0.0464619]),
    ("acos P2", "acos", "absolute", [], 3.7e-4, [1.57042, -0.205107, 0.0512521]),
    ("acos P2 Eberly", "acos", "absolute", ["p(0)=pi/2"], 8.2e-4, [1.570796, -0.203471, 0.0468878]),
    ("acos P3", "acos", "relative", [], 4.5e-5, [1.57073, -0.212053, 0.0740935, -0.0186166]),
    ("acos P3", "acos", "absolute", [], 4.6e-5, [1.57075, -0.21271, 0.0764532, -0.0206453]),
    ("acos P3 Eberly", "acos", "absolute", ["p(0)=pi/2"], 8.8e-5, [1.570796, -0.2125329, 0.0747737, -0.0188236]),
    ("acos P3 ends", "acos", "absolute", ["p(0)=pi/2"], 6.2e-5, [1.570796, -0.212936, 0.0761885, -0.0198346]),
    ("atan OP3", "atan", "relative", [], 1.3e-2, [0.987305, -0.211868]),
    ("atan OP3", "atan", "absolute", [], 5.4e-3, [0.970592, -0.190604]),
    ("atan OP3 Eberly", "atan", "absolute", ["p(1)=pi/4"], 1.6e-2, [1, -0.214602]),
    ("atan OP5", "atan", "relative", [], 1.6e-3, [0.998422, -0.301029, 0.0892423]),
    ("atan OP5", "atan", "absolute", [], 7.2e-4, [0.994792, -0.287946, 0.079271]),
    ("atan OP5 Eberly", "atan", "absolute", ["c0=1", "p(1)=pi/4"], 1.4e-3, [1, -0.301895, 0.0872929]),
    ("atan P2", "atan P", "relative", [], 2.0e-2, [1.01991, -0.218891]),
    ("atan P2", "atan P", "absolute", [], 3.8e-3, [1.05863, -0.269408]),
    ("atan P3", "atan P", "relative", [], 5.4e-3, [1.00536, -0.0889206, -0.135249]),
    ("atan P3", "atan P", "absolute", [], 1.6e-3, [1.0307, -0.17239, -0.0745631]),
]
FORMS = {"acos": ("acos(x)", "sqrt(1-x)*p(x)", lambda p, x: math.sqrt(1 - x) * p(x), math.acos),
         "atan": ("atan(x)", "x*p(x^2)", lambda p, x: x * p(x * x), math.atan),
         "atan P": ("atan(x)", "x*p(x)", lambda p, x: x * p(x), math.atan)}


def measured(form, function, coefficients, relative):
    def p(u):
        value = 0.0
        for c in reversed(coefficients):
            value = value * u + c
        return value

    worst = 0.0
    for k in range(1, 100000):
        x = 0.5 - 0.5 * math.cos(math.pi * k / 100000)
        exact = function(x)
        error = abs(form(p, x) - exact)
        worst = max(worst, error / exact if relative else error)
    return max(worst, abs(form(p, 0.0) - function(0.0)) if not relative else 0.0)


def main():
    vieta = sys.argv[1] if len(sys.argv) > 1 else "build/release/vieta"
    print("| row | error | printed | its coefficients | optimum | ours in float, proven | on 262144 floats |")
    print("|---|---|---|---|---|---|---|")
    for name, key, error, fixed, printed, coefficients in ROWS:
        function, form, value, exact = FORMS[key]
        command = [vieta, "minimax", function, "--form", form, "--in", "0,1", "--degree", str(len(coefficients) - 1),
                   "--" + error, "--json"]
        for equation in fixed:
            command += ["--constraint", equation]
        ours = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        print(f"| {name}{', ' + ', '.join(fixed) if fixed else ''} | {error} | {printed:.1e} | "
              f"{measured(value, exact, coefficients, error == 'relative'):.3e} | {ours['optimum']:.4e} | "
              f"{ours['proven_bound']:.4e} | {ours['float_error']:.4e} |")


if __name__ == "__main__":
    main()
