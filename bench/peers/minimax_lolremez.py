"""Times `vieta minimax` beside lolremez (a separate program, github.com/samhocevar/lolremez) on the same problems.

    python3 bench/peers/minimax_lolremez.py build/release/vieta LOLREMEZ [SECONDS]

Both run as whole processes; each gets SECONDS (default 10) for a problem. lolremez takes f and g, and makes |f - p| / |g| small.
"""

import json
import re
import subprocess
import sys
import time

CASES = [(f"{f}, degree {n}", [f, "--in", "-1,1", "--degree", str(n)], (f, None, "-1:1", n))
         for n in (5, 10, 20) for f in ("exp(x)", "sin(x)", "log2(x+2)", "tanh(x)", "1/(1+25*x^2)")]
for n in (3, 5, 7):
    form = "acos(x)/sqrt(1-x)"
    CASES.append((f"acos, relative, degree {n}, [0,1]",
                  ["acos(x)", "--form", "sqrt(1-x)*p(x)", "--in", "0,1", "--relative", "--degree", str(n)],
                  (form, form, "0:1", n)))


def timed(command, seconds):
    begin = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "", seconds
    return done.stdout, time.perf_counter() - begin


def main():
    vieta, peer = sys.argv[1], sys.argv[2]
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    print("| problem | lolremez, optimum | lolremez | vieta, optimum | vieta |")
    print("|---|---|---|---|---|")
    for name, arguments, (f, g, interval, degree) in CASES:
        text, theirs = timed([peer, "-d", str(degree), "-r", interval, f] + ([g] if g else []), limit)
        found = re.search(r"error: ([0-9.e+-]+)", text)
        other = f"{float(found.group(1)):.7e}" if found else "no answer"
        out, ours = timed([vieta, "minimax", *arguments, "--format", "f64", "--no-search", "--no-proof", "--json"], limit)
        print(f"| {name} | {other} | {theirs:.2f} s | {json.loads(out)['optimum']:.7e} | {ours:.3f} s |", flush=True)


main()
