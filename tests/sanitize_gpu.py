#!/usr/bin/env python3
"""Runs the tests labelled gpu of a build under NVIDIA's compute-sanitizer.

    tests/sanitize_gpu.py build/gpu memcheck racecheck     # ./dev gpu sanitize does this

One line for each test and tool: what the tool found, or that it found nothing. Exit status 1 if it found anything, or
if a test failed or did not end within its time. Tests run side by side; those that want the device for themselves come last.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

summary = re.compile(r"(?:ERROR|RACECHECK) SUMMARY: (\d+) (?:errors?|hazards?)")


# racecheck looks at the shared memory of one block at a time, a thousand times slower. These need degrees from 700,000
# on, for more launches of kernels that the tests of lower degrees go through as well.
too_large_for_racecheck = re.compile(r"RootsDevice\.(ManyPasses|TellsOfProgress|ReturnsWhatIsCertifiedWhenCancelled)$")


def tests_of(build, exclude):
    listed = subprocess.run(["ctest", "--test-dir", build, "-L", "^gpu$", "--show-only=json-v1"],
                            check=True, capture_output=True, text=True)
    for test in json.loads(listed.stdout)["tests"]:
        properties = {one["name"]: one["value"] for one in test.get("properties", [])}
        if not exclude or not re.search(exclude, test["name"]):
            yield test["name"], test["command"], properties


def check(tool, test, seconds):
    """(what was found, seconds) for one test; nothing found is an empty text."""
    name, command, properties = test
    environment = dict(os.environ, VIETA_EXPECT_GPU="1", VIETA_SMALL_TESTS="1")
    environment.update(one.split("=", 1) for one in properties.get("ENVIRONMENT", []))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        # A test that is refused memory by intent is none of the tool's business: --report-api-errors no. Neither are
        # the kernels of PyTorch.
        run = ["compute-sanitizer", "--tool", tool, "--target-processes", "all", "--log-file",
               os.path.join(folder, "%p.txt"), *(["--report-api-errors", "no"] if tool == "memcheck" else []),
               *(["--kernel-name", "kns=vieta"] if name.startswith("python.") else []), *command]
        try:
            done = subprocess.run(run, env=environment, cwd=properties.get("WORKING_DIRECTORY"), timeout=seconds,
                                  capture_output=True, text=True, errors="replace")
            said = done.stdout + done.stderr
            ended = "" if done.returncode == 0 else f"exit status {done.returncode}: {said[-900:]}"
        except subprocess.TimeoutExpired:
            said, ended = "", f"not finished in {seconds} s"
        logs = [open(os.path.join(folder, file), errors="replace").read() for file in sorted(os.listdir(folder))]
    found = [log[:2000] for log in logs if any(int(count) > 0 for count in summary.findall(log))]
    if ended.startswith("exit status 255") and "before first instrumented API call" in said + "".join(logs):
        ended = ""  # a test that is over before it needs the device
    elif not ended and not any(summary.search(log) for log in logs):
        ended = "no summary: " + "".join(logs)[:600]
    return "\n".join([*found, ended] if ended else found), time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("tools", nargs="+", choices=["memcheck", "racecheck", "initcheck", "synccheck"])
    parser.add_argument("--exclude", metavar="REGEX", help="leave out tests with such a name")
    parser.add_argument("--seconds", type=int, default=240, help="for one test (default %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    if not shutil.which("compute-sanitizer"):
        parser.error("no compute-sanitizer in PATH (it comes with the CUDA toolkit, in its bin folder)")
    if not os.path.isfile(os.path.join(given.build, "CTestTestfile.cmake")):
        parser.error(f"{given.build} is no build folder with tests")

    tests = list(tests_of(given.build, given.exclude))
    alone = [test for test in tests if test[2].get("RUN_SERIAL")]
    bad, without = [], 0

    def say(tool, test, found):
        text, seconds = found
        if text:
            bad.append(f"{tool} {test[0]}")
        print(f"{tool:10} {test[0]}: {text or 'nothing found'} ({seconds:.1f} s)", flush=True)

    for tool in given.tools:
        large = [test for test in tests if tool == "racecheck" and too_large_for_racecheck.search(test[0])]
        without += len(large)
        for test in large:
            print(f"{tool:10} {test[0]}: left out, too large", flush=True)
        with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
            going = {pool.submit(check, tool, test, given.seconds): test for test in tests if test not in alone + large}
            for one in concurrent.futures.as_completed(going):
                say(tool, going[one], one.result())
        for test in (test for test in alone if test not in large):
            say(tool, test, check(tool, test, given.seconds))
    left_out = f", {without} of them left out" if without else ""
    print(f"{len(tests)} tests, {' and '.join(given.tools)}{left_out}: "
          + (f"{len(bad)} with findings: {', '.join(bad)}" if bad else "nothing found"))
    return 1 if bad or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
