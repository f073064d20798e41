#!/usr/bin/env python3
"""Hard questions that are stopped: `--max-seconds 1`, and Ctrl-C after half a second, two and five.

No stage may go on for more than a second of processor time after that; other work on the machine does not count. What comes
out then is an answer that says that it was stopped, with exit code 2, or one that had been found before.

  minimax_stops.py [--first 0] [--count 36] [--program build/release/vieta]
"""

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import time

GAP = ["--in=-1,-0.3011", "--in=-0.2989,1"]
QUESTIONS = [
    ["sqrt(x)", "--in=0,1", "--degree=80", "--denominator-degree=80", "--format=f64"],
    ["sqrt(x)", "--in=0,1", "--degree=40", "--denominator-degree=40", "--format=f64"],
    ["abs(x)", "--degree=80", "--denominator-degree=80", "--format=f64"],
    ["cbrt(x)", "--degree=30", "--denominator-degree=31"],
    ["abs(x-0.3)", "--degree=500", "--format=f64"],
    ["cos(150*x)", "--degree=500", "--format=dd"],
    ["1/(1+400*x^2)", "--degree=300", "--format=f64"],
    ["exp(-500*x^2)", "--degree=200", "--format=f32"],
    ["tanh(40*x)", "--degree=120", "--format=f16"],
    ["log(1.0001+x)", "--degree=400", "--format=bf16"],
    ["sin(x)/x", "--degree=40", "--format=dd"],
    ["exp(sign(x+0.3))*cos(x)", *GAP, "--degree=11", "--denominator-degree=12"],
    ["exp(sign(x+0.3))*cos(x)", *GAP, "--degree=20", "--denominator-degree=21", "--format=f64"],
    ["sin(6.94*x^2)*sqrt(x-1)", "--in=1,10", "--degree=2", "--denominator-degree=3", "--format=f64"],
    ["sin(6.94*x^2)*sqrt(x-1)", "--in=1,10", "--degree=2", "--denominator-degree=4", "--format=f64"],
    ["exp(x)*erfc(x)", "--in=0,10", "--degree=6", "--denominator-degree=6", "--relative"],
    ["erfc(x)", "--in=0,6", "--degree=8", "--denominator-degree=8", "--relative", "--format=f64"],
    ["exp(-x^2)", "--in=-1,4", "--degree=5", "--denominator-degree=5", "--relative"],
    ["exp(-1/x)", "--in=0.02,1.858", "--degree=6", "--denominator-degree=3", "--relative", "--format=f64"],
    ["sin(11.5*x^2)", "--in=-0.7,1.3", "--degree=7", "--denominator-degree=3", "--format=f16"],
    ["sin(x)", "--in=-1,1", "--degree=9", "--exhaustive"],
    ["atan(x)", "--in=-1e30,1e30", "--degree=9", "--form=p(1/(1+x^2))", "--exhaustive"],
    ["exp(x)", "--degree=20", "--format=f64"],
    ["exp(x)*cos(30*x)", "--degree=60", "--format=f32"],
    ["abs(x)", "--error=1e-4"],
    ["sqrt(abs(x))", "--error=1e-3", "--format=f64"],
    ["gamma(x)", "--in=1,30", "--degree=60", "--relative", "--format=f64"],
    ["x*sin(1/x)", "--in=0,1", "--degree=30", "--format=f64"],
    ["x^2*sin(1/x)", "--in=0,1", "--degree=12", "--denominator-degree=4", "--format=f64"],
    ["j0(40*x)", "--in=0,1", "--degree=50", "--format=dd"],
    ["lgamma(x+2)", "--degree=30", "--format=dd"],
    ["(x-sin(x))/x^3", "--degree=30", "--format=dd"],
    ["sin(100*x)", "--degree=3", "--denominator-degree=8", "--format=f64"],
    ["cos(60*x)*abs(x-0.2)^0.3", "--degree=40", "--denominator-degree=6", "--format=f64"],
    ["exp(sin(40*x))", "--degree=24", "--format=f16"],
    ["abs(sin(20*x))", "--degree=150", "--format=decimals:12"],
]


def spent_by(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def complaints(program, words, limit, interrupt_after):
    command = [program, "minimax", *words, "--json", "--threads", "1"]
    if limit:
        command += ["--max-seconds", str(limit)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin, late, at_signal = time.time(), 0.0, None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        if interrupt_after:
            try:
                run.wait(interrupt_after)
            except subprocess.TimeoutExpired:
                at_signal = spent_by(run.pid)
                run.send_signal(signal.SIGINT)
        out, err = run.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = []
    if limit:
        late = spent - limit
    elif at_signal is not None:
        late = spent - at_signal
    if late > 1:
        found.append(f"{late:.1f} s of processor time too late")
    if run.returncode not in (0, 1, 2, 130) or (run.returncode == 1 and not err.startswith("vieta: ")):
        found.append(f"exit code {run.returncode}: {err[-200:]}")
    if run.returncode in (0, 2) and out:
        answer = json.loads(out)
        stopped = answer["report"]["stopped_by"]
        if stopped and run.returncode == 0:
            found.append(f"exit code 0, stopped by {stopped}")
        if answer["status"] == "optimal" and answer["proven_bound"] is None:
            found.append("optimal without a proof")
    return found, max(late, 0.0), time.time() - begin


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--count", type=int, default=len(QUESTIONS))
    options.add_argument("--program", default=os.environ.get("VIETA_PROGRAM", "build/release/vieta"))
    given = options.parse_args()
    wrong = runs = 0
    latest = 0.0
    for words in QUESTIONS[given.first : given.first + given.count]:
        for limit, interrupt_after in ((1, 0), (0, 0.5), (0, 2), (0, 5)):
            found, late, seconds = complaints(given.program, words, limit, interrupt_after)
            runs += 1
            latest = max(latest, late)
            how = f"--max-seconds {limit}" if limit else f"Ctrl-C after {interrupt_after} s"
            for complaint in found:
                wrong += 1
                print(f"WRONG: {' '.join(words)}: {how}: {complaint} ({seconds:.1f} s on the clock)", flush=True)
    print(f"{runs} runs, the latest end {latest:.2f} s of processor time after the limit; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
