"""--max-seconds and Ctrl-C hold within a second in every stage of every verb: sixty inputs and more that would take much longer."""

import json
import math
import os
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from program import PROGRAM, Case, main, polynomial, seconds_of, vieta, wait_until_at_work

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
        hard_results = [["verify", self.result(k, *of), *of[1:]] for k, of in enumerate(
            [("roots", file("r1400.txt", column(polynomial(1400, 6)))), ("roots", "--poly", "(x^40-x-1)^3*(x^30+x-2)^2"), ("solve", "--family", "katsura:9"),
             ("minimax", "exp(sin(9*x))", "--in", "-1,1", "--degree", "30", "--format", "f64")])]
        hard_results[-1] = hard_results[-1][:3]  # its interval is in the result
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
            *(["boxes", c] for c in curves), *hard_results,
            ["newton", "--family", "chandrasekhar:1000", "--start", "ones", "--precision", "qd"],
            ["newton", linear, "--start", "random:1", "--digits", "60"],
            ["newton", "--family", "katsura:400", "--start", "random:1", "--precision", "dd"],
            ["solve", "--family", "eco:14"], ["solve", "--family", "chandrasekhar:16"], ["solve", cubes, "--digits", "60"],
            ["minimax", "asin(x)-asin(x)"], ["minimax", "sin(50*x)*exp(x)", "--in", "-1,1", "--degree", "120"],
            ["minimax", "abs(x)", "--in", "-1,1", "--degree", "400", "--format", "f64"],
            ["minimax", "sin(x)", "--in", "0,1", "--degree", "9", "--exhaustive"],
            ["minimax", "sqrt(abs(x))", "--in", "-1,1", "--degree", "30", "--denominator-degree", "30", "--format", "f64"],
            ["minimax", "sin(x)/x-(sin(x)/x)", "--in", "0,1"], ["minimax", "sin(x)", "--in", "0,1e-400"],
            ["minimax", "exp(-1/x^2)", "--in", "-1,1", "--degree", "60"],
            ["minimax", "max(sin(9*x),cos(7*x))", "--in", "-1,1", "--degree", "50"],
        ]

    def result(self, number, *arguments):
        """The file of a result, of a question that takes its time to be verified."""
        path = self.path(f"result{number}.json")
        done = vieta(*arguments, "-o", path)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return path

    def spent(self, arguments, interrupt):
        """Exit code, output and errors, seconds of the processor, which begin with Ctrl-C where there is one."""
        with tempfile.TemporaryFile() as told:
            limit = [] if interrupt else ["--max-seconds", str(LIMIT)]
            job = subprocess.Popen([PROGRAM, *map(str, arguments), "--threads", "1", "--quiet", *limit], stdout=told, stderr=told,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            before = 0.0
            if interrupt:
                wait_until_at_work(job, LIMIT)
                before = seconds_of(job) if job.returncode is None else 0.0
                job.send_signal(signal.SIGINT)
            if job.returncode is not None:  # it was at its end before
                return job.returncode, "", 0.0
            _, code, used = os.wait4(job.pid, 0)
            job.returncode = os.waitstatus_to_exitcode(code)
            told.seek(0)
            return job.returncode, told.read().decode(), used.ru_utime + used.ru_stime - before

    def complaint(self, arguments, interrupt=False):
        code, said, seconds = self.spent(arguments, interrupt)
        shown = " ".join(str(a) if len(str(a)) < 60 else str(a)[:57] + "..." for a in arguments)
        if os.environ.get("VIETA_SHOW_TIMES"):
            print(f"{seconds:6.2f} {code} {'Ctrl-C ' if interrupt else ''}{shown}", said[-150:] if code == 1 else "", flush=True)
        if code not in (0, 2):
            return f"{shown}: exit code {code}: {said[-300:]}"
        return f"{shown}: {seconds:.2f} s" if seconds > SANITIZED * (SLACK + (0 if interrupt else LIMIT)) else None

    def test_sixty_hard_inputs(self):
        inputs = list(self.inputs())
        self.assertGreaterEqual(len(inputs), 60)
        with ThreadPoolExecutor(2) as pool:
            self.assertEqual([line for line in pool.map(self.complaint, inputs) if line], [])

    def test_sixty_hard_inputs_end_by_ctrl_c(self):
        inputs = list(self.inputs())
        with ThreadPoolExecutor(2) as pool:
            self.assertEqual([line for line in pool.map(lambda given: self.complaint(given, True), inputs) if line], [])


main()
