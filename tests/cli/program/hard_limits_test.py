"""--max-seconds holds within a second in every stage of every verb: sixty inputs that would take much longer."""

import json
import math
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from program import PROGRAM, Case, main, polynomial

LIMIT = 0.15
SLACK = 1.25  # a second, and what starting, looking at the clock and ending take on a busy machine
SANITIZED = 4 if os.environ.get("VIETA_SANITIZERS") else 1


def wilkinson(degree):
    p = [1]
    for k in range(1, degree + 1):
        p = [y - k * x for x, y in zip(p + [0], [0] + p)]
    return p


def laguerre(degree):
    f = math.factorial
    return [(-1) ** k * math.comb(degree, k) * (f(degree) // f(k)) for k in range(degree + 1)]


def column(numbers):
    return "\n".join(map(str, numbers)) + "\n"


def dense_system(variables, degree):
    """A random polynomial in x0, x1, ... for each of them."""
    source = iter(polynomial(20_000, variables * 100 + degree))
    powers = [()]
    for _ in range(degree):
        powers += [p + (v,) for p in powers for v in range(variables) if not p or v >= p[-1]]
    powers = sorted(set(powers))
    return ";\n".join(" + ".join("*".join([f"{next(source):.6f}", *(f"x{v}" for v in p)]) for p in powers)
                      for _ in range(variables)) + ";\n"


class HardLimits(Case):
    def inputs(self):
        roots = ["roots"]
        file = self.file
        random_2000 = file("random.txt", column(polynomial(2000, 3)))
        w400, w800 = file("w400.txt", column(wilkinson(400))), file("w800.txt", column(wilkinson(800)))
        l600 = file("l600.txt", column(laguerre(600)))
        flat = file("flat.txt", column([(k + 1) ** 3 for k in range(30001)]))
        long = file("long.txt", column(polynomial(400_000, 5)))
        big = file("big.txt", column((k * 7919 % 1009 - 500) * 10**3000 + k for k in range(2001)))
        chebyshev = file("long.pol", "Degree=2500; Real; Chebyshev;\n" + " ".join(str(10**40 + k) for k in range(2501)) + "\n")
        rows = file("rows.csv", "\n".join(",".join(f"{x:.17g}" for x in polynomial(30, k)) for k in range(20000)) + "\n")
        wide_rows = file("wide.csv", "\n".join(",".join(str(x) for x in wilkinson(20)) for _ in range(6000)) + "\n")
        cubes = file("cubes.txt", dense_system(3, 8))
        four = file("four.txt", dense_system(4, 5))
        linear = file("linear.txt", ";\n".join(
            f"{2 + k % 3}*x{k} + x{(k * 7 + 1) % 600} - x{(k * 11 + 5) % 600} - {k + 1}" for k in range(600)) + ";\n")
        mignotte = "x^400 - 2*(10^40*x-1)^2"
        nested = "*".join(f"(x-1-10^-{k})" for k in range(1, 51))
        clusters = "*".join(f"(x-{k}/7-10^-40)*(x-{k}/7)" for k in range(1, 16))
        curves = [file(f"boxes{n}.json", json.dumps({"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": e})) for n, e in enumerate([
            ["x^2+y^2-1/2", "x^2+y^2-1/2+10^-9*x*y"], ["(x-y)^9", "(x-y)^7*(x+y)"]])]
        text = "1/3" + "".join(f"+x^{k}/{3 ** (k % 400) + k}" for k in range(1, 4000))
        yield from [
            roots + ["--poly", "x^40-x-1", "--digits", "1000000"],
            roots + ["--poly", "x^10000000-1"],
            roots + ["--poly", "x^3000000-x-1"], roots + ["--poly", "x^230000-7*x^3-2"],
            roots + [w800], roots + [l600, "--digits", "50"], roots + [flat], roots + [long], roots + [big], roots + [chebyshev],
            roots + [w800, "--real-only"], roots + [l600, "--real-only", "--digits", "3000"],
            roots + [big, "--real-only", "--digits", "2000"], roots + ["--poly", mignotte, "--digits", "4000"],
            roots + ["--poly", nested, "--digits", "300"], roots + ["--poly", clusters, "--digits", "100"],
            roots + ["--poly", nested, "--real-only", "--digits", "5000"],
            roots + [w400, "--in-disc", "200,150"], roots + [w400, "--in-box", "10.5,300,-inf,inf"],
            roots + [long, "--in-disc", "0,1"], roots + [big, "--in-box", "0,inf,-inf,inf"],
            roots + [random_2000, "--uncertainty", "1e-6"], roots + [w400, "--uncertainty", "1e-12"],
            roots + [l600, "--uncertainty", "1e-3"],
            roots + [file("r300.txt", column(polynomial(300, 8))), "--structure"], roots + ["--poly", "(x-0.9)^80*(x-1)^60*(x-1.1)^40", "--structure"],
            roots + [w400, "--method", "durand-kerner"], roots + [long, "--method", "near-linear"],
            roots + [random_2000, "--method", "ehrlich-aberth", "--digits", "20000"],
            roots + [file("text.txt", text), "--digits", "1000"],
            roots + ["--poly", "(x^2+x+1)^900*(x^3-2)^700-x"],
            roots + [rows, "--batch"],
            roots + ["--poly", "x-(1/3)^900000", "--digits", "300000"],
            ["real-roots", wide_rows], ["real-roots", rows, "--bounds"], ["real-roots", wide_rows, "--precision", "float", "--json"],
            ["solve", "--family", "cyclic:9"], ["solve", "--family", "katsura:14"], ["solve", cubes], ["solve", four], ["solve", linear],
            ["solve", "--family", "noon:8", "--precision", "qd"], ["solve", "--family", "cyclic:7", "--real-only"],
            ["solve", "--system", "x^900-y-1; y^900-x-2"], ["components", "--family", "cyclic:8"],
            ["components", "--system", "x^1000000-y"], ["components", four],
            *(["boxes", c] for c in curves),
            ["solve", "--family", "eco:14"], ["solve", "--family", "chandrasekhar:16"], ["solve", cubes, "--digits", "60"],
            ["minimax", "asin(x)-asin(x)"], ["minimax", "sin(50*x)*exp(x)", "--in", "-1,1", "--degree", "120"],
            ["minimax", "abs(x)", "--in", "-1,1", "--degree", "400", "--format", "f64"],
            ["minimax", "sin(x)", "--in", "0,1", "--degree", "9", "--exhaustive"],
            ["minimax", "sqrt(abs(x))", "--in", "-1,1", "--degree", "30", "--denominator-degree", "30", "--format", "f64"],
            ["minimax", "sin(x)/x-(sin(x)/x)", "--in", "0,1"], ["minimax", "sin(x)", "--in", "0,1e-400"],
            ["minimax", "exp(-1/x^2)", "--in", "-1,1", "--degree", "60"],
            ["minimax", "max(sin(9*x),cos(7*x))", "--in", "-1,1", "--degree", "50"],
        ]

    def spent(self, arguments):
        """Exit code, output and errors, seconds of the processor."""
        with tempfile.TemporaryFile() as told:
            job = subprocess.Popen([PROGRAM, *map(str, arguments), "--threads", "1"], stdout=told, stderr=told)
            _, code, used = os.wait4(job.pid, 0)
            job.returncode = os.waitstatus_to_exitcode(code)
            told.seek(0)
            return job.returncode, told.read().decode(), used.ru_utime + used.ru_stime

    def test_sixty_hard_inputs(self):
        inputs = list(self.inputs())
        self.assertGreaterEqual(len(inputs), 60)

        def complaint(arguments):
            code, said, seconds = self.spent([*arguments, "--max-seconds", str(LIMIT), "--quiet"])
            shown = " ".join(str(a) if len(str(a)) < 60 else str(a)[:57] + "..." for a in arguments)
            if os.environ.get("VIETA_SHOW_TIMES"):
                print(f"{seconds:6.2f} {code} {shown}", said[-150:] if code == 1 else "", flush=True)
            if code not in (0, 2):
                return f"{shown}: exit code {code}: {said[-300:]}"
            return f"{shown}: {seconds:.2f} s" if seconds > SANITIZED * (LIMIT + SLACK) else None

        with ThreadPoolExecutor(2) as pool:
            self.assertEqual([line for line in pool.map(complaint, inputs) if line], [])


main()
