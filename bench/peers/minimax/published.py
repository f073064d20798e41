"""`vieta minimax` beside what others publish and beside the programs themselves, with the same work: tables in Markdown.

    python3 bench/peers/minimax/published.py PROGRAM quotients
    python3 bench/peers/minimax/published.py PROGRAM polynomials [--lolremez PROGRAM] [--seconds 10]

`quotients`: errors that are published for best p/q, beside ours and beside the proven bound of coefficients that are rounded
to f64. `polynomials`: examples of the manuals of Sollya and lolremez, and functions of our own, each asked of both programs
(Debian: sollya; github.com/samhocevar/lolremez), as whole processes. Two pieces of work are timed, in processor time:

- the best polynomial: Sollya's `remez` in 165 bits to 1e-10; lolremez; ours with --no-search --no-proof;
- coefficients in double and a proof: Sollya's `remez`, `fpminimax` and `supnorm`; ours without options but --format f64.

Ours checks the code on 262,144 floats besides. "no answer": stopped after --seconds, or an error; "-": nothing to ask it.
"""

import argparse
import json
import math
import re
import resource
import subprocess

# Function, interval, degrees of p and q, published error, and where it is from; None: what the asymptotic formula gives.
TESTS = "Chebfun, tests/misc/test_minimax.m"  # read there: github.com/chebfun/chebfun
VARGA = "Varga, Ruttan and Carpenter 1993 (from memory: their table was not at hand)"
TREFETHEN = "Chebfun, example approx/Halphen"  # read there: github.com/chebfun/examples
BIG = "Chebfun, example approx/RationalAbsx (a picture: below 1e-11)"
STAHL = "8 exp(-pi sqrt n), Stahl 1992"


def of_power(power, n):
    """Stahl 2003 for x^power on [0, 1], type (n, n): the limit of the error over it is 1."""
    return 4 ** (1 + power) * abs(math.sin(math.pi * power)) * math.exp(-2 * math.pi * math.sqrt(power * n))


QUOTIENTS = [
    ("abs(x)", "-1,1", 2, 2, "0.043689", TESTS),
    ("abs(x)", "-1,1", 4, 4, "8.501484704e-3", VARGA),
    ("abs(x)", "-1,1", 30, 30, "2.1739878e-7", TESTS),
    ("abs(x)", "-1,1", 40, 40, f"{8 * math.exp(-math.pi * math.sqrt(40)):.4e}", STAHL),
    ("abs(x)", "-1,1", 80, 80, f"{8 * math.exp(-math.pi * math.sqrt(80)):.4e}", f"{STAHL}; {BIG}"),
    ("sqrt(x)", "0,1", 80, 80, f"{of_power(0.5, 80):.4e}", "Stahl 2003, limit"),
    ("sqrt(x)", "0,1", 40, 40, f"{of_power(0.5, 40):.4e}", "Stahl 2003, limit"),
    ("cbrt(x)", "-1,1", 20, 20, "", ""),
    ("cbrt(x)", "0,1", 20, 20, f"{of_power(1 / 3, 20):.4e}", "Stahl 2003, limit"),
    ("abs(x)^0.7", "-1,1", 20, 20, f"{of_power(0.35, 10):.4e}", "Stahl 2003, limit"),
    ("exp((x-1)/(x+1))", "-1,1", 4, 4, "8.65e-5", TREFETHEN),
    ("exp((x-1)/(x+1))", "-1,1", 8, 8, "1.172e-8", TREFETHEN),
    ("tanh(50*x)", "-1,1", 15, 15, "", ""),
    ("exp(x/abs(x))*(1+x)", "-1,-0.01 0.01,1", 8, 8, "", ""),
    ("exp(x/abs(x))*(1+x)", "-1,-0.01 0.01,1", 12, 12, "", ""),
    ("exp(x/abs(x))*(1+x)", "-1,-0.01 0.01,1", 20, 20, "", ""),
]

# Name, function, interval, degree, powers (None: all), relative, published error. Interval and function are what both read.
POLYNOMIALS = [
    ("exp(x)", "0", "1", 5, None, False, "1.1295698e-6 (Sollya)"),
    ("cos(x)", "0", "pi/4", 8, [0, 2, 4, 6, 8], True, "Sollya"),
    ("(2^x-1)/x", "-1/16", "1/16", 3, None, False, "2.5433781e-9 (Sollya)"),
    ("cos(exp(x))", "-2^(-7)", "2^(-7)", 5, None, False, "7.9048441e-16 (Sollya)"),
    ("exp(x)", "-1/256", "1/246", 4, None, True, "Sollya"),
    ("atan(sqrt(3+x^3)-exp(1+x))", "sqrt(2)", "pi^2", 5, None, False, "lolremez"),
    ("atan(sqrt(3+x)-exp(1+x))", "-1", "1", 5, None, False, "lolremez"),
    ("exp(x)", "-1", "1", 4, None, False, "lolremez"),
] + [(f, "-1", "1", n, None, False, "")
     for n in (5, 10, 20) for f in ("exp(x)", "sin(x)", "log2(x+2)", "erf(x)", "tanh(x)", "1/(1+25*x^2)", "abs(x)^1.5")] + [
    ("acos(x)/sqrt(1-x)", "0", "1", 5, None, True, ""),
    ("atan(x)", "0", "1", 5, [1, 3, 5], True, ""),
    ("gamma(x+2)", "-1", "1", 10, None, False, ""),
    ("j0(x)", "-1", "1", 10, None, False, ""),
]


