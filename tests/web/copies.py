"""What the buttons of the page copy: it compiles, runs, and gives what the page shows."""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from urllib.parse import quote

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STATE = "document.getElementById('studio').studio.state()"
SAID = "document.getElementById('said').textContent"
DONE = f"{SAID} !== '' && !document.querySelector('#said.wrong')"


def copied(page, name: str) -> str:
    """What the button of this name puts into the clipboard."""
    return page.value(f"""new Promise((take, refuse) => {{
        navigator.clipboard.writeText = async (text) => take(text);
        const button = [...document.querySelectorAll('aside button')].find((b) => b.textContent === {json.dumps(name)});
        button ? button.click() : refuse(new Error('no button {name}'));
    }})""")


class Runner:
    """Programs and packages of a build, where they are."""

    def __init__(self, program: str | None):
        self.folder = pathlib.Path(program).resolve().parent if program else None
        self.room = pathlib.Path(tempfile.mkdtemp())

    def close(self) -> None:
        shutil.rmtree(self.room)

    def run(self, *command: str, **more: str) -> str:
        environment = {**os.environ, "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}", **more}
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, cwd=self.room)
        assert done.returncode in (0, 2) and "rror" not in done.stderr, f"{command}: {done.stdout}{done.stderr}"
        return done.stdout

    def shell(self, text: str) -> str | None:
        return self.run("bash", "-ec", text) if self.folder else None

    def cpp(self, text: str) -> str | None:
        compiler = os.environ.get("CXX", "c++")
        if not self.folder or not (self.folder / "libvieta.so").exists() or not shutil.which(compiler):
            return None
        (self.room / "copied.cpp").write_text(text)
        folders = [f"-I{ROOT / 'include'}", f"-I{self.folder / 'include'}", f"-L{self.folder}", f"-Wl,-rpath,{self.folder}"]
        self.run(compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "copied.cpp", *folders, "-lvieta", "-o", "copied")
        return self.run("./copied")

    def c(self, text: str, main: str) -> str | None:
        compiler = os.environ.get("CC", "cc")
        if not shutil.which(compiler):
            return None
        (self.room / "copied.c").write_text(f"#include <stdio.h>\n#include <math.h>\n{text}\n{main}\n")
        self.run(compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "copied.c", "-lm", "-o", "copied_c")
        return self.run("./copied_c")

    def python(self, text: str) -> str | None:
        package = self.folder / "python" if self.folder else None
        if not package or not (package / "vieta").is_dir():
            return None
        fitting = os.environ.get("VIETA_PYTHON") or next((str(p) for p in [ROOT / "build" / "venv" / "bin" / "python"] if p.exists()), sys.executable)
        try:
            return self.run(fitting, "-c", text, PYTHONPATH=str(package))
        except AssertionError as problem:
            if "No module named" in str(problem) or "cannot import" in str(problem):
                return None  # a Python that the package was not built for
            raise


def opened(page, address: str) -> dict:
    page.go(page.home + address)
    page.wait(DONE)
    return page.value(STATE)


