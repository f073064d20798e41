"""`vieta newton` and PHCpack's Newton iteration in quad-double (`phc -v`, choice 8) from the same listed solutions of the
same files, in the same run, each on one core; user seconds of the whole programs.

    python3 bench/peers/newton_phc.py [--program build/release/vieta] --files FOLDER NAME ...

phc is the Debian package phcpack, a separate program; it refines until a residual is below 1e-58, at most 8 iterations,
without deflation. vieta goes to 60 digits and proves them.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import tempfile


def user_seconds(command, text=""):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, result


def by_phc(file):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        answers = ["8", "2", file, out, "2", "n", "3", "1.0E-58", "4", "1.0E-58", "6", "8", "0", "n"]
        seconds, _ = user_seconds(["phc", "-v"], "\n".join(answers) + "\n")
        with open(out, encoding="ascii", errors="replace") as lines:
            residuals = [float(m) for m in re.findall(r"== err :.*res :\s*(\S+)\s*=", lines.read())]
        return seconds, len(residuals), sum(r < 1e-55 for r in residuals)


def by_vieta(program, file):
    command = [program, "newton", file, "--precision", "qd", "--digits", "60", "--on", "cpu", "--threads", "1", "--json"]
    seconds, result = user_seconds(command)
    solutions = json.loads(result.stdout)["solutions"]
    return seconds, len(solutions), sum(s["certified"] and s["status"] == "converged" for s in solutions)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/vieta")
    parser.add_argument("--files", required=True, help="folder of PHCpack's demonstration systems")
    parser.add_argument("names", nargs="+", metavar="NAME")
    options = parser.parse_args()
    print("| system | listed | vieta: proven to 60 digits | s | phc: residual below 1e-55 | s |")
    print("|---|---|---|---|---|---|")
    for name in options.names:
        file = os.path.join(options.files, name)
        proven, phc = by_vieta(options.program, file), by_phc(file)
        print(f"| {name} | {proven[1]} | {proven[2]} | {proven[0]:.2f} | {phc[2]} | {phc[0]:.2f} |", flush=True)


if __name__ == "__main__":
    main()