def timed(command, text, seconds):
    """What it prints, and its processor time: other work on the machine does not count, and no number of threads helps."""
    spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    begin = spent()
    try:
        out = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds).stdout
    except (subprocess.TimeoutExpired, FileNotFoundError):
        out = ""
    return out, spent() - begin


def number(text):
    try:
        return f"{float(text):.7e}"
    except (TypeError, ValueError):
        return "no answer"


def ours(program, arguments, seconds):
    out, spent = timed([program, "minimax", *arguments, "--json"], None, seconds)
    return (json.loads(out) if out else None), spent


def quotients(program, seconds):
    print("| function | interval | type | published | from | ours | proven, f64 | alternations | status | seconds |")
    print("|---|---|---|--:|---|--:|--:|--:|---|--:|")
    for function, intervals, m, n, published, source in QUOTIENTS:
        arguments = [function, "--degree", str(m), "--denominator-degree", str(n), "--format", "f64", "--no-search"]
        for interval in intervals.split():
            arguments += ["--in", interval]
        answer, spent = ours(program, arguments, seconds)
        if answer is None:
            print(f"| {function} | {intervals} | ({m}, {n}) | {published} | {source} | no answer | | | | {spent:.1f} |", flush=True)
            continue
        proven = answer["proven_bound"]
        print(f"| {function} | {intervals} | ({m}, {n}) | {published} | {source} | {answer['optimum']:.7e} | "
              f"{'-' if proven is None else f'{float(proven):.4e}'} | {len(answer['alternation'])} | {answer['status']} | {spent:.1f} |",
              flush=True)


def sollya(function, lo, hi, degree, powers, relative, seconds):
    if re.search(r"gamma|j0", function):
        return "-", None, "-", None
    text = function.replace("pi", "Pi")
    interval = f"[{lo};{hi}]".replace("pi", "Pi")
    basis = f"[|{','.join(map(str, powers))}|]" if powers else str(degree)
    wanted, weight = ("1", f"1/({text})") if relative else (text, "1")
    best = (f"prec=165; display=decimal; p=remez({wanted},{basis},{interval},{weight},1e-10); "
            f"print(\"level\", dirtyinfnorm(p*({weight})-({wanted}),{interval}));\n")
    kind = "relative" if relative else "absolute"
    proven = (best + f"q=fpminimax({text},{basis},[|D...|],{interval},{kind},floating,0,p); "
              f"print(\"proven\", sup(supnorm(q,{text},{interval},{kind},1b-20)));\n")
    found = []
    for script, word in ((best, "level"), (proven, "proven")):
        out, spent = timed(["sollya"], script + "quit;\n", seconds)
        value = next((line.split()[1] for line in out.splitlines() if line.startswith(word)), None)
        found += [number(value), spent]
    return found


def lolremez(program, function, lo, hi, degree, powers, relative, seconds):
    if not program or powers or re.search(r"gamma|j0", function):
        return "-", None
    command = [program, "-d", str(degree), "-r", f"{lo}:{hi}", function] + ([function] if relative else [])
    out, spent = timed(command, None, seconds)
    found = re.search(r"error: ([0-9.e+-]+)", out)
    return number(found and found.group(1)), spent


def polynomials(program, peer, seconds):
    print("| function | interval | degree | published | optimum: Sollya | lolremez | ours | seconds: Sollya | lolremez | ours | "
          "proven, f64: Sollya | ours | seconds: Sollya | ours |")
    print("|---|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for function, lo, hi, degree, powers, relative, published in POLYNOMIALS:
        arguments = [function, f"--in={lo},{hi}", "--degree", str(degree), "--format", "f64"] + (["--relative"] if relative else [])
        if powers:
            arguments += ["--exponents", ",".join(map(str, powers))]
        best, best_time = ours(program, [*arguments, "--no-search", "--no-proof"], seconds)
        full, full_time = ours(program, arguments, seconds)
        theirs, their_time, their_proof, their_proof_time = sollya(function, lo, hi, degree, powers, relative, seconds)
        other, other_time = lolremez(peer, function, lo, hi, degree, powers, relative, seconds)
        shown = lambda spent: "-" if spent is None else f"{spent:.2f}"
        kind = f"{degree}{', some powers' if powers else ''}{', relative' if relative else ''}"
        print(f"| {function} | [{lo}, {hi}] | {kind} | {published} | {theirs} | {other} | {number(best and best['optimum'])} | "
              f"{shown(their_time)} | {shown(other_time)} | {shown(best_time)} | {their_proof} | "
              f"{number(full and full['proven_bound'])} | {shown(their_proof_time)} | {shown(full_time)} |", flush=True)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program")
    options.add_argument("table", choices=["quotients", "polynomials"])
    options.add_argument("--lolremez", default="")
    options.add_argument("--seconds", type=float, default=10)
    given = options.parse_args()
    if given.table == "quotients":
        quotients(given.program, max(given.seconds, 300))
    else:
        polynomials(given.program, given.lolremez, given.seconds)


main()
