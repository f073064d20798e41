"""Times `vieta minimax` beside Sollya (a separate program; Debian: sollya) on the same problems: a table in Markdown.

    python3 bench/peers/minimax_sollya.py build/release/vieta [SECONDS]

Both run as whole processes; each gets SECONDS (default 12) for a problem. Sollya solves `remez` in 165 bits and prints the
largest error of its polynomial, by `dirtyinfnorm`. "No answer" means that it was stopped, "has no such function" that there
is nothing to ask it.
"""

import json
import subprocess
import sys
import time

ACOS = ("acos(x)", "sqrt(1-x)*p(x)", "0,1", "[0;1]")
CASES = []  # name, vieta's arguments, Sollya's remez arguments and the error expression


def add(name, function, lo_hi, degree, sollya_range, error="absolute", form=None, fixed=(), sollya=None):
    arguments = [function, "--in", lo_hi, "--degree", str(degree), "--" + error]
    if form:
        arguments += ["--form", form]
    for equation in fixed:
        arguments += ["--constraint", equation]
    CASES.append((name, arguments, sollya or (function, str(degree), sollya_range, "1")))


for n in (5, 10, 20):
    for f in ("exp(x)", "sin(x)", "log2(x+2)", "erf(x)", "tanh(x)", "1/(1+25*x^2)"):
        add(f"{f}, degree {n}", f, "-1,1", n, "[-1;1]")
    add(f"abs(x)^1.5, degree {n}", "abs(x)^1.5", "-1,1", n, "[-1;1]")
    add(f"gamma(x+2), degree {n}", "gamma(x+2)", "-1,1", n, None)
    add(f"j0(x), degree {n}", "j0(x)", "-1,1", n, None)
for n in (3, 5):
    add(f"acos, relative, degree {n}, closed [0,1]", "acos(x)", "0,1", n, "[0;1]", "relative", "sqrt(1-x)*p(x)",
        sollya=("1", str(n), "[0;1]", "sqrt(1-x)/acos(x)"))
    add(f"acos, absolute, degree {n}, closed [0,1]", "acos(x)", "0,1", n, "[0;1]", "absolute", "sqrt(1-x)*p(x)",
        sollya=("acos(x)", str(n), "[0;1]", "sqrt(1-x)"))
    powers = "[|" + ",".join(str(k) for k in range(1, n + 1)) + "|]"
    add(f"acos, relative, degree {n}, p(0)=pi/2", "acos(x)", "0,1", n, "[0;1]", "relative", "sqrt(1-x)*p(x)",
        ("p(0)=pi/2",), ("1-pi/2*sqrt(1-x)/acos(x)", powers, "[0;1]", "sqrt(1-x)/acos(x)"))
    odd = "[|" + ",".join(str(k) for k in range(1, n + 1, 2)) + "|]"
    add(f"atan, absolute, odd to {n}, [0,1]", "atan(x)", "0,1", (n - 1) // 2, "[0;1]", "absolute", "x*p(x^2)",
        sollya=("atan(x)", odd, "[0;1]", "1"))
    add(f"atan, relative, odd to {n}, [0,1]", "atan(x)", "0,1", (n - 1) // 2, "[0;1]", "relative", "x*p(x^2)",
        sollya=("1", odd, "[0;1]", "1/atan(x)"))


def timed(command, text, seconds):
    begin = time.perf_counter()
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, seconds
    return done.stdout, time.perf_counter() - begin


def sollya(script, seconds):
    out, time_taken = timed(["sollya"], script, seconds)
    level = next((line.split()[1] for line in (out or "").splitlines() if line.startswith("level")), None)
    try:
        return f"{float(level):.7e}", f"{time_taken:.2f} s"
    except (TypeError, ValueError):
        return "no answer", f"{time_taken:.2f} s"


def main():
    vieta = sys.argv[1] if len(sys.argv) > 1 else "build/release/vieta"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 12
    print("| problem | Sollya, optimum | Sollya | vieta, optimum | vieta |")
    print("|---|---|---|---|---|")
    for name, arguments, (f, powers, interval, weight) in CASES:
        script = (f"prec=165; p=remez({f},{powers},{interval},{weight},1e-10); display=decimal; "
                  f"r=dirtyinfnorm(p*({weight})-({f}),{interval}); print(\"level\", r); quit;\n")
        peer, peer_time = sollya(script, seconds) if interval else ("has no such function", "")
        out, our_time = timed([vieta, "minimax", *arguments, "--format", "f64", "--no-search", "--no-proof", "--json"],
                              None, seconds)
        ours = json.loads(out)
        print(f"| {name} | {peer} | {peer_time} | {ours['optimum']:.7e} | {our_time:.3f} s |")


main()