def numbers(text: str) -> list[float]:
    return [float(x) for x in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", text)]


def holds(text: str, wanted: list[float], where: str) -> None:
    """Each of these numbers is among those of the text, but for its last digits."""
    found = numbers(text)
    for x in wanted:
        assert any(abs(x - y) <= 1e-4 * abs(x) + 1e-6 for y in found), f"{where}: {x} is not in {text}"


def of_latex(text: str, discs: list[dict]) -> None:
    """Each line is true of the disc that it is about."""
    lines = [line for line in text.splitlines() if "x_{" in line]
    assert len(lines) == len(discs), text
    for line, disc in zip(lines, discs):
        plain = re.sub(r" ?\\cdot 10\^\{(-?\d+)\}", r"e\1", line)
        value, bound = re.search(r"- \((.*)\)\| &\\le (\S+)", plain).groups()
        re_, sign, im = re.fullmatch(r"(\S+)(?: ([-+]) (\S+)\\,i)?", value).groups()
        expected = (disc["re"], disc["im"], disc["radius"])
        given = (float(re_), float((sign or "+") + (im or "0")), float(bound))
        assert given[:2] == (expected[0], 0 if disc["real"] else expected[1]), f"{line}: expected {expected}"
        assert Fraction(bound) >= Fraction(disc["radius"]), f"{line}: expected {expected}"


def of_bounds(page) -> None:
    """What is shown of a bound is on its safe side."""
    page.go(f"{page.home}#roots")
    page.wait(DONE)
    values = [4.52050001e-5, 4.5205e-5, 9.9999e-7, 1.0, 0.99996, 1.7e-16, 123456.0, 3.0000001e-300]
    told = page.value(f"import('./parts.mjs').then((m) => {values}.map((x) => [m.upward(x), m.upward(x, 4), m.downward(x, 4)].map(String)))")
    for value, (two, four, below) in zip(values, told):
        assert value <= float(two) <= 1.1001 * value and value <= float(four) <= 1.00101 * value, (value, two, four)
        assert 0.998 * value <= float(below) <= value, (value, below)


def copies(page, program: str | None) -> None:
    of_bounds(page)
    runner = Runner(program)
    try:
        of_roots(page, runner)
        of_others(page, runner)
    finally:
        runner.close()


def of_roots(page, runner: Runner) -> None:
    # Small imaginary parts, several roots, a quotation mark, uncertainty, many digits.
    for text, more in (("x^5 - x - 1", ""), ("x^2 + 1e-14", ""), ("(x-1)^3*(x^2+1)^2", ""), ("x^3 - (1+2i)x + 0.25", "&u=1e-6"), ("x^2 - 2", "&digits=40")):
        state = opened(page, f"#roots?p={quote(text)}{more}")
        discs = state["discs"]
        real_parts = [d["re"] for d in discs]
        if not more:
            of_latex(copied(page, "LaTeX"), discs)
        for name, run in (("C++", runner.cpp), ("Python", runner.python), ("command", runner.shell)):
            printed = run(copied(page, name))
            if printed is not None:
                holds(printed, real_parts, f"{text}{more}, {name}")
                assert "digits" not in more or "1.41421356237309504880168872420969807856" in printed, f"{name}: {printed}"
        assert copied(page, "link") == page.value("location.href")


def of_others(page, runner: Runner) -> None:
    for address in ("#curves", f"#curves?f={quote('x^2 + y^2 = 4')}&g={quote('y = x^3 - x')}"):
        items = opened(page, address)["items"]
        places = [x for item in items for x in item["at"]]
        (runner.room / "copied.json").write_text(copied(page, "JSON"))
        for name, printed in (("JSON", runner.shell("vieta boxes copied.json --json")), ("Python", runner.python(copied(page, "Python")))):
            if printed is not None:
                holds(printed, places, f"{address}, {name}")
    for system in ("x^2 + y^2 - 4\nx*y - 1", "a + b + c\na*b + b*c + c*a\na*b*c - 1"):
        solutions = opened(page, f"#systems?s={quote(system)}")["solutions"]
        parts = [float(part) for s in solutions for x in s["x"] for part in x]
        for name, run in (("command", runner.shell), ("Python", runner.python)):
            printed = run(copied(page, name))
            if printed is not None:
                holds(printed, parts, f"{system}, {name}")
    for wanted in ("degree=5", "within=1e-4", "degree=3&denominator=2"):
        result = opened(page, f"#functions?f=exp(x)&lo=-1&hi=1&{wanted}&error=absolute&format=f64&language=c")["result"]
        main = 'int main(void) { double most = 0; for (int k = -100; k <= 100; ++k) most = fmax(most, fabs((double)fast_exp((float)(k / 100.0)) - exp((float)(k / 100.0)))); printf("%.9g\\n", most); return 0; }'
        printed = runner.c(copied(page, "code"), main)
        if printed is not None:  # the text is for floats
            assert float(printed) <= result["maxError"] + 5e-7, (wanted, printed, result["maxError"])
        printed = runner.python(copied(page, "Python"))
        if printed is not None:
            holds(printed, result["coefficients"], wanted)
        printed = runner.shell(copied(page, "command"))
        assert printed is None or "fast_exp" in printed, printed
    state = opened(page, "#rays?surface=clebsch")
    shader = copied(page, "shader")
    assert state["degree"] == 3 and "onRay" in shader and "REAL_ROOTS_DEGREE 3" in shader
    if shutil.which("glslangValidator"):
        (runner.room / "copied.frag").write_text(shader)
        runner.run("glslangValidator", "copied.frag")
