"""tests/sanitize_gpu.py tells what a sanitizer found, a failed test and one that hangs from a clean one: with programs
in place of ctest and compute-sanitizer."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SANITIZER = """#!/bin/sh
while [ "${1#--}" != "$1" ]; do [ "$1" = --log-file ] && log=$2; shift 2; done
"$@" > "$log" && exit 0
status=$?
[ $status = 3 ] && echo "Error: Target application terminated before first instrumented API call" && exit 255
exit $status
"""
CLEAN = "echo ERROR SUMMARY: 0 errors"


def run(tmp_path, commands, *arguments):
    tests = [
        {"name": name, "command": ["sh", "-c", command], "properties": properties}
        for name, (command, properties) in commands.items()
    ]
    (tmp_path / "tests.json").write_text(json.dumps({"tests": tests}))
    (tmp_path / "CTestTestfile.cmake").touch()
    for name, text in ("ctest", f"#!/bin/sh\ncat {tmp_path}/tests.json\n"), ("compute-sanitizer", SANITIZER):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    return subprocess.run(
        [sys.executable, ROOT / "tests" / "sanitize_gpu.py", tmp_path, *arguments],
        text=True,
        capture_output=True,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )


def test_clean(tmp_path):
    alone = [{"name": "RUN_SERIAL", "value": True}, {"name": "ENVIRONMENT", "value": ["A=1"]}]
    done = run(
        tmp_path,
        {
            "a": (CLEAN, []),
            "b": (f'[ "$A$VIETA_SMALL_TESTS" = 11 ] && {CLEAN}', alone),
            "before_the_device": ("exit 3", []),
            "left_out": ("exit 1", []),
        },
        "memcheck",
        "racecheck",
        "--exclude",
        "^left",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("nothing found (") == 6
    assert done.stdout.endswith("3 tests, memcheck and racecheck: nothing found\n")


def test_misuse(tmp_path):
    program = ROOT / "tests" / "sanitize_gpu.py"
    done = subprocess.run(
        [sys.executable, program, tmp_path, "memcheck"],
        text=True,
        capture_output=True,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert done.returncode == 2 and "no compute-sanitizer in PATH" in done.stderr
    (tmp_path / "compute-sanitizer").write_text(SANITIZER)
    (tmp_path / "compute-sanitizer").chmod(0o755)
    done = subprocess.run(
        [sys.executable, program, tmp_path, "memcheck"],
        text=True,
        capture_output=True,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert done.returncode == 2 and f"{tmp_path} is no build folder" in done.stderr


def test_findings(tmp_path):
    done = run(
        tmp_path,
        {
            "a": (CLEAN, []),
            "errors": ("echo ERROR SUMMARY: 2 errors", []),
            "hazard": ("echo 'RACECHECK SUMMARY: 1 hazard displayed (0 errors, 1 warning)'", []),
            "fails": (f"{CLEAN}; exit 1", []),
            "silent": ("true", []),
            "hangs": ("exec sleep 60", []),
        },
        "racecheck",
        "--seconds",
        "1",
    )
    assert done.returncode == 1
    assert "5 with findings" in done.stdout
    for what in "2 errors", "1 hazard", "exit status 1", "no summary", "not finished in 1 s":
        assert what in done.stdout, what


def test_left_out(tmp_path):
    done = run(tmp_path, {"RootsDevice.ManyPasses": ("exit 1", []), "a": (CLEAN, [])}, "racecheck")
    assert done.returncode == 0 and "RootsDevice.ManyPasses: left out, too large" in done.stdout
    assert done.stdout.endswith("2 tests, racecheck, 1 of them left out: nothing found\n")
