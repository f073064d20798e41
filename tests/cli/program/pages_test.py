"""The pages of docs/ and README, block by block: commands of the program print what stands below them, as far as numbers are
known (times, machines and last digits differ), and C++ programs compile and run."""

import os
import pathlib
import re
import subprocess
import unittest

from program import PROGRAM, Case, main

ROOT = pathlib.Path(__file__).parents[3]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMPILER = os.environ.get("VIETA_CXX", "")
NVCC = os.environ.get("VIETA_NVCC", "")
SCRIPT = re.compile(r"^    \$ ")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
# What no two runs have in common.
DIFFERS = [(re.compile(r"\b\d[\d.]*(e[-+]?\d+)? (ns|us|ms|s)\b"), "TIME"), (re.compile(r"on cpu [^;()]*"), "on TARGET"),
           (re.compile(r'"seconds\w*":[^,}]*|"target":"[^"]*"'), ""),
           (re.compile(r"\d+ (sweeps?|steps?|bits|iterations?|boxes visited)"), "WORK")]


def blocks(text):
    """(line, command, expected lines) of each command in an indented block; files that the page describes come first."""
    lines = text.splitlines()
    name = None
    for k, line in enumerate(lines):
        if not line.startswith("    "):
            if line:
                found = re.search(r"file `([\w.]+)`.*:$", line)
                name = found.group(1) if found else None
            continue
        if name and not SCRIPT.match(line) and not lines[k - 1]:
            end = next((i for i in range(k, len(lines)) if not lines[i].startswith("    ")), len(lines))
            yield k + 1, ("file", name), [text[4:] for text in lines[k:end]]
            name = None
        if SCRIPT.match(line):
            output = []
            for i in range(k + 1, len(lines)):
                following = any(lines[i:]) and (lines[i].startswith("    ") or (not lines[i] and i + 1 < len(lines) and
                                                lines[i + 1].startswith("    ") and not SCRIPT.match(lines[i + 1])))
                if not following or SCRIPT.match(lines[i]):
                    break
                output.append(lines[i][4:])
            yield k + 1, ("command", line[6:]), output


def same_number(expected, found):
    """Whole numbers are the same. Others differ in their last digits, by SIMD level and library; what is tiny is a bound."""
    if not set(expected + found) & set(".e"):
        return expected == found
    a, b = float(expected), float(found)
    mantissa, _, exponent = expected.partition("e")
    last = 10.0**(int(exponent or 0) - len(mantissa.partition(".")[2]))
    return max(abs(a), abs(b)) < 1e-5 or abs(a - b) <= max(1e-6 * abs(a), 10 * last)


def beginning(expected, found):
    """As much of `found` as has the words of what is expected, and any numbers."""
    words = [re.sub(r"(\\\s)+", r"\\s+", re.escape(between)) for between in NUMBER.split(expected)]
    begin = re.match(f"(?:{NUMBER.pattern})".join(words), found)
    return begin.group() if begin else found


def same_line(expected, found):
    for pattern, word in DIFFERS:
        expected, found = pattern.sub(word, expected), pattern.sub(word, found)
    if "..." in expected[1:]:  # anything from there on
        expected = expected[:expected.index("...", 1)]
        found = beginning(expected, found)
    if NUMBER.sub("#", expected).split() != NUMBER.sub("#", found).split():
        return False
    return all(map(same_number, NUMBER.findall(expected), NUMBER.findall(found)))


def same(expected, found):
    """Lines, where a line "..." stands for any number of them, and a page may stop early."""
    if not expected:
        return True
    if expected[0] == "...":
        return any(same(expected[1:], found[k:]) for k in range(len(found) + 1))
    return bool(found) and same_line(expected[0], found[0]) and same(expected[1:], found[1:])


class Pages(Case):
    def setUp(self):
        super().setUp()
        os.symlink(ROOT / "examples", self.path("examples"))

    def test_commands(self):
        ran = 0
        program = os.path.abspath(PROGRAM)
        environment = {**os.environ, "PATH": os.path.dirname(program) + os.pathsep + os.environ["PATH"]}
        for page in PAGES:
            for line, (kind, text), output in blocks(page.read_text().replace("build/release/vieta", "vieta")):
                if kind == "file":
                    self.file(text, "\n".join(output) + "\n")
                    continue
                if "vieta" not in text and text.split()[0] not in ("cat", "sed"):
                    continue  # builds and the like
                done = subprocess.run(["bash", "-c", text], cwd=self.path("."), env=environment, capture_output=True,
                                      text=True, timeout=120)
                if "no Arb" in done.stderr:
                    raise unittest.SkipTest("this build cannot verify: it has no Arb")
                where = f"{page.relative_to(ROOT)}:{line}: {text}\n"
                printed = done.stdout + done.stderr
                self.assertIn(done.returncode, (0, 2), where + done.stderr)
                self.assertTrue(same([o for o in output if o.strip()], [o for o in printed.splitlines() if o.strip()]),
                                where + printed + "instead of\n" + "\n".join(output))
                ran += 1
        self.assertGreater(ran, 20)

    def test_cpp(self):
        if not COMPILER:
            self.skipTest("VIETA_CXX names no compiler")
        library = os.path.dirname(os.path.abspath(PROGRAM))
        for page in PAGES:
            text = page.read_text()
            for block in re.finditer(r"^```cpp\n(.*?)^```", text, re.S | re.M):
                where = f"{page.relative_to(ROOT)}:{text[:block.start()].count(chr(10)) + 1}\n"
                source = self.file("block.cpp", block.group(1))
                command = [*COMPILER.split(), "-std=c++20", "-O0", f"-I{ROOT}/include", f"-I{library}/include", source, "-o", self.path("block"),
                           f"-L{library}", "-lvieta", f"-Wl,-rpath,{library}"]
                built = subprocess.run(command, capture_output=True, text=True, timeout=120)
                self.assertEqual(built.returncode, 0, where + built.stderr)
                done = subprocess.run([self.path("block")], cwd=self.path("."), capture_output=True, text=True, timeout=60)
                self.assertIn(done.returncode, (0, 2), where + done.stderr)

    def test_cuda(self):
        if not NVCC:
            self.skipTest("VIETA_NVCC names no compiler")
        for page in PAGES:
            text = page.read_text()
            for block in re.finditer(r"^```cuda\n(.*?)^```", text, re.S | re.M):
                where = f"{page.relative_to(ROOT)}:{text[:block.start()].count(chr(10)) + 1}\n"
                source = self.file("block.cu", block.group(1))
                command = [NVCC, "-std=c++20", "--fmad=false", f"-I{ROOT}/include", "-c", source, "-o", self.path("block.o")]
                built = subprocess.run(command, capture_output=True, text=True, timeout=200)
                self.assertEqual(built.returncode, 0, where + built.stderr)


main()
